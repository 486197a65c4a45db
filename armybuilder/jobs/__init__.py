"""Heavy work as rows, cut into chunks."""

"""People, their roles and their tokens."""

"""Template filters of the books."""

"""A unit of a draft on one page: what is shown of it, and its edits."""

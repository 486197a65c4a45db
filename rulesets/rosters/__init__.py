"""Rosters: what was bought, and edits of it."""

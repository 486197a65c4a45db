"""Template tags of match-ups."""

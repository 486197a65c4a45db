"""Commands of the match-ups."""

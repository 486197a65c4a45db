"""Odds in four layers: one attack, a volley, a round, a chain of rounds."""

"""Odds of one unit against another."""

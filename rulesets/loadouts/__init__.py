"""Hands: what a model carries, and what of it can be in use at the same time."""

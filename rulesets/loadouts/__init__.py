"""Loadouts: the gear of a model, and the pieces that are in hand at one time."""

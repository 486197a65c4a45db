"""Packs: composition rules of a game or of an event, as data."""

"""Rosters: the choices of a player, and edits of them."""

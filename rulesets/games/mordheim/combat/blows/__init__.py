"""Blows of Mordheim: with what, what one does, and what rules change in it."""

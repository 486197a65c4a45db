"""Blows of Warhammer: with what, what one does, and what rules change in it."""

"""Shots of Warhammer: who shoots, with what, and what it does."""

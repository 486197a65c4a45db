"""Shots of Mordheim: who shoots, with what, and what it does."""

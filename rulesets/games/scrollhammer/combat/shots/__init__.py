"""Shots of Scrollhammer: who shoots, with what, and what it does."""

"""Fights of Scrollhammer in contact, from the first blow to their end."""

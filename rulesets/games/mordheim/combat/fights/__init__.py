"""Fights of Mordheim in contact, from the first blow to their end."""

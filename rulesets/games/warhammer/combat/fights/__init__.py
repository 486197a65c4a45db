"""Fights of Warhammer in contact, from the first blow to their end."""

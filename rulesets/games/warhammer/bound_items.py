"""Keys that the questions about hits beside shots name: Fanatics, mushrooms, rings."""

FANATICS = "fanatics"

MUSHROOMS = "mad-cap-mushrooms"

DOOMFIRE = "doomfire-ring"
"""A ring whose bound spell is printed: D6 hits of fire at Strength 3."""

UNPRINTED_SPELLS = ("nibblas-itty-ring", "ring-of-volans")
"""Rings whose spell no text of the sources prints: a match-up asks for its hits."""

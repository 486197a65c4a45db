"""The two sides of a match-up."""

from typing import Literal

Side = Literal["a", "b"]

SIDES: tuple[Side, Side] = ("a", "b")

OTHER: dict[Side, Side] = {"a": "b", "b": "a"}
"""The enemy of each side."""

"""Widths of words in the faces of papers, to know how many lines a text takes."""

from functools import cache

from fontTools.ttLib import TTFont

from armybuilder.armies.papers.faces import font_files

POINT = 25.4 / 72
"""A point of type [mm]."""


def line_count(text: str, size: float, width: float, begun: float = 0.0) -> int:
    """Return how many lines a text takes, which breaks at plain spaces.

    Parameters
    ----------
    text : str
    size : float
        Of its letters [points].
    width : float
        Of a line [mm].
    begun : float
        How much of the first line is taken [mm].
    """
    lines, at = 1, begun
    space = text_width(" ", size)
    for word in text.replace("\n", " ").split(" "):
        wide = text_width(word, size)
        if at and at + wide > width:
            lines, at = lines + 1, 0.0
        at += wide + space
    return lines


def text_width(text: str, size: float, face: str = "SourceSansPro-Regular") -> float:
    """Return how wide a text is in one line [mm]."""
    wide, other = _advances(face)
    return sum(wide.get(ord(letter), other) for letter in text) * size * POINT


@cache
def _advances(face: str) -> tuple[dict[int, float], float]:
    """Return the widths of letters in parts of their size, and that of others."""
    (file,) = (one for one in font_files() if one.stem == face)
    with TTFont(file, lazy=True) as font:
        metrics, units = font["hmtx"], font["head"].unitsPerEm
        found = {
            code: metrics[glyph][0] / units
            for code, glyph in font.getBestCmap().items()
        }
    return found, 0.6

"""The compact list: whether the size of a unit stands beside its name."""

from armybuilder.armies.papers.letters import text_width
from armybuilder.armies.papers.paper_unit import PaperUnit

WIDTH = 186.0 - 8.0 - 11.8 - 16.0
"""Width of a line without its number, points and losses [mm]."""

COLUMN, BROAD_COLUMN, FEW = 6.9, 12.4, 9
"""Width of a column of figures, and where they are fewer than so many [mm]."""

INDENT = 3.0
"""Space before the name of a unit within another [mm]."""


def size_fits(unit: PaperUnit, columns: int) -> bool:
    """Return whether name, size and marks of a unit take one line."""
    column = COLUMN if columns >= FEW else BROAD_COLUMN
    room = WIDTH - INDENT - columns * column
    marks = sum(3.2 + text_width(mark, 7) for mark in unit.marks)
    name = text_width(f"{unit.title} ", 11.2, "SourceSerifPro-Bold")
    return name + text_width(unit.size, 8.6) + marks <= room

"""A list as it was read: lines with what each was understood as, and how surely."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesets.core.points import Points
from rulesets.reviews.review import Review
from rulesets.rosters.roster import Roster, roster_document

SURE, LIKELY, OPEN = "sure", "likely", "open"
"""Confidences of what was understood; what is likely or open asks."""

HEADING, UNIT, OPTION, NOISE = "heading", "unit", "option", "noise"
"""Roles of a line: it divides or names; buys a unit, or for the one above; neither."""

YES, OUT = "yes", "out"
"""Answers: it is as understood; it is left out."""

UNIT_KEY, OPTION_KEY, BOOK_KEY = "unit:", "option:", "book"
"""Beginnings of the keys of candidates, and the answer that names the book."""

POINTS_KEY = ".0"
"""The part of a line that asks about its points or its number of models."""

Corrections = Mapping[str, str]
"""Answers by the key of what asks: a line's number, ``12``, or a part's, ``12.2``."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may be meant: the answer that chooses it, and its name."""

    key: str
    name: str
    points: Points | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a line.

    Parameters
    ----------
    key : str
        By which it is answered.
    text : str
        The words of the line.
    confidence : str
        ``sure``, ``likely`` or ``open``.
    understood : str
        Name of what it buys; "" where it buys nothing or is not understood.
    target : str
        Key of the candidate that was taken; "" for none.
    count : int, optional
        How many, where the line says it.
    candidates : tuple of Candidate
        What may be meant, the likeliest first.
    answered : bool
        True where a correction says it.
    asked_at : str
        Key of the part that asks the same before; "" where this one asks itself.
    """

    key: str
    text: str
    confidence: str
    understood: str = ""
    target: str = ""
    count: int | None = None
    candidates: tuple[Candidate, ...] = ()
    answered: bool = False
    asked_at: str = ""

    @property
    def asks(self) -> bool:
        """Return whether somebody has to look at it."""
        return self.confidence != SURE and not self.asked_at


@dataclass(frozen=True, slots=True)
class ReadLine:
    """A line of the text.

    Parameters
    ----------
    number : int
        From 1.
    text : str
        As pasted.
    role : str
        ``heading``, ``unit``, ``option`` or ``noise``.
    confidence : str
        The least of its parts.
    understood : str
        What it buys, in words; "" for nothing.
    parts : tuple of Part
    stated, ours : Points, optional
        Points that it says and those of the book [points].
    why : str
        What is asked, in words; "" where nothing is.
    units : tuple of str
        Ids of the selections that it buys.
    above : int
        Number of the line of the unit that it belongs to; 0 for none.
    left_out : bool
        True where a correction leaves it out.
    """

    number: int
    text: str
    role: str
    confidence: str = SURE
    understood: str = ""
    parts: tuple[Part, ...] = ()
    stated: Points | None = None
    ours: Points | None = None
    why: str = ""
    units: tuple[str, ...] = ()
    above: int = 0
    left_out: bool = False

    @property
    def asks(self) -> bool:
        """Return whether somebody has to look at it."""
        is_asked_before = any(one.asked_at for one in self.parts) and not self.why
        if is_asked_before:
            return any(one.asks for one in self.parts)
        return self.confidence != SURE

    @property
    def differs(self) -> bool:
        """Return whether it says other points than the book."""
        return None not in (self.stated, self.ours) and self.stated != self.ours


@dataclass(frozen=True, slots=True)
class BookChoice:
    """A book that a list may be of, with how many of its lines name units of it."""

    game: str
    book: str
    edition: int
    name: str
    lines: int


@dataclass(frozen=True, slots=True)
class ReadList:
    """A text read as a list.

    Parameters
    ----------
    name : str
    books : tuple of BookChoice
        Those that it may be of, the likeliest first; none where no unit is known.
    book_confidence : str
        ``sure`` where the text names the book, it was asked for, or no other fits.
    limit, stated : Points, optional
        The points agreed on and the sum, as the text says them [points].
    lines : tuple of ReadLine
    army : Roster, optional
        What was understood; none where no book is known.
    review : Review, optional
        What the engine says of it.
    """

    name: str
    books: tuple[BookChoice, ...] = ()
    book_confidence: str = OPEN
    limit: Points | None = None
    stated: Points | None = None
    lines: tuple[ReadLine, ...] = ()
    army: Roster | None = None
    review: Review | None = None
    choices: Mapping[str, tuple[Candidate, ...]] = field(default_factory=dict)

    @property
    def game(self) -> str:
        """Return the key of the game; "" for none."""
        return self.books[0].game if self.books else ""

    @property
    def book(self) -> str:
        """Return the key of the book; "" for none."""
        return self.books[0].book if self.books else ""

    @property
    def edition(self) -> int:
        """Return the number of the edition; 0 for none."""
        return self.books[0].edition if self.books else 0

    @property
    def ours(self) -> Points | None:
        """Return the sum by the book."""
        return None if self.review is None else self.review.points

    @property
    def open_lines(self) -> tuple[ReadLine, ...]:
        """Return the lines that ask: those that are open or likely, unanswered."""
        return tuple(line for line in self.lines if line.asks)

    @property
    def is_settled(self) -> bool:
        """Return whether nothing asks: the book is sure and so is every line."""
        has_units = self.army is not None and any(f.units for f in self.army.forces)
        return has_units and self.book_confidence == SURE and not self.open_lines

    @property
    def total_differs(self) -> bool:
        """Return whether the text says another sum than the book."""
        return None not in (self.stated, self.ours) and self.stated != self.ours

    def roster(self) -> dict[str, Any]:
        """Return the document of what was understood.

        Raises
        ------
        ValueError
            If no book is known.
        """
        if self.army is None:
            raise ValueError("no book is known that the list is of")
        return roster_document(self.army)

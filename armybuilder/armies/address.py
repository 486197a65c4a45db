"""Addresses of units, books and armies, as queries and sessions write them.

``BOOK/UNIT`` is a unit of the newest edition, ``BOOK@EDITION/UNIT`` of a given one,
``army:ID/PATH`` a unit of an army. ``BOOK``, ``BOOK@EDITION`` and ``army:ID`` are all
units of a book or an army. ``~CHANGE`` behind a unit, once or several times, is the
unit with these changes, as `rulesets.matchups.variants` reads them.
"""

import re
from dataclasses import dataclass

LONGEST = 400
"""Characters of an address that are read."""

_BOOK = re.compile(
    r"(?P<book>[a-z0-9-]{1,80})(?:@(?P<edition>[1-9][0-9]{0,5}))?(?:/(?P<unit>[a-z0-9-]{1,80}))?"
)
_ARMY = re.compile(
    r"army:(?P<army>[A-Za-z0-9_-]{1,80})(?:/(?P<path>[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+){1,8}))?"
)
_CHANGE = re.compile(r"[a-z]{1,20}(?::[A-Za-z0-9_-]{1,80}){1,3}")


@dataclass(frozen=True, slots=True)
class BookAddress:
    """A unit of a book, or all of them; without an edition, of the newest."""

    book: str
    edition: int | None = None
    unit: str = ""

    @property
    def is_unit(self) -> bool:
        return bool(self.unit)

    def __str__(self) -> str:
        book = f"{self.book}@{self.edition}" if self.edition else self.book
        return f"{book}/{self.unit}" if self.unit else book


@dataclass(frozen=True, slots=True)
class ArmyAddress:
    """A unit of an army by its path, or all of them; ``army`` is an id or a token."""

    army: str
    path: str = ""

    @property
    def is_unit(self) -> bool:
        return bool(self.path)

    def __str__(self) -> str:
        army = f"army:{self.army}"
        return f"{army}/{self.path}" if self.path else army


Address = BookAddress | ArmyAddress


def read_address(text: str) -> Address | None:
    """Return the address that a text is; none for any other text."""
    if match := _BOOK.fullmatch(text):
        edition = int(match["edition"]) if match["edition"] else None
        return BookAddress(match["book"], edition, match["unit"] or "")
    if match := _ARMY.fullmatch(text):
        return ArmyAddress(match["army"], match["path"] or "")
    return None


def whole_address(unit: str) -> str:
    """Return the address of the whole book or army of a unit's address."""
    return unit.partition("/")[0]


def split_change(text: str) -> tuple[str, str | None]:
    """Return (address of the unit, its changes); none where nothing is changed."""
    address, tilde, change = text.partition("~")
    return address, change if tilde else None


def is_change(text: str) -> bool:
    """Return whether a text is written as a change of a unit is."""
    return _CHANGE.fullmatch(text) is not None

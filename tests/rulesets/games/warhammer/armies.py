"""Small Warhammer armies: a book written in the test, and units in short words."""

from dataclasses import dataclass
from typing import Any

from rulesets.books.book import Book
from rulesets.legality import review
from rulesets.packs.pack import Pack
from rulesets.reviews.figures import ReviewedProfile
from rulesets.reviews.review import Line, Review
from rulesets.rosters.roster import Force, Roster, Selection
from tests.rulesets.legality.small import book_of

MAN = {"m": 4, "ws": 3, "bs": 3, "s": 3, "t": 3, "w": 1, "i": 3, "a": 1}


def profile(key: str, **figures: int) -> dict[str, Any]:
    """Return a man's stat line without armour, with some figures of his own."""
    return {"key": key, "characteristics": {**MAN, "ld": 7, "sv": 7, "us": 1} | figures}


def character(key: str, rank: str, leadership: int, **more: Any) -> dict[str, Any]:
    """Return a character who may be the general or carry the battle standard."""
    general = {"key": "general", "tags": ["general"]}
    standard = {"key": "battle-standard", "points": 25, "tags": ["bsb"]}
    slots = [
        {"key": "general", "options": [general]},
        {"key": "battle-standard", "options": [standard]},
    ]
    return {
        "key": key,
        "category": rank,
        "type": "infantry",
        "models": 1,
        "tags": ["character"],
        "profiles": [profile(key, ld=leadership)],
        **more,
        "slots": [*slots, *more.get("slots", ())],
    }


def warhammer_book(*units: Any, **parts: Any) -> Book:
    """Return the book of some units, with the categories of all Warhammer books."""
    ranks = ("lord", "hero", "core", "special", "rare")
    categories = [{"key": rank} for rank in ranks]
    return book_of(*units, game="warhammer", categories=categories, **parts)


@dataclass(frozen=True, slots=True)
class Found:
    """What the engine says of an army, with what most tests look at."""

    review: Review

    @property
    def codes(self) -> list[str]:
        """Return the codes of the messages."""
        return [message.code for message in self.review.messages]

    def text(self, code: str) -> str:
        """Return the words of the one message with a code."""
        [message] = [m for m in self.review.messages if m.code == code]
        return message.text

    def unit(self, place: int) -> Line:
        """Return a unit of the first force, counted from 0."""
        return self.review.forces[0].units[place]

    def line(self, place: int, which: int = 0) -> ReviewedProfile:
        """Return a stat line of a unit."""
        return self.unit(place).profiles[which]

    def figure(self, place: int, key: str) -> Any:
        """Return a figure of a unit's first stat line as it is now."""
        return self.line(place).figures[key].now


def army_of(
    book: Book, *units: Any, limit: int | None = 2000, pack: Pack | None = None
) -> Found:
    """Return what the engine says of an army.

    ``"10 spearman"`` is ten of the entry, ``("spearmen", "10 spearman")`` a unit with
    what was bought for it. Ids are s1, s2 ... in the order of writing.
    """
    number = 0

    def bought(text: Any) -> Selection:
        nonlocal number
        number += 1
        here = f"s{number}"
        first, *rest = (text,) if isinstance(text, str) else text
        count, _, entry = first.rpartition(" ")
        below = tuple(bought(part) for part in rest)
        return Selection(here, entry, int(count or 1), selections=below)

    force = Force("f1", book.key, 1, tuple(bought(unit) for unit in units))
    roster = Roster("warhammer", "Test army", forces=(force,), limit=limit)
    return Found(review(roster, {(book.key, 1): book}, pack))

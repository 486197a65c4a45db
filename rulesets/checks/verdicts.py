"""Verdicts on files, and their documents for scripts."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rulesets.core.points import points_number, points_text
from rulesets.reviews.review import (
    EMPTY,
    ILLEGAL,
    LEGAL,
    Message,
    Review,
    Ruling,
    Tally,
)
from rulesets.reviews.review_document import message_document, waived_documents
from rulesets.reviews.verdict import verdict_text, waived_text

UNREADABLE, NOT_CHECKED, NO_LIST = "unreadable", "not checked", "no list"
WORDS = (ILLEGAL, UNREADABLE, EMPTY, NOT_CHECKED, LEGAL, NO_LIST)
"""The words of verdicts on files, those first that ask for a decision."""


@dataclass(frozen=True, slots=True)
class FileVerdict:
    """The review of the army in one file, or where and why there is none.

    Parameters
    ----------
    is_left : bool
        True if it was not checked because all together was too much.
    is_closed : bool
        True if it could not be opened.
    is_list : bool
        False if it is no list by its name.
    same_as : str
        The name of the first file of the check with the same bytes; else empty.
    """

    file: str
    review: Review | None = None
    where: str = ""
    problem: str = ""
    is_left: bool = False
    is_closed: bool = False
    is_list: bool = True
    same_as: str = ""

    @property
    def word(self) -> str:
        """Return one of `WORDS`."""
        if self.review is not None:
            return self.review.verdict
        if self.is_left:
            return NOT_CHECKED
        return UNREADABLE if self.is_list else NO_LIST

    @property
    def said(self) -> str:
        """Return the word with how many rules a legal army does without."""
        number = len(self.review.waived) if self.review else 0
        waived = number and self.word == LEGAL
        return f"{self.word}, {waived_text(number)}" if waived else self.word

    @property
    def army(self) -> str:
        """Return the name of the army."""
        return self.review.roster.name if self.review else ""

    @property
    def edition(self) -> str:
        """Return the editions that the army is of, such as `charge-skaven/1`."""
        forces = self.review.roster.forces if self.review else ()
        return " + ".join(f"{force.book}/{force.edition}" for force in forces)

    @property
    def messages(self) -> tuple[Message, ...]:
        """Return the messages of the review."""
        return self.review.messages if self.review else ()

    @property
    def errors(self) -> int:
        """Return the number of errors."""
        return self.review.errors if self.review else 0

    @property
    def warnings(self) -> int:
        """Return the number of warnings."""
        return self.review.warnings if self.review else 0

    @property
    def sums(self) -> tuple[Tally, ...]:
        """Return the sums that a pack or a book names, such as a composition score."""
        return self.review.tallies if self.review else ()

    @property
    def off(self) -> tuple[Ruling, ...]:
        """Return the rules that the army itself has switched off: it waives them."""
        return self.review.waived if self.review else ()

    @property
    def on(self) -> tuple[Ruling, ...]:
        """Return the optional rules that the army itself has switched on."""
        rulings = self.review.rulings if self.review else ()
        mine = (ruling for ruling in rulings if ruling.switchable)
        return tuple(r for r in mine if not r.printed_on and r.status != "off")

    @property
    def agreed(self) -> tuple[str, ...]:
        """Return the rules that the army itself decides, for an organiser to know."""
        if self.review is None:
            return ()
        said = []
        if self.off:
            said.append(f"waived: {_titles(self.off)}")
        if self.on:
            said.append(f"played with: {_titles(self.on)}")
        if self.review.limit is None:
            said.append(f"no {self.review.game.currency.many} limit named")
        return tuple(said)


def _titles(rulings: Iterable[Ruling]) -> str:
    return ", ".join(ruling.title for ruling in rulings)


def verdict_document(verdict: FileVerdict) -> dict[str, Any]:
    """Return the document of a verdict."""
    document = _document(verdict)
    return document | {"same_as": verdict.same_as} if verdict.same_as else document


def _document(verdict: FileVerdict) -> dict[str, Any]:
    if verdict.review is None:
        problem = {"where": verdict.where, "text": verdict.problem}
        return {"file": verdict.file, "verdict": verdict.word, "error": problem}
    return {
        "file": verdict.file,
        "army": verdict.army,
        "legal": verdict.review.legal,
        "verdict": verdict.review.verdict,
        "verdict_text": verdict_text(verdict.review),
        "waived": waived_documents(verdict.review),
        "points": points_number(verdict.review.points),
        "limit": points_number(verdict.review.limit),
        "messages": [message_document(message) for message in verdict.messages],
        "edition": verdict.edition,
        "off": [ruling.key for ruling in verdict.off],
        "on": [ruling.key for ruling in verdict.on],
        "more": verdict.review.more,
        "tallies": [
            {"key": one.key, "title": one.title, "value": points_number(one.value)}
            for one in verdict.sums
        ],
    }


def points_of_limit(verdict: FileVerdict) -> str:
    """Return `1,250 of 1,500`, or the points alone where no limit was agreed on."""
    if verdict.review is None:
        return ""
    points = points_text(verdict.review.points)
    limit = verdict.review.limit
    return points if limit is None else f"{points} of {points_text(limit)}"

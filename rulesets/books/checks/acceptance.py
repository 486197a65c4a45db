"""Findings that the author of a book accepts, with the reason."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rulesets.books.checks.finding import (
    ERROR,
    IDLE,
    OF_ERROR,
    WARNING,
    Finding,
    take_out,
)
from rulesets.documents.places import keyed_place

KEY_LOST, NOT_FOUND, UNTESTED = "key-lost", "army-not-found", "untested"
ASKED_APART = frozenset({KEY_LOST, NOT_FOUND, UNTESTED})
"""Codes of findings that need more than the document, and are not asked always."""


@dataclass(frozen=True, slots=True)
class AskedApart:
    """Findings of a caller, who knows more than the document, and what it asked.

    ``codes`` are those of `ASKED_APART` that it looked for, also where it found none.
    """

    findings: tuple[Finding, ...] = ()
    codes: frozenset[str] = frozenset()


def accepted(
    document: Any, findings: Iterable[Finding], asked: Collection[str] = ()
) -> Iterator[Finding]:
    """Yield findings, with their reasons where a document accepts them.

    What it accepts and nobody found is a warning itself; of `ASKED_APART`, only codes
    that were ``asked`` can be said not to be there. An error cannot be accepted: it
    stays as it is, and the acceptance is another error.
    """
    names: dict[int, list[str]] = {}
    waiting = {
        (one["code"], keyed_place(document, one["at"], names)): (index, one["because"])
        for index, one in reversed([*enumerate(document.get("accepted", ()))])
    }
    left = dict(enumerate(document.get("accepted", ())))
    for finding in findings:
        index, because = waiting.get((finding.code, finding.at), (-1, ""))
        if index >= 0 and finding.level == ERROR:
            left.pop(index, None)
            yield finding
            sentence = f"an error cannot be accepted: {finding.sentence}"
            yield _about(OF_ERROR, ERROR, index, sentence)
        else:
            left.pop(index, None)
            yield replace(finding, because=because)
    for index, one in left.items():
        if one["code"] in ASKED_APART.difference(asked):
            continue
        sentence = f"nothing is found at {one['at']} that is {one['code']!r}"
        yield _about(IDLE, WARNING, index, sentence)


def _about(code: str, level: str, index: int, sentence: str) -> Finding:
    at = f"/accepted/{index}"
    return Finding(code, level, at, sentence, at, mend=take_out(at))

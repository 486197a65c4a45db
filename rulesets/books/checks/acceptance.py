"""Findings that the author of a book accepts, with the reason."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
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

KEY_LOST = "key-lost"
"""The one finding that only a site makes: others cannot say that it is not there."""


def accepted(document: Any, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings, with their reasons where a document accepts them.

    What it accepts and nobody found is a warning itself. An error cannot be accepted:
    it stays as it is, and the acceptance is another error.
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
        if one["code"] == KEY_LOST:
            continue
        sentence = f"nothing is found at {one['at']} that is {one['code']!r}"
        yield _about(IDLE, WARNING, index, sentence)


def _about(code: str, level: str, index: int, sentence: str) -> Finding:
    at = f"/accepted/{index}"
    return Finding(code, level, at, sentence, at, mend=take_out(at))

"""Mending a book document: the edits that findings bring, made one after another."""

from collections.abc import Collection
from typing import Any

from rulesets.books.checks.check import check_book
from rulesets.books.checks.draft import OtherBooks
from rulesets.books.checks.finding import ERROR, Finding
from rulesets.books.checks.places import mended

MOST_MENDS = 1000
"""Mends made in one go: one might bring what another mends."""


def mend_book(
    document: Any, codes: Collection[str], others: OtherBooks | None = None
) -> tuple[Any, tuple[Finding, ...]]:
    """Return a document with the findings of some codes mended, and these findings.

    Only open findings are mended, and only where the finding is gone then and no new
    error has come; the document that is given stays as it was.
    """
    done: list[Finding] = []
    refused: set[tuple[str, str, str]] = set()
    now = check_book(document, others)
    while len(done) < MOST_MENDS:
        waiting = (
            one
            for one in now
            if one.code in codes
            and one.mend
            and one.is_open
            and _name(one) not in refused
        )
        finding = next(waiting, None)
        if finding is None:
            break
        refused.add(_name(finding))
        new = mended(document, finding.mend)
        then = check_book(new, others)
        is_gone = _name(finding) not in {_name(one) for one in then}
        if is_gone and _errors(then) <= _errors(now):
            document, now = new, then
            done.append(finding)
            refused.clear()
    return document, tuple(done)


def _name(finding: Finding) -> tuple[str, str, str]:
    return finding.code, finding.at, finding.sentence


def _errors(findings: Collection[Finding]) -> int:
    return sum(finding.level == ERROR for finding in findings)

"""The check of a draft on this site: of its document, and of keys that armies name."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from armybuilder.books.drafts import book_keys
from armybuilder.books.models import BookTest, Edition, SpecialRule, UnitRule
from rulesets.books.checks.acceptance import (
    KEY_LOST,
    NOT_FOUND,
    UNTESTED,
    AskedApart,
)
from rulesets.books.checks.armies import Lacking, armies_not_found, untested_units
from rulesets.books.checks.check import check_book
from rulesets.books.checks.draft import OtherBooks
from rulesets.books.checks.finding import ERROR, WARNING, Finding
from rulesets.books.checks.lost_keys import LostKey, lost_keys
from rulesets.core.subject import so_many
from rulesets.libraries import whole_document

Uses = Mapping[str, int]
"""Numbers of armies that have each key."""

Search = Callable[[Any], tuple[Lacking, ...] | None]
"""Lacks of a draft: what no legal army was found with; none before the search."""

_counters: list[Callable[[str], Uses]] = []
_searches: list[Search] = []


def counts_uses(counter: Callable[[str], Uses]) -> None:
    """Have the uses of a book's keys counted by the app that keeps armies."""
    _counters.append(counter)


def looks_for_armies(search: Search) -> None:
    """Have the search for legal armies of a draft asked for what it did not find."""
    _searches.append(search)


def check_draft(document: Any) -> tuple[Finding, ...]:
    """Return every finding about a draft, the gravest first."""
    return check_book(document, other_books(document), _apart)


def _apart(document: Any) -> AskedApart:
    """Return what the site finds beside the document, and what it looked for."""
    tests = BookTest.objects.filter(book__key=document["key"])
    found = [
        *_lost(document),
        *untested_units(document, tests.values_list("roster", flat=True)),
    ]
    asked = {KEY_LOST, UNTESTED}
    for search in _searches:
        lacking = search(document)
        if lacking is not None:
            found += armies_not_found(document, lacking)
            asked.add(NOT_FOUND)
    return AskedApart(tuple(found), frozenset(asked))


def other_books(document: Any) -> OtherBooks:
    """Return the other books beside a document's."""
    key, game = document.get("key"), document.get("game")
    rules: dict[str, set[str]] = defaultdict(set)
    theirs = SpecialRule.objects.filter(book__game=game).exclude(book__key=key)
    for rule, name in theirs.values_list("key", "name"):
        rules[rule].add(name)
    names = {rule: frozenset(several) for rule, several in rules.items()}
    uses = UnitRule.objects.filter(book__game=game).exclude(book__key=key)
    carried = frozenset(uses.values_list("key", flat=True).distinct())
    return OtherBooks(book_keys(), names, carried)


def _lost(document: Any) -> Iterator[Finding]:
    """Yield the keys of the last edition that are gone, with the armies behind."""
    editions = Edition.objects.filter(book__key=document["key"], trial=None)
    last = editions.order_by("-number").first()
    now = whole_document(document)
    gone = [*lost_keys(whole_document(last.document), now)] if last else []
    if last is None or not gone:
        return
    uses: dict[str, int] = defaultdict(int)
    for counter in _counters:
        for key, armies in counter(document["key"]).items():
            uses[key] += armies
    for lost in gone:
        yield _finding(lost, last.number, uses[lost.key])


def _finding(lost: LostKey, edition: int, armies: int) -> Finding:
    of = f" of {lost.unit}" if lost.unit else ""
    sentence = f"{lost.name or lost.key}{of}: {lost.key!r} of edition {edition} is gone"
    at = f"/units/{lost.key}"
    used = so_many(armies, "army") if armies else ""
    if lost.now:
        whom = f"; {used} would lose it" if used else ""
        hint = f"it is {lost.now!r} now{whom}: keep the key, or add renamed_from"
        return Finding(KEY_LOST, ERROR, "/units", f"{sentence}; {hint}", at)
    behind = f"; {used} would lose it" if used else ""
    return Finding(KEY_LOST, WARNING, "/units", f"{sentence}{behind}", at)

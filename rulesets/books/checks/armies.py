"""Findings of what a book has no legal army with, and no test: asked by a caller.

A search that finds no army proves nothing; what is proven, `bounds` finds as an error.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.books.checks.acceptance import NOT_FOUND, UNTESTED
from rulesets.books.checks.draft import key_of
from rulesets.books.checks.finding import HINT, WARNING, Finding
from rulesets.documents.places import keyed_place
from rulesets.legality.plans.examples import Example

MOST_TOLD = 3
"""Most reasons of one army that a finding tells."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """Something that a book offers and no legal army was found with.

    Parameters
    ----------
    keys, names : tuple of str
        Of what it is bought for, then its own.
    in_the_way : tuple of str
        What is wrong with the nearest army, in words.
    sought : bool
        False where the search of the whole book was over before it.
    """

    keys: tuple[str, ...]
    names: tuple[str, ...]
    in_the_way: tuple[str, ...]
    sought: bool = True


def lacking_of(found: Iterable[Example]) -> Iterator[Lacking]:
    """Yield those of some examples that are without an army."""
    for one in found:
        if one.roster is None:
            texts = tuple(message.text for message in one.in_the_way)
            names = tuple(entry.name for entry in one.branch)
            yield Lacking(one.keys, names, texts, one.sought)


def armies_not_found(document: Any, lacking: Iterable[Lacking]) -> Iterator[Finding]:
    """Yield a warning for each thing without a legal army, with what is in the way."""
    for one in lacking:
        name = " of ".join(reversed(one.names))
        if one.sought:
            sentence = f"no legal army with {name} was found within the work allowed"
        else:
            sentence = f"{name} was not looked for: the work allowed was spent before"
        reasons = [text.rstrip(".") for text in one.in_the_way[:MOST_TOLD]]
        if reasons:
            more = len(one.in_the_way) - len(reasons)
            rest = f"; and {more} more" if more else ""
            sentence = f"{sentence}; in its way: {'; '.join(reasons)}{rest}"
        place = place_of_branch(document, one.keys)
        at = keyed_place(document, place)
        yield Finding(NOT_FOUND, WARNING, place, sentence, at)


def untested_units(document: Any, armies: Iterable[Any]) -> Iterator[Finding]:
    """Yield a hint for each unit that no army of the book's tests has.

    ``armies`` are roster documents. Nothing is said of a book without tests.
    """
    several = [*armies]
    tested = {
        unit["entry"]
        for army in several
        for force in army.get("forces", ())
        if force["book"] == document["key"]
        for unit in force.get("units", ())
    }
    for index, unit in enumerate(document["units"] if several else ()):
        if tested.isdisjoint((unit["key"], *unit.get("renamed_from", ()))):
            place = f"/units/{index}"
            sentence = f"no book test has {unit['name']}"
            at = keyed_place(document, place)
            yield Finding(UNTESTED, HINT, place, sentence, at)


def place_of_branch(document: Any, keys: Iterable[str]) -> str:
    """Return the place of what is bought by some keys, of the outermost unit first.

    What an option of a list is bought by is told at the list, where the book has it
    itself, else at the slot that takes it.

    Examples
    --------
    >>> slots = [{"key": "arms", "options": [{"item": "bow"}]}]
    >>> book = {"units": [{"key": "orcs", "slots": slots}]}
    >>> place_of_branch(book, ["orcs", "bow"])
    '/units/0/slots/0/options/0'
    """
    place, part = "", document
    for key in keys:
        offered = _offered(document, part, place)
        found = next((one for one in offered if one[0] == key), None)
        if found is None:
            break
        _, place, part = found
    return place


def _offered(document: Any, part: Any, place: str) -> Iterator[tuple[str, str, Any]]:
    """Yield key, place and part of all that may be bought directly for a part."""
    for of in ("units", "models"):
        several = part.get(of)
        for index, one in enumerate(several if isinstance(several, list) else ()):
            yield key_of(one), f"{place}/{of}/{index}", one
    for number, slot in enumerate(part.get("slots", ())):
        at = f"{place}/slots/{number}"
        if "list" in slot:
            yield from _of_list(document, slot, at)
        for index, one in enumerate(slot.get("options", ())):
            yield key_of(one), f"{at}/options/{index}", one


def _of_list(document: Any, slot: Any, at: str) -> Iterator[tuple[str, str, Any]]:
    lists = [part["key"] for part in document.get("lists", ())]
    if slot["list"] in lists:
        index = lists.index(slot["list"])
        options = document["lists"][index]["options"]
        for number, one in enumerate(options):
            yield key_of(one), f"/lists/{index}/options/{number}", one
    elif "only" in slot:
        yield from ((key, at, {}) for key in slot["only"])

"""The edits of a form of options: one field for each slot, entry and selection.

A field that is not sent asks for nothing. A selection that was bought has two: one
sets its count, the other asks for so many more, or fewer where it is negative.
"""

from collections.abc import Iterator, Mapping

from django.http import QueryDict

from armybuilder.armies.fields import whole_number
from armybuilder.armies.places import Place, find_place
from rulesets.books.book import Books, Entry, Slot
from rulesets.documents.json import DocumentError
from rulesets.legality import with_defaults
from rulesets.reviews.review import Line, Review
from rulesets.rosters.edits import (
    Add,
    ChangeCount,
    Choose,
    Edit,
    Remove,
    SetCount,
    SetRoll,
)
from rulesets.rosters.roster import MOST_COUNT, Roster, walk
from rulesets.rosters.roster_tree import ids_of

MOST_ROLL = 1000

_KINDS = ("of", "count", "by", "roll")
"""First words of the names of fields."""


def offer_field(place: str, key: str) -> str:
    """Return the name of the field of a slot, or of an entry that is not taken."""
    return f"of.{place}.{key}"


def count_field(line: Line) -> str:
    """Return the name of the field that says how many of a selection there are."""
    return f"count.{line.id}"


def roll_field(line: Line) -> str:
    """Return the name of the field of the dice result that a price asks for."""
    return f"roll.{line.id}"


def option_edits(post: QueryDict, now: Review, books: Books, path: str) -> list[Edit]:
    """Return the edits of an options form at a place and below it.

    Raises DocumentError where a field names a selection that the army does not have.
    """
    ids = ids_of(now.roster)
    for name in post:
        kind, _, rest = name.partition(".")
        if kind in _KINDS and rest.partition(".")[0] not in ids:
            raise DocumentError("", "what it belongs to is no longer in this army")
    place = find_place(now, books, path)
    if place is None:
        raise DocumentError("/options", "there is no such selection in this army")
    return [*_at(post, place, rolls(now.roster))]


def rolls(roster: Roster) -> dict[str, int]:
    """Return the dice results that an army has, by the id of the selection [pips]."""
    return {
        selection.id: selection.roll
        for force in roster.forces
        for selection in walk(force.units)
        if selection.roll is not None
    }


def _at(post: QueryDict, place: Place, rolled: Mapping[str, int]) -> Iterator[Edit]:
    edits = [*_here(post, place)]
    yield from edits
    gone = _gone(edits, place)
    for line in place.lines:
        if line.id not in gone:
            yield from _inside(post, place, line, rolled)


def _here(post: QueryDict, place: Place) -> Iterator[Edit]:
    choices = [slot for slot in place.slots if place.is_choice(slot)]
    chosen = {key for slot in choices for key in slot.entries}
    for slot in choices:
        yield from _choice(post, place, slot)
    for line in place.lines:
        if line.entry not in chosen:
            yield from _count(post, line)
    for key, entry in place.entries.items():
        if key not in chosen:
            yield from _more(post, place, entry)


def _inside(
    post: QueryDict, place: Place, line: Line, rolled: Mapping[str, int]
) -> Iterator[Edit]:
    entry = place.entries.get(line.entry)
    if entry is not None and entry.roll is not None:
        yield from _roll(post, line, rolled.get(line.id))
    below = place.below(line)
    if below is not None:
        yield from _at(post, below, rolled)


def _gone(edits: list[Edit], place: Place) -> set[str]:
    """Return the ids that edits take away; fields below them ask for nothing."""
    gone: set[str] = set()
    counts = {line.id: line.count for line in place.lines}
    for edit in edits:
        if isinstance(edit, ChangeCount) and counts[edit.id] + edit.by <= 0:
            gone.add(edit.id)
        if isinstance(edit, Remove) or (isinstance(edit, SetCount) and not edit.count):
            gone.add(edit.id)
        if isinstance(edit, Choose):
            gone |= {x.id for x in place.lines if x.entry in edit.instead_of}
    return gone


def _choice(post: QueryDict, place: Place, slot: Slot) -> Iterator[Edit]:
    name = offer_field(place.id, slot.key)
    if name not in post:
        return
    chosen = post.get(name, "")
    taken = place.of_slot(slot)
    if chosen and chosen not in slot.entries:
        raise DocumentError(f"/{name}", f"the slot has no option “{chosen[:40]}”")
    if [line.entry for line in taken] == ([chosen] if chosen else []):
        return
    if chosen:
        yield Choose(place.id, with_defaults(place.entries[chosen]), slot.entries)
    else:
        yield from (Remove(line.id) for line in taken)


def _more(post: QueryDict, place: Place, entry: Entry) -> Iterator[Edit]:
    """Yield the edit that buys a number of an entry as a selection of their own."""
    wanted = _wanted(post, offer_field(place.id, entry.key))
    if wanted:
        yield Add(place.id, with_defaults(entry, count=wanted))


def _count(post: QueryDict, line: Line) -> Iterator[Edit]:
    wanted = _wanted(post, count_field(line))
    if wanted is not None and wanted != line.count:
        yield SetCount(line.id, wanted)
    name = f"by.{line.id}"
    if name in post:
        text = post.get(name, "")
        number = whole_number(text.removeprefix("-"), name, 0, MOST_COUNT)
        yield ChangeCount(line.id, -number if text.startswith("-") else number)


def _wanted(post: QueryDict, name: str) -> int | None:
    if name not in post:
        return None
    # A checkbox follows a hidden 0 of the same name, so the last value counts.
    return whole_number(post.getlist(name)[-1], name, 0, MOST_COUNT)


def _roll(post: QueryDict, line: Line, now: int | None) -> Iterator[Edit]:
    name = roll_field(line)
    if name in post:
        text = post.get(name, "")
        rolled = whole_number(text, name, 0, MOST_ROLL) if text.strip() else None
        if rolled != now:
            yield SetRoll(line.id, rolled)

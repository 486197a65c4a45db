"""What holds for every army of every book of the project, whatever was bought."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.books.book import Book, Entry
from rulesets.books.report import report
from rulesets.core.points import Points
from rulesets.documents.json import canonical, check, parse
from rulesets.legality import new_messages, offers, review, with_defaults, with_fixes
from rulesets.legality.limit_messages import without_units
from rulesets.reviews.review import ERROR, Message, Review
from rulesets.reviews.review_document import review_document
from rulesets.rosters.edits import Add, Remove, Split, apply, apply_all
from rulesets.rosters.roster import (
    Force,
    Roster,
    Selection,
    read_roster,
    roster_document,
    walk,
)
from tests.examples import examples
from tests.real_books import KEYS, real_book
from tests.rulesets.legality.random_armies import GAMES, armies
from tests.rulesets.legality.real import books_of, roster_of


def judged(roster: Roster) -> Review:
    return review(roster, books_of(roster))


# -- a second, slow engine for points ---------------------------------------------

MATERIALS: dict[str, Points] = {"gromril-weapon": 4, "ithilmar-weapon": 3}
"""What a weapon's price is multiplied by, Mordheim rulebook."""

DEARER = ("#mutation", "#blessing")
"""Of which the second and later ones of a fighter are twice as dear."""

ONLY_ONCE = "virtue-of-duty"
"""The one virtue that a second knight does not pay twice: there is no second."""


@dataclass(eq=False)
class Bought:
    """A selection with its entry and all that stands above and below it."""

    selection: Selection
    entry: Entry
    book: Book
    above: "Bought | None" = None
    below: list["Bought"] = field(default_factory=list)

    @property
    def unit(self) -> "Bought":
        return self if self.above is None else self.above.unit

    @property
    def bearer(self) -> "Bought | None":
        at = self.above
        while at is not None and at.entry.kind not in ("unit", "model"):
            at = at.above
        return at

    @property
    def models(self) -> int:
        """Models of a branch; those of a unit within a unit are its own."""
        own = self.entry.models * self.selection.count
        return own + sum(b.models for b in self.below if b.entry.kind != "unit")

    def tree(self) -> Iterator["Bought"]:
        yield self
        for one in self.below:
            yield from one.tree()


def all_bought(roster: Roster) -> list[Bought]:
    """Return what was bought and the books offer, in the order of the roster."""
    found: list[Bought] = []
    for force in roster.forces:
        book = real_book(force.book)
        for unit in force.units:
            found += [*_bought(unit, book.entries, book, None)]
    return found


def _bought(
    selection: Selection, offered: Mapping[str, Entry], book: Book, above: Bought | None
) -> Iterator[Bought]:
    if selection.entry not in offered:
        return
    own = Bought(selection, offered[selection.entry], book, above)
    if above is not None:
        above.below.append(own)
    yield own
    for part in selection.selections:
        yield from _bought(part, own.entry.entries, book, own)


def slow_points(roster: Roster) -> Points:
    """Add an army up from the printed prices and the rules that change these."""
    these = all_bought(roster)
    return sum((_price(one, these, roster) for one in these), Decimal(0))


def _price(one: Bought, these: list[Bought], roster: Roster) -> Points:
    each: Points = one.entry.points
    each += (one.selection.roll or 0) if one.entry.roll else 0
    each = (each + _added(one)) * _times(one, these, roster)
    if one.entry.per == "model":
        each *= one.bearer.models if one.bearer is not None else 1
    return each * one.selection.count


def _added(one: Bought) -> Points:
    """Return what spears for the crew of a chariot cost more for every extra goblin."""
    if one.entry.key != "crew-spear":
        return 0
    crew = [b for b in one.unit.tree() if b.entry.key == "extra-goblin"]
    return sum(b.selection.count for b in crew)


def _times(one: Bought, these: list[Bought], roster: Roster) -> Points:
    times: Points = 1
    if "#close-combat-weapon" in one.entry.keys:
        for part in one.below:
            times *= _material(part, roster)
    for tag in DEARER:
        if tag in one.entry.keys and one.above is not None:
            times *= 2 if _copies_before(one, [*one.unit.tree()], tag) else 1
    if "#virtue" in one.entry.keys and one.entry.item != ONLY_ONCE:
        times *= 1 + _copies_before(one, these, one.entry.item)
    if "#black-powder" in one.entry.keys and roster.switches.get("misfire"):
        times *= Decimal("0.8")
    return times


def _material(part: Bought, roster: Roster) -> Points:
    cheap = part.book.key == "mordheim-dwarfs" and not roster.switches.get("campaign")
    if part.entry.key == "gromril-weapon" and cheap:
        return 3
    return MATERIALS.get(part.entry.key, 1)


def _copies_before(one: Bought, these: list[Bought], key: str) -> int:
    before = these[: next(i for i, other in enumerate(these) if other is one)]
    return sum(b.selection.count for b in before if key in b.entry.keys)


@settings(max_examples=examples(150))
@given(armies())
def test_points_are_those_of_a_slow_second_engine(roster: Roster) -> None:
    assert judged(roster).points == slow_points(roster)


HALBERDIERS = ("halberdiers", "20 halberdier", "shield")
DETACHED = (*HALBERDIERS, ("halberdiers-detachment", "10 detached-halberdier"))
VIRTUES = ("virtue-of-heroism", "2 virtue-of-heroism")


@pytest.mark.parametrize(
    ("key", "units", "points"),
    [
        ("warhammer-empire", (HALBERDIERS,), 20 * (6 + 1)),
        ("warhammer-empire", (DETACHED,), 20 * (6 + 1) + 10 * 6),
        (
            "warhammer-bretonnia",
            tuple(("bretonnian-lord", virtue) for virtue in (*VIRTUES, VIRTUES[0])),
            3 * 110 + 40 + 2 * 2 * 40 + 4 * 40,
        ),
        (
            "mordheim-reikland",
            (("captain", ("sword", "gromril-weapon")), ("warrior", "3 fighter", "axe")),
            60 + 4 * 10 + 3 * (25 + 5),
        ),
    ],
    ids=["per model", "a detachment has no shields", "dearer virtues", "materials"],
)
def test_both_engines_add_up_as_a_player_does(
    key: str, units: tuple[Any, ...], points: int
) -> None:
    roster = roster_of(key, *units)

    assert judged(roster).points == points
    assert slow_points(roster) == points


# -- what every review keeps ------------------------------------------------------


@settings(max_examples=examples(120))
@given(armies())
def test_a_review_is_a_valid_document_whose_paths_lead_to_lines(
    roster: Roster,
) -> None:
    found = judged(roster)
    document = review_document(found)
    lines = {line.path for line in found.lines()}
    known = {"", *lines, *(force.id for force in found.forces)}

    check("review", parse(canonical(document)))
    wrong = [m for m in found.messages if m.severity == ERROR]
    filled = any(force.units for force in found.forces)
    assert found.legal == (filled and not wrong)
    assert found.points == sum(line.own for line in found.lines())
    for message in found.messages:
        assert {message.where, *message.marks} <= known
        assert message.text.endswith((".", "!"))
        assert "{" not in message.text
    assert {gauge.where for gauge in found.gauges} <= known


@pytest.mark.slow
@settings(max_examples=examples(80))
@given(armies(), st.randoms(use_true_random=False))
def test_the_order_of_units_changes_neither_points_nor_verdict_nor_words(
    roster: Roster, random: Random
) -> None:
    shuffled = replace(roster, forces=tuple(_shuffled(roster, random)))

    before, after = judged(roster), judged(shuffled)

    assert after.legal == before.legal
    assert said(after) == said(before)
    # A virtue grows dearer by the copies before it: the sum is the same only while
    # every one is bought once at a time.
    if not any(s.count > 1 for f in roster.forces for s in walk(f.units)):
        assert after.points == before.points


def _shuffled(roster: Roster, random: Random) -> Iterator[Force]:
    for force in roster.forces:
        units = list(force.units)
        random.shuffle(units)
        yield replace(force, units=tuple(units))


NUMBERED = re.compile(r"\b[Tt]he \w+ | \(\d+ models\)| See .*")


def said(of: Review) -> Counter[tuple[str, str]]:
    """Return codes and texts, without what depends on the order of units."""
    return Counter((m.code, NUMBERED.sub("", m.text)) for m in of.messages)


@pytest.mark.slow
@settings(max_examples=examples(80))
@given(armies(), st.randoms(use_true_random=False))
def test_what_is_added_anywhere_and_removed_again_leaves_no_trace(
    roster: Roster, random: Random
) -> None:
    before = judged(roster)
    for parent, entry in _places(roster, random):
        grown = apply(roster, Add(parent, with_defaults(entry)))
        added = _new_ids(grown) - _new_ids(roster)
        judged(grown)
        shrunk = apply(grown, Remove(_topmost(grown, added)))
        assert shrunk == roster
        assert judged(shrunk) == before


def _places(roster: Roster, random: Random) -> Iterator[tuple[str, Entry]]:
    """Yield a force with one of its units, and a selection with one of its offers."""
    force = roster.forces[0]
    entries = real_book(force.book).entries
    yield force.id, random.choice(list(entries.values()))
    inner = [one for one in all_bought(roster) if one.entry.entries]
    if inner:
        one = random.choice(inner)
        yield one.selection.id, random.choice(list(one.entry.entries.values()))


def _new_ids(roster: Roster) -> set[str]:
    return {s.id for force in roster.forces for s in walk(force.units)}


def _topmost(roster: Roster, added: set[str]) -> str:
    return next(
        s.id for force in roster.forces for s in walk(force.units) if s.id in added
    )


@settings(max_examples=examples(60))
@given(armies())
def test_a_group_that_is_split_costs_and_numbers_the_same(roster: Roster) -> None:
    """Of a group without choices: what is bought once for it is then bought twice."""
    for one in all_bought(roster):
        group, entry = one.selection, one.entry
        if entry.kind == "model" and group.count > 1 and not group.selections:
            parts = apply(roster, Split(group.id, group.count // 2))
            before, after = judged(roster), judged(parts)
            assert (after.points, after.models) == (before.points, before.models)
            return


def test_the_projects_own_book_has_a_text_for_every_special_rule() -> None:
    told = report(real_book("scrollhammer-saltmere-league"))
    without = [
        line.title
        for line in told
        if line.kind == "special rule"
        and (not line.text or "not known" in line.text or "are known" in line.text)
    ]
    assert without == []


# -- fixes and offers -------------------------------------------------------------


@settings(max_examples=12)
@given(armies(most_units=2))
def test_a_fix_does_what_it_says_and_its_message_is_gone_or_nearer(
    roster: Roster,
) -> None:
    found = with_fixes(judged(roster), books_of(roster))

    for message in found.messages[:6]:
        for fix in message.fixes:
            then = judged(apply_all(roster, fix.edits))
            assert (then.points, then.legal, then.errors) == (
                fix.points,
                fix.legal,
                fix.errors,
            )
            assert then.errors <= found.errors
            before, after = told(found, message), told(then, message)
            assert len(after) < len(before) or (
                len(after) == len(before) and off(after, message) < off(before, message)
            )


def told(of: Review, message: Message) -> list[Message]:
    """Return all that a review says of the rule of a message."""
    rule = (message.code, message.rule)
    return [m for m in of.messages if (m.code, m.rule) == rule]


def off(told: list[Message], message: Message) -> Points:
    """Return how far the place of a message is off what its rule asks for."""
    here = [m.off for m in told if m.where == message.where]
    return sum(max(off, -off) for off in here)


@pytest.mark.parametrize("game", GAMES)
def test_every_unit_of_every_book_is_offered_and_can_be_bought_as_it_comes(
    game: str,
) -> None:
    """What comes along with a unit is never wrong in itself, whatever the army lacks.

    Only a choice that has no default, such as a mutant's mutation, is still to be made.
    """
    own = {"unit-size", "slot", "option-count", "never-equipped", "unknown-entry"}
    for key in (key for key in KEYS if real_book(key).game == game):
        book = real_book(key)
        for unit in book.units.values():
            force = Force("f1", key, 1, (with_defaults(unit, "u"),))
            found = judged(Roster(game, "One", forces=(force,)))
            wrong = {m.code for m in found.messages if m.where.startswith("f1/")} & own
            assert wrong == ({"slot"} if is_open(unit) else set()), (key, unit.key)


def is_open(unit: Entry) -> bool:
    """Return whether a choice must be made that nothing is the default of."""
    return any(
        slot.low and not any(unit.entries[key].start for key in slot.entries)
        for slot in unit.slots
    )


@settings(max_examples=8)
@given(armies(most_units=2))
def test_an_offer_says_truly_what_it_adds_and_whether_it_breaks_something(
    roster: Roster,
) -> None:
    now = judged(roster)
    known = {m.text for m in now.messages if m.severity == ERROR}

    for offer in offers(now, books_of(roster), "f1")[:12]:
        then = judged(apply(roster, offer.edit))
        found = new_messages(now.messages, then.messages)
        new = {without_units(m.text) for m in found if m.code != "points-limit"}
        assert new.isdisjoint(known)
        assert offer.points == then.points - now.points
        assert (offer.why_not in new) if new else (offer.why_not == "")


@settings(max_examples=examples(60))
@given(armies())
def test_a_roster_is_the_same_after_a_trip_through_its_document(roster: Roster) -> None:
    assert read_roster(parse(canonical(roster_document(roster)))) == roster

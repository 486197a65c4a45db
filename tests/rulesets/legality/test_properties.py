"""What holds for every army, whatever was bought: on random armies of a rich book."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.books.book import Entry
from rulesets.core.points import Points
from rulesets.documents.json import canonical, check, parse
from rulesets.legality import new_messages, offers, review, with_fixes, without_units
from rulesets.reviews.review import ERROR, Message, Review
from rulesets.reviews.review_document import review_document
from rulesets.rosters.edits import Add, Remove, apply, apply_all
from rulesets.rosters.roster import (
    Roster,
    Selection,
    read_roster,
    roster_document,
    walk,
)
from tests.examples import examples
from tests.rulesets.legality.rich import BOOK, BOOKS, ROSTERS, UNITS
from tests.rulesets.legality.small import NO_RULES


def judged(roster: Roster) -> Review:
    return review(roster, BOOKS, NO_RULES)


# -- a second, slow engine for points ---------------------------------------------


def models(selection: Selection, offered: dict[str, Entry]) -> int:
    entry = offered.get(selection.entry)
    if entry is None:
        return 0
    below = sum(models(s, dict(entry.entries)) for s in selection.selections)
    return entry.models * selection.count + below


def slow_points(roster: Roster) -> Points:
    """Add an army up from the printed prices, entry by entry, rule by rule."""
    units = roster.forces[0].units
    red = sum(s.entry == "red-clan" for s in units)
    vows: list[int] = []
    return sum((price(u, dict(BOOK.entries), red, vows, 0) for u in units), Decimal(0))


def price(
    bought: Selection, offered: dict[str, Entry], red: int, vows: list[int], men: int
) -> Points:
    entry = offered.get(bought.entry)
    if entry is None:
        return 0
    each: Points = entry.points + ((bought.roll or 0) if entry.roll else 0)
    if bought.entry == "boy":
        each -= red
    if bought.entry == "vow":
        each *= min(3, 1 + sum(vows))
        vows.append(bought.count)
    if entry.kind in ("unit", "model"):
        men = models(bought, offered)
    own = each * bought.count * (men if entry.per == "model" else 1)
    inside = dict(entry.entries)
    return own + sum(price(s, inside, red, vows, men) for s in bought.selections)


@given(ROSTERS)
def test_points_are_those_of_a_slow_second_engine(roster: Roster) -> None:
    assert judged(roster).points == slow_points(roster)


@given(ROSTERS)
def test_points_are_the_sum_of_what_is_shown(roster: Roster) -> None:
    found = judged(roster)

    assert found.points == sum(line.own for line in found.lines())
    for line in found.lines():
        assert line.points == line.own + sum(below.points for below in line.lines)


@given(ROSTERS)
def test_a_review_is_a_valid_document_and_every_path_leads_to_a_line(
    roster: Roster,
) -> None:
    found = judged(roster)

    check("review", parse(canonical(review_document(found))))
    for message in found.messages:
        for path in (message.where, *message.marks):
            assert path in ("", "f1") or found.line(path) is not None
        assert message.text.endswith(".")
        assert "{" not in message.text


@given(ROSTERS)
def test_an_army_is_legal_only_without_errors(roster: Roster) -> None:
    found = judged(roster)

    assert found.legal == (not [m for m in found.messages if m.severity == ERROR])


@settings(max_examples=examples(40))
@given(ROSTERS)
def test_a_fix_does_what_it_says_and_its_message_is_gone_or_nearer(
    roster: Roster,
) -> None:
    found = with_fixes(judged(roster), BOOKS, NO_RULES)

    for message in found.messages:
        for fix in message.fixes:
            then = judged(apply_all(roster, fix.edits))
            errors = sum(m.severity == ERROR for m in then.messages)
            assert (then.points, then.legal, errors) == (
                fix.points,
                fix.legal,
                fix.errors,
            )
            before, after = told(found, message), told(then, message)
            assert len(after) < len(before) or (
                len(after) == len(before) and off(after, message) < off(before, message)
            )
            assert errors <= sum(m.severity == ERROR for m in found.messages)


def told(of: Review, message: Message) -> list[Message]:
    """Return all that a review says of the rule of a message."""
    rule = (message.code, message.rule)
    return [m for m in of.messages if (m.code, m.rule) == rule]


def off(told: list[Message], message: Message) -> Points:
    """Return how far the place of a message is off what its rule asks for."""
    here = [m.off for m in told if m.where == message.where]
    return sum(max(off, -off) for off in here)


@given(ROSTERS, UNITS)
def test_what_is_added_and_removed_again_leaves_no_trace(
    roster: Roster, units: list[Selection]
) -> None:
    for unit in units:
        grown = apply(roster, Add("f1", unit))
        added = grown.forces[0].units[-1].id
        shrunk = apply(grown, Remove(added))
        assert shrunk == roster
        assert judged(shrunk) == judged(roster)


@given(ROSTERS, st.randoms(use_true_random=False))
def test_the_order_of_units_changes_neither_points_nor_verdict(
    roster: Roster, random: object
) -> None:
    force = roster.forces[0]
    units = list(force.units)
    assert hasattr(random, "shuffle")
    random.shuffle(units)
    shuffled = replace(roster, forces=(replace(force, units=tuple(units)),))

    before, after = judged(roster), judged(shuffled)

    # The vow grows dearer by copies that stand before it, all of one price, so the
    # sum is the same only while every vow is bought once.
    if all(s.count == 1 for s in walk(force.units) if s.entry == "vow"):
        assert after.points == before.points
        assert after.legal == before.legal
        codes = Counter(m.code for m in before.messages)
        assert Counter(m.code for m in after.messages) == codes


@given(ROSTERS)
def test_a_roster_is_the_same_after_a_trip_through_its_document(roster: Roster) -> None:
    assert read_roster(parse(canonical(roster_document(roster)))) == roster


@settings(max_examples=examples(25))
@given(ROSTERS)
def test_an_offer_says_truly_what_it_adds_and_what_it_breaks(roster: Roster) -> None:
    now = judged(roster)
    known = {m.text for m in now.messages if m.severity == ERROR}

    for offer in offers(now, BOOKS, "f1", NO_RULES):
        then = judged(apply(roster, offer.edit))
        found = new_messages(now.messages, then.messages)
        new = {without_units(m.text) for m in found if m.code != "points-limit"}
        assert new.isdisjoint(known)
        assert offer.points == then.points - now.points
        assert (offer.why_not in new) if new else (offer.why_not == "")

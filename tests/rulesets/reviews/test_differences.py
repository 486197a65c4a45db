"""Two reviews side by side: what differs in their units, and in their messages."""

from dataclasses import replace

import pytest

from rulesets.books.load import read_book
from rulesets.documents.json import parse
from rulesets.legality import review
from rulesets.reviews.differences import (
    ArmyDifference,
    differences_of_armies,
    differences_of_states,
)
from rulesets.rosters.edits import (
    Add,
    Duplicate,
    Edit,
    Move,
    Remove,
    Rename,
    SetCount,
    SetEdition,
    SetLimit,
    apply_all,
)
from rulesets.rosters.roster import Roster, Selection
from tests.real_books import BOOKS, real_books, sample_army

BOOKS_HERE = real_books("charge-skaven", "warhammer-empire")


@pytest.fixture
def empire() -> Roster:
    return sample_army("empire-2000")


def after(roster: Roster, *edits: Edit) -> ArmyDifference:
    now = apply_all(roster, edits)
    return differences_of_states(review(roster, BOOKS_HERE), review(now, BOOKS_HERE))


def test_a_state_does_not_differ_from_itself(empire: Roster) -> None:
    found = after(empire)
    assert not found.differs
    assert found.changed == ()
    assert len(found.same) == len(empire.forces[0].units)


def test_one_model_more_is_told_with_its_points(empire: Roster) -> None:
    found = after(empire, *_one_more(empire, "halberdiers"))
    (unit,) = found.changed
    before, now = unit.points
    assert now - before == found.added_points > 0
    assert unit.models[1] == unit.models[0] + 1
    assert [(part.before + 1, part.is_unknown) for part in unit.parts] == [
        (part.after, False) for part in unit.parts
    ]


def _one_more(roster: Roster, entry: str) -> list[Edit]:
    unit = next(u for u in roster.forces[0].units if u.entry == entry)
    group = next(s for s in unit.selections if s.count > 1)
    return [SetCount(group.id, group.count + 1)]


def test_an_added_and_a_removed_unit_are_told(empire: Roster) -> None:
    gone = empire.forces[0].units[-1]
    new = Add(empire.forces[0].id, Selection("new", "halberdiers"))
    found = after(empire, Remove(gone.id), new)
    assert [unit.shown.entry for unit in found.changed] == ["halberdiers", gone.entry]
    assert [unit.is_new for unit in found.changed] == [True, False]
    assert [unit.is_gone for unit in found.changed] == [False, True]
    assert found.changed[1].points[1] == 0


def test_a_bought_option_is_told_once_and_not_again_as_gear(empire: Roster) -> None:
    unit = next(u for u in empire.forces[0].units if u.entry == "halberdiers")
    shield = next(one for one in unit.selections if one.entry == "shield")
    (changed,) = after(empire, Remove(shield.id)).changed
    assert [(part.name, part.before, part.after) for part in changed.parts] == [
        ("Shields", 1, 0)
    ]
    assert changed.profiles
    assert all(profile.keys == ("sv",) for profile in changed.profiles)


def test_a_unit_that_only_moved_or_was_copied_differs_in_nothing(
    empire: Roster,
) -> None:
    first = empire.forces[0].units[0]
    assert after(empire, Move(first.id, 3)).changed == ()
    (new,) = after(empire, Duplicate(first.id)).changed
    assert new.is_new


def test_a_new_name_is_told(empire: Roster) -> None:
    (unit,) = after(empire, Rename(empire.forces[0].units[0].id, "Otto")).changed
    assert unit.is_renamed
    assert unit.points[0] == unit.points[1]


def test_messages_that_come_and_go_are_told(empire: Roster) -> None:
    lower = after(empire, SetLimit(500))
    assert "points-limit" in [message.code for message in lower.new_messages]
    assert lower.gone_messages == ()
    small = apply_all(empire, [SetLimit(500)])
    back = after(small, SetLimit(2000))
    assert back.new_messages == ()
    assert "points-limit" in [message.code for message in back.gone_messages]


def test_two_armies_pair_units_by_entry_and_those_of_one_name_first(
    empire: Roster,
) -> None:
    first = empire.forces[0].units[0]
    twice = apply_all(empire, [Duplicate(first.id)])
    other = replace(
        twice,
        forces=tuple(
            replace(
                force,
                units=tuple(replace(u, id=f"x{u.id}") for u in reversed(force.units)),
            )
            for force in twice.forces
        ),
    )
    named = apply_all(other, [Rename(f"x{first.id}", "Otto")])
    one = apply_all(empire, [Rename(first.id, "Otto")])
    found = differences_of_armies(review(one, BOOKS_HERE), review(named, BOOKS_HERE))
    pair = next(u for u in found.units if u.before and u.before.id == first.id)
    assert pair.after is not None
    assert pair.after.id == f"x{first.id}"
    assert [unit.is_new for unit in found.changed] == [True]
    assert sum(1 for unit in found.units if unit.is_gone) == 0


def test_armies_of_different_books_share_no_unit(empire: Roster) -> None:
    rats = review(sample_army("skaven-500"), BOOKS_HERE)
    found = differences_of_armies(review(empire, BOOKS_HERE), rats)
    assert all(unit.is_new or unit.is_gone for unit in found.units)


def test_a_move_to_another_edition_tells_points_figures_and_lost_options() -> None:
    document = parse((BOOKS / "charge-skaven.json").read_bytes())
    ratmen = next(unit for unit in document["units"] if unit["key"] == "ratmen")
    ratmen["points"] += 5
    figures = ratmen["profiles"][0]["characteristics"]
    key = next(k for k, v in figures.items() if isinstance(v, int))
    figures[key] += 1
    document["units"] = [u for u in document["units"] if u["key"] != "jezzails"]
    second = replace(read_book(document), edition=2)
    books = {**BOOKS_HERE, ("charge-skaven", 2): second}
    roster = sample_army("skaven-500")
    force = roster.forces[0]
    whole = apply_all(roster, [Add(force.id, Selection("new", "jezzails"))])
    then = apply_all(whole, [SetEdition(force.id, 2)])
    found = differences_of_states(review(whole, books), review(then, books))
    rats = [u for u in found.changed if u.shown.entry == "ratmen"]
    assert rats
    for unit in rats:
        assert unit.points[1] == unit.points[0] + 5
        assert [profile.keys for profile in unit.profiles] == [(key,)]
        assert unit.profiles[0].after[key] == figures[key]
    lost = [u for u in found.changed if u.is_unknown]
    assert [unit.shown.entry for unit in lost] == ["jezzails"] * len(lost)
    assert lost
    assert found.new_messages

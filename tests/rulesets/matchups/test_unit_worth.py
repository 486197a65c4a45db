"""The worth of units for a filling, worked out again by other ways."""

from dataclasses import replace
from math import comb

import pytest

from rulesets.combats import combat_of
from rulesets.core.points import to_points
from rulesets.games import GAMES
from rulesets.matchups.fairness.entrants import entrants
from rulesets.matchups.fighter import book_fighter
from rulesets.matchups.openings import opened
from rulesets.matchups.unit_worth import (
    VOLLEYS,
    UnitChances,
    UnitWorth,
    many_chances,
    unit_chances,
    unit_worth,
)
from rulesets.odds.match_up import Fighter
from tests.real_books import real_book

WARHAMMER, CHARGE, MORDHEIM = (GAMES[k] for k in ("warhammer", "charge", "mordheim"))


def of_book(book: str, unit: str) -> Fighter:
    return book_fighter(real_book(book), unit)


def worth(game: str, own: Fighter, enemy: Fighter) -> UnitWorth:
    return unit_worth(GAMES[game], unit_chances(GAMES[game], own, enemy), own, enemy)


def unarmed(own: Fighter) -> Fighter:
    """Return a fighter without anything to shoot with."""
    parts = tuple(
        replace(part, gear=tuple(one for one in part.gear if one.kind != "ranged"))
        for part in own.parts
    )
    gear = tuple(one for one in own.gear if one.kind != "ranged")
    return replace(own, gear=gear, parts=parts, alternatives=())


@pytest.fixture(scope="module")
def orcs() -> Fighter:
    return of_book("warhammer-orcs-and-goblins", "orc-boyz")


@pytest.mark.parametrize("archers", ["archers", "handgunners", "crossbowmen"])
def test_archers_beat_the_same_archers_without_bows(
    archers: str, orcs: Fighter
) -> None:
    own = of_book("warhammer-empire", archers)
    bare = unarmed(own)

    armed, without = worth("warhammer", own, orcs), worth("warhammer", bare, orcs)

    assert armed.by == "by shooting"
    assert without.by == "by fighting"
    assert armed.best is not None
    assert without.best is not None
    assert own.points == bare.points
    assert armed.best > 0 > without.best


def test_volleys_take_what_counting_shots_says(orcs: Fighter) -> None:
    """Five of ten stand in front, hit on 4+ and wound on 4+; no armour helps."""
    own = of_book("warhammer-empire", "handgunners")
    shots, harm = 5 * VOLLEYS, 1 / 2 * 1 / 2

    taken = sum(
        min(k, 10) * comb(shots, k) * harm**k * (1 - harm) ** (shots - k)
        for k in range(shots + 1)
    )

    found = worth("warhammer", own, orcs).shooting
    assert found == pytest.approx(taken / 10 * float(orcs.points), rel=1e-9)


def test_fighting_is_what_is_won_less_what_is_lost(orcs: Fighter) -> None:
    own = of_book("warhammer-empire", "swordsmen")
    ends = [opened(WARHAMMER, one, own, orcs) for one in combat_of(WARHAMMER).openings]

    swings = [
        float(orcs.points) * one.wins - float(own.points) * one.loses
        for one in ends
        if one is not None and one.wins is not None and one.loses is not None
    ]

    assert len(swings) == 2
    found = worth("warhammer", own, orcs)
    assert found.fighting == pytest.approx(sum(swings) / 2, abs=1e-9)
    assert found.shooting is None


def test_a_cannon_is_worth_what_it_shoots() -> None:
    cannon = of_book("charge-cathay", "grand-cannon")
    found = worth("charge", cannon, of_book("charge-orcs", "orcs"))

    assert found.by == "by shooting"
    assert found.best is not None
    assert found.best > 0


def test_a_machine_whose_shots_are_not_worked_out_is_worth_nobody_knows_what(
    orcs: Fighter,
) -> None:
    cannon = of_book("warhammer-empire", "great-cannon")
    parts = [
        replace(part, rules=tuple(rule for rule in part.rules if rule.key != "cannon"))
        for part in cannon.parts
    ]
    found = worth("warhammer", replace(cannon, parts=tuple(parts)), orcs)

    assert found == UnitWorth(None, None)
    assert found.best is None


def test_a_group_of_single_fighters_is_worth_as_much_as_all_of_them() -> None:
    one = of_book("mordheim-reikland", "warrior")
    rat = of_book("mordheim-skaven", "verminkin")
    chances = UnitChances(0.5, 0.25, 0.1)
    three = replace(one, models=3, points=3 * one.points)

    alone = unit_worth(MORDHEIM, chances, one, rat)
    together = unit_worth(MORDHEIM, chances, three, rat)

    assert alone.fighting is not None
    assert alone.shooting is not None
    assert together.fighting == pytest.approx(3 * alone.fighting)
    assert together.shooting == pytest.approx(3 * alone.shooting)


@pytest.mark.parametrize(
    ("game", "book", "unit"),
    [
        ("warhammer", "warhammer-empire", "handgunners"),
        ("warhammer", "warhammer-empire", "greatswords"),
        ("charge", "charge-orcs", "orcs"),
    ],
)
def test_chances_of_many_enemies_are_those_of_each(
    game: str, book: str, unit: str
) -> None:
    own = of_book(book, unit)
    field = entrants(real_book(book), to_points(200))
    enemies = [one.fighter for one in field if one.fighter is not None][:12]

    together = [*many_chances(GAMES[game], own, enemies)]

    assert len(together) == len(enemies)
    for enemy, found in zip(enemies, together, strict=True):
        alone = unit_chances(GAMES[game], own, enemy)
        assert found.wins == pytest.approx(alone.wins, abs=1e-12)
        assert found.loses == pytest.approx(alone.loses, abs=1e-12)
        assert (found.shot, found.problem) == (alone.shot, alone.problem)
        assert {one.rule for one in found.left_out} == {
            one.rule for one in alone.left_out
        }

"""Limits that a battle line must keep, whatever its units are."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.context import (
    WarhammerContext,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.line.answer import ending_of, field_of
from rulesets.games.warhammer.combat.line.opening import opening_mode
from rulesets.games.warhammer.combat.line.rules import WarhammerLine
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.odds.answer import Odds
from rulesets.odds.battle_line.model import BattleLine
from rulesets.odds.battle_line.solver import solve_line
from rulesets.odds.context import Context
from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp
from rulesets.odds.posts import Post
from rulesets.odds.sides import Side
from tests.rulesets.simulators.battle_line.units import (
    BIG_BOSS,
    BOAR_BOYZ,
    CAPTAIN,
    FEW_ORCS,
    FEW_SWORDS,
    KNIGHTS,
    ORCS,
    RIDING_CAPTAIN,
    SHORT_HALBERDS,
)

OTHER: dict[str, Side] = {"a": "b", "b": "a"}
MIRROR = 1e-12


def line(
    a: Fighter, b: Fighter, *further: Further, said: Answers | None = None
) -> Odds:
    asked = MatchUp("warhammer", "battle-line", a, b, said or {}, {}, further=further)
    return odds(asked)


def exchanged(one: Further) -> Further:
    touches = OTHER[one.touches[0]] + one.touches[1:] if one.touches else ""
    joins = OTHER[one.joins[0]] + one.joins[1:] if one.joins else ""
    return replace(one, side=OTHER[one.side], touches=touches, joins=joins)


CHARGE: dict[str, Any] = {"contact": "flank", "charges": True}
BOARS = Further(BOAR_BOYZ, "b", touches="a", situation=CHARGE)
LEADER = Further(RIDING_CAPTAIN, "a", "character")
BOSS = Further(BIG_BOSS, "b", "character")
MEN = Further(FEW_SWORDS, "a")

LINES: dict[str, tuple[Fighter, Fighter, tuple[Further, ...], Answers]] = {
    "a flank charge": (KNIGHTS, FEW_ORCS, (BOARS,), {}),
    "a captain in his knights": (KNIGHTS, FEW_ORCS, (LEADER,), {"a.charges": True}),
    "two captains in a challenge": (
        KNIGHTS,
        FEW_ORCS,
        (LEADER, BOSS),
        {"challenge": True},
    ),
    "a challenge that is refused": (
        KNIGHTS,
        FEW_ORCS,
        (LEADER, BOSS),
        {"challenge": True, "refuses": "a"},
    ),
    "two against one": (SHORT_HALBERDS, FEW_ORCS, (MEN,), {"b.aims": "unit"}),
}


def turned_answers(said: Answers) -> dict[str, str | int | bool]:
    return {
        OTHER[key[0]] + key[1:] if key[1] == "." else key: OTHER.get(
            str(answer), answer
        )
        for key, answer in said.items()
    }


@pytest.mark.parametrize("name", LINES)
def test_exchanged_sides_mirror(name: str) -> None:
    a, b, further, said = LINES[name]
    there = line(a, b, *further, said=said)
    back = line(b, a, *map(exchanged, further), said=turned_answers(said))
    assert there.method == back.method == "exact"
    for key, chance in there.outcomes.items():
        other = OTHER[key[0]] + key[1:] if key[:2] in ("a-", "b-") else key
        assert back.outcomes.get(other, 0.0) == pytest.approx(chance, abs=MIRROR)
    for post in ("a-character", "b-character", "a2", "b2"):
        for fate in ("stands", "slain", "away", "run-down"):
            key, other = f"{post}-{fate}", f"{OTHER[post[0]]}{post[1:]}-{fate}"
            if key in there.events:
                here = there.events[key]
                assert back.events[other] == pytest.approx(here, abs=MIRROR)


def with_figures(fighter: Fighter, **figures: int) -> Fighter:
    """Return a fighter with other figures of all its models and mounts."""
    parts = tuple(
        replace(part, characteristics={**part.characteristics, **figures})
        for part in fighter.parts
    )
    whole = {**fighter.characteristics, **figures}
    return replace(fighter, characteristics=whole, parts=parts)


def endings(own: Fighter, enemy: Fighter, *slain: Fighter) -> dict[str, float]:
    """Return how a line ends in whose first unit characters have no wounds left."""
    posts = tuple(
        Post(f"a-character-{n}", read_profile(one, "a"), "a", "character", "a")
        for n, one in enumerate(slain)
    )
    context: WarhammerContext = Context(WarhammerSituation(), WarhammerReadings())
    a, b = read_profile(own, "a"), read_profile(enemy, "b")
    field = field_of(a, b, posts, context)
    wounds = (a.pool, b.pool, *(0 for _ in slain))
    mode = opening_mode(field, tuple(False for _ in field.posts), ("", ""))
    result = solve_line(BattleLine(WarhammerLine(field), {(mode, wounds): 1.0}), "")
    found: dict[str, float] = {}
    for number, chance in zip(result.mode, result.chances, strict=True):
        key = ending_of(field, result.modes[number])
        found[key] = found.get(key, 0.0) + float(chance)
    return found


@pytest.mark.parametrize("slain", [(RIDING_CAPTAIN,), (RIDING_CAPTAIN, CAPTAIN)])
def test_a_unit_whose_characters_are_slain_is_one_without_them(
    slain: tuple[Fighter, ...],
) -> None:
    plain = endings(KNIGHTS, FEW_ORCS)
    assert endings(KNIGHTS, FEW_ORCS, *slain) == pytest.approx(plain, abs=MIRROR)


def test_a_second_unit_that_cannot_strike_changes_no_wounds_of_the_first_round() -> (
    None
):
    idle = with_figures(BOAR_BOYZ, a=0)
    alone = line(KNIGHTS, FEW_ORCS)
    helped = line(
        KNIGHTS,
        FEW_ORCS,
        Further(idle, "b", touches="a", situation={"contact": "rear"}),
    )
    assert helped.wounds["b"].expected() == pytest.approx(alone.wounds["b"].expected())
    assert helped.events["b-wins-first-round"] > alone.events["b-wins-first-round"]


def test_what_becomes_of_everybody_is_certain_to_be_one_of_four_fates() -> None:
    told = line(KNIGHTS, FEW_ORCS, BOARS, LEADER)
    for post in ("a", "b", "b2", "a-character"):
        fates = [told.events[f"{post}-{fate}"] for fate in ("stands", "slain", "away")]
        assert sum(fates) + told.events[f"{post}-run-down"] == pytest.approx(1)


def test_a_character_flees_with_his_unit_and_with_nobody_else() -> None:
    told = line(KNIGHTS, FEW_ORCS, BOARS, LEADER)
    away = told.events["a-character-away"] + told.events["a-character-run-down"]
    assert 0 < away <= 1 - told.events["a-stands"] + 1e-12


def test_orcs_that_aim_at_a_captain_slay_him_more_often() -> None:
    usual = line(KNIGHTS, ORCS, LEADER)
    aimed = line(KNIGHTS, ORCS, LEADER, said={"b.aims": "characters"})
    assert aimed.events["a-character-slain"] > usual.events["a-character-slain"]
    assert aimed.wounds["b"].expected() < usual.wounds["b"].expected()

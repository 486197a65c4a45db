"""What must be true of every combat of Warhammer."""

from dataclasses import replace

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.match_up import Fighter, MatchUp
from tests.rulesets.games.warhammer.match_ups import FIGHTS
from tests.rulesets.games.warhammer.units import (
    GOBLINS,
    HALBERDIERS,
    ORCS,
    SWORDSMEN,
    match_up,
)

MIRRORED = {"a": "b", "b": "a"}


def turned(key: str) -> str:
    side, dot, rest = key.partition(".")
    return MIRRORED[side] + dot + rest if dot and side in MIRRORED else key


def mirrored(question: MatchUp) -> MatchUp:
    """Return the same question with the sides exchanged."""
    situation = {
        turned(key): MIRRORED.get(str(value), value)
        if key in ("last-won", "higher-ground", "refuses")
        else value
        for key, value in question.situation.items()
    }
    if question.kind == "fight":
        situation["turn"] = MIRRORED[str(question.situation.get("turn", "a"))]
    return replace(question, a=question.b, b=question.a, situation=situation)


def told_of_b(key: str) -> str:
    side, dash, rest = key.partition("-")
    return MIRRORED.get(side, side) + dash + rest


@pytest.mark.parametrize("name", [name for name in FIGHTS if "obstacle" not in name])
def test_exchanging_the_sides_exchanges_the_outcomes(name: str) -> None:
    told, other = odds(FIGHTS[name]), odds(mirrored(FIGHTS[name]))
    for key, chance in told.outcomes.items():
        assert other.outcomes[told_of_b(key)] == pytest.approx(chance, abs=1e-10)
    assert other.survivors["b"].chances == pytest.approx(
        told.survivors["a"].chances, abs=1e-10
    )


def changed(fighter: Fighter, **figures: int) -> Fighter:
    """Return a unit with other figures of its ordinary models."""
    first = fighter.parts[0]
    line = {**first.characteristics, **figures}
    parts = (replace(first, characteristics=line), *fighter.parts[1:])
    return replace(fighter, parts=parts)


def wins(fighter: Fighter, enemy: Fighter = ORCS) -> float:
    return odds(match_up("fight", fighter, enemy, {"b.width": 5})).events["a-wins"]


@pytest.mark.parametrize("enemy", [ORCS, GOBLINS, SWORDSMEN], ids=lambda f: f.name)
@pytest.mark.parametrize(
    ("figure", "values"),
    [
        ("ws", (2, 3, 4, 7)),
        ("s", (2, 3, 4, 5, 6)),
        ("t", (2, 3, 4, 5)),
        ("ld", (5, 7, 9, 10)),
        ("sv", (7, 6, 4, 2)),
        ("ward", (7, 6, 5, 4)),
        ("a", (1, 2, 3)),
        ("i", (1, 2, 5)),
    ],
)
def test_better_figures_never_win_less(
    figure: str, values: tuple[int, ...], enemy: Fighter
) -> None:
    chances = [wins(changed(HALBERDIERS, **{figure: v}), enemy) for v in values]
    assert chances == sorted(chances)


@pytest.mark.parametrize(
    ("situation", "readings"),
    [({"a.battle-standard": True}, {}), ({"a.bonus": 2}, {}), ({"a.general": 9}, {})],
)
def test_help_never_harms(
    situation: dict[str, object], readings: dict[str, object]
) -> None:
    helped = match_up("fight", HALBERDIERS, ORCS, situation, readings)  # type: ignore[arg-type]
    assert odds(helped).events["a-wins"] > wins(HALBERDIERS)


def test_more_rounds_only_add_to_what_has_happened() -> None:
    told = odds(match_up("fight", HALBERDIERS, ORCS))
    for before, after in zip(told.by_round, told.by_round[1:], strict=False):
        assert all(after[key] >= chance for key, chance in before.items())


def test_the_last_round_that_is_asked_is_the_answer() -> None:
    whole = odds(match_up("fight", HALBERDIERS, ORCS))
    three = odds(match_up("fight", HALBERDIERS, ORCS, rounds=3))
    for key, chance in whole.by_round[2].items():
        assert three.outcomes[key] == pytest.approx(chance, abs=1e-12)

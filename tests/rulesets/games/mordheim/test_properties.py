"""What holds of all of Mordheim's combats: totals, mirrors, and what more does."""

from dataclasses import replace
from itertools import pairwise

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.odds.match_up import Fighter, MatchUp
from tests.rulesets.games.mordheim.fighters import fighter as f
from tests.rulesets.games.mordheim.fighters import match_up
from tests.rulesets.games.mordheim.grid import ALL


def swapped(question: MatchUp) -> MatchUp:
    def other(key: str) -> str:
        side, dot, rest = key.partition(".")
        return f"{'b' if side == 'a' else 'a'}.{rest}" if dot else key

    situation = {other(key): value for key, value in question.situation.items()}
    charge = question.situation.get("charge", "a")
    situation["charge"] = {"a": "b", "b": "a"}[str(charge)]
    return replace(question, a=question.b, b=question.a, situation=situation)


@pytest.mark.sweep(20)
@pytest.mark.parametrize("name", ALL)
def test_outcomes_are_all_that_can_happen(name: str) -> None:
    told = odds(ALL[name])
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-9)
    assert told.method == "exact"
    for so_far in told.by_round:
        assert sum(so_far.values()) <= 1 + 1e-9


@pytest.mark.sweep(20)
@pytest.mark.parametrize(
    "name", [n for n in ALL if ALL[n].situation.get("charge") != "none"]
)
def test_swapping_the_sides_mirrors_the_answer(name: str) -> None:
    told, mirrored = odds(ALL[name]), odds(swapped(ALL[name]))
    for key, chance in told.outcomes.items():
        other = {"a-": "b-", "b-": "a-"}.get(key[:2], "") + key[2:]
        other = key if key == "undecided" else other
        assert mirrored.outcomes.get(other, 0.0) == pytest.approx(chance, abs=1e-9)
    assert mirrored.expected["turns"] == pytest.approx(told.expected["turns"])


@pytest.mark.parametrize(
    "better",
    [
        [f("sword", name="A", s=s) for s in range(2, 9)],
        [f("sword", name="A", t=t) for t in range(2, 8)],
        [f("sword", name="A", ws=ws) for ws in range(1, 9)],
        [f("sword", name="A", sv=sv) for sv in (7, 6, 5, 4, 3, 2)],
        [f("sword", name="A", w=w) for w in (1, 2, 3)],
        [f("sword", name="A", a=a) for a in (1, 2, 3, 4)],
        [f("sword", name="A", i=i) for i in (1, 3, 5)],
        [f("sword", "stupidity", name="A", ld=ld) for ld in range(3, 12)],
        [f(gear, name="A") for gear in ("sword", "sword helmet", "sword buckler")],
    ],
    ids=[
        *("strength", "toughness", "skill", "save", "wounds"),
        *("attacks", "initiative", "leadership", "gear"),
    ],
)
def test_more_of_a_thing_never_wins_less(better: list[Fighter]) -> None:
    enemy = f("axe", name="B", a=2, w=2, s=4, sv=6)
    wins = [
        odds(match_up(one, enemy, {"charge": "b"})).events["a-wins"] for one in better
    ]
    for less, more in pairwise(wins):
        assert more >= less - 1e-12
    assert wins[-1] > wins[0]

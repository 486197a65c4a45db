"""Drawn battle lines against exact answers of the same lines."""

from dataclasses import replace

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.line import answer
from rulesets.odds.answer import Odds
from rulesets.odds.battle_line import drawn, rolls
from rulesets.odds.battle_line.drawn import draw_line
from rulesets.odds.battle_line.rolls import roll_line
from rulesets.odds.native.bindings import SWITCH
from rulesets.odds.sampling import bound
from tests.rulesets.simulators.battle_line.match_ups import LINES
from tests.rulesets.simulators.battle_line.scene import question_of, swapped

LARGE = (
    "a general in front and a flank",
    "grail knights in the rear of a boss",
    "flank for flank",
)
"""Lines that are drawn, quickly."""

GOAL = 0.003

EXACT = [
    name for name, one in LINES.items() if len(one.posts) > 2 and len(one.units) == 2
] + [
    "hammers beside great weapons",
    "too few for a flank",
    "a feared charge in the flank",
    "both flanks",
    "flagellants and a hammer",
]


def drawn_odds(name: str, monkeypatch: pytest.MonkeyPatch) -> Odds:
    """Return the odds of a line that is drawn, also where it would be rolled."""
    with monkeypatch.context() as patched:
        always = lambda line, seed: draw_line(line, seed)  # noqa: E731
        patched.setattr(answer, "solve_line", always)
        patched.setattr(drawn, "LEAST", 0.0)
        return odds(question_of(LINES[name]))


def chances_in(told: Odds) -> dict[str, float]:
    """Return every chance that an answer tells."""
    found = {**told.outcomes, **told.events}
    for key, one in {**told.distributions, **told.survivors, **told.wounds}.items():
        found |= {f"{key} {count}": p for count, p in enumerate(one.chances)}
    for place, row in enumerate(told.by_round):
        found |= {f"{key} after {place}": chance for key, chance in row.items()}
    return found


def furthest(one: Odds, other: Odds) -> float:
    """Return the worst difference, over the rounds that both tell."""
    rounds = min(len(one.by_round), len(other.by_round))
    first, second = (
        chances_in(replace(told, by_round=told.by_round[:rounds]))
        for told in (one, other)
    )
    return max(
        abs(first.get(key, 0.0) - second.get(key, 0.0)) for key in {*first, *second}
    )


def few(monkeypatch: pytest.MonkeyPatch, states: int, losses: int) -> None:
    monkeypatch.setattr(drawn, "FOLLOWED", states)
    monkeypatch.setattr(drawn, "TOLD_APART", losses)


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", EXACT)
def test_a_drawn_line_is_as_far_from_the_exact_one_as_it_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = odds(question_of(LINES[name]))
    assert exact.method == "exact"
    told = drawn_odds(name, monkeypatch)
    assert furthest(told, exact) <= told.error + 1e-12 < GOAL
    few(monkeypatch, 100, 2_000)
    told = drawn_odds(name, monkeypatch)
    assert furthest(told, exact) <= told.error


SEEDS = 2
"""Samples of each line."""


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", EXACT)
def test_a_rolled_line_is_as_far_from_the_exact_one_as_it_says(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = odds(question_of(LINES[name]))
    for seed in range(SEEDS):
        rolled = lambda line, _: roll_line(line, f"{seed}", 8_000)  # noqa: E731, B023
        monkeypatch.setattr(answer, "solve_line", rolled)
        told = odds(question_of(LINES[name]))
        assert furthest(told, exact) <= told.error < bound(8_000, len(told.outcomes))


def turned(key: str) -> str:
    return {"a-": "b-", "b-": "a-"}.get(key[:2], key[:2]) + key[2:]


@pytest.mark.parametrize("name", LARGE)
def test_a_large_line_is_drawn_to_a_few_thousandths(name: str) -> None:
    told = odds(question_of(LINES[name]))
    assert (told.method, told.samples, told.confidence) == ("sampled", 0, 0.999)
    assert 0 < told.error < GOAL
    assert sum(told.outcomes.values()) == pytest.approx(1, abs=1e-12)
    assert chances_in(told) == chances_in(odds(question_of(LINES[name])))


@pytest.mark.parametrize("name", LARGE[:2])
def test_exchanged_sides_of_a_drawn_line_mirror_within_its_error(name: str) -> None:
    here = odds(question_of(LINES[name]))
    there = odds(question_of(swapped(LINES[name])))
    for key, chance in here.outcomes.items():
        off = abs(chance - there.outcomes[turned(key)])
        assert off <= here.error + there.error


def test_a_drawn_line_is_the_same_without_the_compiled_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    native = odds(question_of(LINES[LARGE[1]]))
    monkeypatch.setenv(SWITCH, "0")
    plain = odds(question_of(LINES[LARGE[1]]))
    assert furthest(native, plain) <= 1e-12
    assert plain.error == pytest.approx(native.error, abs=1e-12)


def test_a_line_of_too_many_blows_is_rolled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "MOST_BLOWS", 3)
    told = odds(question_of(LINES[LARGE[1]]))
    assert told.samples > 0
    assert told.error < 0.01


def test_a_rolled_line_is_the_same_without_the_compiled_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawn, "MOST_BLOWS", 3)
    monkeypatch.setattr(rolls, "MOST_FIGHTS", 20_000)
    native = odds(question_of(LINES[LARGE[1]]))
    monkeypatch.setenv(SWITCH, "0")
    assert chances_in(odds(question_of(LINES[LARGE[1]]))) == chances_in(native)

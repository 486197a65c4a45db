"""Errors that rolled lines tell, beside how far many samples lie from exact answers."""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.line import answer
from rulesets.odds.battle_line.exact import solve_exactly
from rulesets.odds.battle_line.model import BattleLine, LineResult
from rulesets.odds.battle_line.rolls import PARTS, roll_line
from rulesets.odds.volley import Floats, Ints
from tests.rulesets.games.warhammer.line.test_separate_combats import SCENES
from tests.rulesets.simulators.battle_line.large_lines import EIGHT
from tests.rulesets.simulators.battle_line.scene import question_of

SOME = {name: SCENES[name] for name in ("madmen on both ends", "dullards at one end")}

SAMPLES, FIGHTS = 32, 2_000
"""Samples of each line, and the fights of each."""

LIKELY = 0.05
"""Chances that are compared lie so far from 0 and 1 [chance]."""


class Caught(Exception):
    """The line of a question, before it is solved."""


def asked_line(name: str, monkeypatch: pytest.MonkeyPatch) -> BattleLine[Any]:
    caught = list[BattleLine[Any]]()

    def catch(line: BattleLine[Any], seed: object) -> LineResult[Any]:
        del seed
        caught.append(line)
        raise Caught

    with monkeypatch.context() as patch:
        patch.setattr(answer, "solve_line", catch)
        with pytest.raises(Caught):
            odds(question_of(SOME[name]))
    return replace(caught[0], observe=lambda mode, moment, chances: None)


def fates_in(result: LineResult[Any], fates: dict[object, int]) -> Ints:
    """Return the number of the fates of all units of each state."""
    told = [fates.setdefault(mode.fates, len(fates)) for mode in result.modes]
    return np.array(told)[result.mode]


@dataclass(frozen=True)
class Spread:
    """Chances of many samples, those of the exact answer, and errors that are told.

    ``found`` and ``told`` are ``[sample, kind]``: a chance and its standard error;
    ``known`` is ``[kind]``, ``bounds`` ``[sample]`` what each sample tells of all.
    """

    known: Floats
    found: Floats
    told: Floats
    bounds: Floats


def spread_of(line: BattleLine[Any]) -> Spread:
    fates, results = dict[object, int](), list[LineResult[Any]]()
    exact = solve_exactly(line, 10**9)
    known = np.bincount(fates_in(exact, fates), exact.chances)
    for seed in range(SAMPLES):
        results.append(roll_line(line, f"spread {seed}", FIGHTS))
    kinds = [fates_in(result, fates) for result in results]
    count = len(fates)
    by_part = np.zeros((SAMPLES, PARTS, count))
    for sample, (one, kind) in enumerate(zip(results, kinds, strict=True)):
        np.add.at(by_part[sample], (one.part, kind), one.chances * PARTS)
    return Spread(
        known=np.pad(known, (0, count - len(known))),
        found=by_part.mean(axis=1),
        told=by_part.std(axis=1, ddof=1) / math.sqrt(PARTS),
        bounds=np.array(
            [one.error(count, kind) for one, kind in zip(results, kinds, strict=True)]
        ),
    )


@pytest.mark.parametrize("name", SOME)
def test_samples_lie_as_far_from_the_exact_answer_as_their_parts_say(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spread = spread_of(asked_line(name, monkeypatch))
    off = spread.found - spread.known
    likely = (spread.known > LIKELY) & (spread.known < 1 - LIKELY)
    assert likely.sum() > 1
    squares, told = (off**2).mean(axis=0)[likely], (spread.told**2).mean(axis=0)[likely]
    ratio = math.sqrt(float(squares.sum() / told.sum()))
    assert 0.8 < ratio < 1.2
    means = off.mean(axis=0)[likely] / np.sqrt(told / SAMPLES)
    assert np.abs(means).max() < 4
    assert (np.abs(off).max(axis=1) <= spread.bounds).all()


def test_eight_units_with_two_characters_each_are_told_to_five_thousandths() -> None:
    told = odds(question_of(EIGHT))
    assert told.method == "sampled"
    assert told.error < 0.005
    again = odds(question_of(EIGHT))
    assert (again.outcomes, again.error) == (told.outcomes, told.error)

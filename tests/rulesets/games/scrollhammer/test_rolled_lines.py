"""Rolled combats of several units, by the compiled kernel and by NumPy."""

from typing import Any

import pytest

from rulesets.games.scrollhammer.combat import answers
from rulesets.odds.answer import Odds
from rulesets.odds.battle_line import round_plans
from rulesets.odds.battle_line.model import BattleLine, LineResult, Mode
from rulesets.odds.battle_line.rolls import roll_line
from rulesets.odds.battle_line.round_plans import RoundPlan
from rulesets.odds.match_up import MatchUp
from rulesets.odds.native.bindings import SWITCH
from rulesets.odds.sampling import Seed
from tests.rulesets.games.scrollhammer.absorbing_match_ups import ABSORBING
from tests.rulesets.games.scrollhammer.line_match_ups import CASTING, LINES, MENDING
from tests.rulesets.games.scrollhammer.long_line_match_ups import LONG_LINES
from tests.rulesets.games.scrollhammer.switching_match_ups import LINES_THAT_SWITCH
from tests.rulesets.games.scrollhammer.test_line_charges import CHARGING
from tests.rulesets.games.scrollhammer.test_line_defeats import DEFEATS
from tests.rulesets.games.scrollhammer.test_line_draughts import DRINKING
from tests.rulesets.games.scrollhammer.test_line_ground import BOGS

SCENES: dict[str, MatchUp] = {
    f"{kind}: {name}": question
    for kind, several in {
        "lines": LINES,
        "mending": MENDING,
        "casting": CASTING,
        "long": LONG_LINES,
        "absorbing": ABSORBING,
        "switching": LINES_THAT_SWITCH,
        "charging": CHARGING,
        "defeats": DEFEATS,
        "drinking": DRINKING,
        "ground": BOGS,
    }.items()
    for name, question in several.items()
    if question.kind == "battle-line"
}

FIGHTS = 150


def rolled(question: MatchUp) -> Odds:
    """Return the odds of a line that is rolled, however few states it has."""

    def solve(line: BattleLine[Mode], seed: Seed) -> LineResult[Mode]:
        return roll_line(line, seed, FIGHTS)

    return answers._solved_by(solve).odds(question)


@pytest.mark.sweep(4)
@pytest.mark.parametrize("name", SCENES)
def test_the_kernel_rolls_every_line_as_numpy_does(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans = list[RoundPlan | None]()
    plan = round_plans.RoundPlans.plan

    def watched(*given: Any, **more: Any) -> RoundPlan | None:
        plans.append(plan(*given, **more))
        return plans[-1]

    monkeypatch.setattr(round_plans.RoundPlans, "plan", watched)
    native = rolled(SCENES[name])
    assert plans
    assert all(one is not None and one.classes for one in plans)
    monkeypatch.setenv(SWITCH, "0")
    plain = rolled(SCENES[name])
    assert native.samples == plain.samples == FIGHTS
    assert plain.outcomes == native.outcomes
    assert plain.events == native.events
    assert plain.by_round == native.by_round
    assert plain.distributions == native.distributions

"""Parts of the first round of Charge and of Mordheim."""

from dataclasses import replace

import numpy as np
import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.games.charge.combat.answers import odds as charge_odds
from rulesets.games.mordheim.combat.answers import odds as mordheim_odds
from rulesets.odds.first_round import NEVER_FOUGHT
from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.charge.grid import GRID as CHARGE_GRID
from tests.rulesets.games.charge.simulator import figure, simulate
from tests.rulesets.games.mordheim.grid import ALL as MORDHEIM_GRID
from tests.rulesets.games.scrollhammer.test_simulator import grid as scrollhammer_grid
from tests.rulesets.games.warhammer.match_ups import GRID as WARHAMMER_GRID

FIGHTS = 20_000
STANDARD_ERRORS = 4

CHARGES = {name: replace(one, explained=True) for name, one in CHARGE_GRID.items()}
BRAWLS = {name: replace(one, explained=True) for name, one in MORDHEIM_GRID.items()}

MELEES = [
    name
    for name, one in CHARGES.items()
    if one.kind == "fight" and "wounds" not in name
][::4]
DUELS = [name for name, one in BRAWLS.items() if one.kind == "fight"][::12]


@pytest.mark.parametrize("name", MELEES)
def test_the_wounds_of_a_first_round_of_charge_are_those_of_dice(name: str) -> None:
    question = replace(CHARGES[name], rounds=1)
    told = charge_odds(question).deciding
    assert told is not None
    parts = {part.key: part for part in told.parts}
    table = simulate(question, FIGHTS, seed=3)
    for side, unit, left, dealt in (
        ("a", question.b, table.wounds_b, parts["wounds"].a),
        ("b", question.a, table.wounds_a, parts["wounds"].b),
    ):
        other = "b" if side == "a" else "a"
        lost = int(question.situation.get(f"{other}.wounds-lost", 0))
        taken = figure(unit, "wounds") - lost - left
        error = float(np.std(taken)) / FIGHTS**0.5
        assert abs(taken.mean() - dealt) <= STANDARD_ERRORS * error + 1e-9
    gone = ((table.wounds_a == 0).mean(), (table.wounds_b == 0).mean())
    for counted, chance in zip(
        gone, (parts["destroyed"].a, parts["destroyed"].b), strict=True
    ):
        error = (chance * (1 - chance) / FIGHTS) ** 0.5
        assert abs(counted - chance) <= STANDARD_ERRORS * error + 1e-9


@pytest.mark.parametrize("name", MELEES)
def test_a_side_that_never_fails_morale_loses_less_often(name: str) -> None:
    whole = charge_odds(CHARGES[name])
    assert whole.deciding is not None
    for missing in whole.deciding.may_miss:
        told = charge_odds(replace(CHARGES[name], without=frozenset({missing.part})))
        assert told.deciding is not None
        assert missing not in told.deciding.may_miss
        other = "b" if missing.side == "a" else "a"
        lost = f"{other}-wins"
        assert told.events[lost] <= whole.events[lost] + 1e-9


@pytest.mark.parametrize("name", DUELS)
def test_a_first_turn_of_mordheim_is_that_of_its_events(name: str) -> None:
    whole = mordheim_odds(BRAWLS[name])
    told = whole.deciding
    if told is None or any(part.unit == "models" for part in told.parts):
        pytest.skip("several fight, or groups")
    for part in told.parts:
        assert part.a * told.chance == pytest.approx(
            whole.events[f"b-{part.key}-at-once"]
        )
        assert part.b * told.chance == pytest.approx(
            whole.events[f"a-{part.key}-at-once"]
        )


@pytest.mark.parametrize("name", DUELS)
def test_armour_that_is_missing_never_helps(name: str) -> None:
    whole = mordheim_odds(BRAWLS[name])
    for missing in whole.deciding.may_miss if whole.deciding else ():
        told = mordheim_odds(replace(BRAWLS[name], without=frozenset({missing.part})))
        wins = f"{missing.side}-wins"
        assert told.events[wins] <= whole.events[wins] + 1e-9


def questions_of_all_games() -> dict[str, MatchUp]:
    grids = (CHARGES, BRAWLS, WARHAMMER_GRID, scrollhammer_grid())
    chosen = [one for grid in grids for one in [*grid.values()][::20]]
    return {f"{number} {one.game} {one.kind}": one for number, one in enumerate(chosen)}


QUESTIONS = questions_of_all_games()


@pytest.mark.parametrize("name", QUESTIONS)
def test_asking_what_decides_it_changes_nothing_else(name: str) -> None:
    question = replace(QUESTIONS[name], explained=True)
    work_out = combat_of(GAMES[question.game]).odds
    plain = work_out(replace(question, explained=False))
    assert replace(work_out(question), deciding=plain.deciding) == plain


def test_what_never_comes_to_a_fight_is_told_so_and_not_as_unknown() -> None:
    question = replace(WARHAMMER_GRID["they flee from a charge"], explained=True)
    told = combat_of(GAMES["warhammer"]).odds(question)
    assert told.events["contact"] == 0
    assert told.deciding == NEVER_FOUGHT


APPROACHES = [
    one
    for grid in (CHARGES, WARHAMMER_GRID, scrollhammer_grid())
    for one in grid.values()
    if one.kind in ("charge", "engagement")
][::12]


@pytest.mark.parametrize(
    "question", APPROACHES, ids=lambda one: f"{one.game} {one.kind}"
)
def test_a_first_round_comes_as_often_as_contact(question: MatchUp) -> None:
    told = combat_of(GAMES[question.game]).odds(replace(question, explained=True))
    if told.deciding is None:
        assert question.game == "scrollhammer", "only what is absorbed is not told"
    elif "contact" in told.events:
        assert told.deciding.chance == pytest.approx(told.events["contact"], abs=1e-6)

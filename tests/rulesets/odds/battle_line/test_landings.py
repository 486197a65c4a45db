"""Transitions by way of landings, against a line whose rounds are told by hand."""

from collections.abc import Sequence

import numpy as np
import pytest

from rulesets.odds.battle_line.exact import solve_exactly
from rulesets.odds.battle_line.landings import Landings, States
from rulesets.odds.battle_line.model import BattleLine, Blow, RoundMoment
from rulesets.odds.native.bindings import SWITCH
from rulesets.odds.volley import Floats, Ints

STRUCK: Floats = np.array([0.5, 0.25, 0.25])
"""Chances to lose 0, 1 or 2 wounds in a round."""


class Worn:
    """A pool of two wounds that is struck; unhurt it tests whether it turns round.

    While it has its back turned it goes on as before: so the line may come and go
    between two modes of the same wounds.
    """

    pools = (2, 0)
    sides = (1, -1)
    tracks = (0,)

    def orders(self, mode: str) -> Sequence[tuple[float, Sequence[Blow]]]:
        del mode
        kernels = np.zeros((2, 3, 3))
        kernels[1, 2] = STRUCK
        kernels[1, 1] = [0.5, 0.5, 0]
        kernels[:, 0, 0] = kernels[0, :, 0] = 1
        return [(1.0, [Blow(0, lambda now: (now.now(0) > 0) * 1, kernels)])]

    def classify(self, mode: str, moment: RoundMoment) -> Ints:
        del mode
        gone, hurt = moment.now(0) == 0, moment.now(0) < moment.start[0]
        kinds: Ints = gone.astype(np.int64) + 2 * hurt
        return kinds

    def branches(self, mode: str, kind: int) -> Sequence[tuple[str, float]]:
        if kind & 1:
            return [("gone", 1.0), ("never", 0.0)]
        if kind & 2:
            return [("flees", 0.25), (mode, 0.75)]
        return [("front", 0.5), ("back", 0.5)]

    def is_over(self, mode: str) -> bool:
        return mode in ("gone", "flees")


def test_states_of_the_same_wounds_that_lead_to_each_other_are_solved() -> None:
    """The first wound flees by a quarter; a wound of two is lost first by a half."""
    result = solve_exactly(BattleLine(Worn(), {("front", (2, 0)): 1.0}))
    told = dict(zip(result.modes, [0.0] * len(result.modes), strict=True))
    for mode, chance in zip(result.mode, result.chances, strict=True):
        told[result.modes[mode]] += float(chance)
    assert told["flees"] == pytest.approx(0.5 * 0.25, abs=1e-13)
    assert told["gone"] == pytest.approx(1 - 0.5 * 0.25, abs=1e-13)
    assert "never" not in told


def test_the_rounds_of_one_of_two_wounds_are_counted() -> None:
    """A round takes something by a half: two rounds, and two more by three eighths."""
    result = solve_exactly(BattleLine(Worn(), {("front", (2, 0)): 1.0}))
    assert result.rounds == pytest.approx(2 + 2 * 0.5 * 0.75, abs=1e-12)


@pytest.mark.parametrize("switch", ["0", "1"])
def test_losses_of_several_states_share_a_landing(
    switch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SWITCH, switch)
    line = BattleLine(Worn(), {("front", (2, 0)): 1.0})
    states: States[str] = States(line.rules.pools)
    landings = Landings(line, states)
    codes = np.array([states.code_of("front", (left, 0)) for left in (1, 2)])
    wounds = [np.array([[1], [2]]), np.zeros((2, 1), dtype=np.int64)]
    moment = RoundMoment((0,), wounds, [np.arange(3)[None]])
    lost = np.array([[0.5, 0.5, 0], [0.5, 0.25, 0.25]])
    landings.add("front", codes, moment, lost, 0.5)
    reached = landings.reached()
    every = np.union1d(codes, reached)
    (source, landing, share), (left, target, chance) = landings.moves(every)
    assert every[source].tolist() == [codes[0]] * 2 + [codes[1]] * 3
    assert share.tolist() == [0.25, 0.25, 0.25, 0.125, 0.125]
    assert landing[1] == landing[4]
    assert len(set(landing.tolist())) == 4
    assert np.bincount(left, chance).tolist() == [1.0] * 4
    assert set(every[target].tolist()) == {*reached.tolist()}
    assert not len(landings.reached())

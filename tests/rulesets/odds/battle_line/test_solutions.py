"""Battle lines against all dice counted by hand, as exact fractions."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from rulesets.odds.attack import Attack, effect
from rulesets.odds.battle_line import strike
from rulesets.odds.battle_line.drawn import draw_line
from rulesets.odds.battle_line.exact import LineTooLarge, played, solve_exactly
from rulesets.odds.battle_line.model import (
    BattleLine,
    Blow,
    LineResult,
    RoundMoment,
    along_tracks,
)
from rulesets.odds.battle_line.rolls import roll_line
from rulesets.odds.battle_line.solver import (
    WORK_OF_SAMPLE,
    sample_line,
    solve_line,
    solve_wholly,
)
from rulesets.odds.battle_line.two_units import as_it_begins
from rulesets.odds.volley import Floats, Ints, stacked

A, B, C = 0, 1, 2
POOLS = (3, 2, 2)
NEEDS = {A: 5, B: 4, C: 6}
"""Each wound left strikes once a round, by the need of its pool; A at B, then at C."""


class Toy:
    """One pool against two, which strike back; the second hits on sixes only."""

    pools = POOLS
    sides = (1, -1, -1)
    tracks = (A, A, B, C)

    def orders(self, mode: str) -> Sequence[tuple[float, Sequence[Blow]]]:
        del mode
        struck = [
            Blow(2, lambda now: now.now(A), self.kernels(A, B)),
            Blow(3, lambda now: now.now(A) * (now.now(B) == 0), self.kernels(A, C)),
        ]
        others = [
            Blow(0, lambda now: now.now(B), self.kernels(B, A)),
            Blow(1, lambda now: now.now(C), self.kernels(C, A)),
        ]
        return [(0.5, [*struck, *others]), (0.5, [*others, *struck])]

    def kernels(self, own: int, other: int) -> Floats:
        return stacked(effect(Attack(to_hit=NEEDS[own])), POOLS[own], POOLS[other])

    def classify(self, mode: str, moment: RoundMoment) -> Ints:
        del mode
        a, others = moment.now(A) == 0, moment.now(B) + moment.now(C) == 0
        kinds: Ints = a.astype(np.int64) + 2 * others
        return kinds

    def branches(self, mode: str, kind: int) -> Sequence[tuple[str, float]]:
        del mode
        return [(("on", "b", "a", "nobody")[kind], 1.0)]

    def is_over(self, mode: str) -> bool:
        return mode != "on"


def binomial(dice: int, need: int, left: int) -> dict[int, Fraction]:
    """Return the wounds lost to so many dice, each by a sixth of its faces."""
    found: dict[int, Fraction] = {}
    for rolled in product(range(1, 7), repeat=dice):
        lost = min(sum(pip >= need for pip in rolled), left)
        found[lost] = found.get(lost, Fraction(0)) + Fraction(1, 6**dice)
    return found


def struck(state: tuple[int, ...], own: int, other: int) -> dict[Any, Fraction]:
    """Return the states after one pool has struck at another."""
    found = {}
    for lost, chance in binomial(state[own], NEEDS[own], state[other]).items():
        after = list(state)
        after[other] -= lost
        found[tuple(after)] = chance
    return found


def rounds(state: tuple[int, ...]) -> dict[Any, Fraction]:
    """Return the states after a round, all dice counted."""
    found: dict[Any, Fraction] = {}
    blows = [(A, B), (A, C)], [(B, A), (C, A)]
    for order in ([*blows[0], *blows[1]], [*blows[1], *blows[0]]):
        now = {state: Fraction(1, 2)}
        for own, other in order:
            after: dict[Any, Fraction] = {}
            for one, chance in now.items():
                waits = (own, other) == (A, C) and one[B]
                ends = {one: Fraction(1)} if waits else struck(one, own, other)
                for end, share in ends.items():
                    after[end] = after.get(end, Fraction(0)) + chance * share
            now = after
        for end, chance in now.items():
            found[end] = found.get(end, Fraction(0)) + chance
    return found


@cache
def won(state: tuple[int, ...]) -> Fraction:
    """Return the chance that A is left alone."""
    if state[A] == 0 or state[B] + state[C] == 0:
        return Fraction(state[A] > 0)
    after = rounds(state)
    stays = after.pop(state, Fraction(0))
    gains = sum((won(end) * chance for end, chance in after.items()), Fraction(0))
    return gains / (1 - stays)


def share(result: LineResult[str], mode: str) -> float:
    chosen = np.array([one == mode for one in result.modes])[result.mode]
    return float(result.chances[chosen].sum())


def toy(limit: int | None = None) -> BattleLine[str]:
    return BattleLine(Toy(), {("on", POOLS): 1.0}, limit)


def test_an_exact_solution_is_that_of_all_dice_counted() -> None:
    result = solve_exactly(toy())
    assert share(result, "a") == pytest.approx(float(won(POOLS)), abs=1e-12)
    assert float(result.chances.sum()) == pytest.approx(1, abs=1e-12)


def test_one_round_is_that_of_all_dice_counted() -> None:
    result = solve_exactly(toy(limit=1))
    told = {
        tuple(wounds): chance
        for wounds, chance in zip(
            result.wounds.tolist(), result.chances.tolist(), strict=True
        )
    }
    wanted = {end: float(chance) for end, chance in rounds(POOLS).items()}
    assert told == pytest.approx(wanted, abs=1e-12)


def test_a_sample_comes_near_the_exact_solution() -> None:
    chance = float(won(POOLS))
    told = share(roll_line(toy(), "toy", 40_000), "a")
    assert told == pytest.approx(
        chance, abs=4 * (chance * (1 - chance) / 40_000) ** 0.5
    )


def test_what_has_too_many_states_is_drawn() -> None:
    with pytest.raises(LineTooLarge):
        solve_exactly(toy(), most=10)
    assert solve_line(toy(), "toy", most=10).is_drawn
    with pytest.raises(LineTooLarge):
        solve_wholly(toy(), "toy", most=10)


def test_a_sample_counts_as_work_though_no_states_were_solved() -> None:
    assert solve_exactly(toy()).work > 0
    assert sample_line(toy(), "toy").work == WORK_OF_SAMPLE


def test_what_is_drawn_is_the_sample_of_the_same_question() -> None:
    drawn = solve_line(toy(), "toy", most=10)
    sampled = sample_line(toy(), "toy")
    assert drawn.chances.tolist() == sampled.chances.tolist()


def test_a_line_as_it_begins_has_fought_no_round() -> None:
    line = BattleLine(Toy(), {("on", POOLS): 0.75, ("a", (0, 2, 2)): 0.25})
    begun = as_it_begins(line, "toy")
    assert [begun.modes[mode] for mode in begun.mode] == ["on", "a"]
    assert begun.wounds.tolist() == [[*POOLS], [0, 2, 2]]
    assert (begun.chances.tolist(), begun.rounds) == ([0.75, 0.25], 0)
    assert not begun.is_drawn


def test_a_drawn_line_in_which_little_is_drawn_is_the_exact_one() -> None:
    drawn = draw_line(toy(), "toy")
    assert drawn.error(1) < 1e-3
    assert share(drawn, "a") == pytest.approx(float(won(POOLS)), abs=drawn.error(1))
    once = draw_line(toy(limit=1), "toy")
    wanted = share(solve_exactly(toy(limit=1)), "a")
    assert share(once, "a") == pytest.approx(wanted, abs=once.error(1))


def test_the_first_round_is_shown_once() -> None:
    seen: list[float] = []
    line = BattleLine(
        Toy(), {("on", POOLS): 1.0}, None, lambda *told: seen.append(told[2].sum())
    )
    solve_line(line, "toy", most=10)
    assert sum(seen) == pytest.approx(1)
    seen.clear()
    solve_exactly(line)
    assert sum(seen) == pytest.approx(1)


class Idle(Toy):
    """The same where nobody can hurt anybody."""

    def orders(self, mode: str) -> Sequence[tuple[float, Sequence[Blow]]]:
        del mode
        return [(1.0, ())]


def test_a_line_in_which_nothing_happens_stalls() -> None:
    result = solve_exactly(BattleLine(Idle(), {("on", POOLS): 1.0}))
    assert result.stalled == pytest.approx(1)
    assert share(result, "on") == pytest.approx(1)


class Slow(Toy):
    """The same where A alone strikes at B, and wounds once in 36 blows."""

    def orders(self, mode: str) -> Sequence[tuple[float, Sequence[Blow]]]:
        del mode
        wounds = effect(Attack(to_hit=6, to_wound=6))
        kernels = stacked(wounds, POOLS[A], POOLS[B])
        return [(1.0, [Blow(2, lambda now: now.now(A), kernels)])]


def test_a_long_combat_counts_all_of_its_rounds_and_ends() -> None:
    result = solve_exactly(BattleLine(Slow(), {("on", (1, 1, 0)): 1.0}))
    assert result.rounds == pytest.approx(36)
    assert result.stalled == 0
    assert share(result, "on") == pytest.approx(0, abs=1e-12)


BACK = {
    A: np.array([[1, 0, 0, 0], [0, 2 / 3, 1 / 3, 0], [0, 0, 0.5, 0.5], [0, 0, 0, 1]]),
    C: np.array([[1.0, 0, 0], [0, 0.25, 0.75], [0, 0, 1.0]]),
}
"""One wound of A comes back on a third, or the last on a half; of C on 3 of 4."""


def healing(limit: int | None, begun: tuple[int, ...] = (2, 2, 1)) -> BattleLine[str]:
    return BattleLine(Toy(), {("on", begun): 1.0}, limit, recovers=lambda mode: BACK)


def healed(state: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """Return the states in which a round may begin, by exact fractions."""
    found = {}
    for a, c in product(range(POOLS[A] + 1), range(POOLS[C] + 1)):
        chance = BACK[A][state[A], a] * BACK[C][state[C], c]
        found[a, state[B], c] = Fraction(chance).limit_denominator(24)
    return {end: chance for end, chance in found.items() if chance}


def played_with_healing(limit: int) -> dict[tuple[int, ...], Fraction]:
    """Return the states after so many rounds, each begun as wounds came back."""
    now: dict[tuple[int, ...], Fraction] = {(2, 2, 1): Fraction(1)}
    for _ in range(limit):
        after: dict[tuple[int, ...], Fraction] = {}
        for state, chance in now.items():
            over = state[A] == 0 or state[B] + state[C] == 0
            for begun, share in ({state: 1} if over else healed(state)).items():
                ends = {begun: Fraction(1)} if over else rounds(begun)
                for end, part in ends.items():
                    after[end] = after.get(end, Fraction(0)) + chance * share * part
        now = after
    return now


@pytest.mark.parametrize("limit", [1, 2, 4])
def test_wounds_that_come_back_are_counted_as_fractions(limit: int) -> None:
    result = solve_exactly(healing(limit))
    told = {
        tuple(wounds): chance
        for wounds, chance in zip(
            result.wounds.tolist(), result.chances.tolist(), strict=True
        )
    }
    wanted = {end: float(one) for end, one in played_with_healing(limit).items()}
    assert told == pytest.approx({**dict.fromkeys(told, 0.0), **wanted}, abs=1e-12)


def test_wounds_that_come_back_are_drawn_and_rolled_alike() -> None:
    exact = share(solve_exactly(healing(4)), "a")
    drawn = draw_line(healing(4), "toy")
    assert share(drawn, "a") == pytest.approx(exact, abs=max(drawn.error(1), 1e-9))
    rolled = share(roll_line(healing(4), "toy", 40_000), "a")
    bound = 4 * (exact * (1 - exact) / 40_000) ** 0.5
    assert rolled == pytest.approx(exact, abs=bound)


def test_a_line_in_which_wounds_come_back_is_played_to_its_end() -> None:
    """Chances to win as those of all states agree after one more round."""
    chances = {
        begun: share(solve_exactly(healing(None, begun)), "a")
        for begun in product(range(1, 4), range(3), range(3))
        if sum(begun[1:])
    }
    for begun, chance in chances.items():
        after = Fraction(0)
        for state, part in healed(begun).items():
            for end, share_of_it in rounds(state).items():
                lost = end[A] == 0
                won_now = not lost and end[B] + end[C] == 0
                later = 0.0 if lost else 1.0 if won_now else chances[end]
                after += part * share_of_it * Fraction(later)
        assert chance == pytest.approx(float(after), abs=1e-9)


def test_a_line_in_which_only_wounds_come_back_stalls() -> None:
    begun: dict[tuple[str, tuple[int, ...]], float] = {("on", (1, 2, 1)): 1.0}
    line = BattleLine(Idle(), begun, None, recovers=lambda mode: BACK)
    result = solve_exactly(line)
    assert result.stalled == pytest.approx(1)
    assert result.wounds[result.chances > 1e-6].tolist() == [[3, 2, 2]]


def test_a_blow_that_knows_too_few_dice_is_refused() -> None:
    few = Blow(0, lambda moment: np.array([2]), stacked(effect(Attack(to_hit=4)), 1, 2))
    wounds = np.array([[2]])
    with pytest.raises(IndexError, match="more dice"):
        played((0,), wounds, [few])


def test_losses_that_cannot_be_ask_for_no_dice() -> None:
    kernels = stacked(effect(Attack(to_hit=4)), 1, 2)
    blow = Blow(0, lambda moment: 1 + moment.lost[1], kernels)
    start = [np.array([[[2]]]), np.array([[[2]]])]
    moment = RoundMoment((0, 1), start, along_tracks((1, 1, 3)))
    told = strike.struck(blow, moment, np.array([[[1.0, 0.0, 0.0]]]))
    assert told[0].tolist() == [[0.5, 0.0, 0.0], [0.5, 0.0, 0.0]]

"""Rounds by steps of the compiled kernel, against NumPy's own."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from rulesets.games.charge.combat import answers as charge
from rulesets.games.scrollhammer.combat import answers as scrollhammer
from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.line import answer
from rulesets.odds.answer import Odds
from rulesets.odds.attack import Attack, effect
from rulesets.odds.battle_line import rolls, round_plans, steps
from rulesets.odds.battle_line.effort import Effort
from rulesets.odds.battle_line.fights import Wounds
from rulesets.odds.battle_line.model import BattleLine, Blow, RoundMoment
from rulesets.odds.battle_line.next_modes import NextModes
from rulesets.odds.battle_line.rolls import roll_line
from rulesets.odds.battle_line.round_plans import RoundEnds, RoundPlan, RoundPlans
from rulesets.odds.battle_line.step_recorder import Steps, looked_up
from rulesets.odds.match_up import MatchUp
from rulesets.odds.native.bindings import SWITCH, stepped_kernel
from rulesets.odds.native.marshal import KernelError
from rulesets.odds.sampling import generator
from rulesets.odds.volley import Floats, Ints, stacked
from tests.rulesets.games.charge.grid_combat import COMBATS
from tests.rulesets.games.scrollhammer.line_match_ups import MENDING
from tests.rulesets.simulators.battle_line.match_ups import LINES
from tests.rulesets.simulators.battle_line.redressed_lines import REDRESSED
from tests.rulesets.simulators.battle_line.scene import Scene, question_of
from tests.rulesets.simulators.battle_line.spear_lines import SPEARS
from tests.rulesets.simulators.battle_line.stupid_lines import STUPID

POOLS = (9, 7, 5)
FIGHTS, PARTS = 700, 4
TABLE = np.arange(80).reshape(10, 8) * 7 % 23
FLAGS = TABLE[0] > 5
NEVER = np.zeros(1, dtype=np.bool_)
ALWAYS = np.ones(1, dtype=np.bool_)


class Alone:
    """Three pools whose round ends in one class by some function of them."""

    pools = POOLS
    sides = (1, -1, -1)
    tracks = (0, 1, 2)

    def __init__(self, kind: Callable[..., Any], blows: Sequence[Blow] = ()) -> None:
        self.kind = kind
        self.blows = blows

    def orders(self, mode: str) -> Sequence[tuple[float, Sequence[Blow]]]:
        del mode
        return [(1.0, self.blows)]

    def classify(self, mode: str, moment: RoundMoment) -> Ints:
        del mode
        found: Ints = self.kind(*(moment.now(pool) for pool in range(3)))
        return found

    def branches(self, mode: str, kind: int) -> Sequence[tuple[str, float]]:
        del mode
        return [("on" if kind % 3 else "over", 1.0)]

    def is_over(self, mode: str) -> bool:
        return mode == "over"


KINDS: dict[str, Callable[..., Any]] = {
    "sums": lambda a, b, c: a + b - c + 3 - (2 - a) + np.int64(4),
    "products": lambda a, b, c: a * b * 3 - (-c) * 2 + 0 * a + b * 1,
    "the least and the most": lambda a, b, c: (
        np.minimum(a, b) + np.maximum(c, 3) + np.clip(a - c, 0, np.minimum(b, 4))
    ),
    "bounds that say it": lambda a, b, c: (
        np.minimum(a, 99) + np.maximum(b, -1) + (c < 100) + (c >= 6) + (a == 50)
    ),
    "comparisons": lambda a, b, c: (
        (a < b)
        + 2 * (a <= 4)
        + 4 * (c < 3)
        + 8 * (b >= c)
        + 16 * (a == b)
        + 32 * (c != 2)
        + 64 * (a > 5)
    ),
    "both, either and not": lambda a, b, c: (
        0 + ((a > 2) & (b > 2) | ~(c > 2)) + 2 * ((a > 4) | (b == 0)) + 4 * ~(a < 3)
    ),
    "answers that are the same": lambda a, b, c: (
        0
        + ((a > 2) & ALWAYS)
        + 2 * ((b > 2) | NEVER)
        + 4 * (NEVER & (c > 1))
        + 8 * NEVER
    ),
    "yes and yes is yes": lambda a, b, c: 0 + ((a > 2) + (b > 2)) + (c > 2),
    "divisions": lambda a, b, c: -(-a // 3) + (a - b) // 2 + (c - 7) // 4 + b // 1,
    "choices": lambda a, b, c: (
        np.where(a > b, c, b) + np.where(ALWAYS, 3, 4) * c + np.where(c == 0, 1, 0)
    ),
    "a table": lambda a, b, c: looked_up(TABLE, a, b) + looked_up(TABLE[0], c),
    "the end of a table": lambda a, b, c: looked_up(TABLE, a - b, c - b) + a,
    "a table of answers": lambda a, b, c: 0 + ~looked_up(FLAGS, b) + 2 * (c > a),
    "like ones": lambda a, b, c: np.zeros_like(a) + b * np.ones_like(c),
    "one for all": lambda a, b, c: np.zeros(1, dtype=np.int64) + 3,
    "whole numbers": lambda a, b, c: (a > b).astype(np.int64) + (c > 1).astype(int),
    "may be any": lambda a, b, c: a + b if (c > 2).any() else c,
}


def planned(rules: Any, *, shows: bool = False) -> RoundPlan | None:
    ((_, blows),) = rules.orders("on")
    return RoundPlans(rules).plan("on", blows, shows=shows)


def held(wounds: Ints) -> Wounds:
    """Return wounds as rolled fights hold them."""
    return np.ascontiguousarray(wounds.T, dtype=np.int32)


def played(
    plan: RoundPlan, wounds: Wounds, part: tuple[Ints, int], shifts: Floats
) -> tuple[Wounds, RoundEnds]:
    """Return the wounds that the kernel leaves to fights, and how their rounds end."""
    kernel = stepped_kernel()
    assert kernel is not None
    left = np.ascontiguousarray(wounds, dtype=np.int32).copy()
    which = np.arange(left.shape[1])
    return left, plan.play(kernel, left, (which, *part), shifts)


def ends_of(plan: RoundPlan, wounds: Ints, blows: int = 0) -> tuple[Wounds, RoundEnds]:
    part = np.arange(len(wounds)) * PARTS // max(len(wounds), 1)
    shifts = np.full((blows, PARTS), 0.25)
    return played(plan, held(wounds), (part, PARTS), shifts)


def wounds_of(fights: int = FIGHTS) -> Ints:
    most = np.array(POOLS) + 1
    return generator("wounds").integers(0, most, (fights, 3))


@pytest.mark.parametrize("name", KINDS)
def test_steps_say_what_arrays_say(name: str) -> None:
    rules, wounds = Alone(KINDS[name]), wounds_of()
    plan = planned(rules)
    assert plan is not None
    assert plan.classes
    moment = RoundMoment(rules.tracks, [*wounds.T], [0 * left for left in wounds.T])
    wanted = np.broadcast_to(rules.classify("on", moment), len(wounds))
    left, ends = ends_of(plan, wounds)
    assert ends.kinds.tolist() == wanted.astype(np.int64).tolist()
    assert left.tolist() == wounds.T.tolist()


@pytest.mark.parametrize(
    "kind",
    [
        lambda a, b, c: TABLE[a, b] + c,
        lambda a, b, c: a if a > b else c,
        lambda a, b, c: a / 2 + b + c,
        lambda a, b, c: a // b + c,
        lambda a, b, c: ~a + b + c,
        lambda a, b, c: a & b & c,
        lambda a, b, c: a + np.arange(3)[0] * 0.5 + b + c,
        lambda a, b, c: looked_up(TABLE, a) + b + c,
        lambda a, b, c: np.broadcast_arrays(a, b, c)[0],
        lambda a, b, c: a.astype(float) + b + c,
        lambda a, b, c: a.max() + b + c,
        lambda a, b, c: (a + 1) * 2**30 + b + c,
        lambda a, b, c: np.cumsum(a) + b + c,
    ],
)
def test_what_no_step_can_do_is_left_to_numpy(kind: Callable[..., Any]) -> None:
    plan = planned(Alone(kind))
    assert plan is not None
    assert not plan.classes
    one = effect(Attack(to_hit=4))
    dice = lambda now: kind(*(now.now(pool) for pool in range(3)))  # noqa: E731
    assert planned(Alone(KINDS["sums"], [Blow(0, dice, stacked(one, 9, 9))])) is None


def test_no_place_beyond_a_table_is_looked_up() -> None:
    plan = planned(Alone(lambda a, b, c: looked_up(TABLE, a, b) + c))
    assert plan is not None
    wounds = wounds_of()
    wounds[17, 0] = 10**6
    with pytest.raises(KernelError, match="not there"):
        ends_of(plan, wounds)


def test_some_of_all_fights_are_played_where_they_lie() -> None:
    """Those of others keep their wounds."""
    rules, wounds = striking(), wounds_of()
    plan, kernel = planned(rules), stepped_kernel()
    assert plan is not None
    assert kernel is not None
    which = np.arange(FIGHTS)[::-3].copy()
    part, shifts = np.arange(len(which)) * PARTS // len(which), np.full((3, PARTS), 0.4)
    alone, ends = played(plan, held(wounds[which]), (part, PARTS), shifts)
    left = held(wounds)
    found = plan.play(kernel, left, (which, part, PARTS), shifts)
    assert left[:, which].tolist() == alone.tolist()
    assert found.kinds.tolist() == ends.kinds.tolist()
    rest = np.delete(np.arange(FIGHTS), which)
    assert left[:, rest].tolist() == wounds[rest].T.tolist()
    with pytest.raises(KernelError, match="layout"):
        plan.play(kernel, left[:, ::2], (which[:0], part[:0], PARTS), shifts)


def striking() -> Alone:
    """Return rules of two pools that strike at each other, and one that looks on."""
    one = effect(Attack(to_hit=4))
    blows = (
        Blow(1, lambda now: now.now(0) + now.now(2), stacked(one, 14, 7)),
        Blow(0, lambda now: now.now(1) * (now.start[2] > 1), stacked(one, 7, 9)),
        Blow(1, lambda now: np.minimum(now.now(0), 2), stacked(one, 2, 7)),
    )
    return Alone(lambda a, b, c: (a > 0) + 2 * (b > 0) + 0 * c, blows)


def test_no_row_beyond_the_chances_of_a_blow_is_drawn_from() -> None:
    rules = striking()
    plan = planned(rules)
    assert plan is not None
    wounds = wounds_of()
    assert ends_of(plan, wounds, 3)[0].min() >= 0
    wounds[5, 0] = 10**6
    with pytest.raises(KernelError, match="not there"):
        ends_of(plan, wounds, 3)


@pytest.mark.parametrize("shows", [False, True])
@pytest.mark.parametrize("fights", [0, 1, 40, 900, 20_000])
def test_a_round_by_steps_is_one_by_arrays(fights: int, shows: bool) -> None:
    rules, wounds = striking(), wounds_of(fights)
    line = BattleLine(rules, {("on", POOLS): 1.0}, 1)
    part = np.arange(fights) * rolls.PARTS // max(fights, 1)
    effort = Effort(NextModes(line), RoundPlans(rules))
    sample = rolls._rolled(line, effort, generator("one"), max(fights, 1))
    shifts = generator("shifts").random((3, rolls.PARTS))
    plan = planned(rules, shows=shows)
    assert plan is not None
    left, native = played(plan, held(wounds), (part, rolls.PARTS), shifts)
    same, plain = sample._by_numpy("on", held(wounds), part, rules.blows, shifts)
    assert left.tolist() == same.tolist()
    assert native.kinds.tolist() == plain.kinds.tolist()
    assert native.ahead.tolist() == plain.ahead.tolist()
    assert native.recent.tolist() == plain.recent.tolist()
    assert native.lost.tolist() == (plain.lost.tolist() if shows else [])


def where_even(now: RoundMoment) -> Ints:
    """Return a die where the third pool is even, else none."""
    dice: Ints = 1 + now.start[2] // 2 * 2 - now.start[2]
    return dice


def test_fights_that_take_nothing_for_sure_leave_the_draws_to_the_others() -> None:
    strikes = Blow(0, where_even, stacked(effect(Attack(to_hit=4)), 1, 9))
    plan = planned(Alone(lambda a, b, c: a + b * 0 + c * 0, [strikes]))
    assert plan is not None
    parts, each = 4, 64
    wounds = np.tile(np.array([9, 7, 1]), (parts * each, 1))
    for part in range(parts):
        wounds[part * each : part * each + 8 * part, 2] = 2
    of = np.repeat(np.arange(parts), each)
    shifts = np.array([[0.1, 0.3, 0.6, 0.9]])
    left, _ = played(plan, held(wounds), (of, parts), shifts)
    taken = 9 - left[0]
    assert not taken[wounds[:, 2] == 1].any()
    assert np.bincount(of, taken).tolist() == [0, 4, 8, 12]


@pytest.mark.parametrize(
    ("blows", "order"),
    [((0, 2, 1, 1), [0, 3, 2, 1]), ((0, 0, 0, 0), [0, 1, 2, 3])],
    ids=["several", "nothing"],
)
def test_fights_lie_in_order_of_what_they_took_last(
    blows: tuple[int, ...], order: list[int]
) -> None:
    """Of two blows the second comes first: by it 0, 1, 1 and 0 are taken."""
    table, first = np.array([0, 0, 1, 1, 0]), np.array([*blows])
    sure = effect(Attack(to_hit=1))
    none = not any(blows)
    strikes = [
        Blow(0, lambda now: now.start[1], stacked(sure, 2, 9)),
        Blow(0, lambda now: looked_up(table, now.start[2]), stacked(sure, 1, 9)),
    ]
    plan = planned(Alone(lambda a, b, c: a + b * 0 + c * 0, strikes))
    assert plan is not None
    seconds = np.zeros(4, dtype=np.int64) if none else np.array([1, 2, 3, 4])
    wounds = np.stack([np.full(4, 9), first, seconds])
    part = (np.zeros(4, dtype=np.int64), 1)
    _, ends = played(plan, held(wounds.T), part, np.full((2, 1), 0.5))
    assert np.argsort(ends.recent).tolist() == order


def test_values_that_were_made_are_not_made_again() -> None:
    steps = Steps()
    start: Callable[[int, int], Any] = steps.start
    one, other = start(0, 9), start(1, 9)
    made = np.minimum(one + 2 * other, 12) > one
    count = len(steps.places)
    again = np.minimum(one + 2 * other, 12) > one
    assert again is made
    assert (again + 1).flag is False
    assert len(steps.places) == count + 2


def test_rounds_of_more_steps_than_there_was_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, wounds = striking(), wounds_of()
    plans = [planned(rules), planned(rules)]
    found = []
    for plan, room in zip(plans, (steps.ROOM, 1), strict=True):
        monkeypatch.setattr(steps, "ROOM", room)
        assert plan is not None
        found.append(ends_of(plan, wounds, 3)[0].tolist())
    assert found[0] == found[1]


def told_of(threads: int, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    with monkeypatch.context() as patched:
        patched.setattr(round_plans, "ENOUGH", 1)
        patched.setattr(round_plans, "MOST_THREADS", threads)
        patched.setattr(round_plans, "processors", lambda: threads)
        line = BattleLine(striking(), {("on", POOLS): 1.0}, None)
        result = roll_line(line, "threads", 30_000)
    return [result.mode.tolist(), result.wounds.tolist(), result.chances.tolist()]


def test_it_is_the_same_on_however_many_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = [told_of(threads, monkeypatch) for threads in (1, 2, 3, 8, 20)]
    assert all(one == other for one, other in pairwise(told))


def test_it_is_the_same_without_the_compiled_kernel(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    native = told_of(2, monkeypatch)
    monkeypatch.setenv(SWITCH, "0")
    assert stepped_kernel() is None
    assert told_of(2, monkeypatch) == native


class Laid(Exception):
    """A battle line that was laid out, in place of its odds."""

    line: BattleLine[Any]


SCENES: dict[str, Scene] = {**LINES, **REDRESSED, **STUPID, **SPEARS}


def test_rounds_of_warhammer_can_be_written_as_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def caught(line: BattleLine[Any], seed: object) -> None:
        del seed
        found = Laid()
        found.line = line
        raise found

    monkeypatch.setattr(answer, "solve_line", caught)
    by_hand = []
    for name, scene in SCENES.items():
        with pytest.raises(Laid) as laid:
            odds(question_of(scene))
        rules = laid.value.line.rules
        mode = next(iter(laid.value.line.begun))[0]
        plans = [
            RoundPlans(rules).plan(mode, blows, shows=True)
            for _, blows in rules.orders(mode)
        ]
        if not all(plan and plan.classes for plan in plans):
            by_hand.append(name)
    assert by_hand == []


@pytest.mark.parametrize(
    ("ask", "question"),
    [
        (charge.odds, COMBATS["two blocks against two"]),
        (scrollhammer.odds, MENDING["many grow back"]),
    ],
    ids=["charge", "scrollhammer"],
)
def test_lines_of_other_games_are_the_same_without_it(
    ask: Callable[[MatchUp], Odds],
    question: MatchUp,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rolls, "MOST_FIGHTS", 6_000)
    native = ask(question)
    assert native.samples == 6_000
    monkeypatch.setenv(SWITCH, "0")
    plain = ask(question)
    assert plain.outcomes == native.outcomes
    assert plain.distributions == native.distributions

"""Mordheim combats with too many states to solve: sampled, all fights side by side.

Fights in the same state are drawn together, so a sample costs what its states cost.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulesets.games.mordheim.combat.context import MordheimContext, MordheimSituation
from rulesets.games.mordheim.combat.fights.orders import MordheimTurn, States, Turns
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.questions.nerve import (
    FRIEND_NEAR,
    SCATTERED,
    TABLE_EDGE,
)
from rulesets.games.mordheim.combat.questions.questions import FIGHTERS, KINDS, POSTURE
from rulesets.games.mordheim.combat.questions.readings import READINGS
from rulesets.games.mordheim.combat.questions.said import OF_COMBATS
from rulesets.odds.context import answer_to
from rulesets.odds.fight.model import SHOWN_ROUNDS
from rulesets.odds.sampling import SAMPLES, UNDECIDED_AFTER, Seed, bound, generator
from rulesets.odds.settings import keys
from rulesets.odds.sides import OTHER, Side

SAID = frozenset((one.key, one.default) for one in OF_COMBATS)
LATER_NO: frozenset[tuple[str, str | int | bool]] = frozenset(
    (key, False)
    for key in ("garlic", "at-edge", "keeps-edge", "flash", "water", "net", "bomb")
)
LATER: Mapping[str, frozenset[tuple[str, str | int | bool]]] = {
    "fight": SAID | {("under", "none"), ("joins", 0)},
    "engagement": SAID | {("crawls", "stays"), *LATER_NO},
}
"""Usual answers to questions of a kind that came later: they change no sample."""

SHOWN_TURNS = 2 * SHOWN_ROUNDS
"""Turns that are shown one by one where sides begin apart."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """The result of combats turn by turn; see `MeleeResult`."""

    ends: Mapping[States, float]
    open: Mapping[States, float]
    by_turn: Sequence[Mapping[States, float]]
    turns: float
    error: float = 0.0


def sample(
    melee: Turns,
    first: Mapping[States, float],
    active: Side,
    rounds: int | None,
    seed: Seed,
) -> TurnResult:
    """Return sampled combats after their first turn.

    Parameters
    ----------
    melee : Turns
    first : mapping
        How everybody is after the first turn, worked out [chance].
    active : str
        Whose turn is the second.
    rounds : int, optional
        Turns at most [turns].
    seed : str or callable
    """
    drawing = _Drawing(melee, seed)
    live = drawing.drawn(first, SAMPLES)
    by_turn: list[dict[States, float]] = []
    turns = 0
    most = UNDECIDED_AFTER if rounds is None else rounds
    for number in range(1, most + 1):
        turns += sum(live.values())
        if number > 1:
            live = drawing.moved(live, active)
            active = OTHER[active]
        live = drawing.going_on(live)
        if rounds is not None or number <= SHOWN_ROUNDS:
            by_turn.append(_shares(drawing.ends))
        if not live:
            break
    chances = len(drawing.ends) + len(live) + sum(len(done) for done in by_turn)
    return TurnResult(
        _shares(drawing.ends),
        _shares(live),
        tuple(by_turn),
        turns / SAMPLES,
        bound(SAMPLES, max(1, chances)),
    )


def sample_arriving(
    melee: Turns,
    arriving: Sequence[Mapping[Side, Mapping[States, float]]],
    rounds: int | None,
    seed: Seed,
) -> TurnResult:
    """Return sampled combats that begin in different turns.

    Parameters
    ----------
    melee : Turns
    arriving : sequence of mapping
        By turn, the first being 1: whose the next turn is, and how they are [chance].
        What all chances together miss to 1 does not fight.
    rounds : int, optional
        Turns at most [turns].
    seed : str or callable
    """
    drawing = _Drawing(melee, seed)
    keys = [
        (number, active, states)
        for number, coming in enumerate(arriving)
        for active, chances in coming.items()
        for states in chances
    ]
    shares = [arriving[number][active][states] for number, active, states in keys]
    total = sum(shares)
    drawn = drawing.rng.multinomial(SAMPLES, [share / total for share in shares])
    live: dict[Side, dict[States, int]] = {"a": {}, "b": {}}
    by_turn: list[dict[States, float]] = []
    turns = 0
    most = UNDECIDED_AFTER if rounds is None else rounds
    for number in range(most):
        turns += sum(sum(some.values()) for some in live.values())
        moved = {side: drawing.moved(live[side], side) for side in live}
        live = {"a": moved["b"], "b": moved["a"]}
        for (at, active, states), count in zip(keys, drawn.tolist(), strict=True):
            if at == number and count:
                live[active][states] = live[active].get(states, 0) + count
        live = {side: drawing.going_on(some) for side, some in live.items()}
        if rounds is not None or number < SHOWN_TURNS:
            by_turn.append(_shares(drawing.ends, total))
        if number >= len(arriving) and not any(live.values()):
            break
    left: dict[States, int] = {}
    for some in live.values():
        for states, count in some.items():
            left[states] = left.get(states, 0) + count
    frequencies = len(drawing.ends) + len(left) + sum(len(done) for done in by_turn)
    return TurnResult(
        _shares(drawing.ends, total),
        _shares(left, total),
        tuple(by_turn),
        total * turns / SAMPLES,
        total * bound(SAMPLES, max(1, frequencies)),
    )


class _Drawing:
    """All sampled fights, those in the same state together."""

    def __init__(self, melee: Turns, seed: Seed) -> None:
        self.melee = melee
        self.rng = generator(seed)
        self.rows: dict[tuple[Side, States], Mapping[States, float]] = {}
        self.ends: dict[States, int] = {}

    def drawn(self, row: Mapping[States, float], count: int) -> dict[States, int]:
        """Return where so many fights go."""
        total = sum(row.values())
        shares = [max(0.0, share / total) for share in row.values()]
        counts = self.rng.multinomial(count, shares).tolist()
        return {states: n for states, n in zip(row, counts, strict=True) if n}

    def moved(self, live: Mapping[States, int], active: Side) -> dict[States, int]:
        """Return the fights after a turn of one side."""
        found: dict[States, int] = {}
        new = [states for states in live if (active, states) not in self.rows]
        if new:
            led = self.melee.rows(new, MordheimTurn(active))
            self.rows |= zip([(active, one) for one in new], led, strict=True)
        for states, count in live.items():
            for after, n in self.drawn(self.rows[active, states], count).items():
                found[after] = found.get(after, 0) + n
        return found

    def going_on(self, live: Mapping[States, int]) -> dict[States, int]:
        """Count the fights that are over, and return the others."""
        found: dict[States, int] = {}
        for states, count in live.items():
            if self.melee.over(states):
                self.ends[states] = self.ends.get(states, 0) + count
            else:
                found[states] = count
        return found


def _shares(counts: Mapping[States, int], total: float = 1.0) -> dict[States, float]:
    return {states: total * count / SAMPLES for states, count in counts.items()}


def seed_of(
    kind: str,
    warriors: Mapping[Side, Warrior],
    counts: Mapping[Side, int],
    context: MordheimContext,
    rounds: int | None,
) -> str:
    """Return a text that is the same for the same question."""
    parts: list[object] = [sorted(counts.items())]
    parts += [sorted(_answers(kind, context.situation).items())]
    readings = {one.key: answer_to(context.readings, one.key) for one in READINGS}
    parts += [sorted(readings.items())]
    for side in ("a", "b"):
        one = warriors[side]
        parts += [one.ws, one.s, one.t, one.w, one.i, one.a, one.ld, one.save]
        parts += [sorted(one.rules), sorted(one.gear)]
    text = f"{parts!r} {rounds}"
    return f"{kind} {text}" if kind == "engagement" else text


def _answers(kind: str, situation: MordheimSituation) -> dict[str, str | int | bool]:
    """Return the answers to the questions of a kind of match-up, by their keys.

    Where the edge of the table is changes no die of a sample.
    """
    asked = next(one.situation for one in KINDS if one.key == kind)
    asked = tuple(one for one in asked if one is not TABLE_EDGE)
    if kind == "engagement":
        alone = (one for one in asked if one not in (FIGHTERS, SCATTERED))
        asked = (*alone, POSTURE, FRIEND_NEAR)
    found: dict[str, str | int | bool] = {}
    for key in (key for question in asked for key in keys(question)):
        side, _, own = key.rpartition(".")
        answer = situation.answer(own, "b" if side == "b" else "a")
        if (own, answer) not in LATER[kind]:
            found[key] = answer
    return found

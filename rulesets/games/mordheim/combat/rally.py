"""The course of one who broke from a Mordheim combat: he rallies or is removed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rulesets.core.percent import percent
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.leadership import two_dice_at_most
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.report import who_wins
from rulesets.odds.answer import Odds, Step
from rulesets.odds.dice import dice_sum
from rulesets.odds.sides import Side

RALLY_NOTE = (
    "Who runs is followed by nobody and shot at by nobody, and tests by his own "
    "Leadership; who rallies is away from the fight, and nobody has won it."
)


@dataclass(frozen=True, slots=True)
class Running:
    """The fate of one who breaks, after 0, 1, 2 … of his own turns.

    Parameters
    ----------
    side : {"a", "b"}
    rallied, removed : tuple of float
        Chances to have rallied, and to have run off the table, by then [chance].
    own_first : bool
        True if the first turn of the combat is his own.
    """

    side: Side
    rallied: tuple[float, ...]
    removed: tuple[float, ...]
    own_first: bool

    def turns_within(self, broke: int, now: int) -> int:
        """Return how many turns of his own lie after one turn, up to another."""
        own = 1 if self.own_first else 0
        return (now + own) // 2 - (broke + own) // 2

    def after(self, broken: Sequence[float]) -> tuple[float, float]:
        """Return the chances that he has rallied and has been removed.

        Parameters
        ----------
        broken : sequence of float
            Chances that he broke in the first, second … turn up to now [chance].
        """
        rallied = removed = 0.0
        for turn, share in enumerate(broken, start=1):
            own = min(self.turns_within(turn, len(broken)), len(self.rallied) - 1)
            rallied += share * self.rallied[own]
            removed += share * self.removed[own]
        return rallied, removed


def running(
    warrior: Warrior, context: MordheimContext, *, own_first: bool
) -> Running | None:
    """Return what becomes of one who breaks, none if nobody said where the edge is.

    References
    ----------
    Mordheim Rulings, Panic: he runs 2D6" when he breaks; at the beginning of his next
    turn he tests again, and failed runs 2D6" towards the edge, where he is removed.
    """
    inches = context.situation.of(warrior.side).table_edge
    if not inches:
        return None
    holds = two_dice_at_most(warrior.ld)
    text = f"who broke rallies on {percent(holds)} at the start of each of his turns,"
    text += f' else he runs 2D6"; the edge is {inches}" away'
    source = "Mordheim Rulings, Panic; Recovery"
    context.trace.add(Step("Rally", source, text, warrior.side))
    rallied, removed = _courses(inches, holds)
    return Running(warrior.side, rallied, removed, own_first)


def _courses(inches: int, holds: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the chances to have rallied and to be removed after 0, 1, 2 … turns.

    Examples
    --------
    A run of 2D6 covers 2 inches always, and never 13.

    >>> [round(row[-1], 9) for row in _courses(2, 0.5)]
    [0.0, 1.0]
    >>> [len(row) for row in _courses(13, 0.0)]
    [7, 7]
    """
    left, off = _run({inches: 1.0})
    rallied, removed = [0.0], [off]
    while left:
        rallied.append(rallied[-1] + holds * sum(left.values()))
        left, off = _run({at: share * (1 - holds) for at, share in left.items()})
        removed.append(removed[-1] + off)
    return tuple(rallied), tuple(removed)


def _run(left: Mapping[int, float]) -> tuple[dict[int, float], float]:
    """Return the inches that are left after a run, and the chance to reach the edge."""
    found: dict[int, float] = {}
    off = 0.0
    for inches, share in left.items():
        for run, of in enumerate(map(float, dice_sum(2))):
            if run < inches and of:
                at = inches - run
                found[at] = found.get(at, 0.0) + share * of
            else:
                off += share * of
    return found, off


def followed(odds: Odds, runs: Running | None, *, endless: bool) -> Odds:
    """Return the answer about a combat, with what becomes of one who broke.

    Parameters
    ----------
    odds : Odds
        Who breaks has lost.
    runs : Running, optional
    endless : bool
        True if no number of turns was asked for.
    """
    if runs is None:
        return odds
    key = f"{runs.side}-flees"
    broken: list[float] = []
    by_round: list[dict[str, float]] = []
    for so_far in odds.by_round:
        broken.append(so_far[key] - sum(broken))
        by_round.append(_told(so_far, runs, runs.after(broken)))
    if endless:
        share = odds.outcomes[key]
        last = share * runs.rallied[-1], share * runs.removed[-1]
    else:
        last = runs.after(broken)
    outcomes = _told(odds.outcomes, runs, last)
    still = odds.outcomes[key] - sum(last)
    outcomes["undecided"] += max(0.0, still)
    return replace(
        odds,
        outcomes=outcomes,
        by_round=tuple(by_round),
        events={**odds.events, **who_wins(outcomes)},
        notes=(*odds.notes, RALLY_NOTE),
    )


def _told(
    chances: Mapping[str, float], runs: Running, found: tuple[float, float]
) -> dict[str, float]:
    rallied, removed = found
    return {
        **chances,
        f"{runs.side}-flees": removed,
        f"{runs.side}-rallies": rallied,
    }

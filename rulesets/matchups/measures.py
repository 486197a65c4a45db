"""Measures: the figures by which answers of the odds are compared."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.core.points import Points
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.sides import Side

ROUNDING = 1e-12
"""Differences below this come from rounding and are none."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of one match-up, as a comparison shows it.

    What a kind of match-up does not tell is none: a volley has no winner.

    Parameters
    ----------
    wins, loses : float, optional
        Chance that A wins, and that B does [chance].
    dealt, taken : float, optional
        What B has lost at the end, and A, on average. `counted` says of what: wounds
        everywhere, but fighters where several of Mordheim stand together. Wounds are
        those of blows and shots: a unit that breaks or is run down afterwards counts
        with what it had left in Charge, Scrollhammer and Warhammer; one out of action
        in Mordheim has none left.
    dealt_share, taken_share : float, optional
        The same as a share of the whole unit [0 to 1].
    slain, lost : float, optional
        Chance that B is gone at the end, and A [chance]. Gone is as the game says it
        of a loser: destroyed, run down, out of action, broken or falling back. Where
        nobody wins only who is destroyed is gone.
    counted : str
        ``wounds`` or ``models``.
    method : str
        ``exact``, ``bounded`` or ``sampled``.
    error : float
        Bound on the error of every chance [chance].
    left_out : int
        How many rules of both sides are not in the numbers.
    a_hand, b_hand : str
        What each side has in hand, by name; "" for nothing that has a name.
    problem : str
        Why there is no answer; "" where there is one.
    """

    wins: float | None = None
    loses: float | None = None
    dealt: float | None = None
    taken: float | None = None
    dealt_share: float | None = None
    taken_share: float | None = None
    slain: float | None = None
    lost: float | None = None
    counted: str = "wounds"
    method: str = "exact"
    error: float = 0.0
    left_out: int = 0
    a_hand: str = ""
    b_hand: str = ""
    problem: str = ""

    @property
    def neither(self) -> float | None:
        """Return the chance that neither side wins [chance]."""
        if self.wins is None or self.loses is None:
            return None
        return max(0.0, 1.0 - self.wins - self.loses)

    def to_document(self) -> dict[str, Any]:
        """Return it as JSON values, without missing figures."""
        found: dict[str, Any] = {
            key: value
            for key, value in (
                ("wins", self.wins),
                ("loses", self.loses),
                ("dealt", self.dealt),
                ("taken", self.taken),
                ("dealt_share", self.dealt_share),
                ("taken_share", self.taken_share),
                ("slain", self.slain),
                ("lost", self.lost),
            )
            if value is not None
        }
        if self.problem:
            return {"problem": self.problem}
        return found | {
            "counted": self.counted,
            "method": self.method,
            "error": self.error,
            "left_out": self.left_out,
            "a_hand": self.a_hand,
            "b_hand": self.b_hand,
        }


def read_cell(document: Mapping[str, Any]) -> Cell:
    """Return the cell of a document that `Cell.to_document` made."""
    return Cell(**document)


def cell_of(odds: Odds, a_hand: str = "", b_hand: str = "") -> Cell:
    """Return the figures of an answer, with the loadouts of both sides.

    Examples
    --------
    >>> odds = Odds(
    ...     {"a-out": 0.25, "b-out": 0.75},
    ...     {},
    ...     events={"a-wins": 0.75, "b-wins": 0.25},
    ...     survivors={"b": Distribution("left", "wounds", (0.75, 0.0, 0.25))},
    ... )
    >>> cell = cell_of(odds)
    >>> cell.wins, cell.dealt, cell.dealt_share, cell.taken
    (0.75, 1.5, 0.75, None)
    """
    dealt, dealt_share = _lost(odds, "b")
    taken, taken_share = _lost(odds, "a")
    target = odds.survivors.get("b")
    return Cell(
        wins=odds.events.get("a-wins"),
        loses=odds.events.get("b-wins"),
        dealt=dealt,
        taken=taken,
        dealt_share=dealt_share,
        taken_share=taken_share,
        slain=_gone(odds, "b", "a-wins"),
        lost=_gone(odds, "a", "b-wins"),
        counted=target.unit if target is not None else "wounds",
        method=odds.method,
        error=odds.error,
        left_out=len(odds.not_modelled),
        a_hand=a_hand,
        b_hand=b_hand,
    )


def _lost(odds: Odds, side: Side) -> tuple[float, float] | tuple[None, None]:
    """Return the mean loss of a side, and its share of the whole unit."""
    left = odds.survivors.get(side)
    if left is None:
        return None, None
    whole = len(left.chances) - 1
    lost = max(0.0, _began_with(odds, side, left) - left.expected())
    lost = 0.0 if lost < ROUNDING else lost
    return lost, lost / whole if whole else 0.0


def _began_with(odds: Odds, side: Side, left: Distribution) -> int:
    """Return the wounds, or the models, that a side has when it begins."""
    whole = len(left.chances) - 1
    if left.unit != "wounds":
        return whole
    before = odds.situation.get(f"{side}.wounds-lost", 0)
    return odds.began.get(side, whole - int(before))


def _gone(odds: Odds, side: str, wins: str) -> float | None:
    if wins in odds.events:
        return odds.events[wins] + odds.events.get("both-gone", 0.0)
    if "b-destroyed" in odds.outcomes:
        return odds.outcomes.get(f"{side}-destroyed", 0.0)
    return None


Figure = Callable[[Cell, Points, Points], float | None]
"""(cell, points of A, points of B): a figure; none where the answer has none."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure that match-ups are compared by; more is better for side A.

    Parameters
    ----------
    key, label : str
    unit : str
        ``chance`` [0 to 1], ``swing`` (a chance less another, -1 to 1), ``wounds``,
        ``points``, or ``per 100`` (a chance for 100 points, which may be more than 1).
    help : str
        What it means, one sentence.
    of : Figure
    """

    key: str
    label: str
    unit: str
    help: str
    of: Figure

    @property
    def signed(self) -> bool:
        """Return whether 0 is the middle between good and bad."""
        return self.unit in ("swing", "points")


def _wins(cell: Cell, a: Points, b: Points) -> float | None:
    return cell.wins


def _margin(cell: Cell, a: Points, b: Points) -> float | None:
    if cell.wins is None or cell.loses is None:
        return None
    return cell.wins - cell.loses


def _dealt(cell: Cell, a: Points, b: Points) -> float | None:
    return cell.dealt


def _by_wounds(cell: Cell, a: Points, b: Points) -> float | None:
    return _points(cell.dealt_share, cell.taken_share, a, b)


def _swing(cell: Cell, a: Points, b: Points) -> float | None:
    return _points(cell.slain, cell.lost, a, b)


def _points(
    theirs: float | None, own: float | None, a: Points, b: Points
) -> float | None:
    if theirs is None or own is None:
        return None
    return theirs * float(b) - own * float(a)


def _wins_per_100(cell: Cell, a: Points, b: Points) -> float | None:
    return _per_100(cell.wins, a)


def _dealt_per_100(cell: Cell, a: Points, b: Points) -> float | None:
    return _per_100(cell.dealt, a)


def _per_100(figure: float | None, points: Points) -> float | None:
    if figure is None or points <= 0:
        return None
    return 100 * figure / float(points)


MEASURES = (
    Measure(
        "wins",
        "Chance to win",
        "chance",
        "How likely A is left standing and B is gone.",
        _wins,
    ),
    Measure(
        "margin",
        "Win less loss",
        "swing",
        "The chance that A wins less the chance that B does.",
        _margin,
    ),
    Measure(
        "dealt",
        "Wounds dealt",
        "wounds",
        "What A takes from B with blows and shots, on average.",
        _dealt,
    ),
    Measure(
        "swing",
        "Points swing",
        "points",
        "Points of B times the chance that B is gone at the end, less the same of A.",
        _swing,
    ),
    Measure(
        "by-wounds",
        "Points by wounds",
        "points",
        "The share of B that blows and shots take, in points, less the same of A; who"
        " flees or is run down counts with what was left.",
        _by_wounds,
    ),
    Measure(
        "wins-per-100",
        "Wins per 100 points",
        "per 100",
        "Wins that 100 points of A buy: its chance to win by its points, times 100.",
        _wins_per_100,
    ),
    Measure(
        "dealt-per-100",
        "Wounds per 100 points",
        "wounds",
        "Wounds that 100 points of A deal: those dealt by its points, times 100.",
        _dealt_per_100,
    ),
)
"""Every measure; the first that an answer has is the usual one."""


def find_measure(key: str) -> Measure | None:
    """Return the measure of a key, or none."""
    return next((measure for measure in MEASURES if measure.key == key), None)

"""The parts of the result of a fight's first round, on average: what decides it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats, Ints

NOTHING = 1e-12
"""Means below this are rounding."""


@dataclass(frozen=True, slots=True)
class RoundPart:
    """One part of the result of a round.

    Parameters
    ----------
    key : str
    label : str
        In a player's words.
    a, b : float
        Mean of each side, in its unit.
    unit : {"points", "wounds", "models", "chance"}
    """

    key: str
    label: str
    a: float
    b: float
    unit: Literal["points", "wounds", "models", "chance"] = "points"

    @property
    def counts(self) -> bool:
        """Return whether either side has any of it."""
        return abs(self.a) > NOTHING or abs(self.b) > NOTHING

    def to_document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "key": self.key,
            "label": self.label,
            "a": self.a,
            "b": self.b,
            "unit": self.unit,
        }


@dataclass(frozen=True, slots=True)
class Missing:
    """A part that a match-up may be asked without, to see what it matters.

    Parameters
    ----------
    side : {"a", "b"}
    key : str
    words : str
        Such as ``the ranks of {own}``.
    helps : bool
        True if it is good for its side.
    """

    side: Side
    key: str
    words: str
    helps: bool = True

    @property
    def part(self) -> str:
        """Return it as `MatchUp.without` names it."""
        return f"{self.side}.{self.key}"


@dataclass(frozen=True, slots=True)
class FirstRound:
    """The result of the first round, part by part.

    Parameters
    ----------
    chance : float
        Chance that it comes to a first round [chance].
    parts : tuple of RoundPart
        Means where it comes to one.
    adds_up : bool
        True where both sides compare the sums of their parts.
    may_miss : tuple of Missing
    """

    chance: float
    parts: tuple[RoundPart, ...]
    adds_up: bool = False
    may_miss: tuple[Missing, ...] = ()

    def sums(self) -> tuple[float, float]:
        """Return the sums of both sides."""
        return sum(one.a for one in self.parts), sum(one.b for one in self.parts)

    def to_document(self) -> dict[str, Any]:
        """Return it as JSON values; without a sum where nothing is added up."""
        a, b = self.sums()
        return {
            "chance": self.chance,
            "parts": [one.to_document() for one in self.parts],
            "sum": {"a": a, "b": b} if self.adds_up else None,
        }


NEVER_FOUGHT = FirstRound(0.0, ())
"""A case that never comes to a round."""


def mean_of_losses(dealt: Floats, points: Floats | Ints) -> float:
    """Return the mean of points that depend on what a side lost in a round.

    Parameters
    ----------
    dealt : ndarray
        ``[state at the start, states lost]`` [chance].
    points : ndarray
        ``[state at the start, states lost]``, as long or longer.
    """
    lost = dealt.shape[1]
    return float((dealt * points[: dealt.shape[0], :lost]).sum())


def mix_first_rounds(
    parts: Iterable[tuple[float, FirstRound | None]],
) -> FirstRound | None:
    """Return what decides cases that exclude each other, each with its chance.

    None where a case that comes to a round does not tell.

    Examples
    --------
    >>> one = FirstRound(1.0, (RoundPart("ranks", "Ranks", 3.0, 0.0),), adds_up=True)
    >>> two = FirstRound(0.5, (RoundPart("ranks", "Ranks", 0.0, 3.0),), adds_up=True)
    >>> mixed = mix_first_rounds([(0.5, one), (0.5, two)])
    >>> mixed.chance, round(mixed.parts[0].a, 9), round(mixed.parts[0].b, 9)
    (0.75, 2.0, 1.0)
    """
    cases = [(share, one) for share, one in parts if share > 0]
    if any(one is None for _, one in cases):
        return None
    told = [(share * one.chance, one) for share, one in cases if one is not None]
    chance = sum(weight for weight, _ in told)
    fought = [(weight / chance, one) for weight, one in told if weight > 0]
    if not fought:
        return NEVER_FOUGHT if told else None
    return FirstRound(
        chance=chance,
        parts=_mixed(fought),
        adds_up=all(one.adds_up for _, one in fought),
        may_miss=tuple(dict.fromkeys(key for _, one in fought for key in one.may_miss)),
    )


def _mixed(fought: Sequence[tuple[float, FirstRound]]) -> tuple[RoundPart, ...]:
    known: dict[str, tuple[RoundPart, list[float]]] = {}
    for weight, one in fought:
        for part in one.parts:
            _, means = known.setdefault(part.key, (part, [0.0, 0.0]))
            means[0] += weight * part.a
            means[1] += weight * part.b
    return tuple(
        RoundPart(part.key, part.label, a, b, part.unit)
        for part, (a, b) in known.values()
    )


def parts_that_count(
    parts: Iterable[RoundPart], words: Mapping[str, str]
) -> tuple[tuple[RoundPart, ...], tuple[Missing, ...]]:
    """Return the parts that count at all, and those that a match-up may miss.

    Parameters
    ----------
    parts : iterable of RoundPart
        Each is good for its side.
    words : mapping
        Those of `Missing` by key.
    """
    counting = tuple(one for one in parts if one.counts)
    may = tuple(
        Missing(side, one.key, words[one.key])
        for one in counting
        for side in SIDES
        if one.key in words and (one.a if side == "a" else one.b) > NOTHING
    )
    return counting, may

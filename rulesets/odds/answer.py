"""Answers of the odds: outcomes, distributions, and how they came about."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from rulesets.odds.first_round import FirstRound
from rulesets.odds.sides import Side

SUM_TOLERANCE = 1e-9
"""The furthest that the chances of a distribution may be from 1 in all."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """Chances of 0, 1, 2 … of something.

    Parameters
    ----------
    label : str
        What is counted, in a player's words.
    unit : str
        ``wounds``, ``inches``, ``models``, ``pips`` or ``turns``.
    chances : tuple of float
        Index k is the chance of exactly k [chance]; they sum to 1.
    """

    label: str
    unit: str
    chances: tuple[float, ...]

    def __post_init__(self) -> None:
        """Refuse chances that do not sum to 1."""
        assert_total(self.label, self.chances)

    def at_least(self) -> tuple[float, ...]:
        """Return the chance of k or more, for every k [chance].

        Examples
        --------
        >>> Distribution("wounds", "wounds", (0.25, 0.5, 0.25)).at_least()
        (1.0, 0.75, 0.25)
        """
        tail = 0.0
        tails = []
        for chance in reversed(self.chances):
            tail += chance
            tails.append(min(tail, 1.0))
        return tuple(reversed(tails))

    def expected(self) -> float:
        """Return the mean, in the distribution's unit."""
        return sum(k * chance for k, chance in enumerate(self.chances))

    def to_document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "label": self.label,
            "unit": self.unit,
            "exactly": list(self.chances),
            "at_least": list(self.at_least()),
            "expected": self.expected(),
        }


@dataclass(frozen=True, slots=True)
class Step:
    """One rule that changed a number, or was looked at and did not.

    Parameters
    ----------
    rule, source : str
        Title of the rule and where it stands.
    text : str
        What it did, with the numbers.
    side : str
        ``a``, ``b``, or "" for both.
    """

    rule: str
    source: str
    text: str
    side: str = ""

    def to_document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "rule": self.rule,
            "source": self.source,
            "text": self.text,
            "side": self.side,
        }


class LaterSteps(Sequence[Step]):
    """Steps that are told when somebody looks at them first.

    Parameters
    ----------
    tell : callable
        ``tell() -> iterable of Step``; what it needs must stay as it is.

    Examples
    --------
    >>> len(LaterSteps(lambda: [Step("Ranks", "p. 71", "3 ranks", "a")]))
    1
    """

    __slots__ = ("_steps", "_tell")

    def __init__(self, tell: Callable[[], Iterable[Step]]) -> None:
        self._tell: Callable[[], Iterable[Step]] | None = tell
        self._steps: tuple[Step, ...] = ()

    def _told(self) -> tuple[Step, ...]:
        tell = self._tell
        if tell is not None:
            self._steps = tuple(tell())
            self._tell = None
        return self._steps

    @overload
    def __getitem__(self, place: int) -> Step: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Step, ...]: ...

    def __getitem__(self, place: int | slice) -> Step | tuple[Step, ...]:
        """Return a step, or some of them."""
        return self._told()[place]

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._told())

    def __eq__(self, other: object) -> bool:
        """Return whether these are the same steps."""
        return isinstance(other, tuple | LaterSteps) and self._told() == tuple(other)

    def __hash__(self) -> int:
        """Return the hash of the steps."""
        return hash(self._told())

    def __reduce__(self) -> tuple[type, tuple[tuple[Step, ...]]]:
        """Return the steps themselves: a copy holds nothing that they came from."""
        return tuple, (self._told(),)


@dataclass(frozen=True, slots=True)
class NotModelled:
    """A rule on one of the sides that the numbers leave out, and why."""

    rule: str
    side: str
    why: str

    def to_document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {"rule": self.rule, "side": self.side, "why": self.why}


@dataclass(frozen=True, slots=True)
class NoDice:
    """A rule, a piece or an option of one of the sides that rolls no dice here."""

    rule: str
    side: str

    def to_document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {"rule": self.rule, "side": self.side}


@dataclass(frozen=True, slots=True)
class Odds:
    """The answer to a match-up.

    Parameters
    ----------
    outcomes : mapping
        Chance of each way that it can end, by key; they exclude each other and sum to
        1 [chance]. The game's `Combat.outcomes` says whom each befalls.
    labels : mapping
        Words for every key of ``outcomes``, ``events`` and ``expected``.
    event_labels : mapping
        Words for the events whose key an outcome has too: the fate of one unit, where
        the outcome is that of its side.
    method : str
        ``exact``, ``bounded`` (worked out but for what is too unlikely to be followed),
        or ``sampled``.
    error : float
        Bound on the error of every chance [chance]: rigorous where exact; where
        sampled it holds for all of them together with ``confidence``.
    by_round : tuple of mappings
        Outcomes so far after each round; the rest is still fighting [chance].
    survivors : mapping
        Wounds left at the end, by side.
    began : mapping
        Wounds that a side begins with, by side, where these are not all of its wounds
        but those that the situation says are lost [wounds].
    wounds : mapping
        Wounds that a side deals in its first volley or round, by the side that deals
        them.
    distributions : mapping
        What else is asked of this kind of match-up, such as the push of a volley.
    events : mapping
        Chances that may overlap [chance]; ``a-wins``, ``b-wins`` and ``both-gone``
        are told first where a game has them.
    expected : mapping
        Means and plain figures, by key.
    trace : sequence of Step
    not_modelled : tuple of NotModelled
    no_dice : tuple of NoDice
        What else belongs to the sides, and has no part in any number.
    situation, readings : mapping
        The answers used, defaults filled in.
    notes : tuple of str
        In plain words: what became of excess wounds, what a sampled number means.
    confidence : float
        1 where exact.
    samples : int
        Sampled fights; 0 where exact.
    deciding_left_out : str
        Why ``deciding`` was asked for and is not worked out; "" otherwise.
    deciding : FirstRound, optional
        The result of the first round, part by part; none where nobody asks for it
        (`MatchUp.explained`), where there is no round, or where it is not worked out.
    work : int
        Work on it as it is counted, the same on every machine; 0 where it is small.
        The unit is a loss of a state of a battle line [losses of states].
    """

    outcomes: Mapping[str, float]
    labels: Mapping[str, str]
    method: str = "exact"
    error: float = 0.0
    by_round: tuple[Mapping[str, float], ...] = ()
    survivors: Mapping[str, Distribution] = field(default_factory=dict)
    began: Mapping[Side, int] = field(default_factory=dict)
    wounds: Mapping[str, Distribution] = field(default_factory=dict)
    distributions: Mapping[str, Distribution] = field(default_factory=dict)
    events: Mapping[str, float] = field(default_factory=dict)
    expected: Mapping[str, float] = field(default_factory=dict)
    trace: Sequence[Step] = ()
    not_modelled: tuple[NotModelled, ...] = ()
    no_dice: tuple[NoDice, ...] = ()
    situation: Mapping[str, str | int | bool] = field(default_factory=dict)
    readings: Mapping[str, str | int | bool] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    confidence: float = 1.0
    samples: int = 0
    deciding: FirstRound | None = None
    deciding_left_out: str = ""
    event_labels: Mapping[str, str] = field(default_factory=dict)
    work: int = 0

    def __post_init__(self) -> None:
        """Refuse outcomes that do not sum to 1."""
        assert_total("outcomes", tuple(self.outcomes.values()))

    def to_document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        more = {
            "deciding_left_out": self.deciding_left_out,
            "event_labels": dict(self.event_labels),
        }
        return {
            **{key: value for key, value in more.items() if value},
            "outcomes": dict(self.outcomes),
            "labels": dict(self.labels),
            "method": self.method,
            "error": self.error,
            "confidence": self.confidence,
            "samples": self.samples,
            "by_round": [dict(done) for done in self.by_round],
            "survivors": _documents(self.survivors),
            "wounds": _documents(self.wounds),
            "distributions": _documents(self.distributions),
            "events": dict(self.events),
            "expected": dict(self.expected),
            "trace": [step.to_document() for step in self.trace],
            "not_modelled": [left.to_document() for left in self.not_modelled],
            "no_dice": [one.to_document() for one in self.no_dice],
            "situation": dict(self.situation),
            "readings": dict(self.readings),
            "notes": list(self.notes),
            "deciding": self.deciding.to_document() if self.deciding else None,
        }


@dataclass(frozen=True, slots=True)
class Need:
    """A die roll of an attack: its purpose, and the lowest roll that succeeds.

    ``need`` is 7 where no roll does [pips]; ``chance`` includes re-rolls [chance].
    """

    key: str
    label: str
    need: int
    chance: float

    def text(self) -> str:
        """Return the need as it is printed, such as ``4+``."""
        return f"{self.need}+" if self.need <= 6 else "none"

    def to_document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "key": self.key,
            "label": self.label,
            "need": self.need,
            "text": self.text(),
            "chance": self.chance,
        }


@dataclass(frozen=True, slots=True)
class Preview:
    """The result of one way to attack a target, for the builder.

    Parameters
    ----------
    key, name : str
        Such as ``melee`` and "Melee".
    dice : int
        Dice rolled [dice].
    alike : int or None
        How many of them have these needs and this chance [dice]; all where None.
    needs : tuple of Need
        In the order in which they are rolled.
    chance : float
        Chance that one die ends as an unsaved wound [chance].
    wounds : Distribution
        Unsaved wounds of the whole attack, however many the target has.
    distributions : mapping
        What else it does, such as its push.
    trace : tuple of Step
    not_modelled : tuple of NotModelled
    no_dice : tuple of NoDice
    notes : tuple of str
    phase : str
        Previews of one phase happen together; "" for one that is a phase of its own.
    """

    key: str
    name: str
    dice: int
    needs: tuple[Need, ...]
    chance: float
    wounds: Distribution
    distributions: Mapping[str, Distribution] = field(default_factory=dict)
    trace: tuple[Step, ...] = ()
    not_modelled: tuple[NotModelled, ...] = ()
    no_dice: tuple[NoDice, ...] = ()
    notes: tuple[str, ...] = ()
    phase: str = ""
    alike: int | None = None

    def rolled(self) -> str:
        """Return the number of dice, and how many of them have these needs."""
        dice = f"{self.dice} {'die' if self.dice == 1 else 'dice'}"
        mixed = self.alike is not None and self.alike < self.dice
        return f"{dice}, {self.alike} of them" if mixed else dice

    def to_document(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "key": self.key,
            "name": self.name,
            "dice": self.dice,
            "alike": self.dice if self.alike is None else self.alike,
            "needs": [need.to_document() for need in self.needs],
            "chance": self.chance,
            "wounds": self.wounds.to_document(),
            "distributions": _documents(self.distributions),
            "trace": [step.to_document() for step in self.trace],
            "not_modelled": [left.to_document() for left in self.not_modelled],
            "no_dice": [one.to_document() for one in self.no_dice],
            "notes": list(self.notes),
        }


def assert_total(name: str, chances: tuple[float, ...]) -> None:
    """Stop if chances are none: a mistake of ours, never of the input.

    Raises
    ------
    ArithmeticError
        If they do not sum to 1, or one is below 0 by more than rounding.
    """
    if min(chances, default=0.0) < -SUM_TOLERANCE:
        raise ArithmeticError(f"a chance of {name} is {min(chances)!r}")
    total = sum(chances)
    if not abs(total - 1.0) < SUM_TOLERANCE:
        raise ArithmeticError(f"the chances of {name} sum to {total!r}")


def _documents(several: Mapping[str, Distribution]) -> dict[str, Any]:
    return {key: one.to_document() for key, one in several.items()}

"""The context of an answer: a situation and readings as values, and a trace.

A game has a dataclass for its situation, one for what is asked of each side, and one
for its readings. A field is named as its question's key, with ``_`` for ``-``; what is
chosen is a Literal of the choices. mypy then knows every name and every answer, and
a test (`tests/rulesets/games/test_context.py`) compares them with the questions.
"""

from dataclasses import Field, dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from rulesets.odds.answer import Step
from rulesets.odds.settings import Settled
from rulesets.odds.sides import SIDES, Side

O = TypeVar("O")  # noqa: E741
S = TypeVar("S")
R = TypeVar("R")


class AnswerValue(Protocol):
    """A dataclass whose fields are answers."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


V = TypeVar("V", bound=AnswerValue)
B = TypeVar("B", bound=AnswerValue)


class Situation(Generic[O]):
    """Base of a game's situation: its fields ``a`` and ``b`` are asked of each side."""

    __slots__ = ()

    a: O
    b: O

    def of(self, side: Side) -> O:
        """Return the answers about one side."""
        return self.a if side == "a" else self.b

    def answer(self, key: str, side: Side) -> str | int | bool:
        """Return the answer to a question by its key, the side's own where it has one.

        Raises
        ------
        AttributeError
            If nobody asks that.
        """
        own = self.of(side)
        return answer_to(own if hasattr(own, _name(key)) else self, key)


def beside(situation: B, side: Side, answers: object) -> B:
    """Return a situation as it is for one unit of a side, with answers of its own."""
    own: Any = {side: answers}
    return replace(situation, **own)


def read_answers(kind: type[V], answers: Settled) -> V:
    """Return answers as a value of a game; a question not asked has its default.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Ruins:
    ...     wall_height: int = 0
    >>> read_answers(Ruins, {"wall-height": 3})
    Ruins(wall_height=3)
    """
    return cast(V, _answers(kind, tuple(answers.items()), ""))


@lru_cache(maxsize=512)
def _answers(
    kind: type[Any], answers: tuple[tuple[str, str | int | bool], ...], prefix: str
) -> object:
    given = dict(answers)
    found: dict[str, object] = {}
    for one in fields(kind):
        key = prefix + one.name.replace("_", "-")
        if one.name in SIDES:
            of_side: Any = type(one.default)
            found[one.name] = _answers(of_side, answers, f"{key}.")
        elif key in given:
            found[one.name] = given[key]
    return kind(**found)


def answer_to(values: object, key: str) -> str | int | bool:
    """Return the answer to a question that data name by its key.

    Raises
    ------
    AttributeError
        If nobody asks that.
    """
    answer: str | int | bool = getattr(values, _name(key))
    return answer


def _name(key: str) -> str:
    return key.replace("-", "_")


@dataclass(slots=True)
class Trace:
    """The steps of an answer in their order: which rule changed which number.

    Of what is not told no step is kept.
    """

    steps: list[Step] = field(default_factory=list)
    is_told: bool = True

    def add(self, *steps: Step) -> None:
        """Put further steps at the end."""
        if self.is_told:
            self.steps.extend(steps)


@dataclass(frozen=True, slots=True)
class Context(Generic[S, R]):
    """A game's situation and readings in one match-up, and its trace.

    ``without`` are parts of a round's result that do not count, as ``a.ranks``;
    ``explained`` says whether `Odds.deciding` is asked for.
    """

    situation: S
    readings: R
    without: frozenset[str] = frozenset()
    explained: bool = field(default=False, compare=False, repr=False)
    trace: Trace = field(default_factory=Trace, compare=False, repr=False)

    def untraced(self) -> "Context[S, R]":
        """Return the same with a trace apart, which is not reported."""
        return self._with(Trace(is_told=self.trace.is_told))

    def untold(self) -> "Context[S, R]":
        """Return the same without any trace."""
        return self._with(Trace(is_told=False))

    def _with(self, trace: Trace) -> "Context[S, R]":
        return Context(
            self.situation, self.readings, self.without, self.explained, trace
        )

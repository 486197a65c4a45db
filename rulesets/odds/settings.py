"""Answers to a game's questions: checked, and completed with the defaults."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, TypeVar

from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.match_up import Answers, MatchUp, MatchUpError, Question, Role
from rulesets.odds.sides import Side

MOST_ROUNDS = 100
"""Most rounds of a match-up, as in its schema."""

MOST_UNITS = 4
"""Most units of a side in any kind of match-up."""

PLACE = "Ground and distance"
ACTS = "Who does what, and when"
SPECIAL_RULES = "Special rules"
"""Groups of questions; those of each side stand with it."""

Settled = Mapping[str, str | int | bool]
"""An answer for every question, by its key (``a.key`` and ``b.key`` for each side)."""


@dataclass(frozen=True, slots=True)
class MatchUpKind:
    """A kind of match-up that a game can work out, with the questions that it asks.

    ``round_name`` is what the game calls what `Odds.by_round` counts; "" where the
    answer is that of one moment. ``of_a`` is true of what side A does to side B.
    ``of_units`` and ``of_characters`` are asked of each further unit and character; a
    kind without them takes nobody but A and B. ``most_units`` of a side fight in it.
    ``usual_time`` is that of the processor for one fight of a comparison, about
    [seconds] (`benchmarks.heat_maps`).
    """

    key: str
    name: str
    summary: str
    situation: tuple[Question, ...]
    round_name: str = "Round"
    of_a: bool = False
    of_units: tuple[Question, ...] = ()
    of_characters: tuple[Question, ...] = ()
    most_units: int = 1
    usual_time: float = 0.002

    def asked_of(self, role: Role, side: Side) -> tuple[Question, ...]:
        """Return what is asked of each further fighter of a role and a side."""
        asked = self.of_units if role == "unit" else self.of_characters
        return _of_side(asked, side)

    @property
    def takes_further(self) -> bool:
        """Return whether further units and characters may fight in it."""
        return bool(self.of_units or self.of_characters)


@kept_by_identity(most=64)
def _of_side(asked: tuple[Question, ...], side: Side) -> tuple[Question, ...]:
    return tuple(question for question in asked if side in question.sides)


def asked_in(kind: str, questions: tuple[Question, ...]) -> tuple[Question, ...]:
    """Return the questions that a kind of match-up asks, in their order."""
    return tuple(question for question in questions if kind in question.kinds)


def keys(question: Question) -> tuple[str, ...]:
    """Return the keys under which a question is answered.

    Examples
    --------
    >>> keys(Question("near", "A friend near?", default=False, side=True))
    ('a.near', 'b.near')
    """
    if question.side:
        return f"a.{question.key}", f"b.{question.key}"
    return (question.key,)


def settle(questions: tuple[Question, ...], given: Answers, where: str) -> Settled:
    """Return an answer to every question, the given ones checked.

    Parameters
    ----------
    questions : tuple of Question
    given : mapping
        Answers by key; missing ones stand for the default.
    where : str
        JSON pointer to ``given`` in its document.

    Raises
    ------
    MatchUpError
        At the first unknown key or impossible value.
    """
    known = _by_key(questions)
    for key in given:
        if key not in known:
            wanted = ", ".join(known) or "none"
            raise MatchUpError(
                f"{where}/{_escape(key)}", f"not asked here; known are: {wanted}"
            )
    for key, question in known.items() if given else ():
        problem = wrong(question, given[key]) if key in given else ""
        if problem:
            raise MatchUpError(f"{where}/{_escape(key)}", problem)
    return {**_defaults(questions), **given}


def settled(
    match_up: MatchUp, kinds: tuple[MatchUpKind, ...], readings: tuple[Question, ...]
) -> tuple[Settled, Settled]:
    """Return the situation and the readings of a match-up, defaults filled in.

    Parameters
    ----------
    match_up : MatchUp
    kinds, readings : tuple
        Those of its game.

    Raises
    ------
    MatchUpError
        If the kind, an answer or the number of rounds is impossible.
    """
    known = {kind.key: kind for kind in kinds}
    if match_up.kind not in known:
        raise MatchUpError("/kind", f"expected one of {', '.join(known)}")
    if match_up.rounds is not None and not 1 <= match_up.rounds <= MOST_ROUNDS:
        raise MatchUpError("/rounds", f"expected 1 to {MOST_ROUNDS}, or null")
    asked = known[match_up.kind].situation
    return (
        settle(asked, match_up.situation, "/situation"),
        settle(readings, match_up.readings, "/readings"),
    )


class HasName(Protocol):
    """A dataclass with a name: a unit as its game's odds read it."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str:
        """Return its name for players."""


Unit = TypeVar("Unit", bound=HasName)


def name_apart(a: Unit, b: Unit) -> tuple[Unit, Unit]:
    """Return two sides, those of the same name with a letter each."""
    one, other = all_named_apart((a, b), ("a", "b"))
    return one, other


def all_named_apart(units: Sequence[Unit], keys: Sequence[str]) -> tuple[Unit, ...]:
    """Return units, those of the same name told apart by the keys of their posts."""
    apart = names_apart([unit.name for unit in units], keys)
    return tuple(
        unit if name == unit.name else _named(unit, name)
        for unit, name in zip(units, apart, strict=True)
    )


def names_apart(names: Sequence[str], keys: Sequence[str]) -> tuple[str, ...]:
    """Return names, equal ones each with a mark by the key of its post.

    Examples
    --------
    >>> names_apart(("Orcs", "Boars", "Orcs"), ("a", "b", "b2"))
    ('Orcs (A)', 'Boars', 'Orcs (B2)')
    >>> names_apart(("Boss", "Boss"), ("a-character", "a-character-2"))
    ('Boss (character of A)', 'Boss (character 2 of A)')
    """
    return tuple(
        f"{name} ({_mark(key)})" if names.count(name) > 1 else name
        for name, key in zip(names, keys, strict=True)
    )


def _mark(key: str) -> str:
    """Return what tells a post from others of its name."""
    post, _, role = key.partition("-")
    word, _, number = role.partition("-")
    return " ".join(filter(None, (word, number, "of" if word else "", post.upper())))


@kept_by_identity(most=64)
def _named(unit: Unit, name: str) -> Unit:
    return replace(unit, name=name)


def wrong(question: Question, value: object) -> str:
    """Return why an answer is wrong, "" if it is right."""
    if question.choices:
        wanted = [choice.key for choice in question.choices]
        return "" if value in wanted else f"expected one of {', '.join(wanted)}"
    if isinstance(question.default, bool):
        return "" if isinstance(value, bool) else "expected true or false"
    if isinstance(value, bool) or not isinstance(value, int):
        return "expected a whole number"
    if question.low is not None and value < question.low:
        return f"expected at least {question.low}"
    if question.high is not None and value > question.high:
        return f"expected at most {question.high}"
    return ""


@kept_by_identity(most=64)
def _by_key(questions: tuple[Question, ...]) -> dict[str, Question]:
    return {key: question for question in questions for key in keys(question)}


@kept_by_identity(most=64)
def _defaults(questions: tuple[Question, ...]) -> Settled:
    return {key: question.default for key, question in _by_key(questions).items()}


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")

"""The answer about a fight: its outcomes in words, figures, distributions and notes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal

import numpy as np

from rulesets.core.percent import percent
from rulesets.core.subject import Subject
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.fight.model import FightResult
from rulesets.odds.first_round import FirstRound
from rulesets.odds.sides import OTHER, SIDES
from rulesets.odds.volley import Floats, Ints

Names = tuple[str, str]
"""Names of both sides."""

HEADLINES = ("a-wins", "both-gone", "b-wins", "b-loses-a-wound")
"""Events that come first and large, where a game has no others."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A way in which a match-up ends.

    Parameters
    ----------
    key : str
        ``both-destroyed``; a row ``*-destroyed`` is one for each side.
    label : str
        In words, with ``{a}`` and ``{b}`` for the names, in a row of each side also
        with ``{own}`` and ``{other}``; ``{own[wins]}`` is a verb as that name takes it.
    befalls : {"a", "b", "both", ""}
        Told by a key with ``*``.
    is_gone : bool
        True where those whom it befalls have lost.
    is_over : bool
        False where the match-up just went no further.
    """

    key: str
    label: str
    befalls: Literal["a", "b", "both", ""] = ""
    is_gone: bool = True
    is_over: bool = True

    @property
    def gone(self) -> str:
        """Return the losing side: ``a``, ``b``, ``both``, or ""."""
        return self.befalls if self.is_gone else ""


def outcomes_by_key(*rows: Outcome) -> dict[str, Outcome]:
    """Return outcomes by their keys, rows of each side written out."""
    found: dict[str, Outcome] = {}
    for row in rows:
        if not row.key.startswith("*"):
            found[row.key] = row
            continue
        for side in SIDES:
            label = _of_side(row.label, side)
            key = row.key.replace("*", side, 1)
            found[key] = replace(row, key=key, label=label, befalls=side)
    return found


def _of_side(text: str, side: Literal["a", "b"]) -> str:
    return text.replace("{own", f"{{{side}").replace("{other", f"{{{OTHER[side]}")


def outcome_labels(
    keys: Iterable[str], table: Mapping[str, Outcome], names: Names
) -> dict[str, str]:
    """Return the words of outcomes, by key."""
    known = _all_labels(table, names)
    return {key: known[key] for key in keys}


def event_words(outcomes: Iterable[str], words: Mapping[str, str]) -> dict[str, str]:
    """Return the words of events whose key an outcome has too, by that key."""
    return {key: words[key] for key in outcomes if key in words}


@kept_by_identity(most=256)
def _all_labels(table: Mapping[str, Outcome], names: Names) -> dict[str, str]:
    a, b = map(Subject, names)
    return {key: row.label.format(a=a, b=b) for key, row in table.items()}


@kept_by_identity(most=256)
def label_each(words: Mapping[str, str], names: Names) -> Mapping[str, str]:
    """Return words by key, those of keys that begin with ``*`` for each side.

    Examples
    --------
    >>> words = {"*-wins": "{own} {own[wins]}", "rounds": "Rounds"}
    >>> label_each(words, ("Orcs", "Giant"))
    {'a-wins': 'Orcs win', 'b-wins': 'Giant wins', 'rounds': 'Rounds'}
    """
    a, b = map(Subject, names)
    return {key: text.format(a=a, b=b) for key, text in _each_side(words)}


@kept_by_identity(most=64)
def _each_side(words: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(_written_out(words.items()))


def _written_out(words: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for of_sides, rows in groupby(words, lambda row: row[0].startswith("*")):
        together = list(rows)
        if not of_sides:
            yield from together
            continue
        for side in SIDES:
            for key, text in together:
                yield key.replace("*", side, 1), _of_side(text, side)


def wins(
    outcomes: Mapping[str, float], table: Mapping[str, Outcome]
) -> dict[str, float]:
    """Return the chances that each side wins, and that both are gone."""
    lost = {"b": 0.0, "a": 0.0, "both": 0.0, "": 0.0}
    for key, chance in outcomes.items():
        lost[table[key].gone] += chance
    return {"a-wins": lost["b"], "b-wins": lost["a"], "both-gone": lost["both"]}


@dataclass(frozen=True, slots=True, eq=False)
class Prelude:
    """The part of a match-up before contact.

    Parameters
    ----------
    final : ndarray
        ``[a, b]``: states of both where it ended before contact [chance].
    outcomes : mapping
        Chance of each way that it ended there [chance].
    ended : mapping
        The same by states, ``[a, b]``, where that is known [chance].
    dropped : float
        Chance that was pruned [chance].
    events, expected, distributions, labels : mapping
        What is reported of it beside that.
    work : int
        Work on all of its turns [losses of states].
    """

    final: Floats
    outcomes: Mapping[str, float] = field(default_factory=dict)
    ended: Mapping[str, Floats] = field(default_factory=dict)
    dropped: float = 0.0
    events: Mapping[str, float] = field(default_factory=dict)
    expected: Mapping[str, float] = field(default_factory=dict)
    distributions: Mapping[str, Distribution] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    work: int = 0


@dataclass(frozen=True, slots=True)
class FightWords:
    """The words in which a game reports its fights.

    Parameters
    ----------
    outcomes : mapping
        Every `Outcome` by its key.
    named : callable
        ``named(chances) -> dict``: the outcomes of a `FightResult` by their keys.
    labels : mapping
        Words for events and figures by key, see `label_each`; ``*-wounds-left`` among
        them.
    note : str
        What winning means.
    stalled : str
        How it is where nothing changes any more: ``neither ...: there the fight``.
    """

    outcomes: Mapping[str, Outcome]
    named: Callable[[Floats], dict[str, float]]
    labels: Mapping[str, str]
    note: str
    stalled: str


def fight_odds(
    words: FightWords,
    names: Names,
    result: FightResult,
    before: Prelude,
    *,
    trace: Sequence[Step],
    events: Callable[[Mapping[str, float]], Mapping[str, float]],
    notes: Iterable[str] = (),
    wounds: tuple[Ints, Ints] | None = None,
    deciding: FirstRound | None = None,
) -> Odds:
    """Compose the answer about a fight from its result and its prelude.

    Parameters
    ----------
    words : FightWords
    names : tuple of str
    result : FightResult
    before : Prelude
    trace : sequence of Step
    events : callable
        ``events(outcomes) -> mapping``: chances beside who wins [chance].
    notes : iterable of str
        Further ones; they come after what winning means.
    wounds : tuple of ndarray, optional
        Wounds left in each state of both sides; the states themselves where none.
    deciding : FirstRound, optional
    """
    outcomes = _with(words.named(result.outcomes), before.outcomes)
    outcomes["undecided"] = outcomes.get("undecided", 0.0) + result.undecided
    labels = {
        **outcome_labels(outcomes, words.outcomes, names),
        **label_each(words.labels, names),
    }
    final = result.final + before.final
    left_a, left_b = wounds or (None, None)
    survivors = {
        "a": _left(labels["a-wounds-left"], final.sum(axis=1), left_a),
        "b": _left(labels["b-wounds-left"], final.sum(axis=0), left_b),
    }
    dealt = {
        "a": _dealt(names[1], result.dealt_by_a, left_b),
        "b": _dealt(names[0], result.dealt_by_b, left_a),
    }
    means = {f"{side}-wounds-left": survivors[side].expected() for side in SIDES}
    means |= {f"{side}-wounds-dealt": dealt[side].expected() for side in SIDES}
    return Odds(
        outcomes=outcomes,
        labels={**labels, **before.labels},
        method=result.method,
        error=result.error + before.dropped,
        by_round=tuple(
            _so_far(words.named(row), before.outcomes) for row in result.by_round
        ),
        survivors=survivors,
        wounds=dealt,
        distributions=before.distributions,
        events={
            **wins(outcomes, words.outcomes),
            **events(outcomes),
            **before.events,
        },
        expected={"rounds": result.rounds, **means, **before.expected},
        trace=trace,
        notes=(words.note, *notes, *_solution_notes(result, words.stalled)),
        confidence=result.confidence,
        samples=result.samples,
        deciding=deciding,
        work=result.work + before.work,
    )


def _with(outcomes: dict[str, float], further: Mapping[str, float]) -> dict[str, float]:
    for key, chance in further.items():
        outcomes[key] = outcomes.get(key, 0.0) + chance
    return outcomes


def _so_far(
    outcomes: dict[str, float], before: Mapping[str, float]
) -> dict[str, float]:
    """Return the outcomes so far, without undecided fights."""
    done = _with(outcomes, before)
    done.pop("undecided", None)
    return done


def excess_notes(names: Names, made: float, taken: float) -> tuple[str, ...]:
    """Return the note on wounds by the first beyond those that the second had left."""
    if made - taken <= 0.005:
        return ()
    striker, target = names
    return (
        f"Unsaved wounds by {striker} on average: {made:.2f}, of which "
        f"{made - taken:.2f} are more than {target} had left.",
    )


def wounds_distribution(label: str, chances: Floats) -> Distribution:
    """Return an array of chances as a distribution of wounds."""
    return Distribution(label, "wounds", tuple(chances.tolist()))


def _left(label: str, states: Floats, wounds: Ints | None) -> Distribution:
    if wounds is None:
        return wounds_distribution(label, states)
    by_wounds = np.bincount(wounds, weights=states)
    return Distribution(label, "wounds", tuple(by_wounds.tolist()))


def _dealt(target: str, lost: Floats, wounds: Ints | None) -> Distribution:
    """Return the wounds that a side loses in the first round; none without one.

    Parameters
    ----------
    target : str
    lost : ndarray
        ``[state, states lost]`` [chance].
    wounds : ndarray, optional
        Wounds left in each state of it.
    """
    chances = lost.sum(axis=0) if wounds is None else _fallen(lost, wounds)
    chances[0] += max(1.0 - chances.sum(), 0.0)
    return wounds_distribution(f"Wounds lost by {target} in the first round", chances)


def _fallen(lost: Floats, wounds: Ints) -> Floats:
    """Return the chances of wounds lost, from those of states lost."""
    states, falls = np.nonzero(lost)
    dealt = wounds[states] - wounds[states - falls]
    most = int(wounds[-1]) + 1
    chances = np.bincount(dealt, weights=lost[states, falls], minlength=most)
    return chances.astype(np.float64)


IT_STALLS, TOO_LARGE = "With a chance of ", "Too large to work out: "
"""Beginnings of the notes on how a fight or a battle line was solved."""


def is_on_solution(note: str) -> bool:
    """Return whether a note is on how a fight or a battle line was solved."""
    return note.startswith((IT_STALLS, TOO_LARGE))


def _solution_notes(result: FightResult, stalled: str) -> Iterator[str]:
    if result.stalled > 0:
        chance = percent(result.stalled)
        yield f"{IT_STALLS}{chance} it comes to where {stalled} never ends."
    if result.method == "sampled":
        yield (
            f"{TOO_LARGE}{result.samples:,} fights were rolled. Every "
            f"chance lies within {result.error:.2%} with a confidence of "
            f"{result.confidence:.1%}."
        )

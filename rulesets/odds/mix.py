"""Combine answers: cases that exclude each other, and the odds of each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from rulesets.odds.answer import Distribution, LaterSteps, Odds, Step
from rulesets.odds.first_round import mix_first_rounds

Said = TypeVar("Said")
Weighted = Sequence[tuple[float, Odds]]
"""(chance, answer) of cases that exclude each other; the chances sum to 1."""


def combine_odds(parts: Weighted) -> Odds:
    """Combine the odds of cases, each with its chance.

    By the law of total probability every chance and every mean of the whole is the sum
    of those of the cases, each times the chance of its case. A chance that a case does
    not tell is none in it. A case that ends earlier stays as it ended. Traces, notes
    and what is not modelled are told once each, in the order of the cases.

    Parameters
    ----------
    parts : sequence of (float, Odds)
        The cases; at least one. Situation and readings of the first are kept.

    Raises
    ------
    ArithmeticError
        If the chances do not sum to 1.

    Examples
    --------
    >>> won = Odds({"b-out": 1.0}, {"b-out": "B is out"})
    >>> lost = Odds({"a-out": 1.0}, {"a-out": "A is out"})
    >>> combine_odds([(0.25, won), (0.75, lost)]).outcomes
    {'b-out': 0.25, 'a-out': 0.75}
    """
    first = parts[0][1]
    sampled = [odds for _, odds in parts if odds.method != "exact"]
    return replace(
        first,
        labels=_first_words(odds.labels for _, odds in parts),
        event_labels=_first_words(odds.event_labels for _, odds in parts),
        outcomes=_sums((p, odds.outcomes) for p, odds in parts),
        by_round=_by_round(parts),
        survivors=_distributions([(p, odds.survivors) for p, odds in parts]),
        wounds=_distributions([(p, odds.wounds) for p, odds in parts]),
        distributions=_distributions([(p, odds.distributions) for p, odds in parts]),
        events=_sums((p, odds.events) for p, odds in parts),
        expected=_sums((p, odds.expected) for p, odds in parts),
        trace=LaterSteps(partial(_steps, [odds.trace for _, odds in parts])),
        not_modelled=_once(left for _, odds in parts for left in odds.not_modelled),
        notes=_once(note for _, odds in parts for note in odds.notes),
        method="sampled" if sampled else "exact",
        error=sum(p * odds.error for p, odds in parts),
        confidence=_confidence(sampled),
        samples=sum(odds.samples for odds in sampled),
        work=sum(odds.work for _, odds in parts),
        deciding=mix_first_rounds((p, odds.deciding) for p, odds in parts),
    )


def _steps(traces: Iterable[Iterable[Step]]) -> tuple[Step, ...]:
    """Return the steps of several traces, each once."""
    return _once(step for trace in traces for step in trace)


def _first_words(several: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return words by key; of a key that several have, those of the first."""
    found: dict[str, str] = {}
    for words in several:
        found |= {key: word for key, word in words.items() if key not in found}
    return found


def _confidence(sampled: Sequence[Odds]) -> float:
    """Return the confidence of all intervals together: their chances to miss add up."""
    return max(0.0, 1.0 - sum(1.0 - odds.confidence for odds in sampled))


def _by_round(parts: Weighted) -> tuple[Mapping[str, float], ...]:
    rounds = max(len(odds.by_round) for _, odds in parts)
    return tuple(
        _sums((p, _after(odds, number)) for p, odds in parts)
        for number in range(rounds)
    )


def _after(odds: Odds, number: int) -> Mapping[str, float]:
    return odds.by_round[number] if number < len(odds.by_round) else odds.outcomes


def _sums(parts: Iterable[tuple[float, Mapping[str, float]]]) -> dict[str, float]:
    found: dict[str, float] = {}
    for weight, part in parts:
        if not weight and part.keys() <= found.keys():
            continue
        for key, share in part.items():
            found[key] = found.get(key, 0.0) + weight * share
    return found


def _distributions(
    parts: Sequence[tuple[float, Mapping[str, Distribution]]],
) -> dict[str, Distribution]:
    """Return the mixture of distributions by key; where a case lacks one it is 0."""
    keys = dict.fromkeys(key for _, part in parts for key in part)
    return {key: _mixture([(p, part.get(key)) for p, part in parts]) for key in keys}


def _mixture(parts: Sequence[tuple[float, Distribution | None]]) -> Distribution:
    known = [one for _, one in parts if one is not None]
    chances = [0.0] * max(len(one.chances) for one in known)
    for weight, one in parts:
        if not weight:
            continue
        for k, chance in enumerate(one.chances if one is not None else (1.0,)):
            chances[k] += weight * chance
    return replace(known[0], chances=tuple(chances))


def _once(said: Iterable[Said]) -> tuple[Said, ...]:
    return tuple(dict.fromkeys(said))

"""The situation as one sentence, whose parts lead to their questions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from armybuilder.matchups.forms import Ask, Form
from rulesets.core.subject import with_capital
from rulesets.odds.sentences import Sentences, spoken
from rulesets.odds.settings import MatchUpKind
from rulesets.odds.sides import Side

IDLE = " (which changes nothing here)"
"""Words after an answer that concerns nobody who fights."""

UNTOLD = "{label}: [[{n}]]"
"""The phrase of an answer for which its game keeps none."""


@dataclass(frozen=True, slots=True)
class Words:
    """Words of the sentence; with `place`, a link to the question of that id."""

    text: str
    place: str = ""
    changed: bool = False


def situation_sentence(
    kind: MatchUpKind,
    sentences: Sentences,
    form: Form,
    titles: Mapping[str, str],
    rounds: str = "",
    further: tuple[Words, ...] = (),
) -> tuple[Words, ...]:
    """Return the sentence: the opening, a clause for each answer, the last round.

    `further` tells who fights beside the two.
    """
    asks = {ask.key: ask for ask in form.situation}
    words = [*_opening(kind, sentences, asks, titles), *further]
    clauses = [
        said
        for ask in asks.values()
        if ask.key not in sentences.places(kind.key)
        if (said := _said(kind, sentences, ask, titles))
    ]
    if kind.round_name:
        clauses.append(_last_round(kind, rounds))
    for clause in clauses:
        words += [Words("; "), *clause]
    return _sentence([*words, Words(".")])


def _opening(
    kind: MatchUpKind,
    sentences: Sentences,
    asks: Mapping[str, Ask],
    titles: Mapping[str, str],
) -> Iterator[Words]:
    for text, key in sentences.opening(kind.key):
        if key in asks:
            yield from _said(kind, sentences, asks[key], titles)
        elif text:
            yield from (Words(part) for part, _ in spoken(text, titles))


def _said(
    kind: MatchUpKind, sentences: Sentences, ask: Ask, titles: Mapping[str, str]
) -> tuple[Words, ...]:
    """Return what is told of an answer; nothing where it goes without saying."""
    side: Side | None = ask.side
    key = ask.key.partition(".")[2] if side else ask.key
    phrase = sentences.phrase(kind.key, key, ask.value, usual=not ask.changed)
    if phrase is None:
        phrase = UNTOLD.replace("{label}", ask.label) if ask.changed else ""
    return words_of(phrase, ask, titles, side)


def words_of(
    phrase: str, ask: Ask, names: Mapping[str, str], side: Side | None
) -> tuple[Words, ...]:
    """Return the phrase of an answer, whose marked part leads to its question."""
    told = tuple(
        Words(text, ask.place if leads else "", ask.changed and leads)
        for text, leads in spoken(phrase, names, side, ask.value)
    )
    return (*told, Words(IDLE)) if told and ask.idle and ask.changed else told


def _last_round(kind: MatchUpKind, rounds: str) -> tuple[Words, ...]:
    if not rounds:
        return Words("they go on "), Words("until it is over", "ask-rounds")
    name = kind.round_name.lower() + ("s" if rounds != "1" else "")
    limit = Words(f"{rounds} {name}", "ask-rounds", changed=True)
    return Words("they go on for "), limit, Words(" at most")


def _sentence(words: list[Words]) -> tuple[Words, ...]:
    first = words[0]
    return (replace(first, text=with_capital(first.text)), *words[1:])

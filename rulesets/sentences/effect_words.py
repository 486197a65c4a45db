"""Words for what effects of special rules name: terms, owners of dice, moments."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from rulesets.core.effects import Op, RuleEffect, Whose
from rulesets.sentences.book_words import BookWords

ATTACKS: Mapping[str, str] = {
    "own": "in its own attacks",
    "against": "in attacks at it",
    "unit": "in attacks of its unit",
    "side": "in attacks of its side",
}
"""Owners of the dice of an attack."""

WHO: Mapping[str, str] = {
    "own": "it",
    "against": "its enemy",
    "unit": "its unit",
    "side": "its side",
}
"""Owners of tests and acts."""

MOMENTS: Mapping[str, str] = {
    "in-combat": "in close combat",
    "first-round": "in the first round",
    "first-turn": "in the first turn",
    "enemy:large": "the enemy is large",
    "state:frenzy": "in frenzy",
    "part:mount": "it is the mount",
    "weapons:1": "it has one weapon in hand",
    "weapons:2": "it has two weapons in hand",
    "asked:general-near": "the general is near",
    "asked:kin-near": "its kin are near",
}
"""Moments whose words do not follow from their key."""

WORDS: Mapping[str, str] = {
    "failures": "failures",
    "successes": "successes",
    "ones": "ones",
}
"""Results that are rolled again."""

FIGURES_OF_TESTS = frozenset({"result", "leadership"})
"""Terms that are rolled once for a unit, though nobody strikes."""


class EffectValues(Protocol):
    """The values that an effect may have, as a game tells them."""

    @property
    def low(self) -> int:
        """Return the least number."""

    @property
    def high(self) -> int:
        """Return the greatest number; below the least, none is taken."""

    @property
    def words(self) -> tuple[str, ...]:
        """Return the words that may stand there."""


class EffectOffer(Protocol):
    """One change of dice that rules of books may make in a game."""

    @property
    def on(self) -> str:
        """Return its term."""

    @property
    def op(self) -> Op:
        """Return its op."""

    @property
    def name(self) -> str:
        """Return the name of its term."""

    @property
    def values(self) -> EffectValues:
        """Return the values that it takes."""

    @property
    def whose(self) -> tuple[Whose, ...]:
        """Return the owners whose dice it may change."""

    @property
    def moments(self) -> tuple[str, ...]:
        """Return the moments that it may name."""


class EffectVocabulary(Protocol):
    """All that rules of books may change in a game."""

    @property
    def offered(self) -> tuple[EffectOffer, ...]:
        """Return every change that may be made."""

    def refusal(self, effect: RuleEffect) -> object | None:
        """Return why the game does not count an effect; none where it does."""


def with_terms(words: BookWords, offered: Iterable[EffectOffer]) -> BookWords:
    """Return words that know what a game calls the terms of effects."""
    names: dict[str, str] = {}
    for one in offered:
        names.setdefault(one.on, one.name)
    return replace(words, words={**words.words, "term": names})


def is_test(term: str) -> bool:
    """Return whether a term is a test or an act, and no part of an attack."""
    return term.startswith(("test:", "act:")) or term in FIGURES_OF_TESTS


def term_name(term: str, words: BookWords) -> str:
    """Return the name of a term: that of its game, or its key in words."""
    return words.words.get("term", {}).get(term) or _plain(term)


def moment_name(moment: str) -> str:
    """Return a moment in words, as they stand behind “when”."""
    return MOMENTS.get(moment) or _plain(moment)


def _plain(key: str) -> str:
    return key.replace(":", " ").replace("-", " ")


def _bonus(value: int | str) -> str:
    if isinstance(value, str):
        return value.upper() if value.startswith("-") else f"+{value.upper()}"
    return f"{value:+}"


def _level(value: int | str) -> str:
    return str(value).upper()


def _success(value: int | str) -> str:
    return f"{_level(value)}+"


def _face(value: int | str) -> str:
    return str(value) if value == SIX else f"{value}+"


SIX = 6
"""The highest face of a die [pips]."""

DICE_WORDS: Mapping[str, Callable[[Any], str]] = {
    "bonus": _bonus,
    "level": _level,
    "success": _success,
    "face": _face,
}
"""Functions that tell a number of an effect, by its blank."""

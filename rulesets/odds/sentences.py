"""The situation of a match-up as one sentence, from phrases that a game keeps as data.

A phrase is a text with ``{a}`` and ``{b}``, for a question of each side also ``{own}``
and ``{other}``, ``{own[holds]}`` for a verb, and ``{n}`` for the answer. What stands in
``[[`` and ``]]`` leads to its question.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rulesets.core.subject import Subject
from rulesets.odds.sides import OTHER, Side

_LINK = re.compile(r"\[\[(.*?)\]\]")
_SLOT = re.compile(r"<([a-z-]+)>")

CLOSING = {
    "first=a": "{a} {a[has]} the [[first turn]]",
    "first=b": "{b} {b[has]} the [[first turn]]",
    "closing=by-weapons": "[[shooters stand, others close in]]",
    "closing=a": "[[only {a}]] {a[closes]} in",
    "closing=b": "[[only {b}]] {b[closes]} in",
    "closing=both": "[[both]] close in",
    "closing=none": "[[neither]] closes in",
}
"""The phrases of who begins, and who closes in, by question and answer."""

TURNS = {
    "turns=1": "contact is made within [[1 turn]] of each side",
    "turns": "contact is made within [[{n} turns]] of each side",
}
"""The phrases of how soon contact is made."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """The phrases of a game.

    Parameters
    ----------
    openings : mapping
        By kind of match-up: how its sentence begins. ``<distance>`` is the place of
        that question's phrase.
    phrases : mapping
        By question, or by question and answer: ``wounds-lost``, ``contact=flank``; with
        a kind before it, ``engagement.contact=flank``, for that kind alone. The usual
        answer is told where it has a phrase by its answer or a place in the opening; an
        empty phrase keeps it silent.
    """

    openings: Mapping[str, str] = field(default_factory=dict)
    phrases: Mapping[str, str] = field(default_factory=dict)

    def opening(self, kind: str) -> Iterator[tuple[str, str]]:
        """Yield (text, key of a question) of an opening; one of them is ""."""
        parts = _SLOT.split(self.openings.get(kind, "{a} and {b} meet"))
        for place, part in enumerate(parts):
            yield ("", part) if place % 2 else (part, "")

    def places(self, kind: str) -> frozenset[str]:
        """Return the questions that have their place in an opening."""
        return frozenset(key for _, key in self.opening(kind) if key)

    def phrase(self, kind: str, key: str, answer: str, *, usual: bool) -> str | None:
        """Return the phrase of an answer; "" to say nothing, none where none is kept.

        Examples
        --------
        >>> kept = Sentences(phrases={"lost": "{own} lost [[{n}]]", "lost=0": ""})
        >>> kept.phrase("fight", "lost", "2", usual=False)
        '{own} lost [[{n}]]'
        >>> kept.phrase("fight", "lost", "0", usual=True)
        ''
        """
        named = (f"{kind}.{key}={answer}", f"{key}={answer}")
        told = next((self.phrases[one] for one in named if one in self.phrases), None)
        if told is not None:
            return told
        if usual and key not in self.places(kind):
            return ""
        of_question = (f"{kind}.{key}", key)
        return next(
            (self.phrases[one] for one in of_question if one in self.phrases), None
        )


def spoken(
    phrase: str, names: Mapping[str, str], side: Side | None = None, answer: str = ""
) -> tuple[tuple[str, bool], ...]:
    """Return the (text, leads to its question) of a phrase, with names and answer.

    Examples
    --------
    >>> names = {"a": "Trolls", "b": "Giant"}
    >>> spoken("{own} {own[has]} lost [[{n} wounds]]", names, "a", "3")
    (('Trolls have lost ', False), ('3 wounds', True))
    """
    told = {key: Subject(name) for key, name in names.items()}
    if side is not None:
        told |= {"own": told[side], "other": told[OTHER[side]]}
    parts = (
        (part.format(n=answer, **told), bool(place % 2))
        for place, part in enumerate(_LINK.split(phrase))
    )
    return tuple((text, leads) for text, leads in parts if text)

"""Menus: what may stand in a blank, and which sentences may be begun in a list."""

import re
from dataclasses import dataclass
from functools import partial
from typing import Any

from armybuilder.books.sentence_editor.draft_words import DraftWords
from armybuilder.books.sentence_editor.places import GONE, PlaceError, part_at
from armybuilder.books.sentence_editor.rule_edits import begins_like
from armybuilder.books.sentence_editor.rule_lists import read_path
from rulesets.sentences.blanks import BLANKS, part_of_blank, word_of_blank
from rulesets.sentences.effect_offers import effect_offers, new_effects
from rulesets.sentences.effect_words import moment_name
from rulesets.sentences.offers import BlankOffer, offers
from rulesets.sentences.places import PARTS, Bringer, bringer_of
from rulesets.sentences.reader import read_statement
from rulesets.sentences.sentence import MONEY, Statement
from rulesets.sentences.statement_edits import ROW, inner, new_rules
from rulesets.sentences.table import ROWS
from rulesets.sentences.teller import ROUNDED, tell

MOST_SHOWN = 60
"""Offers that a menu shows at once; a search finds the others."""

PRINTED = {"0-1": "at most", "0–1": "at most", "re-roll": "again", "reroll": "again"}
"""Words of printed books for what sentences tell in others."""

TYPED = (
    *("n", "low", "high", "number", "times", "every", "share", "step", "better"),
    *("worse", "more", "less", "pips", "text", "word", "whatever", "least", "most"),
    *("bonus", "level", "success", "face", "group"),
)
"""Blanks and lines that are typed."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The offers for a blank.

    Parameters
    ----------
    at, path : str
        The rule and its blank; of a menu of new sentences the list and "".
    typed : str, optional
        What stands in it, where it is typed; none where it is chosen only.
    offers : tuple of BlankOffer
        Those that the search found, as many as are shown.
    present : tuple of BlankOffer
        What stands in a blank that may hold several.
    more : int
        How many offers are not shown.
    """

    at: str
    path: str
    title: str
    offers: tuple[BlankOffer, ...]
    typed: str | None = None
    present: tuple[BlankOffer, ...] = ()
    more: int = 0
    search: str = ""
    is_new: bool = False
    is_several: bool = False

    @property
    def current(self) -> frozenset[str]:
        """Return the keys of what stands in the blank."""
        return frozenset(one.key for one in self.present)


def part_and_bringer(document: Any, at: str) -> tuple[str, Bringer]:
    """Return what kind of rule stands at a place, and what brings it.

    Raises
    ------
    PlaceError
        If no rule stands at such a place.
    """
    above = at.rpartition("/")[0]
    part = PARTS.get(above.rpartition("/")[2])
    if part is None:
        raise PlaceError(GONE)
    owner_at = above.rpartition("/")[0]
    return part, bringer_of(owner_at, part_at(document, owner_at))


def blank_menu(
    document: Any, at: str, path_words: str, words: DraftWords, search: str = ""
) -> Menu:
    """Return the menu of a blank of a rule.

    Raises
    ------
    PlaceError
        If the draft has no such rule.
    TypedError
        If its sentence has no such blank.
    """
    part, bringer = part_and_bringer(document, at)
    said = read_statement(part, part_at(document, at), words.words)
    path = read_path(path_words)
    held = inner(said, path)
    name = next((str(x) for x in reversed(path) if not isinstance(x, int)), "")
    found = blank_offers(said, path, words, bringer)
    asked = search.casefold().split()
    matching = [
        one
        for one in found
        if all(word in f"{one.name} {one.key}".casefold() for word in asked)
    ]
    return Menu(
        at,
        path_words,
        _title(name),
        tuple(matching[:MOST_SHOWN]),
        typed=_typed(name, held),
        present=_present(name, held, words),
        more=max(0, len(matching) - MOST_SHOWN),
        search=search,
        is_several=isinstance(held, tuple)
        and not (held and isinstance(held[0], Statement)),
    )


def blank_offers(
    said: Statement, path: tuple[str | int, ...], words: DraftWords, bringer: Any
) -> tuple[BlankOffer, ...]:
    """Return everything that may be chosen for a blank, the most used first."""
    name = next((str(x) for x in reversed(path) if not isinstance(x, int)), "")
    if said.sentence.part == "effect":
        return effect_offers(said, path, words.words, words.effects)
    if name == "round":
        return tuple(BlankOffer(key, text) for key, text in ROUNDED.items())
    part = part_of_blank(name)
    if not part:
        return offers(name, words.words, bringer)
    found = offers(name, words.words, bringer)
    rows = {row.key: row for row in ROWS[part]}
    if part == "amount":
        terms = {row.key: row for row in ROWS["term"]}
        told = [BlankOffer(f"{ROW}{key}", _blanked(x.text)) for key, x in terms.items()]
        return tuple(told)
    return tuple(
        BlankOffer(f"{ROW}{one.key}", _blanked(one.name), one.uses)
        for one in found
        if rows[one.key].is_ready or part in ("query", "condition", "when", "where")
    )


def _blanked(text: str) -> str:
    """Return a sentence with gaps for its blanks."""
    for name in (*BLANKS, MONEY):
        text = text.replace(f"{{{name}}}", "points" if name == MONEY else "…")
    return text


def _title(name: str) -> str:
    kind = BLANKS.get(name)
    return kind.help if kind is not None else name


def _typed(name: str, held: Any) -> str | None:
    if name not in TYPED:
        return None
    if isinstance(held, Statement):
        return ""
    if isinstance(held, int | float) and name in ("better", "less"):
        held = abs(held)
    if isinstance(held, int | float) and name == "share":
        held = round(held * 100, 4)
    return str(held)


def _present(name: str, held: Any, words: DraftWords) -> tuple[BlankOffer, ...]:
    if isinstance(held, Statement):
        return (BlankOffer(f"{ROW}{held.sentence.key}", ""),)
    if not isinstance(held, tuple):
        return (BlankOffer(str(held), ""),)
    if held and isinstance(held[0], Statement):
        return ()
    if name in ("when", "unless"):
        return tuple(BlankOffer(one, moment_name(one)) for one in held)
    is_target = word_of_blank(name) == "target"
    return tuple(
        BlankOffer(one, words.words.target(one) if is_target else one) for one in held
    )


def new_menu(document: Any, at: str, words: DraftWords, search: str = "") -> Menu:
    """Return the menu of sentences that may be begun in a list of rules."""
    owner_at, _, member = at.rpartition("/")
    part = PARTS.get(member)
    if part is None:
        raise PlaceError(GONE)
    owner = part_at(document, owner_at)
    bringer = bringer_of(owner_at, owner)
    if part == "effect":
        found = [
            BlankOffer(key, tell(said, words.words, bringer))
            for key, said in new_effects(words.words, words.effects)
        ]
    else:
        like = partial(begins_like, owner, bringer)
        found = [
            BlankOffer(
                row.key,
                tell(said, words.words, bringer),
                words.words.uses.get(("sentence", row.key), 0),
            )
            for row, said in new_rules(part, words.words, bringer, like)
        ]
    title = {"limit": "a limit", "change": "a change", "effect": "an effect on dice"}
    shown = tuple(_nearest(found, search))
    return Menu(at, "", title[part], shown, search=search, is_new=True)


def _nearest(found: list[BlankOffer], search: str) -> list[BlankOffer]:
    """Return the sentences with most of the words of a search, none without any.

    What is sought is the rule as the book prints it, and its blanks are still to be
    filled: numbers do not count, nor does an s at the end. What is re-rolled is told as
    rolled again.
    """
    printed = search.casefold()
    for theirs, ours in PRINTED.items():
        printed = printed.replace(theirs, ours)
    asked = [
        word.removesuffix("s")
        for word in re.findall(r"[^\W\d_]+", printed)
        if len(word) > 1
    ]
    if not asked:
        return found
    hits = {
        one.key: sum(word in one.name.casefold() for word in asked) for one in found
    }
    most = max(hits.values(), default=0)
    return [one for one in found if most and hits[one.key] == most]

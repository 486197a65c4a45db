"""Edits of the rules of a draft, each asked for by a few words of a form."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from armybuilder.books.sentence_editor.draft_words import DraftWords
from armybuilder.books.sentence_editor.places import (
    GONE,
    PlaceError,
    index_at,
    list_at,
    part_at,
)
from armybuilder.books.sentence_editor.rule_lists import read_path
from rulesets.books.unit_edits.keys import key_of
from rulesets.core.effects import read_effect
from rulesets.documents.json import DocumentError, parse
from rulesets.documents.places import copied
from rulesets.sentences.effect_offers import new_effects
from rulesets.sentences.inputs import TypedError
from rulesets.sentences.places import PARTS, Bringer, bringer_of
from rulesets.sentences.reader import read_statement
from rulesets.sentences.sentence import Path, Statement
from rulesets.sentences.statement_edits import (
    ROW_OF,
    inner,
    new_statement,
    with_another,
    with_line,
    with_value,
    without,
)
from rulesets.sentences.teller import tell
from rulesets.sentences.writer import write_fragment

MOST_JSON = 20_000
BESIDE = ("key", "title", "source", "message", "severity", "switchable", "on")
WORDS_BESIDE = {"title": 200, "message": 500, "source": 300}
"""Texts beside a rule, with their greatest length."""


@dataclass(frozen=True, slots=True)
class RuleEdit:
    """An edit that was asked for: of a rule, a list of rules, or a place of a draft.

    ``do`` says what; ``at`` is the place, ``path`` the blank, ``values`` what was typed
    or chosen, by field.
    """

    do: str
    at: str
    path: str = ""
    values: Mapping[str, Sequence[str]] | None = None

    def texts(self, name: str) -> list[str]:
        """Return all that was typed in fields of a name."""
        return list((self.values or {}).get(name, ()))

    def text(self, name: str) -> str:
        """Return what was typed in a field, without blanks around it."""
        return next(iter(self.texts(name)), "").strip()


def edited(document: Any, edit: RuleEdit, words: DraftWords) -> tuple[Any, str]:
    """Return a draft with an edit made, and what was done in words.

    Raises
    ------
    TypedError
        If what was typed goes nowhere; in words.
    PlaceError
        If the draft has no such place.
    """
    new = copied(document)
    do, _, about = edit.do.partition(":")
    if do in STATEMENTS:
        return new, _of_statement(new, edit, about, words)
    if do not in LISTS:
        raise TypedError("that cannot be done here")
    return new, LISTS[do](new, edit, words)


# -- one sentence ---------------------------------------------------------------------


def _of_statement(new: Any, edit: RuleEdit, about: str, words: DraftWords) -> str:
    rule = _Rule(new, edit.at)
    said = read_statement(rule.part, rule.fragment, words.words)
    do = edit.do.partition(":")[0]
    try:
        after = STATEMENTS[do](said, edit, about, words, rule.bringer)
        fragment = write_fragment(after, rule.fragment)
        again = read_statement(rule.part, fragment, words.words)
    except (KeyError, AttributeError, IndexError):
        raise TypedError("this sentence has no such blank any more") from None
    _refuse_unknown(rule, fragment, words)
    told = tell(said, words.words, rule.bringer)
    now = tell(again, words.words, rule.bringer)
    if rule.part == "limit" and fragment.get("title", "").rstrip(".") == told:
        fragment["title"] = now[:200]
    rule.put(fragment)
    return f"{told} → {now}"


def _refuse_unknown(rule: "_Rule", fragment: Any, words: DraftWords) -> None:
    """Refuse an effect that the game does not count, where it counted the old one."""
    if rule.part != "effect":
        return
    was = words.effects.refusal(read_effect(rule.fragment))
    why = words.effects.refusal(read_effect(fragment))
    if why is not None and was is None:
        raise TypedError(getattr(why, "text", "the game does not work that out"))


def _fill(
    said: Statement, edit: RuleEdit, _: str, words: DraftWords, bringer: Bringer
) -> Statement:
    path = _path(edit)
    held = inner(said, path)
    typed = edit.texts("value")
    if isinstance(held, tuple) and not (held and isinstance(held[0], Statement)):
        typed = [*([] if typed else held), *edit.texts("also"), *typed]
        typed = [one for one in typed if one not in edit.texts("drop")]
    return with_value(said, path, typed, words.words, bringer)


def _line(
    said: Statement, edit: RuleEdit, line: str, words: DraftWords, bringer: Bringer
) -> Statement:
    return with_line(said, read_path(edit.path), line, words.words, bringer)


def _and(
    said: Statement, edit: RuleEdit, _: str, words: DraftWords, bringer: Bringer
) -> Statement:
    return with_another(said, _path(edit), words.words, bringer)


def _without(
    said: Statement, edit: RuleEdit, _: str, words: DraftWords, bringer: Bringer
) -> Statement:
    return without(said, _path(edit))


def _path(edit: RuleEdit) -> Path:
    path = read_path(edit.path)
    if not path:
        raise TypedError("no blank was named")
    return path


def _number(
    said: Statement, edit: RuleEdit, _: str, words: DraftWords, bringer: Bringer
) -> Statement:
    return with_value(said, read_path(edit.path), ["=number"], words.words, bringer)


STATEMENTS: Mapping[
    str, Callable[[Statement, RuleEdit, str, DraftWords, Bringer], Statement]
] = {
    "fill": _fill,
    "line": _line,
    "and": _and,
    "without": _without,
    "number": _number,
}
"""Edits of one sentence, by their word."""


# -- a rule in its list ---------------------------------------------------------------


class _Rule:
    """A rule of a copy of a draft, in its list, with what brings it."""

    def __init__(self, document: Any, at: str) -> None:
        above, _, step = at.rpartition("/")
        member = above.rpartition("/")[2]
        if member not in PARTS:
            raise PlaceError(GONE)
        found = part_at(document, above)
        if not isinstance(found, list):
            raise PlaceError(GONE)
        self.part = PARTS[member]
        self.list: list[Any] = found
        self.index = index_at(found, step)
        self.fragment: Any = found[self.index]
        self.bringer = _bringer(document, above.rpartition("/")[0])

    def put(self, fragment: Any) -> None:
        self.list[self.index] = fragment


def _bringer(document: Any, place: str) -> Bringer:
    return bringer_of(place, part_at(document, place))


def _told(rule: _Rule, words: DraftWords) -> str:
    return _told_as(rule.fragment, rule, words)


def _told_as(fragment: Any, rule: _Rule, words: DraftWords) -> str:
    said = read_statement(rule.part, fragment, words.words)
    return tell(said, words.words, rule.bringer)


def _remove(new: Any, edit: RuleEdit, words: DraftWords) -> str:
    rule = _Rule(new, edit.at)
    told = _told(rule, words)
    del rule.list[rule.index]
    _leave_out_empty(new, edit.at.rpartition("/")[0])
    return f"Taken out: {told}"


def _leave_out_empty(new: Any, place: str) -> None:
    above, _, name = place.rpartition("/")
    owner = part_at(new, above)
    if not owner[name]:
        del owner[name]


def _copy(new: Any, edit: RuleEdit, words: DraftWords) -> str:
    rule = _Rule(new, edit.at)
    twin = copied(rule.fragment)
    if rule.part == "limit":
        twin["key"] = key_of(twin["key"], {one["key"] for one in rule.list})
    rule.list.insert(rule.index + 1, twin)
    return f"Written twice: {_told(rule, words)}"


def _move(new: Any, edit: RuleEdit, words: DraftWords) -> str:
    rule = _Rule(new, edit.at)
    other = rule.index + (-1 if edit.do == "up" else 1)
    if not 0 <= other < len(rule.list):
        raise TypedError("it stands at the end")
    pair = rule.list[rule.index], rule.list[other]
    rule.list[other], rule.list[rule.index] = pair
    return f"Moved: {_told_as(pair[0], rule, words)}"


def _add(new: Any, edit: RuleEdit, words: DraftWords) -> str:
    member = edit.at.rpartition("/")[2]
    if member not in PARTS:
        raise PlaceError(GONE)
    owner_at = edit.at.rpartition("/")[0]
    owner = part_at(new, owner_at)
    if not isinstance(owner, dict):
        raise PlaceError(GONE)
    bringer = bringer_of(owner_at, owner)
    said = begun(PARTS[member], edit.text("row"), owner, bringer, words)
    fragment = write_fragment(said)
    told = tell(said, words.words, bringer)
    rules = list_at(new, edit.at)
    if member == "limits":
        title = told[:200]
        key = key_of(title, {one["key"] for one in rules}, "rule")
        fragment = {"key": key, "title": title, **fragment}
    rules.append(fragment)
    return f"New: {told}"


def begun(
    part: str, row_key: str, owner: Any, bringer: Bringer, words: DraftWords
) -> Statement:
    """Return a new sentence, its blanks filled; `TypedError` where that cannot be."""
    if part == "effect":
        known = dict(new_effects(words.words, words.effects))
        if row_key not in known:
            raise TypedError("the game does not work that out")
        return known[row_key]
    row = ROW_OF.get(row_key)
    if row is None or row.part != part:
        raise TypedError("there is no such sentence")
    like = begins_like(owner, bringer, row_key)
    found = new_statement(row, words.words, bringer, like)
    if found is None:
        raise TypedError("this book has nothing that fills that sentence yet")
    return read_statement(part, write_fragment(found), words.words)


def begins_like(owner: Any, bringer: Bringer, row_key: str) -> Mapping[str, Any]:
    """Return what fills blanks of a new rule: the unit that it stands at, the army.

    Points that are limited at a unit are its allowance: for the things from its last
    slot.
    """
    if bringer.kind not in ("unit", "model") or "key" not in owner:
        return {}
    slots = owner.get("slots", ())
    if row_key in ALLOWANCES and slots:
        return {"things": (f"slot:{slots[-1]['key']}",), "place": "self"}
    own = (owner["key"],)
    return {"things": own, "thing": own, "place": "army"}


ALLOWANCES = ("limit-points-at-most", "limit-points-at-least")
"""Keys of the sentences about points that are spent on some things."""


def _text(new: Any, edit: RuleEdit, words: DraftWords) -> str:
    rule = _Rule(new, edit.at)
    text = edit.text("text")
    if len(text) > MOST_JSON:
        raise TypedError("that is too long for one rule")
    try:
        fragment = parse(text.encode())
    except DocumentError as problem:
        raise TypedError(f"that is no JSON: {problem.text}") from None
    if not isinstance(fragment, dict):
        raise TypedError("a rule is written in braces: { … }")
    rule.put(fragment)
    try:
        told = _told(rule, words)
    except (ValueError, KeyError, TypeError, AttributeError):
        told = "as text"
    return f"Written: {told}"


def _words(new: Any, edit: RuleEdit, words: DraftWords) -> str:
    """Write the title, message and source of a rule."""
    rule = _Rule(new, edit.at)
    if rule.part == "effect":
        raise TypedError("an effect has no words of its own")
    for name, most in WORDS_BESIDE.items():
        if name not in (edit.values or {}) or (name, rule.part) == (
            "message",
            "change",
        ):
            continue
        text = edit.text(name)
        if len(text) > most:
            raise TypedError(f"the {name} is longer than {most} characters")
        if text:
            rule.fragment[name] = text
        elif name == "title" and rule.part == "limit":
            rule.fragment[name] = _told(rule, words)[:200]
        else:
            rule.fragment.pop(name, None)
    return f"Words of: {_told(rule, words)}"


def _new_rule(new: Any, edit: RuleEdit, words: DraftWords) -> str:
    """Add a special rule of the book by its name, and to the unit it was made at."""
    name = edit.text("name")
    if not name or len(name) > 120:
        raise TypedError("a rule has a name of up to 120 characters")
    owner = part_at(new, edit.at)
    rules = new.setdefault("rules", [])
    taken = {*words.words.words["rule"], *(rule["key"] for rule in rules)}
    key = key_of(name, taken, "rule")
    rules.append({"key": key, "name": name})
    if edit.at:
        owner.setdefault("rules", []).append(key)
    return f"New special rule: {name}"


MOST_SAID = {"summary": 1000, "left_out": 500}
"""The most letters of what an own special rule says, and of what the odds leave out."""


def _rule_words(new: Any, edit: RuleEdit, words: DraftWords) -> str:
    if not edit.at.endswith("/effects"):
        raise PlaceError(GONE)
    owner = part_at(new, edit.at.rpartition("/")[0])
    for member, most in MOST_SAID.items():
        text = edit.text(member)
        if len(text) > most:
            raise TypedError(f"that is longer than {most} characters")
        if text:
            owner[member] = text
        else:
            owner.pop(member, None)
    return f"What {owner['name']} says"


LISTS: Mapping[str, Callable[[Any, RuleEdit, DraftWords], str]] = {
    "remove": _remove,
    "copy": _copy,
    "up": _move,
    "down": _move,
    "add": _add,
    "text": _text,
    "words": _words,
    "rule": _new_rule,
    "rule_words": _rule_words,
}
"""Edits of a rule in its list, by their word."""

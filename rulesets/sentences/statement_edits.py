"""Edits of statements: a blank filled with what was typed or chosen, lines, new rules.

Every function returns another statement of the same part; what is written of it has to
be read anew, since another row may say it better.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulesets.sentences.blanks import BLANKS, part_of_blank, word_of_blank
from rulesets.sentences.book_words import BookWords
from rulesets.sentences.commonest import FORCES, sentence_rank
from rulesets.sentences.inputs import MOST_TEXT, READERS, TypedError, read_number
from rulesets.sentences.members import part_of
from rulesets.sentences.offers import offers
from rulesets.sentences.places import Bringer
from rulesets.sentences.reader import read_statement
from rulesets.sentences.sentence import Path, Sentence, Statement, Value, filled
from rulesets.sentences.table import ROWS, SENTENCES
from rulesets.sentences.writer import write_fragment

ROW = "="
"""Stands before the key of a row that fills a blank, apart from what is typed."""

USUAL: Mapping[str, Value] = {
    **{"n": 1, "low": 1, "high": 2, "number": 1, "times": 1, "every": 10},
    **{"share": 0.25, "step": 1, "better": -1, "worse": 1, "more": 1, "less": -1},
    **{"pips": 4, "text": "D6", "word": "1", "attribute": "points", "op": "add"},
    **{"least": 0, "most": 10, "round": "up", "deep": False},
}
"""The values of blanks and lines that are new."""

ADDABLE: Mapping[str, tuple[str, ...]] = {
    "limit": ("when", "where", "each"),
    "change": ("when",),
    "condition": ("where",),
    "term": ("where", "round"),
    "amount": ("least", "most"),
    "effect": ("when", "unless"),
}
"""Lines that may be added under a sentence of each part."""

SEVERAL = {"condition-all", "condition-any", "condition-none"}


ROW_OF: Mapping[str, Sentence] = {row.key: row for row in SENTENCES}


def inner(statement: Statement, path: Path) -> Any:
    """Return what stands at a path: a statement or a value.

    Raises
    ------
    TypedError
        If the statement has no such blank.
    """
    held: Any = statement
    for step in path:
        try:
            if isinstance(held, Statement):
                held = held.parts[str(step)]
            else:
                held = held[int(step)]
        except (KeyError, IndexError, ValueError, TypeError):
            raise TypedError("this sentence has no such blank any more") from None
    return held


def new_statement(
    row: Sentence,
    words: BookWords,
    bringer: Bringer,
    like: Mapping[str, Value] | None = None,
) -> Statement | None:
    """Return a row with its blanks filled; none where nothing fills one of them.

    Parameters
    ----------
    row : Sentence
    words : BookWords
        With their uses: what is used most is taken.
    bringer : Bringer
    like : mapping, optional
        What filled blanks of the sentence in whose place it comes; it stays where a
        blank of that name holds it.
    """
    blanks: dict[str, Value] = {}
    for name in row.blanks:
        kept = (like or {}).get(name)
        if kept is not None and BLANKS[name].holds(_plain(kept), words):
            blanks[name] = kept
            continue
        value = _usual(name, words, bringer)
        if value is None:
            return None
        blanks[name] = value
    return Statement(row, blanks)


def _plain(value: Value) -> Value:
    return {"terms": ()} if isinstance(value, Statement) else value


def _usual(name: str, words: BookWords, bringer: Bringer) -> Value:
    """Return what fills a new blank; none if nothing does."""
    if name in USUAL:
        return USUAL[name]
    part = part_of_blank(name)
    if part:
        statement = _first_row(name, part, words, bringer)
        several = name in ("conditions", "terms")
        return (statement,) if several and statement is not None else statement
    if name == "place" and bringer.kind in ("force", "army"):
        return "army"
    if name in ("things", "some", "thing"):
        return _a_thing(name, words, bringer)
    found = next(iter(offers(name, words, bringer)), None)
    if found is None:
        return None
    return (found.key,) if word_of_blank(name) == "target" else found.key


def _a_thing(name: str, words: BookWords, bringer: Bringer) -> Value:
    """Return the most used thing that is no whole book and no force."""
    for one in offers(name, words, bringer):
        if one.key not in (*FORCES, "same") and not words.is_army(one.key):
            return (one.key,)
    return ("kind:unit",)


def _first_row(
    name: str, part: str, words: BookWords, bringer: Bringer
) -> Statement | None:
    for offer in offers(name, words, bringer):
        row = ROW_OF[offer.key]
        if row.is_ready and not {"conditions", "terms"} & {*row.blanks}:
            found = new_statement(row, words, bringer)
            if found is not None:
                return found
    return None


def typed_value(
    name: str, typed: Sequence[str], held: Value, words: BookWords, bringer: Bringer
) -> Value:
    """Return what a blank or a line holds when something was typed or chosen for it.

    Parameters
    ----------
    name : str
        Of the blank or the line.
    typed : sequence of str
        Several keys of targets or moments; else one text. ``=`` and the key of a row
        is a sentence, ``=number`` an amount turned into a number again.
    held : object
        What fills it now.
    words : BookWords
    bringer : Bringer

    Raises
    ------
    TypedError
    """
    text = typed[0].strip() if typed else ""
    if part_of_blank(name) and text.startswith(ROW):
        return _row_value(name, text.removeprefix(ROW), held, words, bringer)
    if isinstance(held, tuple) or word_of_blank(name) == "target":
        return _keys(name, typed, words)
    if name in READERS:
        return READERS[name](text)
    if name == "rule":
        return _rule(text, held, words)
    return _word(name, text, words)


def _word(name: str, text: str, words: BookWords) -> Value:
    """Return a word that was chosen, or a short text that was typed."""
    if not text or len(text) > MOST_TEXT:
        raise TypedError("that text is too long" if text else "nothing was chosen")
    kind = word_of_blank(name)
    if kind in KNOWN and text not in words.words.get(kind, {}):
        raise TypedError(f"this book has no {kind} “{text}”")
    if name in BLANKS and not BLANKS[name].holds(text, words):
        raise TypedError(f"“{text}” does not go there")
    return text


KNOWN = ("figure", "gear", "category", "type", "tag", "switch", "bound")
"""Kinds of words that a book or its game has."""
MOST_KEYS = 40


def _row_value(
    name: str, key: str, held: Value, words: BookWords, bringer: Bringer
) -> Value:
    if key == "number":
        return 1
    row = ROW_OF.get(key)
    part = part_of_blank(name)
    if row is None or row not in (*ROWS[part], *ROWS["term"]):
        raise TypedError("there is no such sentence")
    like = held.blanks if isinstance(held, Statement) else {}
    if isinstance(held, tuple) and held and isinstance(held[0], Statement):
        like = held[0].blanks
    if part == "amount" and row.part == "term":
        term = new_statement(row, words, bringer, like)
        return Statement(ROW_OF["amount-sum"], {"terms": (term,)})
    found = new_statement(row, words, bringer, {**like, **_joined(row, held)})
    if found is None:
        raise TypedError("this book has nothing that fills that sentence yet")
    return found


def _joined(row: Sentence, held: Value) -> dict[str, Value]:
    """Return the condition that a new “all of”, “unless” or “not” is about."""
    if not isinstance(held, Statement):
        return {}
    if "conditions" in row.blanks and "conditions" not in held.blanks:
        return {"conditions": (held,)}
    if "condition" in row.blanks and held.sentence.part == "condition":
        return {"condition": held}
    return {}


def _keys(name: str, typed: Sequence[str], words: BookWords) -> tuple[str, ...]:
    keys = tuple(dict.fromkeys(one.strip() for one in typed if one.strip()))
    if not keys:
        raise TypedError("nothing was chosen")
    if len(keys) > MOST_KEYS:
        raise TypedError(f"no more than {MOST_KEYS} go into one blank")
    if any(not KEY.fullmatch(one) for one in keys):
        raise TypedError("that is no name of this book")
    if name in BLANKS and not BLANKS[name].holds(keys, words):
        raise TypedError("that does not go there")
    return keys


KEY = re.compile(r"[#a-z0-9*][a-z0-9:-]{0,79}")


def _rule(text: str, held: Value, words: BookWords) -> Value:
    key, _, x = text.partition(" ")
    if key not in words.words["rule"]:
        raise TypedError(f"there is no rule “{key}”")
    if x:
        return {"key": key, "x": read_number(x)}
    return held if isinstance(held, Mapping) and held.get("key") == key else key


def with_value(
    statement: Statement,
    path: Path,
    typed: Sequence[str],
    words: BookWords,
    bringer: Bringer,
) -> Statement:
    """Return a statement with one blank or line filled; see `typed_value`."""
    held = inner(statement, path)
    name = next(str(x) for x in reversed(path) if not isinstance(x, int))
    value = typed_value(name, typed, held, words, bringer)
    return filled(statement, path, value)


def lines_to_add(statement: Statement) -> tuple[str, ...]:
    """Return the lines that may be added under a statement."""
    part = part_of(statement.sentence.part)
    asked = ADDABLE.get(part, ())
    pattern = statement.sentence.fragment
    if statement.sentence.fragment.keys() & {"all", "any", "none", "switch"}:
        return ()
    return tuple(x for x in asked if x not in statement.lines and x not in pattern)


def with_line(
    statement: Statement, path: Path, line: str, words: BookWords, bringer: Bringer
) -> Statement:
    """Return a statement with a new line under one of its statements."""
    below = inner(statement, path)
    if not isinstance(below, Statement) or line not in lines_to_add(below):
        raise TypedError("that line cannot be added there")
    if part_of(below.sentence.part) == "effect":
        value: Value = ("in-combat",)
    elif line == "each":
        value = ("kind:unit",)
    else:
        value = _usual(line, words, bringer)
    if value is None:
        raise TypedError("this book has nothing that fills such a line yet")
    new = replace(below, lines={**below.lines, line: value})
    return filled(statement, path, new) if path else new


def with_another(
    statement: Statement, path: Path, words: BookWords, bringer: Bringer
) -> Statement:
    """Return a statement with one more condition, or term, beside one that it has."""
    *above, last = path
    if isinstance(last, int):
        several = inner(statement, tuple(above))
        name = str(above[-1])
        new = _usual(name, words, bringer)
        return filled(statement, tuple(above), (*several, *new))
    held = inner(statement, path)
    if not isinstance(held, Statement):
        raise TypedError("nothing can be added there")
    another = _first_row("condition", "condition", words, bringer)
    if held.sentence.key in SEVERAL:
        both = (*held.blanks["conditions"], another)
        return filled(statement, path, replace(held, blanks={"conditions": both}))
    if held.sentence.part == "when":
        raise TypedError("say “all of” first")
    every = Statement(ROW_OF["condition-all"], {"conditions": (held, another)})
    return filled(statement, path, every)


def without(statement: Statement, path: Path) -> Statement:
    """Return a statement without a line, or without one of several conditions."""
    *above, last = path
    if isinstance(last, int):
        several = inner(statement, tuple(above))
        rest = tuple(one for index, one in enumerate(several) if index != last)
        if rest:
            owner = inner(statement, tuple(above[:-1]))
            if len(rest) == 1 and owner.sentence.key in (
                "condition-all",
                "condition-any",
            ):
                return filled(statement, tuple(above[:-1]), rest[0])
            return filled(statement, tuple(above), rest)
        raise TypedError("the last one cannot be taken out; take out the whole line")
    owner = inner(statement, tuple(above))
    if not isinstance(owner, Statement) or last not in owner.lines:
        raise TypedError("only a line can be taken out")
    lines = {k: x for k, x in owner.lines.items() if k != last}
    new = replace(owner, lines=lines)
    return filled(statement, tuple(above), new) if above else new


def new_rules(
    part: str,
    words: BookWords,
    bringer: Bringer,
    like: Callable[[str], Mapping[str, Value]] | None = None,
) -> Iterator[tuple[Sentence, Statement]]:
    """Yield every ready sentence of a part with its blanks filled, in a good order.

    Those that the book uses most come first, then the commonest of the printed books.
    ``like`` says of the key of a sentence what fills its blanks, see `new_statement`.
    """
    rows = [row for row in ROWS[part] if row.is_ready]
    rows.sort(
        key=lambda row: (
            -words.uses.get(("sentence", row.key), 0),
            sentence_rank(part, bringer.kind, row.key),
        )
    )
    for row in rows:
        filling = like(row.key) if like is not None else None
        found = new_statement(row, words, bringer, filling)
        if found is not None:
            yield row, read_statement(part, write_fragment(found), words)

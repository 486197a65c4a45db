"""A rule changed by its sentence is byte for byte the plainly edited one.

The plain edit knows nothing of sentences: it sets one member of the parsed JSON.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from rulesets.sentences.book_words import BookWords
from rulesets.sentences.offers import offers
from rulesets.sentences.places import Bringer
from rulesets.sentences.sentence import Statement, every_blank
from rulesets.sentences.statement_edits import with_value
from rulesets.sentences.writer import write_fragment
from tests.real_books import KEYS
from tests.rulesets.sentences.documents import statements, words

TYPED = ("n", "low", "high", "number", "times", "every", "worse", "more", "step")
TYPED_AS_LESS = ("better", "less")
"""Blanks whose number is written with a minus, and typed without one."""
LIKE_MEMBERS = ("times", "every")
"""Blanks that are members of their name, and often left out."""
CHOSEN = ("things", "some", "thing", "each", "tags", "armies")
NAMED = ("gear", "tag", "category", "type", "switch")
NUMBERS = (7, 8)

WITHOUT_A_PLAIN_MEMBER = {
    *("change-figure-text", "change-rule", "change-rule-gone", "limit-not-own"),
    *("change-min-lifted", "change-max-lifted", "limit-elsewhere"),
}
"""Sentences that may have no blank whose value alone is a member of the document."""

Place = tuple[str | int, ...]


def members(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield every member of a part that holds no part itself, and its place."""
    parts: Any = ()
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        yield place, value
    elif isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    else:
        yield place, value
    for step, part in parts:
        yield from members(part, (*place, step))


def put(whole: Any, place: Place, value: Any) -> None:
    *above, last = place
    for step in above:
        whole = whole[step]
    whole[last] = value


def in_bytes(whole: Any) -> bytes:
    return json.dumps(whole, ensure_ascii=False, indent=2).encode()


def other_value(
    name: str, held: Any, known: BookWords, bringer: Bringer
) -> tuple[str, Any] | None:
    """Return what is typed into a blank, and the member expected; none for others."""
    if name in (*CHOSEN, *NAMED):
        own = set(held) if isinstance(held, tuple) else {held}
        found = offers(name, known, bringer)
        key = next((one.key for one in found if one.key not in own), None)
        return None if key is None else (key, key)
    if name == "dice":
        roll = next(x for x in ("to-hit", "to-wound") if x != held)
        return roll, roll
    if name == "pips":
        other = next(x for x in (2, 3) if x != held)
        return f"{other}+", other
    if name not in (*TYPED, *TYPED_AS_LESS) or isinstance(held, tuple | Statement):
        return None
    number = next(x for x in NUMBERS if x != abs(held))
    return str(number), -number if name in TYPED_AS_LESS else number


def same(one: Any, other: Any) -> bool:
    return one == other and isinstance(one, bool) == isinstance(other, bool)


def places_of(name: str, fragment: Any, held: Any) -> list[Place]:
    """Return where a part says a value, which may be a list of one or several."""
    said = [held]
    if isinstance(held, tuple):
        said = [list(held), *(held if len(held) == 1 else ())]
    found = [at for at, one in members(fragment) if any(same(one, x) for x in said)]
    return [at for at in found if at and (name not in LIKE_MEMBERS or at[-1] == name)]


def plain_edits(fragment: Any, places: list[Place], value: Any) -> list[bytes]:
    """Return a part with a member set at each place alone, and at all of them."""
    edits = []
    for chosen in (*([at] for at in places), places):
        plain = deepcopy(fragment)
        for at in chosen:
            put(plain, at, value)
        edits.append(in_bytes(plain))
    return edits


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", KEYS)
def test_a_rule_changed_by_its_sentence_is_the_plainly_edited_one(name: str) -> None:
    known = words(name)
    untried: set[str] = set()
    for rule, said in statements(name):
        tried = False
        for path, held in every_blank(said):
            blank = next(str(x) for x in reversed(path) if not isinstance(x, int))
            places = places_of(blank, rule.fragment, held)
            other = other_value(blank, held, known, rule.bringer)
            if other is None or not places:
                continue
            typed, wanted = other
            after = with_value(said, path, [typed], known, rule.bringer)
            written = in_bytes(write_fragment(after, rule.fragment))
            plain = plain_edits(rule.fragment, places, wanted)
            assert written in plain, (rule.where, path, typed, written)
            tried = True
        if not tried:
            untried.add(said.sentence.key)
    assert untried <= WITHOUT_A_PLAIN_MEMBER

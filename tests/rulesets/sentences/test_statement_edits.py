"""Blanks filled as an author fills them, over every limit, change and effect."""

import json
from typing import Any

import pytest

from rulesets.combats import combat_of
from rulesets.core.effects import read_effect
from rulesets.documents.json import check
from rulesets.games import GAMES
from rulesets.packs.pack import PackError
from rulesets.sentences.blanks import part_of_blank, word_of_blank
from rulesets.sentences.book_words import BookWords, words_of_books
from rulesets.sentences.effect_offers import effect_offers, new_effects
from rulesets.sentences.effect_words import EffectVocabulary, with_terms
from rulesets.sentences.inputs import TypedError
from rulesets.sentences.members import bare, completed
from rulesets.sentences.offers import offers
from rulesets.sentences.places import Bringer, RulePlace
from rulesets.sentences.reader import read_statement
from rulesets.sentences.sentence import Statement, every_blank, every_statement
from rulesets.sentences.statement_edits import (
    ROW,
    ROW_OF,
    inner,
    new_rules,
    with_another,
    with_line,
    with_value,
    without,
)
from rulesets.sentences.teller import pieces, tell
from rulesets.sentences.writer import write_fragment
from tests.rulesets.sentences.documents import (
    BESIDE,
    NAMES,
    document,
    statements,
    words,
)

UNIT = Bringer("unit", "Knights")
TYPED = {"n": "7", "low": "1", "high": "9", "number": "3", "times": "4", "every": "50"}
TYPED |= {"share": "40", "step": "-2", "better": "2", "worse": "2", "more": "5"}
TYPED |= {"less": "5", "pips": "3+", "text": "2D6", "least": "2", "most": "12"}


def told_path(path: tuple[Any, ...]) -> str:
    return next(str(x) for x in reversed(path) if not isinstance(x, int))


def check_part(part: str, fragment: Any) -> None:
    """Hold a limit or a change to the schema, which knows nothing of sentences."""
    head = {"format": "armybuilder.pack/1", "key": "k", "name": "N", "game": "charge"}
    if part == "limit":
        fragment = {"key": "k", "title": "T", **fragment}
    if part in ("limit", "change"):
        check("pack", {**head, f"{part}s": [fragment]}, PackError)


def others(
    name: str, value: Any, known: BookWords, place: RulePlace
) -> list[list[str]]:
    """Return what an author could put in a blank: typed, or the first offers."""
    if name in TYPED:
        return [[TYPED[name]]]
    found = offers(name, known, place.bringer)
    held = set(value) if isinstance(value, tuple) else {value}
    return [[one.key] for one in found if one.key not in held][:3]


def is_plain(fragment: Any, said: Statement) -> bool:
    """Return whether a rule spells no default, and has its members in their order."""
    said_alone = {k: x for k, x in fragment.items() if k not in BESIDE}
    return json.dumps(said_alone) == json.dumps(write_fragment(said))


def text_of(fragment: Any) -> str:
    """Return a rule without spelled defaults, its members by the alphabet."""
    part = "change" if "change" in fragment else "limit"
    beside = {name: x for name, x in fragment.items() if name in BESIDE}
    whole = bare(part, completed(part, fragment))
    return json.dumps({**whole, **beside}, sort_keys=True)


@pytest.mark.parametrize("name", NAMES)
def test_every_blank_of_every_rule_takes_another_value_and_its_own_again(
    name: str,
) -> None:
    known = words(name)
    for place, said in statements(name):
        for path, value in every_blank(said):
            blank = told_path(path)
            if word_of_blank(blank) and isinstance(value, tuple):
                assert set(value) <= {x.key for x in offers("things", known, UNIT)}
            for typed in others(blank, value, known, place):
                after = with_value(said, path, typed, known, place.bringer)
                fragment = write_fragment(after, place.fragment)
                check_part(place.part, fragment)
                again = read_statement(place.part, fragment, known)
                assert write_fragment(again, fragment) == fragment
                assert inner(after, path) != value or typed == [TYPED.get(blank)]
                back = write_fragment(said, fragment)
                assert text_of(back) == text_of(place.fragment), place.where
                if is_plain(place.fragment, said):
                    assert json.dumps(back) == json.dumps(place.fragment), place.where


@pytest.mark.parametrize("name", NAMES)
def test_every_inner_sentence_becomes_every_other_of_its_part(name: str) -> None:
    known = words(name)
    seen: set[tuple[str, str]] = set()
    for place, said in statements(name):
        for path, held in inner_statements(said):
            blank = told_path(path)
            part = part_of_blank(blank)
            if part == "amount" or (blank, held.sentence.key) in seen:
                continue
            seen.add((blank, held.sentence.key))
            for one in offers(blank, known, place.bringer):
                try:
                    typed = [f"{ROW}{one.key}"]
                    after = with_value(said, path, typed, known, place.bringer)
                except TypedError:
                    continue
                fragment = write_fragment(after, place.fragment)
                check_part(place.part, fragment)
                again = read_statement(place.part, fragment, known)
                assert write_fragment(again, fragment) == fragment
                back = write_fragment(said, fragment)
                assert text_of(back) == text_of(place.fragment)


def inner_statements(said: Statement, path: tuple[Any, ...] = ()) -> Any:
    for name, value in said.parts.items():
        if isinstance(value, Statement):
            yield (*path, name), value
            yield from inner_statements(value, (*path, name))
        elif isinstance(value, tuple):
            for index, one in enumerate(value):
                if isinstance(one, Statement):
                    yield (*path, name, index), one


@pytest.mark.parametrize("name", NAMES)
def test_every_number_becomes_each_amount_and_a_number_again(name: str) -> None:
    known = words(name)
    terms = [row.key for row in ROW_OF.values() if row.part == "term"]
    for place, said in statements(name)[:40]:
        for path, value in every_blank(said):
            if told_path(path) not in ("n", "low", "high") or len(path) > 1:
                continue
            for term in terms:
                summed = with_value(said, path, [f"{ROW}{term}"], known, place.bringer)
                fragment = write_fragment(summed, place.fragment)
                check_part(place.part, fragment)
                again = read_statement(place.part, fragment, known)
                assert tell(again, known, place.bringer)
                number = with_value(summed, path, [str(value)], known, place.bringer)
                back = write_fragment(number, fragment)
                assert text_of(back) == text_of(place.fragment)


@pytest.mark.parametrize("name", NAMES)
def test_every_sentence_is_begun_from_nothing_and_read_back(name: str) -> None:
    known = words(name)
    for part in ("limit", "change"):
        for bringer in (UNIT, Bringer("item"), Bringer("force")):
            begun = list(new_rules(part, known, bringer))
            assert len(begun) > 15
            for _, said in begun:
                fragment = write_fragment(said)
                check_part(part, fragment)
                assert read_statement(part, fragment, known) == said


def test_a_condition_is_added_joined_and_taken_out_again() -> None:
    name = "warhammer-empire"
    known = words(name)
    limit = {"of": "#core", "in": "force", "max": 1}
    said = read_statement("limit", limit, known)
    once = with_line(said, (), "when", known, UNIT)
    twice = with_another(once, ("when",), known, UNIT)
    thrice = with_another(twice, ("when",), known, UNIT)
    written = write_fragment(thrice, limit)

    check_part("limit", written)
    assert len(written["when"]["all"]) == 3
    less = without(thrice, ("when", "conditions", 2))
    least = without(less, ("when", "conditions", 1))
    assert write_fragment(least) == write_fragment(once)
    assert write_fragment(without(least, ("when",)), limit) == limit


WRONG: list[tuple[tuple[Any, ...], list[str]]] = [
    (("n",), ["many"]),
    (("n",), ["1e9"]),
    (("n",), ["9999999"]),
    (("n",), []),
    (("things",), []),
    (("things",), ["no such <thing>"]),
    (("place", "more"), ["army"]),
    (("nothing",), ["1"]),
    (("n",), ["=limit-none"]),
    (("place",), [""]),
]


@pytest.mark.parametrize(("path", "typed"), WRONG)
def test_what_goes_into_no_blank_is_refused_in_words(
    path: tuple[Any, ...], typed: list[str]
) -> None:
    known = words("warhammer-empire")
    said = read_statement("limit", {"of": "#core", "max": 1}, known)
    with pytest.raises(TypedError, match=r"\w+ \w+"):
        with_value(said, path, typed, known, UNIT)


# -- effects --------------------------------------------------------------------------


def dice(game: str) -> tuple[BookWords, EffectVocabulary]:
    vocabulary = combat_of(GAMES[game]).vocabulary
    words = words_of_books(GAMES[game], [])
    return with_terms(words, vocabulary.offered), vocabulary


@pytest.mark.parametrize("game", GAMES)
def test_each_pair_of_a_games_vocabulary_is_a_ready_sentence(game: str) -> None:
    known, vocabulary = dice(game)
    begun = dict(new_effects(known, vocabulary))
    pairs = {(one.on, one.op) for one in vocabulary.offered}

    assert {tuple(key.split()[:2]) for key in begun} == pairs
    told = [tell(said, known, Bringer("rule")) for said in begun.values()]
    assert len({*told}) == len(told)
    for said in begun.values():
        assert said.sentence.is_ready
        assert vocabulary.refusal(read_effect(write_fragment(said))) is None


@pytest.mark.parametrize("game", GAMES)
def test_each_blank_of_an_effect_offers_what_it_holds_and_what_the_game_counts(
    game: str,
) -> None:
    known, vocabulary = dice(game)
    for _, begun in new_effects(known, vocabulary):
        fragment = write_fragment(begun)
        for path, value in every_blank(begun):
            found = effect_offers(begun, path, known, vocabulary)
            assert str(value) in {one.key for one in found}, (fragment, path)
            for one in found:
                after = with_value(begun, path, [one.key], known, Bringer("rule"))
                written = write_fragment(after, fragment)
                assert vocabulary.refusal(read_effect(written)) is None
                again = read_statement("effect", written, known)
                assert write_fragment(again) == write_fragment(after)
                assert write_fragment(begun, written) == fragment


@pytest.mark.parametrize("game", GAMES)
def test_each_moment_of_an_effect_is_a_line_under_it(game: str) -> None:
    known, vocabulary = dice(game)
    for one in vocabulary.offered:
        for moment in one.moments:
            asked = moment if not moment.endswith(":") else f"{moment}odd"
            fragment = {"on": one.on, "op": one.op, "when": [asked], "value": "x"}
            said = read_statement("effect", fragment, known)
            assert write_fragment(said, fragment) == fragment
            assert ", when " in tell(said, known, Bringer("rule"))


EFFECTS: list[tuple[Any, str]] = [
    (
        {"on": "to-hit", "op": "add", "when": ["charging"]},
        "To hit +1 in its own attacks, when charging",
    ),
    (
        {
            "on": "to-wound",
            "op": "natural",
            "natural": 6,
            "value": "slays",
            "unless": ["enemy:large"],
        },
        "To wound: a natural 6 slays in its own attacks, unless the enemy is large",
    ),
    ({"on": "act:pursue", "op": "must"}, "Pursuit: it must"),
    (
        {"on": "save", "op": "add", "value": "-x"},
        "Armour save -X in its own attacks",
    ),
    (
        {"on": "ward", "op": "or", "value": 5, "whose": "against"},
        "Ward save of 5+ in attacks at it",
    ),
    (
        {"on": "kind", "op": "start", "group": "fires"},
        "Kind of damage: start 1 in its own attacks, the strongest of “fires” alone",
    ),
]


@pytest.mark.parametrize(("effect", "text"), EFFECTS)
def test_an_effect_reads_aloud_as_the_rule_does(effect: Any, text: str) -> None:
    known, _ = dice("warhammer")
    said = read_statement("effect", effect, known)

    assert tell(said, known, Bringer("rule")) == text
    assert write_fragment(said, effect) == effect


def test_words_of_an_inner_sentence_name_the_blank_that_it_fills() -> None:
    name = "warhammer-empire"
    known = words(name)
    change = {"change": "figure:sv", "op": "add", "value": -1}
    change |= {"to": ["kind:unit", "kind:model"], "in": "bearer"}
    said = read_statement("change", change, known)
    found = {piece.text: piece.inner for piece in pieces(said, known, UNIT)}

    assert found["its bearer"] == ("whom",)
    assert document(name)["key"] == name
    assert len(list(every_statement(said))) > 1

"""A book's own rule with effects, from its document to the odds of its units."""

import copy
import json
from typing import Any

import pytest

from rulesets.books.checks.check import check_book
from rulesets.books.load import read_book
from rulesets.combats import COMBATS, combat_of, status_of
from rulesets.core.effects import RuleEffect
from rulesets.documents.json import sha256
from rulesets.games import GAMES
from rulesets.matchups.fighter import book_fighter
from rulesets.matchups.match_up_document import (
    fighter_document,
    read_match_up,
    read_side,
)
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from tests.real_books import FIXTURES

BOOK = json.loads((FIXTURES / "books" / "warhammer-empire.json").read_bytes())
FURY: dict[str, Any] = {
    "key": "fury-of-the-sun",
    "name": "Fury of the Sun",
    "summary": "Strikes well.",
    "source": "House rules, page 2",
    "effects": [{"on": "to-hit", "op": "add", "value": 1, "when": ["in-combat"]}],
    "left_out": "may be used once a game",
}


def with_rule(rule: Any, use: Any = "fury-of-the-sun") -> Any:
    """Return the document of a book with an own rule that its Halberdiers have."""
    document = copy.deepcopy(BOOK)
    document["rules"].append(rule)
    unit = next(one for one in document["units"] if one["key"] == "halberdiers")
    unit.setdefault("rules", []).append(use)
    return document


def halberdiers(document: Any) -> Fighter:
    return book_fighter(read_book(document, 1), "halberdiers")


def fight(a: Fighter, b: Fighter) -> Any:
    return COMBATS["warhammer"].odds(MatchUp("warhammer", "fight", a, b, {}, {}, 2))


def test_a_unit_of_a_book_carries_its_rule_into_figures_trace_and_notes() -> None:
    plain = halberdiers(BOOK)
    told = fight(halberdiers(with_rule(FURY)), plain)
    assert told.wounds["a"].expected() > fight(plain, plain).wounds["a"].expected()
    steps = [one for one in told.trace if one.rule == "Fury of the Sun"]
    assert {one.source for one in steps} == {"House rules, page 2"}
    left = [one for one in told.not_modelled if one.rule == "Fury of the Sun"]
    assert [(one.side, one.why) for one in left] == [("a", "may be used once a game")]


def test_a_fighter_written_out_keeps_the_rule() -> None:
    bearer, plain = halberdiers(with_rule(FURY)), halberdiers(BOOK)
    document = {
        "format": "armybuilder.match-up/1",
        "game": "warhammer",
        "kind": "fight",
        "a": {"fighter": json.loads(json.dumps(fighter_document(bearer)))},
        "b": {"fighter": fighter_document(plain)},
        "rounds": 2,
    }
    read = read_match_up(document, {})
    assert fighter_document(read.a) == fighter_document(bearer)
    told = COMBATS["warhammer"].odds(read)
    assert told.wounds["a"] == fight(bearer, plain).wounds["a"]


def test_an_edition_without_effects_is_read_as_before() -> None:
    document = copy.deepcopy(BOOK)
    for rule in document["rules"]:
        rule.pop("left_out", None)
    book = read_book(document, 1)
    assert book.sha256 == sha256(document)
    assert not any(rule.is_written_out for rule in book.rules.values())
    assert all(use.rule is None for use in halberdiers(document).rules)


def test_an_x_of_a_unit_is_put_into_the_effects_of_its_rule() -> None:
    rule = {**FURY, "effects": [{"on": "attacks", "op": "add", "value": "x"}]}
    one, three = (
        halberdiers(with_rule(rule, {"key": FURY["key"], "x": x})) for x in (1, 3)
    )
    plain = halberdiers(BOOK)
    hits = [fight(each, plain).wounds["a"].expected() for each in (plain, one, three)]
    assert hits == sorted(hits)
    assert len(set(hits)) == 3


@pytest.mark.parametrize(
    ("left_out", "effects", "status"),
    [
        ("", FURY["effects"], "exact"),
        ("once a game", FURY["effects"], "partly"),
        ("once a game", [], "not modelled"),
        ("", [{"on": "never-heard-of", "op": "add"}], "not modelled"),
    ],
)
def test_the_status_of_a_rule_is_computed(
    left_out: str, effects: Any, status: str
) -> None:
    rule = {**FURY, "effects": effects, "left_out": left_out}
    own = read_book(with_rule(rule), 1).rules[FURY["key"]]
    assert status_of(GAMES["warhammer"], own.key, own) == status


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"on": "to-hti", "op": "add"}, "/on", "did you mean 'to-hit'?"),
    ({"on": "to-hit", "op": "adds"}, "", "expected one of"),
    ({"on": "to-hit", "op": "multiply", "value": 2}, "/op", "to hit knows no multiply"),
    ({"on": "to-hit", "op": "add", "value": 99}, "/value", "takes -3 to 3, not 99"),
    ({"on": "attacks", "op": "multiply", "value": 100}, "/op", "Attacks knows no"),
    (
        {"on": "to-hit", "op": "add", "when": ["chargin"]},
        "/when/0",
        "did you mean 'charging'?",
    ),
    ({"on": "to-hit", "op": "add", "whose": "side"}, "/whose", "own, not side"),
    ({"on": "to-hit", "op": "natural", "value": "wounds"}, "/natural", "lowest face"),
    (
        {"on": "to-hit", "op": "add", "when": ["charging"], "unless": ["charging"]},
        "/unless/0",
        "cannot both hold",
    ),
]


@pytest.mark.parametrize(("effect", "place", "words"), WRONG)
def test_what_the_game_does_not_know_is_refused_in_words_at_its_place(
    effect: dict[str, Any], place: str, words: str
) -> None:
    document = with_rule({**FURY, "effects": [effect]})
    at = f"/rules/{len(document['rules']) - 1}/effects/0{place}"
    errors = [one for one in check_book(document) if one.level == "error"]
    assert [one for one in errors if one.pointer.startswith(at) and words in one.text]


def test_a_key_that_the_odds_know_takes_no_effects() -> None:
    document = with_rule({**FURY, "key": "crazed"}, "crazed")
    document["rules"] = [
        rule
        for rule in document["rules"]
        if rule.get("effects") or rule["key"] != "crazed"
    ]
    codes = {one.code for one in check_book(document) if one.level == "error"}
    assert "effect-key" in codes


def test_an_x_past_its_term_is_refused() -> None:
    rule = {**FURY, "effects": [{"on": "to-hit", "op": "add", "value": "x"}]}
    past = check_book(with_rule(rule, {"key": FURY["key"], "x": 40}))
    assert [one.text for one in past if one.code == "effect-x"] == [
        "Fury of the Sun, X 40: to hit, add takes -3 to 3, not 40"
    ]
    lacks = check_book(with_rule(rule))
    assert "Fury of the Sun needs its X" in [one.text for one in lacks]


@pytest.mark.parametrize("game", COMBATS)
def test_every_word_of_a_vocabulary_is_accepted_by_it(game: str) -> None:
    vocabulary = combat_of(GAMES[game]).vocabulary
    for one in vocabulary.offered:
        value = one.values.words[0] if one.values.words else one.values.low
        face = 6 if one.op == "natural" else 0
        for whose in one.whose:
            for moment in (*one.moments, ""):
                when = (moment,) if moment else ()
                effect = RuleEffect(one.on, one.op, value, face, when, whose=whose)
                assert vocabulary.refusal(effect) is None, effect


def side_with(*rules: Any) -> Any:
    """Return a side of a match-up with these rules, as a document."""
    return {
        "fighter": {
            **fighter_document(halberdiers(BOOK)),
            "rules": list(rules),
        }
    }


def read(*rules: Any) -> Fighter:
    return read_side(side_with(*rules), "/a", "warhammer", {})


WRITTEN = {"key": FURY["key"], "name": FURY["name"], "effects": FURY["effects"]}


def test_a_key_with_the_word_rule_in_it_is_a_key() -> None:
    (use,) = read("rule-of-three").rules
    assert (use.key, use.rule) == ("rule-of-three", None)


def test_a_rule_written_out_under_another_key_is_refused() -> None:
    with pytest.raises(MatchUpError) as refused:
        read({"key": "fear", "rule": WRITTEN})
    assert refused.value.where == "/a/fighter"
    assert "'fear' is written out as another one" in refused.value.text


def test_two_different_rules_of_one_key_are_refused() -> None:
    other = {**WRITTEN, "name": "Another fury"}
    with pytest.raises(MatchUpError):
        read(*({"key": FURY["key"], "rule": rule} for rule in (WRITTEN, other)))

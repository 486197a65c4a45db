"""Statements in words: what an author reads."""

from typing import Any

import pytest

from rulesets.sentences.places import Bringer
from rulesets.sentences.reader import read_statement
from rulesets.sentences.sentence import every_blank, filled
from rulesets.sentences.teller import pieces, tell
from rulesets.sentences.writer import write_fragment
from tests.rulesets.sentences.documents import NAMES, statements, words
from tests.rulesets.sentences.test_writer import another

UNIT, OPTION, ITEM = Bringer("unit"), Bringer("option"), Bringer("item")
FORCE, ARMY = Bringer("force"), Bringer("army")

HERO: Any = {"of": ["#hero", "#henchman"], "in": "unit", "at_least": 1}
ELF: Any = {"of": "kind:model", "in": "force", "at_least": 1}
NO_BOW: Any = {"of": "bow", "in": "self", "at_most": 0}

LIMITS: list[tuple[str, Bringer, Any, str]] = [
    (
        "mordheim-reikland",
        UNIT,
        {"of": "sword", "in": "self", "max": 0},
        "No Sword in this unit",
    ),
    (
        "mordheim-reikland",
        ITEM,
        {"of": "sword", "in": "self", "max": 0},
        "No Sword on it",
    ),
    (
        "mordheim-reikland",
        FORCE,
        {"of": "youngblood", "in": "force", "max": 2},
        "At most 2 Youngblood in the force",
    ),
    (
        "mordheim-reikland",
        OPTION,
        {"of": "bow", "in": "unit", "max": 0, "when": HERO},
        "Not together with Bow in its unit, when its unit counts as Heroes or Henchmen",
    ),
    (
        "mordheim-reikland",
        ITEM,
        {"of": ["mordheim-skaven", "mordheim-undead"], "max": 0},
        "Not for Skaven of Clan Eshin or Undead",
    ),
    (
        "mordheim-reikland",
        ITEM,
        {"of": "kind:own", "max": 0},
        "Only for armies of other books",
    ),
    (
        "mordheim-reikland",
        ITEM,
        {
            "of": "kind:own",
            "max": 0,
            "where": {"none": [{"of": "mordheim-skaven", "in": "self", "at_least": 1}]},
        },
        "Only for Skaven of Clan Eshin",
    ),
    (
        "mordheim-reikland",
        FORCE,
        {"count": "models", "of": ["#hero", "#henchman"], "in": "force", "max": 15},
        "At most 15 models of Heroes or Henchmen in the force",
    ),
    (
        "mordheim-reikland",
        OPTION,
        {"count": "models", "of": "youngblood", "in": "unit", "max": 1},
        "At most 1 model of Youngblood in its unit",
    ),
    (
        "mordheim-reikland",
        FORCE,
        {"count": "points", "of": "#hero", "in": "force", "max": 1},
        "At most 1 gold crown of Heroes in the force",
    ),
    (
        "mordheim-reikland",
        ITEM,
        {"of": ["bow", "long-bow"], "in": "unit", "min": 1},
        "Needs 1 Bow or Long bow in its unit",
    ),
    (
        "mordheim-reikland",
        ITEM,
        {"of": "same", "in": "unit", "max": 1},
        "At most 1 of the same thing in its unit",
    ),
    (
        "warhammer-empire",
        ARMY,
        {
            "count": "slots",
            "of": "#core",
            "min": {"base": 1, "terms": [{"count": "size", "every": 1000}], "least": 2},
        },
        "Choices of Core in the army: at least 1 plus 1 for every 1,000 points of the "
        "army, never below 2",
    ),
    (
        "warhammer-empire",
        ARMY,
        {
            "count": "points",
            "of": "#rare",
            "max": {"terms": [{"count": "limit", "times": 0.25}]},
        },
        "Points of Rare in the army: at most 25 % of points agreed on",
    ),
    (
        "warhammer-empire",
        FORCE,
        {
            "of": "bow",
            "in": "self",
            "max": {
                "base": -1,
                "terms": [
                    {
                        "of": "rule:fear",
                        "in": "halberdiers",
                        "times": 2,
                        "every": 3,
                        "round": "up",
                    }
                ],
            },
        },
        "Bow in this force: at most 2 for every 3 things with Fear in the nearest "
        "Halberdiers (rounded up) less 1",
    ),
    (
        "warhammer-empire",
        ARMY,
        {"of": "same", "each": "#magic", "max": 1, "where": NO_BOW},
        "For each magic: at most 1 of the same thing in the army, not counting Bow",
    ),
    (
        "warhammer-empire",
        ARMY,
        {"count": "models", "of": "kind:model", "in": "self", "deep": False, "max": 25},
        "At most 25 models in this army, bought directly there",
    ),
    (
        "warhammer-empire",
        ARMY,
        {"count": "highest:ld", "of": "kind:unit", "min": 7},
        "The highest Leadership of units in the army: at least 7",
    ),
    (
        "warhammer-empire",
        UNIT,
        {
            "of": "kind:unit",
            "in": "force",
            "max": 1,
            "when": {"all": [{"switch": "misfire"}, {"any": [ELF, NO_BOW]}]},
        },
        "At most 1 unit in the force, when all of (“misfire” is on; any of (there is a "
        "model in the force; there is no Bow in this unit))",
    ),
    (
        "warhammer-empire",
        UNIT,
        {"of": "bow", "in": "bearer", "max": 1, "when": {"none": [ELF]}},
        "At most 1 Bow on its bearer, unless there is a model in the force",
    ),
]


@pytest.mark.parametrize(("book", "bringer", "limit", "text"), LIMITS)
def test_a_limit_is_a_sentence(
    book: str, bringer: Bringer, limit: Any, text: str
) -> None:
    known = words(book)
    assert tell(read_statement("limit", limit, known), known, bringer) == text


BEARER: Any = {"to": ["kind:unit", "kind:model"], "in": "bearer"}
CHANGES: list[tuple[str, Any, str]] = [
    (
        "mordheim-reikland",
        {
            "change": "figure:t",
            "op": "add",
            "value": {"terms": [{"of": "advance-t", "in": "self"}]},
            "in": "bearer",
            "to": "#warrior",
        },
        "Toughness of the warrior (#warrior) that has it +1 for each +1 Toughness "
        "taken here",
    ),
    (
        "warhammer-empire",
        {"change": "figure:sv", "op": "add", "value": -1, **BEARER},
        "Armour save of its bearer 1 better",
    ),
    (
        "warhammer-empire",
        {"change": "figure:ws", "op": "add", "value": -1, **BEARER},
        "Weapon Skill of its bearer -1",
    ),
    (
        "warhammer-empire",
        {"change": "figure:ws", "op": "add", "value": 2, "to": "*", "in": "bearer"},
        "Weapon Skill of its bearer with all on it +2",
    ),
    (
        "warhammer-empire",
        {"change": "figure:sv", "op": "set", "value": 5},
        "Armour save of itself with all on it becomes 5+",
    ),
    (
        "warhammer-empire",
        {"change": "figure:sv", "op": "set", "value": None},
        "Armour save of itself with all on it becomes a dash",
    ),
    (
        "warhammer-empire",
        {"change": "figure:sv", "op": "at-least", "value": 1, **BEARER},
        "Armour save of its bearer never better than 1+",
    ),
    (
        "warhammer-empire",
        {"change": "gear", "op": "remove", "value": "shield", "in": "bearer"},
        "Its bearer with all on it no longer carries Shield",
    ),
    (
        "warhammer-empire",
        {"change": "rules", "op": "add", "value": {"key": "fear", "x": 2}, **BEARER},
        "Its bearer has the rule Fear (2)",
    ),
    (
        "warhammer-empire",
        {
            "change": "points",
            "op": "multiply",
            "value": 4,
            "to": "sword",
            "in": "parent",
        },
        "The sword of what it was bought for costs 4 times as much",
    ),
    (
        "warhammer-empire",
        {"change": "points", "op": "add", "value": -1, "to": "sword", "in": "army"},
        "Each sword in the army costs 1 point less",
    ),
    (
        "warhammer-empire",
        {
            "change": "points",
            "op": "multiply",
            "value": {
                "base": 1,
                "terms": [{"count": "earlier", "of": "#magic", "in": "unit"}],
                "most": 2,
            },
        },
        "Each magic in its unit after the first costs double",
    ),
    (
        "warhammer-empire",
        {"change": "min:core", "op": "remove", "to": "kind:army", "in": "army"},
        "The minimum of “Core” for the army is lifted",
    ),
    (
        "warhammer-empire",
        {"change": "max:rare", "op": "add", "value": 1, "to": "kind:own", "in": "army"},
        "The maximum of “Rare” for the army's own force +1",
    ),
    (
        "warhammer-empire",
        {"change": "type", "op": "set", "value": "cavalry", **BEARER},
        "Its bearer becomes Cavalry",
    ),
    (
        "warhammer-empire",
        {"change": "tags", "op": "add", "value": "old", "to": "kind:unit"},
        "The unit itself is also tagged “old”",
    ),
]


@pytest.mark.parametrize(("book", "change", "text"), CHANGES)
def test_a_change_is_a_sentence(book: str, change: Any, text: str) -> None:
    known = words(book)
    assert tell(read_statement("change", change, known), known, OPTION) == text


def test_two_things_of_one_name_show_their_keys() -> None:
    known = words("mordheim-reikland")
    shared = {key for kind, key in _told_twice(known) if kind == "target"}

    assert shared
    for key in shared:
        assert f"({key})" in known.target(key)


def _told_twice(known: Any) -> list[tuple[str, str]]:
    return [
        (kind, key)
        for kind, named in known.words.items()
        for key, name in named.items()
        if f"({key})" in known.name(kind, key) and f"({key})" not in name
    ]


# -- every rule of the project ---------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_two_rules_of_a_book_that_differ_are_two_sentences(name: str) -> None:
    said: dict[str, Any] = {}
    for place, statement in statements(name):
        text = f"{place.part} {tell(statement, words(name), place.bringer)}"
        fragment = write_fragment(statement)
        assert said.setdefault(text, fragment) == fragment, text


@pytest.mark.parametrize("name", NAMES)
def test_another_value_in_a_blank_is_another_sentence(name: str) -> None:
    known = words(name)
    for place, statement in statements(name):
        text = tell(statement, known, place.bringer)
        for path, value in every_blank(statement):
            other = another(str(path[-1]), value)
            if other is not None:
                new = filled(statement, path, other)
                assert tell(new, known, place.bringer) != text, (place.where, path)


@pytest.mark.parametrize("name", NAMES)
def test_every_blank_of_a_sentence_is_one_piece_of_it(name: str) -> None:
    for place, statement in statements(name):
        told = pieces(statement, words(name), place.bringer)
        paths = [piece.path for piece in told if piece.path]
        blanks = [path for path, _ in every_blank(statement)]
        assert sorted(map(str, set(paths))) == sorted(map(str, blanks)), place.where


@pytest.mark.parametrize("name", NAMES)
def test_no_sentence_shows_a_blank_a_none_or_two_spaces(name: str) -> None:
    for place, statement in statements(name):
        text = tell(statement, words(name), place.bringer)
        assert not [x for x in ("{", "}", "None", "  ", " ,", "( ") if x in text], text
        assert text[:1] == text[:1].upper()
        assert text == text.strip()

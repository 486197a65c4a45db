"""Weapons for which no hands are printed fill one; staves need a hand set to spells."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rulesets.books.sample_armies import read_book_tests
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.libraries import whole_document
from rulesets.loadouts.arrangements import arrange
from rulesets.loadouts.hands import Hands, Holder, piece_of
from rulesets.reviews.review import Line, Review
from rulesets.rosters.roster import Loadout
from tests.real_books import FIXTURES, KEYS, real_book
from tests.rulesets.legality.real import judged

LEGION = "scrollhammer-imperial-legion"
HOUSES = "scrollhammer-great-houses-of-morrowind"
HIGH_ROCK = "scrollhammer-kingdoms-of-high-rock"
DRAGONS = "scrollhammer-dragons"


def named(*items: str) -> Loadout:
    return Loadout("Mine", items)


def told(found: Review) -> list[str]:
    """Return what is said of hands."""
    return [m.text for m in found.messages if m.code in ("never-equipped", "loadout")]


def horsemen(*items: str) -> Any:
    return ("light-cavalry", ("5 light-cavalryman", named(*items)), "lances")


def priests(*items: str) -> Any:
    return ("temple-priests", ("10 priest", named(*items)), "priests-staves")


# -- what was let through ----------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "unit", "why"),
    [
        (LEGION, horsemen("lance", "shield"), ""),
        (LEGION, horsemen("lance", "hand-weapon"), ""),
        (
            LEGION,
            horsemen("lance", "hand-weapon", "shield"),
            "Lance, Hand Weapon and Shield: 3 hands, the model has 2",
        ),
        (LEGION, horsemen("lance", "lance"), "It carries only 1 × Lance"),
        (HOUSES, priests("priests-staff", "mothers-embrace", "hand-weapon"), ""),
        (
            HOUSES,
            priests("priests-staff", "hand-weapon"),
            "Priest's Staff shares a hand set to spells",
        ),
        (
            HOUSES,
            priests("dagger", "hand-weapon", "priests-staff"),
            "Priest's Staff shares a hand set to spells",
        ),
        (
            DRAGONS,
            ("dragon-priest", named("dragon-staff")),
            "Dragon Staff shares a hand set to spells",
        ),
        (
            DRAGONS,
            ("dragon-priest", named("dragon-staff", "command-daedra")),
            "",
        ),
    ],
)
def test_a_named_loadout_of_unknown_hands_is_judged(
    book: str, unit: Any, why: str
) -> None:
    carries = judged(book, unit)
    said = [text for text in told(carries) if "Mine" in text]

    if why:
        assert len(said) == 1
        assert said[0].endswith(f"“Mine” cannot be in hand. {why}.")
    else:
        assert not said


def test_a_lancer_of_the_legion_chooses_two_of_lance_weapon_and_shield() -> None:
    found = judged(LEGION, ("light-cavalry", "5 light-cavalryman", "lances"))
    line = found.line("f1/light-cavalry/light-cavalryman")

    assert line is not None
    assert line.equipment is not None
    sets = {one.name for one in line.equipment.loadouts}
    assert {"Lance and Hand Weapon", "Lance and Shield"} <= sets
    assert not [one for one in sets if "Lance" in one and one.count(",")]
    assert told(found) == []


def test_a_staff_that_comes_along_is_no_fault_of_who_chose_no_spell() -> None:
    assert told(judged(HIGH_ROCK, ("guild-magicians", "3 guild-magician"))) == []
    assert told(judged(LEGION, ("spellcasters", "10 wizard"))) == []


def test_the_card_says_why_a_staff_that_comes_along_is_of_no_use() -> None:
    found = judged(HIGH_ROCK, ("guild-magicians", "3 guild-magician"))
    line = found.line("f1/guild-magicians/guild-magician")

    assert line is not None
    assert line.equipment is not None
    assert [(r.held[0].key, r.why) for r in line.equipment.refused] == [
        (
            "sorcerer-staff",
            "Sorcerer Staff shares a hand set to spells, and it knows no spell",
        )
    ]


# -- every weapon of every book ----------------------------------------------------

# Printed as part of the body: they leave the hands free, and say so.
OF_THE_BODY = {
    ("mordheim-armoury", "fist"),
    ("scrollhammer-dwemer-animunculi", "centurion-claws"),
    ("scrollhammer-dwemer-animunculi", "shocking-claws"),
    ("scrollhammer-saltmere-league", "fangs"),
    ("scrollhammer-saltmere-league", "pincers"),
}

# A light, a club only at a pinch; and what other weapons are made of.
NO_WEAPONS = {"torch", "obsidian-weapon", "sons-of-hashut-obsidian-weapon"}


def printed(key: str) -> dict[str, Any]:
    """Return the items of a book document as they are written."""
    document = json.loads((FIXTURES / "books" / f"{key}.json").read_text())
    return {item["key"]: item for item in whole_document(document).get("items", ())}


def is_weapon_of_close_combat(item: dict[str, Any]) -> bool:
    """Return whether an item looks like one, whatever its kind says."""
    stats = item.get("stats", {})
    strikes = "strength" in stats and not {"range", "shots"} & set(stats)
    worn = ("armour", "helmet", "talisman", "ring", "mount", "spell", "ranged")
    return item.get("kind") == "melee" or (strikes and item.get("kind") not in worn)


def weapons() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for key in KEYS:
        if GAMES[real_book(key).game].hands is not None:
            for item in printed(key).values():
                if item["key"] in NO_WEAPONS:
                    continue
                if is_weapon_of_close_combat(item) or item.get("kind") == "staff":
                    yield key, item["key"], item


def reading_of(book: str) -> Hands:
    reading = GAMES[real_book(book).game].hands
    assert reading is not None
    return reading


def most_at_once(book: str, item: str) -> int:
    """Return how many of an item a rider who knows a spell has in two hands."""
    known = real_book(book).items[item]
    piece = piece_of(known.gear)
    spell = type(piece)("a-spell", "A spell", "spell", 1)
    many = type(piece)(
        piece.key, piece.name, piece.kind, piece.hands, "hand-weapon", (), 9
    )
    reading = reading_of(book)
    arranged = arrange(reading, Holder(2, "", carries=(many, spell)))
    if many in arranged.worn:
        return 9
    return max((full.held.count(many) for full in arranged.loadouts), default=0)


def test_every_weapon_of_every_book_fills_a_hand_or_is_part_of_the_body(
    covered: Callable[[int, str], None],
) -> None:
    seen: Counter[str] = Counter()
    free = set()
    for book, key, item in weapons():
        hands = item.get("hands")
        seen["not printed" if hands is None else str(hands)] += 1
        most = most_at_once(book, key)
        if most > 2:
            free.add((book, key))
        elif hands in (None, 1):
            assert most in (1, 2), (book, key)
        else:
            assert most == 2 // hands, (book, key)

    for hands, number in seen.items():
        covered(number, f"weapons and staves, hands printed: {hands}")
    assert free == OF_THE_BODY
    assert all(printed(book)[key]["hands"] == 0 for book, key in free)
    assert seen["not printed"] == 8


# -- every loadout of every sample army ---------------------------------------------


def lines(found: Review) -> Iterator[tuple[str, Line]]:
    waiting = [(force.book, line) for force in found.forces for line in force.units]
    while waiting:
        book, line = waiting.pop()
        yield book, line
        waiting += [(book, below) for below in line.lines]


def filled_by_print(book: str, keys: Counter[str]) -> int:
    """Return the hands that some items fill at least, as their book prints them."""
    documents = printed(book)
    return sum(
        count * documents[key].get("hands", 1)
        for key, count in keys.items()
        if key in documents and documents[key].get("kind") in ("melee", "shield")
    )


@pytest.mark.sweep(16)
@pytest.mark.parametrize(
    "key", [key for key in KEYS if GAMES[real_book(key).game].hands is not None]
)
def test_no_loadout_of_a_sample_army_holds_more_than_there_are_hands(key: str) -> None:
    path = FIXTURES / "book-tests" / f"{key}.json"
    tests = read_book_tests(json.loads(path.read_text()))
    books = {(one, 1): real_book(one) for one in tests.books}
    for army in tests.armies:
        for book, line in lines(review(army.roster, books)):
            if line.equipment is None:
                continue
            for full in line.equipment.loadouts:
                held = Counter({gear.key: gear.count for gear in full.held})
                filled = filled_by_print(book, held)
                assert filled <= line.equipment.hands, (army.title, full)

"""What the choices of the public Scrollhammer books do, beside points and messages."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.reviews.review import Line
from rulesets.rosters.roster import read_roster
from tests.real_books import real_book

BOOKS = Path(__file__).resolve().parents[4] / "fixtures" / "books"
PUBLIC = (
    "dragons",
    "dwemer-animunculi",
    "falmer",
    "great-houses-of-morrowind",
    "holds-of-skyrim",
    "imperial-legion",
    "kingdoms-of-high-rock",
    "order-of-the-black-worm",
    "warriors-of-elsweyr",
)


def book(key: str) -> Book:
    return real_book(f"scrollhammer-{key}")


Bought = tuple[str, int, list[Any]]


def bought(entry: str, *inner: Bought, count: int = 1) -> Bought:
    return (entry, count, list(inner))


def selections(these: list[Bought], at: str) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{at}-{index}",
            "entry": entry,
            "count": count,
            "selections": selections(inner, f"{at}-{index}"),
        }
        for index, (entry, count, inner) in enumerate(these)
    ]


def units(key: str, *these: Bought) -> tuple[Line, ...]:
    """Return what the engine says of units of a book."""
    force = {
        "id": "f",
        "book": f"scrollhammer-{key}",
        "edition": 1,
        "units": selections([*these], "s"),
    }
    roster = {
        "format": "armybuilder.roster/1",
        "game": "scrollhammer",
        "name": "x",
        "forces": [force],
    }
    known = {(f"scrollhammer-{key}", 1): book(key)}
    return review(read_roster(roster), known).forces[0].units


def figures(line: Line, *keys: str) -> list[Any]:
    return [line.profiles[0].figures[key].now for key in keys]


def rules(line: Line) -> set[str]:
    return {rule.key for rule in line.rules}


def loadouts(line: Line) -> set[str]:
    assert line.equipment is not None
    return {held.name for held in line.equipment.loadouts}


@pytest.mark.parametrize(("nords", "is_stubborn"), [(7, False), (8, True)])
def test_three_quarters_of_nords_rounded_up_make_legionnaires_stubborn(
    nords: int, is_stubborn: bool
) -> None:
    (unit,) = units(
        "imperial-legion",
        bought(
            "legionnaires",
            bought("legionnaire", bought("nord"), count=nords),
            bought("legionnaire", count=10 - nords),
        ),
    )
    assert ("stubborn" in rules(unit)) == is_stubborn


def test_woodsmen_and_surgeons_are_armoured_and_equipped_by_their_specialty() -> None:
    woodsmen, surgeons = units(
        "imperial-legion",
        bought("milites", bought("militae", count=10), bought("woodsmen")),
        bought("milites", bought("militae", count=10), bought("field-surgeons")),
    )
    assert figures(woodsmen.lines[0], "sv", "mg") == [6, 1]
    assert figures(surgeons.lines[0], "sv", "mg") == [5, 4]
    assert "fleet" in rules(woodsmen)
    assert loadouts(woodsmen.lines[0]) == {"Bow", "Hand Weapon and Javelins"}


def test_a_legionnaire_holds_two_of_blade_shield_and_javelins() -> None:
    (unit,) = units(
        "imperial-legion", bought("legionnaires", bought("legionnaire", count=10))
    )
    assert loadouts(unit.lines[0]) == {
        "Hand Weapon and Shield",
        "Hand Weapon and Javelins",
        "Shield and Javelins",
    }


def test_jaguar_men_who_give_up_their_shields_save_one_worse() -> None:
    plain, paired, glass = units(
        "warriors-of-elsweyr",
        bought("jaguar-men", bought("cathay", count=10)),
        bought("jaguar-men", bought("cathay", count=10), bought("second-hand-weapons")),
        bought(
            "jaguar-men",
            bought("cathay", count=10),
            bought("dro"),
            bought("glass-armors"),
        ),
    )
    assert figures(plain.lines[0], "sv") == [4]
    assert figures(paired.lines[0], "sv") == [5]
    assert figures(glass.lines[0], "sv") == [3]
    assert figures(glass.lines[1], "sv") == [3]


def test_claws_fight_as_a_pair_where_both_hands_are_open() -> None:
    noble, ohmes = units(
        "warriors-of-elsweyr",
        bought("noble", bought("suthay")),
        bought("noble", bought("ohmes")),
    )
    kit = noble.lines[0].equipment
    assert kit is not None
    notes = {held.name: held.notes for held in kit.loadouts}
    assert notes["2 × Claws"] == ("+1 Attack: two of the base type hand weapon",)
    assert loadouts(ohmes.lines[0]) == {"Hand Weapon"}


def test_dagi_cast_what_they_did_not_give_up_for_bows() -> None:
    (unit,) = units(
        "warriors-of-elsweyr",
        bought(
            "dagi",
            bought("dagi-fighter", count=10),
            bought("short-bows", bought("no-flames")),
        ),
    )
    carried = unit.lines[0].equipment
    assert carried is not None
    told = " ".join(note for held in carried.loadouts for note in held.notes)
    assert "casts Firebolt" in told
    assert "Flames" not in told


def test_house_indoril_changes_nobles_and_where_priests_count() -> None:
    _, noble, priests = units(
        "great-houses-of-morrowind",
        bought("indoril"),
        bought("noble", bought("house-father")),
        bought("temple-priests", bought("priest", count=10)),
    )
    assert figures(noble, "ld", "w") == [10, 3]
    assert {piece.key for piece in noble.gear} >= {"indoril-armor", "hand-weapon"}
    assert "bonemold-armor" not in {piece.key for piece in noble.gear}
    assert priests.category == "core"


def test_wizard_robes_take_the_bonemold_away() -> None:
    _, unit = units(
        "great-houses-of-morrowind",
        bought("telvanni"),
        bought(
            "spellswords",
            bought("spellsword", count=10),
            bought("robes-for-bonemold"),
        ),
    )
    assert figures(unit.lines[0], "sv", "mg") == [7, 5]


def test_a_horse_adds_toughness_attacks_and_the_type_of_unit() -> None:
    (unit,) = units(
        "holds-of-skyrim",
        bought("hold-riders", bought("hold-rider", count=5), bought("snow-tracker")),
    )
    riders, tracker = unit.lines
    assert figures(riders, "t", "a") == [5, 2]
    assert figures(tracker, "t", "a", "ld") == [5, 2, 8]
    assert riders.profiles[0].kind == "fast-cavalry"
    assert "scouts" in rules(unit)


def test_the_magician_of_the_offered_council_is_cavalry_and_adds_no_model() -> None:
    (unit,) = units(
        "kingdoms-of-high-rock",
        bought(
            "guild-magicians",
            bought("guild-magician", count=5),
            bought("mounted-council"),
        ),
    )
    mounted = unit.lines[1]
    assert unit.models == 5
    assert mounted.profiles[0].kind == "cavalry"
    assert figures(mounted, "t", "a") == [4, 3]


def test_a_king_elder_does_not_make_elders_of_his_attendants() -> None:
    (king,) = units(
        "kingdoms-of-high-rock",
        bought("hill-king", bought("king-elder"), bought("attendant", count=2)),
    )
    assert figures(king, "ws", "w", "a", "ld", "mg") == [4, 3, 2, 10, 4]
    attendants = next(line for line in king.lines if line.entry == "attendant")
    assert "ws" not in attendants.profiles[0].figures
    assert king.models == 3


def test_a_group_of_caballarii_has_its_own_arms_and_save() -> None:
    (unit,) = units(
        "kingdoms-of-high-rock",
        bought(
            "caballarii",
            bought("champion"),
            bought("caballarius", bought("great-weapons"), count=3),
            bought("caballarius", bought("maille-or-plate"), count=3),
        ),
    )
    _, great, mailed = unit.lines
    assert loadouts(great) == {"Great Weapon"}
    assert figures(great, "sv") == [6]
    assert figures(mailed, "sv") == [4]
    assert unit.points == 27 + 3 * (14 + 5) + 3 * (14 + 4)


def test_what_nobody_printed_of_an_armour_is_shown_as_unknown() -> None:
    (unit,) = units(
        "kingdoms-of-high-rock",
        bought("caballarii", bought("caballarius", bought("scaled-mails"), count=6)),
    )
    assert figures(unit.lines[0], "sv") == ["?"]


def test_a_shaman_wears_no_chitin_that_could_be_hardened() -> None:
    (unit,) = units(
        "falmer",
        bought(
            "falmer-warriors",
            bought("falmer-warrior", count=10),
            bought("shaman"),
            bought("shields"),
            bought("hardened-chitin"),
        ),
    )
    assert figures(unit.lines[0], "sv") == [4]
    assert figures(unit.lines[1], "sv") == [7]


def test_forge_masters_fear_shock_and_not_flame() -> None:
    (unit,) = units(
        "dwemer-animunculi",
        bought(
            "steam-centurions",
            bought("steam-centurion", count=2),
            bought("forge-masters"),
        ),
    )
    assert "immune-to-flame" in rules(unit)
    assert "immune-to-shock" not in rules(unit)
    assert figures(unit.lines[0], "t", "a") == [7, 1]
    assert unit.points == 2 * (50 + 50)


def every_rule(document: Any) -> set[str]:
    """Return the keys of all special rules that a part of a document carries."""
    found: set[str] = set()
    if isinstance(document, list):
        for part in document:
            found |= every_rule(part)
    if isinstance(document, dict):
        uses = [] if "format" in document else document.get("rules", [])
        uses = [*uses, document["value"]] if document.get("change") == "rules" else uses
        found |= {use if isinstance(use, str) else use["key"] for use in uses}
        for key, part in document.items():
            if key != "rules":
                found |= every_rule(part)
    return found


@pytest.mark.parametrize("key", PUBLIC)
def test_a_public_book_names_its_sources_and_what_it_lacks(key: str) -> None:
    text = (BOOKS / f"scrollhammer-{key}.json").read_text(encoding="utf-8")
    document = json.loads(text)
    known = GAMES["scrollhammer"].rules.keys() | book(key).rules.keys()

    assert document["missing"]
    assert document["note"]
    assert every_rule(document) <= known
    for part in (*document["units"], *document["printed"]):
        assert part["source"].startswith("Scrollhammer: ")


def test_what_weapons_say_beside_their_figures_is_read() -> None:
    hammer = book("warriors-of-elsweyr").items["warhammer"]
    assert "Strikes last" in hammer.summary
    assert [rule.key for rule in hammer.rules] == ["strikes-last"]
    for key in ("fire-pot", "pitch-barrel"):
        burning = book("saltmere-league").items[key]
        assert "its damage is Flame" in burning.summary
        assert burning.stats["element"] == "Flame"

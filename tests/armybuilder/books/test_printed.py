"""The books of the fixtures: as printed, publishable, and written in one way.

The lines below are copied from Charge v2 0.1 beta, Statline examples: its books say
what the source document prints, figure by figure.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from armybuilder.books.parts import as_file, normal
from rulesets.books.checks.check import check_book
from rulesets.books.checks.draft import OtherBooks
from rulesets.books.load import read_book
from rulesets.core.query import read_rule_uses
from rulesets.documents.json import parse
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.libraries import whole_document
from rulesets.rosters.roster import RosterError, read_roster
from tests.armybuilder.books.documents import (
    BOOKS,
    CHARGE_BOOKS,
    printed_book,
)
from tests.real_books import FIXTURES

PRINTED = """
charge-kevorki-tribes | Hinterland Warlord | infantry 5x4
  12 / 3+ | 5 / 4+ | 5+ | 30 | 8" | 5+ | 250
  Short Bows 20"; General's Leadership; Tactical Genius; Terrifying
charge-kevorki-tribes | Kevorki Guard | infantry 5x4
  10 / 5+ | 10 / 5+ | 5+ | 20 | 4" | 7+ | 150
  Short Bows 20"; Strength in numbers; Poisoned Attacks
charge-kevorki-tribes | Kevorki Boar Riders | cavalry 8x1
  20 / 5+ | - | 5+ | 12 | 4" | 6+ | 125
  Armour Piercing(X) -1; Fearsome; Strength in numbers
charge-cathay | Captain of the Gates | infantry 5x4
  15 / 3+ | 5 / 5+ | 3+ | 25 | 6" | 5+ | 250
  Javelins 18"; Shield Wall; General's Leadership; Tactical Genius
charge-cathay | Jade Warriors | infantry 5x4
  10 / 4+ | - | 4+ | 20 | 4" | 6+ | 100
  Shield Wall
charge-cathay | Grand Cannon | war-machine
  3 / 5+ | 6 / 3+ | 5+ | 4 | 6" | 8+ | 250
  Cannon; Unlimbered Artillery
charge-skaven | Ratmen | infantry 5x4
  10 / 5+ | - | 5+ | 20 | 4" | 7+ | 50
  Strength in numbers
charge-skaven | Jezzails | infantry 3x2
  3 / 5+ | 6 / 5+ | 6+ | 6 | 0" | 8+ | 100
  Jezzail Rifles 36" push 2"; Stand and shoot; Armour Piercing(X) -2
charge-orcs | Orcs | infantry 4x3
  10 / 4+ | - | 5+ | 12 | 4" | 7+ | 75
  Fearsome
charge-orcs | Badlands Beast | monster
  8 / 3+ | - | 6+ | 6 | 8" | 8+ | 125
  Fearsome; Terrifying
charge-elves | Elven Cavalry | cavalry 8x1
  16 / 4+ | - | 3+ | 8 | 4" | 6+ | 125
  Armour Piercing(X) -1; Fearsome
"""


def _printed_units() -> list[tuple[str, str, str, str, str]]:
    lines = [line.strip() for line in PRINTED.strip().splitlines()]
    units = []
    for head, figures, rules in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        key, name, kind = (part.strip() for part in head.split("|"))
        units.append((key, name, kind, figures, rules))
    return units


def _as_printed(book: Any, unit: Any) -> tuple[str, str, str]:
    """Return a unit of a book document in the form of the lines above."""
    (profile,) = unit["profiles"]
    figures = profile["characteristics"]
    shoot = "-"
    if figures["shoot-dice"] is not None:
        shoot = f"{figures['shoot-dice']} / {figures['shoot-need']}+"
    line = " | ".join(
        (
            f"{figures['melee-dice']} / {figures['melee-need']}+",
            shoot,
            f"{figures['save']}+",
            str(figures["wounds"]),
            f'{figures["push"]}"',
            f"{figures['morale']}+",
            str(unit["points"]),
        )
    )
    items = {item["key"]: item for item in whole_document(book).get("items", ())}
    gear = [_weapon(items[key]) for key in unit.get("items", ())]
    rules = [_rule(rule) for rule in unit["rules"]]
    kind = f"{unit['type']} {unit.get('footprint', '')}".strip()
    return kind, line, "; ".join(gear + rules)


def _weapon(item: Any) -> str:
    push = item["stats"].get("push")
    text = f'{item["name"]} {item["stats"]["range"]}"'
    return text if push is None else f'{text} push {push}"'


def _rule(rule: Any) -> str:
    if isinstance(rule, str):
        return GAMES["charge"].rules[rule].name
    return f"{GAMES['charge'].rules[rule['key']].name} -{rule['x']}"


@pytest.mark.parametrize(
    ("key", "name", "kind", "figures", "rules"),
    _printed_units(),
    ids=[unit[1] for unit in _printed_units()],
)
def test_a_unit_is_as_printed(
    key: str, name: str, kind: str, figures: str, rules: str
) -> None:
    book = printed_book(key)
    (unit,) = [unit for unit in book["units"] if unit["name"] == name]
    assert _as_printed(book, unit) == (kind, figures, rules)


def test_there_are_no_other_units() -> None:
    printed = {(key, name) for key, name, *_ in _printed_units()}
    books = [parse(path.read_bytes()) for path in CHARGE_BOOKS]
    assert {(b["key"], unit["name"]) for b in books for unit in b["units"]} == printed


@pytest.mark.parametrize("path", CHARGE_BOOKS, ids=lambda path: path.stem)
def test_a_book_of_charge_is_without_errors_and_names_the_source_of_each_figure(
    path: Path,
) -> None:
    document = parse(path.read_bytes())
    assert [f for f in check_book(document) if f.level == "error"] == []
    for part in (*document["units"], *document.get("items", ()), *document["printed"]):
        assert part["source"].startswith("Charge v2 0.1 beta")


@pytest.mark.sweep(20)
@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_book_can_be_published(
    path: Path, covered: Callable[[int, str], None]
) -> None:
    found = check_book(parse(path.read_bytes()), beside(path))
    assert [f"{f.pointer}: {f.text}" for f in found if f.level == "error"] == []
    counts = Counter(finding.code for finding in found)
    for code, many in counts.items():
        covered(many, f"warnings {code}")
    # What stays open is only what the book lists as not printed, or says anew.
    assert {f.code for f in found if f.is_open} <= {"not-printed", "overrules-library"}


def beside(path: Path) -> OtherBooks:
    """Return the other books of the fixtures, as the check of one of them sees them."""
    game = printed_book(path.stem)["game"]
    rules: dict[str, frozenset[str]] = {}
    carried: set[str] = set()
    for other in BOOKS:
        document = printed_book(other.stem)
        if document["game"] == game and other != path:
            for rule in document.get("rules", ()):
                names = rules.get(rule["key"], frozenset())
                rules[rule["key"]] = names | {rule["name"]}
            for unit in document["units"]:
                carried |= {use.key for use in read_rule_uses(unit)}
    keys = frozenset(other.stem for other in BOOKS)
    return OtherBooks(keys, rules, frozenset(carried))


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_book_is_written_as_the_export_writes_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert as_file(normal(parse(text))) == text


def test_what_the_cannon_does_not_print_is_said_to_be_missing() -> None:
    missing = printed_book("charge-cathay")["missing"]
    assert "Grand Cannon: name and range of its weapon" in missing


# -- sample armies ------------------------------------------------------------------

ARMIES = FIXTURES / "armies"


def _review(path: Path) -> Any:
    books = {}
    for file in BOOKS:
        book = read_book(parse(file.read_bytes()), 1)
        books[book.key, 1] = book
    return review(read_roster(parse(path.read_bytes())), books)


@pytest.mark.sweep(6)
@pytest.mark.parametrize(
    "path", sorted(ARMIES.glob("*.json")), ids=lambda path: path.stem
)
def test_a_sample_army_is_legal(path: Path) -> None:
    reviewed = _review(path)
    assert [m.text for m in reviewed.messages] == []
    assert reviewed.points <= int(path.stem.rpartition("-")[2])


ILLEGAL = {
    "over-the-limit": "points-limit",
    "two-factions": "one-faction",
    "two-generals": "one-general",
    "two-in-one-entry": "one-unit-an-entry",
    "unknown-edition": "unknown-edition",
    "unknown-unit": "unknown-entry",
}


def test_every_illegal_army_has_its_reason_below() -> None:
    assert {
        path.stem for path in (ARMIES.parent / "illegal-armies").glob("*.json")
    } == set(ILLEGAL)


@pytest.mark.sweep(6)
@pytest.mark.parametrize(("name", "code"), ILLEGAL.items())
def test_an_illegal_army_is_illegal_for_its_reason(name: str, code: str) -> None:
    reviewed = _review(ARMIES.parent / "illegal-armies" / f"{name}.json")
    assert [m.code for m in reviewed.messages if m.severity == "error"] == [code]


BROKEN = {
    "count-as-text": "/forces/0/units/0/count",
    "no-format": "",
    "not-json": "",
    "priced": "/forces/0/units/0",
    "same-id-twice": "/forces/0/units/1/id",
}


def test_every_broken_army_has_its_place_below() -> None:
    assert {
        path.stem for path in (ARMIES.parent / "broken-armies").glob("*.json")
    } == set(BROKEN)


@pytest.mark.parametrize(("name", "where"), BROKEN.items())
def test_a_broken_army_is_refused_at_its_place(name: str, where: str) -> None:
    raw = (ARMIES.parent / "broken-armies" / f"{name}.json").read_bytes()
    with pytest.raises(RosterError) as caught:
        read_roster(parse(raw, RosterError))
    assert caught.value.where == where

"""The draft check: what keeps a book from being published, and what is missing."""

from typing import Any

import pytest

from rulesets.books.checks.check import check_book
from rulesets.books.checks.draft import OtherBooks
from rulesets.books.checks.finding import Finding
from rulesets.books.checks.texts import FOR_ALL
from tests.armybuilder.books.documents import FIGURES, RICH, small_book, small_unit


def unit_book(**changes: Any) -> Any:
    return small_book(units=[small_unit(**changes)])


def with_figures(**figures: Any) -> Any:
    wrong = {key.replace("_", "-"): value for key, value in figures.items()}
    profile = {"key": "spears", "characteristics": {**FIGURES, **wrong}}
    return unit_book(profiles=[profile])


FIGURES_AT = "/units/0/profiles/0/characteristics"

ERRORS: list[tuple[Any, str, str]] = [
    (unit_book(points="many"), "/units/0/points", "expected a number"),
    (small_book(game="chess"), "/game", "there is no game 'chess'"),
    (unit_book(items=["bow"]), "/units/0/items/0", "the book has no item 'bow'"),
    (unit_book(rules=["flying"]), "/units/0/rules/0", "has a special rule 'flying'"),
    (unit_book(rules=["armour-piercing"]), "/units/0/rules/0", "needs its X"),
    (unit_book(rules=[{"key": "fearsome", "x": 2}]), "/units/0/rules/0", "has no X"),
    (unit_book(type="boat"), "/units/0/type", "has no type of unit 'boat'"),
    (with_figures(luck=3), f"{FIGURES_AT}/luck", "has no characteristic 'luck'"),
    (with_figures(save="low"), f"{FIGURES_AT}/save", "expected the lowest roll"),
    (
        small_book(items=[{"key": "bow", "name": "Bow", "stats": {"colour": 1}}]),
        "/items/0/stats/colour",
        "have no figure 'colour'",
    ),
    (
        unit_book(changes=[{"change": "figure:luck", "op": "add", "value": 1}]),
        "/units/0/changes/0/change",
        "has no characteristic 'luck'",
    ),
    (
        small_book(limits=[{"key": "k", "title": "T", "of": "rule:luck", "max": 1}]),
        "/limits/0/of",
        "'rule:luck' finds nothing in this book",
    ),
]


ERRORS += [
    (
        unit_book(changes=[{"change": "type", "op": "set", "value": "boat"}]),
        "/units/0/changes/0/value",
        "has no type of unit 'boat'",
    ),
    (
        small_book(
            limits=[
                {
                    "key": "k",
                    "title": "T",
                    "count": "highest:luck",
                    "of": "spears",
                    "max": 1,
                }
            ]
        ),
        "/limits/0/count",
        "has no characteristic 'luck'",
    ),
    (
        unit_book(slots=[{"key": "s", "name": "S", "list": "relics"}]),
        "/units/0/slots/0/list",
        "'relics'",
    ),
]


@pytest.mark.parametrize(("document", "where", "words"), ERRORS)
def test_an_error_names_its_place(document: Any, where: str, words: str) -> None:
    errors = [f for f in check_book(document) if f.level == "error"]
    assert [finding.pointer for finding in errors] == [where]
    assert words in errors[0].text


def limits_book(**limit: Any) -> Any:
    return small_book(limits=[{"key": "k", "title": "T", "max": 1, **limit}])


def change_book(change: str, op: str, value: str) -> Any:
    return unit_book(changes=[{"change": change, "op": op, "value": value}])


BOW = {"key": "bow", "name": "Bow", "source": "Test, page 1"}
RELICS = {"key": "relics", "name": "Relics", "options": []}

WARNINGS: list[tuple[Any, str, str]] = [
    (unit_book(source=""), "/units/0", f"Spears has no source; {FOR_ALL}"),
    (unit_book(profiles=[]), "/units/0", "Spears has no stat line"),
    (
        unit_book(profiles=[{"key": "p", "characteristics": {}}]),
        FIGURES_AT,
        "Spears has no figure for: Melee attacks",
    ),
    (
        unit_book(rules=["odd"])
        | {"rules": [{"key": "odd", "name": "Odd", "left_out": "."}]},
        "/rules/0",
        "no summary",
    ),
    (
        change_book("gear", "remove", "bow"),
        "/units/0/changes/0/value",
        "the book has no item 'bow'",
    ),
    (limits_book(of="undead", max=0), "/limits/0/of", "'undead' finds nothing"),
    (with_figures(wounds=400), f"{FIGURES_AT}/wounds", "Wounds is 400"),
    (unit_book(points=99_999), "/units/0/points", "Spears costs 99,999"),
    (unit_book(points=0), "/units/0/points", "Spears costs nothing"),
    (unit_book(models=0), "/units/0/models", "Spears has no number of models"),
]

HINTS: list[tuple[Any, str, str]] = [
    (small_book(missing=["its range"]), "/missing/0", "not printed: its range"),
    (small_book(lists=[RELICS]), "/lists/0", "no slot offers the list Relics"),
    (small_book(items=[BOW]), "/items/0", "nobody can have Bow"),
    (
        small_book(rules=[{"key": "odd", "name": "Odd", "summary": "."}]),
        "/rules/0",
        "nobody carries Odd",
    ),
]

NAMES: list[tuple[Any, str, str]] = [
    (limits_book(of="#gone"), "/limits/0/of", "'#gone' finds nothing in this book"),
    (limits_book(of="slot:gone"), "/limits/0/of", "'slot:gone' finds nothing"),
    (limits_book(of="undead"), "/limits/0/of", "'undead' finds nothing"),
    (limits_book(of="infantry"), "/limits/0/of", "did you mean '#infantry'?"),
    (limits_book(of="speers"), "/limits/0/of", "did you mean 'spears'?"),
    (limits_book(of="*", **{"in": "attic"}), "/limits/0/in", "'attic' is no place"),
    (limits_book(of="*", **{"in": "units"}), "/limits/0/in", "did you mean 'unit'?"),
    (
        limits_book(of="spears", when={"switch": "war"}),
        "/limits/0/when/switch",
        "no switch is called 'war'",
    ),
    (
        change_book("gear", "add", "bow"),
        "/units/0/changes/0/value",
        "the book has no item 'bow'",
    ),
    (
        change_book("category", "set", "rare"),
        "/units/0/changes/0/value",
        "the book has no category 'rare'",
    ),
    (
        unit_book(rules=["terrifing"]),
        "/units/0/rules/0",
        "did you mean 'terrifying'?",
    ),
    (
        unit_book(items=["bow"]) | {"items": [{**BOW, "kind": "sheild"}]},
        "/items/0/kind",
        "did you mean 'shield'?",
    ),
]


@pytest.mark.parametrize(("document", "where", "words"), WARNINGS)
def test_a_warning_names_its_place(document: Any, where: str, words: str) -> None:
    (finding,) = check_book(document)
    assert (finding.level, finding.pointer) == ("warning", where)
    assert words in finding.text


@pytest.mark.parametrize(("document", "where", "words"), HINTS)
def test_a_hint_names_its_place(document: Any, where: str, words: str) -> None:
    (finding,) = check_book(document)
    assert (finding.level, finding.pointer) == ("hint", where)
    assert words in finding.text


@pytest.mark.parametrize(("document", "where", "words"), NAMES)
def test_a_name_that_finds_nothing_is_an_error(
    document: Any, where: str, words: str
) -> None:
    (finding,) = check_book(document)
    assert (finding.level, finding.pointer) == ("error", where)
    assert words in finding.text


def test_a_figure_that_the_type_of_unit_gives_is_not_missing() -> None:
    assert check_book(small_book()) == ()
    unit = small_unit()
    del unit["type"]
    (finding,) = check_book(small_book(units=[unit]))
    assert finding.text == "Spears has no figure for: Speed"


def test_a_dash_is_a_figure() -> None:
    assert check_book(with_figures(shoot_dice=None)) == ()


def test_every_broken_place_of_a_document_is_listed() -> None:
    broken = small_book(units=[{"key": "a"}, {"name": "B"}])
    assert check_book(broken) == (
        Finding("schema", "error", "/units/0", "missing: name"),
        Finding("schema", "error", "/units/1", "missing: key"),
    )


@pytest.mark.parametrize("kind", ["unit", "force", "own", "ally", "army"])
def test_every_kind_of_the_tree_is_a_target(kind: str) -> None:
    limit = {"key": "k", "title": "T", "of": f"kind:{kind}", "max": 9}
    assert check_book(small_book(limits=[limit])) == ()


def test_a_category_that_a_change_gives_is_a_target() -> None:
    rare = {"change": "category", "op": "set", "value": "rare"}
    limit = {"key": "k", "title": "T", "of": "#rare", "max": 1}
    categories = [{"key": "rare", "name": "Rare"}]
    units = [small_unit(changes=[rare])]
    document = small_book(units=units, limits=[limit], categories=categories)
    assert check_book(document) == ()


def test_a_type_that_a_change_gives_is_a_target() -> None:
    mounted = {"change": "type", "op": "set", "value": "cavalry"}
    limit = {"key": "k", "title": "T", "of": "#cavalry", "max": 1}
    document = small_book(units=[small_unit(changes=[mounted])], limits=[limit])
    assert check_book(document) == ()


def test_a_slot_that_offers_a_list_is_a_target() -> None:
    relics = {"key": "relics", "name": "R", "options": [{"key": "a", "name": "A"}]}
    slot = {"key": "magic", "name": "Magic", "list": "relics"}
    limit = {"key": "k", "title": "T", "of": ["slot:magic", "a"], "max": 1}
    units = [small_unit(slots=[slot])]
    document = small_book(lists=[relics], units=units, limits=[limit])
    assert check_book(document) == ()


def test_a_change_in_the_whole_army_may_reach_a_limit_of_another_book() -> None:
    larger = {"change": "max:warband-size", "op": "add", "value": 1}
    (finding,) = check_book(unit_book(changes=[larger]))
    assert finding.text == "no limit is called 'warband-size'"
    assert check_book(unit_book(changes=[{**larger, "in": "army"}])) == ()


def test_a_figure_of_an_item_may_have_any_name() -> None:
    stats = {"range": 18, "type": "Move and fire", "of": "iron"}
    book = unit_book(items=["bow"]) | {"items": [{**BOW, "stats": stats}]}
    texts = [finding.text for finding in check_book(book)]
    assert texts == [
        "items of Charge v2 have no figure 'type'",
        "items of Charge v2 have no figure 'of'",
    ]


def test_another_book_may_be_named_where_there_is_one() -> None:
    limit = {"key": "k", "title": "No undead", "of": "undead", "max": 0}
    document = small_book(limits=[limit])
    assert [finding.pointer for finding in check_book(document)] == ["/limits/0/of"]
    assert check_book(document, OtherBooks(frozenset({"undead", "testers"}))) == ()


def test_the_rich_book_has_no_errors() -> None:
    assert [f for f in check_book(RICH) if f.level == "error"] == []


def test_a_source_of_the_book_is_that_of_its_units_and_items() -> None:
    bare = unit_book(source="", items=["bow"]) | {"items": [BOW | {"source": ""}]}
    codes = [
        [one.pointer for one in check_book(book) if one.code == "text-missing"]
        for book in (bare, bare | {"source": "Written by us"})
    ]
    assert codes == [["/units/0", "/items/0"], []]

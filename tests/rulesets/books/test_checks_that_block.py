"""What used to be published in silence keeps a book from being published."""

from pathlib import Path
from typing import Any

import pytest

from rulesets.books.checks.check import CHECKS, check_book
from rulesets.books.checks.draft import OtherBooks
from rulesets.books.checks.finding import ERROR
from tests.armybuilder.books.documents import FIGURES, small_book, small_unit


def unit_book(**changes: Any) -> Any:
    return small_book(units=[small_unit(**changes)])


def slot_book(**slot: Any) -> Any:
    option = {"key": "horn", "name": "Horn", "points": 5}
    whole = {"key": "extras", "name": "Extras", "options": [option], **slot}
    return unit_book(slots=[whole])


def option_book(**option: Any) -> Any:
    return slot_book(options=[{"key": "horn", "name": "Horn", "points": 5, **option}])


def model_book(**model: Any) -> Any:
    return unit_book(models=[{"key": "man", "name": "Man", **model}])


def limit_book(**limit: Any) -> Any:
    whole = {"key": "few", "title": "Few", "of": "spears", **limit}
    return small_book(limits=[whole])


def figure_book(game: str = "charge", **figures: Any) -> Any:
    named = {key.replace("_", "-"): value for key, value in figures.items()}
    base = FIGURES if game == "charge" else {}
    profile = {"key": "spears", "characteristics": {**base, **named}}
    unit = small_unit(profiles=[profile], rules=[])
    if game != "charge":
        del unit["type"]
    return small_book(game=game, units=[unit])


def gives(item: str) -> Any:
    return {"change": "gear", "op": "add", "value": item}


LIMIT = {"key": "few", "title": "Few", "of": "spears", "max": 1}
LINE = {"key": "rider", "characteristics": dict(FIGURES)}

BLOCKED: list[tuple[Any, str, str]] = [
    (unit_book(points=-5), "price-negative", "/units/0/points"),
    (model_book(points=-1), "price-negative", "/units/0/models/0/points"),
    (
        small_book(items=[{"key": "a", "name": "A", "points": -2}]),
        "price-negative",
        "/items/0/points",
    ),
    (limit_book(max=-3), "bound-negative", "/limits/0/max"),
    (limit_book(min=-3), "bound-negative", "/limits/0/min"),
    (limit_book(max={"base": -3}), "bound-negative", "/limits/0/max"),
    (slot_book(max=-1), "bound-negative", "/units/0/slots/0/max"),
    (option_book(max=-1), "bound-negative", "/units/0/slots/0/options/0/max"),
    (limit_book(min=30, max=20), "range-backwards", "/limits/0/min"),
    (model_book(min=30, max=20), "range-backwards", "/units/0/models/0/min"),
    (model_book(start=30, max=20), "range-backwards", "/units/0/models/0/start"),
    (slot_book(min=1, max=0), "range-backwards", "/units/0/slots/0/min"),
    (option_book(min=2), "range-backwards", "/units/0/slots/0/options/0/min"),
    (option_book(roll=[12, 2]), "range-backwards", "/units/0/slots/0/options/0/roll"),
    (model_book(min=10, start=2), "range-backwards", "/units/0/models/0/start"),
    (
        unit_book(changes=[{"change": "points", "op": "set", "value": -20}]),
        "price-negative",
        "/units/0/changes/0/value",
    ),
    (
        unit_book(changes=[{"change": "figure:wounds", "op": "set", "value": "four"}]),
        "figure-no-number",
        "/units/0/changes/0/value",
    ),
    (
        unit_book(changes=[{"change": "figure:wounds", "op": "set", "value": 9999}]),
        "figure-no-number",
        "/units/0/changes/0/value",
    ),
    (
        small_book(
            items=[
                {"key": "a", "name": "A", "changes": [gives("b")]},
                {"key": "b", "name": "B", "changes": [gives("c")]},
                {"key": "c", "name": "C", "changes": [gives("a")]},
            ]
        ),
        "gear-loop",
        "/items/2/changes",
    ),
    (slot_book(min=3), "slot-short", "/units/0/slots/0/min"),
    (
        figure_book("warhammer", s="four"),
        "figure-no-number",
        "/units/0/profiles/0/characteristics/s",
    ),
    (
        figure_book(wounds=9999),
        "figure-no-number",
        "/units/0/profiles/0/characteristics/wounds",
    ),
    (
        figure_book(wounds=-1),
        "figure-no-number",
        "/units/0/profiles/0/characteristics/wounds",
    ),
    (small_book(colours=["or", "argent"]), "crest-dim", "/colours"),
    (small_book(colours=["gules", "vert"]), "crest-dim", "/colours"),
    (small_book(limits=[LIMIT, LIMIT]), "limit-twice", "/limits/1/key"),
    (unit_book(limits=[LIMIT, LIMIT]), "limit-twice", "/units/0/limits/1/key"),
    (
        unit_book(profiles=[LINE, LINE]),
        "stat-line-twice",
        "/units/0/profiles/1/key",
    ),
    (
        small_book(rules=[{"key": "fearsome", "name": "Dread", "summary": "."}]),
        "key-taken",
        "/rules/0/key",
    ),
    (
        small_book(
            game="warhammer",
            units=[small_unit(rules=[], type="infantry")],
            rules=[{"key": "crazed", "name": "Mad", "summary": "."}],
        ),
        "key-of-other-book",
        "/rules/0/key",
    ),
    (
        small_book(items=[{"key": "s", "name": "S", "kind": "sheild"}]),
        "kind-unknown",
        "/items/0/kind",
    ),
    (
        small_book(game="warhammer", categories=[{"key": "lords", "name": "Lords"}]),
        "category-foreign",
        "/categories/0/key",
    ),
    (
        unit_book(changes=[{"change": "gear", "op": "add", "value": "bow"}]),
        "gear-missing",
        "/units/0/changes/0/value",
    ),
    (limit_book(of="#magic", max=1), "target-unknown", "/limits/0/of"),
    (small_book(units=[]), "book-empty", "/units"),
]


@pytest.mark.parametrize(("document", "code", "where"), BLOCKED)
def test_what_cannot_be_meant_blocks_at_its_place(
    document: Any, code: str, where: str
) -> None:
    found = [
        (one.code, one.pointer) for one in check_book(document) if one.level == ERROR
    ]
    assert (code, where) in found


def test_all_that_is_wrong_is_listed_at_once() -> None:
    book = unit_book(points=-5, limits=[LIMIT, LIMIT], rules=["terrifing"])
    book["limits"] = [{**LIMIT, "min": 3}]
    codes = [one.code for one in check_book(book) if one.level == ERROR]
    assert sorted(codes) == [
        "limit-twice",
        "price-negative",
        "range-backwards",
        "rule-unknown",
    ]


FINE: list[Any] = [
    limit_book(max={"base": -1, "terms": [{"count": "limit", "every": 1000}]}),
    slot_book(min={"terms": [{"of": "spears"}]}),
    slot_book(min=3, options=[{"key": "horn", "name": "Horn", "max": None}]),
    option_book(min=2, max=2),
    small_book(limits=[LIMIT, {**LIMIT, "of": "*"}]),
    figure_book(push="2D6"),
    figure_book(push="D6+1"),
]


@pytest.mark.parametrize("document", FINE)
def test_what_can_be_meant_does_not_block(document: Any) -> None:
    assert [one for one in check_book(document) if one.level == ERROR] == []


def test_a_key_with_dice_may_be_taken_for_the_same_rule() -> None:
    rule = {"key": "crazed", "name": "Crazed", "summary": "."}
    units = [small_unit(rules=[])]
    book = small_book(game="warhammer", units=units, rules=[rule])
    others = OtherBooks(rules={"crazed": frozenset({"Crazed"})})
    codes = {one.code for one in check_book(book, others)}
    assert "key-of-other-book" not in codes
    stranger = OtherBooks(rules={"crazed": frozenset({"Something else"})})
    assert "key-of-other-book" in {one.code for one in check_book(book, stranger)}


def test_a_category_that_nobody_counts_is_a_warning() -> None:
    category = {"key": "magi", "name": "Magi"}
    units = [small_unit(rules=[], category="magi")]
    book = small_book(game="warhammer", units=units, categories=[category])
    assert "category-uncounted" in {one.code for one in check_book(book)}
    book["limits"] = [{**LIMIT, "of": "#magi"}]
    assert "category-uncounted" not in {one.code for one in check_book(book)}
    del book["limits"], units[0]["category"]
    assert "category-uncounted" not in {one.code for one in check_book(book)}


def test_a_lord_that_is_no_character_is_a_warning() -> None:
    def lord(key: str, **more: Any) -> Any:
        return small_unit(key=key, name=key, category="lord", rules=[], **more)

    category = {"key": "lord", "name": "Lords"}
    units = [lord("a", tags=["character"]), lord("b", tags=["character"]), lord("c")]
    book = small_book(game="warhammer", units=units, categories=[category])
    (found,) = [one for one in check_book(book) if one.code == "tag-expected"]
    assert found.pointer == "/units/2/tags"


def test_each_check_has_a_code_of_its_own() -> None:
    codes = [check.code for check in CHECKS]
    assert len(set(codes)) == len(codes)


def test_the_docs_name_every_check() -> None:
    text = (Path(__file__).parents[3] / "docs" / "formats.md").read_text("utf-8")
    rows = [f"| `{one.code}` | {one.level} | {one.sentence} |" for one in CHECKS]
    assert [row for row in rows if row not in text] == []

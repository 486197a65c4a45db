"""Limits that find nothing, prices below nothing, gear that nobody can read."""

from typing import Any

import pytest

from rulesets.books.checks.check import check_book
from rulesets.books.checks.draft import OtherBooks
from tests.armybuilder.books.documents import small_book, small_unit

HORN = {"key": "horn", "name": "Horn", "points": 5}
EXTRAS = {"key": "extras", "name": "Extras", "options": [HORN]}
BOWS = small_unit(key="bows", name="Bows", slots=[EXTRAS], rules=[])
SWORD = {"key": "sword", "name": "Sword", "tags": ["magic"], "rules": ["fearsome"]}


def found(document: Any, *codes: str, others: OtherBooks | None = None) -> list[Any]:
    """Return code, place and words of what the check finds, of some codes."""
    every = check_book(document, others)
    return [(one.code, one.pointer, one.text) for one in every if one.code in codes]


def limit(**more: Any) -> Any:
    return {"key": "few", "title": "Few", "in": "self", "max": 1, **more}


def two_units(**spears: Any) -> Any:
    return small_book(units=[small_unit(**spears), BOWS], items=[SWORD])


def idle(document: Any, others: OtherBooks | None = None) -> list[Any]:
    return found(document, "limit-idle", "ban-idle", others=others)


# -- limits -----------------------------------------------------------------------


def test_a_limit_of_what_only_another_unit_may_choose_finds_nothing() -> None:
    assert idle(two_units(limits=[limit(of="horn")])) == [
        (
            "limit-idle",
            "/units/0/limits/0/of",
            "Few: nothing in Spears is 'horn'",
        )
    ]
    assert idle(two_units(limits=[limit(of="horn")], slots=[EXTRAS])) == []


def test_what_may_have_been_meant_is_of_the_unit_itself() -> None:
    slot = {**EXTRAS, "options": [{"key": "horns", "name": "Horns"}]}
    (told,) = idle(two_units(limits=[limit(of="horn")], slots=[slot]))
    assert told[2] == "Few: nothing in Spears is 'horn'; did you mean 'horns'?"


@pytest.mark.parametrize("place", ["unit", "bearer", "parent"])
def test_an_option_may_ask_for_what_its_unit_may_choose(place: str) -> None:
    def asking(of: str) -> Any:
        drum = {
            "key": "drum",
            "name": "Drum",
            "limits": [limit(of=of, **{"in": place})],
        }
        slot = {"key": "noise", "name": "Noise", "options": [drum]}
        return two_units(
            slots=[slot, {**EXTRAS, "key": "e", "options": [{**HORN, "key": "flute"}]}]
        )

    assert idle(asking("flute")) == []
    ((code, where, _),) = idle(asking("horn"))
    assert (code, where) == (
        "limit-idle",
        "/units/0/slots/0/options/0/limits/0/of",
    )


@pytest.mark.parametrize("place", ["army", "force"])
def test_a_limit_of_the_army_finds_the_options_of_every_unit(place: str) -> None:
    assert idle(two_units(limits=[limit(of="horn", **{"in": place})])) == []


def test_what_a_list_offers_is_in_the_unit() -> None:
    book = two_units(
        limits=[limit(of="horn"), limit(key="s", of="slot:noise")],
        slots=[{"key": "noise", "name": "Noise", "list": "all"}],
    )
    book["lists"] = [{"key": "all", "name": "All", "options": [HORN]}]
    assert idle(book) == []


def test_what_is_carried_or_given_is_in_the_unit() -> None:
    magic = limit(of="#magic")
    assert [one[0] for one in idle(two_units(limits=[magic]))] == ["limit-idle"]
    assert idle(two_units(limits=[magic], items=["sword"])) == []
    gift = {"change": "gear", "op": "add", "value": "sword", "in": "unit"}
    assert idle(two_units(limits=[magic], changes=[gift])) == []


def test_a_ban_of_what_is_not_there_is_a_warning() -> None:
    assert [one[0] for one in idle(two_units(limits=[limit(of="horn", max=0)]))] == [
        "ban-idle"
    ]


def test_a_limit_for_units_with_a_rule_that_nobody_carries_finds_nothing() -> None:
    book = small_book(limits=[{**limit(of="rule:fearsome"), "in": "army"}])
    assert idle(book) == [
        ("limit-idle", "/limits/0/of", "Few: nobody in the book carries 'fearsome'")
    ]
    each = limit(of="spears", each=["rule:fearsome"])
    assert [one[:2] for one in idle(small_book(limits=[each]))] == [
        ("limit-idle", "/limits/0/each")
    ]
    carrying = small_book(limits=book["limits"], units=[small_unit(rules=["fearsome"])])
    assert idle(carrying) == []


def test_another_book_may_carry_the_rule_in_the_same_army() -> None:
    others = OtherBooks(carried=frozenset({"fearsome"}))
    of_army = {**limit(of="rule:fearsome"), "in": "army"}
    assert idle(small_book(limits=[of_army]), others) == []
    of_force = {**of_army, "in": "force"}
    assert len(idle(small_book(limits=[of_force]), others)) == 1


def test_what_is_counted_without_targets_finds_something() -> None:
    assert idle(small_book(limits=[limit(count="limit", of="rule:fearsome")])) == []


def test_a_limit_with_the_key_of_one_of_the_games_is_told_as_standing_beside() -> None:
    own = {"key": "one-general", "title": "One", "of": "spears", "max": 1}
    ((code, where, text),) = found(small_book(limits=[own]), "limit-of-game")
    assert (code, where) == ("limit-of-game", "/limits/0/key")
    assert text.startswith("Charge v2 has a limit 'one-general' too")
    assert text.endswith("both hold, this one does not replace it")
    assert found(two_units(limits=[{**own, "in": "self"}]), "limit-of-game") == []


# -- prices -----------------------------------------------------------------------


def below(document: Any) -> list[str]:
    return [where for _, where, _ in found(document, "price-below")]


def takes(points: Any, **more: Any) -> Any:
    return {"change": "points", "op": "add", "value": points, **more}


def test_a_change_that_takes_more_than_all_that_can_be_bought_is_an_error() -> None:
    assert found(two_units(changes=[takes(-999)], slots=[EXTRAS]), "price-below") == [
        (
            "price-below",
            "/units/0/changes/0/value",
            "a change takes 999 from Spears, at 100: the price is below nothing",
        )
    ]
    assert below(two_units(changes=[takes(-90)])) == []


def test_what_is_bought_beside_counts_for_the_price_that_is_left() -> None:
    taken = takes(-104, to="spears")
    assert below(two_units(changes=[taken])) == ["/units/0/changes/0/value"]
    assert below(two_units(changes=[taken], slots=[EXTRAS])) == []
    without_end = {**EXTRAS, "options": [{**HORN, "max": None}]}
    assert (
        below(two_units(changes=[takes(-9999, to="spears")], slots=[without_end])) == []
    )


def test_a_change_reaches_what_it_names_from_an_option_and_from_the_book() -> None:
    drum = {"key": "drum", "name": "Drum", "changes": [takes(-999, **{"in": "unit"})]}
    slot = {"key": "noise", "name": "Noise", "options": [drum]}
    assert below(two_units(slots=[slot])) == [
        "/units/0/slots/0/options/0/changes/0/value"
    ]
    both = takes(-150, to=["spears", "bows"], **{"in": "force"})
    assert below({**two_units(), "changes": [both]}) == ["/changes/0/value"]
    dear = small_unit(key="dear", name="Dear", points=500)
    some = takes(-150, to=["spears", "dear"], **{"in": "force"})
    book = small_book(units=[small_unit(), dear], changes=[some])
    assert below(book) == []


def test_an_amount_that_hangs_on_the_army_takes_its_least() -> None:
    term = {"of": "spears", "times": -1}
    more = takes({"base": -999, "terms": [term]})
    assert below(two_units(changes=[more])) == ["/units/0/changes/0/value"]
    gives = takes({"base": -999, "terms": [{**term, "times": 500}]})
    assert below(two_units(changes=[gives])) == []


def test_a_change_that_another_makes_up_for_is_fine() -> None:
    floor = {"change": "points", "op": "at-least", "value": 0}
    assert below(two_units(changes=[takes(-999), floor])) == []


# -- items ------------------------------------------------------------------------


def item_book(game: str, **item: Any) -> Any:
    unit = small_unit(rules=[])
    del unit["type"]
    blade = {"key": "blade", "name": "Blade", **item}
    return small_book(game=game, units=[unit], items=[blade])


STATS: list[tuple[str, str, Any, str]] = [
    ("charge", "range", "four", "Blade: Range is 'four'; expected 0 to 1,000"),
    ("charge", "range", -5, "Blade: Range is -5; expected 0 to 1,000"),
    (
        "scrollhammer",
        "save",
        -5,
        "Blade: Armour save is -5; expected 1 to 12",
    ),
    (
        "scrollhammer",
        "strength",
        "usr+1",
        "expected 0 to 1,000 or such as 'user+2 when charging'",
    ),
    ("scrollhammer", "type", "Move and Fires", "did you mean 'Move and Fire'?"),
    ("scrollhammer", "range", "Templte", "did you mean 'Template'?"),
    ("mordheim", "critical", "blades", "did you mean 'bladed'?"),
    ("mordheim", "save-modifier", -50, "expected -12 to 12"),
    ("warhammer", "strength", "5 (ten)", "expected 0 to 1,000, 'user' or such as"),
]


@pytest.mark.parametrize(("game", "key", "value", "words"), STATS)
def test_a_figure_of_an_item_that_nobody_can_read_is_an_error(
    game: str, key: str, value: Any, words: str
) -> None:
    book = item_book(game, stats={key: value})
    ((_, where, text),) = found(book, "stat-no-number")
    assert where == f"/items/0/stats/{key}"
    assert words in text


@pytest.mark.parametrize(
    ("game", "stats"),
    [
        (
            "scrollhammer",
            {"strength": "user +2 charging", "range": "12-60", "ap": None},
        ),
        ("mordheim", {"strength": "user-1", "hits": "D6+2", "save-modifier": -2}),
        ("warhammer", {"strength": "5 / 4", "range": "12-48"}),
    ],
)
def test_a_figure_of_an_item_as_books_print_it_is_fine(game: str, stats: Any) -> None:
    assert found(item_book(game, stats=stats), "stat-no-number") == []


def test_a_far_figure_of_an_item_is_a_warning() -> None:
    book = item_book("charge", stats={"range": 300})
    assert found(book, "figure-far", "stat-no-number") == [
        ("figure-far", "/items/0/stats/range", "Blade: Range is 300")
    ]


def test_a_base_that_neither_the_game_nor_the_book_knows_is_an_error() -> None:
    assert found(item_book("mordheim", base="sowrd"), "base-unknown") == [
        (
            "base-unknown",
            "/items/0/base",
            "neither Mordheim nor the book knows the base 'sowrd' of Blade; "
            "did you mean 'sword'?",
        )
    ]
    assert found(item_book("mordheim", base="sword"), "base-unknown") == []
    assert found(item_book("mordheim", base="blade"), "base-unknown") == []

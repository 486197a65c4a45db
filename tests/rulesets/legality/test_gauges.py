"""Gauges, tallies and ranges: how far limits are used up, and what moves them."""

from typing import Any

import pytest

from rulesets.legality import review
from rulesets.packs.pack import Pack, read_pack
from rulesets.reviews.review import Review
from rulesets.reviews.review_document import review_document
from rulesets.rosters.roster import Force, Roster
from tests.rulesets.legality.real import judged
from tests.rulesets.legality.small import NO_RULES, army_of, book_of

CORE = {"key": "core", "title": "Core", "of": "#core", "in": "force", "min": 2}
BUDGET = {
    "key": "magic",
    "title": "Magic items",
    "count": "points",
    "of": "#magic",
    "in": "self",
    "max": 50,
}
HERO = {
    "key": "hero",
    "points": 100,
    "slots": [
        {
            "key": "items",
            "options": [
                {"key": "sword", "points": 30, "tags": ["magic"]},
                {"key": "cloak", "points": 25, "tags": ["magic"]},
                {
                    "key": "lord",
                    "points": 10,
                    "changes": [
                        {
                            "change": "max:magic",
                            "op": "add",
                            "value": 50,
                            "in": "parent",
                            "to": "kind:unit",
                        }
                    ],
                },
            ],
        }
    ],
    "limits": [BUDGET],
}
BOOK = book_of(HERO, {"key": "guard", "points": 40, "tags": ["core"]}, limits=[CORE])


def gauges(of: Review) -> list[tuple[str, str, Any, Any, Any, str]]:
    return [(g.where, g.key, g.count, g.low, g.high, g.noun) for g in of.gauges]


# -- gauges -----------------------------------------------------------------------


def test_a_demand_on_the_army_and_a_budget_of_a_part_are_measured() -> None:
    found = army_of(BOOK, ("hero", "sword"), "guard").review

    assert gauges(found) == [
        ("", "core", 1, 2, None, "selections"),
        ("f1/s1", "magic", 30, None, 50, "points"),
    ]


def test_every_budget_of_an_army_has_its_own_gauge() -> None:
    found = army_of(BOOK, ("hero", "sword", "cloak"), "hero", "guard", "guard").review

    assert gauges(found) == [
        ("", "core", 2, 2, None, "selections"),
        ("f1/s1", "magic", 55, None, 50, "points"),
        ("f1/s4", "magic", 0, None, 50, "points"),
    ]
    assert [m.code for m in found.messages] == ["magic"]


def test_a_gauge_shows_the_bound_as_changes_have_left_it() -> None:
    found = army_of(BOOK, ("hero", "sword", "cloak", "lord"), "guard", "guard")

    assert gauges(found.review)[1] == ("f1/s1", "magic", 55, None, 100, "points")
    assert found.said == []


@pytest.mark.parametrize(
    ("limit", "why"),
    [
        ({"each": "#core"}, "asked at each of many"),
        ({"severity": "warning"}, "no demand"),
        ({"when": {"of": "dragon", "at_least": 1}}, "holds only with a dragon"),
        ({"switchable": True, "on": False}, "switched off"),
        ({"of": "same", "each": "#core"}, "unique things are no budget"),
    ],
    ids=["each", "warning", "when", "switch", "same"],
)
def test_what_is_no_budget_has_no_gauge(limit: dict[str, Any], why: str) -> None:
    book = book_of({"key": "guard", "tags": ["core"]}, limits=[{**CORE, **limit}])

    assert gauges(army_of(book, "guard").review) == [], why


def test_the_limit_of_points_is_no_gauge_since_every_page_shows_it() -> None:
    found = army_of(BOOK, "guard", "guard", limit=100).review

    assert [gauge.key for gauge in found.gauges] == ["core"]
    assert (found.limit, found.left) == (100, 20)


def test_gauges_and_tallies_stand_in_the_document_of_a_review() -> None:
    document = review_document(army_of(BOOK, ("hero", "sword")).review)

    assert document["gauges"][1] == {
        "where": "f1/s1",
        "key": "magic",
        "title": "Magic items",
        "counts": "points",
        "count": 30,
        "min": None,
        "max": 50,
    }
    assert document["tallies"] == []


def test_an_admiral_has_a_larger_budget_on_the_real_page_too() -> None:
    ring = "ring-of-still-water"
    budgets = [
        next(g for g in judged("scrollhammer-saltmere-league", army).gauges if g.where)
        for army in (
            ("captain", ("captain-model", ring)),
            ("captain", ("captain-model", "admiral", ring)),
        )
    ]

    assert [(g.where, g.key, g.count, g.high) for g in budgets] == [
        ("f1/captain/captain-model", "magic-budget", 20, 50),
        ("f1/captain/captain-model", "magic-budget", 20, 75),
    ]


# -- tallies ----------------------------------------------------------------------

RATING = {
    "key": "rating",
    "title": "Rating",
    "source": "Page 4",
    "amount": {"base": 5, "terms": [{"count": "points", "times": 2, "every": 50}]},
}


def test_a_book_tallies_its_own_force_and_a_pack_the_army() -> None:
    pack = read_pack(
        {
            "format": "armybuilder.pack/1",
            "key": "p",
            "name": "P",
            "game": "charge",
            "tallies": [
                {
                    "key": "worth",
                    "title": "Worth",
                    "amount": {"terms": [{"count": "points"}]},
                }
            ],
        }
    )
    book = book_of({"key": "guard", "points": 40}, tallies=[RATING])

    found = army_of(book, "guard", "guard", pack=pack).review

    assert [(t.key, t.title, t.value, t.source) for t in found.tallies] == [
        ("worth", "Worth", 80, ""),
        ("rating", "Rating", 7, "Page 4"),
    ]


def test_a_warband_is_rated_by_its_warriors_and_their_experience() -> None:
    """Five points a warrior and one for each point of experience, which a captain has.

    A captain begins with 20, a champion with 8; four warriors begin with none.
    """
    found = judged("mordheim-reikland", "captain", "champion", ("warrior", "4 fighter"))

    tallies = {tally.key: tally.value for tally in found.tallies}
    assert tallies["warriors"] == 6
    assert tallies["rating"] == 6 * 5 + 20 + 8


# -- the points agreed on ---------------------------------------------------------


def charter(value: int, op: str = "add") -> dict[str, Any]:
    return {
        "key": f"charter-{op}",
        "changes": [
            {
                "change": "max:points-limit",
                "op": op,
                "value": value,
                "in": "army",
                "to": "kind:army",
                "title": "Charter",
            }
        ],
    }


RICH = book_of(
    {"key": "guard", "points": 40},
    slots=[{"key": "charters", "options": [charter(100), charter(2, "multiply")]}],
)


@pytest.mark.parametrize(
    ("bought", "limit"),
    [
        ((), 100),
        (("charter-add",), 200),
        (("charter-multiply",), 200),
        (("charter-add", "charter-multiply"), 400),
    ],
    ids=["none", "more", "twice", "more and twice"],
)
def test_a_change_of_the_points_limit_moves_what_the_army_may_be_worth(
    bought: tuple[str, ...], limit: int
) -> None:
    found = army_of(RICH, "guard", "guard", "guard", *bought, limit=100)

    assert (found.review.limit, found.review.left) == (limit, limit - 120)
    assert [m.code for m in found.review.messages] == (
        ["points-limit"] if limit < 120 else []
    )


def test_without_points_agreed_on_no_change_makes_a_limit() -> None:
    found = army_of(RICH, "guard", "charter-add")

    assert found.review.limit is None
    assert found.said == []


def test_marienburgers_begin_with_a_fifth_more_gold() -> None:
    warband = ("captain", ("warrior", "2 fighter"))

    rich, poor = (
        judged(key, *warband, limit=500)
        for key in ("mordheim-marienburg", "mordheim-reikland")
    )

    assert (rich.limit, rich.left) == (600, 490)
    assert (poor.limit, poor.left) == (500, 390)


def test_the_limit_of_a_pack_stands_where_the_roster_names_another() -> None:
    pack = Pack("p", "P", "charge", limit=90)
    roster = Roster("charge", "A", 500, forces=(Force("f1", RICH.key, 1),))

    assert review(roster, {(RICH.key, 1): RICH}, pack).limit == 90
    assert review(roster, {(RICH.key, 1): RICH}, NO_RULES).limit == 500


# -- ranges -----------------------------------------------------------------------


def bound(change: str, op: str, value: int) -> dict[str, Any]:
    """Return a vow that moves a bound of the hero who took it."""
    return {
        "key": "vow",
        "changes": [
            {
                "change": change,
                "op": op,
                "value": value,
                "in": "parent",
                "to": "kind:unit",
            }
        ],
    }


AXES = {"key": "axes", "title": "Axes", "of": "axe", "in": "self", "deep": False}


def armed(vow: dict[str, Any], **axes: int) -> Any:
    """Return the book of a hero with any number of axes, bounded by a limit."""
    options = [{"key": "axe", "max": None}, {"key": "bow"}, vow]
    return book_of(
        {
            "key": "hero",
            "slots": [{"key": "kit", "options": options}],
            "limits": [{**AXES, **axes}],
        }
    )


def test_a_maximum_of_what_was_bought_is_told_and_of_what_was_not_never() -> None:
    book = armed(bound("max:axes", "set", 1), max=2)

    assert army_of(book, ("hero", "bow")).said == []
    assert army_of(book, ("hero", "2 axe")).said == []
    assert army_of(book, ("hero", "3 axe")).said == [
        ("f1/s1", "Hero, Axes: 3 of at most 2, 1 too many.")
    ]


@pytest.mark.parametrize(
    ("vow", "said"),
    [
        (bound("max:axes", "set", 1), "2 of at most 1 (changed by Vow), 1 too many"),
        (bound("max:axes", "add", -2), "2, and none is allowed (changed by Vow)"),
        (bound("max:axes", "add", -5), "2, and none is allowed (changed by Vow)"),
        (bound("min:axes", "set", 3), "2 of at least 3 (changed by Vow), 1 missing"),
    ],
    ids=["set", "nothing left", "below nothing", "a minimum"],
)
def test_a_change_that_moves_the_bound_of_a_range_is_told(
    vow: dict[str, Any], said: str
) -> None:
    found = army_of(armed(vow, max=2), ("hero", "2 axe", "vow"))

    assert found.said == [("f1/s1", f"Hero, Axes: {said}.")]


def test_a_minimum_that_a_change_gives_to_a_maximum_is_asked_of_nothing_too() -> None:
    found = army_of(armed(bound("min:axes", "set", 1), max=2), ("hero", "vow"))

    assert found.said == [
        ("f1/s1", "Hero, Axes: 0 of at least 1 (changed by Vow), 1 missing.")
    ]


def test_a_maximum_that_a_change_lifts_is_not_told() -> None:
    vow = {**bound("max:axes", "set", 0)}
    del vow["changes"][0]["value"]
    vow["changes"][0]["op"] = "remove"

    assert army_of(armed(vow, max=2), ("hero", "9 axe", "vow")).said == []


@pytest.mark.parametrize(("own", "limit"), [(1, 3), (3, 1)], ids=["option", "unit"])
def test_of_two_maxima_of_one_thing_the_smaller_is_told(own: int, limit: int) -> None:
    book = book_of(
        {
            "key": "hero",
            "slots": [{"key": "kit", "options": [{"key": "axe", "max": own}]}],
            "limits": [{**AXES, "max": limit}],
        }
    )

    title = "Axe" if own < limit else "Axes"
    assert army_of(book, ("hero", "2 axe")).said == [
        ("f1/s1", f"Hero, {title}: 2 of at most 1, 1 too many.")
    ]
    told = [title] if limit < own else ["Axe", "Axes"]
    assert sorted(army_of(book, ("hero", "4 axe")).said) == [
        ("f1/s1", f"Hero, {one}: 4 of at most {bound}, {4 - bound} too many.")
        for one, bound in (("Axe", own), ("Axes", limit))
        if one in told
    ]

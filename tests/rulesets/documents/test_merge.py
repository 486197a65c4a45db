"""Merging keeps what each side changed, and tells where they differ."""

from itertools import product
from typing import Any

from hypothesis import given
from hypothesis import strategies as some

from rulesets.documents.json import canonical, parse
from rulesets.documents.merge import ABSENT, merge
from tests.rulesets.documents.test_differences import BOOKS, DOCUMENTS

NAMES = some.sampled_from(["a", "b", "c", "d"])
PARTS = some.fixed_dictionaries(
    {"key": NAMES}, optional={"points": some.integers(0, 2), "tags": some.lists(NAMES)}
)
BOOK_LIKE = some.fixed_dictionaries(
    {"units": some.lists(PARTS, max_size=4, unique_by=lambda part: part["key"])}
)


def unit(key: str, **values: Any) -> Any:
    return {"key": key, **values}


def units(*parts: Any) -> Any:
    return {"units": list(parts)}


ORCS, ELVES, TROLLS = unit("orcs", points=5), unit("elves", points=9), unit("trolls")


@given(DOCUMENTS | BOOK_LIKE, DOCUMENTS | BOOK_LIKE)
def test_a_side_that_changed_nothing_leaves_what_the_other_made(
    base: Any, new: Any
) -> None:
    for merged in (
        merge(base, new, base),
        merge(base, base, new),
        merge(base, new, new),
    ):
        assert merged.clashes == ()
        assert canonical(merged.document) == canonical(new)


@given(BOOK_LIKE, BOOK_LIKE, BOOK_LIKE)
def test_the_sides_may_be_exchanged_and_clash_at_the_same_places(
    base: Any, mine: Any, theirs: Any
) -> None:
    one, other = merge(base, mine, theirs), merge(base, theirs, mine)
    assert {clash.at for clash in one.clashes} == {clash.at for clash in other.clashes}
    if not one.clashes:
        assert canonical(one.document) == canonical(other.document)


@given(BOOK_LIKE, BOOK_LIKE, BOOK_LIKE)
def test_choices_settle_every_clash(base: Any, mine: Any, theirs: Any) -> None:
    clashes = merge(base, mine, theirs).clashes
    for side in ("mine", "theirs"):
        settled = merge(base, mine, theirs, {clash.at: side for clash in clashes})
        assert settled.clashes == ()


def test_merging_agrees_with_asking_of_each_value_by_itself() -> None:
    """Over all small documents: one unit may be away, or have one of two prices."""
    states = [ABSENT, 1, 2]
    for base, mine, theirs in product(product(states, states), repeat=3):
        documents = [
            units(
                *(
                    unit(key, points=points)
                    for key, points in zip("ab", state, strict=True)
                    if points is not ABSENT
                )
            )
            for state in (base, mine, theirs)
        ]
        merged = merge(*documents)
        at_odds = 0
        made = {one["key"]: one["points"] for one in merged.document["units"]}
        for key, was, my, their in zip("ab", base, mine, theirs, strict=True):
            if my in (was, their):
                expected = their
            elif their == was:
                expected = my
            else:
                at_odds += 1
                continue
            assert made.get(key, ABSENT) == expected
        assert len(merged.clashes) == at_odds


def test_different_figures_of_one_unit_are_both_taken() -> None:
    base = units(unit("orcs", points=5, models=10))
    mine = units(unit("orcs", points=6, models=10))
    theirs = units(unit("orcs", points=5, models=12))
    merged = merge(base, mine, theirs)
    assert merged.document == units(unit("orcs", points=6, models=12))


def test_two_prices_of_one_unit_clash_with_all_three_values() -> None:
    merged = merge(
        units(ORCS), units(unit("orcs", points=6)), units(unit("orcs", points=7))
    )
    (clash,) = merged.clashes
    assert clash.as_document() == {
        "at": "/units/orcs/points",
        "base": 5,
        "mine": 6,
        "theirs": 7,
    }
    assert merged.document == units(unit("orcs", points=7))


def test_a_unit_that_one_removed_and_the_other_changed_clashes() -> None:
    (clash,) = merge(units(ORCS), units(), units(unit("orcs", points=7))).clashes
    assert (clash.at, clash.mine) == ("/units/orcs", ABSENT)
    assert "mine" not in clash.as_document()


def test_units_that_both_added_stand_where_each_put_them() -> None:
    base = units(ORCS, ELVES)
    mine, theirs = units(ORCS, TROLLS, ELVES), units(ORCS, ELVES, unit("bats"))
    merged = merge(base, mine, theirs)
    keys = [one["key"] for one in merged.document["units"]]
    assert (keys, merged.clashes) == (["orcs", "trolls", "elves", "bats"], ())


def test_one_moves_and_the_other_changes() -> None:
    base, moved = units(ORCS, ELVES), units(ELVES, ORCS)
    merged = merge(base, moved, units(ORCS, unit("elves", points=1)))
    assert merged.document == units(unit("elves", points=1), ORCS)


def test_two_orders_of_one_list_clash() -> None:
    a, b, c = unit("a"), unit("b"), unit("c")
    merged = merge(units(a, b, c), units(b, a, c), units(a, c, b))
    (clash,) = merged.clashes
    assert clash.is_order
    assert clash.mine == ["b", "a", "c"]
    settled = merge(units(a, b, c), units(b, a, c), units(a, c, b), {"/units": "mine"})
    assert settled.document == units(b, a, c)


def test_lists_without_names_merge_at_different_places_and_clash_at_one() -> None:
    base = {"changes": [{"to": 1}, {"to": 2}, {"to": 3}]}
    mine = {"changes": [{"to": 9}, {"to": 2}, {"to": 3}]}
    theirs = {"changes": [{"to": 1}, {"to": 2}, {"to": 8}, {"to": 4}]}
    merged = merge(base, mine, theirs)
    assert merged.document["changes"] == [{"to": 9}, {"to": 2}, {"to": 8}, {"to": 4}]
    (clash,) = merge(base, mine, {"changes": [{"to": 7}, *base["changes"][1:]]}).clashes
    assert clash.at == "/changes/0/to"


def test_a_range_of_dice_is_one_value() -> None:
    (clash,) = merge({"roll": [1, 6]}, {"roll": [2, 6]}, {"roll": [1, 5]}).clashes
    assert clash.at == "/roll"


def test_one_is_not_true() -> None:
    assert merge({"a": 1}, {"a": True}, {"a": 1}).document["a"] is True


def test_edits_of_different_units_of_a_printed_book_merge_to_both() -> None:
    base = parse(BOOKS[-1].read_bytes())
    for first, second in ((0, 1), (3, 7), (7, 3)):
        both = parse(BOOKS[-1].read_bytes())
        sides = []
        for number in (first, second):
            side = parse(BOOKS[-1].read_bytes())
            side["units"][number]["note"] = both["units"][number]["note"] = "Seen."
            sides.append(side)
        merged = merge(base, *sides)
        assert merged.clashes == ()
        assert canonical(merged.document) == canonical(both)

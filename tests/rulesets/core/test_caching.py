"""Values that are kept: each by its things, or lent to one taker at a time."""

from rulesets.core.caching import Lent, Remembered


def test_a_lent_value_has_one_taker_until_it_is_given_back() -> None:
    lent = Lent[str, str](most=10)
    lent.give([("men", "twenty men", 3)])

    assert lent.take("men") == "twenty men"
    assert lent.take("men") is None
    lent.give([("men", "twenty men", 3)])
    assert lent.take("men") == "twenty men"


def test_what_was_not_taken_for_longest_goes_first() -> None:
    lent = Lent[str, str](most=10)
    lent.give([("a", "A", 4), ("b", "B", 4)])
    lent.give([("a", str(lent.take("a")), 4)])
    lent.give([("c", "C", 4)])

    assert [lent.take(key) for key in "abc"] == ["A", None, "C"]


def test_a_value_that_two_have_made_is_kept_once() -> None:
    lent = Lent[str, str](most=10)
    lent.give([("a", "A", 6)])
    lent.give([("a", "A", 6)])
    lent.give([("b", "B", 4)])

    assert [lent.take(key) for key in "ab"] == ["A", "B"]


def test_a_value_larger_than_the_bound_is_not_kept() -> None:
    lent = Lent[str, str](most=10)
    lent.give([("a", "A", 11)])

    assert lent.take("a") is None


def test_equal_things_are_told_apart_and_each_is_made_once() -> None:
    made: list[list[int]] = []

    def length(thing: list[int]) -> int:
        made.append(thing)
        return len(thing)

    known = Remembered[int](most=10)
    one, other = [1, 2], [1, 2]

    assert [known.of(thing, length) for thing in (one, other, one)] == [2, 2, 2]
    assert [id(thing) for thing in made] == [id(one), id(other)]

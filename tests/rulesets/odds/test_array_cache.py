"""What is kept is found again, and never more than there is room for."""

import numpy as np
import pytest

from rulesets.odds.array_cache import kept_arrays, kept_by_identity
from rulesets.odds.volley import Floats


def test_an_array_is_worked_out_once() -> None:
    asked: list[int] = []

    @kept_arrays(megabytes=1)
    def zeros(size: int) -> Floats:
        asked.append(size)
        return np.zeros(size)

    assert zeros(3) is zeros(3)
    assert asked == [3]


def test_the_arrays_that_were_asked_for_last_are_kept_within_their_room() -> None:
    asked: list[int] = []

    @kept_arrays(megabytes=2.5)
    def zeros(thousands: int, place: int) -> Floats:
        asked.append(place)
        return np.zeros(thousands * 125)

    for place in (1, 2, 1, 3, 1, 2):
        zeros(1000, place)
    assert asked == [1, 2, 3, 2]


def test_large_arrays_in_turn_leave_half_of_the_room_to_small_ones() -> None:
    asked: list[tuple[int, int]] = []

    @kept_arrays(megabytes=1)
    def zeros(thousands: int, place: int) -> Floats:
        asked.append((thousands, place))
        return np.zeros(thousands * 125)

    small = [(10, place) for place in range(50)]
    large = [(400, place) for place in range(5)]
    for _ in range(3):
        for one in (*small, *large):
            zeros(*one)
    assert [asked.count(one) for one in small] == [1] * 50
    assert [asked.count(one) for one in large] == [3] * 5


def test_small_arrays_leave_half_of_the_room_to_large_ones() -> None:
    asked: list[tuple[int, int]] = []

    @kept_arrays(megabytes=1)
    def zeros(thousands: int, place: int) -> Floats:
        asked.append((thousands, place))
        return np.zeros(thousands * 125)

    zeros(400, 0)
    for place in range(200):
        zeros(10, place)
    zeros(400, 0)
    assert asked.count((400, 0)) == 1


def test_what_fills_most_of_the_room_is_kept_beside_fewer_small_arrays() -> None:
    asked: list[tuple[int, int]] = []

    @kept_arrays(megabytes=1)
    def zeros(thousands: int, place: int) -> Floats:
        asked.append((thousands, place))
        return np.zeros(thousands * 125)

    for place in range(50):
        zeros(10, place)
    for _ in range(3):
        zeros(800, 0)
    assert asked.count((800, 0)) == 1
    zeros(10, 49)
    assert asked.count((10, 49)) == 1


def test_an_array_larger_than_the_room_is_not_kept() -> None:
    asked: list[int] = []

    @kept_arrays(megabytes=0.001)
    def zeros(size: int) -> Floats:
        asked.append(size)
        return np.zeros(size)

    zeros(1000)
    zeros(1000)
    assert asked == [1000, 1000]


def test_answers_about_objects_are_told_apart_by_identity() -> None:
    asked: list[str] = []

    @kept_by_identity(most=2)
    def length(values: list[int], side: str) -> int:
        asked.append(side)
        return len(values)

    first, second = [1], [1]
    assert [length(first, "a"), length(second, "a"), length(first, "a")] == [1, 1, 1]
    assert asked == ["a", "a"]
    length(first, "b")
    length(first, "a")
    assert asked == ["a", "a", "b", "a"]


def test_an_array_that_is_kept_can_no_longer_be_written_to() -> None:
    @kept_arrays(megabytes=1)
    def zeros(size: int) -> Floats:
        return np.zeros(size)

    with pytest.raises(ValueError, match="read-only"):
        zeros(3)[0] = 1.0


def test_two_objects_are_told_apart_by_identity_and_kept_alive() -> None:
    asked: list[int] = []

    @kept_by_identity(most=8, objects=2)
    def lengths(first: list[int], second: list[int], more: int) -> int:
        asked.append(more)
        return len(first) + len(second) + more

    one, two = [1], [1, 2]
    assert [lengths(one, two, 1), lengths(one, two, 1)] == [4, 4]
    assert [lengths(two, one, 1), lengths(one, [1, 2], 1), lengths(one, two, 2)] == [
        4,
        4,
        5,
    ]
    assert asked == [1, 1, 1, 2]


def test_answers_about_values_alone_are_told_apart_by_value() -> None:
    asked: list[tuple[int, ...]] = []

    @kept_by_identity(most=8, objects=0)
    def total(values: tuple[int, ...]) -> int:
        asked.append(values)
        return sum(values)

    equal = [(1000, number) for number in (1, 1, 2)]
    assert [total(values) for values in equal] == [1001, 1001, 1002]
    assert asked == [(1000, 1), (1000, 2)]


def test_answers_that_tell_what_they_weigh_are_kept_within_their_room() -> None:
    asked: list[int] = []

    @kept_by_identity(most=8, megabytes=2.5, weigh=len)
    def bytes_of(values: list[int], millions: int) -> bytes:
        asked.append(millions)
        return bytes(millions * 1_000_000)

    values = [1]
    for millions in (1, 1, 2, 2, 1, 3, 3, 1):
        bytes_of(values, millions)
    assert asked == [1, 2, 1, 3, 3]


def test_a_large_array_is_shared_for_as_long_as_somebody_has_it() -> None:
    asked: list[int] = []

    @kept_arrays(megabytes=0.001)
    def zeros(size: int) -> Floats:
        asked.append(size)
        return np.zeros(size)

    held = zeros(1000)
    assert zeros(1000) is held
    del held
    zeros(1000)
    assert asked == [1000, 1000]

"""What an offer says against itself: what it brings or makes worse, nothing else."""

from rulesets.legality import new_messages, offers, try_edit
from rulesets.reviews.review import ERROR, WARNING, Message
from rulesets.rosters.edits import SetCount
from tests.rulesets.legality.small import NO_RULES, army_of, book_of

GUARDS = {"key": "guards", "points": 10}
THREE_AT_LEAST = {
    "key": "three",
    "title": "Three guards",
    "of": "guards",
    "in": "force",
    "min": 3,
}
ONE_AT_MOST = {
    "key": "one",
    "title": "One guard",
    "of": "guards",
    "in": "force",
    "max": 1,
}


def told(text: str, off: int, where: str = "", severity: str = ERROR) -> Message:
    return Message("core", severity, where, text, "Core", "", off=off)


def test_the_first_of_three_that_an_army_needs_is_offered_without_a_word() -> None:
    army = army_of(book_of(GUARDS, limits=[THREE_AT_LEAST]))

    (offer,) = offers(army.review, army.books, "f1", NO_RULES)

    assert len(army.said) == 1
    assert offer.why_not == ""


def test_that_points_are_short_is_left_to_who_compares_them_with_what_is_left() -> None:
    book = book_of(GUARDS, limits=[ONE_AT_MOST])
    poor = army_of(book, limit=1)
    (offer,) = offers(poor.review, poor.books, "f1", NO_RULES)
    assert (offer.why_not, poor.review.left) == ("", 1)
    assert offer.points > 1

    both = army_of(book, "guards", limit=1)
    (offer,) = offers(both.review, both.books, "f1", NO_RULES)
    assert offer.why_not.startswith("One guard: 2 of at most 1")


def test_one_past_a_maximum_and_one_more_past_it_are_both_told() -> None:
    book = book_of(GUARDS, limits=[ONE_AT_MOST])
    for units, many in ((["guards"], "2"), (["guards", "guards"], "3")):
        army = army_of(book, *units)
        (offer,) = offers(army.review, army.books, "f1", NO_RULES)
        assert offer.why_not.startswith(f"One guard: {many} of at most 1")


def test_what_stays_as_it_was_or_comes_nearer_is_not_brought() -> None:
    before = [told("1 of at least 3", -2), told("9 of at most 5", 4)]

    assert list(new_messages(before, before)) == []
    assert list(new_messages(before, [told("2 of at least 3", -1)])) == []
    assert list(new_messages(before, [told("6 of at most 5", 1)])) == []


def test_what_grows_or_stands_elsewhere_or_is_new_beside_the_old_is_brought() -> None:
    old = told("1 of at least 3", -2)
    for new in (
        told("0 of at least 3", -3),
        told("4 of at most 3", 1),
        told("2 of at least 3", -1, where="f1/s1"),
    ):
        assert list(new_messages([old], [new])) == [new]
    beside = told("2 of at least 3, of another kind", -1)
    assert list(new_messages([old], [old, beside])) == [beside]


def test_a_warning_is_never_brought() -> None:
    assert list(new_messages([], [told("A word", 0, severity=WARNING)])) == []


def test_an_edit_is_told_by_its_points_and_by_what_it_brings() -> None:
    guard = {"key": "guard", "points": 6, "min": 3, "max": 4}
    army = army_of(book_of({"key": "guards", "models": [guard]}), ("guards", "1 guard"))

    def after(count: int, id: str = "s2") -> tuple[object, str]:
        edit = SetCount(id, count)
        return try_edit(army.review, army.books, edit, NO_RULES)

    assert len(army.said) == 1
    assert after(2) == (6, "")
    assert after(5) == (24, "Guards, Guard: 5 of at most 4, 1 too many.")
    assert after(2, "s9") == (0, "There is no selection 's9' in this army.")


def test_an_offer_does_not_point_at_the_unit_that_it_offers() -> None:
    army = army_of(book_of(GUARDS, limits=[ONE_AT_MOST]), "guards")

    (offer,) = offers(army.review, army.books, "f1", NO_RULES)

    assert offer.why_not == "One guard: 2 of at most 1, 1 too many."

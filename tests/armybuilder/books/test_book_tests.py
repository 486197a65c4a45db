"""Book tests of a draft: judged with it, kept, accepted, and what they hold up."""

import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, transaction

from armybuilder.accounts.models import User
from armybuilder.books import book_tests
from armybuilder.books.book_tests import (
    GREEN,
    RED,
    WAITING,
    JudgedTest,
    accept_results,
    import_tests,
    keep_test,
    read_tests,
    reds,
    remove_tests,
    tests_document,
)
from armybuilder.books.drafts import draft_document, lock_draft, save_draft
from armybuilder.books.editions import judged_tests, newest_books, publish, withdraw
from armybuilder.books.models import Book, BookTest
from armybuilder.books.refusals import PublishError
from rulesets.books.load import read_book
from rulesets.books.sample_armies import (
    BookTestsError,
    SampleArmy,
    differences,
    read_book_tests,
)
from rulesets.documents.json import parse
from rulesets.legality import review
from rulesets.rosters.roster import at_editions, walk
from tests.armybuilder.books.documents import (
    charge_army,
    printed_book,
    small_book,
    small_tests,
    small_unit,
)
from tests.armybuilder.editions import publish_printed
from tests.real_books import FIXTURES, KEYS

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def judged(book: Book) -> dict[str, JudgedTest]:
    return {t.row.title: t for t in judged_tests(book, draft_document(book))}


def states(book: Book) -> dict[str, str]:
    return {title: test.state for title, test in judged(book).items()}


def bring(document: Any, book: Book, user: User | None = None) -> str:
    return str(import_tests(read_book_tests(document), book, user))


def reprice(price: int) -> Book:
    return save_draft(small_book(units=[small_unit(points=price)]))


# -- all printed books ---------------------------------------------------------------


def dearer(key: str, armies: tuple[SampleArmy, ...]) -> Any:
    """Return a book with its most played unit, else item, dearer by seven points."""
    document = deepcopy(printed_book(key))
    bought = Counter(
        one.entry
        for army in armies
        for force in army.roster.forces
        if force.book == key
        for one in walk(force.units)
    )
    units, items = document["units"], document.get("items", ())
    played = [part for part in units if bought[part["key"]]] or items
    part = max(played, key=lambda one: bought[one["key"]])
    part["points"] = part.get("points", 0) + 7
    return document


@pytest.mark.sweep(6)
@pytest.mark.parametrize("key", KEYS)
def test_a_price_turns_exactly_the_tests_red_that_a_plain_loop_finds(
    key: str, alice: User, covered: Callable[[int, str], None]
) -> None:
    raw = (FIXTURES / "book-tests" / f"{key}.json").read_bytes()
    plain = read_book_tests(parse(raw))
    publish_printed(*(other for other in plain.books if other != key))
    book = save_draft(printed_book(key))
    import_tests(read_tests(raw), book, alice)
    assert {*states(book).values()} == {GREEN}
    publish(book, alice)

    document = dearer(key, plain.armies)
    save_draft(document)
    found = {title for title, state in states(book).items() if state == RED}

    books = {
        **{name: one for name, one in newest_books().items() if name[0] != key},
        (key, 1): read_book(document, 1),
    }
    assert found == {a.title for a in plain.armies if [*differences(a, books)]}
    assert found == {a.title for a in plain.armies if not as_expected(a, books)}
    assert found
    with pytest.raises(PublishError, match=f"{len(found)} book test"):
        publish(book, alice)

    seen = {test.row.pk: test.seen for test in judged(book).values()}
    accept_results(judged(book).values(), seen)
    assert {*states(book).values()} == {GREEN}
    assert publish(book, alice).number == 2
    covered(len(plain.armies), "book tests")


def as_expected(army: SampleArmy, books: Any) -> bool:
    now = review(army.roster, books)
    told = sorted((said.code, said.where) for said in now.messages)
    return (now.points, told) == (army.points, sorted(army.messages))


@pytest.mark.sweep(6)
@pytest.mark.parametrize("key", KEYS)
def test_what_is_exported_is_what_was_imported(key: str) -> None:
    raw = (FIXTURES / "book-tests" / f"{key}.json").read_bytes()
    book = save_draft(printed_book(key))
    import_tests(read_tests(raw), book, None)
    document = tests_document(book)
    assert document is not None
    assert read_book_tests(document).armies == read_book_tests(parse(raw)).armies
    count = len(document["armies"])
    assert bring(document, book) == f"0 new, 0 changed, {count} as before"


# -- judging -------------------------------------------------------------------------


def test_a_draft_without_tests_asks_one_query(
    book: Book, django_assert_num_queries: Any
) -> None:
    draft = draft_document(book)
    with django_assert_num_queries(1):
        assert judged_tests(book, draft) == ()


def test_tests_that_take_from_other_books_ask_as_much_for_many_as_for_one(
    django_assert_num_queries: Any,
) -> None:
    publish_printed("mordheim-hired-swords")
    book = save_draft(printed_book("mordheim-reikland"))
    path = FIXTURES / "book-tests" / "mordheim-reikland.json"
    import_tests(read_tests(path.read_bytes()), book, None)
    draft = draft_document(book)
    judged_tests(book, draft)
    with django_assert_num_queries(3):
        assert len(judged_tests(book, draft)) == 29


def test_the_editions_of_its_roster_count_for_nothing(book: Book) -> None:
    document = small_tests(charge_army("spears", "spears", edition=9))
    bring(document, book)
    assert states(book) == {"One": GREEN}


def test_other_books_count_by_their_newest_edition(book: Book, alice: User) -> None:
    other = save_draft(small_book(key="others", name="Others"))
    publish(other, alice)
    army = charge_army("spears")
    army["forces"].append({**army["forces"][0], "id": "f2", "book": "others"})
    army["forces"][1]["units"] = [{"id": "s9", "entry": "spears"}]
    army["switches"] = {"one-faction": False}
    bring(small_tests(army, points=200), book)
    assert states(book) == {"One": GREEN}

    save_draft(small_book(key="others", name="Others", units=[small_unit(points=130)]))
    assert states(book) == {"One": GREEN}  # a draft of another book counts nothing
    second = publish(other, alice)
    assert states(book) == {"One": RED}
    withdraw([second], alice)
    assert states(book) == {"One": GREEN}


def test_a_test_waits_for_a_book_that_is_not_published_and_holds_nothing_up(
    book: Book, alice: User
) -> None:
    save_draft(small_book(key="others", name="Others"))
    army = charge_army("spears")
    army["forces"].append({"id": "f2", "book": "others", "edition": 1, "units": []})
    bring(small_tests(army, points=1), book)
    (test,) = judged(book).values()
    assert test.state == WAITING
    assert test.why_not == (
        "No edition of others is offered: it is judged when there is one."
    )
    assert publish(book, alice).number == 1


def test_a_unit_that_was_deleted_makes_it_red_with_a_sentence(book: Book) -> None:
    bring(small_tests(charge_army("spears")), book)
    save_draft(small_book(units=[small_unit(key="bows", name="Bows")]))
    (test,) = judged(book).values()
    assert test.state == RED
    assert test.sample is not None
    (came,) = test.sample.came
    assert came.code == "unknown-entry"
    assert "spears" in came.text


def test_another_verdict_alone_makes_it_red(book: Book) -> None:
    bring(small_tests(charge_army("spears"), verdict="illegal"), book)
    assert states(book) == {"One": RED}
    bring(small_tests(charge_army("spears"), verdict="legal"), book)
    assert states(book) == {"One": GREEN}


def test_a_limit_that_only_warns_now_is_told_by_the_verdict(book: Book) -> None:
    limit = {"key": "few", "title": "Few", "of": "spears", "max": 1}
    save_draft(small_book(limits=[limit]))
    document = small_tests(
        charge_army("spears", "spears"),
        points=200,
        verdict="illegal",
        messages=[{"code": "few", "where": "f1/s2"}],
    )
    bring(document, book)
    assert states(book) == {"One": GREEN}
    save_draft(small_book(limits=[{**limit, "severity": "warning"}]))
    (test,) = judged(book).values()
    assert test.sample is not None
    assert test.state == RED
    assert (test.sample.came, test.sample.gone) == ((), ())
    assert test.sample.turned


def test_a_draft_that_cannot_be_read_makes_all_red_with_its_place(book: Book) -> None:
    bring(small_tests(charge_army("spears")), book)
    (test,) = judged_tests(book, {**small_book(), "units": [{"key": "x"}]})
    assert test.state == RED
    assert test.why_not.startswith("The draft cannot be read: at /units/0, ")


def test_a_draft_of_an_unknown_game_is_said_so(book: Book) -> None:
    bring(small_tests(charge_army("spears")), book)
    (test,) = judged_tests(book, small_book(game="chess"))
    assert (test.state, test.why_not) == (
        RED,
        "The game “chess” is not known here.",
    )


def test_a_row_that_is_no_roster_any_more_is_red_with_a_sentence(book: Book) -> None:
    bring(small_tests(charge_army("spears")), book)
    BookTest.objects.update(roster={"format": "armybuilder.roster/0"})
    (test,) = judged(book).values()
    assert test.state == RED
    assert test.why_not.startswith("It cannot be read: ")


def test_tests_that_are_too_much_work_together_are_red(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(small_tests(charge_army("spears"), charge_army("spears")), book)
    assert {*states(book).values()} == {GREEN}
    monkeypatch.setattr(book_tests, "MOST_WORK", 0)
    assert {t.why_not for t in judged(book).values()} == {book_tests.TOO_MUCH_WORK}
    assert len(reds(judged(book).values())) == 2


# -- keeping and importing -----------------------------------------------------------


def sample(title: str, *units: str) -> SampleArmy:
    return read_book_tests(small_tests(charge_army(*units), title=title)).armies[0]


def test_armies_of_one_name_get_numbers(book: Book, alice: User) -> None:
    titles = [str(keep_test(book, sample("A", "spears"), alice)) for _ in range(3)]
    assert titles == ["A", "A (2)", "A (3)"]
    assert [*book.tests.values_list("title", "position", "made_by")] == [
        ("A", 1, alice.pk),
        ("A (2)", 2, alice.pk),
        ("A (3)", 3, alice.pk),
    ]


def test_a_long_title_stays_as_long_as_a_title_may_be(book: Book) -> None:
    for _ in range(2):
        test = keep_test(book, sample("A" * 200, "spears"), None)
    assert len(str(test)) <= 200
    test.full_clean()


def test_an_import_replaces_what_has_its_title_and_leaves_the_others(
    book: Book,
) -> None:
    keep_test(book, sample("Other", "spears"), None)
    first = small_tests(charge_army("spears"), charge_army("spears"))
    assert bring(first, book) == "2 new, 0 changed, 0 as before"
    second = small_tests(charge_army("spears", "spears"), points=200)
    assert bring(second, book) == "0 new, 1 changed, 0 as before"
    assert [*states(book)] == ["Other", "One", "Two"]
    assert {*states(book).values()} == {GREEN}


def test_a_book_has_only_so_many_tests(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_tests, "MOST_TESTS", 2)
    bring(small_tests(charge_army("spears"), charge_army("spears")), book)
    with pytest.raises(BookTestsError, match="at most 2 tests, and this would be 3"):
        keep_test(book, sample("Three", "spears"), None)
    with pytest.raises(BookTestsError, match="at most 2 tests"):
        bring(small_tests(charge_army("spears"), title="Three"), book)
    assert book.tests.count() == 2


def test_an_army_that_is_too_large_is_no_book_test(book: Book) -> None:
    large = charge_army("spears")
    large["forces"] = [
        {
            "id": f"f{force}",
            "book": "testers",
            "edition": 1,
            "units": [
                {"id": f"s{force}-{unit}", "entry": "spears"} for unit in range(150)
            ],
        }
        for force in range(5)
    ]
    document = small_tests(large)
    with pytest.raises(BookTestsError, match="750 selections") as caught:
        keep_test(book, read_book_tests(document).armies[0], None)
    assert caught.value.where == "/roster/forces"
    assert not book.tests.exists()


def test_a_book_without_tests_has_no_document(book: Book) -> None:
    assert tests_document(book) is None


def test_the_tests_are_no_part_of_the_book(book: Book, alice: User) -> None:
    before = draft_document(book)
    edition = publish(book, alice)
    bring(small_tests(charge_army("spears")), book)
    assert draft_document(book) == before
    save_draft(before)  # an import of the book leaves them
    assert states(book) == {"One": GREEN}
    with pytest.raises(PublishError, match="Nothing changed"):
        publish(book, alice)
    assert edition.document == before


def test_tests_outlast_who_made_them_and_go_with_their_book(
    book: Book, bob: User
) -> None:
    keep_test(book, sample("A", "spears"), bob)
    bob.delete()
    assert book.tests.get().made_by is None
    book.delete()
    assert not BookTest.objects.exists()


# -- publishing ----------------------------------------------------------------------


def test_a_refusal_names_the_red_tests(book: Book, alice: User) -> None:
    for number in range(7):
        keep_test(book, sample(f"Army {number}", "spears"), None)
    reprice(110)
    with pytest.raises(PublishError) as caught:
        publish(book, alice)
    assert str(caught.value) == (
        "7 book tests are red: “Army 0”, “Army 1”, “Army 2”, “Army 3”, “Army 4” "
        "and 2 more. Mend the draft, or accept what they give now."
    )
    remove_tests(book, book.tests.values_list("pk", flat=True)[1:])
    with pytest.raises(PublishError, match=r"^1 book test is red: “Army 0”\."):
        publish(book, alice)
    assert not book.editions.exists()


def test_only_what_was_seen_is_accepted(book: Book) -> None:
    keep_test(book, sample("A", "spears"), None)
    keep_test(book, sample("B", "spears"), None)
    reprice(110)
    seen = {test.row.pk: test.seen for test in judged(book).values()}
    one = {min(seen): seen[min(seen)]}
    accepted, differing = accept_results(judged(book).values(), one)
    assert ([str(row) for row in accepted], differing) == (["A"], [])
    assert states(book) == {"A": GREEN, "B": RED}
    reprice(120)
    accepted, differing = accept_results(judged(book).values(), seen)
    assert (accepted, [str(row) for row in differing]) == ([], ["A", "B"])
    assert states(book) == {"A": RED, "B": RED}


def test_a_test_that_cannot_be_judged_cannot_be_accepted(book: Book) -> None:
    test = keep_test(book, sample("A", "spears"), None)
    BookTest.objects.update(roster={})
    accepted, differing = accept_results(judged(book).values(), {test.pk: ""})
    assert (accepted, [row.pk for row in differing]) == ([], [test.pk])


def test_two_authors_who_accept_at_once_do_it_once(
    shared_database: Callable[[], None],
) -> None:
    book = save_draft(small_book())
    keep_test(book, sample("A", "spears"), None)
    reprice(110)
    seen = {test.row.pk: test.seen for test in judged(book).values()}
    shared_database()
    at_once = Barrier(2)

    def accept(author: int) -> tuple[int, str]:
        at_once.wait()
        try:
            with transaction.atomic():
                lock_draft(book.key)
                accepted, differing = accept_results(judged(book).values(), seen)
            assert not differing
            return len(accepted), states(book)["A"]
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as people:
        assert sorted(people.map(accept, range(2))) == [(0, GREEN), (1, GREEN)]


def test_two_armies_of_one_name_kept_at_once_are_both_kept(
    shared_database: Callable[[], None],
) -> None:
    book = save_draft(small_book())
    army = sample("A", "spears")
    shared_database()
    at_once = Barrier(2)

    def keep(_: int) -> str:
        at_once.wait()
        try:
            return str(keep_test(book, army, None))
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as people:
        assert sorted(people.map(keep, range(2))) == ["A", "A (2)"]


# -- hostile documents ---------------------------------------------------------------


def twice() -> Any:
    document = small_tests(charge_army("spears"), charge_army("spears"))
    document["armies"][1]["title"] = "One"
    return document


HOSTILE: list[tuple[Any, str]] = [
    ({}, ""),
    ([], ""),
    (small_tests(), "/armies"),
    ({**small_tests(charge_army("spears")), "book": "others"}, "/book"),
    (
        small_tests({**charge_army("spears"), "game": "mordheim"}),
        "/armies/0/roster/game",
    ),
    (small_tests({"format": "armybuilder.roster/1"}), "/armies/0/roster"),
    (small_tests(charge_army("spears"), points="many"), "/armies/0/points"),
    (small_tests(charge_army("spears"), verdict="fine"), "/armies/0/verdict"),
    (small_tests(charge_army("spears"), title=""), "/armies/0/title"),
    (small_tests(charge_army("spears"), title="A" * 201), "/armies/0/title"),
    (small_tests(*[charge_army("spears")] * 201), "/armies"),
    (twice(), "/armies/1/title"),
]


@pytest.mark.parametrize(("document", "where"), HOSTILE)
def test_a_bad_document_is_one_error_with_its_place(
    book: Book, document: Any, where: str
) -> None:
    with pytest.raises(BookTestsError) as caught:
        import_tests(read_tests(json.dumps(document)), book, None)
    assert caught.value.where == where
    assert not book.tests.exists()


def test_an_army_may_name_an_edition_that_nobody_has(book: Book) -> None:
    army = sample("A", "spears")
    old = at_editions(army.roster, {"testers": 7})
    keep_test(book, SampleArmy("A", old, 100, ()), None)
    assert states(book) == {"A": GREEN}

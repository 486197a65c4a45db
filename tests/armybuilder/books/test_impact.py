"""The impact of a draft: asked of real armies, and held against publishing it."""

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from django.core import serializers
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.armies import models as army_tables
from armybuilder.armies.impact_job import ARMIES_OF_A_CHUNK, IMPACT
from armybuilder.armies.models import Army, ArmyEdition, Visibility
from armybuilder.armies.store import create, delete, roster_of, set_visibility
from armybuilder.books import models as book_tables
from armybuilder.books.drafts import draft_document, save_draft
from armybuilder.books.editions import books_for, last_edition, publish
from armybuilder.books.impact import (
    ARCHIVED,
    IN_USE,
    KIND,
    impact_question,
    impacts_of,
)
from armybuilder.books.models import Book
from armybuilder.jobs.models import Job, State
from armybuilder.jobs.work import find, start
from rulesets.checks.impact import Impact
from rulesets.checks.impact_document import read_impact
from rulesets.legality import review
from rulesets.rosters.roster import Force, Roster, Selection, read_roster
from tests.armybuilder.books.documents import printed_book, small_book, small_unit
from tests.armybuilder.books.roles import STATUSES, client_of
from tests.armybuilder.editions import publish_printed
from tests.real_books import sample_army
from tests.rulesets.checks.test_impact import sample_rosters

pytestmark = pytest.mark.django_db
SKAVEN = "charge-skaven"


@pytest.fixture
def skaven(alice: User, bob: User) -> Book:
    """A printed book of alice's with a dearer draft, and armies of bob's."""
    publish_printed("charge-*")
    grant_role(alice, AUTHORS)
    book = save_draft(dearer(printed_book(SKAVEN)))
    book.people.add(alice)
    for roster in sample_rosters(SKAVEN):
        create(roster, bob)
    create(sample_army("skaven-500"), bob)
    create(sample_army("skaven-1000"), None)
    return book


def dearer(document: Any) -> Any:
    """Return a book with dearer units, a stricter limit, and a unit gone."""
    changed = deepcopy(document)
    for unit in changed["units"]:
        unit["points"] += 7
    gone = changed["units"].pop(1)
    once = {"key": "once", "title": "One of each", "of": "kind:unit"}
    changed["limits"] = [
        *changed.get("limits", ()),
        {**once, "in": "force", "max": 6, "source": f"Not {gone['name']}"},
    ]
    return changed


def question_of(book: Book) -> Any:
    last = last_edition(book.key)
    assert last is not None
    return impact_question(draft_document(book), last)


def page(book: Book, name: str = "") -> str:
    return reverse(f"admin:books_book_impact{name}", args=[book.pk])


def looked(book: Book, asker: str = "user 1") -> dict[str, Impact]:
    return dict(impacts_of(start(KIND, question_of(book), asker)))


# -- what it says -------------------------------------------------------------------


def test_an_impact_says_of_each_army_what_comes_of_publishing_and_moving_it(
    skaven: Book, alice: User, bob_client: Client
) -> None:
    question = question_of(skaven)
    # One names an edition that there is not, and so uses none.
    armies = [*Army.objects.exclude(owner=None).exclude(uses=None)]
    said = {
        army.pk: read_impact(IMPACT.work(question, [army.pk], lambda: None)[IN_USE])
        for army in armies
    }
    before = {army.pk: reviewed(army, 1) for army in armies}
    whole = looked(skaven)[IN_USE]

    new = publish(skaven, alice).number
    assert new == question["number"]
    kinds = Counter[str]()
    for army in armies:
        for force in roster_of(army).forces:
            army.refresh_from_db()
            move(bob_client, army, force, new)
        army.refresh_from_db()
        now, then = reviewed(army, new), before[army.pk]
        ((outcome, cases),) = said[army.pk].outcomes.items()
        (sample,) = cases.samples
        assert (outcome.before, outcome.after) == (then.verdict, now.verdict)
        assert (sample.before, sample.after) == (then.points, now.points)
        more, fewer = codes(now) - codes(then), codes(then) - codes(now)
        assert {one.code for one in said[army.pk].appearing} == {*more}
        assert {one.code for one in said[army.pk].vanishing} == {*fewer}
        kinds[f"{then.verdict} {now.verdict}"] += 1
    # Armies without an account were looked at, too.
    assert whole.armies == len(armies) + 1
    assert kinds["legal illegal"] > 1
    assert kinds["legal illegal"] <= whole.losing.armies <= kinds["legal illegal"] + 1


def reviewed(army: Army, edition: int) -> Any:
    """Return the review of an army with its forces of the book in an edition.

    Some are saved with an edition that there is not.
    """
    document = deepcopy(army.document)
    for force in document["forces"]:
        if force["book"] == SKAVEN:
            assert force["edition"] == edition or edition == 1
            force["edition"] = edition
    roster = read_roster(document)
    return review(roster, books_for(roster))


def codes(said: Any) -> Counter[str]:
    return Counter(message.code for message in said.messages)


def move(client: Client, army: Army, force: Force, edition: int) -> None:
    """Take an edition for a force as its owner does, on the page for it."""
    if force.book != SKAVEN:
        return
    address = reverse("armies:move_edition", args=[army.public_id])
    asked = {"force": force.id, "edition": edition, "revision": army.revision}
    answer = client.post(address, asked)
    assert answer.status_code == 302, answer.content
    assert answer.headers["Location"] == reverse("armies:show", args=[army.public_id])


def test_looking_changes_no_army_and_no_book(
    skaven: Book, alice_client: Client
) -> None:
    before = every_row()
    answer = alice_client.post(page(skaven, "_start"), follow=True)
    assert "turn illegal" in answer.content.decode()
    alice_client.get(reverse("admin:books_book_check", args=[skaven.pk]))
    assert every_row() == before
    assert last_edition(SKAVEN).number == 1  # type: ignore[union-attr]


def every_row() -> list[str]:
    tables = [
        table
        for module in (army_tables, book_tables)
        for table in vars(module).values()
        if isinstance(table, type) and issubclass(table, Model)
        if not table._meta.abstract
    ]
    assert Army in tables
    assert Book in tables
    return [
        serializers.serialize("json", table._default_manager.order_by("pk"))
        for table in dict.fromkeys(tables)
    ]


def test_armies_of_every_edition_are_asked_as_if_they_were_of_the_last(
    book: Book, alice: User, bob: User
) -> None:
    publish(book, alice)
    create(spears(1), bob)
    save_draft(small_book(units=[small_unit(points=120)]))
    publish(book, alice)
    create(spears(2), bob)
    save_draft(small_book(units=[small_unit(points=125)]))
    found = looked(book)[IN_USE]
    assert (found.armies, found.points) == (2, {5: 2})


def spears(edition: int, units: int = 1) -> Roster:
    taken = tuple(Selection(f"s{n}", "spears") for n in range(units))
    return Roster("charge", "Army", forces=(Force("f1", "testers", edition, taken),))


def test_archived_armies_are_told_apart_and_deleted_ones_are_left_out(
    book: Book, alice: User, bob: User
) -> None:
    publish(book, alice)
    armies = [create(spears(1), bob) for _ in range(4)]
    delete(armies[0])
    Army.objects.filter(pk=armies[1].pk).update(archived_at=timezone.now())
    save_draft(small_book(units=[small_unit(points=120)]))
    found = looked(book)
    assert (found[IN_USE].armies, found[ARCHIVED].armies) == (2, 1)


def test_an_army_that_cannot_be_read_is_counted(
    book: Book, alice: User, bob: User, alice_client: Client
) -> None:
    publish(book, alice)
    army = create(spears(1), bob)
    Army.objects.filter(pk=army.pk).update(document={"forces": "SECRET"})
    answer = alice_client.post(page(book, "_start"), follow=True)
    assert impacts_of(answer.context["job"])[IN_USE].unreadable.armies == 1
    text = answer.content.decode()
    assert "Could not be read" in text
    assert "SECRET" not in text


# -- the job ------------------------------------------------------------------------


def test_chunks_carry_ids_and_the_draft_is_there_once(
    book: Book, alice: User, bob: User, settings: Settings
) -> None:
    settings.JOB_ENGINE = "tests.armybuilder.jobs.engine.enqueue"
    publish(book, alice)
    first = create(spears(1), bob)
    Army.objects.bulk_create(
        Army(owner=bob, game="charge", name="Army", document=first.document)
        for _ in range(ARMIES_OF_A_CHUNK)
    )
    edition = last_edition(book.key)
    assert edition is not None
    ArmyEdition.objects.bulk_create(
        ArmyEdition(army=army, edition=edition)
        for army in Army.objects.exclude(pk=first.pk)
    )
    save_draft(small_book(units=[small_unit(points=120)]))
    job = start(KIND, question_of(book), "user 1")
    inputs: Any = job.chunks.order_by("number").values_list("input", flat=True)
    keys = [key for chunk in inputs for key in chunk]
    assert job.total == 2
    assert keys == [*Army.objects.order_by("pk").values_list("pk", flat=True)]


def test_asking_again_costs_one_query(
    skaven: Book, django_assert_num_queries: Any
) -> None:
    question = question_of(skaven)
    job = start(KIND, question, "user 1")
    assert job.state == State.DONE
    with django_assert_num_queries(1):
        assert find(KIND, question) == job


def test_another_draft_is_another_question(book: Book, alice: User, bob: User) -> None:
    publish(book, alice)
    create(spears(1), bob)
    save_draft(small_book(units=[small_unit(points=120)]))
    assert looked(book)[IN_USE].points == {20: 1}
    save_draft(small_book(units=[small_unit(points=90)]))
    assert find(KIND, question_of(book)) is None
    assert looked(book)[IN_USE].points == {-10: 1}


def test_looking_again_judges_armies_that_came_since(
    book: Book, alice: User, bob: User, alice_client: Client
) -> None:
    publish(book, alice)
    create(spears(1), bob)
    save_draft(small_book(units=[small_unit(points=120)]))
    first = alice_client.post(page(book, "_start"), follow=True)
    create(spears(1), bob)
    shown = alice_client.get(page(book))
    assert shown.context["report"].armies == 1
    assert "Since then 1 army was made or changed." in shown.content.decode()
    again = {"again": first.context["job"].pk}
    answer = alice_client.post(page(book, "_start"), again, follow=True)
    assert answer.context["report"].armies == 2
    # Sent twice, it does no more than once.
    answer = alice_client.post(page(book, "_start"), again, follow=True)
    assert Job.objects.get() == answer.context["job"]


def test_a_draft_that_is_no_book_is_refused_with_its_place(
    book: Book, alice: User, bob: User, alice_client: Client
) -> None:
    publish(book, alice)
    create(spears(1), bob)
    unit = book.units.get()
    unit.limits.create(
        book=book, key="bad", title="Bad", of=["no-such-key:"], count="apples"
    )
    answer = alice_client.post(page(book, "_start"), follow=True)
    text = answer.content.decode()
    assert "The draft is no book yet: /units/0/limits/0" in text
    assert not Job.objects.exists()


def test_a_job_is_shown_at_work_and_given_up(
    skaven: Book, alice_client: Client, settings: Settings
) -> None:
    settings.JOB_ENGINE = "tests.armybuilder.jobs.engine.enqueue"
    settings.JOB_LEASE = 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("armybuilder.books.admin.job_page.PATIENCE", 0)
        answer = alice_client.post(page(skaven, "_start"), follow=True)
    text = answer.content.decode()
    assert "Armies are being judged" in text
    named = {"job": Job.objects.get().pk}
    piece = alice_client.get(page(skaven), named, headers={"HX-Request": "true"})
    assert piece.content.decode().strip().startswith("<div")
    save_draft(printed_book(SKAVEN))  # somebody goes on meanwhile
    piece = alice_client.get(page(skaven), named, headers={"HX-Request": "true"})
    assert piece.content.decode().strip().startswith("<div")
    answer = alice_client.post(page(skaven, "_cancel"), named, follow=True)
    assert Job.objects.get().state == State.CANCELLED
    assert "Look at " in answer.content.decode()
    piece = alice_client.get(page(skaven), named, headers={"HX-Request": "true"})
    assert piece.headers["HX-Refresh"] == "true"


# -- the page -----------------------------------------------------------------------


def test_the_check_page_leads_to_the_impact_and_says_it(
    skaven: Book, alice_client: Client
) -> None:
    check = reverse("admin:books_book_check", args=[skaven.pk])
    before = alice_client.get(check).content.decode()
    assert page(skaven) in before
    assert "turn illegal" not in before
    alice_client.post(page(skaven, "_start"))
    assert "turn illegal" in alice_client.get(check).content.decode()


def test_a_sample_has_a_name_only_where_who_looks_may_open_it(
    book: Book, alice: User, bob: User, alice_client: Client
) -> None:
    publish(book, alice)
    named = {
        name: create(replace(spears(1), name=name), owner)
        for name, owner in (
            ("My own", alice),
            ("Public one", bob),
            ("Unlisted one", bob),
            ("Private one", bob),
        )
    }
    set_visibility(named["Public one"], Visibility.PUBLIC)
    set_visibility(named["Unlisted one"], Visibility.UNLISTED)
    save_draft(small_book(units=[small_unit(points=120)]))
    text = alice_client.post(page(book, "_start"), follow=True).content.decode()
    assert "My own" in text
    assert reverse("armies:show", args=[named["My own"].public_id]) in text
    assert "Public one" in text
    assert reverse("armies:shared", args=[named["Public one"].share_token]) in text
    assert named["Public one"].public_id not in text
    for name in ("Unlisted one", "Private one"):
        assert name not in text
        assert named[name].public_id not in text
        assert named[name].share_token not in text
    assert "bob" not in text


@pytest.mark.parametrize("armies", [1, 12])
def test_the_page_takes_so_many_queries_however_many_armies(
    armies: int,
    book: Book,
    alice: User,
    bob: User,
    alice_client: Client,
    django_assert_num_queries: Any,
) -> None:
    publish(book, alice)
    for _ in range(armies):
        create(spears(1), bob)
    save_draft(small_book(units=[small_unit(points=120)]))
    alice_client.post(page(book, "_start"))
    with django_assert_num_queries(27):
        alice_client.get(page(book))


@pytest.mark.parametrize("who", STATUSES)
def test_the_impact_is_for_the_books_authors(who: str, book: Book, alice: User) -> None:
    publish(book, alice)
    client = client_of(who, alice)
    status = STATUSES[who]
    assert client.get(page(book)).status_code == status
    for name in ("_start", "_cancel"):
        answer = client.post(page(book, name))
        assert answer.status_code == (302 if status == 200 else status)
        at_login = answer.headers.get("Location", "").startswith("/admin/login/")
        assert at_login == (status == 302)
        wrong = client.get(page(book, name)).status_code
        assert wrong == (405 if status in (200, 404) else status)
    assert Job.objects.exists() == (status == 200)

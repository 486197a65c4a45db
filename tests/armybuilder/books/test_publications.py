"""Publications at a time: what was checked is published, once, or refused in words."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from io import StringIO
from threading import Barrier, Event
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from armybuilder.accounts.models import User
from armybuilder.books import publications
from armybuilder.books.book_tests import import_tests
from armybuilder.books.drafts import draft_document
from armybuilder.books.editions import newest_edition, publish
from armybuilder.books.models import (
    Book,
    Edition,
    Publication,
    PublicationState,
    Revision,
    Role,
)
from armybuilder.books.people import give_role
from armybuilder.books.publications import (
    OURS,
    cancel_publication,
    plan_publication,
    publish_due,
    shown_publication,
)
from armybuilder.books.refusals import PublishError
from armybuilder.books.revisions import edit_draft, newest_revision
from armybuilder.books.sign_offs import answer_draft, ask_for_sign_off
from armybuilder.jobs import clock
from rulesets.books.sample_armies import read_book_tests
from rulesets.documents.document_edits import DocumentEdit
from rulesets.documents.json import sha256
from tests.armybuilder.books.documents import charge_army, small_tests

NOW = datetime(2026, 11, 25, 12, 0, tzinfo=timezone.get_default_timezone())
AT = NOW + timedelta(days=6)
pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def price(book: Book, points: int, user: User) -> None:
    edits = [DocumentEdit("set", "/units/spears/points", points)]
    edit_draft(book, edits, user, seen=newest_revision(book), what="A price")


def planned(book: Book, user: User | None, due_at: datetime = AT) -> Publication:
    return plan_publication(book, user, due_at, "Notes.", now=NOW)


def state_of(row: Publication) -> tuple[str, str]:
    row.refresh_from_db()
    return row.state, row.refusal


def test_a_draft_is_published_when_its_time_comes_and_not_before(
    book: Book, alice: User
) -> None:
    row = planned(book, alice)
    assert publish_due(AT - timedelta(seconds=1)) == 0
    assert newest_edition(book.key) is None
    assert publish_due(AT) == 1
    edition = Edition.objects.get()
    assert state_of(row) == (PublicationState.PUBLISHED, "")
    assert (edition.number, edition.published_by, edition.notes) == (1, alice, "Notes.")
    assert edition.sha256 == row.sha256 == sha256(draft_document(book))
    assert row.edition == edition


def test_what_is_published_is_the_draft_that_was_checked(
    book: Book, alice: User
) -> None:
    row = planned(book, alice)
    price(book, 130, alice)
    publish_due(AT)
    assert Edition.objects.get().document["units"][0]["points"] == 100
    assert draft_document(book)["units"][0]["points"] == 130
    newest = Revision.objects.filter(book=book).first()
    assert newest is not None
    assert newest.what == f"Published as edition 1, from revision {row.revision}"


def test_it_is_published_once_however_often_it_is_looked_for(
    book: Book, alice: User
) -> None:
    planned(book, alice)
    assert [publish_due(AT), publish_due(AT)] == [1, 0]
    assert Edition.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_look_at_once_publish_it_once(
    book: Book, alice: User, shared_database: Callable[[], None]
) -> None:
    planned(book, alice)
    shared_database()
    together = Barrier(2)

    def look(_: int) -> tuple[int, int]:
        try:
            together.wait(30)
            return publish_due(AT), Edition.objects.count()
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(look, range(2))) == [(0, 1), (1, 1)]


class _Died(BaseException):
    """The end of a process, which no handler holds up."""


def test_a_process_that_dies_in_between_leaves_it_to_the_next(
    book: Book, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = planned(book, alice)

    def die(*_: Any) -> None:
        raise _Died

    with monkeypatch.context() as here:
        here.setattr(publications, "_end", die)
        with pytest.raises(_Died):
            publish_due(AT)
    assert not Edition.objects.exists()
    assert state_of(row)[0] == PublicationState.WAITING
    assert publish_due(AT) == 1


def test_a_busy_database_is_tried_again_and_a_mistake_of_ours_is_told(
    book: Book, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = planned(book, alice)

    def failing(problem: Exception) -> Callable[..., None]:
        def fail(*_: Any) -> None:
            raise problem

        return fail

    with monkeypatch.context() as here:
        here.setattr(publications, "freeze_edition", failing(OperationalError("busy")))
        assert publish_due(AT) == 0
        assert state_of(row)[0] == PublicationState.WAITING
        here.setattr(publications, "freeze_edition", failing(ZeroDivisionError()))
        assert publish_due(AT) == 0
    assert state_of(row) == (PublicationState.REFUSED, OURS)


def test_one_that_is_refused_keeps_no_other_from_its_time(
    book: Book, alice: User
) -> None:
    other = Book.objects.create(key="other", name="Other", game="charge")
    give_role(other, alice, Role.OWNER)
    refused = Publication.objects.create(
        book=other,
        document={**draft_document(book), "key": "other", "units": [{"key": "x"}]},
        sha256="0" * 64,
        revision=1,
        due_at=AT - timedelta(hours=1),
        made_by=alice,
    )
    planned(book, alice)
    assert publish_due(AT) == 1
    assert state_of(refused)[0] == PublicationState.REFUSED


# -- what is refused at the time -----------------------------------------------------


def test_a_test_that_turned_red_keeps_it_from_being_published(
    book: Book, alice: User, alice_client: Client
) -> None:
    row = planned(book, alice)
    wrong = small_tests(charge_army("spears"), points=999)
    import_tests(read_book_tests(wrong), book, alice)
    assert publish_due(AT) == 0
    state, refusal = state_of(row)
    assert state == PublicationState.REFUSED
    assert "1 book test is red" in refusal
    assert not Edition.objects.exists()
    newest = Revision.objects.filter(book=book).first()
    assert newest is not None
    assert "Not published at 2026-12-01T12:00+00:00" in newest.what
    for name in ("change", "check"):
        page = alice_client.get(reverse(f"admin:books_book_{name}", args=[book.pk]))
        text = " ".join(page.content.decode().split())
        assert "was not published" in text
        assert "1 book test is red" in text


def test_a_sign_off_is_asked_again(book: Book, alice: User, bob: User) -> None:
    row = planned(book, alice)
    ask_for_sign_off(book, alice, asks=True)
    publish_due(AT)
    assert state_of(row)[1] == "No reviewer has signed this draft off."
    give_role(book, bob, Role.REVIEWER)
    here = sha256(draft_document(book))
    answer_draft(book, bob, None, checked=here, is_approval=True)
    again = planned(book, alice)
    price(book, 130, alice)
    assert publish_due(AT) == 1
    assert state_of(again)[0] == PublicationState.PUBLISHED


def test_who_lost_the_right_to_publish_publishes_no_more(
    book: Book, alice: User, bob: User
) -> None:
    row = planned(book, alice)
    book.roles.all().delete()
    publish_due(AT)
    assert state_of(row)[1] == f"{alice} may not publish {book}."


def test_a_refusal_is_told_until_something_is_published(
    book: Book, alice: User
) -> None:
    row = planned(book, alice, timezone.now() + timedelta(days=1))
    ask_for_sign_off(book, alice, asks=True)
    publish_due(row.due_at)
    Publication.objects.update(ended_at=timezone.now())
    assert shown_publication(book) == row
    ask_for_sign_off(book, alice, asks=False)
    publish(book, alice)
    assert shown_publication(book) is None


# -- planning ------------------------------------------------------------------------


def test_a_draft_that_would_be_refused_now_is_not_planned(
    book: Book, alice: User, bob: User
) -> None:
    with pytest.raises(PublishError, match="past"):
        planned(book, alice, NOW)
    with pytest.raises(PublishError, match="366 days"):
        planned(book, alice, NOW + timedelta(days=367))
    with pytest.raises(PublishError, match="may not publish"):
        planned(book, bob)
    ask_for_sign_off(book, alice, asks=True)
    with pytest.raises(PublishError, match="No reviewer"):
        planned(book, alice)
    assert not Publication.objects.exists()


def test_nothing_is_published_beside_a_draft_that_waits(
    book: Book, alice: User
) -> None:
    planned(book, alice)
    with pytest.raises(PublishError, match=r"2026-12-01T12:00\+00:00: cancel that"):
        publish(book, alice)
    with pytest.raises(PublishError, match="cancel that first"):
        planned(book, alice)


def test_one_that_is_cancelled_is_never_published(book: Book, alice: User) -> None:
    row = planned(book, alice)
    assert cancel_publication(book, alice) == row
    assert cancel_publication(book, alice) is None
    assert publish_due(AT) == 0
    assert state_of(row)[0] == PublicationState.CANCELLED
    assert publish(book, alice).number == 1


def test_an_author_plans_and_cancels_on_the_check_page(
    book: Book, alice: User, alice_client: Client
) -> None:
    here = reverse("admin:books_book_check", args=[book.pk])
    due = (timezone.now() + timedelta(days=3)).replace(second=0, microsecond=0)
    sent = {
        "checked": sha256(draft_document(book)),
        "notes": "",
        "due_at": due.strftime("%Y-%m-%dT%H:%M"),
    }
    plan = reverse("admin:books_book_plan", args=[book.pk])
    text = alice_client.post(plan, sent, follow=True).content.decode()
    assert f"will be published at {due.isoformat(timespec='minutes')}" in text
    row = Publication.objects.get()
    assert row.due_at == due
    text = alice_client.get(here).content.decode()
    assert "will be published as edition 1" in text
    assert "UTC" in text
    assert due.isoformat() in text
    assert "Publish edition" not in text
    assert "The draft has changed since." not in text
    price(book, 130, alice)
    assert "The draft has changed since." in alice_client.get(here).content.decode()
    books = alice_client.get(reverse("admin:books_book_changelist")).content.decode()
    assert f"next at {due.isoformat(timespec='minutes')}" in books
    cancel = reverse("admin:books_book_cancel_plan", args=[book.pk])
    text = alice_client.post(cancel, follow=True).content.decode()
    assert "It will not be published." in text
    text = alice_client.post(cancel, follow=True).content.decode()
    assert "No draft waits to be published any more." in text


BAD: list[tuple[dict[str, str], str]] = [
    ({"due_at": ""}, "Name a date and a time, such as 2026-12-01T18:00."),
    ({"due_at": "tomorrow"}, "Name a date and a time"),
    ({"due_at": "2001-01-01T00:00"}, "That time is past"),
    ({"due_at": "9999-12-31T23:59"}, "within the next 366 days"),
    ({"checked": ""}, "Check the draft first."),
    ({"checked": "0"}, "The draft changed since it was checked"),
    ({"notes": "n" * 5001}, "The notes are longer than 5,000 characters."),
]


@pytest.mark.parametrize(("sent", "told"), BAD)
def test_a_bad_plan_is_refused_in_words(
    sent: dict[str, str], told: str, book: Book, alice_client: Client
) -> None:
    good = {
        "checked": sha256(draft_document(book)),
        "due_at": (timezone.now() + timedelta(days=3)).isoformat(),
    }
    plan = reverse("admin:books_book_plan", args=[book.pk])
    text = alice_client.post(plan, good | sent, follow=True).content.decode()
    assert "Not planned." in text
    assert told in text
    assert not Publication.objects.exists()


def test_the_command_plans_too(book: Book) -> None:
    out = StringIO()
    due = (timezone.now() + timedelta(days=3)).replace(second=0, microsecond=0)
    at = due.isoformat(timespec="minutes")
    call_command("publish_book", book.key, "--at", at, stdout=out)
    assert f"will be published at {at}" in out.getvalue()
    assert Publication.objects.get().due_at == due
    cancel_publication(book, User.objects.get())
    call_command("publish_book", book.key, "--at", at[:16], stdout=out)
    with pytest.raises(CommandError, match="is no time such as"):
        call_command("publish_book", book.key, "--at", "noon")


# -- who looks -----------------------------------------------------------------------


def test_a_sweep_publishes_what_is_due(book: Book, alice: User) -> None:
    row = planned(book, alice)
    Publication.objects.update(due_at=timezone.now() - timedelta(hours=1))
    call_command("sweep_jobs", stdout=StringIO())
    assert state_of(row)[0] == PublicationState.PUBLISHED


looked = Event()


def look(now: datetime | None) -> None:
    looked.set()


def fail(now: datetime | None) -> None:
    raise ZeroDivisionError


@pytest.mark.django_db(transaction=True)
def test_the_first_request_starts_the_clock_of_its_process(
    client: Client, settings: Settings, shared_database: Callable[[], None]
) -> None:
    shared_database()
    settings.CLOCK_SECONDS = 3600
    settings.DUE_WORK = [f"{__name__}.fail", f"{__name__}.look"]
    looked.clear()
    try:
        client.get(reverse("books:index"))
        assert looked.wait(60)
    finally:
        clock.stop_clock()
    looked.clear()


def test_without_an_interval_no_clock_runs(client: Client) -> None:
    client.get(reverse("books:index"))
    assert not looked.is_set()

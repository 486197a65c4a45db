"""Accounts deleted: no event is left alone; its lists and receipts stay as they are."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.events.models import Entrant, Event, EventState, StaffRole, Submission
from armybuilder.events.organisers import give_role
from armybuilder.events.verification import receipt_document
from rulesets.receipts import check_receipt
from tests.armybuilder.events.scene import (
    army,
    by_link,
    charge_event,
    handed,
    illegal,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]
HERE = "/events/spring-open/"


def event_of(person: User) -> Event:
    """Return an event that is open now, on this machine's clock."""
    now = timezone.now()
    times = ("deadline", "reveal_at", "starts_at", "ends_at")
    days = {name: now + timedelta(days=n) for n, name in enumerate(times, 1)}
    return opened(charge_event(person, allows_illegal=True, **days), person, now)


@pytest.fixture
def event(alice: User) -> Event:
    return event_of(alice)


def leave(client: Client) -> tuple[int, str]:
    """Have the owner of a browser delete the account; return the answer."""
    answer = client.post("/accounts/delete/", {"password": "alice-password"})
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize(
    "state",
    [EventState.DRAFT, EventState.OPEN, EventState.CLOSED, EventState.REVEALED],
)
def test_the_last_organiser_is_told_whom_the_event_needs(
    event: Event, alice: User, bob: User, alice_client: Client, state: EventState
) -> None:
    Event.objects.filter(pk=event.pk).update(state=state)
    give_role(event, "bob", StaffRole.JUDGE)
    status, page = leave(alice_client)
    assert status == 409
    assert "You are the only organiser of Spring Open. Name another" in page
    assert f'href="{HERE}people/"' in page
    assert User.objects.filter(pk=alice.pk).exists()
    give_role(event, "bob", StaffRole.ORGANISER)
    assert leave(alice_client)[0] == 302
    assert [row.person for row in event.people.all()] == [bob]


def test_who_cannot_sign_in_runs_no_event(
    event: Event, alice_client: Client, bob: User
) -> None:
    give_role(event, "bob", StaffRole.ORGANISER)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert leave(alice_client)[0] == 409


@pytest.mark.parametrize("state", [EventState.OVER, EventState.CANCELLED])
def test_an_event_that_is_past_stays_with_receipts_that_hold(
    event: Event, alice: User, alice_client: Client, state: EventState
) -> None:
    anna, _ = placed(event, alice, "Anna", "Bert")
    handed(anna, at=timezone.now(), person=alice, is_staff=True, reason="by mail")
    Event.objects.filter(pk=event.pk).update(state=state)
    assert leave(alice_client)[0] == 302
    row = Submission.objects.get()
    assert row.by is None
    receipt = receipt_document(row)
    assert check_receipt(receipt, row.entrant.event.public_key).is_valid
    visitor = Client()
    assert "Valid" in visitor.get(f"/v/{row.code}/").content.decode()
    shown = visitor.get(f"{HERE}lists/1/").status_code
    assert shown == (200 if state == EventState.OVER else 404)
    assert by_link(anna).get(f"{HERE}mine/").status_code == 200


def test_an_event_whose_end_is_past_counts_as_over(
    event: Event, alice_client: Client
) -> None:
    """Also where nobody has looked at it since."""
    past = timezone.now() - timedelta(hours=1)
    times = ("deadline", "reveal_at", "starts_at", "ends_at")
    Event.objects.filter(pk=event.pk).update(**dict.fromkeys(times, past))
    assert leave(alice_client)[0] == 302
    assert Client().get(HERE).status_code == 200
    event.refresh_from_db()
    assert event.state == EventState.OVER


def test_the_admin_keeps_them_too(event: Event, alice: User) -> None:
    root = Client()
    root.force_login(User.objects.create_superuser("root", password=None))
    one = reverse("admin:accounts_user_delete", args=[alice.pk])
    every = reverse("admin:accounts_user_changelist")
    chosen = {"action": "delete_selected", "_selected_action": [alice.pk]}
    for page, body in ((one, {}), (every, chosen)):
        answer = root.post(page, {**body, "post": "yes"}, follow=True)
        assert "alice is organiser of Spring Open" in answer.content.decode()
    assert User.objects.filter(pk=alice.pk).exists()


@pytest.mark.parametrize("another", [False, True])
def test_the_admin_switches_no_last_organiser_off(
    event: Event, alice: User, bob: User, *, another: bool
) -> None:
    if another:
        give_role(event, "bob", StaffRole.ORGANISER)
    root = Client()
    root.force_login(User.objects.create_superuser("root", password=None))
    page = reverse("admin:accounts_user_change", args=[alice.pk])
    # The box "active" is empty in what is sent.
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "12:00"}
    sent = {"username": "alice", **joined}
    told = root.post(page, sent, follow=True).content.decode()
    assert ("alice is the only organiser of Spring Open" in told) is not another
    alice.refresh_from_db()
    assert alice.is_active is not another


def test_two_last_organisers_do_not_go_together(
    event: Event, alice: User, bob: User
) -> None:
    give_role(event, "bob", StaffRole.ORGANISER)
    with pytest.raises(ProtectedError):
        User.objects.filter(pk__in=[alice.pk, bob.pk]).delete()
    assert event.people.count() == 2


def test_an_entrant_without_an_account_stays_in_the_event(
    event: Event, alice: User, bob: User, alice_client: Client, bob_client: Client
) -> None:
    anna, bert = placed(event, alice, "Anna", "Bert")
    Entrant.objects.filter(pk=anna.pk).update(person=bob)
    handed(anna, illegal(), timezone.now(), person=bob)
    handed(bert, army(), timezone.now())
    bob.delete()
    row = anna.submissions.get()
    assert row.by is None
    pages = ("board/", "lists/1/", "people/", f"receipts/{row.code}.json")
    exports = [f"export/{kind}/" for kind in ("table", "lists", "pairing")]
    for page in (*pages, *exports, "papers/judge-pack.csv"):
        assert alice_client.get(f"{HERE}{page}").status_code == 200, page
    assert "Anna" in alice_client.get(f"{HERE}board/").content.decode()
    assert check_receipt(receipt_document(row), event.public_key).is_valid
    assert "Valid" in Client().get(f"/v/{row.code}/").content.decode()
    assert by_link(anna).get(f"{HERE}mine/").status_code == 200
    with pytest.raises(IntegrityError), transaction.atomic():
        Submission.objects.update(reason="changed")


def test_a_friendly_game_goes_on_without_the_account(
    alice: User, alice_client: Client
) -> None:
    rules = {"name": "Anna", "opponent": "Bert", "game": "charge", "limit": "1000"}
    alice_client.post("/events/friendly/", rules)
    first, second = Entrant.objects.all()
    handed(first, at=timezone.now(), person=alice)
    assert leave(alice_client)[0] == 302
    handed(second, at=timezone.now())
    bert = by_link(second)
    page = f"/events/{first.event.slug}/lists/1/"
    assert bert.get(page).status_code == 200

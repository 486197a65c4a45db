"""The field of an event: its page, its CSV, who sees it and when, how often it asks."""

import csv
import io
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from armybuilder.accounts.models import User
from armybuilder.events.field_job import KIND
from armybuilder.events.field_words import books_words, row_words
from armybuilder.events.judgements import query, refuse, withdraw
from armybuilder.events.models import (
    Entrant,
    Event,
    EventPerson,
    EventState,
    Sight,
    StaffRole,
)
from armybuilder.events.submissions import Hand
from armybuilder.events.views import field
from armybuilder.events.views.field import EARLY, TOO_FEW
from armybuilder.jobs.models import Job
from tests.armybuilder.events.scene import (
    NOW,
    army,
    by_link,
    charge_event,
    handed,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]

PAGE = "/events/spring-open/field/"
ARMIES = ("orcs-500", "elves-500", "orcs-500", "cathay-500")
NAMES = ("Anna", "Bert", "Clara", "Dora")
QUERIES = 7


@pytest.fixture
def event(alice: User) -> Event:
    """An event with four lists, of which two are equal, not revealed."""
    far = timedelta(days=3650)
    times = {"deadline": NOW + far, "reveal_at": NOW + far, "starts_at": NOW + far}
    made = charge_event(alice, **times, ends_at=NOW + far + timedelta(hours=9))
    made = opened(made, alice)
    for place, name in zip(placed(made, alice, *NAMES), ARMIES, strict=True):
        handed(place, army(name))
    return made


def revealed(event: Event, state: EventState = EventState.REVEALED) -> Event:
    Event.objects.filter(pk=event.pk).update(state=state)
    event.refresh_from_db()
    return event


def place_of(event: Event, name: str) -> Entrant:
    return event.entrants.select_related("current").get(name=name)


def test_every_list_is_against_every_other_after_the_reveal(
    event: Event, alice_client: Client
) -> None:
    revealed(event)
    before = alice_client.get(PAGE)
    assert before.context["field"] is None
    assert "Compare all lists" in before.content.decode()
    page = alice_client.post(PAGE + "start/", follow=True)
    shown = page.context["field"]
    assert {row.name for row in shown.rows} == set(NAMES)
    means = [row.mean for row in shown.rows]
    assert means == sorted(means, reverse=True)
    for n, row in enumerate(shown.rows):
        assert row.cells[n].text == "–"
        assert f"/events/spring-open/lists/{row.number}/" in page.content.decode()
        for m, other in enumerate(shown.rows):
            there, back = row.cells[m].text, other.cells[n].text
            assert there.translate(str.maketrans("+−", "−+")) == back
    by_name = {row.name: row for row in shown.rows}
    anna, clara = by_name["Anna"], by_name["Clara"]
    assert anna.cells[shown.rows.index(clara)].text == "0"
    assert anna.mean == clara.mean
    text = unescape(page.content.decode())
    assert row_words(anna) in text
    assert f"It does best against {anna.best.name}, where" in row_words(anna)
    assert f"worst against {anna.worst.name}, where" in row_words(anna)


def test_blows_alone_are_another_question_with_an_answer_of_its_own(
    event: Event, alice_client: Client
) -> None:
    revealed(event)
    with_shots = alice_client.post(PAGE + "start/", follow=True)
    assert alice_client.get(PAGE, {"shots": "no"}).context["field"] is None
    blows = alice_client.post(PAGE + "start/?shots=no", follow=True)
    assert blows.redirect_chain == [(PAGE + "?shots=no", 302)]
    assert "they begin 24 inches apart" in with_shots.content.decode()
    assert "nobody shoots before the charge" in blows.content.decode()
    edges = [
        [cell.text for row in page.context["field"].rows for cell in row.cells]
        for page in (with_shots, blows)
    ]
    assert edges[0] != edges[1]
    answer = alice_client.get(PAGE, {"shots": "no", "as": "csv"})
    assert "spring-open-fairness-of-blows.csv" in answer["Content-Disposition"]


def test_the_csv_holds_what_the_page_shows(event: Event, alice_client: Client) -> None:
    revealed(event)
    shown = alice_client.post(PAGE + "start/", follow=True).context["field"]
    answer = alice_client.get(PAGE, {"as": "csv"})
    assert answer["Content-Type"].startswith("text/csv")
    text = answer.content.decode("utf-8-sig")
    head, *rows = csv.reader(io.StringIO(text))
    assert [row[1] for row in rows] == [one.name for one in shown.rows]
    assert head[-4:] == [f"Against {one.number:02} {one.name}" for one in shown.rows]
    for n, row in enumerate(rows):
        assert row[-4 + n] == ""
        assert all(abs(float(cell)) <= 100 for cell in row[-4:] if cell)


@pytest.mark.parametrize(
    "state",
    [EventState.DRAFT, EventState.OPEN, EventState.CLOSED, EventState.CANCELLED],
)
@pytest.mark.parametrize("sight", [Sight.STAFF, Sight.BLIND, Sight.OPEN])
def test_nothing_is_compared_before_the_reveal(
    event: Event, alice_client: Client, state: EventState, sight: Sight
) -> None:
    Event.objects.filter(pk=event.pk).update(sight=sight)
    revealed(event, state)
    page = alice_client.get(PAGE)
    assert page.context["why_not"] == EARLY
    assert page.context["lists"] == 0
    told = alice_client.post(PAGE + "start/", follow=True).content.decode()
    assert EARLY in told
    assert not Job.objects.filter(kind=KIND).exists()
    board = alice_client.get("/events/spring-open/board/").content.decode()
    assert PAGE not in board


@pytest.mark.parametrize("state", [EventState.REVEALED, EventState.OVER])
@pytest.mark.parametrize("sight", [s for s in Sight if s != Sight.FRIENDS])
def test_judges_and_organisers_alone_see_it_once_revealed(
    event: Event,
    alice_client: Client,
    bob: User,
    bob_client: Client,
    state: EventState,
    sight: Sight,
) -> None:
    Event.objects.filter(pk=event.pk).update(sight=sight)
    revealed(event, state)
    assert PAGE in alice_client.get("/events/spring-open/board/").content.decode()
    player = by_link(place_of(event, "Anna"))
    for nobody in (Client(), player, bob_client):
        assert nobody.get(PAGE).status_code == 404
        assert nobody.post(PAGE + "start/").status_code == 404
        assert nobody.post(PAGE + "cancel/").status_code == 404
    EventPerson.objects.create(event=event, person=bob, role=StaffRole.JUDGE)
    for staff in (alice_client, bob_client):
        page = staff.get(PAGE)
        assert page.status_code == 200
        assert page.context["lists"] == 4
    assert not Job.objects.filter(kind=KIND).exists()


def test_lists_that_are_asked_about_refused_or_withdrawn_stay_out(
    event: Event, alice: User, alice_client: Client
) -> None:
    hand = Hand(NOW, alice, is_staff=True)
    anna, bert, clara = (place_of(event, name) for name in NAMES[:3])
    for place in (anna, bert):
        assert place.current is not None
    query(anna, anna.current.code if anna.current else "", "Why?", hand, None)
    refuse(bert, bert.current.code if bert.current else "", "No.", hand)
    revealed(event)
    assert alice_client.get(PAGE).context["lists"] == 2
    withdraw(clara, hand)
    page = alice_client.get(PAGE)
    assert page.context["why_not"] == TOO_FEW


def test_asking_again_finds_the_answer_and_a_changed_list_makes_another(
    event: Event,
    alice: User,
    alice_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    revealed(event)
    alice_client.post(PAGE + "start/")
    alice_client.post(PAGE + "start/")
    assert Job.objects.filter(kind=KIND).count() == 1
    with django_assert_num_queries(QUERIES):
        alice_client.get(PAGE)
    dora, other = place_of(event, "Dora"), army("kevorki-500")
    handed(dora, other, person=alice, is_staff=True, reason="Agreed")
    page = alice_client.get(PAGE)
    assert page.context["field"] is None
    alice_client.post(PAGE + "start/")
    assert Job.objects.filter(kind=KIND).count() == 2


def test_the_number_of_queries_does_not_grow_with_lists(
    event: Event,
    alice: User,
    alice_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for place in placed(event, alice, "Emil", "Frida"):
        handed(place, army("elves-500"))
    revealed(event)
    alice_client.post(PAGE + "start/")
    with django_assert_num_queries(QUERIES):
        assert len(alice_client.get(PAGE).context["field"].rows) == 6


def test_progress_is_shown_and_can_be_cancelled(
    event: Event,
    alice_client: Client,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(field, "PATIENCE", 0.0)
    settings.JOB_ENGINE = "tests.armybuilder.jobs.engine.enqueue"
    revealed(event)
    asks = {"HX-Request": "true"}
    alice_client.post(PAGE + "start/")
    page = alice_client.get(PAGE)
    assert "parts done" in page.content.decode()
    piece = alice_client.get(PAGE, headers=asks).content.decode()
    assert "parts done" in piece
    assert "<html" not in piece
    alice_client.post(PAGE + "cancel/")
    over = alice_client.get(PAGE, headers=asks)
    assert over["HX-Refresh"] == "true"
    assert "Compare all lists" in alice_client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("books", "words"),
    [
        ("", ""),
        ("A", "The other list is A."),
        ("AA", "Both other lists are A."),
        ("AAA", "All 3 other lists are A."),
        ("ABA", "Of the 3 other lists 2 are A and 1 is B."),
        ("CBA", "Of the 3 other lists 1 is A, 1 is B and 1 is C."),
        (
            "FABCDEF",
            "Of the 7 other lists 2 are F, 1 is A, 1 is B, 1 is C and 2 are of other"
            " books.",
        ),
    ],
)
def test_books_that_a_list_meets_are_told_in_a_sentence(books: str, words: str) -> None:
    assert books_words(books) == words


@pytest.mark.parametrize("sight", [s for s in Sight if s != Sight.FRIENDS])
def test_a_player_is_told_what_he_may_meet_once_he_sees_every_list(
    event: Event, sight: Sight
) -> None:
    Event.objects.filter(pk=event.pk).update(sight=sight)
    anna = by_link(place_of(event, "Anna"))
    page = f"/events/{event.slug}/mine/"
    told = "Of the 3 other lists 1 is"
    assert told not in anna.get(page).content.decode()
    revealed(event)
    assert (told in anna.get(page).content.decode()) == (sight != Sight.OPPONENT)

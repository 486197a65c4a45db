"""Many at one event at the same moment: players, organisers and judges."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event
from typing import Any

import pytest
from django.db import connection, connections

from armybuilder.accounts.models import User
from armybuilder.events.judgements import DecisionError, accept, query
from armybuilder.events.models import Entrant, EntrantState, EventState, Submission
from armybuilder.events.states import move_due, move_event
from armybuilder.events.submissions import FILE, Hand, Offer, TooLate, hand_in
from rulesets.rosters.roster import Roster, read_roster
from tests.armybuilder.events.scene import (
    DEADLINE,
    NOW,
    army,
    charge_event,
    handed,
    opened,
    placed,
)

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("charge_books"),
]

PLAYERS, LISTS = 12, 6


@pytest.fixture(autouse=True)
def _on_postgres() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite in memory takes one writer at a time")


def named(title: str) -> Roster:
    return read_roster(army(title=title))


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Do all of it at the same moment, each in a thread of its own."""
    gate = Barrier(len(acts))

    def one(act: Callable[[], Any]) -> Any:
        try:
            gate.wait()
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(one, acts))


def hands_in(entrant: Entrant, seconds: int = 0) -> list[str]:
    """Hand in list after list; return the codes of those that were taken."""
    taken = []
    for number in range(LISTS):
        hand = Hand(NOW + timedelta(seconds=seconds + number))
        try:
            row, new = hand_in(
                entrant, Offer(named(f"{entrant.pk}.{number}"), FILE), hand
            )
        except TooLate:
            break
        assert new
        taken.append(row.code)
    return taken


def test_no_list_comes_in_once_an_event_is_seen_closed(alice: User) -> None:
    event = opened(charge_event(alice), alice)
    places = placed(event, alice, *(f"Player {n}" for n in range(PLAYERS)))
    first, seen = Event(), set[str]()

    def player(place: Entrant) -> Callable[[], list[str]]:
        def act() -> list[str]:
            row, _ = hand_in(place, Offer(named(f"{place.pk}"), FILE), Hand(NOW))
            first.set()
            return [row.code, *hands_in(place)]

        return act

    def organiser() -> list[str]:
        first.wait(timeout=60)
        move_event(event, EventState.CLOSED, alice, "enough", now=NOW)
        seen.update(Submission.objects.values_list("code", flat=True))
        return []

    told = together(*map(player, places), organiser)
    taken = [code for codes in told for code in codes]
    assert len(set(taken)) == len(taken)
    assert {*Submission.objects.values_list("code", flat=True)} == {*taken} == seen
    assert all(len(codes) <= LISTS + 1 for codes in told)


def test_of_many_lists_at_the_deadline_those_in_time_are_in_and_no_other(
    alice: User,
) -> None:
    event = opened(charge_event(alice), alice)
    places = placed(event, alice, *(f"Player {n}" for n in range(PLAYERS)))
    late = timedelta(seconds=1)

    def player(number: int, place: Entrant) -> Callable[[], str]:
        received = DEADLINE - late if number % 2 else DEADLINE

        def act() -> str:
            try:
                hand_in(place, Offer(named(str(number)), FILE), Hand(received))
            except TooLate:
                return "late"
            return "in"

        return act

    told = together(
        *(player(*one) for one in enumerate(places)),
        lambda: move_due(DEADLINE),
        lambda: move_due(DEADLINE),
    )
    assert told[:PLAYERS] == ["late", "in"] * (PLAYERS // 2)
    assert Submission.objects.count() == PLAYERS // 2
    assert not Submission.objects.filter(handed_in_at__gte=DEADLINE).exists()
    event.refresh_from_db()
    assert event.state == EventState.CLOSED
    assert event.moves.filter(after=EventState.CLOSED).count() == 1


def test_the_same_list_sent_many_times_at_once_is_one_list(alice: User) -> None:
    event = opened(charge_event(alice), alice)
    (place,) = placed(event, alice, "Bea")
    offer = Offer(named("Once"), FILE)
    told = together(*[lambda: hand_in(place, offer, Hand(NOW))] * PLAYERS)
    assert Counter(new for _, new in told) == {True: 1, False: PLAYERS - 1}
    assert len({row.code for row, _ in told}) == 1


def test_of_two_judges_at_once_both_decide_about_the_version_that_they_saw(
    alice: User, bob: User
) -> None:
    event = opened(charge_event(alice), alice)
    (place,) = placed(event, alice, "Bea")
    seen = handed(place)
    judges = [Hand(NOW, person, is_staff=True) for person in (alice, bob)]

    def player() -> str:
        row, _ = hand_in(place, Offer(named("Another"), FILE), Hand(NOW))
        return str(row.code)

    def decided(act: Callable[[], Entrant]) -> Callable[[], str]:
        def tried() -> str:
            try:
                return str(act().current.code)  # type: ignore[union-attr]
            except DecisionError as problem:
                return str(problem)

        return tried

    newer, accepted, queried = together(
        player,
        decided(lambda: accept(place, seen.code, judges[0])),
        decided(lambda: query(place, seen.code, "Which banner?", judges[1], None)),
    )
    place.refresh_from_db()
    assert place.current is not None
    assert place.current.code == newer or place.state != EntrantState.SUBMITTED
    notes = {
        one.submission.code
        for one in place.notes.filter(kind__in=("accepted", "queried"))
        if one.submission is not None
    }
    assert notes <= {seen.code}
    assert {accepted, queried} & {seen.code} == notes & {seen.code}

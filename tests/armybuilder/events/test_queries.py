"""The number of queries of the pages of an event, however many lists there are."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.events.models import Event
from tests.armybuilder.events.scene import (
    army,
    by_link,
    charge_event,
    handed,
    opened,
    placed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("charge_books")]
NAMES = tuple(f"Player {number}" for number in range(7))

PAGES = {
    "": ("visitor", 5),
    "board/": ("organiser", 10),
    "board/pulse/": ("organiser", 8),
    "lists/1/": ("organiser", 10),
    "lists/1/pane/": ("organiser", 10),
    "people/": ("organiser", 7),
    "settings/": ("organiser", 9),
    "export/table/": ("organiser", 8),
    "mine/": ("entrant", 6),
}
"""Pages with who looks and how many queries they take."""


@pytest.fixture
def event(alice: User) -> Event:
    now = timezone.now()
    later = {"deadline": 3, "reveal_at": 4, "starts_at": 5, "ends_at": 6}
    times = {name: now + timedelta(days=days) for name, days in later.items()}
    made = opened(charge_event(alice, **times), alice, now)
    for entrant in placed(made, alice, *NAMES[:3]):
        handed(entrant, army(title=entrant.name), now)
    return made


@pytest.mark.parametrize("page", PAGES)
def test_a_page_asks_as_often_for_seven_lists_as_for_three(
    page: str,
    event: Event,
    alice: User,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    who, queries = PAGES[page]
    browser = Client()
    if who == "organiser":
        browser.force_login(alice)
    elif who == "entrant":
        browser = by_link(event.entrants.earliest("number"))
    address = f"/events/{event.slug}/{page}"
    assert browser.get(address).status_code == 200  # books are read once
    with django_assert_num_queries(queries):
        browser.get(address)
    for entrant in placed(event, alice, *NAMES[3:]):
        handed(entrant, army(title=entrant.name), timezone.now())
    with django_assert_num_queries(queries):
        assert browser.get(address).status_code == 200

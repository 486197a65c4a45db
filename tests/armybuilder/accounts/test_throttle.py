"""Allowances that refill with time."""

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from pytest_django import Settings

from armybuilder.accounts.models import Bucket
from armybuilder.accounts.throttle import (
    FORGET_AFTER,
    Allowance,
    client_address,
    take,
)

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
THREE = Allowance("three", burst=3, refill_seconds=10)
NOON = 1_000_000.0


def test_the_burst_is_granted_and_no_more() -> None:
    assert [take(THREE, "a", now=NOON) for _ in range(4)] == [True, True, True, False]


def test_one_comes_back_after_each_wait() -> None:
    for _ in range(3):
        take(THREE, "a", now=NOON)
    assert not take(THREE, "a", now=NOON + 9.9)
    assert take(THREE, "a", now=NOON + 10)
    assert not take(THREE, "a", now=NOON + 10)


def test_a_long_wait_never_gives_more_than_the_burst() -> None:
    take(THREE, "a", now=NOON)
    later = NOON + 1000
    assert [take(THREE, "a", now=later) for _ in range(4)] == [True, True, True, False]


def test_a_refused_attempt_does_not_put_off_the_next() -> None:
    for _ in range(3):
        take(THREE, "a", now=NOON)
    for second in range(9):
        assert not take(THREE, "a", now=NOON + second)
    assert take(THREE, "a", now=NOON + 10)


def test_a_clock_that_goes_back_takes_nothing_away() -> None:
    take(THREE, "a", now=NOON)
    assert take(THREE, "a", now=NOON - 500)


def test_everybody_has_an_allowance_of_their_own() -> None:
    for _ in range(3):
        take(THREE, "a", now=NOON)
    assert take(THREE, "b", now=NOON)
    assert take(THREE, "a", "b", now=NOON)


def test_old_counts_are_forgotten() -> None:
    take(THREE, "a", now=NOON)
    take(THREE, "b", now=NOON + FORGET_AFTER + 1)
    assert Bucket.objects.count() == 1


def asked(forwarded: str) -> HttpRequest:
    return RequestFactory().get(
        "/", REMOTE_ADDR="192.0.2.1", HTTP_X_FORWARDED_FOR=forwarded
    )


def test_an_address_that_the_visitor_wrote_is_not_believed() -> None:
    assert client_address(asked("203.0.113.5")) == "192.0.2.1"


def test_behind_our_proxy_the_last_hop_counts(settings: Settings) -> None:
    settings.BEHIND_PROXY = True
    assert client_address(asked("203.0.113.5, 198.51.100.7")) == "198.51.100.7"

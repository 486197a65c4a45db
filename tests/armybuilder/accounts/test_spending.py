"""Work on odds is paid for when it is done, and refused while nothing is left."""

import pytest
from django.http import HttpRequest
from django.test import RequestFactory
from pytest_django import DjangoAssertNumQueries, Settings

from armybuilder.accounts import cpu_budget as module
from armybuilder.accounts.cpu_budget import Purse, SpentError, spending
from armybuilder.accounts.models import Bucket, User
from armybuilder.accounts.throttle import Allowance, left_of, spend, take

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MINUTE = Allowance("minute", burst=60, refill_seconds=3)
NOON = 1_000_000.0


class Work:
    """A processor's clock that goes on when work is done."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Work:
    settings.ODDS_AT_ONCE, settings.ODDS_PER_MINUTE = 60, 20
    clock = Work()
    monkeypatch.setattr(module, "thread_time", clock)
    monkeypatch.setattr("armybuilder.accounts.throttle.time.time", lambda: NOON)
    return clock


def asked(user: User) -> HttpRequest:
    request = RequestFactory().get("/")
    request.user = user
    return request


def done(user: User, work: Work, seconds: float) -> None:
    with spending(asked(user)) as purse, purse.work():
        work.seconds += seconds


# -- what is left -------------------------------------------------------------------


def test_nothing_was_spent_by_who_never_asked() -> None:
    assert left_of(MINUTE, "a", now=NOON) == 60
    assert not Bucket.objects.exists()


def test_what_was_spent_comes_back_with_time_and_never_more() -> None:
    spend(MINUTE, 50, "a", now=NOON)
    assert left_of(MINUTE, "a", now=NOON) == 10
    assert left_of(MINUTE, "a", now=NOON + 30) == 20
    assert left_of(MINUTE, "a", now=NOON + 3000) == 60
    assert left_of(MINUTE, "b", now=NOON) == 60


def test_who_overdraws_owes_at_most_the_burst() -> None:
    spend(MINUTE, 70, "a", now=NOON)
    assert left_of(MINUTE, "a", now=NOON) == -10
    spend(MINUTE, 7000, "a", now=NOON)
    assert left_of(MINUTE, "a", now=NOON) == -60
    assert left_of(MINUTE, "a", now=NOON + 180) == 0


def test_what_was_spent_and_what_is_taken_are_one_allowance() -> None:
    spend(MINUTE, 59.5, "a", now=NOON)
    assert not take(MINUTE, "a", now=NOON)
    assert take(MINUTE, "a", now=NOON + 3)


# -- a request's purse -------------------------------------------------------------


def test_work_is_refused_when_the_last_one_took_all_that_was_left(
    alice: User, bob: User, work: Work
) -> None:
    done(alice, work, 59)
    done(alice, work, 5)
    with pytest.raises(SpentError, match="Ask again in 15 seconds") as refused:
        done(alice, work, 1)
    assert refused.value.wait == 15
    done(bob, work, 1)


def test_who_waits_as_long_as_was_said_is_answered(
    alice: User, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(alice, work, 64)
    later = NOON + 15
    monkeypatch.setattr("armybuilder.accounts.throttle.time.time", lambda: later)
    done(alice, work, 1)


def test_a_page_of_many_answers_stops_where_nothing_is_left(
    alice: User, work: Work
) -> None:
    with spending(asked(alice)) as purse:
        for _ in range(3):
            with purse.work():
                work.seconds += 25
        with pytest.raises(SpentError), purse.work():
            work.seconds += 1000
    assert purse.refused is not None
    assert left_of(module.allowance(), f"user {alice.pk}") == -15


def test_work_that_fails_is_paid_for(alice: User, work: Work) -> None:
    def fail() -> None:
        with spending(asked(alice)) as purse, purse.work():
            work.seconds += 20
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert left_of(module.allowance(), f"user {alice.pk}") == 40


def test_what_costs_next_to_nothing_is_given_away(
    alice: User, work: Work, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        done(alice, work, module.FREE)
    with django_assert_num_queries(0):
        Purse("user 1", module.allowance()).pay()
    assert not Bucket.objects.exists()

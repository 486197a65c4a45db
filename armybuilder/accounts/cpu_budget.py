"""Allowances of work, on odds or on large pages: seconds of the processor.

Nobody knows beforehand what an answer costs. So work is begun while something is left,
and paid for when it is done; who has overdrawn waits until that is paid back. Answers
that cost next to nothing, as those that a process keeps, cost no query either.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from time import thread_time

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from armybuilder.accounts.throttle import Allowance, left_of, spend, who_asks

FREE = 0.1
"""Work of one request that is given away [seconds]."""

ENOUGH = 1.0
"""The budget that is left again when somebody is told to come back [seconds]."""


class SpentError(Exception):
    """Work that is refused, in words for the visitor.

    `wait` is for how long [seconds].
    """

    def __init__(self, wait: int) -> None:
        self.wait = wait
        unit = "second" if wait == 1 else "seconds"
        super().__init__(
            "You have had a great deal worked out in a short time. Ask again in"
            f" {wait} {unit}; what was worked out is kept meanwhile."
        )


class Purse:
    """The work that one request may pay for; one query when that is asked first.

    Parameters
    ----------
    who : str
        An account or an address.
    allowance : Allowance
        What it is taken from, counted in seconds of work.
    free : float
        How much of one request is given away [seconds].

    Attributes
    ----------
    refused : SpentError, optional
        What was said when there was nothing left.
    """

    def __init__(self, who: str, allowance: Allowance, free: float = FREE) -> None:
        self._who = who
        self._allowance = allowance
        self._free = free
        self._left: float | None = None
        self._spent = 0.0
        self.refused: SpentError | None = None

    @contextmanager
    def work(self) -> Iterator[None]:
        """Count the work that is done inside.

        Raises
        ------
        SpentError
            If nothing is left; nothing is done then.
        """
        if self._left is None:
            self._left = left_of(self._allowance, self._who)
        left = self._left - self._spent
        if left <= 0:
            seconds = (ENOUGH - left) * self._allowance.refill_seconds
            self.refused = SpentError(math.ceil(seconds))
            raise self.refused
        begun = thread_time()
        try:
            yield
        finally:
            self._spent += thread_time() - begun

    def pay(self) -> None:
        """Take the work done from the allowance."""
        if self._spent > self._free:
            spend(self._allowance, self._spent, self._who)


@contextmanager
def spending(request: HttpRequest) -> Iterator[Purse]:
    """Give the visitor's purse for odds, and have it paid for at the end."""
    purse = Purse(who_asks(request), allowance())
    try:
        yield purse
    finally:
        purse.pay()


def allowance() -> Allowance:
    """Return the allowance that the settings name, counted in seconds of work."""
    burst, a_minute = settings.ODDS_AT_ONCE, settings.ODDS_PER_MINUTE
    return Allowance("odds", burst=burst, refill_seconds=60 / a_minute)


def refuse_work(request: HttpRequest, problem: SpentError) -> HttpResponse:
    """Answer 429 in words: as a page, or as a piece of one."""
    return told_when(refuse(request, str(problem)), problem)


def refuse(request: HttpRequest, text: str) -> HttpResponse:
    """Answer 429 with these words; the content of a page stays."""
    piece = request.headers.get("HX-Request") == "true"
    template = "accounts/_spent.html" if piece else "accounts/spent.html"
    response = render(request, template, {"text": text}, status=429)
    if request.headers.get("HX-Target") == "builder":
        response["HX-Retarget"] = "#toasts"
        response["HX-Reswap"] = "innerHTML"
    return response


def told_when(response: HttpResponse, problem: SpentError | None) -> HttpResponse:
    """Say in an answer when to come back, if anything was refused."""
    if problem is not None:
        response["Retry-After"] = str(problem.wait)
    return response

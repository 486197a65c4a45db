"""Allowances of the builder for one visitor: pages, edits, and bytes kept."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from armybuilder.accounts.cpu_budget import (
    Purse,
    SpentError,
    refuse,
    refuse_work,
)
from armybuilder.accounts.throttle import Allowance, left_of, spend, take, who_asks
from armybuilder.armies.models import Army
from rulesets.documents.json import canonical

EDITS = Allowance("edits", burst=300, refill_seconds=1)
"""Edits: a long evening's hurry, then one each second."""

FREE_PAGE = 0.2
"""Work of one page that is given away [seconds]; most armies take less."""

KEPT_AGAIN = 60 * 60
"""The time to come back where nothing more is written down [seconds]."""

TOO_MANY_EDITS = (
    "That is a great many changes in a short time. Nothing was changed now; "
    "go on in a minute."
)
TOO_MUCH_KEPT = (
    "The changes of your armies fill all the room that there is for a day. Nothing "
    "was changed now; smaller armies, or tomorrow, will do."
)
View = Callable[..., HttpResponse]


def pages() -> Allowance:
    """Return the allowance of large pages, counted in seconds of work."""
    burst, a_minute = settings.BUILDER_AT_ONCE, settings.BUILDER_PER_MINUTE
    return Allowance("builder", burst=burst, refill_seconds=60 / a_minute)


def kept() -> Allowance:
    """Return the allowance of bytes written down."""
    a_day = settings.KEPT_BYTES_PER_DAY
    return Allowance("kept", burst=a_day, refill_seconds=24 * 60 * 60 / a_day)


def paid_page(view: View) -> View:
    """Decorate a view whose work grows with the army: it is paid for by the visitor."""

    @wraps(view)
    def respond(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        try:
            with paying(request):
                return view(request, *args, **kwargs)
        except SpentError as problem:
            return refuse_work(request, problem)

    return respond


@contextmanager
def paying(request: HttpRequest) -> Iterator[None]:
    """Have the visitor pay for the work inside; raises SpentError if he owes some."""
    purse = Purse(who_asks(request), pages(), FREE_PAGE)
    try:
        with purse.work():
            yield
    finally:
        purse.pay()


def counted_edit(view: View) -> View:
    """Decorate a view that changes an army: edits and kept bytes are counted."""

    @wraps(view)
    def respond(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        who = who_asks(request)
        if not take(EDITS, who):
            return _later(request, TOO_MANY_EDITS, 60)
        if not may_write(request):
            return _later(request, TOO_MUCH_KEPT, KEPT_AGAIN)
        return view(request, *args, **kwargs)

    return respond


def may_write(request: HttpRequest) -> bool:
    """Return whether a visitor may have more written down today."""
    return left_of(kept(), who_asks(request)) > 0


def count_kept(request: HttpRequest, army: Army) -> None:
    """Count the bytes of a written state of an army [bytes]."""
    count_bytes(request, army.document)


def count_bytes(request: HttpRequest, document: object) -> None:
    """Count the bytes of a document that was written down [bytes]."""
    spend(kept(), len(canonical(document)), who_asks(request))


def _later(request: HttpRequest, text: str, seconds: int) -> HttpResponse:
    response = refuse(request, text)
    response["Retry-After"] = str(seconds)
    return response

"""Editions that the visitor of a page may see (decision 0070).

The request that is being answered is remembered, so that no function that finds
editions can forget to ask who wants to see them. Outside of requests, as in jobs and
commands, everything is seen.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from armybuilder.accounts.models import User
from armybuilder.books.models import Book, BookRole, BookVisibility, Edition

SESSION_KEY = "opened_books"
MOST_OPENED = 50
"""Links of books that a session remembers."""

_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


def remember_viewer(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Remember the request while it is answered; a middleware."""

    def respond(request: HttpRequest) -> HttpResponseBase:
        token = _request.set(request)
        try:
            return get_response(request)
        finally:
            _request.reset(token)

    return respond


@contextmanager
def seen_by(user: User | AnonymousUser, opened: Sequence[str]) -> Iterator[None]:
    """Have editions found as somebody sees them, as in a job that he asked for.

    ``opened`` are the links of books that he had followed.
    """
    request = HttpRequest()
    request.user = user
    request.COOKIES = {settings.SESSION_COOKIE_NAME: ""}
    request.session = SessionBase()
    request.session[SESSION_KEY] = [*opened]
    token = _request.set(request)
    try:
        yield
    finally:
        _request.reset(token)


def seen(editions: QuerySet[Edition]) -> QuerySet[Edition]:
    """Return those of some editions that the visitor may see."""
    request = _visitor()
    return editions if request is None else editions.filter(_is_shown(request))


def usable(editions: QuerySet[Edition]) -> QuerySet[Edition]:
    """Return those that the visitor may see, or that an army of theirs uses."""
    request = _visitor()
    if request is None:
        return editions
    shown = _is_shown(request)
    if request.user.is_authenticated:
        used = Edition.objects.filter(
            pk=OuterRef("pk"), used_by__army__owner=request.user
        )
        shown |= Q(Exists(used))
    return editions.filter(shown)


def seen_books(books: QuerySet[Book]) -> QuerySet[Book]:
    """Return those of some books of which the visitor may know the name."""
    request = _visitor()
    if request is None:
        return books
    shown = Q(visibility=BookVisibility.PUBLIC)
    shown |= Q(visibility=BookVisibility.LINK, link_token__in=opened_links(request))
    if request.user.is_authenticated:
        roles = BookRole.objects.filter(book=OuterRef("pk"), person=request.user)
        shown |= Q(Exists(roles))
    return books.filter(shown)


def _visitor() -> HttpRequest | None:
    """Return the request of somebody who may not see everything, or none."""
    request = _request.get()
    return None if request is None or request.user.is_superuser else request


def _is_shown(request: HttpRequest) -> Q:
    is_open = Q(book__visibility=BookVisibility.PUBLIC)
    tokens = opened_links(request)
    if tokens:
        is_open |= Q(book__visibility=BookVisibility.LINK, book__link_token__in=tokens)
    shown = is_open & Q(trial=None)
    if request.user.is_anonymous:
        return shown
    roles = BookRole.objects.filter(book=OuterRef("book"), person=request.user)
    return shown | Q(Exists(roles))


def opened_links(request: HttpRequest) -> list[str]:
    """Return the links of books that a visitor has followed."""
    # A session is read only where there is one: reading makes an answer personal.
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return []
    return list(request.session.get(SESSION_KEY, []))


def open_book(request: HttpRequest, book: Book) -> None:
    """Let the session see a book whose link was followed."""
    tokens = [one for one in opened_links(request) if one != book.link_token]
    request.session[SESSION_KEY] = [*tokens, book.link_token][-MOST_OPENED:]


def closed(editions: QuerySet[Edition]) -> QuerySet[Edition]:
    """Return those of some editions that not everybody may see."""
    return editions.exclude(book__visibility=BookVisibility.PUBLIC, trial=None)


def is_public(edition: Edition) -> bool:
    """Return whether everybody may see an edition, so that anybody may keep it."""
    return edition.book.visibility == BookVisibility.PUBLIC and not edition.is_trial


@contextmanager
def seen_by_site() -> Iterator[None]:
    """See every edition for a while, as jobs do: for lists that were frozen."""
    token = _request.set(None)
    try:
        yield
    finally:
        _request.reset(token)

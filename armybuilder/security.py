"""Checks of every request and answer: bounds, headers, the policy of a page.

The settings have the shape of Django 6's SECURE_CSP, and `csp_override` is named as
there, so that this module can go at that upgrade.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from urllib.parse import unquote

from django.conf import settings
from django.core.exceptions import (
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseBase,
)
from django.middleware.gzip import GZipMiddleware
from django.template import loader
from django.utils.cache import has_vary_header

Policy = Mapping[str, Sequence[str]]
View = Callable[..., HttpResponseBase]
HEADER = "Content-Security-Policy"


def security_headers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Set the headers on every answer that has none of its own."""
    policy = policy_text(settings.SECURE_CSP)

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault(HEADER, policy)
        response.headers.setdefault("Permissions-Policy", settings.PERMISSIONS_POLICY)
        return response

    return respond


def compressed_pages(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Compress pages, and hide how long they are (BREACH).

    Documents are left alone: a compressed answer loses its strong ETag.
    """
    gzip = GZipMiddleware(get_response)

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            return gzip.process_response(request, response)
        return response

    return respond


def private_answers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Let no cache or browser keep pages that depend on the visitor.

    That is every answer that sets a cookie, as pages with a form's token do. What a
    visitor without a session gets else, and answers that say themselves how long they
    last, stay as they are.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        known = settings.SESSION_COOKIE_NAME in request.COOKIES
        personal = (
            bool(response.cookies)
            or "Authorization" in request.headers
            or (known and has_vary_header(response, "Cookie"))
        )
        if personal:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return respond


def bounded_requests(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Refuse bodies that no page takes before any of it is read.

    That is what is larger than any upload, and an address with a NUL in it, which no
    text of ours holds and no database keeps.
    """

    def respond(request: HttpRequest) -> HttpResponseBase:
        sent = request.headers.get("Content-Length", "")
        if sent.isdecimal() and int(sent[:20]) > settings.MOST_REQUEST_BYTES:
            text = f"A request holds at most {settings.MOST_REQUEST_BYTES:,} bytes.\n"
            return HttpResponse(text, status=413, content_type="text/plain")
        address = f"{request.path}?{unquote(request.META.get('QUERY_STRING', ''))}"
        if "\0" in address:
            text = "An address holds no NUL.\n"
            return HttpResponseBadRequest(text, content_type="text/plain")
        return get_response(request)

    return respond


TOO_LARGE = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
"""Errors of Django where a form is larger than the settings allow."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400, or 413 to a body that is too large to be read.

    Unlike Django's own view it does not read the form once more.
    """
    if isinstance(exception, TOO_LARGE):
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1_000_000
        page = loader.get_template("413.html").render({"most": most})
        return HttpResponse(page, status=413)
    return HttpResponseBadRequest(loader.get_template("400.html").render())


def policy_text(policy: Policy) -> str:
    """Return the policy as a header: `default-src 'none'; img-src 'self' data:`."""
    return "; ".join(f"{name} {' '.join(values)}" for name, values in policy.items())


def csp_override(changes: Policy) -> Callable[[View], View]:
    """Decorate a view whose page needs other sources than the site's policy."""

    def decorate(view: View) -> View:
        @wraps(view)
        def respond(*args: object, **kwargs: object) -> HttpResponseBase:
            response = view(*args, **kwargs)
            response.headers[HEADER] = policy_text({**settings.SECURE_CSP, **changes})
            return response

        return respond

    return decorate

"""Errors of the API: every refusal is a problem of RFC 9457, with a code of one table.

The one place where they are made: views raise, what they raised is answered here, and
so is what Django refuses before a view is asked.
"""

import json
import logging
import math
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from rest_framework import exceptions
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from armybuilder.accounts.cpu_budget import SpentError
from armybuilder.api.codes import CODES, OF_STATUS, problem_document
from armybuilder.jobs.work import Busy, TooLarge, TooMuch
from rulesets.documents.json import DocumentError
from rulesets.odds.match_up import MatchUpError
from rulesets.rosters.edits import EditError

log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
SOON = 5
"""After how long to ask again where nobody knows better [seconds]."""


class Refused(Exception):
    """A request that is refused.

    Parameters
    ----------
    code : str
        One of `CODES`.
    detail : str
        What is wrong with this request, in words for who sent it.
    where : str
        JSON pointer into the body; "" is the whole of it.
    wait : int, optional
        After how long to ask again [seconds].
    **more : Any
        Further members of the answer.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        where: str = "",
        *,
        wait: int | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.code = CODES[code]
        self.detail = detail
        self.where = where
        self.headers = {} if wait is None else {"Retry-After": str(max(1, wait))}
        self.more = more

    def document(self) -> dict[str, Any]:
        """Return the body of the answer."""
        return problem_document(self.code.name, self.detail, self.where, **self.more)


class ProblemRenderer(JSONRenderer):
    """JSON that says by its media type that it is a problem."""

    media_type = MEDIA_TYPE
    format = "problem"


def answer_error(problem: Exception, context: Mapping[str, Any]) -> Response | None:
    """Turn an exception of a view into an answer; a mistake of ours passes through."""
    refused = _refused(problem)
    if refused is None:
        return None
    ask_for = getattr(problem, "auth_header", "")
    headers = {"WWW-Authenticate": ask_for} if ask_for else {}
    request = context["request"]
    if request is not None:
        # Whatever was asked for: it may be what was wrong.
        request.accepted_renderer = ProblemRenderer()
        request.accepted_media_type = MEDIA_TYPE
    return Response(
        refused.document(),
        status=refused.code.status,
        headers={**headers, **refused.headers},
    )


def _refused(problem: Exception) -> Refused | None:
    """Return an exception of a view as a refusal; none for a mistake of ours."""
    if isinstance(problem, Refused):
        return problem
    for kind, turned in _TURNED.items():
        if isinstance(problem, kind):
            return turned(problem)
    return None


def _of_framework(problem: exceptions.APIException) -> Refused:
    return Refused(
        OF_STATUS.get(problem.status_code, "bad-request"), _problem_text(problem)
    )


def _throttled(problem: exceptions.Throttled) -> Refused:
    wait = math.ceil(getattr(problem, "wait", None) or SOON)
    return Refused("too-many-requests", "You ask too often.", wait=wait)


def _unanswered(problem: OperationalError) -> Refused:
    log.error("The database did not answer.", exc_info=problem)
    return Refused("busy", "The database does not answer in time.", wait=SOON)


def _problem_text(problem: exceptions.APIException) -> str:
    return str(problem.detail)


_TURNED: Mapping[type[Exception], Callable[[Any], Refused]] = {
    DocumentError: lambda one: Refused("bad-document", one.text, one.where),
    MatchUpError: lambda one: Refused("bad-document", one.text, one.where),
    EditError: lambda one: Refused("edit-refused", str(one), "/edits"),
    SpentError: lambda one: Refused("work-spent", str(one), wait=one.wait),
    TooLarge: lambda one: Refused("too-much-work", str(one)),
    Busy: lambda one: Refused("busy", str(one), wait=SOON),
    TooMuch: lambda one: Refused("too-many-waiting", str(one), wait=SOON),
    OperationalError: _unanswered,
    Http404: lambda one: Refused("not-found", str(one) or "There is nothing here."),
    PermissionDenied: lambda one: Refused("forbidden", "You may not do this."),
    exceptions.Throttled: _throttled,
    exceptions.AuthenticationFailed: lambda one: Refused(
        "bad-token", _problem_text(one)
    ),
    exceptions.APIException: _of_framework,
}
"""The answer to each exception, the more special first."""


def problem_answers(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Make refusals outside the API's views problems as well.

    That is what is refused before a view is found, and what fails.
    """
    prefix = reverse("api:root")
    pages = (reverse("api:docs"), reverse("api:try"))

    def respond(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        ours = request.path.startswith(prefix) and request.path not in pages
        if response.status_code < 400 or not ours:
            return response
        if response.headers.get("Content-Type", "") == MEDIA_TYPE:
            return response
        if settings.DEBUG and response.status_code == 500:
            return response
        return _outside(response)

    return respond


def _outside(response: HttpResponseBase) -> HttpResponse:
    """Return an answer with a problem as its body."""
    code = CODES[OF_STATUS.get(response.status_code, "server-error")]
    document = problem_document(code.name, f"{code.title}.")
    answer = HttpResponse(
        json.dumps(document), status=code.status, content_type=MEDIA_TYPE
    )
    for name, value in response.headers.items():
        if name.lower() not in ("content-type", "content-length"):
            answer.headers.setdefault(name, value)
    return answer

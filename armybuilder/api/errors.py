"""Errors of the API: every refusal is one object that names the place."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework.exceptions import APIException
from rest_framework.response import Response
from rest_framework.views import exception_handler

from armybuilder.accounts.spending import SpentError
from rulesets.documents import DocumentError
from rulesets.edit import EditError
from rulesets.matchup import MatchUpError


class RequestTooLarge(APIException):
    status_code = 413
    default_code = "too-large"


def error_document(where: str, text: str) -> dict[str, Any]:
    """Return the body of a refusal."""
    return {"error": {"where": where, "text": text}}


def refusal(status: int, where: str, text: str, **more: Any) -> Response:
    return Response({**error_document(where, text), **more}, status=status)


def answer_error(problem: Exception, context: dict[str, Any]) -> Response | None:
    """Turn what a view raised into an answer; a mistake of ours passes through."""
    if isinstance(problem, DocumentError | MatchUpError):
        return refusal(400, problem.where, problem.text)
    if isinstance(problem, EditError):
        return refusal(400, "/edits", str(problem))
    if isinstance(problem, SpentError):
        spent = refusal(429, "", str(problem))
        spent["Retry-After"] = str(problem.wait)
        return spent
    response = exception_handler(problem, context)
    if response is not None:
        response.data = error_document("", _words(problem))
    return response


def _words(problem: Exception) -> str:
    if isinstance(problem, Http404):
        return str(problem) or "There is nothing here."
    if isinstance(problem, PermissionDenied):
        return "You may not do this."
    if isinstance(problem, APIException):
        return str(problem.detail)
    return "This cannot be done."

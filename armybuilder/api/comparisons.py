"""Comparisons: begun with a document, read when they are worked out."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.api.errors import refusal
from armybuilder.api.examples import EXAMPLE_COMPARISON
from armybuilder.api.openapi import (
    BAD,
    NOT_FOUND,
    SIGN_IN,
    TOO_LARGE,
    TOO_MANY,
    nothing,
    posted,
    ref,
)
from armybuilder.jobs.askers import asker_of
from armybuilder.jobs.models import Job
from armybuilder.jobs.work import TooMuch, asked_job, leave, note_asker
from armybuilder.matchups.comparison_job import begun_job, read_document


@extend_schema(
    operation_id="begin_comparison",
    tags=["Reviews and odds"],
    summary="Compare every unit of one list with every one of another",
    description=(
        "Answers at once with the work and its address; ask there until its state is"
        " done. The same document has the same answer, which is kept for a week."
    ),
    request=posted(ref("Comparison")),
    examples=[EXAMPLE_COMPARISON],
    responses={
        202: ref("ComparisonJob"),
        **BAD,
        **SIGN_IN,
        **TOO_LARGE,
        **TOO_MANY,
    },
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def begin_comparison(request: Request) -> Response:
    read_document(request.data)
    asker = asker_of(request._request)
    try:
        job = begun_job(request.data, asker)
    except TooMuch as problem:
        return refusal(429, "", str(problem))
    note_asker(job, asker)
    return Response(_document(request, job), status=202)


@extend_schema(
    operation_id="read_comparison",
    methods=["GET"],
    tags=["Reviews and odds"],
    summary="How far a comparison is, and its result when it is done",
    description="Shown to who began it; to everybody else there is none.",
    responses={200: ref("ComparisonJob"), **SIGN_IN, **NOT_FOUND, **TOO_MANY},
)
@extend_schema(
    operation_id="cancel_comparison",
    methods=["DELETE"],
    tags=["Reviews and odds"],
    summary="Wait for a comparison no more",
    description=(
        "What nobody else waits for is cancelled. It is not shown to you any more;"
        " the same document begins it again, or finds its answer."
    ),
    responses={
        204: nothing("You wait for it no more."),
        **SIGN_IN,
        **NOT_FOUND,
        **TOO_MANY,
    },
)
@api_view(["GET", "DELETE"])
@permission_classes([IsAuthenticated])
def comparison(request: Request, job: int) -> Response:
    asker = asker_of(request._request)
    found = asked_job(job, asker)
    if found is None:
        raise NotFound("There is no such comparison.")
    if request.method == "DELETE":
        leave(found, asker)
        return Response(status=204)
    return Response(_document(request, found))


def _document(request: Request, job: Job) -> dict[str, Any]:
    return {
        "id": job.pk,
        "url": reverse("api:comparison", args=[job.pk], request=request),
        "state": job.state,
        "done": job.done,
        "total": job.total,
        "error": job.error,
        "result": job.result,
    }

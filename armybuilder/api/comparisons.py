"""Comparisons: begun with a document, read when they are done."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.api.answers import BODY, answers, nothing
from armybuilder.api.errors import SOON
from armybuilder.api.examples import EXAMPLE_COMPARISON
from armybuilder.api.idempotency import IDEMPOTENCY_KEY, answered_before, once
from armybuilder.api.openapi import posted, ref
from armybuilder.api.request_data import takes
from armybuilder.jobs.job_owner import asker_of
from armybuilder.jobs.models import Job
from armybuilder.jobs.work import begin, leave, note_asker
from armybuilder.matchups.comparison_job import COMPARISON, own_job, read_document

NO_COMPARISON = "There is no such comparison."


@extend_schema(
    operation_id="begin_comparison",
    tags=["Reviews and odds"],
    summary="Compare every unit of one list with every one of another",
    description=(
        "Answers at once with the work and its address; ask there until its state is"
        " done. The same document has the same answer, which is kept for a week."
    ),
    parameters=[IDEMPOTENCY_KEY],
    request=posted(ref("Comparison")),
    examples=[EXAMPLE_COMPARISON],
    responses=answers(
        {202: ref("ComparisonJob")},
        *(*BODY, "not-signed-in", "forbidden", "bad-header", "key-reused"),
        *("too-much-work", "too-many-waiting"),
    ),
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
@takes()
def begin_comparison(request: Request) -> Response:
    begun = answered_before(request) or _begun(request)
    job = Job.objects.filter(pk=begun["job"]).first()
    if job is None:
        raise NotFound(NO_COMPARISON)
    document = _document(request, job)
    headers = {"Location": document["url"], "Retry-After": str(SOON)}
    return Response(document, status=202, headers=headers)


def _begun(request: Request) -> Any:
    """Begin a comparison; what is kept of it is its job alone, which goes on."""
    read_document(request.data)
    asker = asker_of(request._request)

    def make() -> dict[str, Any]:
        job = begin(COMPARISON.key, request.data, asker)
        note_asker(job, asker)
        return {"job": job.pk}

    return once(request, make)


@extend_schema(
    operation_id="read_comparison",
    methods=["GET"],
    tags=["Reviews and odds"],
    summary="How far a comparison is, and its result when it is done",
    description="Shown to who began it; to everybody else there is none.",
    responses=answers({200: ref("ComparisonJob")}, "not-signed-in", "not-found"),
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
    responses=answers(
        {204: nothing("You wait for it no more.")},
        *("not-signed-in", "forbidden", "not-found"),
    ),
)
@api_view(["GET", "DELETE"])
@permission_classes([IsAuthenticated])
@takes()
def comparison(request: Request, job: int) -> Response:
    asker = asker_of(request._request)
    found = own_job(job, asker)
    if found is None:
        raise NotFound(NO_COMPARISON)
    if request.method == "DELETE":
        leave(found, asker)
        return Response(status=204)
    headers = {} if found.is_over else {"Retry-After": str(SOON)}
    return Response(_document(request, found), headers=headers)


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

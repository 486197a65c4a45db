"""Bulk checks: begun with documents or an archive, read while and after they run."""

import hashlib
import json
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from typing import IO, Any, BinaryIO, cast

from django.http import Http404, StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view, parser_classes, permission_classes
from rest_framework.parsers import BaseParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.api.answers import BODY, answers, nothing
from armybuilder.api.bulk_schemas import POSTED_BULK_CHECK
from armybuilder.api.errors import SOON, Refused
from armybuilder.api.examples import EXAMPLE_BULK_CHECK
from armybuilder.api.idempotency import IDEMPOTENCY_KEY, answered_before, once
from armybuilder.api.openapi import PAGING, listed, ref
from armybuilder.api.pages import PAGES, paged
from armybuilder.api.request_data import (
    DocumentParser,
    bad_parameter,
    body,
    choice_parameter,
    takes,
    text_parameter,
    yes_no_parameter,
)
from armybuilder.api.reviews import posted_terms
from armybuilder.armies.allowances import KEPT_AGAIN
from armybuilder.armies.bulk.exports import json_lines
from armybuilder.armies.bulk.findings import progress_of, verdicts_of
from armybuilder.armies.bulk.rows import LONGEST_REASON
from armybuilder.armies.bulk.store import (
    NO_CHECK,
    Intake,
    KeepError,
    begin_check,
    delete_check,
    in_parcels,
    own_check,
    own_checks,
)
from armybuilder.armies.bulk.terms import kept_terms
from armybuilder.armies.models import BulkCheck, BulkVerdict
from armybuilder.armies.views.check import MOST_SENT
from rulesets.checks.files import (
    BULK,
    MOST_BULK_FILES,
    ArmyFile,
    UnpackError,
    unpacked,
    with_twins,
)
from rulesets.checks.verdicts import WORDS
from rulesets.documents.json import DocumentError, canonical

ARCHIVE = "application/zip"
TERMS = ("pack", "limit", "editions", "strict", "fixes")
LONGEST_TERM = 100
ROOT = "lists.zip"
"""The name of an archive that is sent as a body."""

SPOOLED = 2_000_000
"""An archive is kept in memory up to this size, then in a file [bytes]."""


class SentArchive(dict[str, Any]):
    """An archive that was sent: a document that names it, with the file itself."""

    file: BinaryIO


class ArchiveParser(BaseParser):
    """Reads a zip archive as a body, with its terms in the address."""

    media_type = ARCHIVE

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> SentArchive:
        digest = hashlib.sha256()
        # It is closed with the request that has it.
        file = tempfile.SpooledTemporaryFile(SPOOLED)  # noqa: SIM115
        while piece := stream.read(65_536):
            digest.update(piece)
            file.write(piece)
            if file.tell() > MOST_SENT:
                file.close()
                text = f"The archive is larger than {MOST_SENT:,} bytes."
                raise Refused("too-large", text)
        file.seek(0)
        request = (parser_context or {})["request"]
        sent = SentArchive(archive=digest.hexdigest(), **request.query_params.dict())
        sent.file = cast(BinaryIO, file)
        return sent


_TERMS = [
    OpenApiParameter("pack", str, description="Of an archive: the name of a pack."),
    OpenApiParameter("limit", float, description="Of an archive: points for all."),
    OpenApiParameter("editions", str, description="Of an archive: as in the document."),
    OpenApiParameter("strict", bool, description="Of an archive: true by itself."),
    OpenApiParameter("fixes", bool, description="Of an archive: try fixes."),
]


@extend_schema(
    operation_id="begin_bulk_check",
    methods=["POST"],
    tags=["Reviews and odds"],
    summary="Check thousands of rosters in the background",
    description=(
        "Send rosters in a document, or a zip archive of them with the terms in the"
        " address. Answers at once with the check and its address; ask there until its"
        " state is done. Files that cannot be read are told with the reason, each once;"
        f" at most {MOST_BULK_FILES:,} files. It is kept for a week."
    ),
    parameters=[IDEMPOTENCY_KEY, *_TERMS],
    request=POSTED_BULK_CHECK,
    examples=[EXAMPLE_BULK_CHECK],
    responses=answers(
        {202: ref("BulkCheck")},
        *(*BODY, "not-signed-in", "forbidden", "bad-header", "key-reused"),
        *("bad-parameter", "unknown-parameter", "too-many-waiting", "keeping-spent"),
    ),
)
@extend_schema(
    operation_id="list_bulk_checks",
    methods=["GET"],
    tags=["Reviews and odds"],
    summary="The bulk checks that you keep, the newest first",
    parameters=[*PAGING],
    responses=answers(
        {200: listed("BulkCheck")}, "not-signed-in", "not-found", "bad-parameter"
    ),
)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
@parser_classes([DocumentParser, ArchiveParser])
@takes(GET=PAGES, POST=TERMS)
def bulk_checks(request: Request) -> Response:
    if request.method == "GET":
        mine = own_checks(request._request).select_related("job")
        return paged(request, mine, lambda one: bulk_document(request, one))
    sent = request.data
    with sent.file if isinstance(sent, SentArchive) else nullcontext():
        begun = answered_before(request) or _begun(request)
    check = _own(request, begun["id"])
    document = bulk_document(request, check)
    headers = {"Location": document["url"], "Retry-After": str(SOON)}
    return Response(document, status=202, headers=headers)


def _begun(request: Request) -> Any:
    """Begin a bulk check; what is kept of it by its key is its id alone."""
    document, intake = _posted(request)
    terms = posted_terms(request, document)
    asked = document.get("pack")
    name = asked if isinstance(asked, str) else terms.pack.name if terms.pack else ""
    kept = kept_terms(terms, name, request._request)

    def make() -> dict[str, Any]:
        try:
            check = begin_check(request._request, intake, kept, "")
        except KeepError as problem:
            raise Refused("keeping-spent", str(problem), wait=KEPT_AGAIN) from None
        return {"id": check.public_id}

    return once(request, make)


def _posted(request: Request) -> tuple[dict[str, Any], Intake]:
    """Return the terms of a request as a document, and its files."""
    sent = request.data
    if isinstance(sent, SentArchive):
        files = unpacked([(ROOT, sent.file)], BULK)
        return _terms_of_address(request), _packed(files)
    if request.query_params:
        text = "Terms in the address are those of an archive; put them into the body."
        raise Refused("unknown-parameter", text, parameters=[*request.query_params])
    document = body(request, ("rosters",), TERMS)
    rosters = document["rosters"]
    if not isinstance(rosters, list) or not 1 <= len(rosters) <= MOST_BULK_FILES:
        text = f"expected a list of 1 to {MOST_BULK_FILES:,} rosters"
        raise DocumentError("/rosters", text)
    these = (
        ArmyFile(f"rosters/{index}", canonical(roster))
        for index, roster in enumerate(rosters)
    )
    return document, _packed(these)


def _packed(files: Iterable[ArmyFile]) -> Intake:
    try:
        intake = in_parcels(with_twins(files))
    except UnpackError as problem:
        raise Refused("bad-document", str(problem)) from None
    if not intake.files:
        raise Refused("bad-document", "There is no file in the archive.")
    return intake


def _terms_of_address(request: Request) -> dict[str, Any]:
    """Return the terms in an address as the document has them."""
    given = request.query_params
    found: dict[str, Any] = {
        name: text_parameter(request, name, LONGEST_TERM)
        for name in ("pack", "editions")
        if name in given
    }
    for name in ("strict", "fixes"):
        if name in given:
            found[name] = yes_no_parameter(request, name)
    if "limit" in given:
        try:
            found["limit"] = json.loads(given["limit"][:20])
        except ValueError:
            raise bad_parameter("limit", "a number") from None
    return found


@extend_schema(
    operation_id="read_bulk_check",
    methods=["GET"],
    tags=["Reviews and odds"],
    summary="How far a bulk check is, and how many verdicts there are of each kind",
    description="Shown to who began it; to everybody else there is none.",
    responses=answers({200: ref("BulkCheck")}, "not-signed-in", "not-found"),
)
@extend_schema(
    operation_id="delete_bulk_check",
    methods=["DELETE"],
    tags=["Reviews and odds"],
    summary="Cancel a bulk check and forget it",
    description="No more files are judged; its files and verdicts are deleted.",
    responses=answers(
        {204: nothing("It is gone.")}, "not-signed-in", "forbidden", "not-found"
    ),
)
@api_view(["GET", "DELETE"])
@permission_classes([IsAuthenticated])
@takes()
def bulk_check(request: Request, bulk: str) -> Response:
    check = _own(request, bulk)
    if request.method == "DELETE":
        delete_check(check)
        return Response(status=204)
    document = bulk_document(request, check)
    is_running = document["state"] == "running"
    headers = {"Retry-After": str(SOON)} if is_running else {}
    return Response(document, headers=headers)


@extend_schema(
    operation_id="list_bulk_verdicts",
    tags=["Reviews and odds"],
    summary="The verdicts of a bulk check so far, in the order of its files",
    parameters=[
        *PAGING,
        OpenApiParameter("word", str, enum=[*WORDS], description="Of these alone."),
        OpenApiParameter("reason", str, description="With this reason alone."),
    ],
    responses=answers(
        {200: listed("Verdict")}, "not-signed-in", "not-found", "bad-parameter"
    ),
)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
@takes(GET=(*PAGES, "word", "reason"))
def bulk_verdicts(request: Request, bulk: str) -> Response:
    word = choice_parameter(request, "word", WORDS, "")
    reason = text_parameter(request, "reason", LONGEST_REASON)
    found = verdicts_of(_own(request, bulk), word, reason, "file")
    return paged(request, found, _verdict)


# Programs that make clients of the schema know JSON alone; `formats.md` tells of it.
@extend_schema(exclude=True)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
@takes()
def bulk_verdict_lines(request: Request, bulk: str) -> StreamingHttpResponse:
    lines = json_lines(_own(request, bulk))
    return StreamingHttpResponse(lines, content_type="application/x-ndjson")


def _verdict(kept: BulkVerdict) -> dict[str, Any]:
    return dict(kept.document)


def _own(request: Request, bulk: str) -> BulkCheck:
    try:
        return own_check(request._request, bulk)
    except Http404:
        raise Refused("not-found", NO_CHECK) from None


def bulk_document(request: Request, check: BulkCheck) -> dict[str, Any]:
    """Return the document of a bulk check: its state and its sums."""
    progress = progress_of(check, timezone.now())
    here = reverse("api:bulk_check", args=[check.public_id], request=request)
    return {
        "id": check.public_id,
        "url": here,
        "state": progress.state,
        "files": progress.files,
        "done": progress.done,
        "words": dict(progress.words),
        "reasons": [
            {"reason": reason, "files": files}
            for reason, files in progress.reasons.items()
        ],
        "same": [{"file": one, "same_as": other} for one, other in progress.twins],
        "seconds_left": progress.left,
        "error": progress.error,
        "created_at": check.created_at.isoformat(),
        "kept_until": check.kept_until.isoformat(),
        "verdicts": f"{here}verdicts/",
        "lines": f"{here}verdicts.jsonl",
    }

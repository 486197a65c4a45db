"""Books and their editions; an edition never changes, so it may be kept for ever."""

from typing import Any

from django.http import HttpResponseNotModified
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.api.answers import answers, nothing
from armybuilder.api.openapi import PAGING, listed, ref
from armybuilder.api.pages import PAGES, paged
from armybuilder.api.request_data import takes
from armybuilder.books import editions
from armybuilder.books.models import Edition
from armybuilder.books.viewers import is_public
from rulesets.games import find_game

FOR_EVER = "public, max-age=31536000, immutable"


@extend_schema(
    operation_id="list_books",
    tags=["Books"],
    summary="The newest edition of every book",
    parameters=[
        OpenApiParameter("game", str, description="Only books of this game."),
        *PAGING,
    ],
    responses=answers({200: listed("EditionSummary")}, "bad-parameter", "not-found"),
)
@api_view(["GET"])
@takes(GET=("game", *PAGES))
def list_books(request: Request) -> Response:
    game = request.query_params.get("game")
    known = game is None or find_game(game) is not None
    found = editions.newest(game) if known else ()
    return paged(request, found, lambda edition: summary(request, edition))


@extend_schema(
    operation_id="read_book",
    tags=["Books"],
    summary="A book: its newest edition, and all of them",
    responses=answers({200: ref("Book")}, "not-found"),
)
@api_view(["GET"])
@takes()
def read_book(request: Request, key: str) -> Response:
    found = editions.editions_of(key)
    newest = next((edition for edition in found if edition.is_offered), None)
    if newest is None:
        raise NotFound(f"No edition of a book {key!r} is offered.")
    documents = [
        {**summary(request, edition), "offered": edition.is_offered}
        for edition in found
    ]
    return Response({**summary(request, newest), "editions": documents})


@extend_schema(
    operation_id="read_edition",
    tags=["Books"],
    summary="An edition with its whole document",
    description=(
        "The document's SHA-256 is the ETag; send it as If-None-Match to be told that"
        " nothing changed."
    ),
    responses=answers({200: ref("Edition"), 304: nothing("Not modified")}, "not-found"),
)
@api_view(["GET"])
@takes()
def read_edition(
    request: Request, key: str, number: int
) -> Response | HttpResponseNotModified:
    edition = editions.find_edition(key, number)
    if edition is None:
        raise NotFound(f"There is no edition {number} of {key!r}.")
    kept = FOR_EVER if is_public(edition) else "private, no-cache"
    headers = {"ETag": f'"{edition.sha256}"', "Cache-Control": kept}
    if headers["ETag"] in request.headers.get("If-None-Match", ""):
        return HttpResponseNotModified(headers=headers)
    document = {**summary(request, edition), "document": edition.document}
    return Response(document, headers=headers)


def summary(request: Request, edition: Edition) -> dict[str, Any]:
    """Return an edition without its document."""
    key, number = edition.book.key, edition.number
    return {
        "key": key,
        "name": edition.book.name,
        "game": edition.book.game,
        "edition": number,
        "sha256": edition.sha256,
        "published_at": edition.published_at.isoformat(),
        "notes": edition.notes,
        "url": reverse("api:edition", args=[key, number], request=request),
    }

"""Packs that are kept here and their versions; a version never changes."""

from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpResponseNotModified
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.api.answers import answers, nothing
from armybuilder.api.openapi import PAGING, listed, ref
from armybuilder.api.pages import PAGES, paged
from armybuilder.api.request_data import takes
from armybuilder.packs.access import versions_for
from armybuilder.packs.models import PackVersion

MOST_NUMBER = 2**31 - 1


@extend_schema(
    operation_id="list_packs",
    tags=["Packs"],
    summary="The newest version of every pack that you may see",
    description="Public packs; with a token your own, and those shared with you, too.",
    parameters=[
        OpenApiParameter("game", str, description="Only packs of this game."),
        *PAGING,
    ],
    responses=answers(
        {200: listed("PackVersionSummary")}, "bad-parameter", "not-found"
    ),
)
@api_view(["GET"])
@permission_classes([AllowAny])
@takes(GET=("game", *PAGES))
def list_packs(request: Request) -> Response:
    found = versions_for(request.user).filter(pack__retired_at=None)
    newest = PackVersion.objects.filter(pack=OuterRef("pack")).order_by("-number")
    found = found.filter(pk=Subquery(newest.values("pk")[:1])).defer("document")
    game = request.query_params.get("game")
    if game is not None:
        found = found.filter(pack__game=game.replace("\x00", ""))
    rows = found.order_by("pack__game", "pack__name", "pack__key")
    return paged(request, rows, lambda version: summary(request, version))


@extend_schema(
    operation_id="read_pack",
    tags=["Packs"],
    summary="A pack: its newest version, and all of them",
    responses=answers({200: ref("KeptPack")}, "not-found"),
)
@api_view(["GET"])
@permission_classes([AllowAny])
@takes()
def read_pack(request: Request, key: str) -> Response:
    found = list(_versions(request, key).defer("document"))
    if not found:
        raise NotFound(f"There is no pack {key!r}.")
    versions = [summary(request, version) for version in found]
    return Response({**versions[0], "versions": versions})


@extend_schema(
    operation_id="read_pack_version",
    tags=["Packs"],
    summary="A version of a pack with its whole document",
    description=(
        "The document's SHA-256 is the ETag; send it as If-None-Match to be told that"
        " nothing changed."
    ),
    responses=answers(
        {200: ref("PackVersion"), 304: nothing("Not modified")}, "not-found"
    ),
)
@api_view(["GET"])
@permission_classes([AllowAny])
@takes()
def read_version(
    request: Request, key: str, number: int
) -> Response | HttpResponseNotModified:
    found = _versions(request, key).filter(number=min(number, MOST_NUMBER))
    version = found.first()
    if version is None:
        raise NotFound(f"There is no version {number} of a pack {key!r}.")
    headers = {"ETag": f'"{version.sha256}"', "Cache-Control": "private, no-cache"}
    if headers["ETag"] in request.headers.get("If-None-Match", ""):
        return HttpResponseNotModified(headers=headers)
    document = {**summary(request, version), "document": version.document}
    return Response(document, headers=headers)


def _versions(request: Request, key: str) -> QuerySet[PackVersion]:
    return versions_for(request.user).filter(pack__key=key).order_by("-number")


def summary(request: Request, version: PackVersion) -> dict[str, Any]:
    """Return a version without its document."""
    key, number = version.pack.key, version.number
    return {
        "key": key,
        "name": version.pack.name,
        "game": version.pack.game,
        "version": number,
        "sha256": version.sha256,
        "published_at": version.published_at.isoformat(),
        "asked_by": version.label,
        "url": reverse("api:pack_version", args=[key, number], request=request),
    }

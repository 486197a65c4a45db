"""Folder, tags and archive of an army, and finding armies by them."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.api.answers import BODY, MINE, answers
from armybuilder.api.examples import EXAMPLE_FILING
from armybuilder.api.openapi import obj, posted, ref
from armybuilder.api.preconditions import IF_AT, refuse_stale
from armybuilder.api.request_data import (
    body,
    choice_parameter,
    posted_yes_no,
    takes,
    text_parameter,
)
from armybuilder.armies import access, folders
from armybuilder.armies.folders import (
    LONGEST_SEARCH,
    MOST_TAGS,
    ORDERS,
    Search,
    distinct_tags,
)
from armybuilder.armies.models import FOLDER_LENGTH, TAG_LENGTH, Army
from rulesets.documents.json import DocumentError
from rulesets.games import GAMES

SEARCH = ("archived", "q", "tag", "folder", "game", "sort")
"""The parameters that a list of armies is searched and sorted by."""


def _text_asked(name: str, most: int, told: str) -> OpenApiParameter:
    schema = {"type": "string", "maxLength": most}
    return OpenApiParameter(name, schema, description=told)


SEARCHING = (
    OpenApiParameter(
        "archived",
        bool,
        description="Only those in the archive, or only the others; else both.",
    ),
    _text_asked("q", LONGEST_SEARCH, "Words of a name, a folder, a tag or a book."),
    _text_asked("tag", TAG_LENGTH, "Those with this tag."),
    _text_asked("folder", FOLDER_LENGTH, "Those in this folder."),
    OpenApiParameter("game", str, enum=[*GAMES], description="Those of a game."),
    OpenApiParameter(
        "sort",
        str,
        enum=[*ORDERS],
        default="changed",
        description="By points, those of one game stand together.",
    ),
)


def filing(army: Army) -> dict[str, Any]:
    """Return where its owner keeps an army; nobody else is told."""
    return {
        "folder": army.folder,
        "tags": [tag.name for tag in army.tags.all()],
        "archived_at": army.archived_at.isoformat() if army.archived_at else None,
    }


def asked_search(request: Request) -> Search:
    """Return the search of an address; raises Refused for a value that is unknown."""
    return Search(
        words=text_parameter(request, "q", LONGEST_SEARCH),
        game=choice_parameter(request, "game", GAMES, ""),
        tag=text_parameter(request, "tag", TAG_LENGTH),
        folder=text_parameter(request, "folder", FOLDER_LENGTH),
        order=choice_parameter(request, "sort", ORDERS, "changed"),
    )


def posted_filing(document: Mapping[str, Any], army: Army) -> tuple[str, list[str]]:
    """Return the folder and the tags of a body; what it leaves out stays."""
    folder = document.get("folder", army.folder)
    if not isinstance(folder, str) or len(folder) > FOLDER_LENGTH:
        text = f"expected a text of at most {FOLDER_LENGTH} characters"
        raise DocumentError("/folder", text)
    tags = (
        document["tags"]
        if "tags" in document
        else [tag.name for tag in army.tags.all()]
    )
    if not isinstance(tags, list) or not all(
        isinstance(tag, str) and "," not in tag for tag in tags
    ):
        raise DocumentError("/tags", "expected a list of texts without commas")
    try:
        return " ".join(folder.split()), [*distinct_tags(tags)]
    except ValueError as problem:
        raise DocumentError("/tags", str(problem)) from None


@extend_schema(
    operation_id="file_army",
    tags=["Armies"],
    summary="The folder and the tags of an army, and whether it is in the archive",
    description="What is not sent stays. The army's revision does not change.",
    parameters=[IF_AT],
    request=posted(
        {
            **obj(
                {
                    "folder": {"type": "string", "maxLength": FOLDER_LENGTH},
                    "tags": {
                        "type": "array",
                        "items": {
                            "type": "string",
                            "maxLength": TAG_LENGTH,
                            "pattern": "^[^,]*$",
                        },
                        "maxItems": MOST_TAGS,
                    },
                    "archived": {"type": "boolean"},
                },
                [],
            ),
            "minProperties": 1,
        }
    ),
    examples=[EXAMPLE_FILING],
    responses=answers({200: ref("Filing")}, *BODY, *MINE, "bad-header", "stale"),
)
@api_view(["PUT"])
@permission_classes([IsAuthenticated])
@takes()
def file_army(request: Request, public_id: str) -> Response:
    mine = access.own_army(request._request, public_id)
    document = body(request, (), ("folder", "tags", "archived"))
    folder, tags = posted_filing(document, mine)
    was = mine.archived_at is not None
    archived = posted_yes_no(document, "archived", usual=was)
    refuse_stale(request, mine)
    folders.file_army(mine, folder, tags)
    if archived != was:
        (folders.archive if archived else folders.unarchive)(mine)
    mine.refresh_from_db()
    return Response(filing(mine))

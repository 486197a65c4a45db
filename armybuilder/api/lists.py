"""Lists as text over the API: read into a roster, line by line, and reviewed."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.api.answers import answers
from armybuilder.api.examples import EXAMPLE_ANSWERS, EXAMPLE_LIST
from armybuilder.api.list_schemas import MOST_CORRECTIONS, POSTED_LIST
from armybuilder.api.openapi import posted, ref
from armybuilder.api.request_data import body, takes
from armybuilder.api.reviews import JUDGING
from armybuilder.armies.allowances import paying
from armybuilder.books.bookshelf import SiteBookshelf
from rulesets.documents.json import DocumentError
from rulesets.games import find_game
from rulesets.list_text import ListTextError, read_list, read_list_document
from rulesets.list_text.list_values import ReadList
from rulesets.reviews.review_document import review_document


@extend_schema(
    operation_id="read_list",
    tags=["Reviews and odds"],
    summary="Read a list as text: any builder’s, or plain lines",
    description=(
        "Each line is told with what it was understood as, and how surely: sure ones"
        " need nobody, likely ones ask whether the first candidate is right, open ones"
        " what they are. Send the text again with corrections: by the key of a line or"
        " of a part of it, “yes”, “out” or the key of a candidate; by “book” the key of"
        " the book. The roster holds what was understood; the list is settled once"
        " nothing asks. Points are ours; where the text says others, both are told."
    ),
    request=posted(POSTED_LIST),
    examples=[EXAMPLE_LIST, EXAMPLE_ANSWERS],
    responses=answers({200: ref("ReviewedList")}, *JUDGING),
)
@api_view(["POST"])
@permission_classes([AllowAny])
@takes()
def read_text(request: Request) -> Response:
    with paying(request._request):
        document = body(request, ("text",), ("game", "book", "corrections"))
        read = _read(document)
        told = None if read.review is None else review_document(read.review)
        return Response({"list": read_list_document(read), "review": told})


def _read(document: dict[str, Any]) -> ReadList:
    for name in ("text", "game", "book"):
        value = document.get(name, "")
        if not isinstance(value, str) and (name == "text" or value is not None):
            raise DocumentError(f"/{name}", "expected a text")
    game, book = document.get("game"), document.get("book")
    if game is not None and find_game(game) is None:
        raise DocumentError("/game", f"there is no game {game[:80]!r}")
    try:
        read = read_list(
            document["text"], SiteBookshelf(), game, book, _corrections(document)
        )
    except ListTextError as problem:
        raise DocumentError("/text", str(problem)) from None
    if book is not None and read.book != book:
        raise DocumentError("/book", f"there is no book {book[:80]!r} of this game")
    return read


def _corrections(document: dict[str, Any]) -> dict[str, str]:
    """Return the corrections of a body: texts by texts."""
    found = document.get("corrections", {})
    if not isinstance(found, dict) or len(found) > MOST_CORRECTIONS:
        text = f"expected an object of at most {MOST_CORRECTIONS:,} answers"
        raise DocumentError("/corrections", text)
    for key, value in found.items():
        if not isinstance(value, str):
            place = str(key)[:80].replace("~", "~0").replace("/", "~1")
            raise DocumentError(f"/corrections/{place}", "expected a text")
    return found

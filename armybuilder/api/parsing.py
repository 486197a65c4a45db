"""Request bodies: JSON read by the rules of all our documents, within bounds."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from armybuilder.api.errors import RequestTooLarge
from rulesets.documents import DocumentError, parse


class DocumentParser(BaseParser):
    """Reads a JSON body; refuses what no document of ours may be."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        raw = stream.read(most + 1)
        if len(raw) > most:
            raise RequestTooLarge(f"The request is larger than {most:,} bytes.")
        return parse(raw)


def body(
    request: Request, required: tuple[str, ...], optional: tuple[str, ...] = ()
) -> Any:
    """Return the body of a request, an object with just these fields."""
    document = request.data
    if not isinstance(document, dict) or not document:
        wanted = ", ".join((*required, *optional))
        raise DocumentError("", f"expected an object with {wanted}")
    absent = [key for key in required if key not in document]
    if absent:
        raise DocumentError("", f"missing: {', '.join(absent)}")
    known = (*required, *optional)
    for key in document:
        if key not in known:
            where = "/" + str(key)[:80].replace("~", "~0").replace("/", "~1")
            raise DocumentError(where, f"unknown; expected only {', '.join(known)}")
    return document


def within(where: str, problem: DocumentError) -> DocumentError:
    """Return an error of a part of the body with its place in the whole."""
    return DocumentError(f"{where}{problem.where}", problem.text)

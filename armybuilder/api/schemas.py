"""The JSON Schemas of our documents at lasting addresses, each whole in itself."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import condition, require_safe

from rulesets.documents.json import sha256
from rulesets.documents.schema import FOLDER, schema

NAMES = frozenset(
    file.name.removesuffix(".schema.json")
    for file in FOLDER.iterdir()
    if file.name.endswith(".schema.json")
)
"""The documents that have a schema."""

CACHED = "public, max-age=3600"


def _tag(request: HttpRequest, name: str) -> str | None:
    return f'"{sha256(schema(name))}"' if name in NAMES else None


@require_safe
@condition(etag_func=_tag)
def serve_schema(request: HttpRequest, name: str) -> HttpResponse:
    """Return the schema of a kind of document, such as ``book``.

    Its ``$id`` is its address, which a document may name as its ``$schema``.
    """
    if name not in NAMES:
        raise Http404("There is no such schema.")
    address = request.build_absolute_uri(reverse("schema", args=[name]))
    document = {**schema(name), "$id": address}
    return HttpResponse(
        json.dumps(document, indent=1, ensure_ascii=False),
        content_type="application/schema+json",
        headers={"Cache-Control": CACHED, "Access-Control-Allow-Origin": "*"},
    )

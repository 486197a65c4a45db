"""The API's own description: where things are, the schema, and a page to try it."""

from collections.abc import Iterable
from types import SimpleNamespace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.decorators import api_view, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.accounts.cpu_budget import allowance
from armybuilder.api.codes import CODES
from armybuilder.api.reference import components, groups
from armybuilder.api.request_data import bad_parameter, refuse_others, takes
from armybuilder.api.throttles import ANONYMOUS, READS, SIGNED_IN

FORMATS = ("json", "yaml")


class ByParameter(DefaultContentNegotiation):
    """The renderer that ``format`` names, and no other parameter; or the headers."""

    settings = SimpleNamespace(URL_FORMAT_OVERRIDE="format")  # type: ignore[assignment]

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        refuse_others(request, ("format",))
        if request.query_params.get("format", "json") not in FORMATS:
            raise bad_parameter("format", " or ".join(FORMATS))
        chosen: tuple[BaseRenderer, str] = super().select_renderer(
            request, renderers, format_suffix
        )
        return chosen


class SchemaView(SpectacularAPIView):
    """The schema: YAML, or JSON with ``?format=json``."""

    throttle_classes = ()
    permission_classes = (AllowAny,)
    content_negotiation_class = ByParameter


read_schema = SchemaView.as_view()


@extend_schema(exclude=True)
@api_view(["GET"])
@takes()
def read_root(request: Request) -> Response:
    names = (
        *("games", "books", "packs", "drafts", "armies", "reviews", "checks", "odds"),
        *("comparisons", "events", "schema", "docs"),
    )
    return Response({name: reverse(f"api:{name}", request=request) for name in names})


@extend_schema(exclude=True)
@api_view(["GET", "POST", "PUT", "PATCH", "DELETE"])
@permission_classes([AllowAny])
def not_found(request: Request) -> Response:
    raise NotFound("The API has nothing at this address.")


@require_safe
def show_docs(request: HttpRequest) -> HttpResponse:
    context = {
        "groups": groups(),
        "components": components(),
        "codes": CODES.values(),
        "signed_in": SIGNED_IN,
        "anonymous": ANONYMOUS,
        "odds": allowance(),
        "reads": READS.replace("/min", " a minute"),
    }
    return render(request, "api/show_docs.html", context)


@require_safe
def try_api(request: HttpRequest) -> HttpResponse:
    return render(request, "api/try_api.html")

"""The API's own description: where things are, the schema, and a page to try it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.decorators import api_view, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.accounts.spending import allowance
from armybuilder.api.reference import components, groups
from armybuilder.api.throttling import ANONYMOUS, READS, SIGNED_IN

read_schema = SpectacularAPIView.as_view(
    throttle_classes=[], permission_classes=[AllowAny]
)


@extend_schema(exclude=True)
@api_view(["GET"])
def read_root(request: Request) -> Response:
    names = (
        *("games", "books", "armies", "reviews", "checks", "odds", "comparisons"),
        *("schema", "docs"),
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
        "signed_in": SIGNED_IN,
        "anonymous": ANONYMOUS,
        "odds": allowance(),
        "reads": READS.replace("/min", " a minute"),
    }
    return render(request, "api/show_docs.html", context)


@require_safe
def try_api(request: HttpRequest) -> HttpResponse:
    return render(request, "api/try_api.html")

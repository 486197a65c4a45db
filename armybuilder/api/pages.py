"""Lists in pages."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.models import QuerySet
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.api.request_data import whole_parameter

Row = TypeVar("Row")
USUAL_SIZE = 50
LARGEST_SIZE = 200
MOST_PAGES = 10**9 - 1
PAGES = ("page", "page_size")
"""The parameters that a list in pages takes."""


class Pages(PageNumberPagination):
    """Pages of 50, or of ``page_size`` up to 200."""

    page_size = USUAL_SIZE
    page_size_query_param = "page_size"
    max_page_size = LARGEST_SIZE


def paged(
    request: Request,
    rows: QuerySet[Any] | Sequence[Row],
    document: Callable[[Row], dict[str, Any]],
) -> Response:
    """Return one page of rows as documents, with the addresses of its neighbours."""
    whole_parameter(request, "page", 1, MOST_PAGES)
    whole_parameter(request, "page_size", USUAL_SIZE, LARGEST_SIZE)
    pages = Pages()
    page = pages.paginate_queryset(rows, request) or []
    return pages.get_paginated_response([document(row) for row in page])

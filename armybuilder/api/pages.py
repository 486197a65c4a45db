"""Lists in pages."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

Row = TypeVar("Row", bound=Model)


class Pages(PageNumberPagination):
    """Pages of 50, or of ``page_size`` up to 200."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


def paged(
    request: Request,
    rows: QuerySet[Row] | Sequence[Row],
    document: Callable[[Row], dict[str, Any]],
) -> Response:
    """Return one page of rows as documents, with the addresses of its neighbours."""
    pages = Pages()
    page = pages.paginate_queryset(rows, request) or []
    return pages.get_paginated_response([document(row) for row in page])

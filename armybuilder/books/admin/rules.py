"""Special rules, limits and rules that are not enforced, as lists of their own.

A book's page shows them too while they are few.
"""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from armybuilder.books.admin.access import AuthoredAdmin
from armybuilder.books.admin.forms import LimitForm, PartForm, SpecialRuleForm
from armybuilder.books.admin.inlines import LimitInline, with_counts
from armybuilder.books.models import Limit, PrintedRule, SpecialRule

BOOKS: list[Any] = ["book__game", ("book", admin.RelatedOnlyFieldListFilter)]


@admin.register(SpecialRule)
class SpecialRuleAdmin(AuthoredAdmin):
    form = SpecialRuleForm
    list_display = ["name", "book", "source", "position"]
    list_editable = ["position"]
    list_filter = BOOKS
    list_select_related = ["book"]
    search_fields = ["name", "key", "summary", "book__name"]
    ordering = ["book__name", "position", "pk"]
    fields = [
        "book",
        ("name", "key"),
        "summary",
        "source",
        "effects",
        "left_out",
        "position",
    ]


@admin.register(PrintedRule)
class PrintedRuleAdmin(AuthoredAdmin):
    form = PartForm
    list_display = ["title", "book", "status", "source", "position"]
    list_editable = ["position"]
    list_filter = [*BOOKS, "status"]
    list_select_related = ["book"]
    search_fields = ["title", "text", "book__name"]
    ordering = ["book__name", "position", "pk"]
    fields = ["book", "title", "status", "text", "source", "position"]


@admin.register(Limit)
class LimitAdmin(AuthoredAdmin):
    """Every limit of a book, whatever it belongs to; a new one is the book's."""

    form = LimitForm
    list_display = ["title", "key", "owner_name", "book", "severity", "source"]
    list_filter = [*BOOKS, "severity"]
    list_select_related = ["book", "unit", "item", "model_type", "option"]
    search_fields = ["title", "key", "source", "unit__name", "item__name"]
    ordering = ["book__name", "position", "pk"]
    readonly_fields = ["owner"]
    fieldsets = [
        (None, {"fields": ["book", "owner"]}),
        *LimitInline.fieldsets,
    ]

    def get_form(
        self,
        request: HttpRequest,
        obj: Any = None,
        change: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        return with_counts(form, obj) if obj is not None else form

    @admin.display(description="belongs to")
    def owner_name(self, limit: Limit) -> str:
        owner = limit.unit or limit.item or limit.model_type or limit.option
        return str(owner) if owner is not None else "the whole book"

    @admin.display(description="belongs to")
    def owner(self, limit: Limit) -> SafeString | str:
        for above in (limit.unit, limit.item, limit.model_type, limit.option):
            if above is not None:
                page = f"admin:books_{above._meta.model_name}_change"
                address = reverse(page, args=[above.pk])
                return format_html('<a href="{}">{}</a>', address, above)
        return "the whole book"

"""Units, types of model, slots and options in the admin."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from armybuilder.books.admin.access import AuthoredAdmin
from armybuilder.books.admin.choices import (
    ITEMS,
    category_choices,
    item_suggestions,
    list_choices,
    type_choices,
)
from armybuilder.books.admin.forms import (
    ModelTypeForm,
    OptionForm,
    PartForm,
    SlotForm,
    UnitForm,
)
from armybuilder.books.admin.inlines import (
    LimitInline,
    ModelTypeInline,
    OptionInline,
    OptionTableInline,
    ProfileInline,
    SlotInline,
    UnitRuleInline,
)
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.models import ModelType, Option, OptionList, Slot, Unit
from armybuilder.books.sheets import unit_sheet
from rulesets.books.load import BookError, read_book
from rulesets.core.points import points_text
from rulesets.games import find_game

MOST_AT_LENGTH = 20
"""Options of one slot that its page shows with all that they say."""


@admin.register(Unit)
class UnitAdmin(AuthoredAdmin):
    form = UnitForm
    list_display = ["name", "book", "category", "type", "price", "carries", "position"]
    list_editable = ["position"]
    list_filter = [
        "book__game",
        ("book", admin.RelatedOnlyFieldListFilter),
        "type",
        "category",
    ]
    list_select_related = ["book"]
    search_fields = ["name", "key", "book__name", "rules__key", "items"]
    search_help_text = "Name, key, book, special rule or item."
    ordering = ["book__name", "position", "pk"]
    readonly_fields = ["sheet", "book_link"]
    inlines = [
        ProfileInline,
        UnitRuleInline,
        SlotInline,
        ModelTypeInline,
        LimitInline,
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        found: QuerySet = super().get_queryset(request)
        annotated: QuerySet = found.annotate(rule_count=Count("rules"))
        return annotated

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return self.inlines if obj is not None else []

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        first = ["book_link" if obj else "book", ("name", "key"), ("category", "type")]
        more = [("tags", "slots_taken", "per_slot"), "changes"]
        more += ["renamed_from", "position"]
        sheets = [("The sheet as saved", {"fields": ["sheet"]})] if obj else []
        return [
            *sheets,
            (None, {"fields": [*first, ("points", "size", "footprint"), "items"]}),
            ("Text", {"fields": ["note", "source"]}),
            ("More", {"classes": ["collapse"], "fields": more}),
        ]

    def get_form(
        self,
        request: HttpRequest,
        obj: Any = None,
        change: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        if obj is not None:
            for name, choices in (
                ("category", category_choices(obj.book, obj.category)),
                ("type", type_choices(obj.book, obj.type)),
            ):
                if name in form.base_fields:
                    form.base_fields[name] = forms.ChoiceField(
                        choices=choices, required=False
                    )
        return form

    def response_add(
        self, request: HttpRequest, obj: Any, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Go on to the new unit's page, where its stat line is written."""
        if "_addanother" in request.POST:
            return super().response_add(request, obj, post_url_continue)
        self.message_user(request, f"{obj} was added. Now give it a stat line.")
        return HttpResponseRedirect(reverse("admin:books_unit_change", args=[obj.pk]))

    @admin.display(description="points", ordering="points")
    def price(self, unit: Unit) -> str:
        return points_text(unit.points)

    @admin.display(description="rules", ordering="rule_count")
    def carries(self, unit: Any) -> int:
        count: int = unit.rule_count
        return count

    @admin.display(description="book")
    def book_link(self, unit: Unit) -> SafeString:
        address = reverse("admin:books_book_change", args=[unit.book_id])
        return format_html('<a href="{}">{}</a>', address, unit.book)

    @admin.display(description="")
    def sheet(self, unit: Unit) -> str:
        return preview(unit)


def preview(unit: Unit) -> str:
    """Return the unit's sheet as players would see it, or the error in its way."""
    game = find_game(unit.book.game)
    try:
        book = read_book(read_draft(unit.book).document)
    except BookError as problem:
        return format_html(
            '<p class="errornote">The draft is not a book yet. At {}: {}.</p>',
            problem.where or "/",
            problem.text,
        )
    if game is None:
        return f"There is no game {unit.book.game}."
    sheet = unit_sheet(game, book, book.units[unit.key])
    return render_to_string("admin/books/unit/sheet.html", {"sheet": sheet})


class _BelowUnit(AuthoredAdmin):
    """The parts of a unit with pages of their own; they are added from there."""

    list_filter = [("book", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["book"]
    readonly_fields = ["owner"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = super().get_readonly_fields(request, obj)
        return [name for name in fields if name != "book"]

    @admin.display(description="belongs to")
    def owner(self, row: Any) -> SafeString | str:
        for name in ("unit", "model_type", "slot", "option_list", "option"):
            above = getattr(row, name, None)
            if above is not None:
                page = f"admin:books_{above._meta.model_name}_change"
                address = reverse(page, args=[above.pk])
                return format_html('<a href="{}">{}</a>', address, above)
        address = reverse("admin:books_book_change", args=[row.book_id])
        return format_html('<a href="{}">{}</a>', address, row.book)


@admin.register(ModelType)
class ModelTypeAdmin(_BelowUnit):
    form = ModelTypeForm
    list_display = ["name", "unit", "book", "min", "max"]
    list_select_related = ["book", "unit"]
    search_fields = ["name", "key", "unit__name"]
    inlines = [SlotInline, LimitInline]
    fieldsets = [
        (
            None,
            {"fields": ["owner", ("name", "key"), ("points", "min", "max", "start")]},
        ),
        (
            "More",
            {
                "fields": [
                    "profile",
                    "rules",
                    "items",
                    "tags",
                    "renamed_from",
                    "changes",
                ]
            },
        ),
    ]


@admin.register(Slot)
class SlotAdmin(_BelowUnit):
    form = SlotForm
    list_display = ["name", "owner_name", "book", "from_list", "options_count"]
    list_select_related = ["book", "unit", "model_type", "option"]
    search_fields = ["name", "key", "unit__name", "options__name", "options__item"]
    readonly_fields = ["owner", "listed"]
    fieldsets = [
        (None, {"fields": ["owner", ("name", "key"), ("min", "max"), "default"]}),
        (
            "A list instead of options of its own",
            {"fields": ["from_list", "listed", "only", "left_out"]},
        ),
        ("Message", {"fields": ["title", "source"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        found: QuerySet = super().get_queryset(request)
        annotated: QuerySet = found.annotate(option_count=Count("options"))
        return annotated

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        if obj is None or (obj.from_list and not obj.option_count):
            return []
        long = obj.option_count > MOST_AT_LENGTH
        return [OptionTableInline if long else OptionInline]

    def get_form(
        self,
        request: HttpRequest,
        obj: Any = None,
        change: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        if obj is not None and "from_list" in form.base_fields:
            form.base_fields["from_list"] = forms.ChoiceField(
                label="List", choices=list_choices(obj.book), required=False
            )
        return form

    def suggestions(self, row: Any) -> dict[str, list[tuple[str, str]]]:
        return {ITEMS: item_suggestions(row.book)}

    @admin.display(description="options", ordering="option_count")
    def options_count(self, slot: Any) -> int:
        count: int = slot.option_count
        return count

    @admin.display(description="belongs to")
    def owner_name(self, slot: Slot) -> str:
        return str(slot.unit or slot.model_type or slot.option or slot.book)

    @admin.display(description="options of the list")
    def listed(self, slot: Slot) -> SafeString | str:
        named = OptionList.objects.filter(book=slot.book_id, key=slot.from_list).first()
        if named is None:
            return "-"
        keys = [option.key or option.item for option in named.options.all()]
        address = reverse("admin:books_optionlist_change", args=[named.pk])
        words = ", ".join(keys) or "none yet"
        return format_html('<a href="{}">{}</a>: {}', address, named, words)


@admin.register(OptionList)
class OptionListAdmin(AuthoredAdmin):
    """Lists of options: a line for each, since there may be many."""

    form = PartForm
    list_display = ["name", "book", "options_count", "position"]
    list_editable = ["position"]
    list_filter = ["book__game", ("book", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["book"]
    search_fields = ["name", "key", "options__name", "options__item", "book__name"]
    ordering = ["book__name", "position", "pk"]
    fields = ["book", ("name", "key"), "position"]
    inlines = [OptionTableInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        found: QuerySet = super().get_queryset(request)
        annotated: QuerySet = found.annotate(option_count=Count("options"))
        return annotated

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:
        return self.inlines if obj is not None else []

    def suggestions(self, row: Any) -> dict[str, list[tuple[str, str]]]:
        return {ITEMS: item_suggestions(row.book)}

    @admin.display(description="options", ordering="option_count")
    def options_count(self, named: Any) -> int:
        count: int = named.option_count
        return count


@admin.register(Option)
class OptionAdmin(_BelowUnit):
    form = OptionForm
    list_display = ["__str__", "owner_name", "book", "price"]
    list_select_related = ["book", "slot", "option_list"]
    search_fields = ["name", "key", "item", "slot__name", "option_list__name"]
    inlines = [ProfileInline, SlotInline, LimitInline]
    fieldsets = [
        (None, {"fields": ["owner", ("item", "key", "name", "kind")]}),
        ("Price", {"fields": [("points", "per", "roll")]}),
        ("Former keys", {"classes": ["collapse"], "fields": ["renamed_from"]}),
        ("Number", {"fields": [("min", "max", "unlimited", "size")]}),
        ("What it brings", {"fields": ["rules", "items", "tags", "changes"]}),
        ("Text", {"fields": ["summary", "source"]}),
    ]

    def get_form(
        self,
        request: HttpRequest,
        obj: Any = None,
        change: bool = False,  # noqa: FBT001, FBT002
        **kwargs: Any,
    ) -> Any:
        form = super().get_form(request, obj, change, **kwargs)
        if obj is not None and "item" in form.base_fields:
            form.base_fields["item"].widget.attrs["list"] = ITEMS
            known = frozenset(key for key, _ in item_suggestions(obj.book))
            setattr(form, "known_items", known)  # noqa: B010
        return form

    def suggestions(self, row: Any) -> dict[str, list[tuple[str, str]]]:
        return {ITEMS: item_suggestions(row.book)}

    @admin.display(description="belongs to")
    def owner_name(self, option: Option) -> str:
        return str(option.slot or option.option_list)

    @admin.display(description="points", ordering="points")
    def price(self, option: Option) -> str:
        return "as the item" if option.points is None else points_text(option.points)

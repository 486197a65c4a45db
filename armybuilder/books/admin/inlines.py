"""The tables that authors edit on the page of what they belong to."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db import models
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from armybuilder.books.admin.access import book_of, is_published
from armybuilder.books.admin.forms import (
    LimitForm,
    ModelTypeForm,
    OptionForm,
    PartForm,
    SlotForm,
    profile_form,
)
from armybuilder.books.models import (
    Book,
    Category,
    Limit,
    ModelType,
    Option,
    PrintedRule,
    Profile,
    Slot,
    SpecialRule,
    Switch,
    UnitRule,
)
from armybuilder.books.models.limit import no_owner
from rulesets.games import find_game

SMALL: Any = {
    models.TextField: {"widget": forms.Textarea(attrs={"rows": 2, "cols": 50})}
}


class CategoryInline(admin.TabularInline):
    model = Category
    extra = 0
    form = PartForm
    fields = ["position", "key", "name"]


class SpecialRuleInline(admin.TabularInline):
    model = SpecialRule
    extra = 0
    form = PartForm
    fields = ["position", "key", "name", "summary", "source"]
    formfield_overrides = SMALL


class PrintedRuleInline(admin.TabularInline):
    model = PrintedRule
    extra = 0
    form = PartForm
    fields = ["position", "title", "status", "text", "source"]
    formfield_overrides = SMALL


class SwitchInline(admin.TabularInline):
    model = Switch
    extra = 0
    form = PartForm
    fields = ["position", "key", "title", "on", "source"]


class LimitInline(admin.StackedInline):
    model = Limit
    extra = 0
    form = LimitForm
    classes = ["collapse"]
    fieldsets = [
        (None, {"fields": [("key", "title", "position"), "source"]}),
        ("Query", {"fields": [("count", "of", "within"), ("min", "max")]}),
        (
            "More",
            {
                "classes": ["collapse"],
                "fields": [
                    ("severity", "switchable", "on"),
                    "message",
                    ("each", "deep"),
                    "where",
                    "when",
                ],
            },
        ),
    ]


class BookLimitInline(LimitInline):
    """The limits of the whole book."""

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        return super().get_queryset(request).filter(no_owner())


class ProfileInline(admin.StackedInline):
    """Stat lines, with one field for each characteristic of the book's game."""

    model = Profile
    extra = 0
    readonly_fields = ()

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        game = find_game(book_of(obj).game) if obj is not None else None
        kwargs["form"] = profile_form(game)
        kwargs["fields"] = ["position", "key", "name", "type"]
        return super().get_formset(request, obj, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        names = list(self.get_formset(request, obj).form.base_fields)
        figures = [name for name in names if name.startswith("figure_")]
        return [
            (None, {"fields": [("key", "name", "type", "position")]}),
            (
                "Characteristics",
                {
                    "classes": ["books-figures"],
                    "description": "As printed; write “-” where a dash is printed.",
                    "fields": [tuple(figures)] if figures else [],
                },
            ),
        ]


class UnitRuleInline(admin.TabularInline):
    """A unit's special rules, chosen from those of the game and of the book."""

    model = UnitRule
    extra = 0
    form = PartForm
    fields = ["position", "key", "x"]

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)
        if obj is not None:
            formset.form.base_fields["key"] = forms.ChoiceField(
                label="Rule", choices=rule_choices(obj)
            )
        return formset


def rule_choices(row: models.Model) -> list[tuple[str, Any]]:
    """Return the special rules of the game and of the book, and what is there now."""
    book = book_of(row)
    game = find_game(book.game)
    known = [(r.key, r.name) for r in game.rules.values()] if game else []
    own = list(book.rules.values_list("key", "name"))
    keys = {key for key, _ in (*known, *own)}
    used = UnitRule.objects.filter(book=book).exclude(key__in=keys)
    lost = [(key, f"{key} (unknown)") for key in used.values_list("key", flat=True)]
    groups: list[tuple[str, Any]] = [("", "---------")]
    shelves = (("Game", known), ("This book", own), ("Unknown", sorted(set(lost))))
    groups += [(name, some) for name, some in shelves if some]
    return groups


class FrozenKeysInline(admin.StackedInline):
    """Rows whose keys armies name: once published, they stay."""

    extra = 0
    show_change_link = True

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        base = kwargs.get("form", self.form)
        published = {"published": is_published(obj)}
        kwargs["form"] = type(base.__name__, (base,), published)
        return super().get_formset(request, obj, **kwargs)


class ModelTypeInline(FrozenKeysInline):
    model = ModelType
    form = ModelTypeForm
    classes = ["collapse"]
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("key", "name", "position"),
                    ("points", "min", "max", "start"),
                ]
            },
        ),
        (
            "More",
            {
                "classes": ["collapse"],
                "fields": [("profile", "rules"), ("tags", "items"), "changes"],
            },
        ),
    ]


class SlotInline(admin.TabularInline):
    model = Slot
    form = SlotForm
    extra = 0
    show_change_link = True
    fields = ["position", "key", "name", "min", "max", "default"]


class BookSlotInline(SlotInline):
    """The slots of the whole army."""

    verbose_name = "slot of the whole army"
    verbose_name_plural = "slots of the whole army"

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        none = Q(unit=None, model_type=None, option=None)
        return super().get_queryset(request).filter(none)


class OptionInline(FrozenKeysInline):
    """The options of a slot; their items are chosen from those of the book."""

    model = Option
    form = OptionForm
    fieldsets = [
        (
            None,
            {
                "fields": [
                    ("item", "key", "name", "position"),
                    ("points", "per", "min", "max", "unlimited"),
                ]
            },
        ),
        (
            "More",
            {
                "classes": ["collapse"],
                "fields": [
                    ("kind", "size", "roll"),
                    ("rules", "items", "tags"),
                    "summary",
                    "source",
                    "changes",
                ],
            },
        ),
    ]

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)
        if obj is not None:
            formset.form.base_fields["item"] = forms.ChoiceField(
                choices=item_choices(obj.book), required=False
            )
        return formset


def item_choices(book: Book) -> list[tuple[str, str]]:
    """Return the items of a book, and the unknown ones that its options name."""
    known = list(book.items.values_list("key", "name"))
    keys = {"", *(key for key, _ in known)}
    used = set(book.options.values_list("item", flat=True))
    return [
        ("", "---------"),
        *known,
        *((key, f"{key} (unknown)") for key in sorted(used - keys)),
    ]

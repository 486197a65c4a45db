"""The tables that authors edit on the page of a part of a book."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.options import InlineModelAdmin
from django.db import models
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from armybuilder.books.admin.access import book_of, is_published
from armybuilder.books.admin.choices import (
    ITEMS,
    count_choices,
    item_suggestions,
    list_choices,
    rule_choices,
)
from armybuilder.books.admin.forms import (
    LimitForm,
    ModelTypeForm,
    OptionForm,
    PartForm,
    SlotForm,
    SpecialRuleForm,
    TallyForm,
    profile_form,
)
from armybuilder.books.models import (
    Category,
    Limit,
    ModelType,
    Option,
    OptionList,
    PrintedRule,
    Profile,
    Slot,
    SpecialRule,
    Switch,
    Tally,
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
    form = SpecialRuleForm
    fields = ["position", "key", "name", "summary", "source", "effects", "left_out"]
    formfield_overrides = SMALL


class PrintedRuleInline(admin.TabularInline):
    model = PrintedRule
    extra = 0
    form = PartForm
    fields = ["position", "title", "status", "text", "source"]
    formfield_overrides = SMALL


class TallyInline(admin.TabularInline):
    model = Tally
    extra = 0
    form = TallyForm
    fields = ["position", "key", "title", "amount", "source"]


class OptionListInline(admin.TabularInline):
    model = OptionList
    extra = 0
    form = PartForm
    show_change_link = True
    fields = ["position", "key", "name"]


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

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)
        if obj is not None:
            with_counts(formset.form, obj)
        return formset


def with_counts(form: Any, row: models.Model) -> Any:
    """Return a form of limits with the counts of the game of a row's book."""
    form.base_fields["count"] = forms.ChoiceField(
        choices=count_choices(book_of(row)), initial="selections"
    )
    return form


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


class FrozenKeys(InlineModelAdmin):
    """Rows with keys that armies name: once published, they stay."""

    extra = 0
    show_change_link = True

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        base = kwargs.get("form", self.form)
        published = {"published": is_published(obj)}
        kwargs["form"] = type(base.__name__, (base,), published)
        return super().get_formset(request, obj, **kwargs)


class ModelTypeInline(FrozenKeys, admin.StackedInline):
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
                "fields": [
                    ("profile", "rules"),
                    ("tags", "items"),
                    ("renamed_from", "changes"),
                ],
            },
        ),
    ]


class SlotInline(admin.TabularInline):
    model = Slot
    form = SlotForm
    extra = 0
    show_change_link = True
    fields = ["position", "key", "name", "from_list", "min", "max", "default"]

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset = super().get_formset(request, obj, **kwargs)
        if obj is not None:
            formset.form.base_fields["from_list"] = forms.ChoiceField(
                label="List", choices=list_choices(book_of(obj)), required=False
            )
        return formset


class BookSlotInline(SlotInline):
    """The slots of the whole army."""

    verbose_name = "slot of the whole army"
    verbose_name_plural = "slots of the whole army"

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        none = Q(unit=None, model_type=None, option=None)
        return super().get_queryset(request).filter(none)


class OptionsOf(FrozenKeys):
    """Options; items are suggested as one types, and the book must have them."""

    model = Option
    form = OptionForm

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        if obj is not None:
            known = frozenset(key for key, _ in item_suggestions(book_of(obj)))
            base = {"known_items": known}
            kwargs["form"] = type(self.form.__name__, (self.form,), base)
        formset = super().get_formset(request, obj, **kwargs)
        formset.form.base_fields["item"].widget.attrs["list"] = ITEMS
        return formset


class OptionInline(OptionsOf, admin.StackedInline):
    """The options of a slot with all that they say."""

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
                    ("renamed_from", "changes"),
                ],
            },
        ),
    ]


class OptionTableInline(OptionsOf, admin.TabularInline):
    """Many options, a line each; the rest of one is on its own page."""

    fields = ["position", "item", "key", "name", "points", "per", "max"]

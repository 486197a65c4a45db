"""Forms of the authoring tables."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError

from armybuilder.books.admin.fields import (
    AmountField,
    DocumentField,
    FigureField,
    KeysField,
    LinesField,
    PointsField,
    RulesField,
)
from armybuilder.books.beginnings import new_book_key
from armybuilder.books.libraries import offered_parts
from armybuilder.books.models import Book, SpecialRule
from rulesets.books.heraldry import COLOURS, METALS
from rulesets.game import Game
from rulesets.libraries import newest_number

FormClass = TypeVar("FormClass", bound="FiguresForm")
MOST_BYTES = 1_800_000
"""Largest document that this page takes: its plan is sent back as a form field."""

STALE = "This page was out of date, so nothing was saved. What changed stands above."
FORMER_HELP = "Keys that it had in former editions; armies that name one have it."
FROZEN_KEY = "It was published, so it stays: armies name it."


class PartForm(forms.ModelForm):
    """A form of a part of a book; errors of columns that it lacks stand above it."""

    published = False
    is_stale = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.published and self.instance.pk and "key" in self.fields:
            self.fields["key"].disabled = True
            self.fields["key"].help_text = FROZEN_KEY
        if self.prefix:
            # In a table only the head of the column says what a field is.
            for field in self.fields.values():
                field.widget.attrs["aria-label"] = str(field.label)

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if self.is_stale:
            self.add_error(None, STALE)
        return cleaned

    def add_error(self, field: str | None, error: Any) -> None:
        if field is None and hasattr(error, "error_dict"):
            moved: dict[str, list[Any]] = {}
            for name, found in error.error_dict.items():
                known = name if name in self.fields else NON_FIELD_ERRORS
                moved.setdefault(known, []).extend(found)
            error = ValidationError(moved)
        super().add_error(field, error)


class ListedForm(PartForm):
    """A row of a list: saved only where somebody changed it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if name != "id":
                field.show_hidden_initial = True

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        for name in set(self.changed_data) & set(self.cleaned_data):
            now = self.initial.get(name)
            showed = self.data.get(self.add_initial_prefix(name))
            if now != self.cleaned_data[name] and str(now) != showed:
                self.add_error(name, f"Meanwhile somebody else changed it to {now}.")
        return cleaned


class BookForm(PartForm):
    colours = KeysField(
        required=False,
        help_text=f"A metal ({', '.join(METALS)}) and a colour ({', '.join(COLOURS)}), "
        "the ground first, with a comma; empty: the book's key decides.",
    )
    missing = LinesField(
        required=False, help_text="Figures that the source does not print, one a line."
    )
    accepted = DocumentField(
        empty=[],
        help_text="Findings that the check folds: "
        '[{"code": "unit-free", "at": "/units/noble/points", "because": "…"}]',
    )
    changes = DocumentField(empty=[])


class NewBookForm(PartForm):
    """The beginning of a book; its key is made from its name."""

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        game, name = self.cleaned_data.get("game"), self.cleaned_data.get("name")
        if game and name:
            self.instance.key = new_book_key(game, name)
            self.instance.library_number = newest_number(game)
        return cleaned


class SpecialRuleForm(PartForm):
    effects = DocumentField(
        empty=[],
        help_text=SpecialRule._meta.get_field("effects").help_text,
    )


class ItemForm(PartForm):
    points = PointsField(max_digits=9, decimal_places=3, initial=0)
    rules = RulesField(required=False)
    tags = KeysField(required=False)
    renamed_from = KeysField(required=False, help_text=FORMER_HELP)
    changes = DocumentField(empty=[])


class UnitForm(PartForm):
    points = PointsField(
        max_digits=9,
        decimal_places=3,
        initial=0,
        help_text="Price of the whole unit [points].",
    )
    items = KeysField(
        required=False,
        help_text="Keys of the book's items that it always carries, with commas.",
    )
    tags = KeysField(required=False, help_text="Tags that limits can ask for.")
    renamed_from = KeysField(required=False, help_text=FORMER_HELP)
    slots_taken = DocumentField(empty={})
    changes = DocumentField(empty=[])

    def clean_items(self) -> list[str]:
        keys: list[str] = self.cleaned_data["items"]
        book = self.instance.book if self.instance.book_id else None
        book = self.cleaned_data.get("book") or book
        refuse_unknown_items(book, keys)
        return keys


class ModelTypeForm(PartForm):
    points = PointsField(max_digits=9, decimal_places=3, initial=0)
    rules = RulesField(required=False)
    tags = KeysField(required=False)
    items = KeysField(required=False)
    renamed_from = KeysField(required=False, help_text=FORMER_HELP)
    changes = DocumentField(empty=[])


class SlotForm(PartForm):
    min = AmountField(label="At least")
    max = AmountField(label="At most", help_text="Empty: no maximum.")
    only = KeysField(
        required=False, help_text="Keys of the list's options it offers; empty: all."
    )
    left_out = KeysField(
        label="Except", required=False, help_text="Keys that it does not offer."
    )
    default = KeysField(
        required=False, help_text="Keys of options taken along when it is added."
    )


class TallyForm(PartForm):
    amount = DocumentField(
        required=True,
        help_text="A number, or an amount that depends on the army, as a document.",
    )


class OptionForm(PartForm):
    """An option; ``known_items`` are the keys of the book's items, none for any."""

    known_items: Collection[str] | None = None

    points = PointsField(
        max_digits=9,
        decimal_places=3,
        required=False,
        help_text="Price of one; empty: what the item costs.",
    )
    max = AmountField(label="At most", help_text="Empty: one.")
    rules = RulesField(required=False)
    tags = KeysField(required=False)
    items = KeysField(required=False)
    renamed_from = KeysField(required=False, help_text=FORMER_HELP)
    roll = AmountField(help_text="Dice results that its price adds: [1, 6]")
    changes = DocumentField(empty=[])

    def clean_item(self) -> str:
        item: str = self.cleaned_data["item"]
        if item and self.known_items is not None and item not in self.known_items:
            raise ValidationError(f"The book has no item {item}.")
        return item


class LimitForm(PartForm):
    of = KeysField(required=False, help_text="What is found: * or keys, with commas.")
    min = AmountField(label="At least")
    max = AmountField(label="At most")
    each = KeysField(required=False)
    where = DocumentField()
    when = DocumentField()


class FiguresForm(PartForm):
    """A form with one field for each figure that the game knows.

    ``column`` names the JSON column that keeps them, ``labels`` the game's figures.
    """

    column = ""
    labels: Mapping[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        figures = getattr(self.instance, self.column) or {}
        for key in self.labels:
            self.initial[_name(key)] = figures.get(key, "")

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        kept = getattr(self.instance, self.column) or {}
        figures = {key: kept[key] for key in kept if key not in self.labels}
        for key in self.labels:
            value = self.cleaned_data.get(_name(key), "")
            if value != "":
                figures[key] = value
        setattr(self.instance, self.column, figures)
        return cleaned


class ProfileForm(FiguresForm):
    column = "characteristics"


class StatsForm(FiguresForm, ItemForm):
    column = "stats"


def profile_form(game: Game | None) -> type[ProfileForm]:
    """Return the form of a stat line with a field for each characteristic."""
    known = game.characteristics if game else ()
    figures = [(figure.key, figure.name, figure.help) for figure in known]
    return _with_figures(ProfileForm, figures)


def item_form(game: Game | None) -> type[StatsForm]:
    """Return the form of an item with a field for each figure of the game's items."""
    stats = game.item_stats if game else {}
    return _with_figures(
        StatsForm, [(key, stat.label or stat.name, "") for key, stat in stats.items()]
    )


def _with_figures(
    form: type[FormClass], figures: Iterable[tuple[str, str, str]]
) -> type[FormClass]:
    several = list(figures)
    fields: dict[str, Any] = {
        _name(key): FigureField(label=label, required=False, help_text=text)
        for key, label, text in several
    }
    fields["labels"] = {key: label for key, label, _ in several}
    return type(form.__name__, (form,), fields)


def _name(key: str) -> str:
    """Return the form field of a figure."""
    return f"figure_{key}"


def refuse_unknown_items(book: Book | None, keys: Iterable[str]) -> None:
    """Raise a ValidationError for an item that the book does not have."""
    if book is None:
        return
    known = {*book.items.values_list("key", flat=True), *offered_parts(book, "items")}
    unknown = [key for key in keys if key not in known]
    if unknown:
        raise ValidationError(f"The book has no item {', '.join(unknown)}.")


class ImportForm(forms.Form):
    """A book document, uploaded or pasted."""

    file = forms.FileField(
        required=False,
        label="File",
        help_text="A book as JSON or YAML, or prices as CSV: the ending says which.",
        widget=forms.FileInput(attrs={"accept": ".json,.yaml,.yml,.csv,.tsv"}),
    )
    text = forms.CharField(
        required=False,
        strip=False,
        label="or the text itself",
        help_text=(
            "JSON begins with a bracket, prices with the names of their columns; all "
            "else is read as YAML."
        ),
        widget=forms.Textarea(
            attrs={"rows": 10, "class": "vLargeTextField books-code"}
        ),
    )

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        file = self.cleaned_data.get("file")
        if file is not None and file.size > MOST_BYTES:
            words = f"Larger than {MOST_BYTES:,} bytes: use the command import_book."
            self.add_error("file", words)
        elif file is None and not self.cleaned_data.get("text"):
            self.add_error("file", "Choose a file, or paste its text below.")
        return cleaned

    def document(self) -> bytes | str:
        """Return the uploaded text, else the pasted one."""
        file = self.cleaned_data.get("file")
        raw: bytes | str = file.read() if file else self.cleaned_data["text"]
        return raw

    @property
    def name(self) -> str:
        """Return the name of the uploaded file, "" where the text was pasted."""
        file = self.cleaned_data.get("file")
        return str(file.name) if file else ""


class BookTestsForm(ImportForm):
    """Book tests, uploaded or pasted."""

    file = forms.FileField(
        required=False,
        label="File",
        help_text="Tests as JSON or YAML: the ending of its name says which.",
        widget=forms.FileInput(attrs={"accept": ".json,.yaml,.yml"}),
    )


class FindingForm(forms.Form):
    """The finding that a page asks about: its code, its place by keys, its words."""

    code = forms.CharField(max_length=80)
    at = forms.CharField(max_length=1000, required=False)
    sentence = forms.CharField(max_length=5000, required=False, strip=False)


class AcceptForm(FindingForm):
    """A finding with the reason why it is as it should be."""

    because = forms.CharField(max_length=500)


class PublishForm(forms.Form):
    """The note of an edition to players, and the draft that was looked at."""

    checked = forms.CharField(max_length=64, widget=forms.HiddenInput())
    notes = forms.CharField(
        required=False,
        max_length=5000,
        help_text="What players are told about this edition.",
        widget=forms.Textarea(attrs={"rows": 4, "class": "vLargeTextField"}),
    )

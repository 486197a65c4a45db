"""Form fields in which authors write the values of a book document by hand."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.forms.fields import InvalidJSONInput

from rulesets.core.points import to_points
from rulesets.core.subject import as_sentence
from rulesets.documents.json import DocumentError, parse

DASH = "-"
REFUSE_NULL = ProhibitNullCharactersValidator()
RULE = re.compile(r"(?P<key>[a-z0-9]+(?:-[a-z0-9]+)*)(?:[ (]+(?P<x>\d{1,3})\)?)?")


class KeysField(forms.CharField):
    """Keys with commas between: `bows, short-bows`."""

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        if isinstance(value, list):
            return value
        text = super().to_python(value) or ""
        REFUSE_NULL(text)
        return [part.strip() for part in re.split(r"[,\n]", text) if part.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.to_python(initial or []) != self.to_python(data))
        except ValidationError:
            return True


class LinesField(KeysField):
    """Sentences, one a line."""

    widget = forms.Textarea(attrs={"rows": 6, "class": "vLargeTextField"})

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        if isinstance(value, list):
            return value
        text = forms.CharField.to_python(self, value) or ""
        REFUSE_NULL(text)
        return [line.strip() for line in text.splitlines() if line.strip()]


class RulesField(KeysField):
    """Special rules with their X: `armour-piercing 2, fearsome`."""

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return ", ".join(
            use
            if isinstance(use, str)
            else f"{use['key']} {use.get('x') or ''}".strip()
            for use in value
        )

    def to_python(self, value: Any) -> Any:
        rules: list[Any] = []
        for part in super().to_python(value):
            if not isinstance(part, str):
                rules.append(part)
                continue
            match = RULE.fullmatch(part)
            if match is None:
                raise ValidationError(
                    f"“{part}” is no special rule; write it as: armour-piercing 2"
                )
            x = match["x"]
            rules.append({"key": match["key"], "x": int(x)} if x else match["key"])
        return rules


class DocumentField(forms.JSONField):
    """A part of a book document; an empty field is ``empty``."""

    widget: Any = forms.Textarea(
        attrs={"rows": 3, "class": "vLargeTextField books-code"}
    )

    def __init__(self, *, empty: Any = None, **kwargs: Any) -> None:
        self.empty = empty
        kwargs.setdefault("required", False)
        super().__init__(**kwargs)

    def prepare_value(self, value: Any) -> Any:
        return "" if value in (None, [], {}) else super().prepare_value(value)

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return the typed text, so that it is shown again just as it was."""
        return initial if self.disabled else InvalidJSONInput(data or "")

    def to_python(self, value: Any) -> Any:
        """Return the value of a JSON text, read as every document is."""
        if not isinstance(value, str) or value in self.empty_values:
            return None if value in self.empty_values else value
        try:
            return parse(value)
        except DocumentError as problem:
            raise ValidationError(as_sentence(problem.text)) from None

    def clean(self, value: Any) -> Any:
        cleaned = super().clean(value)
        return self.empty if cleaned is None else cleaned

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(super().has_changed(initial or None, data or None))


class AmountField(DocumentField):
    """A number, or an amount that depends on the army as a document."""

    widget = forms.TextInput(attrs={"size": 12})


class PointsField(forms.DecimalField):
    """Points, shown without needless zeros."""

    def prepare_value(self, value: Any) -> Any:
        return value if value is None or isinstance(value, str) else to_points(value)


class FigureField(forms.CharField):
    """A characteristic as printed: a number, a text such as 2D6, or a dash."""

    widget = forms.TextInput(attrs={"size": 6})

    def prepare_value(self, value: Any) -> Any:
        return DASH if value is None else value

    def to_python(self, value: Any) -> Any:
        """Return the figure; "" where the field is empty."""
        text = str(value if value is not None else "").strip()
        REFUSE_NULL(text)
        if text in (DASH, "\N{EN DASH}", "\N{MINUS SIGN}"):
            return None
        if not re.fullmatch(r"-?\d+", text):
            return text
        number = int(text[:8])
        if not -1000 <= number <= 100_000:
            raise ValidationError("Expected a number from -1,000 to 100,000.")
        return number

    def validate(self, value: Any) -> None:
        if isinstance(value, str) and len(value) > 40:
            raise ValidationError("Longer than 40 characters.")

    def run_validators(self, value: Any) -> None:
        """Leave out those of texts: a figure may be a number."""

    def has_changed(self, initial: Any, data: Any) -> bool:
        shown = self.prepare_value(initial) if initial != "" else ""
        return str(shown) != str(data or "").strip()

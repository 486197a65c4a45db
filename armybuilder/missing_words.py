"""Words of forms for a field that was left empty: which it is, and what is to be done.

Every form of the site has them, its admin's as well: Django asks `FormRenderer` for the
class of a field that is bound to its form, and this one knows how the field is named.
"""

from django import forms
from django.forms.boundfield import BoundField
from django.forms.renderers import TemplatesSetting

_REQUIRED = "required"
_USUAL = forms.Field.default_error_messages[_REQUIRED]

_WORDS: tuple[tuple[type[forms.Field], str], ...] = (
    (forms.BooleanField, "“{}” is not ticked. Tick it to go on."),
    (forms.FileField, "No file is chosen for “{}”. Choose one."),
    (forms.MultipleChoiceField, "Nothing is chosen for “{}”. Choose at least one."),
    (
        forms.ModelMultipleChoiceField,
        "Nothing is chosen for “{}”. Choose at least one.",
    ),
    (forms.ChoiceField, "Nothing is chosen for “{}”. Choose one."),
    (forms.ModelChoiceField, "Nothing is chosen for “{}”. Choose one."),
)
"""Words by the kind of a field, the narrower kind first."""
_EMPTY = "“{}” is empty. Fill it in."
_UNANSWERED = "“{}” has no answer yet. Write one."


def missing_words(field: forms.Field, label: str) -> str:
    """Return what a form says of a field that was left empty.

    Examples
    --------
    >>> missing_words(forms.CharField(), "Name")
    '“Name” is empty. Fill it in.'
    >>> missing_words(forms.ChoiceField(), "Army book:")
    'Nothing is chosen for “Army book”. Choose one.'
    """
    found = (words for kind, words in _WORDS if isinstance(field, kind))
    usual = _UNANSWERED if label.endswith("?") else _EMPTY
    return next(found, usual).format(label.rstrip(":"))


class NamedBoundField(BoundField):
    """A field of a form that names itself where it was left empty."""

    def __init__(self, form: forms.BaseForm, field: forms.Field, name: str) -> None:
        super().__init__(form, field, name)
        if field.error_messages[_REQUIRED] == _USUAL:
            field.error_messages[_REQUIRED] = missing_words(field, str(self.label))


class FormRenderer(TemplatesSetting):
    """Draws forms by the site's templates, with fields that name themselves."""

    bound_field_class = NamedBoundField

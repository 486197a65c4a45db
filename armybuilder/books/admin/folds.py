"""Folds of a page of the admin: one that hides an error is open."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.contrib.admin.utils import flatten

FOLD = "collapse"

Fieldsets = Iterable[tuple[Any, Mapping[str, Any]]]


def open_folds(context: Mapping[str, Any]) -> None:
    """Open every fold of a page's forms and tables that has an error inside."""
    main = context["adminform"]
    main.fieldsets = _opened(main.fieldsets, main.form.errors)
    for table in context["inline_admin_formsets"]:
        forms = table.formset.forms
        wrong = {name for form in forms for name in form.errors}
        table.fieldsets = _opened(table.fieldsets, wrong)
        if table.formset.is_bound and table.formset.non_form_errors():
            table.classes = table.classes.replace(FOLD, "")


def _opened(
    fieldsets: Fieldsets, wrong: Collection[str]
) -> list[tuple[Any, dict[str, Any]]]:
    """Return fieldsets, without a fold where it holds a field that is wrong.

    Django looks only at fields that stand alone in their line.
    """
    return [
        (name, {**options, "classes": _classes(options, wrong)})
        for name, options in fieldsets
    ]


def _classes(options: Mapping[str, Any], wrong: Collection[str]) -> list[str]:
    is_wrong = bool(set(flatten(options["fields"])) & set(wrong))
    classes = options.get("classes", ())
    return [name for name in classes if name != FOLD or not is_wrong]

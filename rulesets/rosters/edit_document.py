"""Edits as documents: for fixes in a review, for the API, for forms."""

import re
from dataclasses import fields
from typing import Any, get_args

from rulesets.core.points import points_number, to_points
from rulesets.documents.json import DocumentError, check
from rulesets.rosters.edits import Edit
from rulesets.rosters.roster import (
    Selection,
    loadout_documents,
    read_loadouts,
    read_selection,
    selection_document,
)


def _word(kind: type) -> str:
    return re.sub(r"(?<!^)([A-Z])", r"-\1", kind.__name__).lower()


KINDS: dict[str, type] = {_word(kind): kind for kind in get_args(Edit)}
"""Every kind of edit by its word in documents, such as ``set-count``."""


def edit_document(edit: Edit) -> dict[str, Any]:
    """Return the document of an edit; `read_edit` gives the same edit back."""
    document: dict[str, Any] = {"edit": _word(type(edit))}
    for field in fields(edit):
        value = getattr(edit, field.name)
        if isinstance(value, Selection):
            value = selection_document(value)
        elif field.name == "loadouts":
            value = loadout_documents(value)
        elif isinstance(value, tuple):
            value = list(value)
        elif field.name == "limit":
            value = points_number(value)
        document[field.name] = value
    return document


def read_edit(document: Any) -> Edit:
    """Return the edit of a document.

    Raises
    ------
    DocumentError
        If it is no edit: names the place and what was expected.
    """
    check("edit", document)
    kind = KINDS[document["edit"]]
    values = {key: value for key, value in document.items() if key != "edit"}
    known = {field.name for field in fields(kind)}
    for name in values.keys() - known:
        raise DocumentError(f"/{name}", f"{document['edit']} has no {name}")
    if "selection" in values:
        values["selection"] = read_selection(values["selection"])
    if "loadouts" in values:
        values["loadouts"] = read_loadouts(values["loadouts"])
    if "instead_of" in values:
        values["instead_of"] = tuple(values["instead_of"])
    if values.get("limit") is not None:
        values["limit"] = to_points(values["limit"])
    try:
        edit: Edit = kind(**values)
    except TypeError:
        absent = sorted(known - values.keys() - {"at"})
        raise DocumentError("", f"missing: {', '.join(absent)}") from None
    return edit

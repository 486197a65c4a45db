"""Edits of a book document that mend a finding."""

from typing import Any

from rulesets.books.checks.finding import Mend, Replacement
from rulesets.documents.places import copied, steps_of, value_at
from rulesets.documents.problem import pointer


def mended(document: Any, mend: Mend) -> Any:
    """Return a document with an edit made, step by step; the first stays as it was.

    Raises
    ------
    LookupError
        If the document has no such place.
    """
    new = copied(document)
    for step in mend:
        _replace(new, step)
    return new


def _replace(document: Any, step: Replacement) -> None:
    *above, last = steps_of(step.pointer)
    part = value_at(document, pointer(above))
    if isinstance(part, list):
        index = int(last)
        part[index : index + 1] = [] if step.is_removal else [copied(step.value)]
    elif step.is_removal:
        del part[last]
    else:
        part[last] = copied(step.value)

"""Drafts in the questions of jobs: read as the editions that they would be."""

from typing import Any

from armybuilder.books.editions import compiled
from armybuilder.books.models import Book, Edition
from armybuilder.jobs.kinds import WorkError
from rulesets.books.book import Book as CompiledBook
from rulesets.documents.json import DocumentError


def compiled_draft(question: Any) -> CompiledBook:
    """Return the draft of a question, which is not saved, ready for the engine.

    ``question`` holds the ``draft``, its ``sha256``, the key of its ``book`` and the
    ``number`` that its edition would have.

    Raises
    ------
    WorkError
        If the draft is no book yet; names the place.
    """
    edition = Edition(
        book=Book(key=question["book"]),
        number=question["number"],
        document=question["draft"],
        sha256=question["sha256"],
    )
    try:
        return compiled(edition)
    except DocumentError as problem:
        where = problem.where or "/"
        raise WorkError(f"The draft is no book yet: {where}: {problem.text}.") from None

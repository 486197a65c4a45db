"""A draft of a pack tried on armies of its editor's, saved or handed in."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet

from armybuilder.armies.check_form import PASTED, FilesField, opened
from armybuilder.armies.models import Army
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.packs.trials import TriedArmy, with_reasons
from rulesets.books.bookshelf import Bookshelf
from rulesets.checks.armies import MOST_WORK, CheckTerms, check_documents
from rulesets.checks.files import (
    MOST_BYTES,
    MOST_IN_ALL,
    ArmyFile,
    Bounds,
    UnpackError,
    unpacked,
)
from rulesets.checks.verdicts import FileVerdict
from rulesets.documents.json import canonical
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Review

MOST_ARMIES = 10
"""Armies that are tried at once, saved ones and files together."""

MOST_OFFERED = 100
"""Saved armies that are offered, the latest ones."""

MOST_SAID = 12
"""Messages that are told of one army."""

GONE = "One of these armies is no army of yours for this game."
TOO_MANY = f"Choose at most {MOST_ARMIES} armies at once."


class PackTrialForm(forms.Form):
    """Armies to try a pack on; cleaned, ``these`` are all of them as files."""

    armies = forms.MultipleChoiceField(
        label="Armies of yours",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": GONE},
    )
    uploads = FilesField(
        label="Files",
        required=False,
        allow_empty_file=True,
        help_text="Roster documents, lists of other programs (.ros, .rosz, .txt), "
        "or zip archives of them.",
    )
    text = forms.CharField(
        label="Or paste a list",
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=forms.Textarea(
            attrs={"class": "code", "rows": 6, "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: Any, own: QuerySet[Army], **more: Any) -> None:
        super().__init__(*args, **more)
        self._own = own
        found = own.order_by("-updated_at").values_list("public_id", "name")
        field = self.fields["armies"]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = list(found[:MOST_OFFERED])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        chosen = cleaned.get("armies") or []
        sent = _files(cleaned.get("uploads") or [], cleaned.get("text") or "")
        if len(chosen) + len(sent) > MOST_ARMIES:
            raise ValidationError(TOO_MANY)
        if not chosen and not sent:
            raise ValidationError("Choose an army, a file, or paste a list.")
        rows = self._own.filter(public_id__in=chosen).order_by("-updated_at")
        saved = [ArmyFile(row.name, canonical(row.document)) for row in rows]
        cleaned["these"] = (*saved, *sent)
        return cleaned


def _files(uploads: Iterable[UploadedFile], text: str) -> tuple[ArmyFile, ...]:
    """Return files of uploads and of a text; one too many is enough to refuse."""
    pasted = [ArmyFile(PASTED, text.encode(errors="surrogatepass"))]
    bounds = Bounds(MOST_ARMIES, MOST_IN_ALL)
    try:
        sent = [*islice(unpacked(map(opened, uploads), bounds), MOST_ARMIES + 1)]
    except UnpackError as problem:
        raise ValidationError(str(problem)) from None
    return (*(pasted if text.strip() else ()), *sent)


@dataclass(frozen=True, slots=True)
class TriedFile:
    """An army by the name that it came with, tried; or why it could not be."""

    name: str
    tried: TriedArmy | None = None
    problem: str = ""


def try_files(files: Sequence[ArmyFile], pack: Pack) -> tuple[TriedFile, ...]:
    """Return armies judged by their game's own rules, and by a pack."""
    shelf = SiteBookshelf()
    alone, judged = (
        check_documents(files, CheckTerms(rules, work=MOST_WORK), shelf)
        for rules in (None, pack)
    )
    return tuple(
        _tried(before, now, pack, shelf)
        for before, now in zip(alone, judged, strict=True)
    )


def _tried(
    before: FileVerdict, now: FileVerdict, pack: Pack, shelf: Bookshelf
) -> TriedFile:
    if before.review is None:
        return TriedFile(before.file, problem=before.problem)
    tried = TriedArmy(_book(before.review, shelf), before.review, now.review)
    if now.review is None:
        return TriedFile(before.file, tried)
    told = with_reasons(tried, before.review, pack, MOST_SAID)
    return TriedFile(before.file, told)


def _book(judged: Review, shelf: Bookshelf) -> Any:
    """Return the book of an army's first force; none where it is not known."""
    roster = judged.roster
    first = roster.forces[0] if roster.forces else None
    return first and shelf.books_for(roster).get((first.book, first.edition))

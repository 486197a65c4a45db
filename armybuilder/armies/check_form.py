"""The form of an organiser's check: files, pack, books."""

from itertools import chain
from typing import Any, BinaryIO

from django import forms
from django.core.files.uploadedfile import UploadedFile

from armybuilder.armies.bulk.store import Intake, take_in
from armybuilder.packs.pack_fields import PackFields
from armybuilder.points_fields import points_field
from rulesets.checks.files import (
    BULK,
    MOST_BYTES,
    ArmyFile,
    UnpackError,
    unpacked,
    with_twins,
)
from rulesets.packs.pack import ANY, NEWEST

PASTED = "pasted"
"""The name of what was pasted, where files have theirs."""


class SeveralFiles(forms.FileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Any number of files; an empty one is left to the check, which names it."""

    widget = SeveralFiles

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile]:
        files = data if isinstance(data, list) else [data] if data else []
        super().clean(files[0] if files else None, initial)
        return files


def _code(rows: int) -> forms.Textarea:
    return forms.Textarea(attrs={"class": "code", "rows": rows, "spellcheck": "false"})


class CheckForm(PackFields):
    """Roster documents, and the rules to judge them by."""

    uploads = FilesField(
        label="Files",
        required=False,
        allow_empty_file=True,
        help_text="One or many roster documents (.json), or zip archives of them.",
    )
    text = forms.CharField(
        label="Or paste one roster document",
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=_code(6),
    )
    limit = points_field(
        "Points limit for everybody", "Empty: the limit that each army names."
    )
    strict = forms.BooleanField(
        label="Rules as printed",
        required=False,
        initial=True,
        help_text="Ignore what the armies themselves have switched off or on.",
    )
    fixes = forms.BooleanField(
        label="Try what would help",
        required=False,
        help_text="For every list at once. Without it, for one that you open.",
    )
    editions = forms.ChoiceField(
        label="Editions of the books that count",
        required=False,
        choices=[
            ("", "What your rules say, or any"),
            (ANY, "Any"),
            (NEWEST, "The newest"),
        ],
    )
    day = forms.DateField(
        label="Or the newest of a day",
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="What was published later does not count.",
    )

    def clean(self) -> dict[str, Any]:
        """Open what was handed in, as `intake`."""
        cleaned = super().clean() or {}
        intake = _intake(cleaned.get("uploads") or [], cleaned.get("text") or "")
        if not intake.files and not self.errors:
            raise forms.ValidationError(
                "Choose at least one file with a roster document in it, or paste one."
            )
        cleaned["intake"] = intake
        if cleaned.get("day"):
            cleaned["editions"] = cleaned["day"].isoformat()
        return cleaned


def _intake(uploads: list[UploadedFile], text: str) -> Intake:
    """Return the files of uploads and of a text; raises ValidationError if too much."""
    pasted = [ArmyFile(PASTED, text.encode(errors="surrogatepass"))]
    sent = unpacked(map(opened, uploads), BULK)
    try:
        return take_in(with_twins(chain(pasted if text.strip() else [], sent)))
    except UnpackError as problem:
        raise forms.ValidationError(str(problem)) from None


class RulesForm(PackFields):
    """Another limit and other composition rules, to try an army by."""

    limit = points_field("Points limit", "Empty: the limit that the army has.")


def opened(upload: UploadedFile) -> tuple[str, BinaryIO]:
    """Return the name of an upload and the upload, to be unpacked."""
    file: Any = upload.file
    return str(upload.name), file

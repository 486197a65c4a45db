"""The form of an organiser's check: files, pack, books."""

from typing import Any, BinaryIO

from django import forms
from django.core.files.uploadedfile import UploadedFile

from armybuilder.armies.edit_forms import MOST_POINTS
from armybuilder.books.bookshelf import SiteBookshelf
from rulesets.checks.files import MOST_BYTES, ArmyFile, UnpackError, unpack
from rulesets.documents.json import DocumentError, parse
from rulesets.packs.pack import ANY, NEWEST, Pack, PackError
from rulesets.packs.pack_checks import checked_pack

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


def _limit_field(label: str, help_text: str) -> forms.DecimalField:
    return forms.DecimalField(
        label=label,
        min_value=0,
        max_value=MOST_POINTS,
        max_digits=9,
        decimal_places=2,
        required=False,
        help_text=help_text,
    )


def _pack_field(help_text: str) -> forms.CharField:
    return forms.CharField(
        label="Composition rules",
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=_code(4),
        help_text=help_text,
    )


class CheckForm(forms.Form):
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
    limit = _limit_field(
        "Points limit for everybody", "Empty: the limit that each army names."
    )
    strict = forms.BooleanField(
        label="Rules as printed",
        required=False,
        initial=True,
        help_text="Ignore what the armies themselves have switched off or on.",
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
    pack = _pack_field(
        "A pack document of your event. The game’s own rules hold beside it, "
        "but for those that it replaces. Empty: these alone."
    )

    def clean_pack(self) -> Pack | None:
        return _pack_of(self.cleaned_data["pack"])

    def clean(self) -> dict[str, Any]:
        """Open the files that were handed in as `files`."""
        cleaned = super().clean() or {}
        uploads = cleaned.get("uploads") or []
        text = cleaned.get("text") or ""
        try:
            files = unpack(_opened(upload) for upload in uploads)
        except UnpackError as problem:
            raise forms.ValidationError(str(problem)) from None
        if text.strip():
            files = (ArmyFile(PASTED, text.encode(errors="surrogatepass")), *files)
        if not files and not self.errors:
            raise forms.ValidationError(
                "Choose at least one file with a roster document in it, or paste one."
            )
        cleaned["files"] = files
        if cleaned.get("day"):
            cleaned["editions"] = cleaned["day"].isoformat()
        return cleaned


class RulesForm(forms.Form):
    """Another limit and other composition rules, to try an army by."""

    limit = _limit_field("Points limit", "Empty: the limit that the army has.")
    pack = _pack_field(
        "A pack document of an event. Empty: the game’s own rules alone."
    )

    def clean_pack(self) -> Pack | None:
        return _pack_of(self.cleaned_data["pack"])


def _pack_of(text: str) -> Pack | None:
    """Return the pack that was pasted, none for an empty field."""
    if not text.strip():
        return None
    try:
        return checked_pack(parse(text, PackError), SiteBookshelf())
    except DocumentError as problem:
        raise forms.ValidationError(f"This is no pack: {problem}") from None


def _opened(upload: UploadedFile) -> tuple[str, BinaryIO]:
    opened: Any = upload.file
    return str(upload.name), opened

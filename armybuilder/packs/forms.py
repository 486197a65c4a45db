"""Forms of packs: beginning one, points and editions, scores, readings, penalties."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from armybuilder.books.models.book import game_choices
from armybuilder.packs.checks import faults_here
from armybuilder.packs.fault_words import told_faults
from armybuilder.packs.models import Pack
from armybuilder.points_fields import points_field
from rulesets.checks.files import MOST_BYTES
from rulesets.documents.forms import at_lines, read_document
from rulesets.documents.json import DocumentError
from rulesets.documents.problem import Problem
from rulesets.games import GAMES
from rulesets.packs.pack import ANY, NEWEST, PackError

MOST_TERMS = 4
"""Things that a score counts in the form; a document may have more."""

DAY = "day"
EDITIONS = [
    (ANY, "every edition counts"),
    (NEWEST, "the newest edition of each book counts"),
    (DAY, "the newest edition of a day counts"),
]


def _points(label: str, help_text: str = "") -> forms.DecimalField:
    narrow = forms.NumberInput(attrs={"inputmode": "decimal", "size": 5})
    return points_field(label, help_text, widget=narrow)


class BeginForm(forms.Form):
    """The name of a new pack, its game, its points, and rules to begin with."""

    name = forms.CharField(
        max_length=120, widget=forms.TextInput(attrs={"placeholder": "Spring Open"})
    )
    game = forms.ChoiceField(choices=game_choices)
    limit = _points("Points limit", "Empty: players agree on it.")
    rules = forms.MultipleChoiceField(
        label="Rules to begin with",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="You change their numbers afterwards.",
    )

    def __init__(
        self, *args: Any, offered: Sequence[tuple[str, str]], **more: Any
    ) -> None:
        super().__init__(*args, **more)
        field = self.fields["rules"]
        if isinstance(field, forms.MultipleChoiceField):
            field.choices = list(offered)


class ReadInForm(forms.Form):
    """A pack as a document, pasted or as a file; cleaned it is ``document``."""

    file = forms.FileField(label="A file, JSON or YAML", required=False)
    text = forms.CharField(
        label="Or paste it",
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=forms.Textarea(
            attrs={"class": "code", "rows": 8, "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: Any, pack: Pack | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        self._pack = pack

    def clean(self) -> dict[str, Any]:
        """Read the document; a file's text goes on in the field of the text."""
        cleaned = super().clean() or {}
        upload, text = cleaned.get("file"), cleaned.get("text") or ""
        if upload is None and not text.strip():
            raise ValidationError("Choose a file, or paste a document.")
        if upload is not None and upload.size > MOST_BYTES:
            raise ValidationError(f"A pack has at most {MOST_BYTES:,} bytes.")
        raw = text.encode(errors="surrogatepass") if upload is None else upload.read()
        name = "" if upload is None else str(upload.name)
        if upload is not None:
            said = {name: self.data.get(name) for name in self.data}
            self.data = said | {"text": raw.decode(errors="replace")}
        cleaned["document"] = self._document(raw, name)
        return cleaned

    def _document(self, raw: bytes, name: str) -> Any:
        """Return the document of a text; raises ValidationError with every fault."""
        try:
            document = read_document(raw, PackError, name)
        except DocumentError as problem:
            raise ValidationError(told_faults(None, problem.faults)) from None
        if self._pack is not None and isinstance(document, dict):
            document = {**document, "key": self._pack.key}
        faults = [*faults_here(document)]
        game = document.get("game") if isinstance(document, dict) else None
        if self._pack is not None and game in GAMES and game != self._pack.game:
            text = f"this pack is one of {GAMES[self._pack.game].name}"
            faults.append(Problem("/game", text))
        if faults:
            these = told_faults(document, at_lines(raw, faults))
            raise ValidationError(these)
        return document


class BasicsForm(forms.Form):
    """The sentences about name, points, editions and agreements of a pack.

    It sends what each field was drawn with, so that of two people who fill it in each
    changes only their own fields.
    """

    name = forms.CharField(max_length=120)
    limit = _points("Points limit")
    editions = forms.ChoiceField(choices=EDITIONS, label="Editions that count")
    day = forms.DateField(
        required=False, widget=forms.DateInput(attrs={"type": "date"}), label="Day"
    )
    fixed = forms.BooleanField(
        required=False, label="Players may not agree to play without rules"
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for field in self.fields.values():
            field.show_hidden_initial = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("editions") == DAY and not cleaned.get("day"):
            self.add_error("day", "Name the day.")
        return cleaned

    def touched(self) -> frozenset[str]:
        """Return the fields that were changed since the form was drawn."""
        sent = {name for name in self.fields if self._drawn(name) is not None}
        return frozenset({*self.fields} - sent | sent & {*self.changed_data})

    def clashes(self) -> bool:
        """Return whether somebody else changed a field that is changed here, too."""
        return any(
            self.fields[name].has_changed(self.initial[name], drawn)
            for name in self.touched()
            if (drawn := self._drawn(name)) is not None
        )

    def rebased(self) -> dict[str, Any]:
        """Return what was sent as if it were filled in over the draft of now."""
        touched = self.touched()
        data = {name: self.data.get(name) for name in self.data}
        for name, value in self.initial.items():
            field, text = self[name], "" if value is None else str(value)
            data[field.html_initial_name] = text
            if name not in touched:
                # A box that is not ticked sends nothing.
                data[field.html_name] = None if value is False else text
        return data

    def _drawn(self, name: str) -> str | None:
        """Return the answer that a field was drawn with; none where it is not sent."""
        found: str | None = self.data.get(self[name].html_initial_name)
        return found


class ScoreForm(forms.Form):
    """A score: a number to start from, and so much more or less for each thing."""

    title = forms.CharField(max_length=200, label="Name of the score")
    base = forms.DecimalField(
        label="Starts from", initial=0, max_digits=7, decimal_places=2
    )

    def __init__(
        self, *args: Any, things: Sequence[tuple[str, str]], **more: Any
    ) -> None:
        super().__init__(*args, **more)
        for index in range(MOST_TERMS):
            self.fields[f"times{index}"] = forms.DecimalField(
                label="Points", required=False, max_digits=7, decimal_places=2
            )
            self.fields[f"of{index}"] = forms.ChoiceField(
                label="for each", required=False, choices=[("", "…"), *things]
            )

    @property
    def terms(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the fields of each thing that is counted."""
        return [(self[f"times{i}"], self[f"of{i}"]) for i in range(MOST_TERMS)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        found = []
        for index in range(MOST_TERMS):
            times, of = cleaned.get(f"times{index}"), cleaned.get(f"of{index}")
            if times is not None and of:
                found.append((times, of))
            elif times is not None or of:
                raise ValidationError("Say both: how many points, and for what.")
        cleaned["found"] = found
        return cleaned


class ReadingForm(forms.Form):
    """A house reading: a text, or the answer to a reading of the game's odds."""

    text = forms.CharField(
        max_length=1000,
        label="What holds at this event",
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    answer = forms.ChoiceField(
        required=False,
        label="Or as the odds may be asked",
        help_text="Match-ups may be worked out by it.",
    )

    def __init__(self, *args: Any, answers: Sequence[Any], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["text"].required = False
        field = self.fields["answer"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [("", "Only the text"), *answers]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("text") and not cleaned.get("answer"):
            raise ValidationError("Write what holds, or choose an answer.")
        return cleaned


class PenaltyForm(forms.Form):
    """A penalty in words, and in points where it has some."""

    text = forms.CharField(max_length=500, label="Penalty for")
    points = _points("Points off")
    hours = forms.IntegerField(
        label="For every so many hours late",
        min_value=1,
        max_value=10_000,
        required=False,
        help_text="Empty: it is no matter of time.",
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        points = cleaned.get("points")
        if points is not None and not points:
            self.add_error("points", "More than nothing; or leave it empty.")
        if cleaned.get("hours") and not points:
            self.add_error("points", "How many points for these hours?")
        return cleaned

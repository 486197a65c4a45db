"""Forms of the pages around the builder."""

from dataclasses import dataclass

from django import forms

from armybuilder.armies.folders import MOST_TAGS, read_tags
from armybuilder.armies.models import FOLDER_LENGTH, TAG_LENGTH
from armybuilder.books.models import Edition
from armybuilder.points_fields import MOST_POINTS
from rulesets.documents.json import MAX_BYTES, DocumentError, parse
from rulesets.game import Game
from rulesets.list_text.text_files import list_text
from rulesets.rosters.roster import Roster, read_roster


@dataclass(frozen=True, slots=True)
class Preset:
    """A usual points limit."""

    points: int
    label: str


class NewArmyForm(forms.Form):
    book = forms.ChoiceField(label="Army book", widget=forms.RadioSelect)
    name = forms.CharField(
        label="Name",
        max_length=120,
        required=False,
        help_text="Empty: it is named after its book.",
    )
    limit = forms.IntegerField(
        label="Points limit",
        min_value=0,
        max_value=MOST_POINTS,
        required=False,
        help_text="Empty: no limit.",
    )

    def use_game(self, game: Game, editions: tuple[Edition, ...]) -> None:
        """Offer the newest edition of each book, and ask in the game's words."""
        self.fields["limit"].label = f"{game.currency.title} limit"
        field = self.fields["book"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(e.choice, e.book.name) for e in editions]


class FilingForm(forms.Form):
    """The folder and the tags of an army."""

    folder = forms.CharField(
        label="Folder",
        max_length=FOLDER_LENGTH,
        required=False,
        help_text="One word or a few, such as Tournaments. Empty: in no folder.",
        widget=forms.TextInput(attrs={"list": "folders", "autocomplete": "off"}),
    )
    tags = forms.CharField(
        label="Tags",
        max_length=MOST_TAGS * (TAG_LENGTH + 2),
        required=False,
        help_text="Parted by commas: Border cup, painted.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_folder(self) -> str:
        return " ".join(self.cleaned_data["folder"].split())

    def clean_tags(self) -> tuple[str, ...]:
        try:
            return read_tags(self.cleaned_data["tags"])
        except ValueError as problem:
            raise forms.ValidationError(str(problem)) from problem


class ImportForm(forms.Form):
    """A roster document or a list as text, pasted or as a file.

    After it was cleaned there is a roster, or a text that is to be read as a list.
    """

    text = forms.CharField(
        label="Paste the list",
        help_text="Any builder’s text does, or plain lines, or our JSON document.",
        required=False,
        max_length=MAX_BYTES,
        strip=False,
        widget=forms.Textarea(attrs={"class": "code", "rows": 10}),
    )
    file = forms.FileField(
        label="or choose a file",
        required=False,
        widget=forms.ClearableFileInput(
            attrs={"accept": ".json,.txt,.md,.ros,text/plain"}
        ),
    )
    roster: Roster
    list_text: str | None = None

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        text, file = cleaned.get("text"), cleaned.get("file")
        if self.errors:
            return cleaned
        if bool(text) == bool(file):
            raise forms.ValidationError("Paste a list, or choose a file.")
        if file is not None and file.size > MAX_BYTES:
            self.add_error("file", f"The file is larger than {MAX_BYTES:,} bytes.")
            return cleaned
        raw = file.read() if file is not None else str(text).encode(errors="replace")
        self.list_text = list_text(raw)
        if self.list_text is not None:
            return cleaned
        try:
            self.roster = read_roster(parse(raw))
        except DocumentError as problem:
            place = f"At {problem.where}: " if problem.where else ""
            field = "file" if file is not None else "text"
            self.add_error(field, f"{place}{problem.text}.")
        return cleaned


def presets(game: Game) -> tuple[Preset, ...]:
    return tuple(
        Preset(limit, game.currency.text(limit)) for limit in sorted(game.limits)
    )

"""Fields by which a form asks for a pack: one of those kept here, or a document."""

from typing import Any

from django import forms
from django.db.models import Max

from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.packs.access import Viewer, find_version, packs_of
from armybuilder.packs.models import Pack, PackVersion
from rulesets.checks.files import MOST_BYTES
from rulesets.documents.json import DocumentError, parse
from rulesets.games import GAMES
from rulesets.packs.pack import Pack as CompiledPack
from rulesets.packs.pack import PackError
from rulesets.packs.pack_checks import checked_pack

MOST_NAME = 90
"""Longest name of a version: its key, an at sign and a number [characters]."""

Choices = list[tuple[str, str | list[tuple[str, str]]]]


def offered_packs(viewer: Viewer, game: str = "") -> list[Pack]:
    """Return the packs that somebody may choose, each with its ``newest`` version."""
    found = packs_of(viewer).filter(retired_at=None)
    if game:
        found = found.filter(game=game)
    return list(
        found.annotate(newest=Max("versions__number"))
        .filter(newest__isnull=False)
        .defer("draft")
    )


def pack_choices(viewer: Viewer, game: str = "", none: str = "None") -> Choices:
    """Return the choices of a field, by games; those of one game stand alone."""
    packs = offered_packs(viewer, game)
    first: Choices = [("", none)]
    if game:
        return [*first, *((pack.key, str(pack)) for pack in packs)]
    grouped = [
        (
            GAMES[key].name,
            [(pack.key, str(pack)) for pack in packs if pack.game == key],
        )
        for key in GAMES
    ]
    return [*first, *((name, rows) for name, rows in grouped if rows)]


def pasted_pack(text: str) -> CompiledPack | None:
    """Return the pack of a text, none for an empty one.

    Raises
    ------
    ValidationError
        If it is no pack, or names what no book has.
    """
    if not text.strip():
        return None
    try:
        return checked_pack(parse(text, PackError), SiteBookshelf())
    except DocumentError as problem:
        raise forms.ValidationError(f"This is no pack: {problem}") from None


class PackFields(forms.Form):
    """A pack by its name or as a document; cleaned, ``pack`` is either of them."""

    named = forms.CharField(
        label="Pack",
        required=False,
        max_length=MOST_NAME,
        widget=forms.Select,
    )
    pack = forms.CharField(
        label="Or a pack document",
        required=False,
        max_length=MOST_BYTES,
        strip=False,
        widget=forms.Textarea(
            attrs={"class": "code", "rows": 4, "spellcheck": "false"}
        ),
        help_text="The game’s own rules hold too, but for those that it replaces.",
    )

    def __init__(self, *args: Any, viewer: Viewer, game: str = "", **more: Any) -> None:
        super().__init__(*args, **more)
        self._viewer = viewer
        choices = pack_choices(viewer, game, "The game’s own rules alone")
        asked = str(self["named"].value() or "")
        if (
            asked
            and asked not in _values(choices)
            and find_version(asked, viewer) is not None
        ):
            choices.append((asked, asked))
        widget = self.fields["named"].widget
        if isinstance(widget, forms.Select):
            widget.choices = choices

    def clean_named(self) -> PackVersion | None:
        name = self.cleaned_data["named"]
        if not name:
            return None
        version = find_version(name, self._viewer)
        if version is None:
            raise forms.ValidationError(f"There is no pack {name!r} for you here.")
        return version

    def clean_pack(self) -> CompiledPack | None:
        pasted = pasted_pack(self.cleaned_data["pack"])
        named = self.cleaned_data.get("named")
        if named is not None and pasted is not None:
            raise forms.ValidationError("Choose a pack or paste one, not both.")
        return pasted if named is None else named.read()


def _values(choices: Choices) -> set[str]:
    """Return the values that may be chosen, those of groups too."""
    values = {value for value, shown in choices if isinstance(shown, str)}
    grouped = [shown for _, shown in choices if not isinstance(shown, str)]
    return values | {value for rows in grouped for value, _ in rows}

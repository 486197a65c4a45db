"""Forms of events: settings, entrants, people, lists."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.http import HttpRequest
from django.utils.dateparse import parse_datetime

from armybuilder.events.entrants import (
    CONTROLS,
    MOST_ADDRESS,
    MOST_PLACES,
    PlaceError,
    read_names,
)
from armybuilder.events.models import Event, Sight
from armybuilder.events.times import TimeError, local, moment_of, zones
from armybuilder.points_fields import points_field
from rulesets.core.points import to_points
from rulesets.games import GAMES
from rulesets.packs.pack import ANY, NEWEST

MOST_WORDS = 4000
"""Longest text that somebody writes about a list [characters]."""

ONE_LINE = RegexValidator(
    CONTROLS,
    "Write it in one line, without control characters.",
    inverse_match=True,
)
FRIENDS = 2
MOST_PENALTY = 1000
"""Most points that a judge takes off at once."""

SIGHTS = [(one.value, one.label) for one in Sight if one != Sight.FRIENDS]
"""Rules about who sees lists that an organiser may choose."""

BEFORE_START = (timedelta(days=6), timedelta(days=3))
"""Usual times before the first game: the deadline, and the reveal."""


class LocalTimeField(forms.CharField):
    """A date and a time as the clocks of the event show it, without a zone."""

    widget = forms.DateTimeInput(
        attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
    )

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            found = parse_datetime(str(text).strip())
        except ValueError:
            found = None
        if found is None or found.tzinfo is not None or not 2000 <= found.year < 2100:
            text = "Write a date and a time such as 2027-04-11 20:00."
            raise forms.ValidationError(text)
        return found


class EventForm(forms.Form):
    """An event: what is played, when, and who sees what."""

    name = forms.CharField(label="Name", max_length=120, validators=[ONE_LINE])
    game = forms.ChoiceField(
        label="Game", choices=[(game.key, game.name) for game in GAMES.values()]
    )
    limit = points_field(
        "Points for everybody",
        "Empty: what the pack says, or what each list agreed on.",
        least=1,
    )
    pack = forms.ChoiceField(
        label="Composition rules",
        required=False,
        help_text='Rules of your own stand in a <a href="/packs/new/">pack</a>: '
        "make it first.",
    )
    editions = forms.ChoiceField(
        label="Editions of the books that count",
        required=False,
        choices=[
            ("", "What the pack says, or any"),
            (ANY, "Any"),
            (NEWEST, "The newest"),
        ],
    )
    starts_at = LocalTimeField(label="First game")
    ends_at = LocalTimeField(
        label="End", required=False, help_text="Empty: the evening of the same day."
    )
    deadline = LocalTimeField(
        label="Lists close",
        required=False,
        help_text="Empty: six days before, at 20:00.",
    )
    reveal_at = LocalTimeField(
        label="All lists open",
        required=False,
        help_text="Empty: three days before, at 20:00.",
    )
    opens_at = LocalTimeField(
        label="Lists are taken from",
        required=False,
        help_text="Empty: once you open it.",
    )
    time_zone = forms.ChoiceField(label="Time zone", choices=[])
    sight = forms.ChoiceField(
        label="Who sees lists", choices=SIGHTS, initial=Sight.STAFF
    )
    places = forms.IntegerField(
        label="Places", min_value=FRIENDS, max_value=MOST_PLACES, initial=60
    )
    allows_joining = forms.BooleanField(
        label="Anybody may take a place on the event’s page",
        required=False,
        initial=True,
    )
    allows_illegal = forms.BooleanField(
        label="Illegal lists may be handed in, for a judge to decide", required=False
    )
    strict = forms.BooleanField(
        label="Rules as printed, whatever a list has switched",
        required=False,
        initial=True,
    )
    is_listed = forms.BooleanField(
        label="Announce it among the events of this site",
        required=False,
        initial=True,
    )
    place = forms.CharField(
        label="Where", max_length=200, required=False, validators=[ONE_LINE]
    )
    about = forms.CharField(
        label="About it",
        max_length=4000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    revision = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        *args: Any,
        packs: list[tuple[str, str]],
        may_announce: bool,
        event: Event | None = None,
        **kw: Any,
    ) -> None:
        if event is not None:
            kw.setdefault("initial", initial_of(event))
        super().__init__(*args, **kw)
        if not may_announce:
            del self.fields["is_listed"]
        self.fields["time_zone"].choices = [(zone, zone) for zone in zones()]  # type: ignore[attr-defined]
        self.fields["pack"].choices = [("", "The game’s own alone"), *packs]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Turn local times into moments, with the usual ones where none are given."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        _fill(cleaned)
        zone = cleaned["time_zone"]
        for name in ("opens_at", "deadline", "reveal_at", "starts_at", "ends_at"):
            if cleaned.get(name) is None:
                continue
            try:
                cleaned[name] = moment_of(cleaned[name], zone)
            except TimeError as problem:
                self.add_error(name, str(problem))
        if not self.errors:
            self._refuse_order(cleaned)
        return cleaned

    def _refuse_order(self, cleaned: dict[str, Any]) -> None:
        order = (
            ("opens_at", "deadline", "Lists cannot close before they are taken."),
            ("deadline", "reveal_at", "The lists open after they close, not before."),
            ("deadline", "ends_at", "The event cannot end before the lists close."),
            ("reveal_at", "ends_at", "The lists open before the event is over."),
            ("starts_at", "ends_at", "The event cannot end before its first game."),
        )
        for first, second, text in order:
            before, after = cleaned.get(first), cleaned.get(second)
            if before is not None and after is not None and before > after:
                self.add_error(second, text)


def posted_text(request: HttpRequest, name: str) -> str:
    """Return a text of a form that goes into the database; a NUL cannot."""
    return request.POST.get(name, "").replace("\x00", "")[:MOST_WORDS]


def initial_of(event: Event) -> dict[str, Any]:
    """Return the values of an event as its form shows them."""
    names = (
        "name", "game", "limit", "editions", "time_zone", "sight", "places", "about",
        "allows_joining", "allows_illegal", "strict", "is_listed", "place", "revision",
    )  # fmt: skip
    found: dict[str, Any] = {name: getattr(event, name) for name in names}
    for name in ("opens_at", "deadline", "reveal_at", "starts_at", "ends_at"):
        at: datetime | None = getattr(event, name)
        if at is not None:
            found[name] = local(at, event.time_zone).strftime("%Y-%m-%dT%H:%M")
    found["limit"] = None if event.limit is None else to_points(event.limit)
    found["pack"] = event.pack_name
    return found


class FriendlyForm(forms.Form):
    """A friendly game: what is played, and two names."""

    name = forms.CharField(label="Your name", max_length=50)
    opponent = forms.CharField(label="Your opponent’s name", max_length=50)
    game = forms.ChoiceField(
        label="Game", choices=[(game.key, game.name) for game in GAMES.values()]
    )
    limit = points_field("Points", "Empty: what each list says.", least=1)
    pack = forms.ChoiceField(label="Composition rules", required=False)

    def __init__(self, *args: Any, packs: list[tuple[str, str]], **kw: Any) -> None:
        super().__init__(*args, **kw)
        self.fields["pack"].choices = [("", "The game’s own alone"), *packs]  # type: ignore[attr-defined]


class PenaltyForm(forms.Form):
    """Points that a judge takes off; below nothing he gives some back."""

    points = forms.DecimalField(
        label="Points off",
        min_value=-MOST_PENALTY,
        max_value=MOST_PENALTY,
        max_digits=6,
        decimal_places=2,
    )

    def clean_points(self) -> Any:
        points = self.cleaned_data["points"]
        if not points:
            raise forms.ValidationError("Nothing is taken off.")
        return points


class NamesForm(forms.Form):
    """Entrants by name, one a line."""

    names = forms.CharField(
        label="Entrants",
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="One a line: a name, and an address of mail if you have one, such as "
        "“Anna, anna@example.org”.",
    )

    def clean_names(self) -> Any:
        try:
            found = read_names(self.cleaned_data["names"])
        except PlaceError as problem:
            raise forms.ValidationError(str(problem)) from None
        if not found:
            raise forms.ValidationError("Write at least one name.")
        return found


class JoinForm(forms.Form):
    """A place on the page of an event."""

    name = forms.CharField(label="Your name", max_length=80, validators=[ONE_LINE])
    email = forms.EmailField(
        label="E-mail (optional)",
        max_length=MOST_ADDRESS,
        required=False,
        help_text="The organiser sees it, and writes to you if something is wrong.",
    )


class StaffForm(forms.Form):
    """A co-organiser or a judge, by the name of an account."""

    username = forms.CharField(label="Username", max_length=150)
    role = forms.ChoiceField(
        label="Role", choices=[("judge", "Judge"), ("organiser", "Organiser")]
    )


def _fill(cleaned: dict[str, Any]) -> None:
    """Fill the usual times in, all as local times."""
    start: datetime = cleaned["starts_at"]
    evening = start.replace(hour=20, minute=0, second=0)
    if cleaned.get("deadline") is None:
        cleaned["deadline"] = evening - BEFORE_START[0]
    if cleaned.get("reveal_at") is None:
        usual = evening - BEFORE_START[1]
        cleaned["reveal_at"] = max(usual, cleaned["deadline"])
    if cleaned.get("ends_at") is None:
        cleaned["ends_at"] = max(evening, start + timedelta(hours=10))

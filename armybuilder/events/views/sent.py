"""The page on which an organiser takes in the lists that he was sent as files."""

from typing import cast

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.accounts.throttle import Allowance, take, who_asks
from armybuilder.armies.check_form import FilesField, opened
from armybuilder.events.access import staff_event, staff_hand
from armybuilder.events.event_page import clock_of
from armybuilder.events.models import EntrantState
from armybuilder.events.sent_lists import MOST_FILES, Intake, take_sent
from armybuilder.events.sight import Onlooker, Part
from armybuilder.events.views.judge import hand_in_for
from rulesets.checks.files import MOST_IN_ALL, ArmyFile, Bounds, UnpackError, unpack

SENDINGS = Allowance("event-sendings", burst=30, refill_seconds=30)

BUSY = "That is a great many files at once. Wait a while."


class SentForm(forms.Form):
    """Files of lists; cleaned, ``these`` are the lists in them."""

    uploads = FilesField(
        label="Files",
        allow_empty_file=True,
        help_text="Name each file for its player: “Anna Berg.json”. Roster documents,"
        " lists of other programs (.ros, .rosz), texts (.txt), or zip archives of"
        f" them; at most {MOST_FILES} lists at once.",
    )
    reason = forms.CharField(
        label="Reason, which players see",
        max_length=500,
        initial="Sent to the organiser as a file.",
    )
    gives_places = forms.BooleanField(
        label="Give a place to each name that has none",
        required=False,
        initial=True,
    )

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        sent = map(opened, cleaned.get("uploads") or [])
        try:
            cleaned["these"] = unpack(sent, Bounds(MOST_FILES, MOST_IN_ALL))
        except UnpackError as problem:
            self.add_error("uploads", str(problem))
        return cleaned


@require_http_methods(["GET", "HEAD", "POST"])
def show_sent(request: HttpRequest, slug: str) -> HttpResponse:
    """Take in many lists at once, and say what became of each file."""
    look = staff_event(request, slug)
    if request.method != "POST":
        return _page(request, look, SentForm())
    form = SentForm(request.POST, request.FILES)
    if form.is_valid() and not take(SENDINGS, who_asks(request)):
        form.add_error(None, BUSY)
    if not form.is_valid():
        return _page(request, look, form, status=422)
    asked = form.cleaned_data
    found = take_sent(
        look.event,
        cast(tuple[ArmyFile, ...], asked["these"]),
        staff_hand(request, asked["reason"]),
        gives_places=look.is_organiser and asked["gives_places"],
    )
    return _page(request, look, SentForm(), found, asked["reason"])


@require_POST
def take_one(request: HttpRequest, slug: str) -> HttpResponse:
    """Go on with one list that waits, for the player who is chosen."""
    number = request.POST.get("player", "")
    if not number.isdecimal() or len(number) > 5:
        raise Http404("There is no such player.")
    return hand_in_for(request, slug, int(number))


def _page(
    request: HttpRequest,
    look: Onlooker,
    form: SentForm,
    found: Intake | None = None,
    reason: str = "",
    status: int = 200,
) -> HttpResponse:
    if not look.is_organiser:
        del form.fields["gives_places"]
    players = look.event.entrants.exclude(state=EntrantState.WITHDRAWN)
    left = found is not None and bool(found.left)
    context = {
        "event": look.event,
        "look": look,
        "clock": clock_of(look.event, timezone.now()),
        "form": form,
        "found": found,
        "taken": [(one, look.sees(one.entrant)) for one in found.taken]
        if found
        else [],
        "verdict": Part.VERDICT,
        "whole": Part.LIST,
        "players": [(p.number, look.name_of(p)) for p in players] if left else [],
        "reason": reason,
    }
    return render(request, "events/sent.html", context, status=status)

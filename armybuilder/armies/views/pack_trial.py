"""The page on which an organiser tries a draft of a pack on armies of choice."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.people import SignedInRequest
from armybuilder.accounts.throttle import client_address, take
from armybuilder.armies.access import own_armies
from armybuilder.armies.allowances import paid_page
from armybuilder.armies.pack_trial import PackTrialForm, try_files
from armybuilder.armies.views.check import CHECKS, TOO_OFTEN
from armybuilder.packs.access import edited_packs
from rulesets.packs.event_pack import read_event_pack


@login_required
@paid_page
@require_http_methods(["GET", "HEAD", "POST"])
def try_pack(request: SignedInRequest, key: str) -> HttpResponse:
    """Show armies judged without a draft and with it; nothing is kept."""
    pack = get_object_or_404(edited_packs(request.user), key=key)
    own = own_armies(request).filter(game=pack.game, deleted_at=None, archived_at=None)
    sent = request.method == "POST"
    form = PackTrialForm(*((request.POST, request.FILES) if sent else ()), own=own)
    context = {"pack": pack, "form": form, "tried": ()}
    if sent and not take(CHECKS, client_address(request)):
        form.add_error(None, TOO_OFTEN)
        return render(request, "armies/pack_trial.html", context, status=429)
    if form.is_valid():
        these = form.cleaned_data["these"]
        context["tried"] = try_files(these, read_event_pack(pack.draft))
    status = 422 if form.errors else 200
    return render(request, "armies/pack_trial.html", context, status=status)

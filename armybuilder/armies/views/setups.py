"""Set-ups of papers: kept under names, and deleted."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from armybuilder.accounts.people import SignedInRequest, next_address
from armybuilder.armies.models import SavedSetup
from armybuilder.armies.papers.saved_setups import SetupRefused, keep_setup
from armybuilder.armies.papers.setup import SetupError, read_setup
from rulesets.games import GAMES


@require_POST
@login_required
def save_setup(request: SignedInRequest) -> HttpResponse:
    """Keep the set-up that a page shows."""
    game = GAMES.get(request.POST.get("game", ""))
    try:
        if game is None:
            raise SetupRefused("There is no such game.")
        setup = read_setup(request.POST.dict(), game)
        kept = keep_setup(request.user, request.POST.get("name", ""), setup)
    except (SetupError, SetupRefused) as problem:
        messages.error(request, str(problem))
    else:
        messages.success(request, f"Kept as {kept.name}.")
    return redirect(next_address(request, reverse("armies:mine")))


@require_POST
@login_required
def delete_setup(request: SignedInRequest, number: int) -> HttpResponse:
    kept = get_object_or_404(SavedSetup, pk=number, owner=request.user)
    kept.delete()
    messages.success(request, f"Deleted {kept.name}.")
    return redirect(next_address(request, reverse("armies:mine")))

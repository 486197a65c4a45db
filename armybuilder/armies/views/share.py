"""Armies behind a share link: read-only, signed out; and every export of an army."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from armybuilder.armies import store
from armybuilder.armies.access import (
    keep_in_session,
    may_keep_another,
    own_armies,
    own_army,
    refuse_another,
    shared_army,
    signed_in,
)
from armybuilder.armies.allowances import count_kept, paid_page
from armybuilder.armies.budgets import budgets
from armybuilder.armies.builder import shown_messages
from armybuilder.armies.exports import Export
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.presentation import show
from armybuilder.armies.review import review_army


@require_safe
@paid_page
def show_shared(request: HttpRequest, token: str) -> HttpResponse:
    army = shared_army(token)
    reviewed = review_army(army)
    context = {
        "army": army,
        "review": reviewed.review,
        "shown": show(reviewed.review, reviewed.books),
        "budgets": budgets(reviewed.review),
        "messages_shown": tuple(shown_messages(reviewed.review)),
        "mine": own_armies(request).filter(pk=army.pk).exists(),
    }
    response = render(request, "armies/shared.html", context)
    if army.visibility != Visibility.PUBLIC:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_POST
def copy_shared(request: HttpRequest, token: str) -> HttpResponse:
    army = shared_army(token)
    if not may_keep_another(request):
        return refuse_another(request)
    copy = store.duplicate(army, signed_in(request))
    keep_in_session(request, copy)
    count_kept(request, copy)
    messages.success(request, f"This is your own copy of {army.name}.")
    return redirect("armies:show", copy.public_id)


# -- exports ------------------------------------------------------------------------


@require_safe
def export_army(request: HttpRequest, army: str, export: Export) -> HttpResponse:
    return _exported(own_army(request, army), export)


@require_safe
def export_shared(request: HttpRequest, token: str, export: Export) -> HttpResponse:
    return _exported(shared_army(token), export)


def _exported(army: Army, export: Export) -> HttpResponse:
    response = HttpResponse(export.write(army), content_type=export.content_type)
    disposition = "attachment" if export.downloads else "inline"
    name = f"{slugify(army.name) or 'army'}.{export.ending}"
    response["Content-Disposition"] = f'{disposition}; filename="{name}"'
    response["X-Robots-Tag"] = "noindex"
    return response

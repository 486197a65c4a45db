"""Armies behind a share link: read-only, signed out; and every export of an army."""

import json
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_POST, require_safe

from armybuilder.armies import saving
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
from armybuilder.armies.exports import markdown, one_line_each, plain_text
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.presentation import show
from armybuilder.armies.review import judge
from rulesets.books.book import Books
from rulesets.reviews.review import Review


@require_safe
@paid_page
def show_shared(request: HttpRequest, token: str) -> HttpResponse:
    army = shared_army(token)
    judged = judge(army)
    context = {
        "army": army,
        "review": judged.review,
        "shown": show(judged.review, judged.books),
        "budgets": budgets(judged.review),
        "messages_shown": tuple(shown_messages(judged.review)),
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
    copy = saving.duplicate(army, signed_in(request))
    keep_in_session(request, copy)
    count_kept(request, copy)
    messages.success(request, f"This is your own copy of {army.name}.")
    return redirect("armies:show", copy.public_id)


# -- exports ------------------------------------------------------------------------


def _file(content: str, kind: str, army: Army, ending: str) -> HttpResponse:
    response = HttpResponse(content, content_type=kind)
    name = slugify(army.name) or "army"
    disposition = "attachment" if ending == "json" else "inline"
    response["Content-Disposition"] = f'{disposition}; filename="{name}.{ending}"'
    response["X-Robots-Tag"] = "noindex"
    return response


def _json(army: Army) -> HttpResponse:
    text = json.dumps(army.document, indent=1, ensure_ascii=False)
    return _file(f"{text}\n", "application/json", army, "json")


def _worded(
    army: Army, words: Callable[[Review, Books], str], ending: str
) -> HttpResponse:
    judged = judge(army)
    text = words(judged.review, judged.books)
    kind = "text/markdown" if ending == "md" else "text/plain"
    return _file(text, f"{kind}; charset=utf-8", army, ending)


@require_safe
def army_json(request: HttpRequest, army: str) -> HttpResponse:
    return _json(own_army(request, army))


@require_safe
@paid_page
def army_text(request: HttpRequest, army: str) -> HttpResponse:
    return _worded(own_army(request, army), plain_text, "txt")


@require_safe
@paid_page
def army_short(request: HttpRequest, army: str) -> HttpResponse:
    return _worded(own_army(request, army), one_line_each, "txt")


@require_safe
@paid_page
def army_markdown(request: HttpRequest, army: str) -> HttpResponse:
    return _worded(own_army(request, army), markdown, "md")


@require_safe
def shared_json(request: HttpRequest, token: str) -> HttpResponse:
    return _json(shared_army(token))


@require_safe
@paid_page
def shared_text(request: HttpRequest, token: str) -> HttpResponse:
    return _worded(shared_army(token), plain_text, "txt")


@require_safe
@paid_page
def shared_short(request: HttpRequest, token: str) -> HttpResponse:
    return _worded(shared_army(token), one_line_each, "txt")


@require_safe
@paid_page
def shared_markdown(request: HttpRequest, token: str) -> HttpResponse:
    return _worded(shared_army(token), markdown, "md")

"""The page on which a draft is edited: sentences with blanks, tried at every change."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from armybuilder.accounts.people import SignedInRequest
from armybuilder.books.editions import newest_books
from armybuilder.books.sentence_editor.menus import (
    blank_menu,
    new_menu,
    part_and_bringer,
)
from armybuilder.books.sentence_editor.places import GONE, PlaceError
from armybuilder.books.sentence_editor.rule_edits import RuleEdit, edited
from armybuilder.books.sentence_editor.rule_lists import Refused, rules_at
from armybuilder.books.sentence_editor.rule_text import MEMBERS, words_by_member
from armybuilder.packs.access import edited_packs
from armybuilder.packs.checks import faults_of
from armybuilder.packs.desk_forms import DeskForms, desk_forms, over_draft
from armybuilder.packs.drafts import DraftError, StaleDraftError, change_draft
from armybuilder.packs.models import Pack
from armybuilder.packs.pack_page import (
    game_rules,
    newest_version,
    offered_rules,
    pack_words,
    remarks_on,
    rule_addresses,
    told_scores,
    with_trial,
)
from armybuilder.packs.part_edits import BY_KEY
from armybuilder.packs.trials import try_pack
from rulesets.core.subject import as_sentence
from rulesets.documents.json import DocumentError
from rulesets.games import GAMES
from rulesets.packs.event_pack import read_event_pack
from rulesets.packs.ready_rules import with_ready_rule
from rulesets.sentences.inputs import TypedError

Make = Callable[[Any], dict[str, Any]]


def is_piece(request: SignedInRequest) -> bool:
    """Return whether a script asks for a piece of the page."""
    return request.headers.get("X-Piece") == "1"


def edited_pack(request: SignedInRequest, key: str) -> Pack:
    """Return a pack that the visitor may edit; 404 for any other."""
    return get_object_or_404(edited_packs(request.user), key=key)


def seen_in(request: SignedInRequest) -> int | None:
    """Return the revision that a form was drawn with; none where it says none."""
    said = request.POST.get("seen", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 10 else None


@login_required
@require_safe
def edit(request: SignedInRequest, key: str) -> HttpResponse:
    """Show the draft of a pack, tried on sample armies."""
    return show_desk(request, edited_pack(request, key))


def show_desk(
    request: SignedInRequest,
    pack: Pack,
    *,
    refused: Refused | None = None,
    forms: DeskForms | None = None,
    told: str = "",
    status: int = 200,
) -> HttpResponse:
    """Return the page of a draft; ``told`` is what was not kept, and why."""
    document = pack.draft
    books = newest_books(pack.game)
    words = pack_words(document, books)
    newest = newest_version(pack)
    before = None if newest is None else newest.read()
    trial = try_pack(read_event_pack(document), before, books)
    context: dict[str, Any] = {
        "pack": pack,
        "seen": pack.revision,
        "rules": with_trial(rules_at(document, "", words, refused), trial),
        "addresses": rule_addresses(pack),
    }
    if is_piece(request):
        piece = "admin/books/desk/_rules.html"
        return render(request, piece, context, status=status)
    faults = faults_of(document, books)
    context |= {
        "told": told,
        "document": document,
        "game": GAMES[pack.game],
        "game_rules": game_rules(document),
        "scores": told_scores(document, words),
        "offered": offered_rules(pack.game, books),
        "newest": newest,
        "faults": faults,
        "remarks": remarks_on(document, books),
        "trial": trial,
        "forms": forms or desk_forms(document, words),
        "versions": pack.versions.order_by("-number").defer("document"),
        "editors": pack.editors.order_by("username"),
        "is_owner": pack.owner_id == request.user.pk,
        "is_changed": newest is None or newest.document != document,
    }
    return render(request, "packs/edit.html", context, status=status)


def changed(
    request: SignedInRequest, pack: Pack, make: Make, at: str, done: str = ""
) -> HttpResponse:
    """Change a draft and lead back to its page, or show it with the reason why not."""
    try:
        change_draft(pack, seen_in(request), make)
    except StaleDraftError as problem:
        pack.refresh_from_db()
        return show_desk(request, pack, told=str(problem), status=409)
    except DocumentError as problem:
        told = f"Not kept. {problem.where or '/'}: {problem.text}."
        return show_desk(request, pack, told=told, status=400)
    except DraftError as problem:
        return show_desk(request, pack, told=str(problem), status=400)
    if done:
        messages.success(request, done)
    response = redirect("packs:edit", pack.key)
    response["Location"] += f"#{at}"
    return response


# -- sentences ------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: SignedInRequest, key: str) -> HttpResponse:
    """Make one edit of a sentence."""
    pack = edited_pack(request, key)
    if request.method != "POST":
        return show_desk(request, pack)
    said = request.POST
    at, typed = said.get("at", ""), said.get("value", "")
    values = {name: said.getlist(name) for name in said}
    edit = RuleEdit(said.get("do", ""), at, said.get("path", ""), values)
    if edit.do in ("rule", "rule_words"):
        raise Http404("A pack has no special rules.")
    books = newest_books(pack.game)

    def make(document: Any) -> dict[str, Any]:
        new, _ = edited(document, edit, pack_words(document, books))
        return dict(new)

    text = said.get("text", "")
    try:
        pack = change_draft(pack, seen_in(request), make)
    except StaleDraftError as problem:
        pack.refresh_from_db()
        lost = f" You said: {typed}." if typed else ""
        refused = Refused(at, f"{problem}{lost}", text)
        return show_desk(request, pack, refused=refused, told=refused.error, status=409)
    except (TypedError, PlaceError) as problem:
        refused = Refused(at, as_sentence(str(problem.args[0])), text)
        return show_desk(request, pack, refused=refused, status=400)
    except DocumentError as problem:
        words = f"Not kept. {problem.where or '/'}: {problem.text}"
        refused = Refused(at, as_sentence(words), text)
        return show_desk(request, pack, refused=refused, status=400)
    if is_piece(request):
        return show_desk(request, pack)
    return redirect("packs:edit", pack.key)


@login_required
@require_safe
def blank(request: SignedInRequest, key: str) -> HttpResponse:
    """Show what may fill a blank, or which sentences may be begun."""
    pack = edited_pack(request, key)
    words = pack_words(pack.draft, newest_books(pack.game))
    asked = request.GET
    at, path, search = asked.get("at", ""), asked.get("path", ""), asked.get("q", "")
    try:
        if path:
            menu = blank_menu(pack.draft, at, path, words, search[:80])
        else:
            menu = new_menu(pack.draft, at, words, search[:80])
    except (PlaceError, TypedError):
        raise Http404(GONE) from None
    context = {
        "pack": pack,
        "addresses": rule_addresses(pack),
        "menu": menu,
        "owner": "",
        "seen": pack.revision,
    }
    piece = "admin/books/desk/_sentence_menu.html"
    return render(request, piece if is_piece(request) else "packs/menu.html", context)


@login_required
@require_safe
def rule_words(request: SignedInRequest, key: str) -> HttpResponse:
    """Return what may stand in a rule as text: members, and words for each of them."""
    pack = edited_pack(request, key)
    try:
        part, bringer = part_and_bringer(pack.draft, request.GET.get("at", ""))
    except PlaceError:
        raise Http404(GONE) from None
    words = pack_words(pack.draft, newest_books(pack.game))
    found = words_by_member(part, words, bringer)
    return JsonResponse({"members": MEMBERS[part], "words": found})


# -- what stands beside the sentences -------------------------------------------------


@login_required
@require_POST
def parts(request: SignedInRequest, key: str) -> HttpResponse:
    """Add a ready rule, or strike, restore or take out one rule by its key."""
    pack = edited_pack(request, key)
    said = request.POST
    word, named = said.get("do", ""), said.get("key", "")
    if word == "ready":
        offered = offered_rules(pack.game, newest_books(pack.game))
        ready = next((one for one in offered if one.key == named), None)
        if ready is None:
            raise Http404("There is no such ready rule.")
        rule = ready
        return changed(
            request, pack, lambda document: with_ready_rule(document, rule), "rules"
        )
    if word not in BY_KEY:
        raise Http404("That cannot be done with a pack.")
    return changed(
        request, pack, lambda document: BY_KEY[word](document, named), "beside"
    )


@login_required
@require_POST
def form_part(request: SignedInRequest, key: str, part: str) -> HttpResponse:
    """Keep one of the forms beside the sentences: basics, score, reading, penalty."""
    pack = edited_pack(request, key)
    words = pack_words(pack.draft, newest_books(pack.game))
    forms = desk_forms(pack.draft, words, part, request.POST)
    form = forms.of(part)
    if form is None:
        raise Http404("A pack has no such part.")
    if not form.is_valid():
        return show_desk(request, pack, forms=forms, status=422)
    make = forms.edit(part)
    try:
        change_draft(pack, seen_in(request), make)
    except StaleDraftError as problem:
        pack.refresh_from_db()
        told = f"{problem} What you typed is still in its form."
        forms = over_draft(pack.draft, words, part, request.POST)
        return show_desk(request, pack, forms=forms, told=told, status=409)
    except DocumentError as problem:
        form.add_error(None, f"Not kept. {problem.where or '/'}: {problem.text}.")
        return show_desk(request, pack, forms=forms, status=400)
    response = redirect("packs:edit", pack.key)
    response["Location"] += f"#{part}"
    return response

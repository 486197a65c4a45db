"""Packs as everybody may read them: the shelf, a version, its document."""

from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.models import User
from armybuilder.accounts.people import SignedInRequest
from armybuilder.books.editions import newest_books
from armybuilder.books.parts import as_file
from armybuilder.packs.access import edited_packs, packs_of, versions_for
from armybuilder.packs.drafts import DraftError, bare_document, begin_pack
from armybuilder.packs.forms import BeginForm, ReadInForm
from armybuilder.packs.models import Pack, PackVersion
from armybuilder.packs.pack_page import (
    editions_text,
    game_rules,
    offered_rules,
    pack_words,
    remarks_on,
    told_rules,
    told_scores,
    version_changes,
)
from armybuilder.packs.part_edits import plain_number
from armybuilder.packs.site_packs import site_keys
from rulesets.documents.forms import FORMS, JSON, YAML
from rulesets.documents.json import DocumentError
from rulesets.games import GAMES
from rulesets.packs.ready_rules import with_ready_rule

MOST_NUMBER = 2**31 - 1
"""Largest number that a database is asked for."""

KINDS = {JSON: "application/json", YAML: "application/yaml; charset=utf-8"}


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the packs that the visitor may see: own, shared, of everybody."""
    found = packs_of(cast(User, request.user)).annotate(newest=Max("versions__number"))
    packs = list(found.defer("draft").select_related("owner"))
    user = request.user
    own = [one for one in packs if user.is_authenticated and one.owner_id == user.pk]
    shared_keys = set(edited_packs(user).values_list("pk", flat=True)) - {
        one.pk for one in own
    }
    shared = [one for one in packs if one.pk in shared_keys]
    rest = [
        one
        for one in packs
        if one not in own and one not in shared and one.retired_at is None
    ]
    context = {
        "shelves": [
            ("Yours", "own", own),
            ("Shared with you", "shared", shared),
            ("For everybody", "public", rest),
        ],
        "site_keys": site_keys(),
    }
    return render(request, "packs/index.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: SignedInRequest) -> HttpResponse:
    """Begin a pack with its name, its game and some ready rules."""
    game = request.POST.get("game") or request.GET.get("game") or "warhammer"
    game = game if game in GAMES else "warhammer"
    offered = {one.key: one for one in offered_rules(game, newest_books(game))}
    choices = [(key, one.words) for key, one in offered.items()]
    sent = request.POST if request.method == "POST" else None
    form = BeginForm(sent, offered=choices, initial={"game": game})
    if form.is_valid():
        asked = form.cleaned_data
        document = bare_document(asked["name"], game)
        for key in asked["rules"]:
            document = with_ready_rule(document, offered[key])
        if asked["limit"] is not None:
            document["limit"] = plain_number(asked["limit"])
        made = _begun(request, form, document)
        if made is not None:
            return redirect("packs:edit", made.key)
    context = {"form": form, "game": game, "games": GAMES}
    status = 422 if form.errors else 200
    return render(request, "packs/begin.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def read_in(request: SignedInRequest) -> HttpResponse:
    """Begin a pack of a document."""
    sent = request.method == "POST"
    form = ReadInForm(request.POST, request.FILES) if sent else ReadInForm()
    if form.is_valid():
        made = _begun(request, form, form.cleaned_data["document"])
        if made is not None:
            return redirect("packs:edit", made.key)
    status = 422 if form.errors else 200
    return render(request, "packs/read_in.html", {"form": form}, status=status)


def _begun(
    request: SignedInRequest, form: Any, document: dict[str, Any]
) -> Pack | None:
    """Return a new pack; none where it is not made, which the form says."""
    try:
        return begin_pack(request.user, document)
    except DocumentError as problem:
        form.add_error(None, f"This is no pack: {problem}")
    except DraftError as problem:
        form.add_error(None, str(problem))
    return None


def seen_version(request: HttpRequest, key: str, number: int | None) -> PackVersion:
    """Return a version that the visitor may see, the newest without a number."""
    found = versions_for(cast(User, request.user)).filter(pack__key=key)
    if number is not None:
        found = found.filter(number=min(number, MOST_NUMBER))
    version = found.select_related("pack__owner").order_by("-number").first()
    if version is None:
        raise Http404("There is no such pack.")
    return version


@require_safe
def show_pack(
    request: HttpRequest, key: str, number: int | None = None
) -> HttpResponse:
    """Show a version in sentences; whose pack has none yet is led to its draft."""
    mine = edited_packs(request.user).filter(key=key).exists()
    if mine and number is None and not PackVersion.objects.filter(pack__key=key):
        return redirect("packs:edit", key)
    version = seen_version(request, key, number)
    pack = version.read()
    books = newest_books(pack.game)
    words = pack_words(version.document, books)
    numbers = version.pack.versions.order_by("-number")
    context = {
        "pack": version.pack,
        "version": version,
        "versions": numbers.defer("document").select_related(None),
        "read": pack,
        "game": GAMES[pack.game],
        "rules": told_rules(pack, words),
        "game_rules": game_rules(version.document),
        "scores": told_scores(version.document, words),
        "editions": editions_text(version.document),
        "remarks": remarks_on(version.document, books),
        "changes": version_changes(version, words),
        "may_edit": mine,
    }
    return render(request, "packs/show_pack.html", context)


@require_safe
def download(request: HttpRequest, key: str, number: int | None = None) -> HttpResponse:
    """Hand out a version as a document, or its draft (``?draft=1``) to its people."""
    form = request.GET.get("as", JSON)
    if form not in FORMS:
        raise Http404("A pack is handed out as JSON or YAML.")
    if number is None and request.GET.get("draft"):
        row = edited_packs(request.user).filter(key=key).first()
        if row is None:
            raise Http404("There is no such pack.")
        document, name = row.draft, f"{key}-draft"
    else:
        version = seen_version(request, key, number)
        document, name = version.document, f"{key}-{version.number}"
    response = HttpResponse(as_file(document, form), content_type=KINDS[form])
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response

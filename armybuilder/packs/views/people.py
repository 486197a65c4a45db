"""Publishing a pack, sharing it, giving it up."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.accounts.models import User
from armybuilder.accounts.people import SignedInRequest
from armybuilder.packs.access import edited_packs
from armybuilder.packs.drafts import DraftError, begin_pack
from armybuilder.packs.models import Pack
from armybuilder.packs.publications import publish_pack
from armybuilder.packs.views.desk import edited_pack, seen_in, show_desk
from armybuilder.packs.views.shelf import seen_version
from rulesets.documents.json import DocumentError

MOST_EDITORS = 20


def owned_pack(request: SignedInRequest, key: str) -> Pack:
    """Return a pack of the visitor; 404 for any other."""
    return get_object_or_404(Pack, owner=request.user, key=key)


@login_required
@require_POST
def publish(request: SignedInRequest, key: str) -> HttpResponse:
    """Publish the draft as it was looked at."""
    pack = edited_pack(request, key)
    try:
        version = publish_pack(pack, request.user, seen_in(request) or 0)
    except DocumentError as problem:
        pack.refresh_from_db()
        place = f"{problem.where}: " if problem.where else ""
        told = f"Not published: {place}{problem.text}."
        return show_desk(request, pack, told=told, status=409)
    messages.success(request, f"Version {version.number} is published.")
    return redirect("packs:version", pack.key, version.number)


@login_required
@require_POST
def share(request: SignedInRequest, key: str) -> HttpResponse:
    """Let somebody edit the pack, or no longer; show it to everybody, or not."""
    pack = owned_pack(request, key)
    said = request.POST
    word = said.get("do", "")
    if word in ("show", "hide"):
        Pack.objects.filter(pk=pack.pk).update(is_public=word == "show")
        return _to_people(pack)
    if word not in ("add", "drop"):
        raise Http404("That cannot be done with a pack.")
    name = said.get("username", "").replace("\x00", "").strip()
    person = User.objects.filter(username__iexact=name).first() if name else None
    if word == "drop":
        if person is not None:
            pack.editors.remove(person)
        return _to_people(pack)
    refusal = _refusal(pack, person, name)
    if refusal:
        return show_desk(request, pack, told=refusal, status=400)
    pack.editors.add(*([] if person is None else [person]))
    return _to_people(pack)


def _refusal(pack: Pack, person: User | None, name: str) -> str:
    """Return why somebody is not let in to edit a pack; "" where they are."""
    if person is None or not person.is_active:
        return f"Nobody here is called “{name[:150]}”."
    if person.pk == pack.owner_id:
        return "It is yours already."
    if pack.editors.count() >= MOST_EDITORS:
        return f"At most {MOST_EDITORS} people edit one pack."
    return ""


def _to_people(pack: Pack) -> HttpResponse:
    response = redirect("packs:edit", pack.key)
    response["Location"] += "#people"
    return response


@login_required
@require_POST
def leave(request: SignedInRequest, key: str) -> HttpResponse:
    """Stop editing somebody else's pack."""
    pack = edited_pack(request, key)
    pack.editors.remove(request.user)
    return redirect("packs:index")


@login_required
@require_POST
def copy(request: SignedInRequest, key: str, number: int | None = None) -> HttpResponse:
    """Begin a pack of one's own with a version, or with a draft that one may edit."""
    own = edited_packs(request.user).filter(key=key).first()
    if own is not None and number is None:
        document = own.draft
    else:
        document = seen_version(request, key, number).document
    name = f"{document['name'][:110]} (copy)"
    try:
        made = begin_pack(request.user, {**document, "name": name})
    except DraftError as problem:
        messages.error(request, str(problem))
        return redirect("packs:index")
    return redirect("packs:edit", made.key)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def give_up(request: SignedInRequest, key: str) -> HttpResponse:
    """Delete a pack that has no version; retire one that has, or offer it again."""
    pack = owned_pack(request, key)
    context: dict[str, Any] = {"pack": pack, "has_versions": pack.versions.exists()}
    if request.method != "POST":
        return render(request, "packs/give_up.html", context)
    with transaction.atomic():
        row = Pack.objects.select_for_update().get(pk=pack.pk)
        if not row.versions.exists():
            row.delete()
            messages.success(request, f"{row} is deleted.")
            return redirect("packs:index")
        row.retired_at = timezone.now() if row.retired_at is None else None
        row.save(update_fields=["retired_at"])
    word = "offered again" if row.retired_at is None else "offered no longer"
    messages.success(request, f"{row} is {word}.")
    return redirect("packs:index")

"""Reading a document over the draft of a pack: shown first, then kept."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.people import SignedInRequest
from armybuilder.books.editions import newest_books
from armybuilder.packs.drafts import StaleDraftError, change_draft
from armybuilder.packs.forms import ReadInForm
from armybuilder.packs.pack_page import draft_changes
from armybuilder.packs.views.desk import edited_pack, seen_in
from rulesets.documents.json import canonical

REPLACED = "The draft is what the document says. The versions are as they were."
STALE = "Somebody changed this pack since you looked. This is what would change now."


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def read_over(request: SignedInRequest, key: str) -> HttpResponse:
    """Show what a document changes of a draft; with ``do=replace`` put it there."""
    pack = edited_pack(request, key)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = ReadInForm(*sent, pack=pack)
    context: dict[str, Any] = {"pack": pack, "form": form}
    if not form.is_valid():
        status = 422 if form.errors else 200
        return render(request, "packs/read_over.html", context, status=status)
    document, status = form.cleaned_data["document"], 200
    if request.POST.get("do") == "replace":
        try:
            change_draft(pack, seen_in(request), lambda _: document)
        except StaleDraftError:
            pack.refresh_from_db()
            context["told"], status = STALE, 409
        else:
            messages.success(request, REPLACED)
            return redirect("packs:edit", pack.key)
    context |= {
        "asked": True,
        "changes": draft_changes(pack.draft, document, newest_books(pack.game)),
        "kept": canonical(document).decode(),
        "seen": pack.revision,
    }
    return render(request, "packs/read_over.html", context, status=status)

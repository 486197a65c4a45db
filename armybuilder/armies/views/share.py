"""Armies behind a share link: read-only, signed out; and every export of an army."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from armybuilder.armies import store
from armybuilder.armies.access import (
    army_behind_secret_link,
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
from armybuilder.armies.exports import Export, one_line_each, secret_text
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.papers.secret import open_review
from armybuilder.armies.presentation import show
from armybuilder.armies.review import review_army
from armybuilder.armies.shown_messages import shown_messages
from armybuilder.books.models import Edition
from armybuilder.books.viewers import closed


@require_safe
@paid_page
def show_shared(request: HttpRequest, token: str) -> HttpResponse:
    army = shared_army(token)
    reviewed = review_army(army)
    context = {
        "army": army,
        "handle": token,
        "review": reviewed.review,
        "shown": show(reviewed.review, reviewed.books),
        "book": next(iter(reviewed.books.values()), None),
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


# -- passing an army on --------------------------------------------------------------

_VISIBILITIES = {
    Visibility.PRIVATE: "Only you.",
    Visibility.UNLISTED: "No list and no search engine has it.",
    Visibility.PUBLIC: "Everybody: it stands among the public armies.",
}
SIGN_IN_FIRST = "Sign in to list an army publicly."


@require_http_methods(["GET", "HEAD", "POST"])
@paid_page
def share_army(request: HttpRequest, army: str) -> HttpResponse:
    """Show the links to an army and its texts to copy; change who may look at it."""
    found = own_army(request, army)
    error = ""
    if request.method == "POST":
        error = _change_sharing(request, found)
        if not error:
            return redirect("armies:share", army)
    reviewed = review_army(found)
    texts = [("As it is", one_line_each(reviewed.review, reviewed.books))]
    texts.append(
        ("Without secrets", secret_text(open_review(reviewed), reviewed.books))
    )
    context = {
        "army": found,
        "is_closed": closed(Edition.objects.filter(used_by__army=found)).exists(),
        "error": error,
        "visibilities": [(one, one.label, _VISIBILITIES[one]) for one in Visibility],
        "link": _link(request, "shared", found.share_token) if found.shared else "",
        "secret_link": _link(request, "secret", found.secret_token),
        "texts": texts,
    }
    return render(request, "armies/share_army.html", context, status=_status(error))


def _status(error: str) -> int:
    return 400 if error else 200


def _link(request: HttpRequest, name: str, token: str | None) -> str:
    """Return a whole address to pass on, "" where there is no token."""
    if token is None:
        return ""
    return request.build_absolute_uri(reverse(f"armies:{name}", args=[token]))


def _change_sharing(request: HttpRequest, army: Army) -> str:
    """Do what a form of the page asks for; return why not, "" where it is done."""
    asked, wanted = (request.POST.get(name, "") for name in ("secret", "visibility"))
    if asked in ("on", "off"):
        store.set_secret_link(army, wanted=asked == "on")
        return ""
    if wanted not in Visibility.values:
        return f"Sharing: “{wanted[:40]}” is none of the choices."
    if army.owner_id is None and wanted == Visibility.PUBLIC:
        return SIGN_IN_FIRST
    store.set_visibility(army, Visibility(wanted))
    return ""


# -- without secrets ------------------------------------------------------------------


@require_safe
@paid_page
def show_secret(request: HttpRequest, token: str) -> HttpResponse:
    """Show an army to an opponent: neither points nor what may be hidden."""
    army = army_behind_secret_link(token)
    reviewed = review_army(army)
    opened, books = open_review(reviewed), reviewed.books
    context = {
        "name": opened.roster.name,
        "owner": army.owner,
        "verdict": reviewed.review.verdict,
        "pack": army.pack,
        "shown": show(opened, books),
        "book": next(iter(books.values()), None),
        "game": opened.game,
        "text": secret_text(opened, books),
    }
    response = render(request, "armies/secret.html", context)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


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

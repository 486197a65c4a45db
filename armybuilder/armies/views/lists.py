"""Lists of armies, their folders and tags, and putting armies aside."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from armybuilder.armies import store
from armybuilder.armies.access import of_seen_books, own_armies, own_army
from armybuilder.armies.allowances import paid_page
from armybuilder.armies.army_cards import army_cards, shelves, with_newer
from armybuilder.armies.folders import (
    ORDERS,
    Search,
    archive,
    by_points,
    cabinet,
    file_army,
    found_armies,
    found_by_game,
    read_search,
    unarchive,
)
from armybuilder.armies.forms import FilingForm
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.popularity import games_by_armies, games_by_play

PAGE_SIZE = 24


def _listed(
    request: HttpRequest,
    armies: QuerySet[Army] | list[Army],
    template: str,
    search: Search,
    **more: object,
) -> HttpResponse:
    page = Paginator(armies, PAGE_SIZE).get_page(request.GET.get("page"))
    cards = army_cards(list(page.object_list))
    if template == "armies/mine.html":
        cards = with_newer(cards)
    context = {
        "page": page,
        "cards": cards,
        "shelves": list(shelves(cards)),
        "search": search,
        "q": search.words,
        "game": search.game,
        "games": games_by_play(),
        **more,
    }
    return render(request, template, context)


@require_safe
@paid_page
def show_mine(request: HttpRequest) -> HttpResponse:
    mine = own_armies(request)
    deleted = request.GET.get("deleted", "")
    put_aside = None
    if deleted:
        aside = mine.filter(public_id=deleted[:24], deleted_at__isnull=False)
        put_aside = aside.first()
    search = read_search(request.GET)
    kept = mine.filter(deleted_at=None)
    listed = kept.filter(archived_at__isnull=not search.archived)
    games = games_by_armies(kept)
    order = [game.key for game in games]
    found = found_by_game(listed, search, order).prefetch_related("tags")
    return _listed(
        request,
        by_points(found, order) if search.order == "points" else found,
        "armies/mine.html",
        search,
        games=games,
        put_aside=put_aside,
        cabinet=cabinet(kept),
        orders=[(key, name) for key, (name, _) in ORDERS.items()],
    )


@require_safe
@paid_page
def show_deleted(request: HttpRequest) -> HttpResponse:
    search = read_search(request.GET)
    armies = own_armies(request).filter(deleted_at__isnull=False)
    found = found_armies(armies, search).order_by("-deleted_at")
    return _listed(request, found, "armies/deleted.html", search)


@require_safe
@paid_page
def show_public(request: HttpRequest) -> HttpResponse:
    search = read_search(request.GET)
    public = Army.objects.filter(visibility=Visibility.PUBLIC, deleted_at=None)
    armies = public.filter(of_seen_books())
    if search.words:
        armies = armies.filter(name__icontains=search.words)
    if search.game:
        armies = armies.filter(game=search.game)
    found = armies.select_related("owner")
    return _listed(request, found, "armies/public.html", search)


# -- filing -------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def file_away(request: HttpRequest, army: str) -> HttpResponse:
    """Show the folder and the tags of an army, and change them."""
    found = own_army(request, army)
    if request.method == "POST":
        form = FilingForm(request.POST)
        if form.is_valid():
            file_army(found, form.cleaned_data["folder"], form.cleaned_data["tags"])
            messages.success(request, f"Filed {found.name}.")
            return redirect("armies:mine")
    else:
        tags = ", ".join(tag.name for tag in found.tags.all())
        form = FilingForm(initial={"folder": found.folder, "tags": tags})
    known = cabinet(own_armies(request).filter(deleted_at=None))
    context = {"army": found, "form": form, "cabinet": known}
    status = 400 if form.errors else 200
    return render(request, "armies/file_away.html", context, status=status)


@require_POST
def put_in_archive(request: HttpRequest, army: str) -> HttpResponse:
    found = own_army(request, army)
    archive(found)
    messages.success(request, f"{found.name} is in the archive.")
    return redirect("armies:mine")


@require_POST
def take_from_archive(request: HttpRequest, army: str) -> HttpResponse:
    found = own_army(request, army)
    unarchive(found)
    messages.success(request, f"{found.name} is among your armies again.")
    return redirect("armies:mine")


# -- putting aside ------------------------------------------------------------------


@require_POST
def delete(request: HttpRequest, army: str) -> HttpResponse:
    found = own_army(request, army)
    store.delete(found)
    return redirect(f"{reverse('armies:mine')}?deleted={found.public_id}")


def _deleted_army(request: HttpRequest, public_id: str) -> Army:
    armies = own_armies(request).filter(public_id=public_id)
    army = armies.filter(deleted_at__isnull=False).first()
    if army is None:
        raise Http404("There is no such army.")
    return army


@require_POST
def restore(request: HttpRequest, army: str) -> HttpResponse:
    found = _deleted_army(request, army)
    store.restore(found)
    messages.success(request, f"{found.name} is back.")
    return redirect("armies:show", found.public_id)


@require_POST
def erase(request: HttpRequest, army: str) -> HttpResponse:
    """Delete an army for good; only one that was put aside before."""
    found = _deleted_army(request, army)
    name = found.name
    found.delete()
    messages.success(request, f"{name} is gone for good.")
    return redirect("armies:deleted")

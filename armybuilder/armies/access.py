"""Rights to see and change armies. Nobody learns that another's private army exists."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.accounts.throttle import Allowance, take, who_asks
from armybuilder.armies.allowances import may_write
from armybuilder.armies.models import Army, ArmyEdition, Visibility
from armybuilder.books.models import Edition
from armybuilder.books.viewers import usable

SESSION_KEY = "anonymous_armies"
MOST_ANONYMOUS = 50
MOST_ARMIES = 500
NEW_ARMIES = Allowance("new-armies", burst=40, refill_seconds=30)
TOO_MANY = "That is a great many armies at once. Wait a while, or delete some."


def signed_in(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def own_armies(request: HttpRequest) -> QuerySet[Army]:
    """Return the armies of a visitor: by account, else those of the session."""
    user = signed_in(request)
    if user is not None:
        return Army.objects.filter(owner=user)
    return Army.objects.filter(owner=None, public_id__in=session_ids(request))


def has_room(request: HttpRequest) -> bool:
    """Return whether a visitor has fewer armies than anybody may keep."""
    return own_armies(request).count() < MOST_ARMIES


def may_keep_another(request: HttpRequest) -> bool:
    """Return whether a visitor may keep one more army now; counts it as kept."""
    who = who_asks(request)
    return take(NEW_ARMIES, who) and may_write(request) and has_room(request)


def refuse_another(request: HttpRequest) -> HttpResponse:
    return render(request, "armies/refused.html", {"text": TOO_MANY}, status=429)


def session_ids(request: HttpRequest) -> list[str]:
    return list(request.session.get(SESSION_KEY, []))


def own_army(request: HttpRequest, public_id: str) -> Army:
    """Return an army that the visitor may change, or 404."""
    found = own_armies(request).filter(public_id=public_id, deleted_at=None)
    army = with_packs(found).first()
    if army is None:
        raise Http404("There is no such army.")
    return army


def with_packs(armies: QuerySet[Army]) -> QuerySet[Army]:
    """Return armies with the versions of packs that they are judged by."""
    return armies.select_related("pack__pack")


def of_seen_books() -> Q:
    """Return the condition that the visitor may see every book of an army."""
    uses = ArmyEdition.objects.filter(army=OuterRef("pk"))
    unseen = uses.exclude(edition__in=usable(Edition.objects.all()).values("pk"))
    return ~Q(Exists(unseen))


def visible_army(request: HttpRequest, handle: str) -> Army:
    """Return an army that the visitor may look at, or 404.

    One's own goes by its id too, another's by the token of its share link alone, and
    only if the visitor may see its books.
    """
    mine = Q(pk__in=own_armies(request).values("pk"), public_id=handle)
    shared = Q(visibility__in=(Visibility.UNLISTED, Visibility.PUBLIC))
    others = shared & Q(share_token=handle) & of_seen_books()
    armies = Army.objects.filter(mine | others, deleted_at=None)
    found = with_packs(armies).first()
    if found is None:
        raise Http404("There is no such army.")
    return found


def page_of_army(army: Army, handle: str) -> str:
    """Return the address of an army's page under a handle of it."""
    page = "armies:show" if handle == army.public_id else "armies:shared"
    return reverse(page, args=[handle])


def shared_army(token: str) -> Army:
    """Return the army behind a share link, or 404."""
    army = (
        Army.objects.filter(of_seen_books(), share_token=token, deleted_at=None)
        .exclude(visibility=Visibility.PRIVATE)
        .select_related("owner", "pack__pack")
        .first()
    )
    if army is None:
        raise Http404("There is no such army.")
    return army


def army_behind_secret_link(token: str) -> Army:
    """Return the army that a link shows without its secrets, or 404."""
    kept = Army.objects.filter(of_seen_books(), secret_token=token, deleted_at=None)
    army = kept.select_related("owner", "pack__pack").first()
    if army is None:
        raise Http404("There is no such army.")
    return army


def keep_in_session(request: HttpRequest, army: Army) -> None:
    """Let the session that made an army without an account find it again."""
    if army.owner_id is None:
        ids = [*session_ids(request), army.public_id]
        request.session[SESSION_KEY] = ids[-MOST_ANONYMOUS:]

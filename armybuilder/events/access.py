"""Rights in events: nobody learns that an event is prepared, or of another's list."""

from datetime import datetime
from typing import cast

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.armies.access import signed_in
from armybuilder.events.models import (
    Entrant,
    Event,
    EventState,
    Pairing,
    StaffRole,
)
from armybuilder.events.sight import Onlooker, Part, Viewer
from armybuilder.events.states import settled
from armybuilder.events.submissions import Hand

SESSION_KEY = "entrant_links"
MOST_LINKS = 50
NO_EVENT = "There is no such event."
NO_LIST = "There is no such list."


def shown_events(request: HttpRequest, now: datetime) -> QuerySet[Event]:
    """Return the events that are announced and to come, and the visitor's own."""
    hidden = (EventState.DRAFT, EventState.CANCELLED)
    coming = Q(is_listed=True, ends_at__gt=now) & ~Q(state__in=hidden)
    found = Event.objects.filter(coming | own_events(request))
    return found.distinct()


def own_events(request: HttpRequest) -> Q:
    """Return the events that a visitor runs, or has a place in once they are open."""
    user = signed_in(request)
    plays = Q(entrants__link__in=links_of(request))
    if user is None:
        return plays & ~Q(state=EventState.DRAFT)
    plays |= Q(entrants__person=user)
    return Q(people__person=user) | plays & ~Q(state=EventState.DRAFT)


def find_event(request: HttpRequest, slug: str, link: str = "") -> Onlooker:
    """Return how a visitor sees an event, or 404.

    ``link`` is the end of a personal link that a request brings along.
    """
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise Http404(NO_EVENT)
    return look_at(request, settled(event), link)


def look_at(request: HttpRequest, event: Event, link: str = "") -> Onlooker:
    """Return how a visitor sees an event that is there, or 404."""
    role = _role(request, event)
    if event.state == EventState.DRAFT and role is None:
        raise Http404(NO_EVENT)
    own = _own(request, event, role, link)
    if event.is_friendly and own is None:
        raise Http404(NO_EVENT)
    viewer = Viewer.ANYBODY if own is None else Viewer.ENTRANT
    if role is not None:
        viewer = Viewer(role)
    opponents = frozenset[int]() if own is None else _opponents(own)
    return Onlooker(event, viewer, None if own is None else own.pk, opponents)


def staff_event(request: HttpRequest, slug: str) -> Onlooker:
    """Return an event that the visitor runs or judges, or 404."""
    found = find_event(request, slug)
    if not found.is_staff:
        raise Http404(NO_EVENT)
    return found


def staff_hand(request: HttpRequest, reason: str = "") -> Hand:
    """Return the hand of who runs or judges an event, now."""
    return Hand(timezone.now(), cast(User, request.user), is_staff=True, reason=reason)


def organised_event(request: HttpRequest, slug: str) -> Onlooker:
    """Return an event that the visitor runs, or 404."""
    found = find_event(request, slug)
    if not found.is_organiser:
        raise Http404(NO_EVENT)
    return found


def own_place(look: Onlooker) -> Entrant | None:
    """Return the place of somebody who looks at an event, with its list."""
    if look.own is None:
        return None
    return look.event.entrants.select_related("current").filter(pk=look.own).first()


def seen_entrant(look: Onlooker, number: int, least: Part = Part.LIST) -> Entrant:
    """Return an entrant of whose list a visitor sees at least a part, or 404."""
    found = look.event.entrants.filter(number=number).select_related("current").first()
    if found is None or look.sees(found) < least:
        raise Http404(NO_LIST)
    return found


def friend_of(look: Onlooker, own: Entrant) -> Entrant | None:
    """Return the other player of a friendly game; none in any other event."""
    if not look.event.is_friendly:
        return None
    others = look.event.entrants.exclude(pk=own.pk).select_related("current")
    return others.first()


def links_of(request: HttpRequest) -> list[str]:
    """Return the personal links that this session has opened."""
    return list(request.session.get(SESSION_KEY, []))


def keep_link(request: HttpRequest, entrant: Entrant) -> None:
    """Let this session find an entrant's place again."""
    links = [link for link in links_of(request) if link != entrant.link]
    request.session[SESSION_KEY] = [*links, entrant.link][-MOST_LINKS:]


def _own(
    request: HttpRequest, event: Event, role: StaffRole | None, link: str
) -> Entrant | None:
    """Return a visitor's place in an event: by account, else by personal link.

    Who runs the event has a place by account only: the link of a player that somebody
    opened on the same device, before he signed in, shows him no list.
    """
    user = signed_in(request)
    places = event.entrants.defer("draft")
    own = None if user is None else places.filter(person=user).first()
    if own is not None or role is not None:
        return own
    links = [link] if link else links_of(request)
    # Of two players on one device, the one whose link was opened last.
    return max(
        places.filter(link__in=links),
        key=lambda place: links.index(place.link),
        default=None,
    )


def _role(request: HttpRequest, event: Event) -> StaffRole | None:
    user = signed_in(request)
    if user is None:
        return None
    held = event.people.filter(person=user).first()
    return None if held is None else StaffRole(held.role)


def _opponents(own: Entrant) -> frozenset[int]:
    pairs = Pairing.objects.filter(Q(first=own) | Q(second=own))
    places = {pk for pair in pairs for pk in (pair.first_id, pair.second_id)}
    return frozenset(pk for pk in places if pk is not None and pk != own.pk)

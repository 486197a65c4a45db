"""The page of an event: times, rules, who sees what, and the lists that are open."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from armybuilder.books.editions import newest_books
from armybuilder.events.models import Entrant, Event, EventState, Sight
from armybuilder.events.pairings import seen_tables
from armybuilder.events.sight import (
    SEES,
    SHOWN,
    Onlooker,
    Part,
    Viewer,
    phase_of,
)
from armybuilder.events.times import left_text, local, offset, told
from armybuilder.packs.pack_page import pack_sentences, pack_words
from rulesets.core.points import points_text, to_points
from rulesets.games import GAMES
from rulesets.packs.event_pack import read_event_pack
from rulesets.packs.pack import ANY, NEWEST

PART_WORDS = {
    Part.NOTHING: "nothing",
    Part.PRESENCE: "that it is in",
    Part.VERDICT: "whether it is legal",
    Part.LIST: "all of it",
}
VIEWER_WORDS = {
    Viewer.ORGANISER: "Organiser",
    Viewer.JUDGE: "Judges",
    Viewer.ENTRANT: "Other entrants",
    Viewer.ANYBODY: "Everybody",
}


@dataclass(frozen=True, slots=True)
class Step:
    """A time of an event: its name, the moment, in words, and whether it is past."""

    name: str
    at: datetime
    text: str
    is_past: bool


@dataclass(frozen=True, slots=True)
class OpenList:
    """A list that the visitor may open."""

    number: int
    name: str
    book: str
    army: str
    points: str


def event_page(look: Onlooker, own: Entrant | None, now: datetime) -> dict[str, Any]:
    """Return what the page of an event shows to a visitor."""
    event = look.event
    lists = tuple(open_lists(look))
    return {
        "event": event,
        "look": look,
        "own": own,
        "game": GAMES[event.game],
        "steps": steps_of(event, now),
        "zone": zone_text(event, event.starts_at),
        "rules": tuple(rules_of(event)),
        "sees": sees_table(event),
        "lists": lists,
        "has_booklet": look.sees_of_others == Part.LIST,
        "tables": seen_tables(look),
        "places_taken": event.entrants.exclude(state="withdrawn").count(),
        "lists_in": event.entrants.filter(state__in=SHOWN).count(),
        "clock": clock_of(event, now),
        "may_join": own is None
        and event.allows_joining
        and event.state == EventState.OPEN
        and not look.is_staff,
    }


def steps_of(event: Event, now: datetime) -> tuple[Step, ...]:
    """Return the times of an event in their order, as they came about; one query."""
    if event.is_friendly:
        return ()
    came = {move.after: move.at for move in event.moves.all()}
    opened = came.get(EventState.OPEN, event.opens_at)
    closed = came.get(EventState.CLOSED, event.deadline)
    shown = came.get(EventState.REVEALED, event.reveal_at)
    named = (
        ("Lists are taken", opened),
        ("Lists close" if closed > now else "Lists closed", closed),
        (_opening(event, is_past=shown <= now), shown),
        ("First game", event.starts_at),
    )
    return tuple(
        Step(name, at, short_time(event, at), at <= now)
        for name, at in named
        if at is not None
    )


def _opening(event: Event, *, is_past: bool) -> str:
    """Return the name of the moment at which lists open."""
    whose = "Opponents’ lists" if event.sight == Sight.OPPONENT else "All lists"
    return f"{whose} are open" if is_past else f"{whose} open"


def short_time(event: Event, at: datetime) -> str:
    """Return `Sun 11 April, 20:00` on the clocks of the event."""
    there = local(at, event.time_zone)
    return f"{there:%a} {there.day} {there:%B}, {there:%H:%M}"


def zone_text(event: Event, at: datetime) -> str:
    there = local(at, event.time_zone)
    city = event.time_zone.rpartition("/")[2].replace("_", " ")
    return f"All times are those of {city} ({offset(there)})."


def clock_of(event: Event, now: datetime) -> tuple[str, str]:
    """Return how the clock stands: `2 h 14 min left`, and until when."""
    if event.state == EventState.CANCELLED:
        return "Cancelled", ""
    if event.is_friendly:
        both_in = event.state != EventState.OPEN
        return ("Both lists are open" if both_in else "Two lists open together"), ""
    if event.state == EventState.DRAFT:
        return "Being prepared", "nobody else sees it yet"
    if event.state == EventState.OPEN:
        text = f"{left_text(event.deadline, now)} left"
        return text, f"until {told(event.deadline, event.time_zone)}"
    if event.state == EventState.CLOSED:
        return "Lists are closed", f"all open {told(event.reveal_at, event.time_zone)}"
    if event.starts_at > now:
        return _opening(
            event, is_past=True
        ), f"first game {short_time(event, event.starts_at)}"
    return EventState(event.state).label.capitalize(), ""


def rules_of(event: Event) -> Iterator[str]:
    """Yield the rules of an event, one sentence each."""
    game = GAMES[event.game]
    if event.limit is not None:
        worth = game.currency.text(to_points(event.limit))
        yield f"Lists are worth at most {worth}."
    if event.pack is None:
        yield editions_text(event)
    else:
        words = pack_words(event.pack, newest_books(event.game))
        yield from pack_sentences(read_event_pack(event.pack), event.pack, words)
        if event.editions:
            yield editions_text(event)
    if event.strict:
        yield "Rules hold as printed, whatever a list has switched off."
    if event.is_friendly:
        yield "An illegal list is taken too; the other player sees its verdict."
        yield "Once both lists are in, neither changes any more."
        return
    if event.allows_illegal:
        yield "An illegal list may be handed in; a judge decides about it."
    else:
        yield "Only legal lists are taken."
    yield "After the deadline only a judge takes a list, and gives a reason."


def editions_text(event: Event) -> str:
    """Return which editions of books count, in a sentence."""
    by_pack = ANY if event.pack is None else event.pack.get("editions", ANY)
    count = event.editions or by_pack
    if count == ANY:
        return "Any edition of a book counts."
    if count == NEWEST:
        return "The newest edition of each book counts."
    return f"The newest editions of {count} count."


def sees_table(event: Event) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return who sees what of your list: before the deadline, after it, revealed."""
    all_of_it = PART_WORDS[Part.LIST]
    rows: list[tuple[str, tuple[str, ...]]] = [("You", (all_of_it,) * 3)]
    for viewer, parts in SEES[Sight(event.sight)].items():
        rows.append((VIEWER_WORDS[viewer], tuple(PART_WORDS[part] for part in parts)))
    if event.sight == Sight.OPPONENT:
        nothing = PART_WORDS[Part.NOTHING]
        rows.insert(3, ("Your opponents", (nothing, nothing, PART_WORDS[Part.LIST])))
    return tuple(rows)


def open_lists(look: Onlooker) -> Iterator[OpenList]:
    """Yield the lists that the visitor sees whole, where he does not run the event."""
    if look.is_staff and phase_of(look.event) == 0:
        return
    found = look.event.entrants.filter(state__in=SHOWN).select_related("current")
    for one in found.defer("draft", "current__receipt", "current__source"):
        row = one.current
        if row is None or one.pk == look.own or look.sees(one) < Part.LIST:
            continue
        points = points_text(to_points(row.points))
        yield OpenList(
            one.number, look.name_of(one), row.book_names, row.army_name, points
        )

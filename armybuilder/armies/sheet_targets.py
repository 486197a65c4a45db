"""Whom a printed sheet tells odds against: a unit of a book, or of an army one sees."""

from collections.abc import Iterator

from django.http import Http404, HttpRequest

from armybuilder.armies.access import own_armies, visible_army
from armybuilder.armies.against import Target, book_target
from armybuilder.armies.judging import books_at_hand, judge, judged_roster
from armybuilder.armies.models import Army
from armybuilder.armies.targets import TargetGroup, Targets, book_groups, kept_target
from rulesets.book import Books
from rulesets.fighters import fighter
from rulesets.roster import read_roster

OF_AN_ARMY = "army:"
ARMIES_OFFERED = 5
LONGEST = 400


def sheet_targets(request: HttpRequest, army: Army, newest: Books) -> Targets:
    """Return what may be chosen; what was asked for is, else the builder's target."""
    groups = (*book_groups(newest), *_armies(request, army.game))
    asked = request.GET.get("against", "")[:LONGEST]
    return Targets(groups, asked or kept_target(request, army.public_id))


def sheet_target(request: HttpRequest, army: Army, newest: Books) -> Target | None:
    """Return whom an address asks for, none where it is silent.

    One that is not there, or not shown to who asks, has no fighter and says so.
    """
    address = request.GET.get("against", "")[:LONGEST]
    if not address:
        return None
    if not address.startswith(OF_AN_ARMY):
        found = book_target(address, newest)
    else:
        found = _of_an_army(request, army, address)
    if found.fighter is None and not found.why_not:
        return Target(address, why_not="There is no such unit to tell odds against.")
    return found


def _of_an_army(request: HttpRequest, army: Army, address: str) -> Target:
    id, _, path = address.removeprefix(OF_AN_ARMY).partition("/")
    try:
        other = visible_army(request, id)
    except Http404:
        return Target(address)
    line = judge(other).review.line(path) if other.game == army.game else None
    if line is None:
        return Target(address)
    try:
        found = fighter(line)
    except ValueError as problem:
        return Target(address, why_not=str(problem))
    return Target(address, f"{found.name} of {other.name}", found)


def _armies(request: HttpRequest, game: str) -> Iterator[TargetGroup]:
    """Yield the units of one's own armies that were changed last."""
    mine = own_armies(request).filter(game=game, deleted_at=None)[:ARMIES_OFFERED]
    rosters = [(one, read_roster(one.document)) for one in mine]
    books = books_at_hand(*(roster for _, roster in rosters)) if rosters else {}
    for one, roster in rosters:
        units = tuple(
            (f"{OF_AN_ARMY}{one.public_id}/{line.path}", line.title)
            for force in judged_roster(roster, books).forces
            for line in force.units
            if line.profiles or any(part.profiles for part in line.lines)
        )
        if units:
            yield TargetGroup(f"Your army {one.name}", units)

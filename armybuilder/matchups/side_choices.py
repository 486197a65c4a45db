"""Choices of the side selectors: units of books and of one's own armies, or all."""

from dataclasses import dataclass

from django.http import HttpRequest

from armybuilder.armies.access import own_armies
from armybuilder.armies.address import (
    ArmyAddress,
    BookAddress,
    read_address,
    split_change,
)
from armybuilder.books import editions
from armybuilder.matchups.parties import Party
from armybuilder.matchups.sides import Side
from rulesets.game import Game
from rulesets.legality import review
from rulesets.reviews.review import Review
from rulesets.rosters.roster import read_roster

ARMIES_OFFERED = 5
WHOLE_ARMIES_OFFERED = 20


@dataclass(frozen=True, slots=True)
class SideChoice:
    """One unit that may be chosen."""

    address: str
    label: str


@dataclass(frozen=True, slots=True)
class SideGroup:
    """The units of one book or army; `address` is that of the whole, "" for none."""

    name: str
    choices: tuple[SideChoice, ...]
    address: str = ""


def side_groups(
    request: HttpRequest, game: Game, chosen: list[Side]
) -> tuple[SideGroup, ...]:
    """Return the choices of the match-up page; the chosen are always among them.

    The armies and the books that these are of come first.
    """
    here = _armies_of(chosen)
    books = {str(BookAddress(one.book.key, one.book.edition)) for one in chosen}
    there = sorted(_books(game), key=lambda group: group.address not in books)
    known = {group.address for group in here}
    own = (one for one in _armies(request, game) if one.address not in known)
    groups = [*here, *there, *own]
    offered = {choice.address for group in groups for choice in group.choices}
    others = {one.address: one for one in chosen if one.address not in offered}
    return (*map(_alone, others.values()), *groups)


def party_groups(
    request: HttpRequest, game: Game, chosen: list[Party]
) -> tuple[SideGroup, ...]:
    """Return the choices of the comparison page; the chosen are always among them."""
    books = tuple(
        SideChoice(str(BookAddress(book.key, book.edition)), f"{book.name}: every unit")
        for book in editions.newest_books(game.key).values()
        if book.units
    )
    armies = own_armies(request).filter(game=game.key, deleted_at=None)
    own = tuple(
        SideChoice(str(ArmyAddress(army.handle)), f"{army.name}: every unit")
        for army in armies.defer("document")[:WHOLE_ARMIES_OFFERED]
    )
    wholes = (SideGroup("Your armies", own), SideGroup("Army books", books))
    groups = (*(group for group in wholes if group.choices), *_books(game))
    groups = (*groups, *_armies(request, game))
    offered = {choice.address for group in groups for choice in group.choices}
    others = (party for party in chosen if party.address not in offered)
    return (
        *(
            SideGroup(party.origin, (SideChoice(party.address, party.title),))
            for party in others
        ),
        *groups,
    )


def _alone(side: Side) -> SideGroup:
    return SideGroup(side.origin, (SideChoice(side.address, side.title),))


def _armies_of(chosen: list[Side]) -> list[SideGroup]:
    """Return the units of each army that a side is of, as their review has them.

    A unit that was changed costs something else there, so no points are told beside it.
    """
    groups: dict[str, SideGroup] = {}
    for side in chosen:
        place = read_address(split_change(side.address)[0])
        if isinstance(place, ArmyAddress):
            priced = side.changed is None
            group = _army(place.army, side.origin, side.unit.reviewed, priced=priced)
            groups.setdefault(group.address, group)
    return list(groups.values())


def _army(
    handle: str, name: str, reviewed: Review, *, priced: bool = True
) -> SideGroup:
    brief = reviewed.game.currency.brief
    choices = tuple(
        SideChoice(
            str(ArmyAddress(handle, line.path)),
            f"{line.title} ({brief(line.points)})" if priced else line.title,
        )
        for force in reviewed.forces
        for line in force.units
        if line.profiles
    )
    return SideGroup(name, choices, str(ArmyAddress(handle)))


def _books(game: Game) -> list[SideGroup]:
    return [
        SideGroup(
            f"{book.name}, edition {book.edition}",
            tuple(
                SideChoice(
                    str(BookAddress(book.key, book.edition, unit.key)), unit.name
                )
                for unit in book.units.values()
            ),
            str(BookAddress(book.key, book.edition)),
        )
        for book in editions.newest_books(game.key).values()
    ]


def _armies(request: HttpRequest, game: Game) -> list[SideGroup]:
    groups = []
    for army in own_armies(request).filter(game=game.key, deleted_at=None)[
        :ARMIES_OFFERED
    ]:
        roster = read_roster(army.document)
        reviewed = review(roster, editions.books_for(roster))
        groups.append(_army(army.handle, f"Your army {army.name}", reviewed))
    return [group for group in groups if group.choices]

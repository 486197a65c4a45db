"""Choices of the side selectors: units of books and of one's own armies, or all."""

from dataclasses import dataclass

from django.http import HttpRequest

from armybuilder.armies.access import own_armies
from armybuilder.armies.address import ArmyAddress, BookAddress
from armybuilder.books import editions
from armybuilder.matchups.parties import Party
from armybuilder.matchups.sides import Side
from rulesets.game import Game
from rulesets.legality import review
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
    """The units of one book or army."""

    name: str
    choices: tuple[SideChoice, ...]


def side_groups(
    request: HttpRequest, game: Game, chosen: list[Side]
) -> tuple[SideGroup, ...]:
    """Return the choices of the match-up page; the chosen are always among them."""
    groups = [*_books(game), *_armies(request, game)]
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
        choices = tuple(
            SideChoice(
                str(ArmyAddress(army.handle, line.path)),
                f"{line.title} ({game.currency.brief(line.points)})",
            )
            for force in reviewed.forces
            for line in force.units
            if line.profiles
        )
        if choices:
            groups.append(SideGroup(f"Your army {army.name}", choices))
    return groups

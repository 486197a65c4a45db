"""Armies of the small book."""

from armybuilder.armies.models import Army
from armybuilder.books.editions import books_for
from rulesets.core.points import Points
from rulesets.legality import review
from rulesets.rosters.roster import Force, Roster, Selection, read_roster


def spears(edition: int) -> Roster:
    unit = Selection("s1", "spears")
    return Roster("charge", "Army", forces=(Force("f1", "testers", edition, (unit,)),))


def points(army: Army) -> Points:
    roster = read_roster(army.document)
    return review(roster, books_for(roster)).points

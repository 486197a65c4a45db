"""An army without what its player need not show: another roster, reviewed anew.

Points, figures, rules and odds of what is left out are then nowhere on the paper, for
the engine never saw it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from armybuilder.armies.review import ReviewedArmy, review_roster
from rulesets.books.book import Books, Entry
from rulesets.reviews.review import Message, Review
from rulesets.rosters.joins import freed
from rulesets.rosters.roster import Force, Roster, Selection


def open_roster(roster: Roster, books: Books, secrets: frozenset[str]) -> Roster:
    """Return a roster without the choices that are secret, notes and loadouts."""
    forces = (_open_force(force, books, secrets) for force in roster.forces)
    return freed(replace(roster, note="", forces=tuple(forces)))


def open_review(reviewed: ReviewedArmy) -> Review:
    """Return the review of an army without what its game lets players hide."""
    secrets = reviewed.review.game.paper.secrets
    roster = open_roster(reviewed.roster, reviewed.books, secrets)
    return review_roster(roster, reviewed.books, reviewed.pack)


def _open_force(force: Force, books: Books, secrets: frozenset[str]) -> Force:
    book = books.get((force.book, force.edition))
    if book is None:
        return force
    return replace(force, units=(*_open(force.units, book.entries, secrets),))


def _open(
    chosen: tuple[Selection, ...], offered: Mapping[str, Entry], secrets: frozenset[str]
) -> Iterator[Selection]:
    for one in chosen:
        entry = offered.get(one.entry)
        if entry is None or not secrets.isdisjoint(entry.keys):
            continue
        inside = tuple(_open(one.selections, entry.entries, secrets))
        yield replace(one, note="", loadouts=(), selections=inside)


def open_messages(whole: Review, shown: Review) -> tuple[Message, ...]:
    """Return the messages of an army that what is shown of it explains by itself."""
    said = {(m.code, m.where, m.text) for m in shown.messages}
    return tuple(m for m in whole.messages if (m.code, m.where, m.text) in said)

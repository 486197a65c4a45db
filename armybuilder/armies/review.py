"""An army with its books and the engine's review of it."""

from dataclasses import dataclass, replace
from functools import partial

from armybuilder.armies.models import Army
from armybuilder.armies.store import roster_of
from armybuilder.books.bookshelf import SiteBookshelf
from rulesets.books.book import Books
from rulesets.core.caching import Remembered
from rulesets.legality import review, with_fixes
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Review
from rulesets.rosters.roster import Roster


@dataclass(frozen=True, slots=True)
class ReviewedArmy:
    """An army with its books and its review."""

    army: Army
    books: Books
    review: Review

    @property
    def roster(self) -> Roster:
        return self.review.roster

    def with_fixes(self) -> "ReviewedArmy":
        """Return the army with changes tried against each of its messages."""
        return replace(self, review=with_fixes(self.review, self.books, None))


def books_at_hand(*rosters: Roster) -> Books:
    """Return the editions that rosters name, and the newest where one is unknown."""
    return SiteBookshelf().books_for(*rosters)


def review_army(
    army: Army, *, fixes: bool = False, known: Books | None = None
) -> ReviewedArmy:
    """Return an army as the engine sees it, with tried fixes on demand.

    `known` are books that were read before; others are read.
    """
    roster = roster_of(army)
    named = [(force.book, force.edition) for force in roster.forces]
    if known is not None and all(name in known for name in named):
        books: Books = {name: known[name] for name in named}
    else:
        books = books_at_hand(roster)
    judge = partial(review_roster, roster, books)
    found = ReviewedArmy(army, books, _kept.get((roster, *books.values()), "", judge))
    return found.with_fixes() if fixes else found


_kept = Remembered[Review](most=20)


def review_roster(
    roster: Roster, books: Books, pack: Pack | None = None, *, fixes: bool = False
) -> Review:
    now = review(roster, books, pack)
    return with_fixes(now, books, pack) if fixes else now

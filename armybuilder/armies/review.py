"""An army with its books, its pack and the engine's review of it."""

from dataclasses import dataclass, replace
from functools import partial

from armybuilder.armies.models import Army
from armybuilder.armies.store import roster_of
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.packs.models import PackVersion
from rulesets.books.book import Books
from rulesets.books.bookshelf import with_counting
from rulesets.checks.armies import MOST_WORK, CheckTerms
from rulesets.core.caching import Remembered
from rulesets.legality import review, review_cost, with_fixes
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Review
from rulesets.rosters.roster import Roster


@dataclass(frozen=True, slots=True)
class ReviewedArmy:
    """An army with its books and its review; without a pack by its game's own rules."""

    army: Army
    books: Books
    review: Review
    pack: Pack | None = None

    @property
    def roster(self) -> Roster:
        return self.review.roster

    def with_fixes(self) -> "ReviewedArmy":
        """Return the army with changes tried against each of its messages."""
        found = with_fixes(self.review, self.books, self.pack)
        return replace(self, review=found)


def books_at_hand(*rosters: Roster) -> Books:
    """Return the editions that rosters name, and the newest where one is unknown."""
    return SiteBookshelf().books_for(*rosters)


def review_army(
    army: Army,
    *,
    fixes: bool = False,
    known: Books | None = None,
    plain: bool = False,
    roster: Roster | None = None,
    shelf: SiteBookshelf | None = None,
) -> ReviewedArmy:
    """Return an army as the engine sees it, with tried fixes on demand.

    `known` are books that were read before; others are read. A `plain` review is by
    the game's own rules, whatever pack the army is judged by. A `roster` is another
    state of the army, and a `shelf` has read the books that a pack asks for.
    """
    roster = roster_of(army) if roster is None else roster
    version = None if plain or army.pack_id is None else army.pack
    if version is not None:
        found = _by_pack(army, roster, version, shelf or SiteBookshelf())
        return found.with_fixes() if fixes else found
    named = [(force.book, force.edition) for force in roster.forces]
    if known is not None and all(name in known for name in named):
        books: Books = {name: known[name] for name in named}
    else:
        books = books_at_hand(roster)
    judge = partial(review_roster, roster, books)
    found = ReviewedArmy(army, books, _kept.get((roster, *books.values()), "", judge))
    return found.with_fixes() if fixes else found


def _by_pack(
    army: Army, roster: Roster, version: PackVersion, shelf: SiteBookshelf
) -> ReviewedArmy:
    """Return an army by a pack; by its game's own rules where that asks too much."""
    pack, books = rules_of(version, roster, shelf)
    if pack is not None and review_cost(roster, books, pack, {}) > MOST_WORK:
        pack = None
    things = (roster, *books.values(), *([] if pack is None else [pack]))
    judge = partial(review_roster, roster, books, pack)
    return ReviewedArmy(army, books, _kept.get(things, "by a pack", judge), pack)


def rules_of(
    version: PackVersion, roster: Roster, shelf: SiteBookshelf
) -> tuple[Pack | None, Books]:
    """Return the pack of a version with the editions that count, and a roster's books.

    Of one version and the same editions the pack is always the same object, which the
    engine remembers what it found by.
    """
    written = version.read()
    made = CheckTerms(written, strict=False).pack_for(roster, shelf)
    counting = tuple(sorted((made.counting or {}).items())) if made else ()
    pack = None if made is None else _rules.get((written,), counting, lambda: made)
    return pack, with_counting(shelf, roster, pack)


_kept = Remembered[Review](most=20)
_rules = Remembered[Pack](most=200)


def review_roster(
    roster: Roster, books: Books, pack: Pack | None = None, *, fixes: bool = False
) -> Review:
    now = review(roster, books, pack)
    return with_fixes(now, books, pack) if fixes else now

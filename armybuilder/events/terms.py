"""The terms of an event: a list is judged by them wherever it is judged."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.books.models import Edition
from armybuilder.events.models import Event
from rulesets.books.book import Books
from rulesets.books.bookshelf import with_counting
from rulesets.checks.armies import MOST_SELECTIONS, MOST_WORK, CheckTerms
from rulesets.core.points import to_points
from rulesets.documents.json import canonical, sha256
from rulesets.games import find_game
from rulesets.legality import review, review_cost, with_fixes
from rulesets.packs.event_pack import read_event_pack
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Review
from rulesets.rosters.roster import Roster, selections_of


class ListRefused(ValueError):
    """A list that an event does not take, with the reason in words."""


@dataclass(frozen=True, slots=True)
class JudgedList:
    """A list as an event judges it."""

    review: Review
    books: Books
    pack: Pack | None

    @property
    def is_legal(self) -> bool:
        return self.review.legal

    def with_fixes(self) -> Review:
        """Return the review with changes tried against each of its messages."""
        return with_fixes(self.review, self.books, self.pack)


def terms_of(event: Event) -> CheckTerms:
    """Return the terms of an event, as a check of organisers has them."""
    return CheckTerms(
        pack=None if event.pack is None else _pack(canonical(event.pack)),
        limit=None if event.limit is None else to_points(event.limit),
        strict=event.strict,
        editions=event.editions,
    )


def judge(
    event: Event, roster: Roster, shelf: SiteBookshelf | None = None
) -> JudgedList:
    """Return a list as its event judges it; of many lists, from one shelf.

    Raises
    ------
    ListRefused
        If it is of another game, has nothing in it, or is too large to judge.
    """
    _refuse(event, roster)
    shelf = shelf or SiteBookshelf()
    pack = terms_of(event).pack_for(roster, shelf)
    books = with_counting(shelf, roster, pack)
    if pack and review_cost(roster, books, pack, {}) > MOST_WORK:
        raise ListRefused("This list is too large to be judged here.")
    return JudgedList(review(roster, books, pack), books, pack)


def hashes_of(books: Books) -> Mapping[tuple[str, int], str]:
    """Return the SHA-256 of editions by key and number.

    Raises
    ------
    ListRefused
        If one of them is a draft on trial: that may change, and cannot be frozen.
    """
    keys = {key for key, _ in books}
    rows = Edition.objects.filter(book__key__in=keys)
    found = rows.values_list("book__key", "number", "sha256", "trial")
    kept = {(key, number): (sha, trial) for key, number, sha, trial in found}
    if any(kept[name][1] is not None for name in books):
        text = "The list uses a draft of a book that is only tried; use an edition."
        raise ListRefused(text)
    return {name: kept[name][0] for name in books}


def _refuse(event: Event, roster: Roster) -> None:
    if roster.game != event.game:
        game = find_game(event.game)
        name = event.game if game is None else game.name
        raise ListRefused(f"This event plays {name}; the list is of another game.")
    if not any(force.units for force in roster.forces):
        raise ListRefused("There is nothing in this list yet.")
    size = selections_of(roster)
    if size > MOST_SELECTIONS:
        text = f"The list has {size:,} selections; at most {MOST_SELECTIONS:,} count."
        raise ListRefused(text)


@lru_cache(maxsize=64)
def _pack(text: bytes) -> Pack:
    return read_event_pack(json.loads(text))


def terms_hash(event: Event) -> str:
    """Return a hash of all that an event's lists are judged by, beside their books."""
    return sha256([event.pack, str(event.limit), event.strict, event.editions])

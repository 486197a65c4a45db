"""Trials of a draft: sample armies judged by it, and by what held before."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache

from django.conf import settings

from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.books.sentence_editor.places import anchor
from rulesets.books.book import Book, Books
from rulesets.books.bookshelf import with_counting
from rulesets.checks.armies import MOST_WORK, CheckTerms
from rulesets.documents.json import parse
from rulesets.legality import review, review_cost
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Message, Review, Tally
from rulesets.rosters.roster import Roster, at_editions, read_roster

FOLDER = settings.BASE_DIR / "fixtures" / "armies"
MOST_TRIED = 3
"""Sample armies that a draft is tried on."""

MOST_SAID = 4
"""Messages that are told of one sample army."""


@dataclass(frozen=True, slots=True)
class Because:
    """A message that a draft brings.

    ``anchor`` is the place of its rule on the page, "" where it is no limit of the
    draft; it is new if the version before did not bring it.
    """

    text: str
    anchor: str = ""
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class TriedArmy:
    """An army under a draft.

    Parameters
    ----------
    book : Book, optional
        Of its first force, where it is known.
    review : Review, optional
        By the draft; none where that asks too much.
    before : Review
        By the version before, or by the game's own rules where there is none.
    because : tuple of Because
        Messages that the game's own rules do not bring.
    more : int
        How many more of them there are.
    gone : int
        How many messages it has no longer.
    """

    book: Book | None
    before: Review
    review: Review | None = None
    because: tuple[Because, ...] = ()
    more: int = 0
    gone: int = 0

    @property
    def broken(self) -> set[str]:
        """Return the keys of the rules that it breaks."""
        return {message.code for message in _errors(self.review)}

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Return its scores by the draft."""
        return () if self.review is None else tuple(self.review.tallies)


@dataclass(frozen=True, slots=True)
class Trial:
    """All sample armies under a draft."""

    armies: tuple[TriedArmy, ...]

    @property
    def broken(self) -> dict[str, int]:
        """Return how many armies break each rule, by its key."""
        codes = (code for one in self.armies for code in one.broken)
        return dict(Counter(codes))

    @property
    def legal(self) -> int:
        """Return how many are legal by the draft."""
        return sum(one.review is not None and one.review.legal for one in self.armies)


@cache
def _written(game: str) -> tuple[Roster, ...]:
    """Return sample armies of a game, of as many books as there are."""
    found: dict[str, list[Roster]] = {}
    for path in sorted(FOLDER.glob("*.json")):
        roster = read_roster(parse(path.read_bytes()))
        if roster.game == game:
            found.setdefault(roster.forces[0].book, []).append(roster)
    largest = [max(some, key=lambda one: one.limit or 0) for some in found.values()]
    others = [one for some in found.values() for one in some if one not in largest]
    return tuple((*largest, *others)[:MOST_TRIED])


def try_pack(pack: Pack, before: Pack | None, books: Books) -> Trial:
    """Return the sample armies of a pack's game under it; no query but for editions.

    ``before`` is the version that was published last, and ``books`` are the newest.
    """
    shelf = SiteBookshelf()
    newest = dict(books.keys())
    rosters = [
        at_editions(roster, newest)
        for roster in _written(pack.game)
        if all(force.book in newest for force in roster.forces)
    ]
    return Trial(tuple(_tried(one, pack, before, shelf) for one in rosters))


def _tried(
    roster: Roster, pack: Pack, before: Pack | None, shelf: SiteBookshelf
) -> TriedArmy:
    books, force = shelf.books_for(roster), roster.forces[0]
    book = books[force.book, force.edition]
    alone = _review(roster, None, shelf) or review(roster, books)
    was = alone if before is None else _review(roster, before, shelf) or alone
    now = _review(roster, pack, shelf)
    if now is None:
        return TriedArmy(book, was)
    return with_reasons(TriedArmy(book, was, now), alone, pack, MOST_SAID)


def with_reasons(tried: TriedArmy, alone: Review, pack: Pack, most: int) -> TriedArmy:
    """Return an army with the messages that a pack brings, and how many are gone.

    ``alone`` is its review by the game's own rules, ``most`` how many are told.
    """
    was, now = tried.before, tried.review
    own, old, new = (
        {m.text for m in one.messages} if one else set() for one in (alone, was, now)
    )
    places = {limit["key"] for limit in pack.document.get("limits", ())}
    because = [
        Because(
            one.text,
            anchor(f"/limits/{one.code}") if one.code in places else "",
            is_new=one.text not in old,
        )
        for one in _errors(now)
        if one.text not in own
    ]
    because.sort(key=lambda one: not one.is_new)
    return replace(
        tried,
        because=tuple(because[:most]),
        more=max(0, len(because) - most),
        gone=sum(one.text not in new for one in _errors(was)),
    )


def _review(roster: Roster, pack: Pack | None, shelf: SiteBookshelf) -> Review | None:
    """Return the review by a pack; none where that is too much work."""
    rules = CheckTerms(pack).pack_for(roster, shelf)
    books = with_counting(shelf, roster, rules)
    if rules is not None and review_cost(roster, books, rules, {}) > MOST_WORK:
        return None
    return review(roster, books, rules)


def _errors(judged: Review | None) -> list[Message]:
    messages = () if judged is None else judged.messages
    return [one for one in messages if one.severity == "error"]

"""Forks: a book made from an edition of another, and what it takes over from it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.books.beginnings import new_book_key
from armybuilder.books.differences import (
    ToldDifference,
    differences,
    differences_of_books,
)
from armybuilder.books.draft_reading import read_draft
from armybuilder.books.drafts import draft_document
from armybuilder.books.editions import find_edition, newest_edition
from armybuilder.books.imports import import_books
from armybuilder.books.models import Book, Edition, OriginAnswer
from armybuilder.books.parts import Document, normal
from armybuilder.books.revisions import begin_revision, newest_revision, write_draft
from rulesets.core.subject import so_many
from rulesets.documents.json import sha256
from rulesets.documents.merge import ABSENT, MergeClash, merge
from rulesets.documents.pieces import PieceOfChange, pieces_between, with_pieces
from rulesets.documents.places import index_of, names_of, steps_of

OWN = ("key", "name", "origin")
"""Members of a fork that are never its origin's."""

DECLINES = ("no deriv", "noderiv", "-nd", " nd", "all rights reserved")
"""Words of licences that allow no forks."""


def allows_no_forks(licence: str) -> bool:
    """Return whether a licence says in words that nothing may be made from a book."""
    return any(words in licence.casefold() for words in DECLINES)


def fork_edition(edition: Edition, name: str, user: User) -> Book:
    """Return a new book of somebody's, with the content of an edition.

    Raises
    ------
    DraftChanged
        If somebody else made a book of the same key just now.
    """
    key = new_book_key(edition.book.game, name)
    own = {"key": key, "name": name, "origin": _origin_member(edition)}
    return import_books([{**edition.document, **own}], user)[0]


def _origin_member(edition: Edition) -> Document:
    return {
        "book": edition.book.key,
        "edition": edition.number,
        "sha256": edition.sha256,
    }


# -- later editions of the origin -------------------------------------------------


@dataclass(frozen=True, slots=True)
class OriginChange:
    """A change of the origin, in sentences; whether own changes clash with it."""

    piece: PieceOfChange
    told: tuple[ToldDifference, ...]
    clashes: bool = False

    @property
    def text(self) -> str:
        """Return the change in words."""
        return " ".join(one.text for one in self.told) or f"{self.piece.at} changed."


@dataclass(frozen=True, slots=True)
class Origin:
    """The edition that a fork was made from, and what changed there since.

    ``edition`` is none where it is not kept here, or is another document than the fork
    says; ``why_not`` says which. ``later`` is the newest edition on offer where it is
    newer, and ``changes`` are those since that nobody has answered.
    """

    book: str
    number: int
    edition: Edition | None = None
    why_not: str = ""
    own: tuple[ToldDifference, ...] = ()
    later: Edition | None = None
    changes: tuple[OriginChange, ...] = ()


def origin_of(book: Book) -> Origin | None:
    """Return what a book was made from, none where it was begun by itself."""
    draft = read_draft(book).document
    said = draft.get("origin")
    if not said:
        return None
    key, number = said["book"], said["edition"]
    edition = find_edition(key, number)
    if edition is None:
        text = f"Edition {number} of “{key}” is not kept here, or not for you to see."
        return Origin(key, number, why_not=text)
    if edition.sha256 != said["sha256"]:
        text = f"Edition {number} of “{key}” here is another document."
        return Origin(key, number, why_not=text)
    base = _as_fork(edition.document, draft)
    own = differences_of_books(base, draft)
    later = newest_edition(key)
    if later is None or later.number <= number:
        return Origin(key, number, edition, own=own)
    after = _as_fork(later.document, draft)
    changes = _changes(book, base, after, draft)
    return Origin(key, number, edition, own=own, later=later, changes=changes)


def _as_fork(document: Any, draft: Document) -> Document:
    """Return a document of the origin with what is always the fork's own."""
    own = {name: draft[name] for name in OWN if name in draft}
    return {**normal(document), **own}


def _changes(
    book: Book, base: Document, after: Document, draft: Document
) -> tuple[OriginChange, ...]:
    open_ones = _open_pieces(book, base, after)
    wanted = with_pieces(base, after, {one.at for one in open_ones})
    clashes = [clash.at for clash in merge(base, draft, wanted).clashes]
    return tuple(
        OriginChange(
            piece,
            _told(base, after, piece),
            any(_overlap(piece.at, place) for place in clashes),
        )
        for piece in open_ones
    )


def _open_pieces(
    book: Book, base: Document, after: Document
) -> tuple[PieceOfChange, ...]:
    """Return the changes of the origin that nobody took over or declined."""
    answered = set(
        OriginAnswer.objects.filter(book=book).values_list("place", "value_sha256")
    )
    pieces = pieces_between(base, after)
    return tuple(one for one in pieces if (one.at, _hash(one)) not in answered)


def _hash(piece: PieceOfChange) -> str:
    return sha256("absent" if piece.new is ABSENT else [piece.new])


def _overlap(one: str, other: str) -> bool:
    first, second = (f"{place.partition('#')[0]}/" for place in (one, other))
    return first.startswith(second) or second.startswith(first)


def _told(
    base: Document, after: Document, piece: PieceOfChange
) -> tuple[ToldDifference, ...]:
    """Return one change in sentences, looking at no more than the part it is in."""
    steps = steps_of(piece.at.partition("#")[0])[:2]
    small = [_small(document, steps) for document in (base, after)]
    return differences(small[0], with_pieces(small[0], small[1], {piece.at}))


def _small(document: Document, steps: list[str]) -> Document:
    """Return a document without all parts but the one that steps lead to."""
    first = steps[0]
    kept: Document = {"game": document["game"]}
    if first not in document:
        return kept
    if len(steps) == 1 or not isinstance(document[first], list):
        return {**kept, first: document[first]}
    index = index_of(names_of(document[first]), steps[1])
    return {**kept, first: [] if index is None else [document[first][index]]}


# -- taking over ------------------------------------------------------------------


class ForkError(ValueError):
    """Changes of an origin that cannot be answered; says why."""


@transaction.atomic
def answer_changes(
    book: Book,
    places: Collection[str],
    user: User,
    *,
    take: bool,
    choices: Mapping[str, str] | None = None,
) -> tuple[MergeClash, ...]:
    """Take over or decline changes of the origin.

    Taking over writes one revision. ``choices`` says ``mine`` or ``theirs`` for places
    where own changes clash; those left are returned, and nothing is done then. When no
    change is left the fork's origin is the later edition.

    Raises
    ------
    ForkError
        If there is nothing to answer, or none of the places changed.
    RevisionError, BookError
        As for `write_draft`.
    """
    begin_revision(book)
    book.refresh_from_db()
    origin = origin_of(book)
    if origin is None or origin.edition is None or origin.later is None:
        raise ForkError("There is no later edition of the origin to take over.")
    chosen = [one.piece for one in origin.changes if one.piece.at in places]
    if not chosen and origin.changes:
        raise ForkError("Tick the changes that you mean.")
    is_last = len(chosen) == len(origin.changes)
    draft = draft_document(book)
    made = dict(draft)
    if take:
        base = _as_fork(origin.edition.document, draft)
        after = _as_fork(origin.later.document, draft)
        wanted = with_pieces(base, after, {one.at for one in chosen})
        merged = merge(base, draft, wanted, choices)
        if merged.clashes:
            return merged.clashes
        made = dict(merged.document)
    if is_last:
        made["origin"] = _origin_member(origin.later)
    verb = "Took over" if take else "Declined"
    count = so_many(len(chosen), "change")
    what = f"{verb} {count} of edition {origin.later.number} of {origin.later.book}"
    write_draft(book, made, user, seen=newest_revision(book), what=what)
    if is_last:
        OriginAnswer.objects.filter(book=book).delete()
        return ()
    OriginAnswer.objects.bulk_create(
        OriginAnswer(book=book, place=one.at, value_sha256=_hash(one), is_taken=take)
        for one in chosen
    )
    return ()

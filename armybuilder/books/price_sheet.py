"""The price sheet of a draft: every price beside the last edition's, and tried."""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from armybuilder.books.book_tests import judge_tests, tests_of
from armybuilder.books.differences import ToldDifference, differences
from armybuilder.books.editions import newest_beside
from armybuilder.books.models import Book
from armybuilder.books.workbench.typed_fields import TypedFields, as_seen
from rulesets.books.prices import (
    Number,
    Price,
    PricesError,
    price_edits,
    prices,
    read_points,
    scaled,
)
from rulesets.core.points import points_text
from rulesets.core.subject import as_sentence
from rulesets.documents.document_edits import REMOVE, SET, DocumentEdit, apply_edits

MOST_SAMPLES = 100
"""Most armies on which changed prices are tried."""


@dataclass(frozen=True, slots=True)
class PriceRow:
    """A price of the sheet: as it was published last, and as it is typed.

    ``seen`` is what its author typed it over, none where nothing is typed. At a clash
    somebody else wrote what stands now.
    """

    price: Price
    was: str
    now: str
    typed: str
    error: str = ""
    seen: str | None = None
    is_clash: bool = False

    @property
    def is_changed(self) -> bool:
        """Return whether something else is typed than the draft says."""
        return self.typed != self.now


@dataclass(frozen=True, slots=True)
class PriceShelf:
    """The prices of one shelf of a book, such as its core units."""

    name: str
    rows: tuple[PriceRow, ...]


@dataclass(frozen=True, slots=True)
class TriedArmy:
    """A sample army before and after: points, and whether it is legal."""

    title: str
    points: str
    points_then: str
    verdict: str
    verdict_then: str

    @property
    def is_changed(self) -> bool:
        """Return whether the prices change its points or its verdict."""
        then = self.points_then, self.verdict_then
        return (self.points, self.verdict) != then


@dataclass(frozen=True, slots=True)
class TriedPrices:
    """Prices before they are kept: what changes, and armies that have them."""

    edits: tuple[DocumentEdit, ...]
    changes: tuple[ToldDifference, ...]
    armies: tuple[TriedArmy, ...]

    @property
    def changed(self) -> tuple[TriedArmy, ...]:
        """Return the armies that these prices change."""
        return tuple(army for army in self.armies if army.is_changed)

    @property
    def unchanged(self) -> int:
        """Return how many armies they leave as they are."""
        return len(self.armies) - len(self.changed)


def price_shelves(
    document: Any,
    before: Any,
    typed: TypedFields,
    errors: Mapping[str, str],
    clashes: Collection[str] = (),
) -> tuple[PriceShelf, ...]:
    """Return the price sheet of a draft; ``before`` is the last edition's document."""
    then = price_texts(before) if before else {}
    rows = [
        PriceRow(
            price=one,
            was=then.get(one.at, ""),
            now=_text(one.points),
            typed=typed.texts.get(one.at, _text(one.points)),
            error=errors.get(one.at, ""),
            seen=typed.was.get(one.at),
            is_clash=one.at in clashes,
        )
        for one in prices(document)
    ]
    return tuple(
        PriceShelf(name, tuple(some))
        for name, some in groupby(rows, key=lambda row: row.price.shelf)
    )


def _text(points: Number | None) -> str:
    return "" if points is None else str(points)


def price_texts(document: Any) -> dict[str, str]:
    """Return every price of a document as the sheet shows it, by place."""
    return {one.at: _text(one.points) for one in prices(document)}


def prices_as_seen(document: Any, was: Mapping[str, str]) -> Any:
    """Return a draft with the prices that the author of a sheet saw."""
    now = price_texts(document)

    def seen_edit(document: Any, at: str, text: str) -> DocumentEdit | None:
        if text == now.get(at, text):
            return None
        if not text:
            return DocumentEdit(REMOVE, f"{at}/points")
        with suppress(PricesError):
            return DocumentEdit(SET, f"{at}/points", read_points(text, at))
        return None

    return as_seen(document, was, seen_edit)


def read_typed(
    document: Any, typed: Mapping[str, str]
) -> tuple[dict[str, Number], dict[str, str]]:
    """Return the prices that differ from a draft, and what is wrong with others."""
    now = price_texts(document)
    wanted: dict[str, Number] = {}
    errors: dict[str, str] = {}
    for at, text in typed.items():
        if text.strip() == now.get(at):
            continue
        try:
            if at not in now:
                raise PricesError(at, "the book has no such price any more")
            wanted[at] = read_points(text, at)
        except PricesError as problem:
            errors[at] = as_sentence(problem.text)
    return wanted, errors


def changed_prices(
    document: Any,
    typed: Mapping[str, str],
    chosen: Iterable[str],
    terms: tuple[float, float, float],
) -> dict[str, str]:
    """Return typed prices with those of chosen shelves changed by ``terms``.

    They are a share [percent], a sum [points], and the step to round to [points].
    """
    shelves = set(chosen)
    found = dict(typed)
    for one in prices(document):
        text = found.get(one.at, _text(one.points))
        if one.shelf in shelves and text:
            found[one.at] = str(scaled(read_points(text, one.at), *terms))
    return found


def tried_prices(
    book: Book, document: Any, wanted: Mapping[str, Number]
) -> TriedPrices:
    """Return what other prices of a draft would do; nothing is kept.

    Raises
    ------
    PricesError
        If the draft has no such price.
    """
    edits = price_edits(document, wanted)
    after = apply_edits(document, edits)
    changes = differences(document, after)
    return TriedPrices(edits, changes, _tried(book, document, after))


def _tried(book: Book, document: Any, after: Any) -> tuple[TriedArmy, ...]:
    tests = tests_of(book)[:MOST_SAMPLES]
    others = newest_beside(book, tests)
    then = judge_tests(tests, document, others)
    now = judge_tests(tests, after, others)
    return tuple(
        TriedArmy(
            title=one.row.title,
            points=points_text(new.sample.review.points),
            points_then=points_text(one.sample.review.points),
            verdict=new.sample.review.verdict,
            verdict_then=one.sample.review.verdict,
        )
        for one, new in zip(then, now, strict=True)
        if one.sample is not None and new.sample is not None
    )

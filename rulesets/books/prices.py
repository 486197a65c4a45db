"""Every price of a book as a row: told in words, written as CSV, read back, changed."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from difflib import get_close_matches
from typing import Any

from rulesets.books.unit_edits.stock import Stock, stock_of
from rulesets.checks.table import plain_cell
from rulesets.documents.document_edits import SET, DocumentEdit
from rulesets.documents.json import DocumentError
from rulesets.documents.places import names_of
from rulesets.documents.problem import pointer

HEADS = ("place", "of", "name", "paid", "points")
"""The columns of prices as CSV."""

MOST_POINTS = 100_000
MOST_DIGITS = 3
MOST_ROWS = 20_000

Number = int | float


class PricesError(DocumentError):
    """Prices that cannot be read; ``where`` is the line and the column."""


@dataclass(frozen=True, slots=True)
class Price:
    """One price of a book.

    ``at`` is the place of its part by names, ``shelf`` the list that it stands in,
    ``of`` the unit or the list, ``paid`` when it is paid. ``points`` is none where the
    part prints none, as an option does that costs what its item costs.
    """

    at: str
    shelf: str
    of: str
    name: str
    paid: str
    points: Number | None


def prices(document: Any) -> tuple[Price, ...]:
    """Return every price of a book: of units, lists of options, and items."""
    stock = stock_of(document)
    categories = {one["key"]: one["name"] for one in document.get("categories", ())}
    found: list[Price] = []
    for at, unit in _parts("", "units", document.get("units", ())):
        shelf = categories.get(unit.get("category", ""), "Units")
        found += _of_unit(at, unit, shelf, stock)
    for one in _of_slots("", document, stock):
        found.append(_told(one, "The army", ""))
    for at, of_list in _parts("", "lists", document.get("lists", ())):
        options = _of_options(at, of_list, stock)
        found += (_told(one, "Lists", of_list["name"]) for one in options)
    for at, item in _parts("", "items", document.get("items", ())):
        price = item.get("points")
        found.append(Price(at, "Items", "", item["name"], "each", price))
    return tuple(found)


def _parts(above: str, member: str, parts: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    listed = list(parts)
    for index, (name, part) in enumerate(zip(names_of(listed), listed, strict=True)):
        yield f"{above}{pointer([member, name or str(index)])}", part


def _of_unit(at: str, unit: Any, shelf: str, stock: Stock) -> Iterator[Price]:
    models = unit.get("models", 0)
    if "points" in unit or not isinstance(models, list):
        yield Price(at, shelf, unit["name"], unit["name"], "once", unit.get("points"))
    for place, model in _parts(
        at, "models", models if isinstance(models, list) else ()
    ):
        price = model.get("points")
        yield Price(place, shelf, unit["name"], model["name"], "each model", price)
        for one in _of_slots(place, model, stock):
            yield _told(one, shelf, unit["name"])
    for one in _of_slots(at, unit, stock):
        yield _told(one, shelf, unit["name"])


def _told(price: Price, shelf: str, of: str) -> Price:
    return Price(price.at, shelf, of, price.name, price.paid, price.points)


def _of_slots(at: str, owner: Any, stock: Stock) -> Iterator[Price]:
    for place, slot in _parts(at, "slots", owner.get("slots", ())):
        yield from _of_options(place, slot, stock)


def _of_options(at: str, owner: Any, stock: Stock) -> Iterator[Price]:
    for place, option in _parts(at, "options", owner.get("options", ())):
        paid = "each model" if option.get("per") == "model" else "each time"
        name = stock.option_name(option)
        yield Price(place, "", "", name, paid, option.get("points"))
        yield from _of_slots(place, option, stock)


def price_edits(
    document: Any, wanted: Mapping[str, Number]
) -> tuple[DocumentEdit, ...]:
    """Return the edits that give parts of a book other prices, by their places.

    Raises
    ------
    PricesError
        If the book has no such price; names it.
    """
    now = {price.at: price.points for price in prices(document)}
    for at in wanted:
        if at not in now:
            raise PricesError(at, "the book has no such price")
    return tuple(
        DocumentEdit(SET, f"{at}/points", points)
        for at, points in wanted.items()
        if now[at] != points and not (now[at] is None and points == 0)
    )


# -- many at once -----------------------------------------------------------------


def scaled(points: Number, percent: float, add: float, step: float) -> Number:
    """Return a price changed by a share and a sum, rounded to a multiple of a step.

    Examples
    --------
    >>> scaled(23, 10, 0, 1), scaled(23, 0, 1.5, 0.5), scaled(23, 0, 0, 5)
    (25, 24.5, 25)
    """
    price, share, width = (
        Decimal(str(points)),
        Decimal(str(percent)),
        Decimal(str(step)),
    )
    exact = price * (100 + share) / 100 + Decimal(str(add))
    steps = (exact / width).to_integral_value(ROUND_HALF_UP)
    number = steps * width
    return int(number) if number == int(number) else float(number)


# -- as CSV -----------------------------------------------------------------------


def write_prices(document: Any) -> str:
    """Return every price of a book as CSV, a line each."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADS)
    for price in prices(document):
        points = "" if price.points is None else price.points
        told = map(plain_cell, (price.of, price.name, price.paid))
        writer.writerow((price.at, *told, points))
    return out.getvalue()


def read_prices(
    text: str, document: Any
) -> tuple[dict[str, Number], list[PricesError]]:
    """Return prices by place, as CSV gives them, and all that is wrong with it.

    The columns ``place`` and ``points`` are read; others may stand beside them. An
    empty price says nothing.
    """
    rows = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))
    heads = [head.strip().casefold() for head in rows[0]] if rows else []
    missing = [head for head in ("place", "points") if head not in heads]
    if missing:
        words = f"the first line names no column {' and '.join(missing)}"
        return {}, [PricesError("line 1", words)]
    if len(rows) > MOST_ROWS:
        return {}, [PricesError("", f"more than {MOST_ROWS:,} lines")]
    known = {price.at for price in prices(document)}
    place, points = heads.index("place"), heads.index("points")
    found: dict[str, Number] = {}
    wrong: list[PricesError] = []
    for number, row in enumerate(rows[1:], 2):
        cells = [*row, *[""] * len(heads)]
        at, typed = cells[place].strip(), cells[points].strip()
        if not any(cell.strip() for cell in row):
            continue
        try:
            _refuse_place(at, known, found, number)
            if typed:
                found[at] = read_points(typed, f"line {number}, points")
        except PricesError as problem:
            wrong.append(problem)
    return found, wrong


def _refuse_place(
    at: str, known: set[str], found: Mapping[str, Number], number: int
) -> None:
    where = f"line {number}, place"
    if at in found:
        raise PricesError(where, f"{at} stands there twice")
    if at in known:
        return
    near = get_close_matches(at, known, 1)
    meant = f"; did you mean {near[0]}?" if near else ""
    raise PricesError(
        where, f"the book has no price at {at[:200] or 'an empty place'}{meant}"
    )


def read_points(typed: str, where: str = "") -> Number:
    """Return the points of a text: a number with at most three decimal places.

    Raises
    ------
    PricesError
        If it is none; ``where`` names the place.
    """
    plain = typed.strip().replace("\N{MINUS SIGN}", "-")
    digits = plain.removeprefix("-")
    whole, _, places = digits.partition(".")
    if not (whole.isascii() and whole.isdigit()) or len(whole) > MOST_DIGITS * 2:
        raise PricesError(where, f"expected a number, not {typed[:40]!r}")
    if places and not (places.isascii() and places.isdigit()):
        raise PricesError(where, f"expected a number, not {typed[:40]!r}")
    if len(places) > MOST_DIGITS:
        raise PricesError(where, "expected at most three decimal places")
    number = float(plain)
    if abs(number) > MOST_POINTS:
        raise PricesError(where, f"expected at most {MOST_POINTS:,} points")
    return int(number) if number == int(number) else number

"""Every price of a book as a row: told in words, and changed."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from rulesets.books.unit_edits.stock import Stock, stock_of
from rulesets.documents.document_edits import SET, DocumentEdit
from rulesets.documents.json import DocumentError
from rulesets.documents.places import names_of
from rulesets.documents.problem import pointer

MOST_POINTS = 100_000
MOST_DIGITS = 3

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


# -- typed ---------------------------------------------------------------------


def read_points(typed: str, where: str = "") -> Number:
    """Return the points of a text: a number with at most three decimal places.

    They stand behind a point or a comma; a comma before three digits may as well stand
    for thousands, and is asked for.

    Raises
    ------
    PricesError
        If it is none; ``where`` names the place.
    """
    plain = typed.strip().replace("\N{MINUS SIGN}", "-")
    if _THOUSANDS.fullmatch(plain):
        raise PricesError(where, two_readings(plain))
    if "." not in plain:
        plain = plain.replace(",", ".", 1)
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


_THOUSANDS = re.compile(r"-?[0-9]{1,3},[0-9]{3}")


def two_readings(number: str) -> str:
    """Return the words for a number that may have thousands or decimal places."""
    whole = re.sub(r"[.,]", "", number)
    other = number.translate(str.maketrans(".,", ",."))
    return f"{number} may be thousands or decimal places: write {whole} or {other}"

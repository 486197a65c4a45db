"""Offers of a book to an army: its units by category, with prices and sizes."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.armies.edit_forms import edits_json
from armybuilder.armies.units import (
    GearText,
    entry_stat_lines,
    gear_texts,
    rule_texts,
)
from armybuilder.books.stat_lines import StatLine
from armybuilder.books.text import RuleText
from rulesets.books.book import Book, Entry
from rulesets.core.points import Points
from rulesets.core.subject import so_many
from rulesets.legality import Offer
from rulesets.reviews.review import Review

MANY = 12
"""A book with more units than this shows their stat lines on demand."""


@dataclass(frozen=True, slots=True)
class OfferCard:
    """A unit that the book offers."""

    id: str
    name: str
    stats: tuple[StatLine, ...]
    rules: tuple[RuleText, ...]
    gear: tuple[GearText, ...]
    size: str
    footprint: str
    note: str
    points: Points
    taken: int
    why_not: str
    room: str
    over: bool
    add: str

    @property
    def kind(self) -> str:
        return self.stats[0].kind if self.stats else ""

    @property
    def short(self) -> str:
        """Return its size and its type of unit: `from 10 models · Infantry`."""
        return " · ".join(filter(None, (self.size, self.kind)))

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the facts below its stat line."""
        kind = f"{self.kind} {self.footprint}".strip()
        rules = (rule.title for rule in self.rules)
        gear = (piece.name for piece in self.gear)
        return tuple(filter(None, (self.size, kind, *rules, *gear)))


@dataclass(frozen=True, slots=True)
class OfferGroup:
    """The units of a category; `taken` of them are in the army."""

    id: str
    name: str
    taken: int
    folded: bool
    cards: tuple[OfferCard, ...]


def offer_groups(
    review: Review, book: Book, force: str, offered: tuple[Offer, ...]
) -> Iterator[OfferGroup]:
    """Yield the units that a book offers, category by category."""
    named = [(category.key, category.name) for category in book.categories]
    units = [offer for offer in offered if offer.entry.kind == "unit"]
    many = len(units) > MANY
    for key, name in (*named, ("", "Units" if not named else "Other units")):
        cards = [
            _offer(review, book, force, offer)
            for offer in units
            if offer.entry.category == key
        ]
        if cards:
            yield OfferGroup(
                id=f"offers-{force}-{key or 'other'}",
                name=name,
                taken=sum(card.taken for card in cards),
                folded=many,
                cards=tuple(cards),
            )


def _offer(review: Review, book: Book, force: str, offer: Offer) -> OfferCard:
    entry = offer.entry
    parts = (entry, *(part for part in entry.entries.values() if part.start))
    return OfferCard(
        id=f"add-{force}-{entry.key}",
        name=entry.name,
        stats=entry_stat_lines(review.game, entry),
        rules=rule_texts(review.game, book, (r for part in parts for r in part.rules)),
        gear=gear_texts(review.game, (g for part in parts for g in part.gear)),
        size=size_text(entry),
        footprint=entry.footprint,
        note=entry.note,
        points=offer.points,
        taken=offer.taken,
        why_not=offer.why_not,
        room=_room(review, offer.points),
        over=review.left is not None and review.left < offer.points,
        add=edits_json([offer.edit]),
    )


def size_text(entry: Entry) -> str:
    """Return how many models a unit has at least: `from 10 models`."""
    types = [part for part in entry.entries.values() if part.kind == "model"]
    least = entry.models + sum(part.models * part.start for part in types)
    if not least:
        return ""
    grows = any(part.models and part.high != part.start for part in types)
    return f"{'from ' if grows else ''}{so_many(least, 'model')}"


def _room(review: Review, points: Points) -> str:
    """Return the points left after buying a unit, in words."""
    if review.left is None:
        return ""
    after, currency = review.left - points, review.game.currency
    if after < 0:
        return f"{currency.text(-after)} over the limit"
    return f"leaves {currency.text(after)}"

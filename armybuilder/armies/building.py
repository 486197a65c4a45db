"""The builder: an army with everything that its owner may do to it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from armybuilder.armies.asking import edits_json
from armybuilder.armies.effects import Effect, effects, target_fighter
from armybuilder.armies.judging import Judged
from armybuilder.armies.models import Army, ArmyRevision
from armybuilder.armies.options import Panel, has_options, options_panel
from armybuilder.armies.showing import (
    SIGNS,
    GearText,
    ShownArmy,
    ShownForce,
    ShownUnit,
    StatLine,
    entry_stat_lines,
    gear_texts,
    rule_texts,
    show,
)
from armybuilder.books.words import RuleText
from rulesets.book import Book, Books
from rulesets.edit import Duplicate, Move, Remove, RemoveForce
from rulesets.legality import Offer, offers
from rulesets.matchup import Fighter
from rulesets.points import Points, points_text
from rulesets.review import Fix, Message, Review


@dataclass(frozen=True, slots=True)
class FixButton:
    """A tried fix: what it does, what the army is then, and the edits to send."""

    id: str
    text: str
    then: str
    legal: bool
    edits: str


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message with its sign, the units that it is about, and its fixes.

    `text` goes without the unit's name where it begins with it: a link says it.
    """

    message: Message
    sign: str
    text: str
    about: tuple[tuple[str, str], ...]
    fixes: tuple[FixButton, ...]


@dataclass(frozen=True, slots=True)
class UnitCard:
    """A unit of the army with its buttons, each as the edits that it sends."""

    unit: ShownUnit
    up: str
    down: str
    copy: str
    remove: str
    first: bool
    last: bool
    preview: str
    effects: tuple[Effect, ...]
    has_options: bool
    open: bool
    panel: Panel | None

    @property
    def id(self) -> str:
        return f"unit-{self.unit.line.id}"


@dataclass(frozen=True, slots=True)
class OfferCard:
    """A unit that the book offers."""

    id: str
    name: str
    stats: tuple[StatLine, ...]
    rules: tuple[RuleText, ...]
    gear: tuple[GearText, ...]
    footprint: str
    note: str
    points: Points
    taken: int
    why_not: str
    room: str
    over: bool
    add: str


@dataclass(frozen=True, slots=True)
class OfferGroup:
    name: str
    cards: tuple[OfferCard, ...]


@dataclass(frozen=True, slots=True)
class ForceCard:
    """A force with its units and what its book still offers."""

    shown: ShownForce
    units: tuple[UnitCard, ...]
    offers: tuple[OfferGroup, ...]
    newest: int
    newer: bool
    update: str
    remove: str


@dataclass(frozen=True, slots=True)
class Builder:
    """Everything that the builder page draws."""

    army: Army
    review: Review
    shown: ShownArmy
    messages: tuple[ShownMessage, ...]
    forces: tuple[ForceCard, ...]
    undo: str
    redo: str
    history: tuple[ArmyRevision, ...]


@dataclass(frozen=True, slots=True)
class Enemy:
    """The unit that previews are worked out against; no fighter, no previews."""

    address: str
    fighter: Fighter | None


def build(judged: Judged, open_path: str, target: str, newest: Books) -> Builder:
    """Return the builder of an army.

    `open_path` is the unit whose options are open, `target` the address of the unit
    that previews are worked out against, `newest` the newest edition of each book.
    """
    enemy = Enemy(target, target_fighter(target, newest))
    latest = dict(newest.keys())
    shown = show(judged.review, judged.books)
    revisions = tuple(judged.army.revisions.defer("document").select_related("by"))
    now = next((r for r in revisions if r.number == judged.army.revision), None)
    by_number = {revision.number: revision for revision in revisions}
    forward = by_number.get(now.forward) if now and now.forward else None
    return Builder(
        army=judged.army,
        review=judged.review,
        shown=shown,
        messages=tuple(shown_messages(judged.review)),
        forces=tuple(
            _force(judged, force, open_path, enemy, latest) for force in shown.forces
        ),
        undo=now.made_by if now and now.back in by_number else "",
        redo=forward.made_by if forward else "",
        history=tuple(reversed(revisions))[:30],
    )


def shown_messages(review: Review) -> Iterator[ShownMessage]:
    """Yield the messages of a review as the pages draw them."""
    for number, message in enumerate(review.messages):
        about = tuple(_about(review, message))
        title = about[0][1] if len(about) == 1 else ""
        yield ShownMessage(
            message,
            SIGNS[message.severity],
            message.text.removeprefix(f"{title}: ") if title else message.text,
            about,
            tuple(
                _fix(f"fix-{number}-{index}", fix)
                for index, fix in enumerate(message.fixes)
            ),
        )


def _about(review: Review, message: Message) -> Iterator[tuple[str, str]]:
    """Yield (anchor, title) of the units that a message stands beside or marks."""
    for force in review.forces:
        for unit in force.units:
            paths = (message.where, *message.marks)
            if any(p == unit.path or p.startswith(f"{unit.path}/") for p in paths):
                yield f"unit-{unit.id}", unit.title


def _fix(id: str, fix: Fix) -> FixButton:
    points = f"{points_text(fix.points)} points"
    if fix.legal:
        then = f"{points}, legal"
    else:
        many = "problem" if fix.errors == 1 else "problems"
        then = f"{points}, {fix.errors} {many} left"
    return FixButton(id, fix.text, then, fix.legal, edits_json(fix.edits))


def _force(
    judged: Judged,
    shown: ShownForce,
    open_path: str,
    enemy: Enemy,
    newest: dict[str, int],
) -> ForceCard:
    force = shown.force
    book = judged.books.get((force.book, force.edition))
    last = len(shown.units) - 1
    latest = newest.get(force.book, 0)
    return ForceCard(
        shown=shown,
        units=tuple(
            _unit(judged, book, unit, index, last, open_path, enemy)
            for index, unit in enumerate(shown.units)
        ),
        offers=tuple(_offers(judged, book, force.id)) if book is not None else (),
        newest=latest,
        newer=latest > force.edition,
        update=json.dumps(
            [{"edit": "set-edition", "force": force.id, "edition": latest}]
        ),
        remove=edits_json([RemoveForce(force.id)])
        if force.id != judged.roster.forces[0].id
        else "",
    )


def _unit(
    judged: Judged,
    book: Book | None,
    unit: ShownUnit,
    index: int,
    last: int,
    open_path: str,
    enemy: Enemy,
) -> UnitCard:
    line = unit.line
    entry = book.units.get(line.entry) if book is not None else None
    is_open = line.path == open_path
    return UnitCard(
        unit=unit,
        up=edits_json([Move(line.id, max(0, index - 1))]),
        down=edits_json([Move(line.id, min(last, index + 1))]),
        copy=edits_json([Duplicate(line.id)]),
        remove=edits_json([Remove(line.id)]),
        first=index == 0,
        last=index == last,
        preview=_preview(judged.army, unit, enemy.address),
        effects=effects(judged.review.game, line, enemy.fighter),
        has_options=has_options(entry),
        open=is_open,
        panel=options_panel(judged.review, judged.books, line.path)
        if is_open
        else None,
    )


def _preview(army: Army, unit: ShownUnit, target: str) -> str:
    """Return the address of what a unit does to the target; "" without a stat line."""
    if not unit.stats or not target:
        return ""
    query = urlencode({"a": f"army:{army.public_id}/{unit.line.path}", "b": target})
    return f"{reverse('matchups:preview')}?{query}"


def _offers(judged: Judged, book: Book, force: str) -> Iterator[OfferGroup]:
    offered = offers(judged.review, judged.books, force)
    named = [(category.key, category.name) for category in book.categories]
    for key, name in (*named, ("", "Units" if not named else "Other units")):
        cards = [
            _offer(judged.review, book, force, offer)
            for offer in offered
            if offer.entry.category == key
        ]
        if cards:
            yield OfferGroup(name, tuple(cards))


def _offer(review: Review, book: Book, force: str, offer: Offer) -> OfferCard:
    entry = offer.entry
    parts = (entry, *(part for part in entry.entries.values() if part.start))
    return OfferCard(
        id=f"add-{force}-{entry.key}",
        name=entry.name,
        stats=entry_stat_lines(review.game, entry),
        rules=rule_texts(review.game, book, (r for part in parts for r in part.rules)),
        gear=gear_texts(review.game, (g for part in parts for g in part.gear)),
        footprint=entry.footprint,
        note=entry.note,
        points=offer.points,
        taken=offer.taken,
        why_not=offer.why_not,
        room=_room(review, offer.points),
        over=review.left is not None and review.left < offer.points,
        add=edits_json([offer.edit]),
    )


def _room(review: Review, points: Points) -> str:
    """Return what a unit does to the points left, in words."""
    if review.left is None:
        return ""
    after = review.left - points
    if after < 0:
        return f"{points_text(-after)} points over the limit"
    return f"leaves {points_text(after)} points"

"""The builder: an army with everything that its owner may do to it."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from armybuilder.armies.address import ArmyAddress, read_address, whole_address
from armybuilder.armies.budgets import Budgets, ShownGauge, budgets, unit_gauges
from armybuilder.armies.controls import Panel
from armybuilder.armies.edit_forms import edits_json
from armybuilder.armies.equipment import ShownEquipment, shown_equipment
from armybuilder.armies.models import Army, ArmyRevision
from armybuilder.armies.odds.unit_odds import OddsBasis, UnitOdds, unit_odds
from armybuilder.armies.offers import OfferGroup, offer_groups
from armybuilder.armies.options import force_panel, has_options, options_panel
from armybuilder.armies.presentation import (
    SIGNS,
    ShownArmy,
    ShownForce,
    show,
)
from armybuilder.armies.review import ReviewedArmy
from armybuilder.armies.text import without_name
from armybuilder.armies.units import (
    ShownUnit,
    inside,
)
from rulesets.books.book import Book, Books
from rulesets.legality import UnitNames, offers, opening, without_units
from rulesets.reviews.review import Fix, ForceReview, Line, Message, Review
from rulesets.reviews.verdict import outcome_text
from rulesets.rosters.edits import Duplicate, Move, Remove, RemoveForce, SetEdition


@dataclass(frozen=True, slots=True)
class FixButton:
    """A tried fix: its effect, the verdict on the army then, and the edits to send."""

    id: str
    text: str
    then: str
    legal: bool
    edits: str


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message with its sign, the units that it is about, its fixes and waivers.

    `text` goes without the unit's name where it begins with it: a link says it.
    """

    message: Message
    sign: str
    text: str
    about: tuple[tuple[str, str], ...]
    fixes: tuple[FixButton, ...]
    waivers: tuple[FixButton, ...]


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
    comparisons: tuple[tuple[str, str], ...]
    odds: UnitOdds
    gauges: tuple[ShownGauge, ...]
    has_options: bool
    open: bool
    panel: Panel | None
    equipment: ShownEquipment | None

    @property
    def id(self) -> str:
        return f"unit-{self.unit.line.id}"

    @property
    def parts(self) -> tuple[Line, ...]:
        """Return the unit and all that was bought for it, as one row."""
        return (self.unit.line, *inside(self.unit.line))


@dataclass(frozen=True, slots=True)
class ForceCard:
    """A force with its units and the offers of its book.

    `choices` are those of the whole force, such as a sub-list; none where its book has
    none.
    """

    shown: ShownForce
    choices: Panel | None
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
    budgets: Budgets

    @property
    def cards(self) -> tuple[UnitCard, ...]:
        return tuple(card for force in self.forces for card in force.units)

    @property
    def change(self) -> str:
        """Return the change of a unit's odds by the last edit, the open unit first."""
        cards = sorted(self.cards, key=lambda card: not card.open)
        found = (card.odds.against for card in cards)
        return next((one.change for one in found if one and one.change), "")


def build(
    reviewed: ReviewedArmy, open_path: str, basis: OddsBasis, newest: Books
) -> Builder:
    """Return the builder of an army.

    `open_path` is the unit whose options are open, `basis` what previews are worked
    out against, `newest` the newest edition of each book.
    """
    latest = dict(newest.keys())
    shown = show(reviewed.review, reviewed.books)
    revisions = tuple(reviewed.army.revisions.defer("document").select_related("by"))
    now = next((r for r in revisions if r.number == reviewed.army.revision), None)
    by_number = {revision.number: revision for revision in revisions}
    forward = by_number.get(now.forward) if now and now.forward else None
    return Builder(
        army=reviewed.army,
        review=reviewed.review,
        shown=shown,
        messages=tuple(shown_messages(reviewed.review)),
        forces=tuple(
            _force(reviewed, force, open_path, basis, latest) for force in shown.forces
        ),
        undo=now.made_by if now and now.back in by_number else "",
        redo=forward.made_by if forward else "",
        history=tuple(reversed(revisions))[:30],
        budgets=budgets(reviewed.review),
    )


def shown_messages(review: Review) -> Iterator[ShownMessage]:
    """Yield the messages of a review as the pages draw them."""
    names = UnitNames(review)
    for number, message in enumerate(review.messages):
        about = tuple(_about(review, message, names))
        title = about[0][1] if len(about) == 1 else ""
        yield ShownMessage(
            message,
            SIGNS[message.severity],
            without_name(title, without_units(message.text) if about else message.text),
            about,
            tuple(
                _fix(review, f"fix-{number}-{index}", fix, len(review.waived))
                for index, fix in enumerate(message.fixes)
            ),
            tuple(
                _fix(review, f"waiver-{number}-{index}", fix, len(review.waived) + 1)
                for index, fix in enumerate(message.waivers)
            ),
        )


def _about(
    review: Review, message: Message, names: UnitNames
) -> Iterator[tuple[str, str]]:
    """Yield (anchor, title) of the units that a message stands beside or marks."""
    for force in review.forces:
        for unit in force.units:
            paths = (message.where, *message.marks)
            if any(p == unit.path or p.startswith(f"{unit.path}/") for p in paths):
                yield f"unit-{unit.id}", opening(names.line(unit))


def _fix(review: Review, id: str, fix: Fix, waived: int) -> FixButton:
    """Return a fix as a button; ``waived`` is how many rules are waived then."""
    then = f"{review.game.currency.text(fix.points)}, {outcome_text(fix, waived)}"
    return FixButton(id, fix.text, then, fix.legal, edits_json(fix.edits))


def _force(
    reviewed: ReviewedArmy,
    shown: ShownForce,
    open_path: str,
    basis: OddsBasis,
    newest: dict[str, int],
) -> ForceCard:
    force = shown.force
    book = reviewed.books.get((force.book, force.edition))
    steps = _steps(force, [unit.line.id for unit in shown.units])
    latest = newest.get(force.book, 0)
    offered = offers(reviewed.review, reviewed.books, force.id)
    return ForceCard(
        shown=shown,
        choices=force_panel(reviewed.review, reviewed.books, force.id, offered),
        units=tuple(
            _unit(reviewed, book, unit, steps[unit.line.id], open_path, basis)
            for unit in shown.units
        ),
        offers=tuple(offer_groups(reviewed.review, book, force.id, offered))
        if book is not None
        else (),
        newest=latest,
        newer=latest > force.edition,
        update=edits_json([SetEdition(force.id, latest)]),
        remove=edits_json([RemoveForce(force.id)])
        if force.id != reviewed.roster.forces[0].id
        else "",
    )


@dataclass(frozen=True, slots=True)
class _Steps:
    """The places of a unit after a step up or down; its own place at the ends."""

    own: int
    up: int
    down: int


def _steps(force: ForceReview, units: list[str]) -> dict[str, _Steps]:
    """Return where units go by a step; choices of the force may lie between them."""
    places = {line.id: place for place, line in enumerate(force.units)}
    at = [places[unit] for unit in units]
    before, after = [*at[:1], *at[:-1]], [*at[1:], *at[-1:]]
    return {
        unit: _Steps(*steps)
        for unit, *steps in zip(units, at, before, after, strict=True)
    }


def _unit(
    reviewed: ReviewedArmy,
    book: Book | None,
    unit: ShownUnit,
    steps: _Steps,
    open_path: str,
    basis: OddsBasis,
) -> UnitCard:
    line = unit.line
    entry = book.units.get(line.entry) if book is not None else None
    is_open = line.path == open_path
    odds = unit_odds(reviewed.review.game, line, basis, compare=is_open)
    return UnitCard(
        unit=unit,
        up=edits_json([Move(line.id, steps.up)]),
        down=edits_json([Move(line.id, steps.down)]),
        copy=edits_json([Duplicate(line.id)]),
        remove=edits_json([Remove(line.id)]),
        first=steps.up == steps.own,
        last=steps.down == steps.own,
        preview=_preview(reviewed, unit, basis.target.address, odds),
        comparisons=_comparisons(reviewed, unit, basis.target.address, odds),
        odds=odds,
        gauges=unit_gauges(reviewed.review, line),
        has_options=has_options(entry) or line.equipment is not None,
        open=is_open,
        panel=options_panel(reviewed.review, reviewed.books, line.path)
        if is_open
        else None,
        equipment=shown_equipment(reviewed.review.game, line)
        if is_open and line.equipment is not None
        else None,
    )


def _preview(
    reviewed: ReviewedArmy, unit: ShownUnit, target: str, odds: UnitOdds
) -> str:
    """Return the address of a unit's preview against the target, "" for none."""
    now = odds.against
    if not unit.stats or now is None or now.why_not:
        return ""
    address = str(ArmyAddress(reviewed.army.handle, unit.line.path))
    held = {"a.loadout": now.loadout} if now.loadout and odds.several else {}
    query = urlencode({"a": address, **held, "b": target})
    return f"{reverse('matchups:preview')}?{query}"


def _comparisons(
    reviewed: ReviewedArmy, unit: ShownUnit, target: str, odds: UnitOdds
) -> tuple[tuple[str, str], ...]:
    """Return (label, address) of a unit's ways against the target, and against all."""
    if not unit.stats or odds.against is None or odds.against.why_not:
        return ()
    page = reverse("matchups:compare")
    whole = whole_address(target)
    own = f"{page}?a={ArmyAddress(reviewed.army.handle, unit.line.path)}"
    kind = "army" if isinstance(read_address(whole), ArmyAddress) else "book"
    found = (
        ("its changes", f"{own}&b={target}&rows=changes"),
        (f"the whole {kind}", f"{own}&b={whole}"),
    )
    return (("its loadouts", f"{own}&b={target}"), *found) if odds.several else found

"""The builder: an army with everything that its owner may do to it."""

from dataclasses import dataclass, fields, replace
from datetime import datetime

from armybuilder.armies.budgets import Budgets, budgets
from armybuilder.armies.controls import Panel
from armybuilder.armies.edit_forms import edits_json
from armybuilder.armies.models import Army
from armybuilder.armies.odds.unit_odds import OddsBasis, UnitOdds, unit_odds
from armybuilder.armies.offers import OfferGroup, offer_groups
from armybuilder.armies.options import force_panel
from armybuilder.armies.panes import ODDS, Panes
from armybuilder.armies.review import ReviewedArmy
from armybuilder.armies.shown_messages import (
    FixButton,
    ShownMessage,
    is_unfinished,
    shown_messages,
)
from armybuilder.armies.text import bought_text
from armybuilder.armies.unit_card import UnitCard, unit_card
from armybuilder.armies.unit_rows import (
    Section,
    UnitRow,
    messages_by_unit,
    sections,
    unit_row,
)
from armybuilder.armies.units import company_text
from rulesets.books.book import Books
from rulesets.legality import offers
from rulesets.reviews.review import EMPTY, ERROR, UNITS, ForceReview, Line, Review
from rulesets.rosters.edits import RemoveForce, SetEdition

MOST_STATES = 30
"""States of an army that its page tells."""


@dataclass(frozen=True, slots=True)
class State:
    """A state that an army had, as its history tells it, without the roster."""

    number: int
    label: str
    made_by: str
    at: datetime
    back: int | None
    forward: int | None


@dataclass(frozen=True, slots=True)
class ForceCard:
    """A force with its units in sections; with the offers of its book in the shop.

    `bought` names what was chosen for the whole force, such as a sub-list; `choices`
    are those to choose from, none where its book has none or the shop is closed.
    """

    force: ForceReview
    bought: tuple[str, ...]
    sections: tuple[Section, ...]
    choices: Panel | None
    offers: tuple[OfferGroup, ...]
    newest: int
    newer: bool
    update: str
    remove: str

    @property
    def rows(self) -> tuple[UnitRow, ...]:
        """Return the units in the order of the roster."""
        rows = {row.line.path: row for part in self.sections for row in part.rows}
        return tuple(rows[x.path] for x in self.force.units if x.path in rows)


@dataclass(frozen=True, slots=True)
class Start:
    """An invitation to an empty army: what to begin with, and what is still to come."""

    title: str
    text: str
    picks: tuple[FixButton, ...]
    road: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Builder:
    """Everything that the builder page draws.

    `change` says what the last edit did to a unit's odds; `taken` are the loadouts that
    it brought, by the id of their unit.
    """

    army: Army
    review: Review
    panes: Panes
    messages: tuple[ShownMessage, ...]
    forces: tuple[ForceCard, ...]
    open: UnitCard | None
    undo: str
    redo: str
    history: tuple[State, ...]
    budgets: Budgets
    change: str
    taken: dict[str, str]

    @property
    def rows(self) -> tuple[UnitRow, ...]:
        return tuple(row for force in self.forces for row in force.rows)

    @property
    def is_empty(self) -> bool:
        return self.review.verdict == EMPTY

    @property
    def start(self) -> Start:
        """Return how an empty army may begin: with one that it needs, if it may."""
        asked = [shown for shown in self.messages if shown.fixes]
        leads = next((one for one in asked if one.message.off == -1), None)
        first = leads or next(iter(asked), None)
        needed = leads is not None and leads.is_unfinished
        return Start(
            title="Choose who leads" if needed else "Choose the first unit",
            text=first.text if first else "Take what you like from the book.",
            picks=first.fixes if first else (),
            road=tuple(one.text for one in self.messages if one is not first),
        )

    @property
    def is_unfinished(self) -> bool:
        """Return whether nothing breaks a rule, and something is still to come."""
        errors = [m for m in self.review.messages if m.severity == ERROR]
        return bool(errors) and all(is_unfinished(message) for message in errors)

    @property
    def limits(self) -> Budgets:
        """Return the limits and tallies that no section shows."""
        names = {part.name for force in self.forces for part in force.sections}
        return replace(
            self.budgets,
            gauges=tuple(g for g in self.budgets.gauges if g.title not in names),
            others=tuple(g for g in self.budgets.others if g.title not in names),
        )


def build(
    reviewed: ReviewedArmy,
    panes: Panes,
    basis: OddsBasis,
    newest: Books,
    *,
    shop: bool = False,
) -> Builder:
    """Return the builder of an army with the panes that are open.

    `basis` is what odds are worked out against, `newest` the newest edition of each
    book. Offers are tried for the shop alone.
    """
    review = reviewed.review
    latest = dict(newest.keys())
    history = states_of(reviewed.army)
    states = _with_steps(reviewed.army, history)
    now = states.get(reviewed.army.revision)
    forward = states.get(now.forward) if now and now.forward else None
    told = budgets(review)
    odds = {
        line.path: unit_odds(
            review.game,
            line,
            basis,
            compare=line.path == panes.unit and panes.tab == ODDS,
        )
        for force in review.forces
        for line in _units(force)
    }
    return Builder(
        army=reviewed.army,
        review=review,
        panes=panes,
        messages=tuple(shown_messages(review)),
        forces=tuple(
            _force(reviewed, force, panes, odds, told, latest, shop=shop)
            for force in review.forces
        ),
        open=_open(reviewed, panes, odds, basis),
        undo=now.made_by if now and now.back in states else "",
        redo=forward.made_by if forward else "",
        history=history,
        budgets=told,
        change=_change(odds, panes.unit),
        taken={p.split("/")[-1]: one.taken for p, one in odds.items() if one.taken},
    )


def states_of(army: Army) -> tuple[State, ...]:
    """Return the states that an army had last, the newest first."""
    newest = army.revisions.order_by("-number")[:MOST_STATES]
    return tuple(State(*row) for row in newest.values_list(*_TOLD))


_TOLD = tuple(field.name for field in fields(State))


def _with_steps(army: Army, history: tuple[State, ...]) -> dict[int, State]:
    """Return states by their numbers, and those that undo and redo lead to."""
    states = {state.number: state for state in history}
    now = states.get(army.revision)
    steps = (now.back, now.forward) if now else ()
    absent = [number for number in steps if number and number not in states]
    if absent:
        found = army.revisions.filter(number__in=absent).values_list(*_TOLD)
        states |= {row[0]: State(*row) for row in found}
    return states


def _units(force: ForceReview) -> tuple[Line, ...]:
    """Return the units of a force, without the choices for the whole of it."""
    return tuple(line for line in force.units if line.kind in UNITS)


def _change(odds: dict[str, UnitOdds], unit: str) -> str:
    """Return the change of a unit's odds by the last edit, the open unit first."""
    paths = sorted(odds, key=lambda path: path != unit)
    found = (odds[path].against for path in paths)
    return next((one.change for one in found if one and one.change), "")


def _force(
    reviewed: ReviewedArmy,
    force: ForceReview,
    panes: Panes,
    odds: dict[str, UnitOdds],
    told: Budgets,
    newest: dict[str, int],
    *,
    shop: bool,
) -> ForceCard:
    review = reviewed.review
    book = reviewed.books.get((force.book, force.edition))
    latest = newest.get(force.book, 0)
    about = messages_by_unit(force, review.messages)
    rows = [
        unit_row(
            line,
            about[line.path],
            odds[line.path].against,
            company=company_text(review, line),
            is_open=line.path == panes.unit,
        )
        for line in _units(force)
    ]
    offered = offers(review, reviewed.books, force.id, reviewed.pack) if shop else ()
    chosen = [line for line in force.units if line.kind not in UNITS]
    return ForceCard(
        force=force,
        bought=tuple(bought_text(line) for line in chosen),
        sections=tuple(sections(force, rows, told)),
        choices=force_panel(review, reviewed.books, force.id, offered, reviewed.pack)
        if shop
        else None,
        offers=tuple(offer_groups(review, book, force.id, offered))
        if book is not None
        else (),
        newest=latest,
        newer=latest > force.edition,
        update=edits_json([SetEdition(force.id, latest)]),
        remove=edits_json([RemoveForce(force.id)])
        if force.id != reviewed.roster.forces[0].id
        else "",
    )


def _open(
    reviewed: ReviewedArmy, panes: Panes, odds: dict[str, UnitOdds], basis: OddsBasis
) -> UnitCard | None:
    """Return the open unit; none where none is, or where it is gone."""
    for force in reviewed.review.forces:
        for line in _units(force):
            if line.path == panes.unit:
                return unit_card(reviewed, force, line, panes, odds[line.path], basis)
    return None

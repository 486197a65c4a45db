"""The open unit of the builder, with all that its panel draws."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from armybuilder.armies.address import ArmyAddress, read_address, whole_address
from armybuilder.armies.budgets import ShownGauge, unit_gauges
from armybuilder.armies.controls import Panel
from armybuilder.armies.edit_forms import edits_json
from armybuilder.armies.equipment import ShownEquipment, shown_equipment
from armybuilder.armies.odds.company_odds import CompanyOdds, company_odds
from armybuilder.armies.odds.figures import FightFigures
from armybuilder.armies.odds.loadout_odds import Decided, decided
from armybuilder.armies.odds.unit_odds import OddsBasis, UnitOdds
from armybuilder.armies.options import has_options, options_panel
from armybuilder.armies.panes import ODDS, OPTIONS, Panes
from armybuilder.armies.review import ReviewedArmy
from armybuilder.armies.units import ShownUnit, inside, shown_unit
from rulesets.combats import combat_of
from rulesets.legality import UnitNames, join_offers, opening
from rulesets.reviews.review import UNITS, ForceReview, Line
from rulesets.rosters.edits import Duplicate, Move, Remove


@dataclass(frozen=True, slots=True)
class JoinChoice:
    """The units that the open unit may join, as a form offers them.

    `units` and `refused` are (id, name, whether it is chosen); a rule is against those
    that are refused, and they may be chosen all the same.
    """

    units: tuple[tuple[str, str, bool], ...]
    refused: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class UnitCard:
    """The open unit with its buttons, each as the edits that it sends.

    Its options are there where their tab is open; `fight` is the one that its odds
    tell of, `openings` (name, query, whether it is that) of all its fights, `match_up`
    the address of that fight on the match-up page, "" for none.
    """

    unit: ShownUnit
    category: str
    up: str
    down: str
    copy: str
    remove: str
    first: bool
    last: bool
    preview: str
    match_up: str
    comparisons: tuple[tuple[str, str], ...]
    odds: UnitOdds
    fight: FightFigures | None
    openings: tuple[tuple[str, str, bool], ...]
    decided: Decided | None
    titles: dict[str, str]
    gauges: tuple[ShownGauge, ...]
    has_options: bool
    panel: Panel | None
    equipment: ShownEquipment | None
    joins: JoinChoice | None
    company: CompanyOdds | None

    @property
    def line(self) -> Line:
        return self.unit.line

    @property
    def id(self) -> str:
        return f"unit-{self.unit.line.id}"

    @property
    def parts(self) -> tuple[Line, ...]:
        """Return the unit and all that was bought for it, as one row."""
        return (self.unit.line, *inside(self.unit.line))


@dataclass(frozen=True, slots=True)
class _Steps:
    """The places of a unit after a step up or down; its own place at the ends."""

    own: int
    up: int
    down: int


def _steps(force: ForceReview, unit: Line) -> _Steps:
    """Return where a unit goes by a step; choices of the force may lie between."""
    units = [place for place, one in enumerate(force.units) if one.kind in UNITS]
    own = force.units.index(unit)
    at = units.index(own)
    return _Steps(own, units[max(0, at - 1)], units[min(len(units) - 1, at + 1)])


def unit_card(
    reviewed: ReviewedArmy,
    force: ForceReview,
    line: Line,
    panes: Panes,
    odds: UnitOdds,
    basis: OddsBasis,
) -> UnitCard:
    review = reviewed.review
    book = reviewed.books.get((force.book, force.edition))
    entry = book.units.get(line.entry) if book is not None else None
    steps = _steps(force, line)
    unit = shown_unit(review, book, line)
    names = {category.key: category.name for category in force.categories}
    choosing = panes.tab == OPTIONS
    fight = _fight(odds, panes)
    return UnitCard(
        unit=unit,
        category=names.get(line.category, ""),
        up=edits_json([Move(line.id, steps.up)]),
        down=edits_json([Move(line.id, steps.down)]),
        copy=edits_json([Duplicate(line.id)]),
        remove=edits_json([Remove(line.id)]),
        first=steps.up == steps.own,
        last=steps.down == steps.own,
        preview=_preview(reviewed, unit, basis.target.address, odds),
        match_up=_match_up(reviewed, line, basis.target.address, fight),
        comparisons=_comparisons(reviewed, unit, basis.target.address, odds),
        odds=odds,
        fight=fight,
        openings=tuple(
            (one.name, panes.of_opening(one.key), one == fight)
            for one in (odds.against.fights if odds.against else ())
        ),
        decided=decided(
            review.game, line, basis.target, odds.counts, fight.key, basis.purse
        )
        if fight is not None and panes.tab == ODDS
        else None,
        titles={"a": line.title, "b": basis.target.name},
        gauges=unit_gauges(review, line),
        has_options=has_options(entry) or line.equipment is not None,
        panel=options_panel(review, reviewed.books, line.path, reviewed.pack)
        if choosing
        else None,
        equipment=shown_equipment(review.game, line)
        if choosing and line.equipment is not None
        else None,
        joins=_joins(reviewed, line) if choosing else None,
        company=company_odds(reviewed, line, basis.target, basis.purse)
        if panes.tab == ODDS
        else None,
    )


def _joins(reviewed: ReviewedArmy, line: Line) -> JoinChoice | None:
    """Return the units that one may join; none where it is one that joins nobody."""
    review = reviewed.review
    offered = join_offers(review, reviewed.books, line.path, reviewed.pack)
    if not offered:
        return None
    names = UnitNames(review)
    rows = [(one.line.id, opening(names.line(one.line)), one.taken) for one in offered]
    whys = [one.why_not for one in offered]
    return JoinChoice(
        units=tuple(row for row, why in zip(rows, whys, strict=True) if not why),
        refused=tuple(row for row, why in zip(rows, whys, strict=True) if why),
    )


def _fight(odds: UnitOdds, panes: Panes) -> FightFigures | None:
    """Return the fight that the odds tell of: as it was asked for, else the first."""
    if odds.against is None:
        return None
    return odds.against.begun(panes.opening) or odds.against.fight


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


def _match_up(
    reviewed: ReviewedArmy, line: Line, target: str, fight: FightFigures | None
) -> str:
    """Return the address of a fight on the match-up page, where more may be asked."""
    openings = combat_of(reviewed.review.game).openings
    begun = next((one for one in openings if fight and one.key == fight.key), None)
    if begun is None:
        return ""
    own = str(ArmyAddress(reviewed.army.handle, line.path))
    a, b = (target, own) if begun.turned else (own, target)
    kind = combat_of(reviewed.review.game).kinds[0].key
    named = {} if begun.kind == kind else {"kind": begun.kind}
    query = urlencode({"a": a, "b": b, **named}, safe="@/:")
    return f"{reverse('matchups:show')}?{query}"


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

"""A list on an event's papers: every one in the same format, as values."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal

from django.utils.safestring import SafeString

from armybuilder.armies.papers.casualties import box_lines, break_points, strength
from armybuilder.armies.papers.paper_unit import taken_apart
from armybuilder.armies.text import carried_text
from armybuilder.armies.units import box_rows, company_names
from armybuilder.books.bookshelf import SiteBookshelf
from armybuilder.books.crests import crest_of, drawn
from armybuilder.books.viewers import seen_by_site
from armybuilder.events.models import Entrant, Event, Submission
from armybuilder.events.penalties import TakenOff
from armybuilder.events.terms import ListRefused, judge
from rulesets.books.book import Books
from rulesets.core.points import Points, points_text, to_points
from rulesets.game import Game
from rulesets.matchups.fighter import fighter
from rulesets.odds.match_up import Fighter
from rulesets.paper import Threshold
from rulesets.reviews.review import ForceReview, Line, Review
from rulesets.rosters.roster import Roster, Selection, read_roster

NONE = "–"
"""A figure that a unit does not have."""


@dataclass(frozen=True, slots=True)
class ListUnit:
    """A unit of a list; `breaks` are its figures by the game's thresholds.

    `number` counts the units of a list, "" for one within another; `is_within` is true
    for a unit that belongs to the one before it; `half` is the half of its points, none
    where the game or the unit has no such half.
    """

    number: str
    name: str
    is_within: bool
    is_mixed: bool
    details: str
    models: int
    strength: int
    breaks: tuple[str, ...]
    points: Points
    half: Points | None

    @property
    def title(self) -> str:
        """Return `20 Halberdiers`; `Great Cannon, 4 models` where they differ."""
        if self.models < 2:
            return self.name
        if self.is_mixed:
            return f"{self.name}, {self.models} models"
        return f"{self.models} {self.name}"

    @property
    def half_text(self) -> str:
        return NONE if self.half is None else half_text(self.half)

    @property
    def points_text(self) -> str:
        return points_text(self.points)


@dataclass(frozen=True, slots=True)
class ListPart:
    """Units under a heading with what they are worth."""

    title: str
    points: str
    units: tuple[ListUnit, ...]


@dataclass(frozen=True, slots=True)
class PaperList:
    """A frozen list on paper: under the name that it may have there.

    `problem` says why it cannot be drawn up by its units, "" where it can. `taken_off`
    are penalties; only judges have them on paper.
    """

    number: int
    name: str
    army: str
    row: Submission
    parts: tuple[ListPart, ...]
    messages: tuple[str, ...]
    editions: str
    problem: str = ""
    crest: SafeString = field(default_factory=SafeString)
    taken_off: tuple[TakenOff, ...] = ()

    @property
    def worth(self) -> Points:
        return to_points(self.row.points)

    @property
    def points(self) -> str:
        return points_text(self.worth)

    @property
    def strength(self) -> int:
        return sum(unit.strength for unit in self.units)

    @property
    def models(self) -> int:
        return self.row.models_count

    @property
    def verdict(self) -> str:
        return "legal" if self.row.is_legal else "not legal"

    @property
    def units(self) -> Iterator[ListUnit]:
        """Yield every unit, those within others behind them."""
        for part in self.parts:
            yield from part.units

    def score(self, title: str) -> str:
        """Return a score by its title, "" where the list has none."""
        found = (one["value"] for one in self.row.scores if one["title"] == title)
        return next(found, "")


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of figures that a game's lists have on paper."""

    strength: str
    thresholds: tuple[Threshold, ...]
    halves: bool

    @property
    def width(self) -> int:
        """Return how many columns there are from the name to the points."""
        return 3 + len(self.thresholds) + bool(self.strength) + self.halves

    @property
    def titles(self) -> tuple[str, ...]:
        return tuple(one.title for one in self.thresholds)


def columns_of(game: Game) -> Columns:
    """Return the columns of a game; one that does without them has none."""
    rules = game.paper
    names = {one.key: one.name for one in game.characteristics}
    halves = any(one.halves for one in rules.thresholds)
    return Columns(names.get(rules.strength, ""), rules.thresholds, halves)


def shelf_of(rows: Iterable[Submission]) -> SiteBookshelf:
    """Return a shelf that has the books of many lists already."""
    shelf = SiteBookshelf()
    with seen_by_site():
        shelf.books_for(*(read_roster(row.receipt["roster"]) for row in rows))
    return shelf


def paper_list(
    event: Event,
    entrant: Entrant,
    row: Submission,
    name: str,
    shelf: SiteBookshelf,
    *,
    is_coded: bool,
) -> PaperList:
    """Return a frozen list for paper; a coded one without any word of the player."""
    roster = read_roster(row.receipt["roster"])
    if is_coded:
        roster = nameless(roster)
    known = _unread(entrant.number, name, "" if is_coded else row.army_name, row)
    try:
        with seen_by_site():
            judged = judge(event, roster, shelf)
    except ListRefused as problem:
        return replace(known, problem=str(problem))
    review = judged.review
    editions = (f"{one.book_name}, edition {one.edition}" for one in review.forces)
    return replace(
        known,
        parts=tuple(_numbered(p for f in review.forces for p in _parts(review, f))),
        messages=tuple(m.text for m in review.messages if m.severity == "error"),
        editions="; ".join(editions),
        crest=_crest(review, judged.books, entrant.number),
    )


def _crest(review: Review, books: Books, place: int) -> SafeString:
    """Return the crest of a list's first book in lines; nothing where it is not there.

    `place` tells crests on the same page apart.
    """
    found = (books.get((one.book, one.edition)) for one in review.forces)
    book = next((one for one in found if one is not None), None)
    if book is None:
        return SafeString()
    return drawn(crest_of(book), "crest", outline=True, place=place)


def _unread(number: int, name: str, army: str, row: Submission) -> PaperList:
    """Return a list of which only what was frozen beside it is known."""
    return PaperList(number, name, army, row, (), (), row.book_names)


def nameless(roster: Roster) -> Roster:
    """Return a roster without names and notes of the player's own."""
    forces = (
        replace(force, units=tuple(_nameless(unit) for unit in force.units))
        for force in roster.forces
    )
    return replace(roster, name="List", note="", forces=tuple(forces))


def half_text(points: Points) -> str:
    """Return a half of points: `101½`.

    Examples
    --------
    >>> half_text(Decimal("101.5")), half_text(60), half_text(Decimal("0.25"))
    ('101½', '60', '0.25')
    """
    whole = int(points)
    if points - whole != Decimal("0.5"):
        return points_text(points)
    return f"{points_text(whole) if whole else ''}½"


def _nameless(one: Selection) -> Selection:
    loadouts = (
        replace(loadout, name=f"Loadout {number}")
        for number, loadout in enumerate(one.loadouts, 1)
    )
    below = tuple(_nameless(part) for part in one.selections)
    return replace(one, name="", note="", selections=below, loadouts=tuple(loadouts))


def _numbered(parts: Iterator[ListPart]) -> Iterator[ListPart]:
    """Yield parts whose units are numbered through; those within others are not."""
    count = 0
    for part in parts:
        units = []
        for unit in part.units:
            count += not unit.is_within
            units.append(unit if unit.is_within else replace(unit, number=str(count)))
        yield replace(part, units=tuple(units))


def _parts(review: Review, force: ForceReview) -> Iterator[ListPart]:
    several = f"{force.book_name}: " if len(review.forces) > 1 else ""
    known = set()
    for category in force.categories:
        known.add(category.key)
        lines = [one for one in force.units if one.category == category.key]
        if lines:
            title = f"{several}{category.name}"
            yield _part(review, title, category.points, lines)
    rest = [one for one in force.units if one.category not in known]
    if rest:
        worth = sum((one.points for one in rest), start=Decimal(0))
        yield _part(review, f"{several}Units", to_points(worth), rest)


def _part(review: Review, title: str, worth: Points, lines: list[Line]) -> ListPart:
    units = tuple(unit for line in lines for unit in _units(review, line))
    return ListPart(title, points_text(worth), units)


def _units(
    review: Review, line: Line, *, is_within: bool = False
) -> Iterator[ListUnit]:
    """Yield a unit, then those within it, each with what is its own alone."""
    alone, inner = taken_apart(line)
    yield _unit(review, alone, is_within=is_within)
    for part in inner:
        yield from _units(review, part, is_within=True)


def _unit(review: Review, line: Line, *, is_within: bool) -> ListUnit:
    game = review.game
    rules = game.paper
    fights = _fighter(line)
    boxes = box_lines(box_rows(game.boxes, line), fights, rules, "")
    found = tuple(break_points(rules, fights, boxes))
    told = []
    halves = False
    for threshold in rules.thresholds:
        mine = [one for one in found if one.threshold is threshold]
        unit = " W" if any(one.of_wounds for one in mine) else ""
        figures = (
            f"{one.whose}{one.left if threshold.beyond else f'−{one.losses}'}{unit}"
            for one in mine
        )
        told.append("; ".join(figures) or NONE)
        halves = halves or (threshold.halves and bool(mine))
    return ListUnit(
        number="",
        name=f"{line.own_name} ({line.name})" if line.own_name else line.name,
        is_within=is_within,
        is_mixed=sum(part.models > 0 for part in line.lines) > 1,
        details=_details(review, line),
        models=line.models or line.count,
        strength=strength(fights, rules.strength),
        breaks=tuple(told),
        points=line.points,
        half=to_points(Decimal(line.points) / 2) if halves else None,
    )


def _details(review: Review, line: Line) -> str:
    """Return what was bought for a unit, and whom it joins."""
    joins, _ = company_names(review, line)
    return ", ".join(filter(None, (carried_text(line), joins and f"joins {joins}")))


def _fighter(line: Line) -> Fighter | None:
    try:
        return fighter(line)
    except ValueError:
        return None

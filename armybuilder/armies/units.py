"""Units of an army as every page shows them: stat lines, gear, rules, loadouts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from armybuilder.armies.equipment import ShownEquipment, all_equipment
from armybuilder.armies.odds.figures import LoadoutOdds
from armybuilder.armies.text import (
    bought_text,
    chosen_text,
    is_gear,
    piece_text,
    without_name,
)
from armybuilder.books.stat_lines import (
    StatCell,
    StatLine,
    printed_line,
    reviewed_lines,
)
from armybuilder.books.text import RuleText, gear_figures, rule_text
from rulesets.books.book import Book, Entry
from rulesets.core.subject import so_many
from rulesets.core.values import Gear, RuleUse, Scalar, together
from rulesets.game import Boxes, Game
from rulesets.legality import UnitNames, company_of, listed
from rulesets.matchups.fighter import fighter
from rulesets.reviews.figures import ReviewedProfile
from rulesets.reviews.review import ERROR, Line, Message, Review

MOST_BOXES = 200
"""Boxes that a sheet draws for one unit."""


@dataclass(frozen=True, slots=True)
class BoxRow:
    """Boxes with their label; a tuple for each model, true where half are lost."""

    label: str
    note: str
    models: tuple[tuple[bool, ...], ...]


@dataclass(frozen=True, slots=True)
class GearText:
    name: str
    figures: str


@dataclass(frozen=True, slots=True)
class ShownLoadout:
    """A loadout that the player named: its pieces, and the figures it changes."""

    name: str
    items: str
    changes: str
    why_not: str


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """Models that carry the same; `count` is "" for one of the unit's own models."""

    name: str
    count: str
    gear: tuple[GearText, ...]
    loadouts: tuple[ShownLoadout, ...]


@dataclass(frozen=True, slots=True)
class ShownUnit:
    """A unit of an army with all that is to be said of it.

    `bought` is all that was bought for it; `chosen` goes without what stands in `gear`;
    `joins` is the name of the unit that it joins, `joined_by` those of who join it;
    `against` is what it does to a target, where a sheet tells odds.
    """

    line: Line
    stats: tuple[StatLine, ...]
    rules: tuple[RuleText, ...]
    gear: tuple[GearText, ...]
    groups: tuple[ShownGroup, ...]
    kits: tuple[ShownEquipment, ...]
    bought: tuple[str, ...]
    chosen: tuple[str, ...]
    messages: tuple[Message, ...]
    footprint: str = ""
    source: str = ""
    boxes: tuple[BoxRow, ...] = ()
    joins: str = ""
    joined_by: tuple[str, ...] = ()
    against: LoadoutOdds | None = None

    @property
    def company(self) -> str:
        """Return whom it stands with: `with Halberdiers`; "" where it is alone."""
        return _company(self.joins, self.joined_by)

    @property
    def changes(self) -> tuple[str, ...]:
        """Return the changes of figures, each once.

        One that not all changed stat lines share names its own.
        """
        lines: dict[str, list[str]] = {}
        for line in self.stats:
            for change in filter(None, (cell.change for cell in line.cells)):
                lines.setdefault(change, []).append(line.name)
        changed = dict.fromkeys(name for names in lines.values() for name in names)
        return tuple(
            change
            if len(names) == len(changed)
            else f"{', '.join(dict.fromkeys(names))}: {change}"
            for change, names in lines.items()
        )

    @property
    def loadouts(self) -> tuple[tuple[str, ShownLoadout], ...]:
        """Return the named loadouts, each with its group where there are more."""
        many = len(self.groups) > 1
        return tuple(
            (group.name if many else "", loadout)
            for group in self.groups
            for loadout in group.loadouts
        )

    @property
    def illegal(self) -> bool:
        return any(message.severity == ERROR for message in self.messages)

    @property
    def said(self) -> tuple[tuple[str, str], ...]:
        """Return (severity, text) of its messages, without the unit's own name."""
        title = self.line.title
        return tuple((m.severity, without_name(title, m.text)) for m in self.messages)


def shown_unit(review: Review, book: Book | None, line: Line) -> ShownUnit:
    """Return all that is shown of a unit of an army."""
    parts = [line, *inside(line)]
    entry = book.units.get(line.entry) if book is not None else None
    paths = {part.path for part in parts}
    kits = all_equipment(review.game, line)
    joins, joined_by = company_names(review, line)
    return ShownUnit(
        line=line,
        stats=tuple(_stats(review.game, parts, entry)),
        rules=rule_texts(review.game, book, (r for part in parts for r in part.rules)),
        gear=gear_texts(review.game, (g for part in parts for g in part.gear)),
        groups=shown_groups(line, kits, review.game),
        kits=kits,
        bought=tuple(bought_text(part) for part in line.lines),
        chosen=tuple(chosen_text(part) for part in line.lines if not is_gear(part)),
        messages=tuple(
            m for m in review.messages if m.where in paths or paths & set(m.marks)
        ),
        footprint=_footprint(entry, line),
        source=entry.source if entry is not None else "",
        boxes=box_rows(review.game.boxes, line),
        joins=joins,
        joined_by=joined_by,
    )


def company_names(review: Review, line: Line) -> tuple[str, tuple[str, ...]]:
    """Return the names of the unit that one joins, and of those who join it."""
    company = company_of(review, line.path)
    if not company.others:
        return "", ()
    names = UnitNames(review)
    joins = names.line(company.joins) if company.joins is not None else ""
    return joins, tuple(names.line(one) for one in company.joined_by)


def company_text(review: Review, line: Line) -> str:
    """Return whom a unit stands with in words: `with General and Wizard`."""
    return _company(*company_names(review, line))


def _company(joins: str, joined_by: tuple[str, ...]) -> str:
    names = (joins,) if joins else joined_by
    return f"with {listed(names)}" if names else ""


def inside(line: Line) -> Iterator[Line]:
    """Yield all that was bought for a selection, parents before children."""
    for part in line.lines:
        yield part
        yield from inside(part)


def rules_within(line: Line) -> Iterator[RuleUse]:
    """Yield the special rules of a selection, and of all that was bought for it."""
    for part in (line, *inside(line)):
        yield from part.rules


def _footprint(entry: Entry | None, line: Line) -> str:
    """Return a unit's base as printed; "" where a mount has made its type another."""
    if entry is None:
        return ""
    printed, now = ((*p, None)[0] for p in (entry.profiles, line.profiles))
    same = printed is None or now is None or printed.kind == now.kind
    return entry.footprint if same else ""


def _own_profiles(part: Line, entry: Entry | None) -> tuple[ReviewedProfile, ...]:
    """Return the stat lines of a part; a group that was taken shows its own itself."""
    offered = entry.entries.values() if entry is not None else ()
    groups = [x for x in part.lines if x.kind == "model" and part.kind == "unit"]
    theirs = {p.key for x in groups for p in x.profiles}
    if theirs:
        theirs |= {p.key for x in offered if x.kind == "model" for p in x.profiles}
    return tuple(p for p in part.profiles if p.key not in theirs)


def _stats(
    game: Game, parts: Sequence[Line], entry: Entry | None
) -> Iterator[StatLine]:
    """Yield the different stat lines of a unit; of equal names, with how many."""
    lines: dict[tuple[str, tuple[StatCell, ...]], StatLine] = {}
    models: Counter[tuple[str, tuple[StatCell, ...]]] = Counter()
    for part in parts:
        own = _own_profiles(part, entry if part is parts[0] else None)
        for line in reviewed_lines(game, own):
            lines.setdefault((line.name, line.cells), line)
            models[line.name, line.cells] += part.count
    names = Counter(name for name, _ in lines)
    for key, line in lines.items():
        many = names[line.name] > 1
        name = f"{line.name} ({models[key]})" if many else line.name
        yield replace(line, name=name)


def entry_stat_lines(game: Game, entry: Entry) -> tuple[StatLine, ...]:
    """Return the different stat lines of a unit of a book, as printed."""
    parts = (entry, *(e for e in entry.entries.values() if e.kind == "model"))
    lines = (printed_line(game, one) for part in parts for one in part.profiles)
    return tuple({(line.name, line.cells): line for line in lines}.values())


def rule_texts(
    game: Game, book: Book | None, uses: Iterable[RuleUse]
) -> tuple[RuleText, ...]:
    """Return rules in words, each once."""
    return tuple(rule_text(game, book, use) for use in dict.fromkeys(uses))


def shown_groups(
    unit: Line, kits: Iterable[ShownEquipment], game: Game
) -> tuple[ShownGroup, ...]:
    """Return the groups of a unit; one of a single group is that group itself."""
    named = {kit.id: tuple(_named_loadouts(kit)) for kit in kits}
    return tuple(
        ShownGroup(
            name=part.title,
            count=f"{part.count} × " if part.models and part.kind == "model" else "",
            gear=gear_texts(game, gear),
            loadouts=named.get(part.id, ()),
        )
        for part, gear in _groups(unit)
    )


def _groups(unit: Line) -> Iterator[tuple[Line, tuple[Gear, ...]]]:
    """Yield the groups of a unit and of units within it, with the gear of each.

    A banner is the unit's, and no group's.
    """
    types = [part for part in unit.lines if part.kind == "model"]
    shared = () if unit.equipment is not None else unit.gear
    if unit.equipment is not None or not any(part.models for part in types):
        yield unit, unit.gear
    for part in types:
        every = together((*shared, *part.gear))
        yield part, tuple(piece for piece in every if not piece.is_of_unit)
    for part in unit.lines:
        if part.kind == "unit":
            yield from _groups(part)


def _named_loadouts(kit: ShownEquipment) -> Iterator[ShownLoadout]:
    for one in kit.named:
        yield ShownLoadout(one.name, one.items, "; ".join(one.changes), one.why_not)


def gear_texts(game: Game, gear: Iterable[Gear]) -> tuple[GearText, ...]:
    """Return equipment with its figures, each piece once with the most that one has.

    A unit and the option that brought a piece both name it, so counts do not add up.
    """
    found: dict[str, Gear] = {}
    for piece in gear:
        known = found.get(piece.key)
        if known is None or piece.count > known.count:
            found[piece.key] = piece
    return tuple(
        GearText(piece_text(piece), gear_figures(game, piece))
        for piece in found.values()
    )


# -- boxes to tick off on paper --------------------------------------------------------


def box_rows(boxes: Boxes | None, line: Line) -> tuple[BoxRow, ...]:
    """Return the boxes of a unit on a sheet; none where its game ticks nothing."""
    if boxes is None:
        return ()
    return (*(_of_models(boxes, line) if boxes.of_models else _of_unit(boxes, line)),)


def _of_unit(boxes: Boxes, line: Line) -> Iterator[BoxRow]:
    """Yield one row for the figure of the unit's own stat line."""
    for profile in line.profiles:
        wounds = _wounds(boxes, profile.values())
        if wounds:
            half = (wounds + 1) // 2 if boxes.half and wounds > 1 else 0
            marked = tuple(number == half for number in range(1, wounds + 1))
            note = f"{boxes.half} at the round box" if half else ""
            yield BoxRow(so_many(wounds, "wound"), note, (marked,))
            return


def _of_models(boxes: Boxes, line: Line) -> Iterator[BoxRow]:
    """Yield a row for each group of models that take more than one wound.

    A chariot or a war machine has its wounds in a stat line beside that of its crew.
    """
    try:
        unit = fighter(line)
    except ValueError:
        return
    groups = [(part.name, part.models, part.characteristics) for part in unit.parts]
    every = groups or [(unit.name, unit.models, unit.characteristics)]
    drawn_already = {part.name for part in unit.parts}
    every += [
        (profile.name, unit.models, profile.values())
        for profile in line.profiles
        if profile.name in unit.left_out and profile.name not in drawn_already
    ]
    several = [(*one[:2], w) for one in every if (w := _wounds(boxes, one[2])) > 1]
    left = MOST_BOXES
    for name, models, wounds in several:
        drawn = min(models, left // wounds)
        if drawn:
            left -= wounds * drawn
            whose = f"{name}: " if len(several) > 1 else ""
            many = f"{models} × " if models > 1 else ""
            label = f"{whose}{many}{so_many(wounds, 'wound')}"
            yield BoxRow(label, "", ((False,) * wounds,) * drawn)


def _wounds(boxes: Boxes, figures: Mapping[str, Scalar]) -> int:
    figure = figures.get(boxes.key)
    return min(figure, MOST_BOXES) if isinstance(figure, int) else 0

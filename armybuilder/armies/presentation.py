"""What a page, a sheet or a text shows of an army: built before anything is drawn."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from armybuilder.armies.appendix import Explained, explained, to_mind
from armybuilder.armies.boxes import BoxRow, box_rows
from armybuilder.armies.budgets import ShownTally, shown_tallies
from armybuilder.armies.equipment import ShownEquipment, all_equipment
from armybuilder.armies.groups import (
    GearText,
    ShownGroup,
    ShownLoadout,
    gear_texts,
    shown_groups,
)
from armybuilder.armies.odds.figures import Against
from armybuilder.armies.text import bought_text, chosen_text, is_gear, without_name
from armybuilder.books.text import RuleText, rule_text
from rulesets.books.book import Book, Books, Entry
from rulesets.core.points import Points
from rulesets.core.values import RuleUse
from rulesets.game import Game
from rulesets.reviews.figures import ReviewedProfile
from rulesets.reviews.review import ERROR, ForceReview, Line, Message, Review

SIGNS = {"error": "illegal", "warning": "warning", "info": "info"}
"""How a message of each severity is marked, by the word in class names."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of a stat line; `changed_by` names what made it other than printed.

    `name` is the heading in full, "" where it says it all.
    """

    heading: str
    text: str
    changed_by: tuple[str, ...] = ()
    printed: str = ""
    name: str = ""

    @property
    def change(self) -> str:
        """Return `Sv 2+, printed 5+: Shield`; "" where nothing changed it."""
        if not self.changed_by:
            return ""
        was = f", printed {self.printed}" if self.printed != self.text else ""
        return f"{self.heading} {self.text}{was}: {', '.join(self.changed_by)}"


@dataclass(frozen=True, slots=True)
class StatLine:
    name: str
    kind: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class ShownUnit:
    """A unit of an army with all that is to be said of it.

    `bought` is all that was bought for it; `chosen` goes without what stands in `gear`;
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
    against: Against | None = None

    @property
    def changes(self) -> tuple[str, ...]:
        """Return what changed which figures, of which stat line if there are more."""
        many = len(self.stats) > 1
        return tuple(
            f"{line.name}: {cell.change}" if many else cell.change
            for line in self.stats
            for cell in line.cells
            if cell.change
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


@dataclass(frozen=True, slots=True)
class ShownForce:
    """A force with its units, and what was chosen for the whole of it."""

    force: ForceReview
    units: tuple[ShownUnit, ...]
    choices: tuple[str, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class ShownArmy:
    """A whole army; `general` are the messages that belong to no single unit.

    `rules` and `items` explain what its units have, `to_mind` are printed rules that
    nobody checks.
    """

    review: Review
    forces: tuple[ShownForce, ...]
    general: tuple[Message, ...]
    rules: tuple[RuleText, ...] = ()
    items: tuple[Explained, ...] = ()
    to_mind: tuple[Explained, ...] = ()
    tallies: tuple[ShownTally, ...] = ()

    @property
    def units(self) -> int:
        return sum(len(force.units) for force in self.forces)

    @property
    def percent(self) -> int:
        """Return how much of the limit is used, at most 100."""
        limit = self.review.limit
        if not limit:
            return 0
        return min(100, int(100 * self.review.points / limit))

    @property
    def over(self) -> Points:
        left = self.review.left
        return -left if left is not None and left < 0 else 0


def show(review: Review, books: Books) -> ShownArmy:
    """Return what is shown of a reviewed army."""
    forces = tuple(_force(review, books, force) for force in review.forces)
    everywhere = {line.path for line in review.lines()}
    rules = {r.name: r for f in forces for unit in f.units for r in unit.rules}
    return ShownArmy(
        review=review,
        forces=forces,
        general=tuple(m for m in review.messages if m.where not in everywhere),
        rules=tuple(sorted(rules.values(), key=lambda rule: rule.name)),
        items=explained(review, books, set(rules)),
        to_mind=to_mind(review, books),
        tallies=shown_tallies(review),
    )


def _force(review: Review, books: Books, force: ForceReview) -> ShownForce:
    book = books.get((force.book, force.edition))
    chosen = [line for line in force.units if line.kind not in ("unit", "unknown")]
    return ShownForce(
        force=force,
        units=tuple(
            _unit(review, book, line) for line in force.units if line not in chosen
        ),
        choices=tuple(bought_text(line) for line in chosen),
        known=book is not None,
    )


def _unit(review: Review, book: Book | None, line: Line) -> ShownUnit:
    parts = [line, *inside(line)]
    entry = book.units.get(line.entry) if book is not None else None
    paths = {part.path for part in parts}
    kits = all_equipment(review.game, line)
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
    )


def inside(line: Line) -> Iterator[Line]:
    """Yield all that was bought for a selection, parents before children."""
    for part in line.lines:
        yield part
        yield from inside(part)


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
    lines: dict[tuple[str, tuple[Cell, ...]], StatLine] = {}
    models: Counter[tuple[str, tuple[Cell, ...]]] = Counter()
    for part in parts:
        own = _own_profiles(part, entry if part is parts[0] else None)
        for line in stat_lines(game, own):
            lines.setdefault((line.name, line.cells), line)
            models[line.name, line.cells] += part.count
    names = Counter(name for name, _ in lines)
    for key, line in lines.items():
        many = names[line.name] > 1
        name = f"{line.name} ({models[key]})" if many else line.name
        yield replace(line, name=name)


def stat_lines(game: Game, profiles: Iterable[ReviewedProfile]) -> Iterator[StatLine]:
    """Yield each different stat line once, in the game's columns."""
    seen: set[tuple[str, tuple[Cell, ...]]] = set()
    for profile in profiles:
        values = profile.values()
        printed = {key: figure.printed for key, figure in profile.figures.items()}
        cells = tuple(
            Cell(
                column.heading,
                column.text(values),
                _changed(profile, column.keys),
                column.text(printed),
                column.name,
            )
            for column in game.columns
        )
        if (profile.name, cells) not in seen:
            seen.add((profile.name, cells))
            yield StatLine(profile.name, game.type_name(profile.kind), cells)


def _changed(profile: ReviewedProfile, keys: tuple[str, ...]) -> tuple[str, ...]:
    figures = (profile.figures[key] for key in keys if key in profile.figures)
    return tuple(dict.fromkeys(by for figure in figures for by in figure.changed_by))


def entry_stat_lines(game: Game, entry: Entry) -> tuple[StatLine, ...]:
    """Return the stat lines of what a book offers, as printed."""
    parts = (entry, *(e for e in entry.entries.values() if e.kind == "model"))
    lines: dict[tuple[str, tuple[Cell, ...]], StatLine] = {}
    for profile in (profile for part in parts for profile in part.profiles):
        values = game.with_type(profile.kind, profile.characteristics)
        cells = tuple(
            Cell(c.heading, c.text(values), name=c.name) for c in game.columns
        )
        name = game.type_name(profile.kind)
        lines[profile.name, cells] = StatLine(profile.name, name, cells)
    return tuple(lines.values())


def rule_texts(
    game: Game, book: Book | None, uses: Iterable[RuleUse]
) -> tuple[RuleText, ...]:
    """Return rules in words, each once."""
    return tuple(rule_text(game, book, use) for use in dict.fromkeys(uses))

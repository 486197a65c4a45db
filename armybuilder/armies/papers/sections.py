"""Units of a paper under headings, in rows, numbered in their order."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from armybuilder.armies.papers.paper_unit import OddsOf, PaperUnit, paper_unit
from armybuilder.armies.papers.setup import PaperSetup
from armybuilder.armies.presentation import ShownArmy, ShownForce
from rulesets.books.book import Books
from rulesets.core.points import points_text
from rulesets.reviews.review import Category, Line, Review


@dataclass(frozen=True, slots=True)
class Section:
    """Units under one heading, and what they are worth; "" for no heading."""

    title: str
    worth: str
    units: tuple[PaperUnit, ...]
    key: str = ""

    @property
    def rows(self) -> tuple[tuple[PaperUnit, ...], ...]:
        """Return the units in rows: two abreast, families alone."""
        return rows_of(self.units)


def numbered_sections(
    review: Review, army: ShownArmy, books: Books, setup: PaperSetup, odds: OddsOf
) -> tuple[Section, ...]:
    """Return the sections with their units in the order of the set-up."""
    found: list[Section] = []
    number = 0
    for force in army.forces:
        book = books.get((force.force.book, force.force.edition))
        for title, worth, lines, key in _groups(review, army, force, setup):
            units = []
            for line in lines:
                number += 1
                units.append(paper_unit(review, book, line, str(number), odds))
            told = worth if setup.points and not setup.secret else ""
            found.append(Section(title, told, tuple(units), key))
    if setup.order != "space":
        return tuple(found)
    sorted_ = (replace(one, units=_by_height(one.units)) for one in found)
    return tuple(_renumbered(sorted_))


def _groups(
    review: Review, army: ShownArmy, force: ShownForce, setup: PaperSetup
) -> Iterator[tuple[str, str, list[Line], str]]:
    """Yield headings with what stands under them."""
    lines = [unit.line for unit in force.units]
    several = len(army.forces) > 1
    whole = f"{force.force.book_name}: " if several else ""
    categories = [c for c in force.force.categories if c.units]
    if setup.order == "points":
        lines = sorted(lines, key=lambda line: -line.points)
    if setup.order in ("army", "points") or not categories:
        title = force.force.book_name if several else "Units"
        yield title, points_text(force.force.points), lines, ""
        return
    for part in _merged(categories):
        keys = {category.key for category in part}
        title = " and ".join(
            c.name if not i else c.name.lower() for i, c in enumerate(part)
        )
        worth = " + ".join(points_text(c.points) for c in part)
        inside = [line for line in lines if line.category in keys]
        yield f"{whole}{title}", worth, inside, part[0].key
    known = {category.key for category in categories}
    rest = [line for line in lines if line.category not in known]
    if rest:
        yield f"{whole}Others", "", rest, ""


def _merged(categories: list[Category]) -> Iterator[list[Category]]:
    """Yield categories; one with a single unit goes with its neighbour."""
    left = list(categories)
    while left:
        part = [left.pop(0)]
        if left and 1 in (part[0].units, left[0].units) and len(categories) > 2:
            part.append(left.pop(0))
        yield part


def with_items(section: Section, words: Mapping[str, str]) -> Section:
    """Return a section whose units tell what their magic does, before their rules."""
    return replace(section, units=tuple(_telling(one, words) for one in section.units))


def _telling(unit: PaperUnit, words: Mapping[str, str]) -> PaperUnit:
    magic = [p.name for c in unit.carried for p in c.pieces if p.magic]
    names = [name.partition(" × ")[2] or name for name in magic]
    texts = [(name, words[name]) for name in names if name in words]
    under = tuple(_telling(one, words) for one in unit.under)
    return replace(unit, texts=(*texts, *unit.texts), under=under)


def _by_height(units: tuple[PaperUnit, ...]) -> tuple[PaperUnit, ...]:
    return tuple(sorted(units, key=lambda unit: (bool(unit.under), -unit.height)))


def _renumbered(sections: Iterator[Section]) -> Iterator[Section]:
    number = 0
    for section in sections:
        units = []
        for unit in section.units:
            number += 1
            below = (
                replace(one, number=f"{number}{chr(97 + i)}")
                for i, one in enumerate(unit.under)
            )
            units.append(replace(unit, number=str(number), under=tuple(below)))
        yield replace(section, units=tuple(units))


def rows_of(units: tuple[PaperUnit, ...]) -> tuple[tuple[PaperUnit, ...], ...]:
    """Return units in rows: two abreast, those that take the whole width alone."""
    return tuple(_rows(units))


def _rows(units: tuple[PaperUnit, ...]) -> Iterator[tuple[PaperUnit, ...]]:
    waiting: list[PaperUnit] = []
    for unit in units:
        if unit.is_broad:
            if waiting:
                yield tuple(waiting)
                waiting = []
            yield (unit,)
            continue
        waiting.append(unit)
        if len(waiting) == 2:
            yield tuple(waiting)
            waiting = []
    if waiting:
        yield tuple(waiting)

"""The parts of a review that pages read: lines, gauges, tallies, rulings."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rulesets.books.book import Book
from rulesets.core.points import Points
from rulesets.core.query import RANGE
from rulesets.core.values import RuleUse, together
from rulesets.game import Game
from rulesets.games import find_game
from rulesets.legality.changes import FigureEffects
from rulesets.legality.equipment import BEARERS, Groups, bought, equipment
from rulesets.legality.evaluation import amount
from rulesets.legality.limits import (
    POINTS_AGREED,
    LimitMeasure,
    is_on,
    limits_asked,
    may_show,
    points_agreed,
)
from rulesets.legality.settled import SettledUnit
from rulesets.legality.tree import Node, Tree, TreePart
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Category, ForceReview, Gauge, Line, Ruling, Tally


def books_of(tree: Tree) -> list[Book]:
    """Return the books of some nodes, each edition once."""
    found = (part.book for part in tree.parts if part.rank and part.book is not None)
    return list({(book.key, book.edition): book for book in found}.values())


def limit_now(tree: Tree, measured: Iterable[LimitMeasure]) -> Points | None:
    """Return the points limit of the army after changes."""
    wanted = (POINTS_AGREED.query, POINTS_AGREED.max)
    for measure in measured:
        limit = measure.limit
        if measure.node is tree.root and (limit.query, limit.max) == wanted:
            return measure.high
    return tree.limit


def gauges(tree: Tree, measured: Iterable[LimitMeasure]) -> Iterator[Gauge]:
    """Yield how far each limit that may be shown is used up."""
    agreed = points_agreed(tree.currency)
    for measure in measured:
        limit, node = measure.limit, measure.node
        if limit is not agreed and may_show(limit, node):
            yield Gauge(
                where="" if node.kind in ("army", "force") else node.path,
                key=limit.key,
                title=limit.title,
                count=measure.count,
                low=measure.low,
                high=measure.high,
                noun=limit.query.count,
            )


def tallies(tree: Tree, pack: Pack) -> Iterator[Tally]:
    """Yield the numbers of the army that the pack and the books name."""
    for tally in pack.tallies:
        value = amount(tree, tree.root, tally.amount)
        yield Tally(tally.key, tally.title, value or 0, tally.source)
    for force in tree.root.children:
        for tally in force.book.tallies if force.book is not None else ():
            value = amount(tree, force, tally.amount)
            yield Tally(tally.key, tally.title, value or 0, tally.source)


# -- what the pages read ----------------------------------------------------------


class Lines:
    """The lines of a judged tree: of settled units those that are known."""

    def __init__(
        self,
        game: Game,
        groups: Groups,
        figures: FigureEffects,
        units: Iterable[SettledUnit],
    ) -> None:
        self._game, self._groups, self._figures = game, groups, figures
        self._units = {unit.top: unit for unit in units}

    def of(self, top: Node) -> Line:
        """Return the line of a unit with all below it."""
        unit = self._units.get(top)
        if unit is None:
            return self._line(top, self._groups, self._figures)
        if unit.line is None:
            unit.line = self._line(top, unit.groups, unit.figures)
        return unit.line

    def _line(self, node: Node, groups: Groups, figures: FigureEffects) -> Line:
        group, reading = groups.get(node), self._game.hands
        entry = node.entry
        return Line(
            **_facts(node),
            profiles=node.profiles or (),
            rules=_shown_rules(node),
            gear=together((*node.gear, *bought(node)))
            if node.kind in BEARERS
            else node.gear,
            lines=tuple(self._line(child, groups, figures) for child in node.children),
            equipment=equipment(group, self._game, reading, figures)
            if group is not None and reading is not None
            else None,
            acts=entry is not None and entry.acts,
        )


def brief_line(top: Node) -> Line:
    """Return the line of a unit with nothing below it."""
    return Line(**_facts(top))


def _facts(node: Node) -> dict[str, Any]:
    """Return what every line says of a selection: its names, number and price."""
    selection, entry = node.selection, node.entry
    plain = selection.entry if selection else ""
    return {
        "path": node.path,
        "id": selection.id if selection else "",
        "entry": plain,
        "name": entry.name if entry else plain,
        "own_name": selection.name if selection else "",
        "note": selection.note if selection else "",
        "kind": node.kind,
        "category": node.category,
        "count": node.count,
        "models": node.all_models,
        "each": node.each,
        "own": node.own,
        "points": node.total,
    }


def force_review(part: TreePart, line_of: Callable[[Node], Line]) -> ForceReview:
    """Return a force with its units, each by its line, and categories."""
    book, force = part.book, part.force
    return ForceReview(
        id=force.id,
        book=force.book,
        book_name=book.name if book else force.book,
        edition=force.edition,
        sha256=book.sha256 if book else "",
        points=sum(node.total for node in part.nodes),
        units=tuple(map(line_of, part.nodes)),
        categories=tuple(_categories(part)),
    )


def _categories(part: TreePart) -> Iterator[Category]:
    for named in part.book.categories if part.book is not None else ():
        units = [node for node in part.nodes if node.category == named.key]
        points = sum(unit.total for unit in units)
        yield Category(named.key, named.name, len(units), points)


def _shown_rules(node: Node) -> tuple[RuleUse, ...]:
    """Return the special rules of a selection, without those that only hands read."""
    game = find_game(node.book.game) if node.book is not None else None
    if game is None or game.hands is None or not node.rules:
        return node.rules
    words = game.hands.words
    return tuple([rule for rule in node.rules if rule.key not in words])


def rulings(tree: Tree, pack: Pack) -> Iterator[Ruling]:
    """Yield the printed rules and their treatment, each once."""
    seen: set[tuple[str, str]] = set()
    for limit in limits_asked(tree, pack):
        if limit.origin == RANGE or (limit.key, limit.title) in seen:
            continue
        seen.add((limit.key, limit.title))
        status = "enforced" if is_on(tree, limit) else "off"
        switchable = limit.switchable and not pack.fixed
        yield Ruling(limit.key, limit.title, limit.source, status, switchable, limit.on)
    books = books_of(tree)
    switches = {s.key: s for book in books for s in book.switches}
    switches.update({s.key: s for s in pack.switches})
    for switch in switches.values():
        status = "enforced" if tree.switches[switch.key] else "off"
        may = not pack.fixed
        yield Ruling(switch.key, switch.title, switch.source, status, may, switch.on)
    for book in books:
        for printed in book.printed:
            yield Ruling("", printed.title, printed.source, printed.status)

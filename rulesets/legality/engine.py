"""The one engine: prices, checks and explains a roster."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rulesets.books.book import Book, Books
from rulesets.core.points import Points
from rulesets.core.values import RuleUse, together
from rulesets.game import Game
from rulesets.games import find_game
from rulesets.legality.basic_checks import basic_messages, pack_message
from rulesets.legality.changes import (
    FigureEffects,
    apply_changes,
    bounds,
    settle_figures,
    standing_changes,
)
from rulesets.legality.equipment import (
    BEARERS,
    Groups,
    bought,
    equipment,
    groups,
    hand_messages,
)
from rulesets.legality.evaluation import amount
from rulesets.legality.gear import settle_gear
from rulesets.legality.limits import (
    IMPLIED,
    POINTS_AGREED,
    LimitMeasure,
    breaches,
    is_on,
    limits_asked,
    may_show,
    measures,
    points_agreed,
)
from rulesets.legality.messages import MessageList, collect_messages
from rulesets.legality.tree import Node, Tree, TreePart, grow
from rulesets.packs.pack import Pack
from rulesets.reviews.figures import Equipment
from rulesets.reviews.review import (
    ERROR,
    MORE,
    UNITS,
    Category,
    ForceReview,
    Gauge,
    Line,
    Message,
    Review,
    Ruling,
    Tally,
)
from rulesets.rosters.roster import Roster, RosterError


def review(roster: Roster, books: Books, pack: Pack | None = None) -> Review:
    """Return the review of a roster.

    Parameters
    ----------
    roster : Roster
    books : mapping
        The editions at hand by key and number. One that the roster names and that is
        not among them is a message; its units count no points.
    pack : Pack, optional
        The composition rules; none for the game's own. By one of another game no army
        is legal: the review says so, beside what the game's own rules say.

    Returns
    -------
    Review
        Its messages carry no fixes yet, see `with_fixes`.

    Raises
    ------
    RosterError
        If the roster's game is not known here.
    """
    judged = _judge(roster, books, pack)
    tree, game = judged.tree, judged.game
    kits = _kits(judged)
    return Review(
        game=game,
        roster=roster,
        points=tree.root.total,
        limit=_limit_now(tree, judged.measured),
        models=tree.root.all_models,
        forces=tuple(_force(part, kits) for part in tree.parts),
        messages=judged.told.messages,
        rulings=tuple(_rulings(tree, judged.pack)),
        gauges=tuple(_gauges(tree, judged.measured)),
        tallies=tuple(_tallies(tree, judged.pack)),
        more=judged.told.more,
        more_errors=judged.told.more_errors,
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """The part of a review that trials read: points, messages, number of errors."""

    points: Points
    messages: tuple[Message, ...]
    errors: int
    units: int

    @property
    def legal(self) -> bool:
        """Return true if it has units and no message is an error."""
        return self.units > 0 and not self.errors


def verdict(roster: Roster, books: Books, pack: Pack | None = None) -> Verdict:
    """Return the points and messages of `review`, and no more."""
    judged = _judge(roster, books, pack)
    told, root = judged.told, judged.tree.root
    units = sum(
        node.kind in UNITS for force in root.children for node in force.children
    )
    errors = sum(m.severity == ERROR and m.code != MORE for m in told.messages)
    return Verdict(root.total, told.messages, errors + told.more_errors, units)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A roster after every change, with the breaches of its limits."""

    game: Game
    pack: Pack
    tree: Tree
    figures: FigureEffects
    groups: Groups
    measured: list[LimitMeasure]
    told: MessageList


def _judge(roster: Roster, books: Books, pack: Pack | None) -> _Judged:
    game = find_game(roster.game)
    if game is None:
        raise RosterError("/game", f"the game {roster.game!r} is not known here")
    asked, pack = pack, rules_for(game, pack)
    tree = grow(roster, books, _limit(roster, pack), game)
    tree.switches = _switches(tree, roster, pack)
    standing = settle_gear(tree, standing_changes(tree, pack))
    apply_changes(tree, standing)
    figures = settle_figures(tree, standing, game)
    found = groups(tree, game.hands)
    measured = [*measures(tree, pack, bounds(tree, standing))]
    plain = [*basic_messages(tree, roster, pack.counting)]
    if asked is not None and asked.game != game.key:
        plain.append(pack_message(asked, game))
    if game.hands is not None:
        plain += hand_messages(found, game.hands)
    told = collect_messages(tree, plain, breaches(tree, measured))
    return _Judged(game, pack, tree, figures, found, measured, told)


def rules_for(game: Game, pack: Pack | None) -> Pack:
    """Return the pack that an army is judged by: its game's own, unless one fits it."""
    return game.pack if pack is None or pack.game != game.key else pack


Kits = Mapping[int, Equipment]
"""Equipment of groups of models by the number of their node."""


def _kits(judged: _Judged) -> Kits:
    reading = judged.game.hands
    if reading is None:
        return {}
    return {
        order: equipment(group, judged.game, reading, judged.figures)
        for order, group in judged.groups.items()
    }


def _limit(roster: Roster, pack: Pack) -> Points | None:
    return roster.limit if pack.limit is None else pack.limit


def _switches(tree: Tree, roster: Roster, pack: Pack) -> dict[str, bool]:
    """Return how every switch stands: as printed, unless the players agreed."""
    known = {limit.key: limit.on for limit in pack.limits if limit.switchable}
    for book in _books(tree):
        known.update({switch.key: switch.on for switch in book.switches})
    known.update({switch.key: switch.on for switch in pack.switches})
    return known if pack.fixed else {**known, **roster.switches}


def _books(tree: Tree) -> list[Book]:
    """Return the books of some nodes, each edition once."""
    found = (part.book for part in tree.parts if part.rank and part.book is not None)
    return list({(book.key, book.edition): book for book in found}.values())


def _limit_now(tree: Tree, measured: Iterable[LimitMeasure]) -> Points | None:
    """Return the points limit of the army after changes."""
    wanted = (POINTS_AGREED.query, POINTS_AGREED.max)
    for measure in measured:
        limit = measure.limit
        if measure.node is tree.root and (limit.query, limit.max) == wanted:
            return measure.high
    return tree.limit


def _gauges(tree: Tree, measured: Iterable[LimitMeasure]) -> Iterator[Gauge]:
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


def _tallies(tree: Tree, pack: Pack) -> Iterator[Tally]:
    for tally in pack.tallies:
        value = amount(tree, tree.root, tally.amount)
        yield Tally(tally.key, tally.title, value or 0, tally.source)
    for force in tree.root.children:
        for tally in force.book.tallies if force.book is not None else ():
            value = amount(tree, force, tally.amount)
            yield Tally(tally.key, tally.title, value or 0, tally.source)


# -- what the pages read ----------------------------------------------------------


def _force(part: TreePart, kits: Kits) -> ForceReview:
    book, force = part.book, part.force
    return ForceReview(
        id=force.id,
        book=force.book,
        book_name=book.name if book else force.book,
        edition=force.edition,
        sha256=book.sha256 if book else "",
        points=sum(node.total for node in part.nodes),
        units=tuple(_line(node, kits) for node in part.nodes),
        categories=tuple(_categories(part)),
    )


def _categories(part: TreePart) -> Iterator[Category]:
    for named in part.book.categories if part.book is not None else ():
        units = [node for node in part.nodes if node.category == named.key]
        points = sum(unit.total for unit in units)
        yield Category(named.key, named.name, len(units), points)


def _line(node: Node, kits: Kits) -> Line:
    selection, entry = node.selection, node.entry
    own_name = selection.name if selection else ""
    plain = selection.entry if selection else ""
    return Line(
        path=node.path,
        id=selection.id if selection else "",
        entry=plain,
        name=entry.name if entry else plain,
        own_name=own_name,
        note=selection.note if selection else "",
        kind=node.kind,
        category=node.category,
        count=node.count,
        models=node.all_models,
        each=node.each,
        own=node.own,
        points=node.total,
        profiles=node.profiles or (),
        rules=_shown_rules(node),
        gear=together((*node.gear, *bought(node)))
        if node.kind in BEARERS
        else node.gear,
        lines=tuple(_line(child, kits) for child in node.children),
        equipment=kits.get(node.order),
        acts=entry is not None and entry.acts,
    )


def _shown_rules(node: Node) -> tuple[RuleUse, ...]:
    """Return the special rules of a selection, without those that only hands read."""
    game = find_game(node.book.game) if node.book is not None else None
    if game is None or game.hands is None or not node.rules:
        return node.rules
    words = game.hands.words
    return tuple([rule for rule in node.rules if rule.key not in words])


def _rulings(tree: Tree, pack: Pack) -> Iterator[Ruling]:
    seen: set[tuple[str, str]] = set()
    for limit in limits_asked(tree, pack):
        if limit.key in IMPLIED or (limit.key, limit.title) in seen:
            continue
        seen.add((limit.key, limit.title))
        status = "enforced" if is_on(tree, limit) else "off"
        switchable = limit.switchable and not pack.fixed
        yield Ruling(limit.key, limit.title, limit.source, status, switchable, limit.on)
    books = _books(tree)
    switches = {s.key: s for book in books for s in book.switches}
    switches.update({s.key: s for s in pack.switches})
    for switch in switches.values():
        status = "enforced" if tree.switches[switch.key] else "off"
        may = not pack.fixed
        yield Ruling(switch.key, switch.title, switch.source, status, may, switch.on)
    for book in books:
        for printed in book.printed:
            yield Ruling("", printed.title, printed.source, printed.status)

"""The one engine: prices, checks and explains a roster."""

from dataclasses import dataclass

from rulesets.books.book import Books
from rulesets.books.former_keys import with_present_keys
from rulesets.core.points import Points
from rulesets.game import Game
from rulesets.games import find_game
from rulesets.legality.basic_checks import basic_messages, pack_message
from rulesets.legality.changes import (
    FigureEffects,
    apply_changes,
    bounds,
    settle_figures,
)
from rulesets.legality.equipment import Groups, groups, hand_messages
from rulesets.legality.gear import settle_gear
from rulesets.legality.growth import grow_all, plant
from rulesets.legality.limits import LimitMeasure, breaches, measures
from rulesets.legality.messages import MessageList, collect_messages
from rulesets.legality.reach import Touched
from rulesets.legality.review_parts import (
    Lines,
    books_of,
    brief_line,
    force_review,
    gauges,
    limit_now,
    rulings,
    tallies,
)
from rulesets.legality.settled import SettledUnit, give_back, settle
from rulesets.legality.standing import standing_changes
from rulesets.legality.surroundings import UnitKey
from rulesets.legality.tree import Tree, add_up, forget_found, number
from rulesets.packs.pack import Pack
from rulesets.reviews.review import ERROR, MORE, UNITS, Message, Review
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
    return _reviewed(roster, books, pack, in_full=True)


def brief_review(roster: Roster, books: Books, pack: Pack | None = None) -> Review:
    """Return the review of a roster without what is below units, and without gauges.

    Who judges many lists asks for no more: verdict, messages, points and rulings are
    those of `review`.
    """
    return _reviewed(roster, books, pack, in_full=False)


def _reviewed(
    roster: Roster, books: Books, pack: Pack | None, *, in_full: bool
) -> Review:
    roster = with_present_keys(roster, books)
    judged = _judge(roster, books, pack, shows=True)
    tree = judged.tree
    lines = Lines(judged.game, judged.groups, judged.figures, judged.units)
    line_of = lines.of if in_full else brief_line
    found = Review(
        game=judged.game,
        roster=roster,
        points=tree.root.total,
        limit=limit_now(tree, judged.measured),
        models=tree.root.all_models,
        forces=tuple(force_review(part, line_of) for part in tree.parts),
        messages=judged.told.messages,
        rulings=tuple(rulings(tree, judged.pack)),
        gauges=tuple(gauges(tree, judged.measured)) if in_full else (),
        tallies=tuple(tallies(tree, judged.pack)),
        more=judged.told.more,
        more_errors=judged.told.more_errors,
    )
    give_back(judged.units)
    return found


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
    judged = _judge(with_present_keys(roster, books), books, pack, shows=False)
    told, root = judged.told, judged.tree.root
    units = sum(
        node.kind in UNITS for force in root.children for node in force.children
    )
    errors = sum(m.severity == ERROR and m.code != MORE for m in told.messages)
    give_back(judged.units)
    return Verdict(root.total, told.messages, errors + told.more_errors, units)


MOST_GUESSED = 4
"""Most times that an army is judged with settled units before all are grown anew."""


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
    units: list[SettledUnit]


def _judge(roster: Roster, books: Books, pack: Pack | None, *, shows: bool) -> _Judged:
    """Judge a roster; ``shows`` is whether pages show limits that hold, too."""
    game = find_game(roster.game)
    if game is None:
        raise RosterError("/game", f"the game {roster.game!r} is not known here")
    own = rules_for(game, pack)
    opened: set[UnitKey] = set()
    for _ in range(MOST_GUESSED):
        tree = _planted(roster, books, game, own)
        units = settle(tree, game, opened)
        try:
            return _judge_tree(tree, units, roster, game, own, pack, shows=shows)
        except Touched as found:
            give_back(units)
            keys = {unit.key for unit in units if unit.top is found.top}
            if not keys:
                break
            opened |= keys
    tree = _planted(roster, books, game, own)
    grow_all(tree)
    return _judge_tree(tree, [], roster, game, own, pack, shows=shows)


def _planted(roster: Roster, books: Books, game: Game, pack: Pack) -> Tree:
    tree = plant(roster, books, _limit(roster, pack), game, pack)
    tree.switches = _switches(tree, roster, pack)
    return tree


def _judge_tree(
    tree: Tree,
    units: list[SettledUnit],
    roster: Roster,
    game: Game,
    pack: Pack,
    asked: Pack | None,
    *,
    shows: bool,
) -> _Judged:
    """Make the changes of a tree with its units, and ask its limits."""
    number(tree)
    forget_found(tree)
    add_up(tree)
    reaching = [place for unit in units for place in unit.reaching]
    standing = settle_gear(tree, standing_changes(tree, reaching))
    apply_changes(tree, standing)
    figures = settle_figures(tree, standing, game)
    found = groups(tree, game.hands)
    moved = bounds(tree, standing)
    for unit in units:
        moved.update(unit.bounds)
    asked_before = {unit.top: unit.asked for unit in units}
    measured = measures(tree, pack, moved, asked_before, shows=shows)
    faulty = [node for unit in units for node in unit.faulty]
    plain = [*basic_messages(tree, roster, game, pack.counting, faulty)]
    if asked is not None and asked.game != game.key:
        plain.append(pack_message(asked, game))
    if game.hands is not None:
        unfit = [group for unit in units for group in unit.unfit]
        these = sorted([*found.values(), *unfit], key=lambda one: one.node.order)
        plain += hand_messages(these, game.hands)
    told = collect_messages(tree, plain, breaches(tree, measured))
    return _Judged(game, pack, tree, figures, found, measured, told, units)


def rules_for(game: Game, pack: Pack | None) -> Pack:
    """Return the pack that an army is judged by: its game's own, unless one fits it."""
    return game.pack if pack is None or pack.game != game.key else pack


def _limit(roster: Roster, pack: Pack) -> Points | None:
    return roster.limit if pack.limit is None else pack.limit


def _switches(tree: Tree, roster: Roster, pack: Pack) -> dict[str, bool]:
    """Return how every switch stands: as printed, unless the players agreed."""
    known = {limit.key: limit.on for limit in pack.limits if limit.switchable}
    for book in books_of(tree):
        known.update({switch.key: switch.on for switch in book.switches})
    known.update({switch.key: switch.on for switch in pack.switches})
    return known if pack.fixed else {**known, **roster.switches}

"""Demands on every roster, whatever its game, book and pack."""

from collections.abc import Iterable, Iterator, Mapping

from rulesets.game import Game
from rulesets.games import find_game
from rulesets.legality.equipment import CODES
from rulesets.legality.limit_messages import of_its_unit
from rulesets.legality.messages import TITLE
from rulesets.legality.tree import Node, Tree, TreePart, in_order, joined
from rulesets.legality.unit_names import unit_name
from rulesets.packs.pack import Pack
from rulesets.reviews.review import ERROR, INFO, MORE, Message
from rulesets.rosters.roster import Roster

PLAIN_RULES = {
    "unknown-edition": "Every force names an edition that exists",
    "other-game": "Every force is of the army's game",
    "other-pack": "The pack is of the army's game",
    "empty-force": "A force without units counts nothing",
    "trial-edition": "A trial edition is for the people of its book",
    "one-edition": "Forces of one book are of one edition",
    "other-edition": "Every force is of the edition that counts",
    "unknown-entry": "Only what the book offers can be taken",
    "one-unit-an-entry": "Every unit is an entry of its own",
    "joins-unit": "Only who may join units joins one",
    "roll-missing": "A price with dice needs its result",
    "roll-range": "A dice result stays in its range",
    MORE: TITLE,
    **CODES,
}
"""Titles of what is asked of every roster, whatever its game, by code."""


def basic_messages(
    tree: Tree,
    roster: Roster,
    game: Game,
    counting: Mapping[str, int] | None = None,
    faulty: Iterable[Node] = (),
) -> Iterator[Message]:
    """Yield the errors of a roster before any limit is asked.

    ``counting`` are the editions that count, as in `Pack`; ``faulty`` the selections of
    settled units that have errors.
    """
    money = tree.currency.many
    for part in tree.parts:
        yield from _of_force(tree, part, roster)
        if part.book is not None and part.book.on_trial:
            what = f"{part.book.name}: edition {part.book.edition} is on trial"
            text = f"{what}; its figures may change before it is published."
            yield _message("trial-edition", part.force.id, text, INFO)
        if counting is not None and part.book is not None:
            yield from _of_edition(part, part.book.name, counting)
        yield from _of_joins(part, game)
    for node in in_order(tree.opened, faulty):
        if node.selection is not None:
            yield from _of_selection(node, money)


def is_faulty(node: Node) -> bool:
    """Return whether an error stands at a selection, whatever the army."""
    if node.selection is None:
        return False
    entry = node.entry
    if entry is not None and entry.roll is None and node.kind != "unit":
        return False
    return any(_of_selection(node, ""))


def pack_message(pack: Pack, game: Game) -> Message:
    """Return the error that a pack is of another game than the army."""
    other = find_game(pack.game)
    theirs = pack.game if other is None else other.name
    text = f"The pack “{pack.name}” is of another game, {theirs}; this army is of"
    return _message(
        "other-pack", "", f"{text} {game.name} and judged by its own rules."
    )


def _of_force(tree: Tree, part: TreePart, roster: Roster) -> Iterator[Message]:
    book, force = part.book, part.force
    if book is None:
        what = f"Edition {force.edition} of the book “{force.book}”"
        text = f"{what} is not known here; its units count no {tree.currency.many}."
        yield _message("unknown-edition", force.id, text)
    elif book.game != roster.game:
        other = find_game(book.game)
        game = book.game if other is None else other.name
        text = f"{book.name} is a book of another game, {game}; it counts nothing."
        yield _message("other-game", force.id, text)
    elif not part.rank:
        text = f"{book.name}: this force has no units, and counts nothing."
        yield _message("empty-force", force.id, text, INFO)
    elif newest := _newer(tree, part):
        text = f"{book.name}: edition {force.edition} here and {newest} there; forces"
        text = f"{text} of one book are of one edition."
        yield _message("one-edition", force.id, text)


def _of_edition(
    part: TreePart, name: str, counting: Mapping[str, int]
) -> Iterator[Message]:
    force = part.force
    counts = counting.get(force.book, force.edition)
    if counts != force.edition:
        what = f"edition {counts} counts" if counts else "none of it counts yet"
        text = f"{name}: edition {force.edition} here; {what}."
        yield _message("other-edition", force.id, text)


def _of_joins(part: TreePart, game: Game) -> Iterator[Message]:
    """Yield an error for every unit that joins another and is none that may."""
    for node in part.nodes:
        where = joined(node)
        if where is not None and not may_join(node.keys, game):
            who = "no unit joins another here"
            if game.joiners:
                who = "it is none of those who join units"
            text = f"{unit_name(node)} joins {unit_name(where)}; {who}."
            yield _plain("joins-unit", node, text)


def may_join(keys: Iterable[str], game: Game) -> bool:
    """Return whether a unit that targets find is one that joins others in a game."""
    return not game.joiners.isdisjoint(keys)


def _newer(tree: Tree, part: TreePart) -> int:
    """Return the newest edition of a force's book in the army, 0 if it is its own."""
    alike = (p for p in tree.parts if p.node is part.node and p.book is not None)
    newest = max(p.force.edition for p in alike)
    return newest if newest > part.force.edition else 0


def _of_selection(node: Node, money: str) -> Iterator[Message]:
    if node.entry is None:
        if node.book is not None and _is_known(node.parent):
            yield _plain("unknown-entry", node, _unknown(node, money))
        return
    if node.kind == "unit" and node.count != 1:
        text = f"{node.name}: {node.count} in one entry; every unit is its own entry."
        yield _plain("one-unit-an-entry", node, text)
    if node.entry.roll is not None:
        rolled = node.selection.roll if node.selection is not None else None
        yield from _of_roll(node, node.entry.roll, rolled)


def _of_roll(
    node: Node, asked: tuple[int, int], rolled: int | None
) -> Iterator[Message]:
    low, high = asked
    if rolled is None:
        text = f"{node.name}: its price needs a dice result, {low} to {high}."
        yield _plain("roll-missing", node, text)
    elif not low <= rolled <= high:
        text = f"{node.name}: the dice result is {rolled}; it must be {low} to {high}."
        yield _plain("roll-range", node, text)


def _is_known(parent: Node | None) -> bool:
    return parent is not None and (parent.kind == "force" or parent.entry is not None)


def _unknown(node: Node, money: str) -> str:
    nothing = f"it counts no {money}"
    key = node.selection.entry if node.selection is not None else ""
    if node.parent is not None and node.parent.entry is not None:
        item = node.book.items.get(key) if node.book is not None else None
        what = f"“{key}”" if item is None else item.name
        return f"{node.parent.name}: {what} is not offered here; {nothing}."
    name = node.book.name if node.book is not None else ""
    return f"{name} has no unit “{key}” in this edition; {nothing}."


def _plain(code: str, node: Node, text: str) -> Message:
    above = node.parent.name if node.entry is None and node.parent is not None else ""
    text = of_its_unit(node, above or node.name, text)
    return _message(code, node.path, text)


def _message(code: str, path: str, text: str, severity: str = ERROR) -> Message:
    rule = PLAIN_RULES[code]
    return Message(code, severity, path, text, rule, "", marks=(path,))

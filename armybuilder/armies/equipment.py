"""Gear and loadouts of a group of models, as the pages show them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from armybuilder.armies.edit_forms import edits_json
from armybuilder.armies.text import piece_text
from rulesets.core.values import Gear, together
from rulesets.game import Game
from rulesets.reviews.figures import Equipment, Held, ReviewedProfile
from rulesets.reviews.review import Line
from rulesets.rosters.edits import SetLoadouts
from rulesets.rosters.roster import (
    LONGEST_LOADOUT_NAME,
    MOST_HELD,
    MOST_LOADOUTS,
    Loadout,
)

PAIR = ("one hand", "other hand")


@dataclass(frozen=True, slots=True)
class Grip:
    """The content of one hand, or of several; `name` is "" for hands that are free."""

    name: str
    hands: int


@dataclass(frozen=True, slots=True)
class ShownHeld:
    """A full loadout: its effects, and the figures that it changes.

    `grips` fill all hands; `keep` names it as it stands, "" where it is named already
    or cannot be.
    """

    name: str
    grips: tuple[Grip, ...]
    notes: tuple[str, ...]
    figures: tuple[str, ...]
    keep: str


@dataclass(frozen=True, slots=True)
class ShownNamed:
    """A loadout that the player named, with its verdict and the edits that drop it.

    `changes` are the figures and notes of holding it, where it is a full one.
    """

    name: str
    items: str
    changes: tuple[str, ...]
    why_not: str
    drop: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A piece of the form that names a loadout; a pair is two of them."""

    id: str
    key: str
    name: str


@dataclass(frozen=True, slots=True)
class ShownEquipment:
    """The loadouts of one group of models.

    `never` are pieces that cannot be equipped at all, `refused` sets that cannot be in
    hand together, each with the reason.
    """

    id: str
    title: str
    hands: int
    worn: tuple[str, ...]
    held: tuple[ShownHeld, ...]
    never: tuple[tuple[str, str], ...]
    refused: tuple[tuple[str, str], ...]
    named: tuple[ShownNamed, ...]
    ticks: tuple[Tick, ...]
    may_name: bool
    more: bool

    @property
    def heads(self) -> tuple[str, ...]:
        """Return the headings of the hands."""
        if self.hands == len(PAIR):
            return PAIR
        return tuple(f"hand {number}" for number in range(1, self.hands + 1))

    @property
    def all_named_hold(self) -> bool:
        return not any(one.why_not for one in self.named)


def all_equipment(game: Game, unit: Line) -> tuple[ShownEquipment, ...]:
    """Return the equipment of a unit and of its groups of models, where it has any."""
    return tuple(
        shown_equipment(game, part, above)
        for part, above in _armed(unit, ())
        if part.equipment is not None
    )


def _armed(
    line: Line, above: tuple[Line, ...]
) -> Iterator[tuple[Line, tuple[Line, ...]]]:
    """Yield the parts of a unit with the lines that they were bought for."""
    yield line, above
    for part in line.lines:
        yield from _armed(part, (*above, line))


@dataclass(frozen=True, slots=True)
class _Group:
    """A group of models: its stat lines, its pieces, its named loadouts."""

    game: Game
    line: Line
    base: tuple[ReviewedProfile, ...]
    pieces: tuple[Gear, ...]
    named: tuple[Loadout, ...]

    @property
    def has_room(self) -> bool:
        return len(self.named) < MOST_LOADOUTS


def shown_equipment(
    game: Game, line: Line, above: tuple[Line, ...] = ()
) -> ShownEquipment:
    """Return the equipment of a group; `above` are the lines that it belongs to."""
    kit = line.equipment or Equipment(0)
    base = next((x.profiles for x in (line, *reversed(above)) if x.profiles), ())
    named = tuple(Loadout(one.name, one.items) for one in kit.named)
    group = _Group(game, line, base, _pieces(line, kit, above), named)
    alone = [one for one in kit.refused if _is_alone(one.held)]
    return ShownEquipment(
        id=line.id,
        title=line.title,
        hands=kit.hands,
        worn=tuple(piece_text(piece) for piece in kit.worn),
        held=tuple(_held(group, held, kit.hands) for held in kit.loadouts),
        never=tuple((_all(one.held), one.why) for one in alone),
        refused=tuple(
            (_all(one.held), one.why) for one in kit.refused if one not in alone
        ),
        named=tuple(_named_loadouts(group, kit)),
        ticks=tuple(_ticks(group)),
        may_name=group.has_room,
        more=kit.more,
    )


def _pieces(line: Line, kit: Equipment, above: tuple[Line, ...]) -> tuple[Gear, ...]:
    """Return the pieces for its hands: its own, and those of a unit for all."""
    shared = [x for x in above[-1:] if x.kind == "unit" and x.equipment is None]
    worn = {piece.key for piece in kit.worn}
    every = together((*(g for x in shared for g in x.gear), *line.gear))
    return tuple(p for p in every if p.key not in worn and not p.is_of_unit)


def _held(group: _Group, held: Held, hands: int) -> ShownHeld:
    items = _in_hand(held)
    known = {piece.key for piece in group.pieces}
    is_named = any(tuple(sorted(one.items)) == items for one in group.named)
    fits = len(items) <= MOST_HELD and group.has_room
    may = known.issuperset(items) and fits and not is_named
    loadout = Loadout(held.name[:LONGEST_LOADOUT_NAME], items)
    return ShownHeld(
        name=held.name,
        grips=_grips(held, hands),
        notes=held.notes,
        figures=tuple(_figures(group, held.profiles)),
        keep=_set(group.line, (*group.named, loadout)) if may else "",
    )


def _grips(held: Held, hands: int) -> tuple[Grip, ...]:
    """Return what each hand holds; what shares a hand stands together."""
    pieces = [piece for piece in held.held for _ in range(piece.count)]
    found = [Grip(x.name, min(x.hands or 1, hands)) for x in pieces]
    while len(found) > 1 and sum(grip.hands for grip in found) > hands:
        *rest, last, more = found
        left = max(1, hands - sum(grip.hands for grip in rest))
        found = [*rest, Grip(f"{last.name}, {more.name}", left)]
    free = hands - sum(grip.hands for grip in found)
    return (*found, *[Grip("", 1)] * free)


def _figures(group: _Group, held: tuple[ReviewedProfile, ...]) -> Iterator[str]:
    """Yield the columns that a loadout makes others than the stat line shows."""
    before = {profile.key: profile.values() for profile in group.base}
    for profile in held:
        if profile.key not in before:
            continue
        name = f"{profile.name}: " if len(held) > 1 else ""
        for column in group.game.columns:
            now = column.text(profile.values())
            if now != column.text(before[profile.key]):
                yield f"{name}{column.heading} {now}"


def _named_loadouts(group: _Group, kit: Equipment) -> Iterator[ShownNamed]:
    full = {_in_hand(held): held for held in kit.loadouts}
    for place, one in enumerate(kit.named):
        rest = (*group.named[:place], *group.named[place + 1 :])
        held = full.get(tuple(sorted(one.items)))
        yield ShownNamed(
            name=one.name,
            items=_items_text(one.items, group.pieces),
            changes=(*_figures(group, held.profiles), *held.notes) if held else (),
            why_not=one.why_not,
            drop=_set(group.line, rest),
        )


def _in_hand(held: Held) -> tuple[str, ...]:
    return tuple(sorted(g.key for g in held.held for _ in range(g.count)))


def _set(line: Line, loadouts: tuple[Loadout, ...]) -> str:
    return edits_json([SetLoadouts(line.id, loadouts)])


def _ticks(group: _Group) -> Iterator[Tick]:
    for piece in group.pieces:
        for number in range(1, min(piece.count, MOST_HELD) + 1):
            name = piece.name if number == 1 else f"{piece.name}, number {number}"
            id = f"tick-{group.line.id}-{piece.key}-{number}"
            yield Tick(id, piece.key, name)


def _items_text(items: tuple[str, ...], pieces: tuple[Gear, ...]) -> str:
    names = {piece.key: piece.name for piece in pieces}
    words = ((names.get(key, key), many) for key, many in Counter(items).items())
    return ", ".join(f"{many} × {name}" if many > 1 else name for name, many in words)


def _all(gear: Iterable[Gear]) -> str:
    return " and ".join(piece_text(piece) for piece in gear)


def _is_alone(gear: tuple[Gear, ...]) -> bool:
    return len(gear) == 1 and gear[0].count == 1

"""The groups of models of a unit: what each carries, and its named loadouts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from armybuilder.armies.equipment import ShownEquipment
from armybuilder.armies.text import piece_text
from armybuilder.books.text import gear_figures
from rulesets.core.values import Gear, together
from rulesets.game import Game
from rulesets.reviews.review import Line


@dataclass(frozen=True, slots=True)
class GearText:
    name: str
    figures: str


@dataclass(frozen=True, slots=True)
class ShownLoadout:
    """A loadout that the player named: what is in hand, and what that changes."""

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


def shown_groups(
    unit: Line, kits: Iterable[ShownEquipment], game: Game
) -> tuple[ShownGroup, ...]:
    """Return the groups of a unit; one of a single group is that group itself."""
    named = {kit.id: tuple(_loadouts(kit)) for kit in kits}
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
    """Yield the groups of a unit and of units within it, with what each carries.

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


def _loadouts(kit: ShownEquipment) -> Iterator[ShownLoadout]:
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

"""Gear and choices of the models of a unit, as papers say them: each once."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from armybuilder.armies.text import chosen_text, is_gear, piece_text
from armybuilder.armies.units import inside
from armybuilder.books.text import gear_figures
from rulesets.books.book import Entry
from rulesets.core.points import points_text
from rulesets.core.values import Gear
from rulesets.game import Game, ItemStat
from rulesets.reviews.review import Line


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of gear or a choice; `price` is told where it is `magic`.

    A `skill` was learnt in a campaign, an advance among them.
    """

    name: str
    figures: str = ""
    price: str = ""
    magic: bool = False
    skill: bool = False


@dataclass(frozen=True, slots=True)
class Carried:
    """Gear of some models; `who` is "" for all of the unit."""

    who: str
    pieces: tuple[Piece, ...]


def carried_by(
    game: Game, unit: Line, entries: Mapping[str, Entry]
) -> Iterator[Carried]:
    """Yield what all models carry, then what some carry instead or beside it."""
    prices = dict(_magic(game, unit, entries))
    groups = merged(
        (part.title, part.models, tuple(_piece(game, piece, prices) for piece in gear))
        for part, gear in _groups(unit)
    )
    first = groups[0][2] if groups else ()
    names = {piece.name for piece in first}
    chosen = [p for p in _chosen(unit, entries, game) if p.name not in names]
    of_unit = [_piece(game, g, prices) for g in unit.gear if g.is_of_unit]
    of_unit = [p for p in of_unit if p.name not in {q.name for q in (*first, *chosen)}]
    alike = all(pieces == first for *_, pieces in groups)
    of_all = (*(first if alike else ()), *chosen, *of_unit)
    if of_all:
        yield Carried("", of_all)
    if not alike and first:
        yield Carried(counted_models(*groups[0][:2]), first)
    for name, models, pieces in groups[1:]:
        if pieces == first:
            continue
        more = [piece for piece in pieces if piece not in first]
        has_all = all(piece in pieces for piece in first)
        if said := tuple(more if has_all else pieces):
            yield Carried(counted_models(name, models), said)


def merged(
    groups: Iterable[tuple[str, int, tuple[Piece, ...]]],
) -> list[tuple[str, int, tuple[Piece, ...]]]:
    """Return groups of models, those of one name that carry the same as one."""
    found: dict[tuple[str, tuple[Piece, ...]], int] = {}
    for name, models, pieces in groups:
        found[name, pieces] = found.get((name, pieces), 0) + models
    return [(name, models, pieces) for (name, pieces), models in found.items()]


def counted_models(name: str, models: int) -> str:
    """Return models with their number, never broken: `3 × Lancer`."""
    return f"{models}\u00a0×\u00a0{name}" if models else name


def _groups(unit: Line) -> Iterator[tuple[Line, tuple[Gear, ...]]]:
    types = [part for part in unit.lines if part.kind == "model"]
    if unit.equipment is not None or not any(part.models for part in types):
        yield unit, tuple(g for g in unit.gear if not g.is_of_unit)
    shared = () if unit.equipment is not None else unit.gear
    for part in types:
        every = {g.key: g for g in (*shared, *part.gear) if not g.is_of_unit}
        yield part, tuple(every.values())


def _magic(
    game: Game, unit: Line, entries: Mapping[str, Entry]
) -> Iterator[tuple[str, str]]:
    """Yield the pieces that a player need not show, by name with their price."""
    for part in inside(unit):
        entry = entries.get(part.path)
        if entry is not None and not game.paper.secrets.isdisjoint(entry.keys):
            price = points_text(part.own) if part.own else ""
            yield part.title, price
            yield from ((piece.name, price) for piece in part.gear)


def _piece(game: Game, gear: Gear, prices: Mapping[str, str]) -> Piece:
    return Piece(
        name=piece_text(gear),
        figures=brief_figures(game, gear),
        price=prices.get(gear.name, ""),
        magic=gear.name in prices,
    )


def brief_figures(game: Game, gear: Gear) -> str:
    """Return the figures of a piece as papers print them: `24″, S4`."""
    brief = game.paper.briefly
    stats = {k: v for k, v in gear.stats.items() if brief.get(k, k)}
    stats = {k: v for k, v in stats.items() if v not in ("user", "as user")}
    labels = {
        key: replace(stat, label=brief[key]) if key in brief else stat
        for key, stat in game.item_stats.items()
    }
    said = gear_figures(_worded(game, labels), replace(gear, stats=stats))
    return said.replace("range ", "").replace("as user ", "")


def _worded(game: Game, labels: Mapping[str, ItemStat]) -> Game:
    return replace(game, item_stats=labels)


def _chosen(unit: Line, entries: Mapping[str, Entry], game: Game) -> Iterator[Piece]:
    """Yield the choices of a unit that are no gear, with what was chosen in them.

    What a mark says already is left out.
    """
    prices = dict(_magic(game, unit, entries))
    campaign = game.paper.campaign
    told: frozenset[str] = campaign.told if campaign else frozenset()
    skills: frozenset[str] = campaign.skills if campaign else frozenset()
    for part in unit.lines:
        if _is_one_of(entries, part, game.paper.marks) and not part.rules:
            continue
        if part.kind == "model":
            yield from _leaders(part, prices)
        elif not is_gear(part) and not _is_told(part):
            if not _is_one_of(entries, part, told):
                yield Piece(part.title if not part.count > 1 else chosen_text(part))
            yield from (
                Piece(
                    name=f"{below.count} × {below.title}" * (below.count > 1)
                    or below.title,
                    price=prices.get(below.title, ""),
                    magic=below.title in prices,
                    skill=_is_one_of(entries, below, skills),
                )
                for below in inside(part)
                if not _is_one_of(entries, below, told)
            )


def _is_one_of(
    entries: Mapping[str, Entry], part: Line, targets: Collection[str]
) -> bool:
    entry = entries.get(part.path)
    return entry is not None and any(key in targets for key in entry.keys)


def _leaders(part: Line, prices: Mapping[str, str]) -> Iterator[Piece]:
    """Yield what was chosen for a group of models and is no gear."""
    for below in part.lines:
        if not is_gear(below) and not _is_told(below):
            yield Piece(
                chosen_text(below),
                price=prices.get(below.title, ""),
                magic=below.title in prices,
            )


def _is_told(part: Line) -> bool:
    """Return whether a choice is gear under another name: the gear is shown."""
    return bool(part.gear) and part.kind in ("item", "mount")

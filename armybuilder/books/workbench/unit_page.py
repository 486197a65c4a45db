"""The page of a unit: its parts with their fields, and the book around it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from armybuilder.books.sentence_editor.places import anchor, joined, part_at
from armybuilder.books.workbench.fields import FIELDS, FIGURES, PartField, figure_fields
from rulesets.books.unit_edits.stock import Stock, names, stock_of
from rulesets.core.points import points_text, to_points
from rulesets.documents.places import names_of
from rulesets.game import Game
from rulesets.games import find_game

PER = (("", "each time"), ("model", "for each model"))


@dataclass(frozen=True, slots=True)
class Cell:
    """A field with what stands in it; a closed one is told in words only.

    ``usual`` is what holds while it is empty, as the price of an option's item.
    ``kept`` is what the draft holds where ``text`` is only typed; at a clash somebody
    else wrote it. ``was`` is what its author saw there, none where nothing is typed.
    """

    name: str
    label: str
    shape: str
    text: str
    kept: str = ""
    was: str | None = None
    is_clash: bool = False
    most: int = 0
    choices: tuple[tuple[str, str], ...] = ()
    error: str = ""
    is_open: bool = True
    usual: str = ""

    @property
    def id(self) -> str:
        """Return the name of the field on the page."""
        return anchor(self.name)


@dataclass(frozen=True, slots=True)
class Chip:
    """Something that a part has: an item, a rule; its place and its words.

    ``item`` is the key of an item of the book, which has a page of its own.
    """

    at: str
    words: str
    item: str = ""


@dataclass(frozen=True, slots=True)
class PartView:
    """A part of a unit: its fields by member, what it has, and the parts below it."""

    at: str
    key: str
    name: str
    cells: Mapping[str, Cell]
    figures: tuple[Cell, ...] = ()
    items: tuple[Chip, ...] = ()
    rules: tuple[Chip, ...] = ()
    tags: tuple[Chip, ...] = ()
    lines: tuple["PartView", ...] = ()
    slots: tuple["PartView", ...] = ()
    options: tuple["PartView", ...] = ()
    listed: str = ""

    @property
    def anchor(self) -> str:
        """Return the name of its place on the page."""
        return anchor(self.at)

    @property
    def row(self) -> tuple[Cell, ...]:
        """Return the cells behind its name, in the order of its fields."""
        return tuple(cell for member, cell in self.cells.items() if member != "name")


@dataclass(frozen=True, slots=True)
class Offers:
    """Names that may be typed where something is added, by what is added."""

    items: list[str]
    rules: list[str]
    slots: list[str]
    options: list[str]
    tags: list[str]


@dataclass(frozen=True, slots=True)
class TreeUnit:
    """A unit in the contents of the book: its price in words, whether it is open."""

    key: str
    name: str
    price: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class TreeShelf:
    """A category of the contents with its units; ``key`` is "" for those of none."""

    key: str
    name: str
    units: tuple[TreeUnit, ...]


@dataclass(frozen=True, slots=True)
class UnitPage:
    """A unit with its types of model, and what may be added to it."""

    unit: PartView
    models: tuple[PartView, ...]
    headings: tuple[str, ...]
    offers: Offers
    error: str = ""
    again: str = ""
    adders: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RefusedEdit:
    """An edit that was not kept: what is wrong, by field or place, and what was typed.

    ``was`` is what the author saw in the fields typed over. ``again`` is the act that
    makes the edit with what stood in its way. ``clashes`` are the fields that somebody
    else wrote meanwhile. ``adders`` is what was typed to be added, by act and place.
    """

    errors: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    was: Mapping[str, str] = field(default_factory=dict)
    again: str = ""
    clashes: frozenset[str] = frozenset()
    adders: Mapping[str, str] = field(default_factory=dict)


def unit_page(document: Any, key: str, refused: RefusedEdit | None = None) -> UnitPage:
    """Return the page of a unit of a draft.

    Raises
    ------
    PlaceError
        If the draft has no such unit.
    """
    place = f"/units/{key}"
    unit = part_at(document, place)
    refused = refused or RefusedEdit()
    pen = _Pen(document, unit, refused)
    models = unit.get("models")
    view = pen.part("units", place, unit)
    model_views = pen.parts("models", place, models if isinstance(models, list) else ())
    in_cells = set(pen.named)
    elsewhere = [text for at, text in refused.errors.items() if at not in in_cells]
    return UnitPage(
        unit=view,
        models=model_views,
        headings=tuple(one.key.upper() for one in pen.characteristics),
        offers=pen.offers(),
        error=" ".join(elsewhere),
        again=refused.again,
        adders=refused.adders,
    )


class _Pen:
    """Views of the parts of one unit."""

    def __init__(self, document: Any, unit: Any, refused: RefusedEdit) -> None:
        self.document = document
        self.unit = unit
        self.refused = refused
        self.stock: Stock = stock_of(document)
        self.game: Game | None = find_game(document["game"])
        self.characteristics = self.game.characteristics if self.game else ()
        self.figures = figure_fields(self.characteristics)
        self.named: list[str] = []

    def parts(
        self, kind: str, owner: str, parts: Iterable[Any]
    ) -> tuple[PartView, ...]:
        """Return the views of the parts of one list of an owner."""
        listed = list(parts)
        steps = [name or str(i) for i, name in enumerate(names_of(listed))]
        return tuple(
            self.part(kind, joined(owner, kind, step), part)
            for step, part in zip(steps, listed, strict=True)
        )

    def part(self, kind: str, at: str, part: Any) -> PartView:
        """Return the view of one part and of all below it."""
        cells = {one.member: self.cell(at, one, part) for one in FIELDS[kind]}
        figures = part.get(FIGURES)
        below = f"{at}/{FIGURES}"
        return PartView(
            at=at,
            key=part.get("key") or part.get("item", ""),
            name=self.stock.option_name(part) if kind == "options" else _name(part),
            cells=cells,
            figures=()
            if figures is None
            else tuple(self.cell(below, one, figures) for one in self.figures),
            items=self.chips(at, part, "items"),
            rules=self.chips(at, part, "rules"),
            tags=self.chips(at, part, "tags"),
            lines=self.parts("profiles", at, part.get("profiles", ())),
            slots=self.parts("slots", at, part.get("slots", ())),
            options=self.parts("options", at, part.get("options", ())),
            listed=self.listed(part) if kind == "slots" else "",
        )

    def cell(self, at: str, one: PartField, part: Any) -> Cell:
        name = f"{at}:{one.member}"
        self.named.append(name)
        kept, typed = one.shown(part), self.refused.typed.get(name)
        return Cell(
            name=name,
            label=one.label,
            shape=one.shape,
            text=kept if typed is None else typed,
            kept=kept,
            was=self.refused.was.get(name),
            most=one.most,
            choices=self.choices(one.member, part) if one.shape == "choice" else (),
            error=self.refused.errors.get(name, ""),
            is_clash=name in self.refused.clashes,
            is_open=one.is_open(part),
            usual=self.usual(one.member, part),
        )

    def usual(self, member: str, part: Any) -> str:
        """Return the price of the item that an option gives, "" of all else."""
        if member != "points" or "item" not in part:
            return ""
        price = self.stock.items.get(part["item"], {}).get("points")
        is_priced = isinstance(price, int | float)
        return str(points_text(to_points(price))) if is_priced else ""

    def choices(self, member: str, part: Any) -> tuple[tuple[str, str], ...]:
        """Return what may be chosen for a member, what stands there among it."""
        if member == "per":
            return PER
        if member == "category":
            rows = self.document.get("categories", ())
            found = [(one["key"], one["name"]) for one in rows]
        elif member == "profile":
            found = [(one["key"], _name(one)) for one in self.unit.get("profiles", ())]
        else:
            types = self.game.unit_types.values() if self.game else ()
            found = [(kind.key, kind.name) for kind in types]
        now = part.get(member, "")
        lost = [(now, f"{now} (unknown)")] if now and now not in dict(found) else []
        return (("", "none"), *found, *lost)

    def chips(self, at: str, part: Any, member: str) -> tuple[Chip, ...]:
        uses = part.get(member, ()) if isinstance(part, dict) else ()
        steps = [name or str(i) for i, name in enumerate(names_of(uses))]
        return tuple(
            Chip(
                joined(at, member, step), self.words(member, use), self.own(member, use)
            )
            for step, use in zip(steps, uses, strict=True)
        )

    def own(self, member: str, use: Any) -> str:
        """Return the key of an item that the book itself writes, "" of all else."""
        key = use["key"] if isinstance(use, dict) else use
        written = (one["key"] for one in self.document.get("items", ()))
        return str(key) if member == "items" and key in written else ""

    def words(self, member: str, use: Any) -> str:
        key = use["key"] if isinstance(use, dict) else use
        x = use.get("x") if isinstance(use, dict) else None
        if member == "items":
            return str(self.stock.items.get(key, {"name": key})["name"])
        if member == "tags":
            return str(key)
        found = self.stock.rules.get(key) or self.stock.game_rules.get(key)
        name = names([found])[0] if found else key
        return name if x is None else f"{name} {x}"

    def listed(self, slot: Any) -> str:
        """Return the words of a slot that offers a list, "" of one with own options."""
        key = slot.get("list")
        if key is None:
            return ""
        found = self.stock.lists.get(key, {"name": key})
        return f"Offers the list {found['name']}"

    def offers(self) -> Offers:
        stock = self.stock
        rules = [*stock.rules.values(), *stock.game_rules.values()]
        options = [stock.option_name(one) for one in stock.options.values()]
        items = names(stock.items.values())
        return Offers(
            items=items,
            rules=names(rules),
            slots=[*names(stock.groups.values()), *names(stock.lists.values())],
            options=list(dict.fromkeys([*options, *items])),
            tags=sorted(tags_of(self.document)),
        )


def tags_of(value: Any) -> set[str]:
    """Return every tag that the parts of a document have."""
    if isinstance(value, list):
        return {tag for one in value for tag in tags_of(one)}
    if not isinstance(value, dict):
        return set()
    below = {tag for one in value.values() for tag in tags_of(one)}
    return below.union(value.get("tags", ()))


def _name(part: Any) -> str:
    return str(part.get("name") or part.get("key", ""))


def contents(document: Any, key: str = "") -> tuple[TreeShelf, ...]:
    """Return the units of a draft by category; ``key`` is the unit that is open."""
    shelves = [*document.get("categories", ()), {"key": "", "name": "Without category"}]
    known = {shelf["key"] for shelf in shelves}
    placed: dict[str, list[TreeUnit]] = {shelf["key"]: [] for shelf in shelves}
    for unit in document["units"]:
        category = unit.get("category", "")
        placed[category if category in known else ""].append(
            TreeUnit(unit["key"], unit["name"], _price(unit), unit["key"] == key)
        )
    return tuple(
        TreeShelf(shelf["key"], shelf["name"], tuple(placed[shelf["key"]]))
        for shelf in shelves
        if shelf["key"] or placed[""] or len(shelves) == 1
    )


def _price(unit: Any) -> str:
    """Return the price that the book prints first: of the unit, else of a model."""
    models = unit.get("models")
    first = models[0] if isinstance(models, list) and models else {}
    points = unit.get("points") or first.get("points", 0)
    return str(points_text(to_points(points)))

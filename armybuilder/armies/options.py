"""The options of a unit as controls of a form: taken, offered, or refused and why."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from armybuilder.armies.controls import Control, Group, Panel, Refusal, Roll
from armybuilder.armies.edit_forms import edits_json
from armybuilder.armies.equipment import shown_equipment
from armybuilder.armies.option_forms import (
    count_field,
    offer_field,
    roll_field,
    rolls,
)
from armybuilder.armies.places import Place, find_place
from armybuilder.armies.text import (
    bought_text,
    bounds_text,
    points_over,
    price_text,
)
from rulesets.books.book import Books, Entry, Slot
from rulesets.core.points import Points, points_text, to_points
from rulesets.legality import Offer, offers, try_edit
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Line, Review
from rulesets.rosters.edits import Add, ChangeCount, Choose

MOST_DEPTH = 6

LONG, CROWDED, FEW = 12, 24, 4
"""A slot with more than `LONG` options is folded away, with what is chosen in view; so
is one with more than `FEW` where more than `CROWDED` are on offer in one place."""


@dataclass(frozen=True, slots=True)
class _Drawing:
    """The data that every control is drawn from."""

    now: Review
    books: Books
    title: str
    rolled: Mapping[str, int]
    pack: Pack | None = None

    def against(self, points: Points, why_not: str) -> Refusal:
        """Return the objection to a change; the place itself need not be named."""
        over = points_over(self.now, points)
        return Refusal(points_text(over) if over else "", self.short(why_not))

    def short(self, text: str) -> str:
        return text.removeprefix(f"{self.title}: ")


def has_options(entry: Entry | None) -> bool:
    return entry is not None and bool(entry.entries)


def options_panel(
    now: Review, books: Books, path: str, pack: Pack | None = None
) -> Panel | None:
    """Return the options of a unit or a force; none where there are none."""
    place = find_place(now, books, path)
    if place is None or not place.entries:
        return None
    return _panel(_Drawing(now, books, place.title, rolls(now.roster), pack), place, 0)


def force_panel(
    now: Review,
    books: Books,
    force: str,
    found: tuple[Offer, ...],
    pack: Pack | None = None,
) -> Panel | None:
    """Return the choices of a whole force; none where its book has none."""
    place = find_place(now, books, force)
    if place is None or not place.entries:
        return None
    drawing = _Drawing(now, books, place.title, rolls(now.roster), pack)
    return _panel(drawing, place, 0, found)


def _panel(
    drawing: _Drawing, place: Place, depth: int, found: tuple[Offer, ...] | None = None
) -> Panel:
    if found is None:
        untried = [*_unasked(place)]
        found = offers(
            drawing.now, drawing.books, place.path, drawing.pack, untried=untried
        )
    offered = {offer.entry.key: offer for offer in found}
    groups = tuple(_groups(drawing, place, offered, depth))
    return Panel(place.path, place.id, place.title, groups)


def _unasked(place: Place) -> Iterator[str]:
    """Yield the entries of a place whose controls show what was bought, no offer."""
    full = {slot.key for slot in place.slots if _is_full(place, slot)}
    slot_of = {key: slot for slot in place.slots for key in slot.entries}
    for key, entry in place.entries.items():
        taken, slot = len(place.taken(key)), slot_of.get(key)
        in_full = slot is not None and slot.key in full
        if taken and not _again(entry, taken, full=in_full):
            yield key


def _groups(
    drawing: _Drawing, place: Place, offered: dict[str, Offer], depth: int
) -> Iterator[Group]:
    slotted = {key for slot in place.slots for key in slot.entries}
    most = FEW if len(slotted) > CROWDED else LONG
    loose = [key for key in place.entries if key not in slotted]
    if loose:
        controls = _all_of(drawing, place, loose, offered, depth)
        yield Group(f"models-{place.id}", "Models", "", "", tuple(controls))
    for slot in place.slots:
        taken = place.of_slot(slot)
        draw = _choice if place.is_choice(slot) else _list
        yield Group(
            id=f"slot-{place.id}-{slot.key}",
            title=slot.name,
            said=bounds_text(sum(x.count for x in taken), slot.low, slot.high),
            chosen=", ".join(bought_text(line) for line in taken),
            controls=tuple(draw(drawing, place, slot, offered, depth)),
            folded=len(slot.entries) > most,
            slot=slot.key,
            in_full="/" not in place.path,
        )


# -- one among several --------------------------------------------------------------


def _choice(
    drawing: _Drawing, place: Place, slot: Slot, offered: dict[str, Offer], depth: int
) -> Iterator[Control]:
    taken = place.of_slot(slot)
    name = offer_field(place.id, slot.key)
    if not taken or not slot.low:
        yield _none_of(slot, name, chosen=not taken)
    worth: Points = sum(line.points for line in taken)
    for key in slot.entries:
        entry, offer = place.entries[key], offered.get(key)
        line = next(iter(place.taken(key)), None)
        points = line.own if line is not None else _whole_price(offer, worth)
        control = Control(
            kind="radio",
            id=f"{name}.{key}",
            name=name,
            label=entry.name,
            value=key,
            count=int(line is not None),
            low=0,
            high=1,
            price=price_text(entry, points, place.bearers),
            summary=entry.summary,
            refusal=_refusal(drawing, offer) if line is None else Refusal(),
            source=entry.source,
        )
        yield _with_bought(drawing, place, entry, line, control, depth)


def _none_of(slot: Slot, name: str, *, chosen: bool) -> Control:
    """Return the control that takes nothing from a slot."""
    needed = f"{slot.name}: one is required" if slot.low else ""
    return Control(
        kind="radio",
        id=f"{name}.none",
        name=name,
        label="None",
        value="",
        count=int(chosen),
        low=0,
        high=1,
        price="",
        summary="",
        refusal=Refusal(why=needed),
    )


def _whole_price(offer: Offer | None, worth: Points) -> Points:
    """Return the price of an offer; those that it replaces are not taken off."""
    if offer is None:
        return 0
    return offer.points + worth if offer.tried else offer.points


# -- any number ---------------------------------------------------------------------


def _list(
    drawing: _Drawing, place: Place, slot: Slot, offered: dict[str, Offer], depth: int
) -> Iterator[Control]:
    full = _is_full(place, slot)
    yield from _all_of(drawing, place, slot.entries, offered, depth, full=full)


def _is_full(place: Place, slot: Slot) -> bool:
    taken = sum(line.count for line in place.of_slot(slot))
    return slot.high is not None and taken >= slot.high


def _all_of(
    drawing: _Drawing,
    place: Place,
    keys: Iterable[str],
    offered: dict[str, Offer],
    depth: int,
    *,
    full: bool = False,
) -> Iterator[Control]:
    """Yield a control for each selection, and one for each other entry."""
    for key in keys:
        entry, offer = place.entries[key], offered.get(key)
        taken = place.taken(key)
        for number, line in enumerate(taken):
            control = _bought(drawing, place, entry, line, first=not number)
            yield _with_bought(drawing, place, entry, line, control, depth)
        if not taken or _again(entry, len(taken), full=full):
            yield _untaken(drawing, place, entry, offer, again=bool(taken))


def _worth(entry: Entry, line: Line) -> Points:
    """Return the cost of a choice; that of a unit within a unit is all of it."""
    return line.points if entry.kind == "unit" else line.own


def _again(entry: Entry, taken: int, *, full: bool) -> bool:
    """Return whether one more of an entry is offered beside those that were taken."""
    room = entry.high is None or taken < entry.high
    return entry.kind == "unit" and room and not full


def _bought(
    drawing: _Drawing,
    place: Place,
    entry: Entry,
    line: Line,
    *,
    first: bool,
) -> Control:
    once = line.count == 1 and (entry.high == 1 or entry.kind == "unit")
    id = offer_field(place.id, entry.key) if first else count_field(line)
    one_more = ChangeCount(line.id, 1)
    return Control(
        kind="check" if once else "count",
        id=id,
        name=count_field(line),
        label=line.title,
        value="1" if once else str(line.count),
        count=line.count,
        low=entry.low,
        high=entry.high,
        price=price_text(entry, _worth(entry, line), place.bearers)
        if once
        else f"{price_text(entry, line.each, 0)} each",
        total="" if once else points_text(_worth(entry, line)),
        summary=entry.summary,
        refusal=Refusal() if once else _one_more(drawing, one_more),
        less=edits_json([ChangeCount(line.id, -1)]),
        more=edits_json([one_more]),
        source=entry.source,
    )


def _refusal(drawing: _Drawing, offer: Offer | None) -> Refusal:
    if offer is None:
        return Refusal()
    return drawing.against(offer.points, offer.why_not)


def _one_more(drawing: _Drawing, edit: ChangeCount) -> Refusal:
    """Return the objection to one more, which its offer may bring several of."""
    points, why_not = try_edit(drawing.now, drawing.books, edit, drawing.pack)
    return drawing.against(points, why_not)


def _untaken(
    drawing: _Drawing, place: Place, entry: Entry, offer: Offer | None, *, again: bool
) -> Control:
    once = entry.high == 1 or entry.kind == "unit"
    name = offer_field(place.id, entry.key)
    price = price_text(entry, _whole_price(offer, 0), place.bearers)
    return Control(
        kind="check" if once else "count",
        id=f"{name}.again" if again else name,
        name=name,
        label=f"Another {entry.name}" if again else entry.name,
        value="1" if once else "0",
        count=0,
        low=entry.low,
        high=entry.high,
        price=price if once else f"{price_text(entry, _price_of_one(offer), 0)} each",
        summary="" if again else entry.summary,
        refusal=_refusal(drawing, offer),
        less="[]",
        more=edits_json([offer.edit]) if offer is not None else "[]",
        first=_brought(offer),
        source=entry.source,
    )


def _price_of_one(offer: Offer | None) -> Points:
    """Return the cost of one of an offer; some come several at once."""
    if offer is None:
        return 0
    return to_points(round(Decimal(offer.points) / _brought(offer), 2))


def _brought(offer: Offer | None) -> int:
    """Return how many of an entry its offer brings."""
    if offer is None or not isinstance(offer.edit, Add | Choose):
        return 1
    return offer.edit.selection.count


# -- what was bought ----------------------------------------------------------------


def _with_bought(
    drawing: _Drawing,
    place: Place,
    entry: Entry,
    line: Line | None,
    control: Control,
    depth: int,
) -> Control:
    """Return a control with the options of its selection."""
    below = place.below(line) if line is not None else None
    if line is None or below is None:
        return control
    roll = None
    if entry.roll is not None:
        low, high = entry.roll
        roll = Roll(roll_field(line), low, high, drawing.rolled.get(line.id))
    shows = bool(below.entries) and depth < MOST_DEPTH
    panel = _panel(drawing, below, depth + 1) if shows else None
    armed = line.equipment is not None
    return replace(
        control,
        line=line,
        roll=roll,
        panel=panel,
        equipment=shown_equipment(drawing.now.game, line, place.above)
        if armed
        else None,
        splits=line.count - 1 if line.kind == "model" and line.models else 0,
    )

"""The options of a unit as controls of a form: what is taken, offered, and why not."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from armybuilder.armies.asking import edits_json, field_name
from rulesets.book import Books, Entry, Slot
from rulesets.edit import Add, Choose, SetCount
from rulesets.legality import Offer, find_entry, offers
from rulesets.points import Points, points_text, to_points
from rulesets.review import Line, Review

MOST_DEPTH = 6


@dataclass(frozen=True, slots=True)
class Control:
    """One option: a radio, a checkbox or a counter by its `kind`.

    `why_not` is the first error that taking it would bring; it may be taken all the
    same.
    """

    kind: str
    id: str
    name: str
    label: str
    value: str
    count: int
    low: int
    high: int | None
    price: str
    summary: str
    why_not: str
    less: str = ""
    more: str = ""

    @property
    def checked(self) -> bool:
        return self.count > 0


@dataclass(frozen=True, slots=True)
class Group:
    """The controls of a slot, or of the types of models."""

    title: str
    hint: str
    controls: tuple[Control, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """The options of a selection, and below them those of what was bought for it."""

    path: str
    title: str
    groups: tuple[Group, ...]
    panels: tuple["Panel", ...]


def has_options(entry: Entry | None) -> bool:
    return entry is not None and bool(entry.entries)


def options_panel(now: Review, books: Books, path: str) -> Panel | None:
    """Return the options of the selection at a path; none where there are none."""
    line = now.line(path)
    entry = find_entry(now.roster, books, path)
    if line is None or entry is None or not entry.entries:
        return None
    return _panel(now, books, line, entry, 0)


def _panel(now: Review, books: Books, line: Line, entry: Entry, depth: int) -> Panel:
    offered = {offer.entry.key: offer for offer in offers(now, books, line.path)}
    below = [
        (part, entry.entries[part.entry])
        for part in line.lines
        if part.entry in entry.entries and entry.entries[part.entry].entries
    ]
    return Panel(
        path=line.path,
        title=line.title,
        groups=tuple(_groups(line, entry, offered)),
        panels=tuple(
            _panel(now, books, part, inner, depth + 1)
            for part, inner in below
            if depth < MOST_DEPTH
        ),
    )


def _groups(line: Line, entry: Entry, offered: dict[str, Offer]) -> Iterator[Group]:
    slotted = {key for slot in entry.slots for key in slot.entries}
    loose = [key for key in entry.entries if key not in slotted]
    if loose:
        controls = (_counted(line, entry.entries[key], offered) for key in loose)
        yield Group("Models", "", tuple(controls))
    for slot in entry.slots:
        if slot.high == 1:
            yield _choice(line, entry, slot, offered)
        else:
            controls = (
                _counted(line, entry.entries[key], offered) for key in slot.entries
            )
            yield Group(slot.name, _hint(slot), tuple(controls))


def _hint(slot: Slot) -> str:
    if slot.high is None:
        return f"at least {slot.low}" if slot.low else ""
    if slot.low == slot.high:
        return f"choose {slot.high}"
    return f"{slot.low} to {slot.high}" if slot.low else f"up to {slot.high}"


def _taken(line: Line, key: str) -> list[Line]:
    return [part for part in line.lines if part.entry == key]


def _choice(line: Line, entry: Entry, slot: Slot, offered: dict[str, Offer]) -> Group:
    taken = [part for part in line.lines if part.entry in slot.entries]
    worth: Points = sum(part.points for part in taken)
    name = field_name(line.id, slot.key)
    controls = [
        _radio(line, entry.entries[key], name, offered.get(key), worth)
        for key in slot.entries
    ]
    none = Control(
        kind="radio",
        id=f"{name}.none",
        name=name,
        label="None",
        value="",
        count=0 if taken else 1,
        low=0,
        high=1,
        price="",
        summary="",
        why_not=f"{slot.name}: one is required" if slot.low else "",
    )
    shown = (none, *controls) if not slot.low or not taken else tuple(controls)
    return Group(slot.name, "choose one", shown)


def _radio(
    line: Line, entry: Entry, name: str, offer: Offer | None, worth: Points
) -> Control:
    taken = _taken(line, entry.key)
    points = taken[0].points if taken else (offer.points + worth if offer else 0)
    return Control(
        kind="radio",
        id=f"{name}.{entry.key}",
        name=name,
        label=entry.name,
        value=entry.key,
        count=len(taken),
        low=0,
        high=1,
        price=_price(points),
        summary=entry.summary,
        why_not="" if taken or offer is None else offer.why_not,
    )


def _counted(line: Line, entry: Entry, offered: dict[str, Offer]) -> Control:
    taken = _taken(line, entry.key)
    offer = offered.get(entry.key)
    count = sum(part.count for part in taken)
    each = taken[0].each if taken else _price_of_one(offer)
    once = entry.high == 1 and count <= 1
    name = field_name(line.id, entry.key)
    return Control(
        kind="check" if once else "count",
        id=name,
        name=name,
        label=entry.name,
        value="1" if once else str(count),
        count=count,
        low=entry.low,
        high=entry.high,
        price=_price(each) if once else f"{_price(each)} each",
        summary=entry.summary,
        why_not="" if once and count else (offer.why_not if offer else ""),
        less=edits_json([SetCount(taken[0].id, max(0, taken[0].count - 1))])
        if taken
        else "[]",
        more=_more(taken, offer),
    )


def _price_of_one(offer: Offer | None) -> Points:
    """Return what one of an offer costs; some come several at once."""
    if offer is None:
        return 0
    bought = offer.edit.selection.count if isinstance(offer.edit, Add | Choose) else 1
    return to_points(round(Decimal(offer.points) / bought, 2))


def _more(taken: list[Line], offer: Offer | None) -> str:
    """Return the edits that take one more."""
    if taken:
        return edits_json([SetCount(taken[0].id, taken[0].count + 1)])
    return edits_json([offer.edit]) if offer is not None else "[]"


def _price(points: Points) -> str:
    if points == 0:
        return "free"
    sign = "−" if points < 0 else "+"
    return f"{sign}{points_text(max(points, -points))}"

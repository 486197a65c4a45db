"""Ideas: edits that may help against a message, before they are tried."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from rulesets.book import Books, Entry
from rulesets.edit import (
    Add,
    Edit,
    Remove,
    RemoveForce,
    SetCount,
    SetEdition,
    SetLimit,
    SetLoadouts,
    Switch,
)
from rulesets.legality.adding import filled, find_entry, new_selection
from rulesets.legality.asked import asked_for
from rulesets.legality.equipment import CODES as HAND_CODES
from rulesets.legality.limits import POINTS_AGREED
from rulesets.pack import Pack
from rulesets.review import Line, Message, Review
from rulesets.roster import loadouts_of

MOST_ADDED = 20
"""How many units of a force's book are tried for one message."""


@dataclass(frozen=True, slots=True)
class Idea:
    """Edits that may help, before they were tried; ``rank`` orders equal ones."""

    text: str
    edits: tuple[Edit, ...]
    rank: int = 0


def budgets(pack: Pack) -> frozenset[str]:
    """Return the codes of the limits that bound the points of the whole army."""
    return frozenset(
        limit.key
        for limit in (POINTS_AGREED, *pack.limits)
        if limit.max is not None
        and (limit.query.count, limit.query.of, limit.query.within)
        == ("points", ("*",), "army")
    )


def ideas_for(
    now: Review, books: Books, message: Message, pack: Pack, *, is_budget: bool
) -> Iterator[Idea]:
    """Yield what may help against a message, what is likely first."""
    yield from _drop_marked(now, message)
    if message.code in HAND_CODES:
        yield from _of_hands(now, books, message)
        return
    if is_budget:
        yield from _spend_less(now)
    wanted = asked_for(now, books, message, pack)
    yield from _fewer_or_more(now, books, message, wanted)
    if not is_budget:
        yield from _other_sizes(now, message)
        yield from _upgrade_units(now, books, message, wanted)
        yield from _add_units(now, books, message, wanted)
    if message.code == "unknown-edition":
        yield from _other_editions(now, books, message)
    if any(ruling.key == message.code and ruling.switchable for ruling in now.rulings):
        text = f"Agree with your opponent to play without “{message.rule}”"
        yield Idea(text, (Switch(message.code, on=False),), rank=3)


def _of_hands(now: Review, books: Books, message: Message) -> Iterator[Idea]:
    """Forget the named loadouts that cannot be; buy a mount or a spell."""
    line = now.line(message.where)
    if line is None or line.equipment is None:
        return
    illegal = {one.name for one in line.equipment.named if one.why_not}
    if message.code == "loadout":
        named = loadouts_of(now.roster, line.id)
        kept = tuple(one for one in named if one.name not in illegal)
        yield Idea(f"Forget {_joined(sorted(illegal))}", (SetLoadouts(line.id, kept),))
        return
    for path in (line.path, line.path.rpartition("/")[0]):
        at, entry = now.line(path), find_entry(now.roster, books, path)
        for offered in entry.entries.values() if entry is not None else ():
            if at is not None and offered.kind in ("mount", "spell"):
                text = f"{at.title}: add {offered.name}"
                yield Idea(text, (Add(at.id, filled(offered)),), rank=1)


def _drop_marked(now: Review, message: Message) -> Iterator[Idea]:
    """Remove what is past the limit, or one of the others that count towards it."""
    forces = {force.id: force for force in now.forces}
    gone: list[Edit] = []
    names: list[str] = []
    lines = [now.line(path) for path in message.marks]
    for path, line in zip(message.marks, lines, strict=True):
        if line is not None:
            gone.append(Remove(line.id))
            names.append(line.title)
        elif path in forces and path != now.forces[0].id:
            gone.append(RemoveForce(path))
            names.append(f"all units of {forces[path].book_name}")
    if gone:
        # Fewer models may do where whole units are marked.
        rank = int(any(line and line.models > message.off > 0 for line in lines))
        yield Idea(f"Remove {_joined(names)}", tuple(gone), rank)
    for path in message.marks:
        line = now.line(path)
        twins = [] if line is None else _twins(now, line, message)
        for twin in twins:
            yield Idea(f"Remove {twin.title} instead", (Remove(twin.id),), rank=1)


def _twins(now: Review, line: Line, message: Message) -> list[Line]:
    """Return the other units that share a rule or the entry with a marked one."""
    keys = {rule.key for rule in line.rules}
    return [
        other
        for force in now.forces
        for other in force.units
        if other.path not in message.marks
        and other.title != line.title
        and (other.entry == line.entry or keys & {rule.key for rule in other.rules})
    ]


def _joined(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _spend_less(now: Review) -> Iterator[Idea]:
    """Remove one unit, else two; take fewer models; or agree on more points."""
    over, money = -(now.left or 0), now.game.currency
    units = [unit for force in now.forces for unit in force.units if unit.points > 0]
    single = [unit for unit in units if unit.points >= over]
    for unit in sorted(single, key=lambda unit: unit.points)[:8]:
        text = f"Remove {unit.title} ({money.text(unit.points)})"
        yield Idea(text, (Remove(unit.id),))
    if not single:
        pairs = (p for p in combinations(units, 2) if p[0].points + p[1].points >= over)
        for pair in sorted(pairs, key=lambda p: p[0].points + p[1].points)[:8]:
            text = f"Remove {pair[0].title} and {pair[1].title}"
            yield Idea(text, tuple(Remove(unit.id) for unit in pair), rank=1)
    yield from _smaller_parts(units)
    text = f"Agree on a limit of {money.text(now.points)}"
    yield Idea(text, (SetLimit(now.points),), rank=2)


def _smaller_parts(units: Iterable[Line]) -> Iterator[Idea]:
    for unit in units:
        for part in unit.lines:
            if part.points <= 0:
                continue
            if part.count == 1:
                text = f"{unit.title}: without {part.title}"
                yield Idea(text, (Remove(part.id),), rank=1)
            else:
                text = f"{unit.title}: one {part.title} fewer"
                yield Idea(text, (SetCount(part.id, part.count - 1),), rank=1)


def _fewer_or_more(
    now: Review, books: Books, message: Message, wanted: frozenset[str]
) -> Iterator[Idea]:
    """Set the counts below a unit to the bounds that its book prints."""
    line = now.line(message.where)
    entry = find_entry(now.roster, books, message.where)
    if line is None or entry is None:
        return
    if line.kind == "unknown" or message.code in ("roll-missing", "roll-range"):
        return
    if message.code == "one-unit-an-entry":
        yield Idea(f"Take one {line.title}", (SetCount(line.id, 1),))
    for part in line.lines:
        offered = entry.entries.get(part.entry)
        if offered is not None:
            yield from _within_bounds(line, part, offered, message)
    yield from _options(line, entry, wanted)
    if line.kind != "unit" or message.off > 0:
        yield Idea(f"Remove {line.title}", (Remove(line.id),), rank=1)
    if line.kind != "unit":
        yield from _around(now, books, message.where, wanted)


def _around(
    now: Review, books: Books, path: str, wanted: frozenset[str]
) -> Iterator[Idea]:
    """Add or take away what stands beside a selection, or beside what it is for."""
    above = path.rpartition("/")[0]
    while "/" in above:
        line = now.line(above)
        entry = find_entry(now.roster, books, above)
        if line is not None and entry is not None:
            yield from _options(line, entry, wanted)
        above = above.rpartition("/")[0]


def _within_bounds(
    line: Line, part: Line, offered: Entry, message: Message
) -> Iterator[Idea]:
    """Take as many as the nearest bound says, or the one that the limit is off to."""
    bounds = [offered.low] if message.off > 0 else [offered.high]
    if part.count < offered.low:
        bounds = [offered.low]
    elif offered.high is not None and part.count > offered.high:
        bounds = [offered.high]
    for bound in bounds:
        if bound is None or bound == part.count:
            continue
        if bound == 0:
            text = f"{line.title}: without {part.title}"
        else:
            text = f"{line.title}: {bound} {part.title}"
        yield Idea(text, (SetCount(part.id, bound),))


def _options(line: Line, entry: Entry, wanted: frozenset[str]) -> Iterator[Idea]:
    """Add what the limit asks for, or take away what was chosen from a slot."""
    taken = {part.entry: part for part in line.lines}
    for offered in entry.entries.values():
        if offered.key not in taken and _is_asked(offered, wanted):
            count = max(1, offered.low)
            selection = filled(offered, count=count)
            text = f"{line.title}: add {offered.name}"
            yield Idea(text, (Add(line.id, selection),), rank=1)
    for slot in entry.slots:
        for key in slot.entries:
            if key in taken:
                text = f"{line.title}: without {taken[key].title}"
                yield Idea(text, (Remove(taken[key].id),), rank=1)


def _other_sizes(now: Review, message: Message) -> Iterator[Idea]:
    """Take as many models fewer, or more, as the limit is off, in one group."""
    off = int(message.off)
    if not off:
        return
    place = now.line(message.where) if message.where else None
    units = [place] if place else [unit for force in now.forces for unit in force.units]
    for unit in units:
        for part in (unit, *unit.lines):
            if part.kind == "model" and part.count >= max(0, off):
                left = part.count - off
                of = "" if part is unit else f"{unit.title}: "
                text = f"{of}{left or 'no'} {part.title}"
                yield Idea(text, (SetCount(part.id, left),), rank=1)


def _upgrade_units(
    now: Review, books: Books, message: Message, wanted: frozenset[str]
) -> Iterator[Idea]:
    """Buy what the limit asks for a unit that is there: a battle standard, a vow."""
    if message.where:
        return
    for force in now.forces:
        for unit in force.units:
            entry = find_entry(now.roster, books, unit.path)
            taken = {part.entry for part in unit.lines}
            for offered in entry.entries.values() if entry is not None else ():
                if offered.key not in taken and not wanted.isdisjoint(offered.keys):
                    text = f"{unit.title}: add {offered.name}"
                    yield Idea(text, (Add(unit.id, filled(offered)),), rank=1)


def _add_units(
    now: Review, books: Books, message: Message, wanted: frozenset[str]
) -> Iterator[Idea]:
    """Add a unit or a choice of the army: first those that the limit asks for.

    Of both the cheapest come first. Nothing else helps beside a selection.
    """
    for force in now.forces:
        book = books.get((force.book, force.edition))
        if book is None:
            continue
        offered = sorted(book.entries.values(), key=lambda entry: entry.points)
        first = [entry for entry in offered if _is_asked(entry, wanted)]
        if not message.where and not message.marks:
            others = (e for e in offered if e.kind == "unit" and e not in first)
            first += islice(others, MOST_ADDED)
        for entry in first[:MOST_ADDED]:
            add = Add(force.id, new_selection(book, entry.key))
            yield Idea(f"Add {entry.name}", (add,), rank=1)


def _is_asked(entry: Entry, wanted: frozenset[str]) -> bool:
    """Return whether an entry is wanted, or something that comes along with it."""
    if not wanted.isdisjoint(entry.keys):
        return True
    return any(_is_asked(e, wanted) for e in entry.entries.values() if e.start)


def _other_editions(now: Review, books: Books, message: Message) -> Iterator[Idea]:
    for force in now.forces:
        if force.id != message.where:
            continue
        known = sorted((n for key, n in books if key == force.book), reverse=True)
        for number in known[:1]:
            text = f"Use edition {number} of {force.book}"
            yield Idea(text, (SetEdition(force.id, number),))

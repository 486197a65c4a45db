"""The points of each line, ours beside those that the text says."""

from dataclasses import replace

from rulesets.core.points import Points, points_text
from rulesets.list_text.line_roles import Desk
from rulesets.list_text.list_units import ListUnit
from rulesets.list_text.list_values import (
    LIKELY,
    OPEN,
    POINTS_KEY,
    SURE,
    UNIT,
    YES,
    Part,
    ReadLine,
)
from rulesets.list_text.records import Record
from rulesets.reviews.review import Line, Review


def priced_lines(desk: Desk, now: Review) -> tuple[ReadLine, ...]:
    """Return the lines of a list with their points, and what is asked of each."""
    lines = {line.id: line for line in now.lines()}
    holes = {r.above for r in desk.records if r.role != UNIT and r.confidence != SURE}
    return tuple(_line(record, desk, lines, holes) for record in desk.records)


def _line(
    record: Record, desk: Desk, lines: dict[str, Line], holes: set[int]
) -> ReadLine:
    read = ReadLine(
        number=record.raw.number,
        text=record.raw.text,
        role=record.role,
        confidence=record.confidence,
        understood=_understood(record),
        parts=tuple(record.parts),
        stated=record.stated,
        why=record.why or _reason(record),
        units=tuple(id for unit in record.units for id in unit.ids),
        above=record.above,
        left_out=record.left_out,
    )
    if record.left_out or not record.units:
        return read
    ours = _ours(record, lines)
    read = replace(read, ours=ours)
    number, given = record.raw.number, desk.answers.given
    is_agreed = YES in (given.get(str(number)), given.get(f"{number}{POINTS_KEY}"))
    asked = next((u.asks for u in record.units if u.asks), "")
    if record.role == UNIT and asked and not is_agreed:
        read = _asks(read, asked)
    has_hole = record.raw.number in holes or read.confidence == OPEN
    if read.differs and not is_agreed and not has_hole:
        stated, own = points_text(read.stated or 0), points_text(ours or 0)
        read = _asks(read, f"{stated} was pasted, the book says {own}.")
    return read


def _reason(record: Record) -> str:
    """Return why the first part asks that has a reason of its own."""
    reasons = {key: why for unit in record.units for key, why in unit.reasons.items()}
    doubted = (part.key for part in record.parts if part.confidence != SURE)
    return next((reasons[key] for key in doubted if key in reasons), "")


def _asks(read: ReadLine, why: str) -> ReadLine:
    sure = LIKELY if read.confidence == SURE else read.confidence
    return replace(read, confidence=sure, why=f"{read.why} {why}".strip())


def _ours(record: Record, lines: dict[str, Line]) -> Points | None:
    """Return our points of a line, counted as the text may count them."""
    if record.role != UNIT:
        return _detachment_points(record, lines)
    found = [
        (unit, lines[id]) for unit in record.units for id in unit.ids if id in lines
    ]
    total = sum((line.points for _, line in found), start=0)
    own = sum((line.points - _apart(line) for _, line in found), start=0)
    each = found[0][1].points if found and len(record.units) == 1 else total
    counts = (total, own, each)
    stated = record.stated
    if record.is_each and stated is not None and found:
        models = sum(line.models for _, line in found)
        if total in (stated * models, stated * len(found)):
            return stated
    return stated if stated in counts else total


def _apart(line: Line) -> Points:
    """Return the points of a unit's detachments."""
    return sum((one.points for one in line.lines if one.kind == "unit"), start=0)


def _detachment_points(record: Record, lines: dict[str, Line]) -> Points | None:
    if not record.detachment:
        return None
    id = record.detachment_id
    return lines[id].points if id in lines else None


def _understood(record: Record) -> str:
    if record.role == UNIT:
        return "; ".join(_words_of(unit) for unit in record.units)
    return ", ".join(_counted(part) for part in record.parts if part.understood)


def _counted(part: Part) -> str:
    is_several = part.count is not None and part.count > 1
    return f"{part.count} × {part.understood}" if is_several else part.understood


def _words_of(unit: ListUnit) -> str:
    models, name = unit.strong or unit.weak, unit.bought.entry.name
    if unit.times > 1:
        return f"{unit.times} × {models} {name}" if models else f"{unit.times} {name}"
    return f"{models} {name}" if models else name

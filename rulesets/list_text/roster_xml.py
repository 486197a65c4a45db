"""Rosters of BattleScribe as text: names and numbers only, the rest is our books'."""

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from xml.etree import ElementTree

MOST_LEVELS = 12
"""Deepest selections in one another that are read."""

_START = ("<?xml", "<roster")


def roster_xml_text(text: str) -> str | None:
    """Return a roster of BattleScribe as a list of plain lines; none of any other text.

    Declarations of a document type are refused, and with them entities.
    """
    start = text.lstrip()
    if not start.startswith(_START) or "<!" in start.replace("<!--", ""):
        return None
    try:
        root = ElementTree.fromstring(start)  # noqa: S314 - without entities
    except ElementTree.ParseError:
        return None
    if _tag(root) != "roster":
        return None
    return "\n".join(_lines(root))


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _children(element: ElementTree.Element, *names: str) -> list[ElementTree.Element]:
    """Return the elements below one, behind these names one after another."""
    found = [element]
    for name in names:
        found = [child for one in found for child in one if _tag(child) == name]
    return found


def _lines(root: ElementTree.Element) -> Iterator[str]:
    yield _name(root) or "Roster"
    for limit in _children(root, "costLimits", "costLimit"):
        number = _number(limit.get("value", ""))
        if number > 0:
            yield f"++ Limit {number} pts ++"
    for force in _children(root, "forces", "force"):
        yield f"++ {' '.join((force.get('catalogueName') or '').split())[:120]} ++"
        for selection in _children(force, "selections", "selection"):
            yield from _selection(selection, 0)


def _selection(selection: ElementTree.Element, level: int) -> Iterator[str]:
    number = selection.get("number", "1")
    times = f"{number}x " if number.isdigit() and int(number[:4]) > 1 else ""
    worth = _points(selection, 0) if level == 0 else 0
    points = f" [{worth} pts]" if worth else ""
    yield f"{'  ' * level}{'- ' if level else ''}{times}{_name(selection)}{points}"
    if level < MOST_LEVELS:
        for inner in _children(selection, "selections", "selection"):
            yield from _selection(inner, level + 1)


def _name(element: ElementTree.Element) -> str:
    """Return the name of an element; the player's own stands before it."""
    own, name = element.get("customName", ""), element.get("name", "")
    told = f"{own} ({name})" if own.strip() and name else own or name
    return " ".join(told.split())[:200]


def _points(selection: ElementTree.Element, level: int) -> int:
    own = sum(
        _number(cost.get("value", ""))
        for cost in _children(selection, "costs", "cost")
        if cost.get("name", "").strip().lower() in ("pts", "points", "gc")
    )
    if level >= MOST_LEVELS:
        return own
    inner = _children(selection, "selections", "selection")
    return own + sum(_points(one, level + 1) for one in inner)


def _number(text: str) -> int:
    try:
        return int(Decimal(text[:12]))
    except (InvalidOperation, ValueError, OverflowError):
        return 0

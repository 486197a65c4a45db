"""Boxes to cross out on paper while a unit lasts, and their drawing."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from armybuilder.armies.units import MOST_BOXES, BoxRow
from rulesets.core.values import Scalar
from rulesets.odds.match_up import Fighter
from rulesets.paper import PaperRules, Ranks, Threshold

ABREAST = 5
"""Boxes beside each other where nothing says otherwise."""

STEP, SIDE, HIGH = 4.5, 3.9, 4.5
"""Distance, width and line height of boxes [mm]."""

LABEL = 11.0
"""Width of the words before boxes [mm]."""


DOTTED = '"0.22" stroke-dasharray="0.2 0.5" stroke-linecap="round"'
"""The width of a dotted line, with its dots."""


@dataclass(frozen=True, slots=True)
class PaperBox:
    """A box; `letter` is who stands in it, `spare` may fall without costing a rank."""

    letter: str = ""
    spare: bool = False
    half: bool = False


@dataclass(frozen=True, slots=True)
class BoxLine:
    """Boxes in one line, with the word before it."""

    label: str
    boxes: tuple[PaperBox, ...]


def box_lines(
    rows: tuple[BoxRow, ...], unit: Fighter | None, rules: PaperRules, letters: str
) -> tuple[BoxLine, ...]:
    """Return the boxes of a unit: its wounds, else one for each of its models."""
    if rows:
        return tuple(_of_wounds(rows))
    if unit is None or not unit.models:
        return ()
    ranks = rules.ranks
    if ranks is not None and unit.kind in ranks.kinds and unit.models > ranks.front:
        return tuple(_in_ranks(min(unit.models, MOST_BOXES), ranks, letters))
    return tuple(_in_lines(min(unit.models, MOST_BOXES), letters))


def _of_wounds(rows: tuple[BoxRow, ...]) -> Iterator[BoxLine]:
    names = [row.label.partition(":")[0] if ":" in row.label else "" for row in rows]
    before = ""
    for row, name in zip(rows, names, strict=True):
        label = name if len(set(names)) > 1 else "Wounds"
        for model in row.models:
            boxes = [PaperBox(half=half) for half in model]
            for start in range(0, len(boxes), 2 * ABREAST):
                told = "" if label == before else label
                before = label
                yield BoxLine(told, tuple(boxes[start : start + 2 * ABREAST]))


def _in_ranks(models: int, ranks: Ranks, letters: str) -> Iterator[BoxLine]:
    """Yield ranks from the front: the words are the bonus while each stands."""
    for number, start in enumerate(range(0, models, ranks.front)):
        width = min(ranks.front, models - start)
        counts = 0 < number <= ranks.most and width >= ranks.least
        label = "front" if not number else f"+{number}" if counts else ""
        marks = letters if not number else ""
        boxes = (
            PaperBox(marks[i : i + 1], spare=counts and i >= ranks.least)
            for i in range(width)
        )
        yield BoxLine(label, tuple(boxes))


def _in_lines(models: int, letters: str) -> Iterator[BoxLine]:
    for start in range(0, models, 2 * ABREAST):
        width = min(2 * ABREAST, models - start)
        marks = letters if not start else ""
        boxes = (PaperBox(marks[i : i + 1]) for i in range(width))
        yield BoxLine("", tuple(boxes))


def rank_bonus(lines: tuple[BoxLine, ...]) -> int:
    """Return the bonus for ranks while all of them stand."""
    return sum(line.label.startswith("+") for line in lines)


def strength(unit: Fighter | None, key: str) -> int:
    """Return what the models of a unit add up to in a characteristic."""
    if unit is None or not key:
        return 0
    if not unit.parts:
        return unit.models * _number(unit.characteristics.get(key))
    return sum(p.models * _number(p.characteristics.get(key)) for p in unit.parts)


def _number(figure: Scalar) -> int:
    return figure if isinstance(figure, int) else 0


@dataclass(frozen=True, slots=True)
class BreakPoint:
    """The losses from which something befalls a unit, and how much is left then.

    `whose` is the part of a model that is counted, `Pegasus: `, "" for a whole unit;
    counted are Wounds of a unit of one model, else models.
    """

    threshold: Threshold
    whose: str
    losses: int
    left: int
    of_wounds: bool

    @property
    def text(self) -> str:
        return f"{self.whose}{self.threshold.text.format(self.losses)}"


def break_points(
    rules: PaperRules, unit: Fighter | None, boxes: tuple[BoxLine, ...]
) -> Iterator[BreakPoint]:
    """Yield the losses from which something befalls a unit: `Panic at 5 lost`."""
    if unit is None:
        return
    alone = unit.models == 1
    counted = _wounds(boxes) if alone else [("", unit.models)]
    has = {use.key for use in unit.rules} | {piece.key for piece in unit.gear}
    for one in rules.thresholds:
        told = unit.kind not in one.but and one.spared.isdisjoint(has)
        for whose, many in counted if told and (one.alone or not alone) else ():
            losses = one.losses(many)
            if losses < many:
                yield BreakPoint(one, whose, losses, many - losses, alone)


def _wounds(boxes: tuple[BoxLine, ...]) -> list[tuple[str, int]]:
    """Return the Wounds of a model, and apart those of its mount: `Pegasus: `."""
    found: list[tuple[str, int]] = []
    for line in boxes:
        if line.label or not found:
            found.append((f"{line.label}: ", 0))
        found[-1] = (found[-1][0], found[-1][1] + len(line.boxes))
    return found if len(found) > 1 else [("", many) for _, many in found]


# -- drawing ---------------------------------------------------------------------------


def drawn_boxes(
    lines: tuple[BoxLine, ...], scale: float = 1.0, title: str = ""
) -> SafeString:
    """Return boxes as one picture: hundreds of elements would be slow to print.

    Its title counts them unless there is another.
    """
    if not lines:
        return SafeString()
    words = max(len(line.label) for line in lines)
    left = min(2 * LABEL, 1.5 * words + 1.5) if words else 0.0
    width = left + _at(max(len(line.boxes) for line in lines) - 1) + SIDE + 0.3
    height = HIGH * len(lines)
    count = sum(len(line.boxes) for line in lines)
    counted = f"{count} box{'' if count == 1 else 'es'} to cross out"
    placed = [
        (left + _at(place) + 0.15, number * HIGH + 0.3, box)
        for number, line in enumerate(lines)
        for place, box in enumerate(line.boxes)
    ]
    squares = f"h{SIDE}v{SIDE}h-{SIDE}z"
    texts = [
        _text(left - 1.2, number * HIGH + 3.1, line.label, "end")
        for number, line in enumerate(lines)
        if line.label
    ]
    texts += [
        _text(x + SIDE / 2, y + 2.85, box.letter, "middle")
        for x, y, box in placed
        if box.letter
    ]
    return mark_safe(  # noqa: S308
        f'<svg class="boxes" width="{scale * width:.2f}mm"'
        f' height="{scale * height:.2f}mm" viewBox="0 0 {width:.2f} {height:.2f}"'
        f' role="img"><title>{title or counted}</title>'
        + _paths('"0.28"', squares, [(x, y) for x, y, box in placed if not box.spare])
        + _paths(DOTTED, squares, [(x, y) for x, y, box in placed if box.spare])
        + _paths('"0.8"', f"v{SIDE}", [(x, y) for x, y, box in placed if box.half])
        + "".join(texts)
        + "</svg>"
    )


def _paths(width: str, shape: str, places: list[tuple[float, float]]) -> str:
    """Return one path of equal shapes, "" for none."""
    if not places:
        return ""
    drawn = "".join(f"M{x:.2f} {y:.2f}{shape}" for x, y in places)
    return f'<path fill="none" stroke="#000" stroke-width={width} d="{drawn}"/>'


def _at(place: int) -> float:
    """Return where a box of a line begins; after each five stands a gap [mm]."""
    return place * STEP + (place // ABREAST) * 1.2


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return (
        f'<text x="{x:.2f}" y="{y:.2f}" font-size="2.6" text-anchor="{anchor}" '
        f'font-family="Source Sans Pro, Liberation Sans, Arial, sans-serif" '
        f'fill="#333">{escape(text)}</text>'
    )

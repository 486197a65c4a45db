"""Boxes to tick off on paper: the wounds of a unit, or of each of its models."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from armybuilder.armies.text import counted_text
from rulesets.core.values import Scalar
from rulesets.game import Boxes
from rulesets.matchups.fighter import fighter
from rulesets.reviews.review import Line

MOST_BOXES = 200
"""Boxes that a sheet draws for one unit."""


@dataclass(frozen=True, slots=True)
class BoxRow:
    """Boxes with their label; a tuple for each model, true where half are lost."""

    label: str
    note: str
    models: tuple[tuple[bool, ...], ...]


def box_rows(boxes: Boxes | None, line: Line) -> tuple[BoxRow, ...]:
    """Return the boxes of a unit on a sheet; none where its game ticks nothing."""
    if boxes is None:
        return ()
    return (*(_of_models(boxes, line) if boxes.of_models else _of_unit(boxes, line)),)


def _of_unit(boxes: Boxes, line: Line) -> Iterator[BoxRow]:
    """Yield one row for the figure of the unit's own stat line."""
    for profile in line.profiles:
        wounds = _wounds(boxes, profile.values())
        if wounds:
            half = (wounds + 1) // 2 if boxes.half and wounds > 1 else 0
            marked = tuple(number == half for number in range(1, wounds + 1))
            note = f"{boxes.half} at the round box" if half else ""
            yield BoxRow(counted_text(wounds, "wound"), note, (marked,))
            return


def _of_models(boxes: Boxes, line: Line) -> Iterator[BoxRow]:
    """Yield a row for each group of models that take more than one wound.

    A chariot or a war machine has its wounds in a stat line beside that of its crew.
    """
    try:
        unit = fighter(line)
    except ValueError:
        return
    groups = [(part.name, part.models, part.characteristics) for part in unit.parts]
    every = groups or [(unit.name, unit.models, unit.characteristics)]
    drawn_already = {part.name for part in unit.parts}
    every += [
        (profile.name, unit.models, profile.values())
        for profile in line.profiles
        if profile.name in unit.left_out and profile.name not in drawn_already
    ]
    several = [(*one[:2], w) for one in every if (w := _wounds(boxes, one[2])) > 1]
    left = MOST_BOXES
    for name, models, wounds in several:
        drawn = min(models, left // wounds)
        if drawn:
            left -= wounds * drawn
            whose = f"{name}: " if len(several) > 1 else ""
            many = f"{models} × " if models > 1 else ""
            label = f"{whose}{many}{counted_text(wounds, 'wound')}"
            yield BoxRow(label, "", ((False,) * wounds,) * drawn)


def _wounds(boxes: Boxes, figures: Mapping[str, Scalar]) -> int:
    figure = figures.get(boxes.key)
    return min(figure, MOST_BOXES) if isinstance(figure, int) else 0

"""The field of an event as its page and its CSV show it."""

import csv
import io
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from armybuilder.events.models import Entrant
from armybuilder.events.sight import Onlooker
from armybuilder.jobs.models import Job, State
from rulesets.checks.table import plain_cell
from rulesets.core.points import points_text, to_points

TONES = ("b3", "b2", "b1", "mid", "a1", "a2", "a3")
BOUNDS = (-20, -10, -3, 3, 10, 20)
"""Edges between the tones, the same at every event."""

SURE = 0.05
"""The error up to which a figure stands without a mark."""

NO_FIGURE = "–"


@dataclass(frozen=True, slots=True)
class FieldCell:
    """A list against another: its text, its tone, and the whole in words."""

    text: str
    tone: str
    title: str


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent by name and number, with the edge against him."""

    number: int
    name: str
    edge: str


@dataclass(frozen=True, slots=True)
class FieldRow:
    """A list in the field.

    Parameters
    ----------
    number : int
        Of its entrant.
    name, book, army, points : str
    mean : float, optional
        Of its edges against the others.
    mean_text, mean_tone : str
    cells : tuple of FieldCell
        Against each list, in the order of the rows.
    best, worst : Opponent, optional
        None where it has a figure against nobody.
    meets : tuple of str
        Books of the other lists, of each list one.
    without : tuple of (str, str, str)
        Units in no fight: name, points and why.
    left_out : tuple of (str, str)
        Units with stat lines that do not fight, and their names.
    without_points, shooting_points : str
        Points of its units without odds, and of those that shoot.
    """

    number: int
    name: str
    book: str
    army: str
    points: str
    mean: float | None
    mean_text: str
    mean_tone: str
    cells: tuple[FieldCell, ...]
    best: Opponent | None
    worst: Opponent | None
    meets: tuple[str, ...]
    without: tuple[tuple[str, str, str], ...]
    left_out: tuple[tuple[str, str], ...]
    without_points: str
    shooting_points: str


@dataclass(frozen=True, slots=True)
class ShownField:
    """The field of an event: its rows by their mean, the best first."""

    rows: tuple[FieldRow, ...]
    fighters: int
    pairs: int
    error: float

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """Return the tones with the edges that they show."""
        said = [_signed(bound, 0) for bound in BOUNDS]
        between = [f"{low} to {high}" for low, high in pairwise(said)]
        texts = (f"under {said[0]}", *between, f"{said[-1]} and more")
        return tuple(zip(TONES, texts, strict=True))

    @property
    def error_text(self) -> str:
        """Return the bound on the error of each figure, "" where all are exact."""
        return f"{self.error:.1f}" if self.error >= SURE else ""


def shown_field(
    look: Onlooker, entrants: Sequence[Entrant], job: Job | None
) -> ShownField | None:
    """Return what a job found about these entrants' lists; none if it is not done."""
    if job is None or job.state != State.DONE:
        return None
    result: Any = job.result
    edges = result["edges"]
    means = [_mean(row, place) for place, row in enumerate(edges)]
    order = sorted(
        range(len(entrants)),
        key=lambda n: (means[n] is None, -(means[n] or 0.0), entrants[n].number),
    )
    rows = tuple(_row(look, entrants, result, means[n], n, order) for n in order)
    errors = [error for row in result["errors"] for error in row]
    return ShownField(
        rows, result["fighters"], result["pairs"], max(errors, default=0.0)
    )


def _mean(edges: Sequence[float | None], own: int) -> float | None:
    known = [e for n, e in enumerate(edges) if n != own and e is not None]
    return sum(known) / len(known) if known else None


def _row(
    look: Onlooker,
    entrants: Sequence[Entrant],
    result: Any,
    mean: float | None,
    own: int,
    order: Sequence[int],
) -> FieldRow:
    entrant, found = entrants[own], result["lists"][own]
    frozen = entrant.current
    ends = _ends(look, entrants, result["edges"][own], own)
    return FieldRow(
        number=entrant.number,
        name=look.name_of(entrant),
        book=frozen.book_names if frozen else "",
        army=frozen.army_name if frozen else "",
        points=points_text(to_points(frozen.points)) if frozen else "",
        mean=mean,
        mean_text=_text(mean),
        mean_tone=_tone(mean),
        cells=tuple(_cell(look, entrants, result, own, other) for other in order),
        best=ends[0] if ends else None,
        worst=ends[1] if ends else None,
        meets=_meets(entrants, own),
        without=tuple((name, f"{n:g}", why) for name, n, why in found["without"]),
        left_out=tuple((name, ", ".join(some)) for name, some in found["left_out"]),
        without_points=f"{sum(one[1] for one in found['without']):g}",
        shooting_points=f"{found['shoots']:g}",
    )


def _cell(
    look: Onlooker, entrants: Sequence[Entrant], result: Any, own: int, other: int
) -> FieldCell:
    if own == other:
        return FieldCell(NO_FIGURE, "", "The list itself")
    edge, known = result["edges"][own][other], result["known"][own][other]
    names = f"{look.name_of(entrants[own])} against {look.name_of(entrants[other])}"
    if edge is None:
        return FieldCell(NO_FIGURE, "", f"{names}: no odds")
    part = "" if known > 0.9995 else f", {100 * known:.0f}% of the fights have odds"
    return FieldCell(_text(edge), _tone(edge), f"{names}: {_signed(edge, 1)}{part}")


def _ends(
    look: Onlooker, entrants: Sequence[Entrant], edges: Sequence[Any], own: int
) -> tuple[Opponent, Opponent] | None:
    """Return the opponents whom a list meets best and worst."""
    known = [(e, n) for n, e in enumerate(edges) if n != own and e is not None]
    if not known:
        return None
    best, worst = max(known, key=lambda one: one[0]), min(known)
    told = [
        Opponent(entrants[n].number, look.name_of(entrants[n]), _text(edge))
        for edge, n in (best, worst)
    ]
    return told[0], told[1]


def _meets(entrants: Sequence[Entrant], own: int) -> tuple[str, ...]:
    others = [one.current for n, one in enumerate(entrants) if n != own]
    return tuple(row.book_names for row in others if row is not None)


def _text(edge: float | None) -> str:
    return NO_FIGURE if edge is None else _signed(edge, 1)


def _tone(edge: float | None) -> str:
    return "" if edge is None else TONES[bisect_right(BOUNDS, edge)]


def _signed(value: float, places: int) -> str:
    text = f"{value:+.{places}f}"
    return "0" if not text.strip("+-0.") else text.replace("-", "−")


HEADS = (
    *("Number", "Name", "Book", "Army", "Points", "Mean"),
    *("Best against", "Edge", "Worst against", "Edge"),
    *("Points without odds", "Without odds", "Not in the fights", "Points that shoot"),
)


def field_csv(shown: ShownField) -> str:
    """Return a field as CSV: a line for each list, with its edge against each."""
    written = io.StringIO()
    writer = csv.writer(written)
    against = [plain_cell(f"Against {one.number:02} {one.name}") for one in shown.rows]
    writer.writerow([*HEADS, *against])
    for row in shown.rows:
        texts = (row.name, row.book, row.army)
        writer.writerow(
            [
                row.number,
                *(plain_cell(text) for text in texts),
                row.points,
                "" if row.mean is None else f"{row.mean:.2f}",
                *_end_cells(row.best),
                *_end_cells(row.worst),
                row.without_points,
                plain_cell("; ".join(f"{name}: {why}" for name, _, why in row.without)),
                plain_cell("; ".join(f"{name}: {some}" for name, some in row.left_out)),
                row.shooting_points,
                *(_number(cell.text) for cell in row.cells),
            ]
        )
    # The mark tells spreadsheets that the text is UTF-8.
    return "\ufeff" + written.getvalue()


def _end_cells(one: Opponent | None) -> tuple[str, str]:
    return ("", "") if one is None else (plain_cell(one.name), _number(one.edge))


def _number(text: str) -> str:
    """Return a shown figure as spreadsheets read it, "" where there is none."""
    return "" if text == NO_FIGURE else text.replace("−", "-").lstrip("+")

"""Reference cases: match-ups whose odds are known, and how far ours are from them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulesets.documents.json import DocumentError, check

FORMAT = "armybuilder.odds-cases/1"

EXACT = 1e-9
"""The furthest that a figure may be from the one that is known."""

Figures = tuple[float, ...]


class OddsCasesError(DocumentError):
    """A document that is no reference cases; names the place."""


@dataclass(frozen=True, slots=True)
class ReferenceCase:
    """A question with its known answer.

    Parameters
    ----------
    name : str
    match_up : object
        The match-up document; none where no document can say the case.
    expected : mapping
        Known figures by what they are in the answer: a JSON pointer, or several of
        them joined by `` + ``. A pointer to a list stands for its figures in order,
        one to an object for the sum of its figures.
    why : str
        Why no document can say the case; "" if one does.
    """

    name: str
    match_up: Any
    expected: Mapping[str, Figures]
    why: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """The agreement of an answer with the known figures of its case.

    Parameters
    ----------
    name, method : str
        Of the case, and of the answer: ``exact``, ``bounded`` or ``sampled``.
    figures : int
        Figures compared.
    difference : float
        The largest between two of them; infinite if one is not told.
    where : str
        Where in the answer it is.
    """

    name: str
    method: str
    figures: int
    difference: float
    where: str

    @property
    def agrees(self) -> bool:
        """Return whether no figure is further off than `EXACT`."""
        return self.difference <= EXACT


def read_cases(document: Any) -> tuple[ReferenceCase, ...]:
    """Return the cases of a document.

    Raises
    ------
    OddsCasesError
        If it is none: names the first place that is wrong.
    """
    check("odds-cases", document, OddsCasesError)
    return tuple(
        ReferenceCase(
            name=case["name"],
            match_up=case.get("match_up"),
            expected={
                at: _figures_of(value) for at, value in case.get("expected", {}).items()
            },
            why=case.get("why", ""),
        )
        for case in document["cases"]
    )


def compare(case: ReferenceCase, answer: Mapping[str, Any]) -> Compared:
    """Compare an answer, as a document, with the known figures of its case.

    Examples
    --------
    >>> case = ReferenceCase("coin", None, {"/outcomes/heads": (0.5,)})
    >>> compare(case, {"method": "exact", "outcomes": {"heads": 0.75}}).difference
    0.25
    """
    worst, where, count = 0.0, "", 0
    for at, known in case.expected.items():
        count += len(known)
        off = _furthest(known, figures_at(answer, at))
        if off > worst:
            worst, where = off, at
    return Compared(case.name, str(answer.get("method", "")), count, worst, where)


def _furthest(known: Figures, told: Figures | None) -> float:
    if told is None or len(told) != len(known):
        return float("inf")
    return max(abs(one - other) for one, other in zip(known, told, strict=True))


def _figures_of(value: Any) -> Figures:
    """Return known figures, fractions such as ``5/81`` among them."""
    if isinstance(value, list):
        return tuple(figure for one in value for figure in _figures_of(one))
    return (float(Fraction(value)) if isinstance(value, str) else float(value),)


def figures_at(answer: Any, place: str) -> Figures | None:
    """Return the figures of an answer at a place, none if there are none.

    Examples
    --------
    >>> answer = {"by_round": [{"a-out": 0.25, "b-out": 0.5}], "chances": [0.0, 1.0]}
    >>> figures_at(answer, "/by_round/0/a-out + /by_round/0/b-out")
    (0.75,)
    >>> figures_at(answer, "/by_round/0"), figures_at(answer, "/chances")
    ((0.75,), (0.0, 1.0))
    """
    parts = [_figures(_at(answer, pointer)) for pointer in place.split(" + ")]
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    return tuple(sum(several) for several in zip(*found, strict=False))


def _figures(value: Any) -> Figures | None:
    if isinstance(value, Mapping):
        return (float(sum(value.values())),)
    if isinstance(value, list):
        return tuple(float(one) for one in value)
    return None if value is None else (float(value),)


def _at(answer: Any, pointer: str) -> Any:
    """Return the value that a JSON pointer names, none if there is none."""
    value = answer
    for step in _steps(pointer):
        if isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def _steps(pointer: str) -> Iterator[str]:
    for step in pointer.split("/")[1:]:
        yield step.replace("~1", "/").replace("~0", "~")

"""A kind of job for tests: sums squares, and does as its input says."""

from collections.abc import Sequence
from typing import Any

from armybuilder.jobs.kinds import Kind, Step, WorkError


def split(document: Any) -> Sequence[Any]:
    if "uncuttable" in document:
        raise WorkError("This cannot be cut.")
    return [{**document, "n": n} for n in range(document["chunks"])]


def work(document: Any, part: Any, step: Step) -> Any:
    if part["n"] == part.get("bad"):
        raise ZeroDivisionError
    if part["n"] == part.get("impossible"):
        raise WorkError("Seven is no unit.")
    if part["n"] == part.get("not a number"):
        return float("nan")
    step()
    return part["n"] ** 2


def join(document: Any, results: Sequence[Any]) -> Any:
    if document.get("bad join"):
        raise ZeroDivisionError
    return {"sum": sum(results), "results": list(results)}


SUMS = Kind("sums", "1", split, work, join)
SUMS_2 = Kind("sums", "2", split, work, join)

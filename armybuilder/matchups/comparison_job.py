"""Comparisons as heavy work: the kind of job, and asking for one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from armybuilder.books import editions
from armybuilder.jobs.kinds import Kind, Step, WorkError
from armybuilder.jobs.models import Job
from armybuilder.jobs.work import asked_job, find, results_so_far, start, wait
from rulesets.books.book import Books
from rulesets.matchups.comparison import (
    block_of,
    block_result,
    blocks,
    check_comparison,
    comparison_editions,
    joined,
    read_comparison,
)
from rulesets.odds.match_up import MatchUpError

AT_ONCE = 64
"""Fights that are worked out without being asked again: a few seconds at most."""

PATIENCE = 1.0
"""The wait of a page for a comparison before it shows what is known [seconds]."""


def _split(document: Any) -> Sequence[Any]:
    return blocks(document)


def _work(document: Any, places: Any, step: Step) -> Any:
    block = block_of(document, places)
    books = editions.editions_for(comparison_editions(block))
    try:
        return block_result(block, books, step)
    except MatchUpError as problem:
        raise WorkError(f"{problem.where}: {problem.text}") from None


def _join(document: Any, results: Sequence[Any]) -> Any:
    return joined(document, results)


COMPARISON = Kind("comparison", "1", _split, _work, _join)
"""Every fighter of one list against every one of another."""


def known_job(document: Any) -> Job | None:
    """Return the newest job of a comparison, however it ended."""
    return find(COMPARISON.key, document)


def own_job(number: int, asker: str) -> Job | None:
    """Return a comparison that somebody asked for, or none."""
    return asked_job(COMPARISON.key, number, asker)


@dataclass(frozen=True, slots=True)
class SoFar:
    """The part of an open comparison that is worked out; other cells are none.

    Parameters
    ----------
    result, new : dict
        All of it, and without the blocks that were seen; as `joined` gives them.
    blocks : int
        The blocks that are worked out, as bits: 1 for the first, 2 for the second, ...
    """

    result: dict[str, Any]
    new: dict[str, Any]
    blocks: int


def known_so_far(job: Job, seen: int = 0) -> SoFar:
    """Return what an open job has worked out; `seen` are blocks that are not new."""
    results = results_so_far(job)
    new = [None if seen >> n & 1 else one for n, one in enumerate(results)]
    return SoFar(
        result=joined(job.document, results),
        new=joined(job.document, new),
        blocks=sum(1 << n for n, one in enumerate(results) if one is not None),
    )


def begun_job(document: Any, asker: str, patience: float = 0.0) -> Job:
    """Return the job of a comparison, begun if need be, after waiting for it a while.

    Raises
    ------
    TooMuch
        In words for who asked.
    """
    job = start(COMPARISON.key, document, asker)
    return wait(job, patience) if patience and not job.is_over else job


def read_document(document: Any) -> Books:
    """Return the editions that a comparison document names.

    Raises
    ------
    MatchUpError
        If it is no comparison, or names what there is not: the first place.
    """
    check_comparison(document)
    books = editions.editions_for(comparison_editions(document))
    read_comparison(document, books)
    return books

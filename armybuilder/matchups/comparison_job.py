"""Comparisons as heavy work: the kind of job, and asking for one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from armybuilder.books import editions
from armybuilder.jobs.kinds import Kind, Step, WorkError
from armybuilder.jobs.models import Job
from armybuilder.jobs.work import asked_job, find, results_so_far
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

AT_ONCE = 5.0
"""Time of the processor that is spent without being asked again, about [seconds]."""

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
    """The part of an open comparison that is worked out.

    Parameters
    ----------
    document : object
    results : sequence
        Of each block; none of one that is not worked out.
    """

    document: Any
    results: Sequence[Any]

    @property
    def blocks(self) -> int:
        """Return the blocks that are worked out as bits: 1 for the first, then 2, 4."""
        return sum(1 << n for n, one in enumerate(self.results) if one is not None)

    def result(self, seen: int = 0) -> dict[str, Any]:
        """Return it without the blocks that were seen, as `joined` does."""
        new = [None if seen >> n & 1 else one for n, one in enumerate(self.results)]
        return joined(self.document, new)


def known_so_far(job: Job) -> SoFar:
    """Return what an open job has worked out."""
    return SoFar(job.document, results_so_far(job))


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

"""The impact of a draft on saved armies: asked of the app that keeps them, as a job."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from armybuilder.accounts.models import User
from armybuilder.books.models import Edition
from armybuilder.jobs.models import Job, State
from rulesets.checks.impact import Impact
from rulesets.checks.impact_document import read_impact
from rulesets.documents.json import sha256

KIND = "impact"
"""The key of the kind of job."""

IN_USE, ARCHIVED = "in use", "archived"
"""Shelves of armies; the impact on either is told apart."""


@dataclass(frozen=True, slots=True)
class ArmyCounts:
    """Saved armies of a book, and how many of them were written since a moment."""

    armies: int
    changed: int


@dataclass(frozen=True, slots=True)
class ShownArmy:
    """An army that somebody may look at: its name and the address of its page."""

    name: str
    address: str


@dataclass(frozen=True, slots=True)
class ArmyRecords:
    """The answers about armies of the app that keeps them.

    ``count`` takes the key of a book and a moment. ``shown`` takes who looks and the
    ids of armies, and returns those of them that this person may open.
    """

    count: Callable[[str, datetime | None], ArmyCounts]
    shown: Callable[[User, Sequence[str]], Mapping[str, ShownArmy]]


_records: list[ArmyRecords] = []


def keeps_armies(records: ArmyRecords) -> None:
    """Have the impact on the armies of an app told on the pages of books."""
    _records.append(records)


def count_armies(book: str, since: datetime | None = None) -> ArmyCounts:
    """Return how many saved armies use a book, in any of its editions."""
    counts = [records.count(book, since) for records in _records]
    return ArmyCounts(
        sum(one.armies for one in counts), sum(one.changed for one in counts)
    )


def shown_armies(user: User, ids: Sequence[str]) -> Mapping[str, ShownArmy]:
    """Return the armies of some ids that somebody may look at: own and public ones."""
    return {
        key: army
        for records in _records
        for key, army in records.shown(user, ids).items()
    }


def impact_question(draft: Any, last: Edition) -> dict[str, Any]:
    """Return what the job is asked: a draft against the last edition of its book."""
    return {
        "book": draft["key"],
        "edition": last.number,
        "number": last.number + 1,
        "sha256": sha256(draft),
        "draft": draft,
    }


def impacts_of(job: Job | None) -> Mapping[str, Impact]:
    """Return the impact on the armies of each shelf; none of a job that is not done."""
    if job is None or job.state != State.DONE:
        return {}
    result: Any = job.result
    return {shelf: read_impact(result[shelf]) for shelf in (IN_USE, ARCHIVED)}

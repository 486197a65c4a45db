"""The state of a bulk check, and its verdicts as a page shows them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from armybuilder.armies.bulk.rows import (
    UNREAD,
    VerdictRow,
    joined_summaries,
    line_of,
    row_of,
    shown_row,
    summary_of,
)
from armybuilder.armies.models import BulkCheck, BulkVerdict
from armybuilder.jobs.cleanup import sweep_now_and_then
from armybuilder.jobs.models import State
from rulesets.checks.verdicts import (
    NO_LIST,
    NOT_CHECKED,
    UNREADABLE,
    WORDS,
    FileVerdict,
    verdict_document,
)
from rulesets.core.points import to_points
from rulesets.reviews.review import EMPTY, ILLEGAL, LEGAL

RUNNING, DONE, STOPPED, FAILED = "running", "done", "stopped", "failed"
ALWAYS = (LEGAL,)
MOST_REASONS = 12
"""Most reasons that a page lists."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason with how many verdicts have it, and its share of the most [0 to 100]."""

    text: str
    files: int
    share: int
    is_file: bool


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the bar: its kind, where it starts, and how many files it is."""

    kind: str
    start: int
    files: int


KINDS = {
    ILLEGAL: "illegal",
    EMPTY: "illegal",
    UNREADABLE: "unread",
    NOT_CHECKED: "unread",
    LEGAL: "legal",
    NO_LIST: "no-list",
}
"""The kinds of shares, by the words of verdicts."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a bulk check: a state, counts of files, and words for both.

    ``left`` is the time to go [seconds], none where nobody can say.
    """

    state: str
    files: int
    done: int
    words: Mapping[str, int]
    reasons: Mapping[str, int]
    twins: tuple[tuple[str, str], ...]
    left: int | None = None
    error: str = ""

    @property
    def is_running(self) -> bool:
        """Return whether files are being judged."""
        return self.state == RUNNING

    @property
    def to_do(self) -> int:
        """Return how many files have no verdict yet."""
        return self.files - self.done

    @property
    def counts(self) -> list[tuple[str, int]]:
        """Return how many files each word has, as the legend lists them."""
        return [
            (word, self.words.get(word, 0))
            for word in WORDS
            if self.words.get(word) or word in ALWAYS
        ]

    @property
    def shares(self) -> list[Share]:
        """Return the parts of the bar, from its start on."""
        shares, start = [], 0
        for word in WORDS:
            if files := self.words.get(word, 0):
                shares.append(Share(KINDS[word], start, files))
                start += files
        return shares

    @property
    def left_minutes(self) -> int:
        """Return the time to go in whole minutes, at least 1."""
        return max(1, round((self.left or 0) / 60))

    @property
    def no_lists(self) -> list[tuple[str, int]]:
        """Return what is no list, by kind."""
        start = f"{NO_LIST}: ".capitalize()
        return [
            (text.removeprefix(start), many)
            for text, many in self.reasons.items()
            if text.startswith(start)
        ]


def progress_of(check: BulkCheck, now: datetime) -> Progress:
    """Return how far a bulk check is; one query while it is open."""
    if check.summary is not None:
        found: Any = check.summary
        return _progress(check.files, found, DONE)
    parts = check.parts.order_by("number").values_list("summary", flat=True)
    done = [summary for summary in parts if summary is not None]
    found = joined_summaries(done)
    job = check.job
    if job is None or job.state in (State.CANCELLED, State.DONE):
        return _progress(check.files, found, STOPPED)
    if job.state == State.FAILED:
        return _progress(check.files, found, FAILED, error=job.error)
    sweep_now_and_then()
    left = None
    begun_with = len(parts) - job.total
    if job.started is not None and len(done) > begun_with:
        pace = (now - job.started).total_seconds() / (len(done) - begun_with)
        left = max(1, round(pace * (len(parts) - len(done))))
    return _progress(check.files, found, RUNNING, left=left)


def finished(verdicts: Sequence[FileVerdict]) -> Progress:
    """Return the progress of a check that was made at once, and is kept nowhere."""
    return _progress(len(verdicts), joined_summaries([summary_of(verdicts)]), DONE)


def _progress(
    files: int,
    found: Mapping[str, Any],
    state: str,
    left: int | None = None,
    error: str = "",
) -> Progress:
    return Progress(
        state=state,
        files=files,
        done=sum(found["words"].values()),
        words=found["words"],
        reasons=dict(sorted(found["reasons"].items(), key=_most_first)),
        twins=tuple((one, other) for one, other in found["twins"]),
        left=left,
        error=error,
    )


def _most_first(reason: tuple[str, int]) -> tuple[int, str]:
    text, files = reason
    return -files, text


def reasons_of(progress: Progress, most: int = MOST_REASONS) -> list[Reason]:
    """Return the reasons with most verdicts: rules, then those of unread files."""
    start = f"{NO_LIST}: ".capitalize()
    counted = [one for one in progress.reasons.items() if not one[0].startswith(start)]
    counted.sort(key=lambda one: (one[0].startswith(UNREAD), -one[1], one[0]))
    largest = max((files for _, files in counted), default=1)
    rules = [one for one in counted if not one[0].startswith(UNREAD)][:most]
    unread = [one for one in counted if one[0].startswith(UNREAD)][:most]
    return [
        Reason(text, files, round(100 * files / largest), text.startswith(UNREAD))
        for text, files in (*rules, *unread)
    ]


# -- rows ---------------------------------------------------------------------------

SORTS = {
    "": ("rank", "number"),
    "file": ("number",),
    "points": ("-points", "number"),
}
"""Orders of the table, by the value of ``sort`` in its address."""


def verdicts_of(
    check: BulkCheck, word: str = "", why: str = "", sort: str = ""
) -> QuerySet[BulkVerdict]:
    """Return the verdicts of a bulk check that have a word and a reason, in order."""
    found = check.verdicts.all()
    if word in WORDS:
        found = found.filter(rank=WORDS.index(word))
    if why:
        found = found.filter(reasons__contains=line_of(why))
    return found.order_by(*SORTS.get(sort, SORTS[""]))


@dataclass(frozen=True, slots=True)
class ShownVerdict:
    """A verdict on a page: its number, its row, and its messages as documents."""

    number: int
    row: VerdictRow
    messages: list[dict[str, Any]]


def shown_verdict(kept: BulkVerdict, archive: str = "") -> ShownVerdict:
    """Return a kept verdict as a page shows it.

    ``archive`` is the one that all files are from, so that no name needs to say it.
    """
    document: Any = kept.document
    row = shown_row(kept)
    name = row.file.removeprefix(f"{archive}/")
    return ShownVerdict(kept.number, replace(row, file=name), _messages(document))


def shown_now(verdict: FileVerdict, number: int, *, tried: bool) -> ShownVerdict:
    """Return a verdict that was given just now as a page shows it."""
    messages = _messages(verdict_document(verdict))
    return ShownVerdict(number, row_of(verdict, tried=tried), messages)


def _messages(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the messages of a verdict's document, points as the engine has them."""
    messages = document.get("messages", [])
    return [
        {
            **message,
            "fixes": [
                {**fix, "points": to_points(fix["points"])} for fix in message["fixes"]
            ],
        }
        for message in messages
    ]

"""Messages of lists as rows, so that a board finds every list with one of them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F

from armybuilder.events.models import Event, ListMessage, Submission
from rulesets.reviews.review import ERROR, INFO, WARNING, Message

SEVERITIES = {ERROR: "Errors", WARNING: "Warnings", INFO: "Notes"}
TITLE_LENGTH = 200
_WORST_FIRST = tuple(SEVERITIES).index


class KeptMessage(NamedTuple):
    """A message that a list has, as it is kept beside it."""

    code: str
    title: str
    severity: str


CurrentMessages = Mapping[int, Sequence[KeptMessage]]
"""The messages of current lists by the ids of their entrants."""


@dataclass(frozen=True, slots=True)
class MessageChoice:
    """A message that a board may be filtered by: its rule, and how many lists have it.

    Parameters
    ----------
    title : str
        The rule in words; with the code where another has the same.
    """

    code: str
    title: str
    severity: str
    lists: int


def keep_messages(row: Submission, told: Iterable[Message]) -> None:
    """Keep the messages of a list that is handed in, each code once."""
    first: dict[str, Message] = {}
    for one in told:
        first.setdefault(one.code, one)
    ListMessage.objects.bulk_create(
        ListMessage(
            submission=row,
            code=code,
            title=one.rule[:TITLE_LENGTH],
            severity=one.severity,
        )
        for code, one in first.items()
    )


def current_messages(event: Event) -> CurrentMessages:
    """Return the messages of every entrant's current list; one query."""
    found = ListMessage.objects.filter(
        submission__entrant__event=event, submission=F("submission__entrant__current")
    )
    rows = found.values_list("submission__entrant", "code", "title", "severity")
    inside: dict[int, list[KeptMessage]] = {}
    for place, *told in rows:
        inside.setdefault(place, []).append(KeptMessage(*told))
    return inside


def message_choices(lists: Iterable[Sequence[KeptMessage]]) -> list[MessageChoice]:
    """Return every message of some lists once: errors first, then the most frequent."""
    told: dict[str, list[KeptMessage]] = {}
    for one in lists:
        for message in one:
            told.setdefault(message.code, []).append(message)
    titles = {
        code: _commonest(one.title for one in every) for code, every in told.items()
    }
    named = Counter(titles.values())
    choices = (
        MessageChoice(
            code,
            titles[code] if named[titles[code]] == 1 else f"{titles[code]} ({code})",
            min((one.severity for one in every), key=_WORST_FIRST),
            len(every),
        )
        for code, every in told.items()
    )
    return sorted(choices, key=_by_weight)


def _by_weight(one: MessageChoice) -> tuple[int, int, str]:
    return _WORST_FIRST(one.severity), -one.lists, one.title


def _commonest(titles: Iterable[str]) -> str:
    return Counter(titles).most_common(1)[0][0]

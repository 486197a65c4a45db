"""The impact of a draft on saved armies, as heavy work: the kind of job."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from armybuilder.armies.models import Army, ArmyEdition
from armybuilder.books import editions
from armybuilder.books.draft_jobs import compiled_draft
from armybuilder.books.impact import ARCHIVED, IN_USE, KIND
from armybuilder.jobs.kinds import Kind, Step, WorkError
from rulesets.books.book import Books
from rulesets.checks.impact import SavedArmy, impact, joined
from rulesets.checks.impact_document import impact_document, read_impact

ARMIES_OF_A_CHUNK = 200
"""Armies that one worker judges at a time: about a second of the processor."""


def _split(document: Any) -> Sequence[Any]:
    """Return the primary keys of all armies of the book, cut into chunks."""
    compiled_draft(document)
    armies = Army.objects.filter(
        uses__edition__book__key=document["book"], deleted_at=None
    )
    keys = [*armies.order_by("pk").distinct().values_list("pk", flat=True)]
    starts = range(0, len(keys), ARMIES_OF_A_CHUNK)
    return [keys[start : start + ARMIES_OF_A_CHUNK] for start in starts]


def _work(document: Any, keys: Any, step: Step) -> Any:
    """Return the impact on the armies of a chunk: on those in use, on the archived."""
    before = editions.load(document["book"], document["edition"])
    if before is None:
        raise WorkError("The edition that the draft is compared with is gone.")
    after, others = compiled_draft(document), _others(document["book"], keys)
    found = Army.objects.filter(pk__in=keys, deleted_at=None).order_by("pk")
    shelves: dict[str, list[SavedArmy]] = {IN_USE: [], ARCHIVED: []}
    for pk, saved, archived_at in found.values_list("pk", "document", "archived_at"):
        shelf = ARCHIVED if archived_at else IN_USE
        shelves[shelf].append(SavedArmy(str(pk), saved))
    return {
        shelf: impact_document(
            impact(_told_one_by_one(armies, step), before, after, others)
        )
        for shelf, armies in shelves.items()
    }


def _join(_: Any, results: Sequence[Any]) -> Any:
    return {
        shelf: impact_document(joined(read_impact(one[shelf]) for one in results))
        for shelf in (IN_USE, ARCHIVED)
    }


IMPACT = Kind(KIND, "1", _split, _work, _join)
"""The impact of a draft on every saved army of its book, see `rulesets.checks`."""


def _others(book: str, keys: Sequence[int]) -> Books:
    """Return the editions of other books that armies use."""
    uses = ArmyEdition.objects.filter(army__in=keys).exclude(edition__book__key=book)
    names = uses.values_list("edition__book__key", "edition__number")
    return editions.editions_for(names.order_by().distinct())


def _told_one_by_one(armies: Iterable[SavedArmy], step: Step) -> Iterator[SavedArmy]:
    """Yield armies, and say of each that work goes on."""
    for army in armies:
        step()
        yield army

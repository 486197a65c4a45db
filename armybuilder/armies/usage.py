"""Keys of the books that saved armies name, counted."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from armybuilder.armies.models import Army


def count_uses(book: str) -> Mapping[str, int]:
    """Return how many armies have each key of a book, of any of its editions."""
    uses: Counter[str] = Counter()
    armies = Army.objects.filter(uses__edition__book__key=book, deleted_at=None)
    for document in armies.distinct().values_list("document", flat=True).iterator():
        forces = [force for force in document["forces"] if force["book"] == book]
        uses.update({key for force in forces for key in _entries(force, "units")})
    return uses


def _entries(part: Any, below: str = "selections") -> Iterator[str]:
    for selection in part.get(below, ()):
        yield selection["entry"]
        yield from _entries(selection)

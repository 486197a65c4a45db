"""Every limit, change and effect of a document, with the thing that brings it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.books.checks.draft import walk

PARTS = {"limits": "limit", "changes": "change", "effects": "effect"}

OWNERS = {
    "units": "unit",
    "models": "model",
    "options": "option",
    "items": "item",
    "rules": "rule",
}


@dataclass(frozen=True, slots=True)
class Bringer:
    """The thing that brings a limit or a change: ``self`` of its queries.

    Parameters
    ----------
    kind : str
        ``unit``, ``model``, ``option``, ``item``; ``force`` for a whole book, ``army``
        for a pack; ``found`` for what a limit or a condition asks of each thing.
    name : str
        As its document says, or the key of its item.
    """

    kind: str
    name: str = ""


FORCE, ARMY, FOUND = Bringer("force"), Bringer("army"), Bringer("found")


@dataclass(frozen=True, slots=True)
class RulePlace:
    """A limit or a change, where it is in its document, and what brings it."""

    where: str
    part: str
    fragment: Any
    bringer: Bringer


def rule_places(document: Any) -> Iterator[RulePlace]:
    """Yield every limit and change of a book's or a pack's document, in its order."""
    for where, owner in walk(document):
        for member, part in PARTS.items():
            rules = owner.get(member, ())
            for index, fragment in enumerate(rules if isinstance(rules, list) else ()):
                place = f"{where}/{member}/{index}"
                yield RulePlace(place, part, fragment, bringer_of(where, owner))


def bringer_of(where: str, owner: Any) -> Bringer:
    """Return what brings the rules of a part of a document, which stands at a place."""
    if not where:
        return Bringer("force" if "units" in owner else "army", owner["name"])
    listed = where.rpartition("/")[0].rpartition("/")[2]
    name = owner.get("name") or owner.get("item") or owner.get("key", "")
    return Bringer(OWNERS.get(listed, "option"), name)

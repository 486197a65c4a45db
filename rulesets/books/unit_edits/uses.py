"""Uses of a part of a book, and its removal with them or without.

A unit, item, list, rule, category, switch, model, stat line, slot or option is named by
others: they carry or offer it, count it, or ask for it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulesets.books.checks.draft import key_of, targets_of, walk
from rulesets.books.checks.names import targets_found
from rulesets.books.unit_edits.stock import Stock
from rulesets.core.subject import so_many
from rulesets.documents.document_edits import (
    REMOVE,
    DocumentEdit,
    DocumentEditError,
    apply_edits,
)
from rulesets.documents.places import (
    index_of,
    keyed_place,
    names_of,
    steps_of,
    value_at,
)
from rulesets.documents.problem import pointer
from rulesets.games import find_game
from rulesets.libraries import GIVEN, PARTS, whole_document

MOST_NAMED = 8
"""Most users that a refusal names."""


@dataclass(frozen=True, slots=True)
class PartUse:
    """One place that names a part.

    Parameters
    ----------
    at, where : str
        The place, with keys for indexes and without.
    user : str
        The name of the unit, item or list that it belongs to; "the army" else.
    what : str
        What names it there, such as ``option`` or ``limit``.
    goes : str
        The place that is removed with the part, by indexes; "" where a removal would
        change what the user means, so that a person has to decide.
    """

    at: str
    where: str
    user: str
    what: str
    goes: str = ""


class PartInUseError(DocumentEditError):
    """A part that others name; ``uses`` are all of them."""

    def __init__(self, where: str, text: str, uses: tuple[PartUse, ...]) -> None:
        super().__init__(where, text)
        self.uses = uses


def uses_text(name: str, uses: tuple[PartUse, ...]) -> str:
    """Return in words what a part is used by.

    Examples
    --------
    >>> uses_text("Long bow", (PartUse("", "", "Archers", "option"),) * 2)
    'Long bow: used by Archers (2 options)'
    """
    users = list(dict.fromkeys(use.user for use in uses))
    more = len(users) - MOST_NAMED
    named = ", ".join(users[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    counted = Counter(use.what for use in uses)
    kinds = ", ".join(so_many(n, what) for what, n in counted.items())
    return f"{name}: used by {named} ({kinds})"


def remove_part(
    document: Any, place: str, *, with_uses: bool = False
) -> tuple[DocumentEdit, ...]:
    """Return the edits that remove a part; ``with_uses`` removes what names it, too.

    Options, limits and changes about the part alone go with it, of lists only its name.
    What has a meaning without it, such as a condition, never goes unseen.

    Raises
    ------
    PartInUseError
        If others name it, or its uses cannot be removed safely.
    DocumentEditError
        If the document has no such part.
    """
    part = _part(document, place)
    uses = _uses(document, part)
    kept = tuple(use for use in uses if not use.goes)
    if uses and not with_uses:
        raise PartInUseError(place, uses_text(part.name, uses), uses)
    if kept:
        text = f"{uses_text(part.name, kept)}; change these first"
        raise PartInUseError(place, text, kept)
    return _removals(document, {part.where, *(use.goes for use in uses)})


def _removals(document: Any, gone: set[str]) -> tuple[DocumentEdit, ...]:
    """Return the edits that remove places, the last first: indexes stay as they are."""
    names: dict[int, list[str]] = {}
    outer = [where for where in gone if not _is_within(where, gone - {where})]
    return tuple(
        DocumentEdit(REMOVE, keyed_place(document, where, names))
        for where in sorted(outer, key=_order, reverse=True)
    )


def _is_within(where: str, others: Iterable[str]) -> bool:
    """Return whether a place is one of some others, or below one."""
    return any(f"{where}/".startswith(f"{other}/") for other in others)


def _order(where: str) -> list[tuple[str, int]]:
    """Return what sorts places of one list by their numbers, the last one last."""
    return [(s, -1) if not s.isdigit() else ("", int(s)) for s in steps_of(where)]


# -- the part -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Part:
    """A part to remove: its place by keys and indexes, its list, its key and name."""

    at: str
    where: str
    of: str
    key: str
    name: str


def _part(document: Any, place: str) -> _Part:
    part, steps = document, steps_of(place)
    where: list[str] = []
    for step in steps:
        if isinstance(part, list):
            index = index_of(names_of(part), step)
            if index is None:
                raise DocumentEditError(place, "there is no such part")
            where.append(str(index))
            part = part[index]
        elif isinstance(part, dict) and step in part:
            where.append(step)
            part = part[step]
        else:
            raise DocumentEditError(place, "there is no such part")
    if len(steps) < 2 or not where[-1].isdigit():
        raise DocumentEditError(place, "only a part of a list is removed")
    found = part if isinstance(part, dict) else {"key": str(part)}
    key = key_of(found)
    of = where[-2] if isinstance(part, dict) else ""
    name = found.get("name") or found.get("title") or _item_name(document, key)
    return _Part(keyed_place(document, place), pointer(where), of, key, str(name))


def _item_name(document: Any, key: str) -> str:
    return str(Stock(document).items.get(key, {}).get("name", key))


def _behind(document: Any, part: _Part) -> Any:
    """Return the part of the library or the game that counts when an own one goes."""
    if part.where.count("/") > len(("", part.of)) or part.of not in PARTS:
        return None
    stock = Stock({**document, part.of: []})
    rules = stock.game_rules if part.of == "rules" else {}
    return stock.parts(part.of).get(part.key) or rules.get(part.key)


def _uses(document: Any, part: _Part) -> tuple[PartUse, ...]:
    """Return all uses: what names the part, then what asks for what goes with it.

    Its own parts do not count. None for a part that the library or the game has as
    well: that one counts then.
    """
    behind = _behind(document, part)
    find = _NAMED_BY.get(part.of) if behind is None else None
    named = {} if find is None else {use.at: use for use in find(document, part)}
    options = _lost_options(document, part, behind)
    seen: set[str] = set()
    gone = {part.where}
    while gone != seen:
        seen = gone
        lost = found_targets(document) - found_targets(
            apply_edits(document, _removals(document, gone))
        )
        asked = [
            *_targets(document, lost),
            *(use for at in {*gone, *options} for use in _of_listed(document, at)),
        ]
        uses = {**named, **{use.at: use for use in asked}}
        gone = {part.where, *(use.goes for use in uses.values() if use.goes)}
    return tuple(
        use
        for use in sorted(uses.values(), key=lambda use: _order(use.where))
        if not _is_within(use.where, gone - {use.goes})
    )


def _lost_options(document: Any, part: _Part, behind: Any) -> set[str]:
    """Return the places of a list's options that the library's list does not have."""
    if part.of != "lists" or behind is None:
        return set()
    options = value_at(document, part.where)["options"]
    still = {key_of(one) for one in behind["options"]}
    lost = (i for i, one in enumerate(options) if key_of(one) not in still)
    return {f"{part.where}/options/{index}" for index in lost}


def found_targets(document: Any) -> set[str]:
    """Return all targets that find something in a book with what it inherits."""
    game = find_game(document["game"])
    whole = whole_document(document, own_first=PARTS)
    return set() if game is None else targets_found(whole, game, walk(whole))


# -- what names a part ----------------------------------------------------------------

Uses = Iterator[PartUse]


def _of_items(document: Any, part: _Part) -> Uses:
    for where, one in walk(document):
        if one.get("item") == part.key:
            yield _use(document, where, "option", where)
        if where:
            yield from _members(document, where, one, "items", "carried item", part.key)
        if one.get("base") == part.key and one.get("key") != part.key:
            yield _use(document, f"{where}/base", "base")
        yield from _given(document, where, one, "items", part.key)


def _of_rules(document: Any, part: _Part) -> Uses:
    for where, one in walk(document):
        if where:
            yield from _members(document, where, one, "rules", "rule", part.key)
        yield from _given(document, where, one, "rules", part.key)


def _of_lists(document: Any, part: _Part) -> Uses:
    for where, one in walk(document):
        if one.get("list") == part.key:
            yield _use(document, where, "slot", where)


def _of_categories(document: Any, part: _Part) -> Uses:
    for where, one in walk(document):
        if one.get("category") == part.key:
            yield _use(document, f"{where}/category", "category")
        if one.get("change") == "category" and one.get("value") == part.key:
            yield _use(document, where, "change", where)


def _of_switches(document: Any, part: _Part) -> Uses:
    for where, one in walk(document):
        if one.get("switch") == part.key:
            yield _use(document, f"{where}/switch", "condition")


def _of_profiles(document: Any, part: _Part) -> Uses:
    above = part.where.rpartition("/profiles/")[0]
    models = value_at(document, above).get("models")
    for index, one in enumerate(models if isinstance(models, list) else ()):
        if one.get("profile") == part.key:
            yield _use(document, f"{above}/models/{index}/profile", "model")


_NAMED_BY: Mapping[str, Callable[[Any, _Part], Uses]] = {
    "items": _of_items,
    "rules": _of_rules,
    "lists": _of_lists,
    "categories": _of_categories,
    "switches": _of_switches,
    "profiles": _of_profiles,
}


def _of_listed(document: Any, where: str) -> Uses:
    """Yield what slots say of an option: that it comes along, alone, or not."""
    above, _, last = where.rpartition("/options/")
    if not above or "/" in last:
        return
    key = key_of(value_at(document, where))
    listed = value_at(document, above).get("key") if above.startswith("/lists") else ""
    for at, one in walk(document):
        if at == above or (listed and one.get("list") == listed):
            for member in ("only", "except", "default"):
                these = one.get(member, ())
                if key in these:
                    named = f"{at}/{member}/{these.index(key)}"
                    few = len(these) == 1
                    goes = f"{at}/{member}" if few and member != "only" else named
                    lone = few and member == "only"
                    yield _use(document, named, "slot", "" if lone else goes)


def _use(document: Any, where: str, what: str, goes: str = "") -> PartUse:
    at = keyed_place(document, where)
    return PartUse(at, where, _user(document, where), what, goes)


def _user(document: Any, where: str) -> str:
    """Return the name of the part of the book that a place belongs to."""
    of, *below = steps_of(where)
    if of not in ("units", "items", "lists", "rules", "slots") or not below:
        return "the army"
    part = document[of][int(below[0])]
    return str(part.get("name") or _item_name(document, key_of(part)))


def _members(
    document: Any, where: str, part: Any, member: str, what: str, key: str
) -> Uses:
    """Yield the members of a list of keys, such as what a unit carries."""
    these = part.get(member)
    for index, one in enumerate(these if isinstance(these, list) else ()):
        named = one if isinstance(one, str) else one.get("key")
        if named == key:
            at = f"{where}/{member}/{index}"
            yield _use(document, at, what, at)


def _given(document: Any, where: str, part: Any, of: str, key: str) -> Uses:
    """Yield a change that gives or takes the part."""
    if GIVEN.get(part.get("change", "")) == of:
        value = part.get("value")
        if (value.get("key") if isinstance(value, dict) else value) == key:
            yield _use(document, where, "change", where)


WHOLE = ("limit", "change")
"""Kinds of uses that go whole where they ask for nothing that stays."""


def _targets(document: Any, lost: set[str]) -> Uses:
    """Yield what asks for targets that nothing answers to any more."""
    for where, one in walk(document):
        what = _kind(where, one)
        # Without its demand a part that needs another would be there for everybody.
        needs = "min" in one and not where.startswith("/limits/")
        whole = where if what in WHOLE and not needs else ""
        for member, target in targets_of(one):
            if target in lost:
                of = one[member.partition("/")[0]]
                stays = not isinstance(of, str) and not lost.issuperset(of)
                at = f"{where}/{member}"
                yield _use(document, at, what, at if stays else whole)
        if one.get("in") in lost:
            yield _use(document, f"{where}/in", what, whole)


def _kind(where: str, part: Any) -> str:
    """Return what a part that asks for others is."""
    if "change" in part:
        return "change"
    if "title" in part and steps_of(where)[-2:-1] == ["limits"]:
        return "limit"
    return "condition" if {"at_least", "at_most"} & part.keys() else "count"

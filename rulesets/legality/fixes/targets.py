"""The targets that the limit of a message asks for, and those that it counts."""

from collections.abc import Iterator

from rulesets.core.query import Condition, Limit
from rulesets.legality.fixes.case import Army, FixCase
from rulesets.legality.limits import POINTS_AGREED
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Line, Message


def case_of(army: Army, message: Message, budgets: frozenset[str]) -> FixCase:
    """Return a message with the targets of its limit, see `budgets_of`."""
    limits = tuple(
        limit
        for limit in _limits(army, message)
        if (limit.key, limit.title) == (message.code, message.rule)
    )
    wanted = frozenset(target for limit in limits for target in _targets(limit))
    plain = wanted - {"*", "same", "kind:unit"}
    return FixCase(army, message, limits, plain, message.code in budgets)


def budgets_of(pack: Pack) -> frozenset[str]:
    """Return the codes of the limits that bound the points of the whole army."""
    return frozenset(
        limit.key
        for limit in (POINTS_AGREED, *pack.limits)
        if limit.max is not None
        and (limit.query.count, limit.query.of, limit.query.within)
        == ("points", ("*",), "army")
    )


def counted(case: FixCase) -> Iterator[Line]:
    """Yield the lines that count towards the maximum of a message's limit."""
    entries, where = case.army.entries, case.message.where
    marks = [entries[path] for path in case.message.marks if path in entries]
    marked = {entry.item or entry.key for entry in marks}
    for limit in case.limits:
        if limit.max is None or ":" in limit.query.count:
            continue
        wide = limit.query.within in ("army", "force")
        within = "" if wide else "/".join(where.split("/")[:2])
        keys = {key for key in limit.query.of if key not in ("*", "same")}
        keys |= marked if "same" in limit.query.of else set()
        for path, line in case.army.lines.items():
            entry = entries.get(path)
            inside = path == within or path.startswith(f"{within}/") or not within
            if entry is not None and inside and not keys.isdisjoint(entry.keys):
                yield line


def _targets(limit: Limit) -> Iterator[str]:
    """Yield the targets that the limit wants more of.

    That is what has a minimum, what raises a maximum, and what keeps the limit from
    being asked at all.
    """
    if limit.min is not None:
        yield from limit.query.of
    if limit.max is not None:
        for term in limit.max.terms:
            if term.times > 0:
                yield from term.query.of
    if limit.when is not None:
        yield from _ending(limit.when)


def _ending(condition: Condition) -> Iterator[str]:
    """Yield targets whose increase makes a condition false."""
    for part in (*condition.all, *condition.any):
        yield from _ending(part)
    for part in condition.none:
        yield from _starting(part)
    if condition.query is not None and condition.at_most is not None:
        yield from condition.query.of


def _starting(condition: Condition) -> Iterator[str]:
    """Yield targets whose increase makes a condition true."""
    for part in (*condition.all, *condition.any):
        yield from _starting(part)
    for part in condition.none:
        yield from _ending(part)
    if condition.query is not None and condition.at_least is not None:
        yield from condition.query.of


def _limits(army: Army, message: Message) -> Iterator[Limit]:
    """Yield every limit that may be the one of a message."""
    yield from army.pack.limits
    for _, book in army.books_of_forces():
        yield from book.limits
        for item in book.items.values():
            yield from item.limits
    path = message.where
    while "/" in path:
        entry = army.entries.get(path)
        if entry is not None:
            yield from entry.limits
        path = path.rpartition("/")[0]

"""What a limit asks for: the targets that help an army which breaks it."""

from collections.abc import Iterator

from rulesets.book import Books
from rulesets.legality.adding import find_entry
from rulesets.pack import Pack
from rulesets.query import Condition, Limit
from rulesets.review import Message, Review


def asked_for(
    now: Review, books: Books, message: Message, pack: Pack
) -> frozenset[str]:
    """Return the targets that the limit of a message wants more of.

    They are what has a minimum, what raises a maximum, and what keeps the limit from
    being asked at all. `*` and `same` are none.
    """
    wanted = {
        target
        for limit in _limits(now, books, message, pack)
        if (limit.key, limit.title) == (message.code, message.rule)
        for target in _targets(limit)
    }
    return frozenset(wanted - {"*", "same", "kind:unit"})


def _targets(limit: Limit) -> Iterator[str]:
    if limit.min is not None:
        yield from limit.query.of
    if limit.max is not None:
        for term in limit.max.terms:
            if term.times > 0:
                yield from term.query.of
    if limit.when is not None:
        yield from _ending(limit.when)


def _ending(condition: Condition) -> Iterator[str]:
    """Yield the targets of which more would end a condition."""
    for part in (*condition.all, *condition.any):
        yield from _ending(part)
    for part in condition.none:
        yield from _starting(part)
    if condition.query is not None and condition.at_most is not None:
        yield from condition.query.of


def _starting(condition: Condition) -> Iterator[str]:
    """Yield the targets of which more would make a condition hold."""
    for part in (*condition.all, *condition.any):
        yield from _starting(part)
    for part in condition.none:
        yield from _ending(part)
    if condition.query is not None and condition.at_least is not None:
        yield from condition.query.of


def _limits(now: Review, books: Books, message: Message, pack: Pack) -> Iterator[Limit]:
    """Yield every limit that may be the one of a message."""
    yield from pack.limits
    for force in now.forces:
        book = books.get((force.book, force.edition))
        if book is not None:
            yield from book.limits
            for item in book.items.values():
                yield from item.limits
    path = message.where
    while "/" in path:
        entry = find_entry(now.roster, books, path)
        if entry is not None:
            yield from entry.limits
        path = path.rpartition("/")[0]

"""What a limit asks for: the targets that help an army which breaks it."""

from collections.abc import Iterator

from rulesets.book import Books
from rulesets.legality.adding import find_entry
from rulesets.pack import Pack
from rulesets.query import Limit
from rulesets.review import Message, Review


def asked_for(
    now: Review, books: Books, message: Message, pack: Pack
) -> frozenset[str]:
    """Return the targets that the limit of a message wants more of.

    They are what has a minimum, and what raises a maximum. `*` and `same` are none.
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

"""Units of the shipped Warhammer books, bought in short words."""

from functools import cache

from rulesets.books.book import Book
from rulesets.legality import new_selection
from rulesets.matchups.fighter import selection_fighter
from rulesets.odds.match_up import Fighter
from rulesets.rosters.roster import Selection
from tests.real_books import real_book


def book(name: str) -> Book:
    """Return a shipped book of Warhammer."""
    return real_book(f"warhammer-{name}")


@cache
def bought(name: str, entry: str, *options: str, hand: str = "") -> Fighter:
    """Return a unit of a book with options bought; ``20 knight`` sets a count.

    What the unit has by itself is kept, unless an option of the same name is bought.
    """
    of = book(name)
    own = new_selection(of, entry)
    counted = [_split(option) for option in options]
    named = {key for _, key in counted}
    kept = [one for one in own.selections if one.entry not in named]
    more = [
        Selection(f"x{place}", key, count) for place, (count, key) in enumerate(counted)
    ]
    mounts = {"warhorse", "warhorse-barded"}
    if named & mounts:
        kept = [one for one in kept if one.entry not in mounts]
    chosen = Selection(own.id, own.entry, own.count, selections=(*kept, *more))
    return selection_fighter(of, chosen, hand)


def _split(option: str) -> tuple[int, str]:
    first, _, rest = option.partition(" ")
    return (int(first), rest) if rest else (1, first)

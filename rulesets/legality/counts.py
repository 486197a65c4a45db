"""The table of counts: the functions of each, from `count_methods`, and its words.

The schemas and `docs/formats.md` are written from it by ``python -m
rulesets.books.count_guide``, which a test asks for.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rulesets.core.points import Currency, Points, points_text
from rulesets.core.query import Query
from rulesets.legality import count_methods
from rulesets.legality.count_methods import Nodes
from rulesets.legality.tree import Node, Tree

MONEY = "{money}"
"""The noun of what is told in points, whatever the game calls them."""


@dataclass(frozen=True, slots=True)
class Count:
    """Something that a query can count.

    Parameters
    ----------
    key : str
        As documents write it; before a colon and a characteristic if it is of one.
    help : str
        What it reads, for authors of books.
    read : callable
        Its number, of the tree, the selection that asks, the query and what that found.
    past : callable, optional
        What is past a maximum, of the tree, the query, what that found and the maximum;
        nothing below a node that is marked itself. Without it nothing is marked.
    members : callable, optional
        The numbers of the nodes that count, of the tree and what was found. Where it is
        there, limits that count the same are told once, and at least 1 is "there is".
    one, many : str
        Its noun.
    is_told : bool
        Whether the noun stands behind a number: `3 models`.
    share : str
        The noun of a bound in messages: `1 for every 2 models of Orcs`; the noun alone
        where nothing that is found has a name.
    subject : str
        What a limit is about, in the words of a book.
    figure : str
        What it is of a characteristic, `highest` or `sum of`; empty if it is of none.
    finds : bool
        Whether the query has to find something; false for what the whole army has.
    of_asker : bool
        Whether its number depends on the selection that asks, not only on those found.
    if_agreed : bool
        Whether limits that depend on it hold only where points were agreed on.
    is_whole : bool
        Whether its bounds are rounded to whole numbers.
    """

    key: str
    help: str
    read: Callable[[Tree, Node, Query, Nodes], Points]
    past: Callable[[Tree, Query, Nodes, Points], Iterable[Node]] | None = None
    members: Callable[[Tree, Nodes], Iterable[int]] | None = None
    one: str = "selection"
    many: str = "selections"
    is_told: bool = False
    share: str = "{noun} of {what}"
    subject: str = "{noun} of {what}"
    figure: str = ""
    finds: bool = True
    of_asker: bool = False
    if_agreed: bool = False
    is_whole: bool = True

    @property
    def written(self) -> str:
        """Return how documents write it: ``models``, ``highest:key``."""
        return f"{self.key}:key" if self.figure else self.key

    def noun(self, currency: Currency, *, one: bool = False) -> str:
        """Return its noun, for one or for several."""
        money = currency.one if one else currency.many
        return (self.one if one else self.many).format(money=money)

    def told(self, number: Points, currency: Currency) -> str:
        """Return a number with its noun, where that needs saying."""
        if not self.is_told:
            return points_text(number)
        return f"{points_text(number)} {self.noun(currency, one=number == 1)}"


def count_of(written: str) -> Count:
    """Return the count of a query, as a document writes it."""
    return COUNTS.get(written) or COUNTS[written.partition(":")[0]]


def count_pattern() -> str:
    """Return the regular expression of all that a query can count."""
    plain = [count.key for count in COUNTS.values() if not count.figure]
    figures = [count.key for count in COUNTS.values() if count.figure]
    return f"^({'|'.join(plain)}|({'|'.join(figures)}):[a-z0-9]+(-[a-z0-9]+)*)$"


COUNTS: dict[str, Count] = {
    count.key: count
    for count in (
        Count(
            "selections",
            "how many, counts added up",
            read=count_methods.selections,
            past=count_methods.past_selections,
            members=count_methods.members_bought,
            share="{what}",
            subject="{what}",
        ),
        Count(
            "models",
            "models in what is found, with all below it",
            read=count_methods.models,
            past=count_methods.past_models,
            members=count_methods.members_of_groups,
            one="model",
            many="models",
            is_told=True,
            share="{what} {noun}",
        ),
        Count(
            "points",
            "points of it, with all below it",
            read=count_methods.points,
            one=MONEY,
            many=MONEY,
            is_told=True,
            is_whole=False,
        ),
        Count(
            "kinds",
            "how many different entries",
            read=count_methods.kinds,
            past=count_methods.past_kinds,
            one="kind",
            many="kinds",
            is_told=True,
            subject="different {what}",
        ),
        Count(
            "slots",
            "as selections, weighed by `slots_taken` and `per_slot`",
            read=count_methods.slots,
            past=count_methods.past_slots,
            members=count_methods.members_bought,
            share="{what}",
            subject="choices of {what}",
        ),
        Count(
            "forces",
            "forces of the army",
            read=count_methods.forces,
            past=count_methods.past_forces,
            one="force",
            many="forces",
            share="{what}",
            subject="{noun}",
            finds=False,
        ),
        Count(
            "earlier",
            "selections found before this one in the army (for rising prices)",
            read=count_methods.earlier,
            share="{what}",
            subject="{what} taken before",
            of_asker=True,
        ),
        Count(
            "limit",
            "the points agreed on; what depends on them is not asked where none are "
            "agreed",
            read=count_methods.limit,
            one=MONEY,
            many=MONEY,
            share="{noun} agreed on",
            subject="{noun} agreed on",
            finds=False,
            if_agreed=True,
        ),
        Count(
            "size",
            "the points agreed on, else what the army is worth",
            read=count_methods.size,
            one=MONEY,
            many=MONEY,
            share="{noun} of the army",
            subject="{noun} of the army",
            finds=False,
        ),
        Count(
            "highest",
            "the highest value of a characteristic, such as `highest:ld`, among the "
            "models found",
            read=count_methods.figures,
            share="{what}",
            subject="{figure} of {what}",
            figure="highest",
        ),
        Count(
            "sum",
            "the sum of a characteristic, such as `sum:rating`, over all models found",
            read=count_methods.figures,
            share="{what}",
            subject="{figure} of {what}",
            figure="sum of",
        ),
    )
}
"""By key, what a query can count."""

"""Once: of messages that tell one defect, one is told.

Two limits tell one defect where they count the same selections past the same maximum:
the one in the book's own words is told, of two the first, and of two that the book's
ranges imply the one of the smaller thing. One that is implied is silent beside a
tighter one, too. Two that forbid a thing altogether are two reasons, and both told,
but for two things of which each forbids the other: the first one tells it. That a piece
fits into no hand is not told where its own limit says what it lacks, nor that a unit is
no entry of its own where there are too many of it. What a thing of a unit lacks is not
told where the unit lacks the same.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulesets.legality.limits import IMPLIED, Breach
from rulesets.legality.questions import found
from rulesets.legality.tree import Node, Tree
from rulesets.points import Points
from rulesets.review import ERROR, Message

_RANKS = {"": 0, "option-count": 1, "slot": 2, "unit-size": 3}
"""Which of two equally tight limits is told: the lower, "" for one in own words."""

_COUNTED = ("selections", "slots", "models")
"""What can be compared selection by selection."""


def told_once(
    tree: Tree, plain: Iterable[Message], broken: Iterable[Breach]
) -> tuple[list[Message], list[Breach]]:
    """Return messages and breaches without what others of them tell already.

    Parameters
    ----------
    tree : Tree
    plain : iterable of Message
        What is said of every roster, of hands among it.
    broken : iterable of Breach
        In the order in which they are told.
    """
    these = [*broken]
    counted = _Counted(tree)
    past = [one for one in these if one.over and one.limit.severity == ERROR]
    silent = {id(one) for one in (*_silent(past, counted), *_returned(past, counted))}
    silent |= {id(one) for one in _lacking_as_unit(filter(_is_lacking, these))}
    told = {
        "never-equipped": {one.node.path for one in these if _is_lacking(one)},
        "one-unit-an-entry": {
            tree.nodes[min(sign)].path
            for one in past
            if one.node.unit is not None and len(sign := counted.of(one)) == 1
        },
    }
    said = [one for one in plain if told.get(one.code, set()).isdisjoint(one.marks)]
    return said, [one for one in these if id(one) not in silent]


def _is_lacking(breach: Breach) -> bool:
    return bool(breach.short) and breach.limit.severity == ERROR


def _lacking_as_unit(breaches: Iterable[Breach]) -> Iterator[Breach]:
    """Yield what something of a unit lacks where the unit itself lacks just that.

    That is so where whatever the unit may choose to have enough is also what the other
    limit asks for, such as a mount for a knight and for his lance.
    """
    lacking = [one for one in breaches if one.limit.query.count == "selections"]
    for one in lacking:
        unit = one.node.unit
        if one.limit.query.within != "unit" or one.node is unit:
            continue
        above = (other for other in lacking if other.node is unit)
        if any(_would_do(other, one) for other in above):
            yield one


def _would_do(above: Breach, below: Breach) -> bool:
    """Return whether what the unit may choose for its limit fulfils the other, too."""
    entry, wanted = above.node.entry, above.limit.query
    if entry is None or wanted.where or below.limit.query.where:
        return False
    choices = [
        choice.keys
        for choice in entry.entries.values()
        if not set(wanted.of).isdisjoint(choice.keys)
    ]
    of = set(below.limit.query.of)
    enough = above.short >= below.short
    return enough and bool(choices) and not any(map(of.isdisjoint, choices))


@dataclass(slots=True)
class _Counted:
    """What breaches of an army count, as numbers of nodes; none if no selections."""

    tree: Tree
    known: dict[int, frozenset[int]] = field(default_factory=dict)

    def of(self, breach: Breach) -> frozenset[int]:
        if id(breach) not in self.known:
            self.known[id(breach)] = frozenset(self._found(breach))
        return self.known[id(breach)]

    def _found(self, breach: Breach) -> Iterator[int]:
        query = breach.limit.query
        if query.count not in _COUNTED:
            return
        for node in found(self.tree, breach.node, query):
            if query.count == "models":
                branch = self.tree.nodes[node.order : node.last + 1]
                yield from (below.order for below in branch if below.models)
            elif node.count:
                yield node.order


Rivals = Mapping[tuple[Points, Node | None], Sequence[tuple[int, Breach]]]
"""Breaches past a maximum with their places, by what they count and by unit."""


def _silent(past: Sequence[Breach], counted: _Counted) -> Iterator[Breach]:
    """Yield what another breach past a maximum tells already."""
    rivals: defaultdict[tuple[Points, Node | None], list[tuple[int, Breach]]]
    rivals = defaultdict(list)
    for place, one in enumerate(past):
        rivals[one.count, one.node.unit].append((place, one))
    for place, one in enumerate(past):
        these = _beside(rivals, one)
        if any(
            _may_tell(other, at, one, place) and _are_alike(other, one, counted)
            for at, other in these
        ):
            yield one


MOST_RETURNED = 12
"""How many selections a limit may count to be looked at for one that it returns."""


def _returned(past: Sequence[Breach], counted: _Counted) -> Iterator[Breach]:
    """Yield what turns an earlier breach round: of two, either forbids the other."""
    told: defaultdict[tuple[str, int], list[Breach]] = defaultdict(list)
    for one in past:
        if one.high == 0 and one.count <= MOST_RETURNED:
            key, place = one.limit.key, one.node.order
            others = [b for node in counted.of(one) for b in told.get((key, node), ())]
            if any(place in counted.of(other) for other in others):
                yield one
            told[key, place].append(one)


def _beside(rivals: Rivals, one: Breach) -> Iterator[tuple[int, Breach]]:
    """Yield what may tell a breach too: of its unit, then of the force and the army."""
    for unit in dict.fromkeys((one.node.unit, None)):
        yield from rivals.get((one.count, unit), ())


def _may_tell(other: Breach, at: int, one: Breach, place: int) -> bool:
    """Return whether, of two that count the same, the other is the one to be told."""
    tight, rank = (other.high or 0, one.high or 0), (_rank(other), _rank(one))
    if tight[0] != tight[1]:
        return tight[0] < tight[1] and rank[1] > 0
    if rank[0] == rank[1] == 0 == tight[0]:
        return False  # Two rules that forbid a thing are two reasons.
    return (rank[0], at) < (rank[1], place)


def _rank(breach: Breach) -> int:
    key = breach.limit.key
    return _RANKS[key if key in IMPLIED else ""]


def _are_alike(other: Breach, one: Breach, counted: _Counted) -> bool:
    return counted.of(other) == counted.of(one) != frozenset()

"""The messages of an army that are reported: errors first, none twice, up to a cap."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from rulesets.core.points import Points
from rulesets.core.query import ADDED, RANGE
from rulesets.legality.counts import count_of
from rulesets.legality.evaluation import found
from rulesets.legality.limit_messages import message
from rulesets.legality.limits import Breach, marked
from rulesets.legality.tree import Node, Tree
from rulesets.reviews.review import ERROR, INFO, MORE, WARNING, Message

MOST_MESSAGES = 500
"""Most messages of one army that are reported; more make it no more illegal."""

MOST_ALIKE = 200
"""Most reports of one limit, so that it does not hide the others."""

MOST_NAMED = 5
"""Most rules of the messages left out that are named."""

TITLE = "Messages that are not told one by one"
"""The rule of the message in place of those left out."""

_SEVERITIES = (ERROR, WARNING, INFO)


@dataclass(frozen=True, slots=True)
class MessageList:
    """Messages, errors first, and how many were left out, errors among them."""

    messages: tuple[Message, ...]
    more: int = 0
    more_errors: int = 0


def collect_messages(
    tree: Tree, plain: Iterable[Message], broken: Iterable[Breach]
) -> MessageList:
    """Return the messages of an army: those of every roster, then those of limits."""
    kept, left = _kept(*without_repeats(tree, plain, broken))
    told = list(kept[:MOST_MESSAGES])
    for one in kept[MOST_MESSAGES:]:
        left[_kind(one)] += 1
    messages = [_as_message(tree, one) for one in told]
    if left:
        messages.append(_rest(left))
        messages.sort(key=lambda said: _SEVERITIES.index(said.severity))
    errors = sum(n for (severity, _), n in left.items() if severity == ERROR)
    return MessageList(tuple(messages), left.total(), errors)


Kinds = Counter[tuple[str, str]]
"""Numbers of messages left out, by severity and rule."""


def _kept(
    plain: Iterable[Message], broken: Iterable[Breach]
) -> tuple[list[Message | Breach], Kinds]:
    """Return the messages to report, errors first, and the number left out already."""
    kept: dict[str, list[Message | Breach]] = {one: [] for one in _SEVERITIES}
    for said in plain:
        kept[said.severity].append(said)
    alike: Counter[int] = Counter()
    left: Kinds = Counter()
    for breach in broken:
        limit = breach.limit
        these = kept[limit.severity]
        if len(these) >= MOST_MESSAGES or alike[id(limit)] >= MOST_ALIKE:
            left[_kind(breach)] += 1
        else:
            alike[id(limit)] += 1
            these.append(breach)
    return [one for severity in _SEVERITIES for one in kept[severity]], left


def _kind(one: Message | Breach) -> tuple[str, str]:
    if isinstance(one, Message):
        return one.severity, one.rule
    return one.limit.severity, one.limit.title


def _as_message(tree: Tree, one: Message | Breach) -> Message:
    return one if isinstance(one, Message) else message(tree, marked(tree, one))


def _rest(left: Kinds) -> Message:
    """Return the one message in place of all that are left out."""
    worst = min(_SEVERITIES.index(severity) for severity, _ in left)
    text = f"And {left.total():,} more: {', '.join(_kind_names(left))}."
    return Message(MORE, _SEVERITIES[worst], "", text, TITLE, "")


def _kind_names(left: Kinds) -> Iterator[str]:
    rules: Counter[str] = Counter()
    for (_, rule), number in left.items():
        rules[rule] += number
    named = rules.most_common(MOST_NAMED)
    yield from (f"{rule} ({number:,})" for rule, number in named)
    others = rules.total() - sum(number for _, number in named)
    if others:
        yield f"others ({others:,})"


# -- repeated messages: of several about one defect, one is kept -----------------------

_RANKS = {"": 0, "option-count": 1, "slot": 2, "unit-size": 3}
"""The order of equally tight limits: the lower is reported, "" for own words."""


def without_repeats(
    tree: Tree, plain: Iterable[Message], broken: Iterable[Breach]
) -> tuple[list[Message], list[Breach]]:
    """Return messages and breaches without those that repeat another.

    What a pack adds repeats nothing of the game or its books, nor they of it: whoever
    wrote a rule finds the armies that break it.

    Parameters
    ----------
    tree : Tree
    plain : iterable of Message
        What is said of every roster, of hands among it.
    broken : iterable of Breach
        In the order in which they are told.
    """
    these, counted = [*broken], _Counted(tree)
    printed = [one for one in these if one.limit.origin != ADDED]
    added = [one for one in these if one.limit.origin == ADDED]
    repeats = chain(_repeats(printed, counted), _repeats(added, counted))
    silent = {id(one) for one in repeats}
    told = _told_by_limits(printed, counted)
    said = [one for one in plain if told.get(one.code, set()).isdisjoint(one.marks)]
    return said, [one for one in these if id(one) not in silent]


def _repeats(these: Sequence[Breach], counted: "_Counted") -> Iterator[Breach]:
    """Yield breaches that repeat another of these."""
    past = _past(these)
    yield from _silent(past, counted)
    yield from _returned(past, counted)
    yield from _lacking_as_unit(filter(_is_lacking, these))


def _told_by_limits(
    these: Sequence[Breach], counted: "_Counted"
) -> dict[str, set[str]]:
    """Return the places where limits say what a plain message says, by its code."""
    return {
        "never-equipped": {one.node.path for one in these if _is_lacking(one)},
        "one-unit-an-entry": {
            counted.tree.nodes[min(sign)].path
            for one in _past(these)
            if one.node.unit is not None and len(sign := counted.of(one)) == 1
        },
    }


def _past(these: Sequence[Breach]) -> list[Breach]:
    """Return the errors past a maximum."""
    return [one for one in these if one.over and one.limit.severity == ERROR]


def _is_lacking(breach: Breach) -> bool:
    return bool(breach.short) and breach.limit.severity == ERROR


def _lacking_as_unit(breaches: Iterable[Breach]) -> Iterator[Breach]:
    """Yield breaches of a unit's part where the unit itself lacks the same.

    That is so where whatever the unit may choose to have enough is also what the other
    limit asks for, such as a mount for a knight and for his lance.
    """
    lacking = [one for one in breaches if one.limit.query.count == "selections"]
    of_units: defaultdict[Node, list[Breach]] = defaultdict(list)
    for one in lacking:
        if one.node is one.node.unit:
            of_units[one.node].append(one)
    for one in lacking:
        unit = one.node.unit
        if unit is None or one.limit.query.within != "unit" or one.node is unit:
            continue
        if any(_would_do(other, one) for other in of_units.get(unit, ())):
            yield one


def _would_do(above: Breach, below: Breach) -> bool:
    """Return whether a choice for the unit's limit would fulfil the other, too."""
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
    """The selections that breaches count, as numbers of nodes; none for other counts.

    Equal sets are one and the same value, and what one query found is looked at once:
    there may be very many breaches of few kinds.
    """

    tree: Tree
    known: dict[tuple[int, object], frozenset[int]] = field(default_factory=dict)
    equal: dict[frozenset[int], frozenset[int]] = field(default_factory=dict)

    def of(self, breach: Breach) -> frozenset[int]:
        query = breach.limit.query
        members = count_of(query.count).members
        if members is None:
            return frozenset()
        these = found(self.tree, breach.node, query)
        # The tree keeps what a query found, so its id is not given away.
        sought = (id(these), members)
        if sought not in self.known:
            counts = frozenset(members(self.tree, these))
            self.known[sought] = self.equal.setdefault(counts, counts)
        return self.known[sought]


Alike = tuple[Points, Node | None, int]
"""Breaches that count the same: how many, within which unit, which selections."""


@dataclass(slots=True)
class _Rivals:
    """Of breaches that count the same: the tightest bound, the first at each bound."""

    tightest: Points
    first: dict[Points, tuple[int, int]] = field(default_factory=dict)

    def add(self, one: Breach, place: int) -> None:
        high, sign = one.high or 0, (_rank(one), place)
        self.tightest = min(self.tightest, high)
        self.first[high] = min(sign, self.first.get(high, sign))

    def tell(self, one: Breach, place: int) -> bool:
        """Return whether one of them is reported instead of a breach."""
        high, rank = one.high or 0, _rank(one)
        if rank and self.tightest < high:
            return True
        if not rank and not high:
            return False  # Two rules that forbid a thing are two reasons.
        return high in self.first and self.first[high] < (rank, place)


def _silent(past: Sequence[Breach], counted: _Counted) -> Iterator[Breach]:
    """Yield breaches of a maximum that another breach contains."""
    number = Counter((one.count, one.node.unit) for one in past)
    several = [
        (place, one, sign)
        for place, one in enumerate(past)
        if number[one.count, one.node.unit] + number[one.count, None] > 1
        and (sign := counted.of(one))
    ]
    rivals: dict[Alike, _Rivals] = {}
    for place, one, sign in several:
        alike = (one.count, one.node.unit, id(sign))
        rivals.setdefault(alike, _Rivals(one.high or 0)).add(one, place)
    for place, one, sign in several:
        keys = ((one.count, unit, id(sign)) for unit in {one.node.unit, None})
        if any(key in rivals and rivals[key].tell(one, place) for key in keys):
            yield one


MOST_RETURNED = 12
"""Most selections counted by a limit that are searched for one that it returns."""


def _returned(past: Sequence[Breach], counted: _Counted) -> Iterator[Breach]:
    """Yield breaches that turn an earlier one round: two that forbid each other."""
    told: defaultdict[tuple[str, int], list[Breach]] = defaultdict(list)
    for one in past:
        if one.high == 0 and one.count <= MOST_RETURNED:
            key, place = one.limit.key, one.node.order
            others = [b for node in counted.of(one) for b in told.get((key, node), ())]
            if any(place in counted.of(other) for other in others):
                yield one
            told[key, place].append(one)


def _rank(breach: Breach) -> int:
    limit = breach.limit
    return _RANKS[limit.key if limit.origin == RANGE else ""]

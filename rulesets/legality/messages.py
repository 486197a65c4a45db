"""The messages of an army that are reported, errors first, up to a cap."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulesets.legality.limit_messages import message
from rulesets.legality.limits import Breach, marked
from rulesets.legality.repeated_messages import without_repeats
from rulesets.legality.tree import Tree
from rulesets.reviews.review import ERROR, INFO, MORE, WARNING, Message

MOST_MESSAGES = 500
"""How many messages of one army are told; an army with more is no more illegal."""

MOST_ALIKE = 200
"""How often one limit is told, so that it does not hide the others."""

MOST_NAMED = 5
"""How many of the rules are named that the messages left out are of."""

TITLE = "Messages that are not told one by one"
"""The rule of the message that stands for those left out."""

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
"""How many were left out, by severity and rule."""


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

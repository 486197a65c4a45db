"""Fixes: edits that are tried on the engine before they are offered."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulesets.book import Books
from rulesets.edit import Edit, EditError, Switch, apply_all
from rulesets.legality.engine import Verdict, verdict
from rulesets.legality.ideas import Idea, budgets, ideas_for
from rulesets.pack import Pack
from rulesets.points import Points
from rulesets.review import INFO, Fix, Message, Review

MOST_TRIED = 40
"""How many edits are tried for one message."""

MOST_REVIEWS = 300
"""How many edits are tried for all messages of one army."""

MOST_WORK = 60_000
"""How many selections are looked at in all trials together, for large armies."""

MOST_OFFERED = 4
"""How many fixes a message carries."""


def with_fixes(now: Review, books: Books, pack: Pack | None = None) -> Review:
    """Return a review whose messages carry the fixes that were found.

    A fix is offered only if, tried on the engine, its message is gone and the army has
    no more errors than before. The ones that make the army legal come first, then
    those that keep the most points. Where nothing but playing without the rule does
    away with a message, what brings it nearer is offered behind that.
    """
    rules = now.game.pack if pack is None else pack
    codes = budgets(rules)
    left = _trials(now, rules)
    share = max(4, left // max(1, len(now.messages)))
    messages: list[Message] = []
    for message in now.messages:
        if not left:
            messages += now.messages[len(messages) :]
            break
        if message.severity == INFO:
            messages.append(message)
            continue
        is_budget = message.code in codes
        found = ideas_for(now, books, message, rules, is_budget=is_budget)
        ideas = _distinct(found, min(share, left, MOST_TRIED))
        left -= len(ideas)
        tried = (_tried(now, books, pack, message, idea) for idea in ideas)
        ranked = sorted((t for t in tried if t is not None), key=lambda t: t[0])
        messages.append(replace(message, fixes=_offered(ranked)))
    return replace(now, messages=tuple(messages))


def _trials(now: Review, pack: Pack) -> int:
    """Return how many edits are tried for an army.

    They are fewer for a very large one, for one with very many messages, and under a
    pack whose rules are asked at every selection.
    """
    lines = sum(1 for _ in now.lines())
    often = len(pack.changes) + sum(1 for limit in pack.limits if limit.each)
    work = lines * (2 + often) // 2 + len(now.messages)
    return min(MOST_REVIEWS, MOST_WORK // max(1, work))


def _distinct(ideas: Iterable[Idea], most: int) -> list[Idea]:
    """Return the first ideas, without those that do the same in other words."""
    told: dict[tuple[Edit, ...], Idea] = {}
    for idea in ideas:
        if len(told) >= most:
            break
        told.setdefault(idea.edits, idea)
    return list(told.values())


Rank = tuple[bool, bool, int, Points, int, Points]
"""What orders fixes.

Those that only come nearer last, then legal ones, the idea's own rank, how far the
message is still off, errors left, points kept.
"""


def _offered(ranked: Sequence[tuple[Rank, Fix]]) -> tuple[Fix, ...]:
    """Return the best fixes; those that come nearer only if no others change units."""
    solving = [fix for (is_nearer, *_), fix in ranked if not is_nearer]
    if any(not isinstance(edit, Switch) for fix in solving for edit in fix.edits):
        return tuple(solving[:MOST_OFFERED])
    told: dict[str, Fix] = {}
    for _, fix in ranked:
        told.setdefault(fix.text, fix)
    return tuple(told.values())[:MOST_OFFERED]


def _tried(
    now: Review, books: Books, pack: Pack | None, message: Message, idea: Idea
) -> tuple[Rank, Fix] | None:
    """Return what an idea does, tried on the engine; none if it does not help."""
    try:
        roster = apply_all(now.roster, idea.edits)
    except EditError:
        return None
    then = verdict(roster, books, pack)
    helps, is_nearer = _helps(now, then, message), _is_nearer(now, then, message)
    if not helps and not is_nearer:
        return None
    errors = then.errors
    fix = Fix(idea.text, idea.edits, then.points, then.legal, errors)
    lack = 0 if helps else _off(then.messages, message)
    return (not helps, not then.legal, idea.rank, lack, errors, -then.points), fix


def _helps(now: Review, then: Verdict, message: Message) -> bool:
    """Return whether a message is gone and nothing else has gone wrong instead."""
    if then.errors > now.errors:
        return False
    if any((m.where, m.text) == (message.where, message.text) for m in then.messages):
        return False
    return _told(then.messages, message) < _told(now.messages, message)


def _is_nearer(now: Review, then: Verdict, message: Message) -> bool:
    """Return whether less is missing or too much, and nothing is wrong that was not."""
    known = {(m.code, m.rule, m.where) for m in now.messages}
    if then.errors > now.errors or any(
        (m.code, m.rule, m.where) not in known for m in then.messages
    ):
        return False
    if _told(then.messages, message) > _told(now.messages, message):
        return False
    return _off(then.messages, message) < _off(now.messages, message)


def _told(messages: Iterable[Message], message: Message) -> int:
    """Return how often a rule is told."""
    return sum(_same(message, other) for other in messages)


def _off(messages: Iterable[Message], message: Message) -> Points:
    """Return how far an army is off what a rule asks for at the place of a message."""
    off: Points = 0
    for other in messages:
        if _same(message, other) and other.where == message.where:
            off += max(other.off, -other.off)
    return off


def _same(message: Message, other: Message) -> bool:
    return (message.code, message.rule) == (other.code, other.rule)

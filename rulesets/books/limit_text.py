"""Limits, amounts and conditions of a book in words, for readers of the book.

`rulesets.legality.limit_messages` says what an army breaks; here stands what is asked
of every army, before there is one: ``Magic items: at most 100 points``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rulesets.books.book import Book
from rulesets.books.entries import every_entry
from rulesets.core.points import POINTS, Currency, points_text
from rulesets.core.query import Amount, Condition, Limit, Query, Term
from rulesets.game import Game
from rulesets.legality.counts import count_of
from rulesets.packs.pack import Pack

SCOPES: Mapping[str, str] = {
    "self": "",
    "parent": "beside it",
    "bearer": "of its bearer",
    "unit": "in the unit",
    "force": "in the force",
    "army": "in the army",
}
"""Names of the places where a query looks."""

KINDS: Mapping[str, str] = {
    "unit": "units",
    "model": "models",
    "option": "options",
    "item": "items",
    "mount": "mounts",
    "spell": "spells",
    "force": "forces",
    "own": "the army's own force",
    "ally": "allied forces",
    "companion": "forces that serve the army",
    "army": "the army",
}
"""Names of the kinds of the tree."""


_RANKS: Mapping[str, str] = {
    "kind:own": "the army's own",
    "kind:ally": "an allied one",
    "kind:companion": "one that serves the army",
}
"""Names of the ranks of forces in an army."""


@dataclass(frozen=True, slots=True)
class BookNames:
    """The names of the keys of a book and of its game.

    Parameters
    ----------
    entries, tags, slots, rules, switches, figures : mapping
        Names by key: of units, options and items; of categories and types; of groups
        of options; of special rules; of switches; of characteristics.
    game : str
        Key of the game, with which the keys of its books begin.
    currency : Currency
        What its points are called.
    """

    entries: Mapping[str, str]
    tags: Mapping[str, str]
    slots: Mapping[str, str]
    rules: Mapping[str, str]
    switches: Mapping[str, str]
    figures: Mapping[str, str]
    game: str = ""
    currency: Currency = POINTS

    def target(self, target: str) -> str:
        """Return the name of a target of a query."""
        if target.startswith("#"):
            return self.tags.get(target[1:], plain(target[1:]))
        kind, colon, key = target.partition(":")
        if not colon:
            fixed = {"*": "everything", "same": "the same"}
            return fixed.get(target) or self.entry(target)
        if kind == "kind":
            return KINDS.get(key, plain(key))
        known = self.slots if kind == "slot" else self.rules
        name = known.get(key, plain(key))
        return name if kind == "slot" else f"anything with {name}"

    def entry(self, key: str) -> str:
        """Return the name of an entry, or of another book of the game."""
        start, _, rest = key.partition("-")
        if key not in self.entries and rest and start == self.game:
            return plain(rest).capitalize()
        return self.entries.get(key, plain(key))


def names(game: Game | None, *books: Book) -> BookNames:
    """Return the names of the keys of some books of a game."""
    entries: dict[str, str] = {}
    tags: dict[str, str] = {}
    slots: dict[str, str] = {}
    rules: dict[str, str] = {}
    switches: dict[str, str] = {}
    if game is not None:
        tags |= {kind.key: kind.name for kind in game.unit_types.values()}
        rules |= {rule.key: rule.name for rule in game.rules.values()}
        switches |= _switches(game.pack)
    for book in books:
        entries |= {item.key: item.name for item in book.items.values()}
        tags |= {category.key: category.name for category in book.categories}
        rules |= {rule.key: rule.name for rule in book.rules.values()}
        switches |= {switch.key: switch.title for switch in book.switches}
        switches |= {
            limit.key: limit.title for limit in book.limits if limit.switchable
        }
        slots |= {slot.key: slot.name for slot in book.slots}
        for entry in every_entry(book):
            entries.setdefault(entry.key, entry.name)
            slots |= {slot.key: slot.name for slot in entry.slots}
        tags = {**_telling_tags(book), **tags}
    known = game.characteristics if game is not None else ()
    figures = {figure.key: figure.name for figure in known}
    key = game.key if game is not None else ""
    currency = game.currency if game is not None else POINTS
    return BookNames(entries, tags, slots, rules, switches, figures, key, currency)


def _telling_tags(book: Book) -> dict[str, str]:
    """Return the tags that one thing alone has, with its name."""
    found: dict[str, set[str]] = {}
    for entry in every_entry(book):
        for key in entry.keys:
            if key.startswith("#"):
                found.setdefault(key[1:], set()).add(entry.name)
    for item in book.items.values():
        for tag in item.tags:
            found.setdefault(tag, set()).add(item.name)
    return {tag: min(these) for tag, these in found.items() if len(these) == 1}


def _switches(pack: Pack) -> dict[str, str]:
    limits = {limit.key: limit.title for limit in pack.limits if limit.switchable}
    return {**limits, **{switch.key: switch.title for switch in pack.switches}}


def plain(key: str) -> str:
    """Return a key as words."""
    return key.replace("-", " ")


def limit_words(limit: Limit, known: BookNames) -> str:
    """Return a limit in words: `Steam Tank in the force: at most 1`."""
    text = _only_for(limit, known) or _demanded(limit, known)
    if limit.each:
        text = f"for each of {_targets(limit.each, known)}, {text}"
    if limit.when is not None:
        text += f", while {condition_words(limit.when, known)}"
    return text[:1].upper() + text[1:]


def _demanded(limit: Limit, known: BookNames) -> str:
    bounds = bounds_words(limit.min, limit.max, known)
    text = f"{_subject(limit.query, known)}: {bounds}"
    if limit.query.where is not None:
        text += f", counting those where {condition_words(limit.query.where, known)}"
    return text


def _only_for(limit: Limit, known: BookNames) -> str:
    """Return the armies that alone may have a thing: `only for Skaven`; "" for all."""
    query, where = limit.query, limit.query.where
    if query.of != ("kind:own",) or limit.max != Amount() or limit.min is not None:
        return ""
    if where is None:
        return "only for armies of other books"
    theirs = where.none[0].query if len(where.none) == 1 else None
    if theirs is None or theirs.within != "self":
        return ""
    *first, last = (known.target(one) for one in theirs.of)
    return f"only for {', '.join(first)}{' and ' * bool(first)}{last}"


def amount_words(amount: Amount, known: BookNames) -> str:
    """Return an amount: `1 and 1 for every 1,000 points agreed on, at most 5`."""
    parts = [_term(term, known) for term in amount.terms]
    if amount.base > 0 or not parts:
        parts.insert(0, points_text(amount.base))
    text = " and ".join(parts)
    if amount.base < 0 and amount.terms:
        text += f", less {points_text(-amount.base)}"
    if amount.least is not None:
        text += f", at least {points_text(amount.least)}"
    if amount.most is not None:
        text += f", at most {points_text(amount.most)}"
    return text


def condition_words(condition: Condition, known: BookNames) -> str:
    """Return a condition: `there is no mount in the unit`."""
    for several, joint in ((condition.all, " and "), (condition.any, " or ")):
        if several:
            return joint.join(condition_words(one, known) for one in several)
    if condition.none:
        return " and ".join(_denied(one, known) for one in condition.none)
    if condition.switch:
        name = known.switches.get(condition.switch, plain(condition.switch))
        return f"“{name}” is on"
    if condition.query is None:
        return "nothing is asked"
    return _compared(condition, condition.query, known)


def _denied(condition: Condition, known: BookNames) -> str:
    there, query = _existing(condition), condition.query
    if there is not None and query is not None:
        return _there_is(query, known, there=not there)
    if condition.switch:
        return f"{condition_words(condition, known).removesuffix(' on')} off"
    return f"not: {condition_words(condition, known)}"


def _existing(condition: Condition) -> bool | None:
    """Return true for `at least one`, false for `at most none`, else none."""
    query = condition.query
    if query is None or count_of(query.count).members is None:
        return None
    if condition.at_least == Amount(base=1) and condition.at_most is None:
        return True
    if condition.at_most == Amount() and condition.at_least is None:
        return False
    return None


def _compared(condition: Condition, query: Query, known: BookNames) -> str:
    there = _existing(condition)
    if there is not None:
        return _there_is(query, known, there=there)
    bounds = bounds_words(condition.at_least, condition.at_most, known)
    return f"{_with_where('', query, known)} is {bounds}"


def _there_is(query: Query, known: BookNames, *, there: bool) -> str:
    """Return that a target exists, or that none does; of a force, its rank."""
    is_force = query.within == "force" and query.where is None and len(query.of) == 1
    rank = _RANKS.get(query.of[0], "") if is_force else ""
    if rank:
        return f"the force is {'not ' * (not there)}{rank}"
    return _with_where(f"there is {'no ' * (not there)}", query, known)


def _with_where(start: str, query: Query, known: BookNames) -> str:
    text = f"{start}{_subject(query, known)}"
    if query.where is None:
        return text
    return f"{text} where {condition_words(query.where, known)}"


def bounds_words(low: Amount | None, high: Amount | None, known: BookNames) -> str:
    """Return a minimum and a maximum: `at least 1 and at most 3`."""
    if low is not None and low == high:
        return f"exactly {amount_words(low, known)}"
    if low in (None, Amount()) and high == Amount():
        return "none"
    parts = []
    if low is not None:
        parts.append(f"at least {amount_words(low, known)}")
    if high is not None:
        parts.append(f"at most {amount_words(high, known)}")
    return " and ".join(parts)


def _subject(query: Query, known: BookNames) -> str:
    """Return the count of a query with its scope."""
    if not count_of(query.count).finds:
        return _counted(query, known)
    where = SCOPES.get(query.within)
    if where is None:
        where = f"in {known.entry(query.within)}"
    return f"{_counted(query, known)} {where}".strip()


def _counted(query: Query, known: BookNames) -> str:
    what = _targets(query.of, known)
    count = count_of(query.count)
    if count.key == "models" and what in ("models", "everything", "units"):
        return count.many
    _, _, key = query.count.partition(":")
    figure = f"{count.figure} {known.figures.get(key, plain(key))}"
    noun = count.noun(known.currency)
    return count.subject.format(noun=noun, what=what, figure=figure)


def _targets(targets: Iterable[str], known: BookNames) -> str:
    return " or ".join(dict.fromkeys(known.target(target) for target in targets))


def _term(term: Term, known: BookNames) -> str:
    subject = _subject(term.query, known)
    if term.every == 1 and 0 < term.times < 1:
        return f"{points_text(term.times * 100)} % of the {subject}"
    if term.times == term.every == 1:
        return f"as many as {subject}"
    if term.every == 1:
        return f"{points_text(term.times)} for each of {subject}"
    return f"{points_text(term.times)} for every {points_text(term.every)} {subject}"

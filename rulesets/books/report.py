"""A report on a book: the status of each of its rules.

Nobody has to take silence for a check: every limit that is asked of an army, every
change that is made, every special rule, and every printed rule that is only shown or
left out stands here, with its source.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulesets.books.book import Book, Entry
from rulesets.books.entries import every_entry, listed_branches, own_branches
from rulesets.combats import status_of
from rulesets.core.query import RANGE, Change, Limit
from rulesets.core.special_rule import EXACT, NO_DICE, NOT_MODELLED, PARTLY
from rulesets.games import find_game
from rulesets.packs.pack import Pack
from rulesets.sentences.book_words import BookWords, reader_words
from rulesets.sentences.engine_rules import amount_text, change_text, limit_text
from rulesets.sentences.places import ARMY, FORCE, Bringer
from rulesets.sentences.teller import attribute_words

ENFORCED, SAMPLED, ADVISORY = "enforced", "sampled", "advisory"

STATUSES = (ENFORCED, EXACT, PARTLY, SAMPLED, NO_DICE, ADVISORY, NOT_MODELLED)
"""Treatments of a rule, the fullest first.

``enforced``: an army that breaks it is told so, or the rule is applied to the army;
``exact`` and ``sampled``: it counts in match-ups, worked out so; ``partly``: some of it
does, and the rest is named; ``no dice``: it has no part in any match-up;
``advisory``: it is shown to the player; ``not modelled``: it is named, and left out.
"""

RANGES = "Sizes of units, and how many of each option and group"
"""Title of the one line for every range that a unit or an option prints."""


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A rule and its status.

    Parameters
    ----------
    status : str
        One of `STATUSES`.
    kind : str
        ``composition`` (of the game), ``limit``, ``change``, ``switch``, ``tally``,
        ``range``, ``printed`` or ``special rule``.
    title, source : str
        The rule as it is printed, and where.
    where : str
        What it belongs to, such as a unit; "" for the whole book.
    text : str
        What it demands or does, in words.
    """

    status: str
    kind: str
    title: str
    source: str
    where: str = ""
    text: str = ""


def report(book: Book) -> tuple[ReportLine, ...]:
    """Return the status of each rule of a book, equal lines once.

    Parameters
    ----------
    book : Book
        Of a game that is known here, else the game's own rules are left out.

    Returns
    -------
    tuple of ReportLine
        In the order of the book, the composition of its game first.
    """
    game = find_game(book.game)
    known = reader_words(game, book)
    lines: list[ReportLine] = []
    if game is not None:
        lines += _composition(game.pack, known)
    lines += _of_the_book(book, known)
    for piece in book.items.values():
        by = Bringer("item", piece.name)
        lines += _of_a_part(piece.name, piece.limits, piece.changes, known, by)
    for place, entry in _placed(book):
        item = book.items.get(entry.item)
        limits = [x for x in entry.limits if item is None or x not in item.limits]
        changes = [x for x in entry.changes if item is None or x not in item.changes]
        by = Bringer(entry.kind, entry.name)
        lines += _of_a_part(place, limits, changes, known, by)
    lines += _ranges(book)
    lines += [
        ReportLine(
            printed.status, "printed", printed.title, printed.source, "", printed.text
        )
        for printed in book.printed
    ]
    lines += _special_rules(book)
    return tuple(dict.fromkeys(lines))


def totals(lines: Iterable[ReportLine]) -> dict[str, int]:
    """Return how many lines there are of each status."""
    counted = dict.fromkeys(STATUSES, 0)
    for line in lines:
        counted[line.status] += 1
    return counted


def _composition(pack: Pack, known: BookWords) -> Iterator[ReportLine]:
    for limit in pack.limits:
        yield _limit_line("composition", pack.name, limit, known, ARMY)
    for change in pack.changes:
        yield _change_line(pack.name, change, known, ARMY)
    for switch in pack.switches:
        text = switched(on=switch.on)
        yield ReportLine(
            ENFORCED, "switch", switch.title, switch.source, pack.name, text
        )
    for tally in pack.tallies:
        text = amount_text(tally.amount, known, ARMY)
        yield ReportLine(ENFORCED, "tally", tally.title, tally.source, pack.name, text)


def _of_the_book(book: Book, known: BookWords) -> Iterator[ReportLine]:
    yield from _of_a_part("", book.limits, book.changes, known, FORCE)
    for switch in book.switches:
        text = switched(on=switch.on)
        yield ReportLine(ENFORCED, "switch", switch.title, switch.source, "", text)
    for tally in book.tallies:
        text = amount_text(tally.amount, known, FORCE)
        yield ReportLine(ENFORCED, "tally", tally.title, tally.source, "", text)


def _of_a_part(
    where: str,
    limits: Iterable[Limit],
    changes: Iterable[Change],
    known: BookWords,
    by: Bringer,
) -> Iterator[ReportLine]:
    for limit in limits:
        if limit.origin != RANGE:
            yield _limit_line("limit", where, limit, known, by)
    for change in changes:
        if change.title:
            yield _change_line(where, change, known, by)


def _limit_line(
    kind: str, where: str, limit: Limit, known: BookWords, by: Bringer
) -> ReportLine:
    text = f"{limit_text(limit, known, by)}."
    if limit.switchable:
        text += f" {switched(on=limit.on).capitalize()}."
    if limit.severity != "error":
        text += f" Told as {'a warning' if limit.severity == 'warning' else 'a hint'}."
    return ReportLine(ENFORCED, kind, limit.title, limit.source, where, text)


def _change_line(
    where: str, change: Change, known: BookWords, by: Bringer
) -> ReportLine:
    title = change.title or f"Change of {attribute_words(change.attribute, known)}"
    text = f"{change_text(change, known, by)}."
    return ReportLine(ENFORCED, "change", title, change.source, where, text)


def switched(*, on: bool) -> str:
    """Return how a rule stands that players may switch."""
    return "unless switched off" if on else "if switched on"


def _placed(book: Book) -> Iterator[tuple[str, Entry]]:
    """Yield everything that a book offers with the name of its place."""
    for branch in (*listed_branches(book), *own_branches(book)):
        yield ": ".join(entry.name for entry in branch), branch[-1]


def _ranges(book: Book) -> Iterator[ReportLine]:
    own = [limit for limit in book.limits if limit.origin == RANGE]
    found = [limit for entry in every_entry(book) for limit in entry.limits]
    count = len([limit for limit in (*own, *found) if limit.origin == RANGE])
    if count:
        text = f"{count:,} ranges, each asked where it is printed."
        yield ReportLine(ENFORCED, "range", RANGES, book.source, "", text)


def _special_rules(book: Book) -> Iterator[ReportLine]:
    """Yield the special rules that the book gives or carries, by name."""
    game = find_game(book.game)
    printed = game.rules if game is not None else {}
    of_hands = game.hands.rules if game is not None and game.hands else frozenset()
    carried = {use.key for entry in every_entry(book) for use in entry.rules}
    carried |= {use.key for item in book.items.values() for use in item.rules}
    found: list[ReportLine] = []
    for key in sorted({*carried, *book.rules}):
        rule = book.rules.get(key) or printed.get(key)
        if rule is None:
            continue
        done = (
            NOT_MODELLED if game is None else status_of(game, key, book.rules.get(key))
        )
        done = ENFORCED if key in of_hands else done
        found.append(
            ReportLine(done, "special rule", rule.name, rule.source, "", rule.summary)
        )
    yield from sorted(found, key=lambda line: line.title.casefold())

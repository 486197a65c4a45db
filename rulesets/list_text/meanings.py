"""Meanings: the words of clauses, cut into pieces that names of an index explain."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulesets.list_text.clauses import Clause, WrittenWord
from rulesets.list_text.list_values import LIKELY, OPEN, SURE
from rulesets.list_text.name_index import NameIndex
from rulesets.list_text.vocabulary import FILLERS, NUMBERS
from rulesets.list_text.words import Words

MOST_TARGETS = 12
"""Most targets among which the likeliest is guessed; among more none is."""

MOST_NEAR = 3
"""Targets that are offered where nothing fits."""

_LONGEST_PIECE = 4
"""Longest word that is joined with others to a name cut short [letters]."""

_MOST_JOINED = 4
"""Clauses that one name may run through: club, mace or hammer."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A piece of a line with all that it may mean.

    Parameters
    ----------
    raw : str
        The piece as written.
    words : tuple of str
    targets : tuple of str
        Keys of what it may be, the likeliest first; none where it buys nothing.
    confidence : str
        ``sure`` where every target is called so; which of several it is, its place
        says.
    count : int, optional
    inner : tuple of Clause
        What stands in brackets after it.
    is_of_part : bool
        True where some models have it: 5 with bows.
    """

    raw: str
    words: Words
    targets: tuple[str, ...]
    confidence: str
    count: int | None = None
    inner: tuple[Clause, ...] = ()
    is_of_part: bool = False


def meanings(these: Sequence[Clause], names: NameIndex) -> Iterator[Meaning]:
    """Yield the meanings of clauses, in order."""
    at = 0
    while at < len(these):
        joined = _joined(these, at, names)
        if joined is not None:
            taken, meaning = joined
            yield meaning
            at += taken
            continue
        yield from clause_meanings(these[at], names)
        at += 1


def _joined(
    these: Sequence[Clause], at: int, names: NameIndex
) -> tuple[int, Meaning] | None:
    """Return how many clauses one name runs through, and its meaning; or none."""
    for end in range(min(at + _MOST_JOINED, len(these)), at + 1, -1):
        part = these[at:end]
        if any(one.inner for one in part[:-1]):
            continue
        count, rest = leading_count(tuple(w for one in part for w in one.words))
        words = tuple(word.text for word in rest if word.text)
        raw = ", ".join(one.raw for one in part)
        if found := names.whole(words):
            return end - at, Meaning(raw, words, found, SURE, count, part[-1].inner)
        if _are_pieces(words, names) and (found := names.cut_short(words)):
            return end - at, Meaning(raw, words, found, LIKELY, count, part[-1].inner)
    return None


def _are_pieces(words: Words, names: NameIndex) -> bool:
    """Return whether words are short, and one of them says nothing by itself: HW&S."""
    is_short = all(len(word) <= _LONGEST_PIECE for word in words)
    return is_short and not all(names.whole((word,)) for word in words)


def leading_count(
    words: tuple[WrittenWord, ...],
) -> tuple[int | None, tuple[WrittenWord, ...]]:
    """Return how many words say at their start, or with x at the end; and the rest."""
    telling = tuple(word for word in words if word.text or word.times)
    if len(telling) > 1 and telling[0].times:
        return telling[0].times, telling[1:]
    if len(telling) > 1 and telling[-1].times:
        return telling[-1].times, telling[:-1]
    if len(telling) > 1 and telling[0].text.isdigit():
        return int(telling[0].text[:6]), telling[1:]
    return None, telling


def clause_meanings(clause: Clause, names: NameIndex) -> Iterator[Meaning]:
    """Yield the meanings of one clause; its brackets go with the last."""
    found = [
        replace(piece, is_of_part=clause.is_of_part) for piece in _pieces(clause, names)
    ]
    if clause.inner:
        last = next((i for i in reversed(range(len(found))) if found[i].targets), None)
        if last is None:
            found.append(Meaning("", (), (), SURE, inner=clause.inner))
        else:
            found[last] = replace(found[last], inner=clause.inner)
    yield from found


def _pieces(clause: Clause, names: NameIndex) -> Iterator[Meaning]:
    count, rest = leading_count(clause.words)
    words = tuple(word.text for word in rest if word.text)
    whole = _whole_clause(clause.raw, words, names)
    if whole is not None:
        numbered = tuple(w.text for w in clause.words if w.text)
        exact = names.whole(numbered) if numbered != words else ()
        if exact:
            yield Meaning(clause.raw, numbered, exact, SURE)
        else:
            yield replace(whole, count=count)
        return
    yield from _scanned(clause.words, names)


def _whole_clause(raw: str, words: Words, names: NameIndex) -> Meaning | None:
    """Return the meaning of a clause that is one name, or surely part of one."""
    if found := names.whole(words):
        return Meaning(raw, words, found, SURE)
    telling = tuple(word for word in words if word not in FILLERS)
    if telling != words and (found := names.whole(telling)):
        return Meaning(raw, telling, found, SURE)
    found = names.part(telling)
    if len(found) == 1:
        return Meaning(raw, telling, found, SURE)
    return None


def _scanned(words: tuple[WrittenWord, ...], names: NameIndex) -> Iterator[Meaning]:
    """Yield the names that stand in words one after another, and what is between."""
    these = [word for word in words if word.text or word.times]
    unknown: list[WrittenWord] = []
    count: int | None = None
    at = 0
    while at < len(these):
        length = _longest(these, at, names)
        if not length and not _is_count(these, at):
            unknown.append(these[at])
            at += 1
            continue
        if unknown:
            yield from _guessed(unknown, names, count)
            unknown, count = [], None
        if length:
            piece = these[at : at + length]
            found = names.whole(tuple(word.text for word in piece))
            yield _meaning(piece, found, SURE, count)
            count = None
        else:
            word = these[at]
            count = word.times or NUMBERS.get(word.text) or int(word.text[:6])
        at += max(1, length)
    yield from _guessed(unknown, names, count)


def _is_count(these: list[WrittenWord], at: int) -> bool:
    """Return whether a word says how many of what comes after it."""
    word = these[at]
    is_number = word.text.isdigit() or word.text in NUMBERS
    return bool(word.times) or (is_number and at + 1 < len(these))


def _longest(these: list[WrittenWord], at: int, names: NameIndex) -> int:
    """Return the number of words from a place on that are one name; 0 for none."""
    for length in range(min(names.longest, len(these) - at), 0, -1):
        piece = these[at : at + length]
        if any(word.times for word in piece):
            continue
        if names.whole(tuple(word.text for word in piece)):
            return length
    return 0


def _meaning(
    piece: Sequence[WrittenWord], targets: tuple[str, ...], sure: str, count: int | None
) -> Meaning:
    words = tuple(word.text for word in piece)
    raw = " ".join(word.raw for word in piece)
    return Meaning(raw, words, targets, sure, count)


def _guessed(
    unknown: Sequence[WrittenWord], names: NameIndex, count: int | None
) -> Iterator[Meaning]:
    """Yield what words may mean that are no name: a part of one, or a misspelt one."""
    telling = [word for word in unknown if not _says_nothing(word)]
    if not telling:
        return
    words = tuple(word.text for word in telling)
    raw = " ".join(word.raw for word in telling)
    targets, sure = guess(words, names)
    yield Meaning(raw, words, targets, sure, count)


def _says_nothing(word: WrittenWord) -> bool:
    return word.text in FILLERS or word.text.isdigit() or not word.text


def guess(
    words: Words, names: NameIndex, *, may_be_short: bool = True
) -> tuple[tuple[str, ...], str]:
    """Return the targets that words may stand for, and how surely they do."""
    found = names.part(words)
    if found:
        few = len(found) <= MOST_TARGETS
        sure = SURE if len(found) == 1 else LIKELY if few else OPEN
        return found[:MOST_TARGETS], sure
    if may_be_short and (found := names.cut_short(words)):
        return found[:MOST_TARGETS], LIKELY if len(found) <= MOST_TARGETS else OPEN
    for spelt in names.corrected(words):
        found = names.whole(spelt) or names.part(spelt)
        if found:
            return found[:MOST_TARGETS], LIKELY if len(found) <= MOST_TARGETS else OPEN
    return names.sharing(words)[:MOST_NEAR], OPEN

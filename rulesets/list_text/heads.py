"""Heads of lines: the unit that a line buys, how many, and what is said of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rulesets.books.book import Book, Entry
from rulesets.core.caching import Remembered
from rulesets.list_text.clauses import Clause, WrittenWord
from rulesets.list_text.head_numbers import (
    is_times,
    models_said,
    only_number,
    units_said,
)
from rulesets.list_text.list_values import LIKELY, OPEN, SURE
from rulesets.list_text.meanings import guess, leading_count
from rulesets.list_text.name_index import NameIndex
from rulesets.list_text.purchases import body_groups
from rulesets.list_text.vocabulary import FILLERS, LABEL_PHRASES, LABELS
from rulesets.list_text.words import Words, words_of


@dataclass(frozen=True, slots=True)
class UnitIndex:
    """The units of some books, by ``book/unit``, and an index of their names."""

    units: dict[str, tuple[Book, Entry]]
    names: NameIndex
    own_words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Head:
    """The beginning of a line that buys a unit.

    Parameters
    ----------
    raw : str
        Its words as written.
    targets : tuple of str
        ``book/unit``, the likeliest first.
    confidence : str
    count : int, optional
        How many, before the name or with an x.
    behind : int, optional
        A number in brackets behind it: models, or points.
    said : int, optional
        A number at the end of its clause: points.
    models : int, optional
        Models that it says it has, as a remark.
    units : int, optional
        How many units, where it says them beside the models.
    name : str
        The player's own name.
    rest : tuple of Clause
        What is said of the unit.
    is_exact : bool
        Whether it is the name of a unit, letter for letter.
    """

    raw: str
    targets: tuple[str, ...]
    confidence: str
    count: int | None = None
    behind: int | None = None
    said: int | None = None
    models: int | None = None
    units: int | None = None
    name: str = ""
    rest: tuple[Clause, ...] = ()
    is_exact: bool = False


_KNOWN: Remembered[UnitIndex] = Remembered(100)


def unit_names(books: Sequence[Book], *, with_choices: bool = False) -> UnitIndex:
    """Return the names of the units of some books, and of choices for whole armies."""
    make = partial(_unit_names, books, with_choices=with_choices)
    return _KNOWN.get(tuple(books), with_choices, make)


def _unit_names(books: Sequence[Book], *, with_choices: bool) -> UnitIndex:
    units = {
        f"{book.key}/{one.key}": (book, one)
        for book in books
        for one in (book.entries if with_choices else book.units).values()
    }
    names = [
        (name, key)
        for key, (_, unit) in units.items()
        for name in (words_of(unit.name), words_of(unit.key.replace("-", " ")))
    ]
    own = {"".join(name) for name, _ in names}
    more = [
        (name, key)
        for key, (_, unit) in units.items()
        for name in _names_of_models(unit)
        if "".join(name) not in own
    ]
    words = {word for book in books for word in words_of(book.name)}
    return UnitIndex(units, NameIndex([*names, *more]), frozenset(words))


def _names_of_models(unit: Entry) -> Iterator[Words]:
    """Yield the names of a unit's models that are like its own."""
    own = {*words_of(unit.name)}
    for group in body_groups(unit):
        if group.start and not own.isdisjoint(words_of(group.name)):
            yield words_of(group.name)


# -- labels -----------------------------------------------------------------------


def without_labels(
    these: tuple[Clause, ...], labels: Iterable[str] = ()
) -> tuple[Clause, ...]:
    """Return clauses without those before a colon that only say what follows."""
    known = LABELS | {*labels}
    while len(these) > 1 and these[0].is_label and _is_label(these[0], known):
        these = these[1:]
    return these


def _is_label(clause: Clause, known: frozenset[str] | set[str]) -> bool:
    words = clause.telling
    is_phrase = words in LABEL_PHRASES
    return is_phrase or (
        not clause.inner and all(w in known or w.isdigit() for w in words)
    )


# -- the head ---------------------------------------------------------------------


def head_of(these: tuple[Clause, ...], known: UnitIndex) -> Head:
    """Return the head of the clauses of a line; open where no unit is called so."""
    if not these:
        return Head("", (), OPEN)
    units, these = units_said(these)
    for reading in _READINGS:
        head = reading(these, known)
        if head is not None:
            is_exact = reading in (_joined, _called, _found_in)
            return _with_numbers(replace(head, units=units, is_exact=is_exact))
    words = tuple(w for w in these[0].telling if not w.isdigit() and w not in FILLERS)
    count, _ = leading_count(these[0].words)
    near = guess(words, known.names, may_be_short=False)[0]
    return _with_numbers(Head(these[0].raw, near, OPEN, count, rest=_behind(these, ())))


def is_exact(these: tuple[Clause, ...], known: UnitIndex) -> bool:
    """Return whether clauses begin with the name of a unit, after a number."""
    _, these = units_said(these)
    return bool(these) and _found_in(these[:1], known) is not None


def _joined(these: tuple[Clause, ...], known: UnitIndex) -> Head | None:
    """Return the head of a name that runs through several clauses."""
    for end in range(min(3, len(these)), 1, -1):
        part = these[:end]
        if any(one.inner for one in part[:-1]):
            continue
        count, rest = leading_count(tuple(w for one in part for w in one.words))
        found = known.names.whole(tuple(w.text for w in rest if w.text))
        if found:
            raw = " ".join(one.raw for one in part)
            behind = (*_inner(part[-1]), *these[end:])
            return Head(raw, found, _sure_of(found), count, rest=behind)
    return None


def _called(these: tuple[Clause, ...], known: UnitIndex) -> Head | None:
    """Return the head of a unit in brackets behind the name that its player gave it."""
    first = these[0]
    for inner in first.inner:
        found = known.names.whole(inner.telling)
        own = known.names.whole(first.telling)
        if found and not own:
            count, _ = leading_count(first.words)
            rest = tuple(one for one in first.inner if one is not inner)
            name = _as_name(first)
            sure = _sure_of(found)
            return Head(
                first.raw, found, sure, count, name=name, rest=(*rest, *these[1:])
            )
    return None


def _found_in(these: tuple[Clause, ...], known: UnitIndex) -> Head | None:
    """Return the head of a unit whose name begins the line, but for fillers."""
    count, rest = leading_count(these[0].words)
    words = _with_number_in_name(these[0].words, rest, known)
    start = 0
    while start < len(words):
        length = _longest(words, start, known)
        if length:
            found = known.names.whole(
                tuple(w.text for w in words[start : start + length])
            )
            behind = _behind(these, words[start + length :])
            return Head(_raw(words), found, _sure_of(found), count, rest=behind)
        if not _is_filler(words[start], known):
            return None
        start += 1
    return None


def _with_number_in_name(
    words: tuple[WrittenWord, ...], rest: tuple[WrittenWord, ...], known: UnitIndex
) -> list[WrittenWord]:
    return [word for word in rest if word.text or word.times]


def _is_filler(word: WrittenWord, known: UnitIndex) -> bool:
    return word.text in FILLERS or word.text in known.own_words or word.times > 0


def _longest(words: Sequence[WrittenWord], start: int, known: UnitIndex) -> int:
    most = min(known.names.longest, len(words) - start)
    for length in range(most, 0, -1):
        piece = words[start : start + length]
        if not any(w.times for w in piece) and known.names.whole(
            tuple(w.text for w in piece)
        ):
            return length
    return 0


def _named_after(these: tuple[Clause, ...], known: UnitIndex) -> Head | None:
    """Return the head of a unit that stands behind a name: Brandt, Captain of ..."""
    first = _tail(these[0], known)
    if first is not None:
        return (
            first if not these[1:] else replace(first, rest=(*first.rest, *these[1:]))
        )
    if len(these) > 1 and not these[0].inner:
        later = _found_in(these[1:], known)
        if later is not None and later.targets and not _nearly(these[:1], known):
            return replace(later, name=_as_name(these[0]), confidence=LIKELY)
    return None


def _tail(clause: Clause, known: UnitIndex) -> Head | None:
    """Return the head of a unit that ends a clause, behind words that say no unit."""
    count, rest = leading_count(clause.words)
    words = [word for word in rest if word.text]
    for start in range(1, len(words)):
        found = known.names.whole(tuple(w.text for w in words[start:]))
        if found:
            return Head(clause.raw, found, LIKELY, count, rest=_inner(clause))
    return None


def _nearly(these: tuple[Clause, ...], known: UnitIndex) -> Head | None:
    """Return the head of a unit whose name stands there in part, or misspelt."""
    count, rest = leading_count(these[0].words)
    words = [w for w in rest if w.text and not w.times]
    telling = [w for w in words if not _is_filler(w, known)] or words
    own = _whole_guess(words, known) if telling != words else None
    if own is not None:
        return Head(_raw(words), own[0], own[1], count, rest=_behind(these, ()))
    for end in range(min(len(telling), known.names.longest), 0, -1):
        is_whole = end == len(telling) and count is not None
        is_short = is_whole or _looks_short(telling[:end])
        targets, sure = _guess(telling[:end], known, is_short=is_short)
        if sure != OPEN:
            if end < len(telling):
                sure = LIKELY
            behind = _behind(these, telling[end:])
            return Head(_raw(telling[:end]), targets, sure, count, rest=behind)
    return None


def _whole_guess(
    words: Sequence[WrittenWord], known: UnitIndex
) -> tuple[tuple[str, ...], str] | None:
    """Return what all the words of a clause may mean, those of the book among them."""
    targets, sure = _guess(words, known)
    return None if sure == OPEN else (targets, sure)


def _guess(
    words: Sequence[WrittenWord], known: UnitIndex, *, is_short: bool = False
) -> tuple[tuple[str, ...], str]:
    texts = tuple(word.text for word in words)
    if found := known.names.whole(texts):
        return found, LIKELY
    return guess(texts, known.names, may_be_short=is_short)


def _looks_short(words: Sequence[WrittenWord]) -> bool:
    """Return whether words have the capitals of initials: KotR, GC."""
    return any(sum(c.isupper() for c in word.raw) > 1 for word in words)


def _sure_of(targets: tuple[str, ...]) -> str:
    return SURE if len(targets) == 1 else LIKELY


def _behind(
    these: tuple[Clause, ...], words: Sequence[WrittenWord]
) -> tuple[Clause, ...]:
    """Return what stands behind a head: words of its clause, brackets, more clauses."""
    more = (
        (Clause(tuple(words), is_end=True),)
        if any(w.text or w.times for w in words)
        else ()
    )
    return (*more, *_inner(these[0]), *these[1:])


def _inner(clause: Clause) -> tuple[Clause, ...]:
    return clause.inner


def _raw(words: Sequence[WrittenWord]) -> str:
    return " ".join(word.raw for word in words)


def _as_name(clause: Clause) -> str:
    return " ".join(w.raw for w in clause.words if not w.times)[:120].strip()


def _with_numbers(head: Head) -> Head:
    """Return a head with the numbers that stand behind it: (20), x20, 38 models."""
    rest: list[Clause] = []
    for clause in head.rest:
        number, models = only_number(clause), models_said(clause)
        if models is not None and head.models is None:
            head = replace(head, models=models)
            rest += clause.inner
        elif number is None or (more := _with_number(head, clause, number)) is None:
            rest.append(clause)
        else:
            head = more
    return replace(head, rest=tuple(rest))


def _with_number(head: Head, clause: Clause, number: int) -> Head | None:
    """Return a head with a number that stands alone behind it; none if it has it."""
    has_models = head.count is not None or head.behind is not None
    if is_times(clause):
        if not has_models:
            return replace(head, count=number)
        return replace(head, units=number) if head.units is None else None
    if clause.is_end and head.said is None:
        return replace(head, said=number)
    return replace(head, behind=number) if head.behind is None else None


_READINGS: tuple[Callable[[tuple[Clause, ...], UnitIndex], Head | None], ...] = (
    _joined,
    _called,
    _found_in,
    _named_after,
    _nearly,
)
"""Ways to find a head, the surest first."""

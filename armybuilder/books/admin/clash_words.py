"""Clashes in words: who wrote the other value, and when."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.books.draft_history import writers_of
from armybuilder.books.models import Book, Revision
from armybuilder.books.revisions import Written
from rulesets.documents.merge import ABSENT, MergeClash

MOST_CHARACTERS = 200
"""Most characters of a value that is told."""

JUST_NOW = timedelta(minutes=1)


def value_words(value: Any) -> str:
    """Return a value of a draft in words, "nothing" where there is none."""
    if value is ABSENT:
        return "nothing"
    text = str(value)
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}…"


def clash_words(
    book: Book,
    written: Written,
    user: User,
    shown: Callable[[MergeClash], str] | None = None,
) -> dict[str, str]:
    """Return a sentence for each place where a write clashes.

    ``user`` is who reads it. ``shown`` words the value that somebody else wrote, where
    a page shows it in a way of its own; "" says only that it was changed.

    Examples
    --------
    "Anna wrote “40” a minute ago.", "Somebody took it out meanwhile."
    """
    writers = writers_of(book, written.revision, written.clashes)
    return {
        clash.at: _sentence(
            writers.get(clash.at), user, _deed(clash, shown or _plain_words)
        )
        for clash in written.clashes
    }


def _plain_words(clash: MergeClash) -> str:
    is_whole = isinstance(clash.theirs, dict | list)
    return "" if is_whole else value_words(clash.theirs)


def _deed(clash: MergeClash, shown: Callable[[MergeClash], str]) -> str:
    if clash.theirs is ABSENT:
        return "took it out"
    if clash.is_order:
        return "put it in another order"
    words = shown(clash)
    return f"wrote “{words}”" if words else "changed the same"


def _sentence(row: Revision | None, user: User, deed: str) -> str:
    return f"{writer_words(row, user)} {deed} {time_words(row)}."


def own_words(
    book: Book, number: int, clashes: Iterable[MergeClash], user: User
) -> dict[str, str]:
    """Return a sentence for each clash on who wrote the draft's value, ``mine``.

    ``number`` is the revision of that draft.
    """
    turned = [replace(one, mine=one.theirs, theirs=one.mine) for one in clashes]
    return clash_words(book, Written(number, None, tuple(turned)), user)


def lost_words(
    book: Book,
    number: int,
    user: User,
    lost: Mapping[str, str],
    texts: Mapping[str, str],
) -> dict[str, str]:
    """Return a sentence for each part that is gone: who removed it, what was typed.

    ``lost`` is the place of the part by field, ``number`` the draft that lacks it.

    Examples
    --------
    "/units/bows/models/bow was removed by Anna a minute ago; you had typed “5”."
    """
    gone = [MergeClash(at, None, None, ABSENT) for at in dict.fromkeys(lost.values())]
    writers = writers_of(book, number, gone)
    return {
        one.at: _lost_sentence(
            one.at,
            writers.get(one.at),
            user,
            [texts[name] for name, at in lost.items() if at == one.at],
        )
        for one in gone
    }


def _lost_sentence(
    at: str, row: Revision | None, user: User, typed: Iterable[str]
) -> str:
    who = writer_words(row, user)
    is_name = row is not None and row.made_by not in (None, user)
    by = who if is_name else who.lower()
    told = ", ".join(f"“{value_words(text)}”" for text in typed)
    return f"{at} was removed by {by} {time_words(row)}; you had typed {told}."


def writer_words(row: Revision | None, user: User) -> str:
    """Return who made a revision, as its reader calls them."""
    if row is None or row.made_by is None:
        return "Somebody"
    return "You" if row.made_by == user else row.made_by.get_username()


def time_words(row: Revision | None) -> str:
    """Return when a revision was made, as one says it now."""
    if row is None:
        return "meanwhile"
    if timezone.now() - row.made_at < JUST_NOW:
        return "just now"
    return str(naturaltime(row.made_at)).replace("\xa0", " ")

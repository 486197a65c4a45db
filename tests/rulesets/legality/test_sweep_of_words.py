"""The words of every limit of every book, and of every message of sample armies."""

import re
from collections.abc import Callable, Iterator

import pytest

from rulesets.books.message_guide import places, such_as
from rulesets.games import GAMES
from rulesets.legality import review
from rulesets.reviews.review import Message, Review
from tests.real_books import KEYS, real_book
from tests.rulesets.legality.real import books_of
from tests.rulesets.legality.samples import SAMPLES, samples_of

WRONG = {
    "of nothing that is allowed": r"at (most|least) 0\b",
    "may do none": r"\b(may|can) \w+ 0\b",
    "is for may be": r"\bthere (is|are) 1\b(?! of)",
    "one of many": r"(?<![\d,.])1 (models|units|warriors|characters|points|heroes)\b",
    "not filled in": r"{",
    "two colons for one unit": r"^[^:;.]+: [^:;.,]+: \d",
    "a name twice": r"^([^:,]{3,}): \1:",
    "two blanks": r"  ",
}
"""What no text has, by what is wrong with it."""


def faults(text: str) -> list[str]:
    found = [why for why, pattern in WRONG.items() if re.search(pattern, text)]
    if not text[:1].isupper() and not text[:1].isdigit():
        found.append("begins small")
    return found if text.endswith(".") else [*found, "no sentence"]


@pytest.mark.parametrize("text", ["Lords: 1 of at most 0.", "One: there is 1.", "a."])
def test_what_is_wrong_is_found(text: str) -> None:
    assert faults(text)


@pytest.mark.parametrize("key", KEYS)
def test_the_words_of_every_limit_of_a_book_are_right(
    key: str, covered: Callable[[int, str], None]
) -> None:
    book = real_book(key)
    texts = [such_as(book, place) for place in places(book)]

    assert {text: why for text in texts if (why := faults(text))} == {}
    covered(len(texts), "limits of a book")


@pytest.mark.parametrize("key", SAMPLES)
def test_the_words_of_every_message_are_right_and_name_their_unit(
    key: str, covered: Callable[[int, str], None]
) -> None:
    told = [*messages(key)]

    wrong = {m.text: why for _, m in told if (why := faults(m.text))}
    assert wrong == {}
    unnamed = [message.text for now, message in told if not names(now, message)]
    assert unnamed == []
    covered(len(told), "messages of sample armies")


def messages(key: str) -> Iterator[tuple[Review, Message]]:
    for _, roster in samples_of(key):
        now = review(roster, books_of(roster))
        yield from ((now, message) for message in now.messages)


def names(now: Review, message: Message) -> bool:
    """Return whether a text names the unit that it stands beside, if it is one."""
    unit = now.line("/".join(message.where.split("/")[:2]))
    if unit is None or unit.kind == "unknown":
        return True
    likes = [u for f in now.forces for u in f.units if u.title == unit.title]
    if len(likes) > 1 and not re.search(r"\b[Tt]he \w+ ", message.text):
        return False
    return unit.title.casefold() in message.text.casefold()


def test_every_game_is_covered() -> None:
    assert {real_book(key).game for key in KEYS} == set(GAMES)

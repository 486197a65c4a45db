"""Checks of words: what is not said, what the sources do not print, wrong numbers."""

import re
from collections.abc import Iterator

from rulesets.books.book import ENGLISH
from rulesets.books.checks.draft import BookDraft
from rulesets.books.checks.figures import NUMBER_WORDS
from rulesets.books.checks.finding import Found, replace_by
from rulesets.books.checks.numbers import is_limit, plain_number
from rulesets.books.languages import is_language

_ONE = rf"(\d+|{'|'.join(NUMBER_WORDS[1:])})(?![\w%+-]|[.,]\d)"
SAID = {
    "max": re.compile(
        rf"\b(?:at most|up to|no more than|only|exactly) {_ONE}", re.IGNORECASE
    ),
    "min": re.compile(rf"\b(?:at least|exactly) {_ONE}", re.IGNORECASE),
}
"""Words of a bound beside its number; of a number alone nobody can tell."""


FOR_ALL = "one for the whole book, on the Book page, does for all"
"""The words beside a source that is missing."""


def missing_texts(draft: BookDraft) -> Iterator[Found]:
    """Yield rules without a summary, units and items without a source.

    A source of the book is that of all its units and items.
    """
    for index, rule in enumerate(draft.document.get("rules", ())):
        if not rule.get("summary"):
            yield Found(f"/rules/{index}", f"{rule['name']} has no summary")
    for of in () if draft.document.get("source") else ("units", "items"):
        for index, part in enumerate(draft.document.get(of, ())):
            if not part.get("source"):
                sentence = f"{part['name']} has no source; {FOR_ALL}"
                yield Found(f"/{of}/{index}", sentence)


def not_printed(draft: BookDraft) -> Iterator[Found]:
    """Yield the figures that the book itself lists as not printed."""
    for index, text in enumerate(draft.document.get("missing", ())):
        yield Found(f"/missing/{index}", f"not printed: {text}")


def wrong_numbers(draft: BookDraft) -> Iterator[Found]:
    """Yield words of limits that say another number than the bound."""
    for where, limit in draft.parts:
        for bound, said in SAID.items() if is_limit(where) else ():
            number = plain_number(limit.get(bound))
            for member in ("title", "message") if number else ():
                words = limit.get(member, "")
                found = [*said.finditer(words)]
                if found and number not in {_number(one[1]) for one in found}:
                    first = _number(found[0][1])
                    sentence = (
                        f"{limit['title']}: the words say {first}, "
                        f"the bound is {number}"
                    )
                    at = f"{where}/{member}"
                    start, end = found[0].span(1)
                    new = f"{words[:start]}{number}{words[end:]}"
                    yield Found(at, sentence, mend=replace_by(at, new))


def _number(word: str) -> int:
    word = word.lower()
    return NUMBER_WORDS.index(word) if word in NUMBER_WORDS else int(word)


def unknown_languages(draft: BookDraft) -> Iterator[Found]:
    """Yield the language of a book where there is no such language."""
    language = draft.document.get("language", ENGLISH)
    if not is_language(language):
        yield Found("/language", f"{language!r} is no language, such as en or pt-BR")

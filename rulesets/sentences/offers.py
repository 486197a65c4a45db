"""Offers for a blank: everything that may fill it, most used first."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rulesets.books.book import Book
from rulesets.books.checks.draft import targets_of, walk
from rulesets.games import find_game
from rulesets.sentences.blanks import BLANKS, part_of_blank, word_of_blank
from rulesets.sentences.book_words import BookWords, words_of_books
from rulesets.sentences.commonest import sentence_rank, target_rank
from rulesets.sentences.places import Bringer, rule_places
from rulesets.sentences.reader import read_statement
from rulesets.sentences.sentence import Statement, Value, every_blank, every_statement
from rulesets.sentences.table import ROWS
from rulesets.sentences.teller import OPS, PLACES, attribute_words, place_words

SENTENCE = "sentence"
"""The kind of word under which the uses of rows of the table stand."""


PLACE_HINTS: Mapping[str, str] = {
    "self": "where this rule stands, with all that is below it",
    "parent": "the thing for which it was bought",
    "bearer": "the nearest group of models or unit that has it",
    "unit": "the whole unit to which it belongs",
    "joined": "the unit that it has joined, nothing where it joins none",
    "force": "every unit of its force",
    "army": "every unit of the whole army",
}
"""Explanations of places, as menus give them beside the words."""


@dataclass(frozen=True, slots=True)
class BlankOffer:
    """Something that a blank may hold: its key, its name, how often it is used.

    ``hint`` explains words that are short.
    """

    key: str
    name: str
    uses: int = 0
    hint: str = ""


def asked_targets(documents: Iterable[Any]) -> set[str]:
    """Return every target that some documents ask for."""
    parts = (part for document in documents for _, part in walk(document))
    return {target for part in parts for _, target in targets_of(part)}


def document_words(document: Any, books: Iterable[Book]) -> BookWords:
    """Return the words of a book or a pack, with how often it uses them.

    Parameters
    ----------
    document : mapping
        The document of a book or a pack.
    books : iterable of Book
        One edition of each book of its game; the book itself is among them.
    """
    game = find_game(document["game"])
    known = {book.key: book for book in books if book.game == document["game"]}
    own = [known[document["key"]]] if document["key"] in known else []
    armies = {key: book.name for key, book in known.items()}
    words = words_of_books(game, own, asked_targets([document]), armies)
    return with_uses(words, [document])


def with_uses(words: BookWords, documents: Iterable[Any]) -> BookWords:
    """Return words that know how often some documents use its words.

    Parameters
    ----------
    words : BookWords
    documents : iterable
        Documents of books and packs that their schemas allow.
    """
    uses: Counter[tuple[str, str]] = Counter()
    for document in documents:
        for place in rule_places(document):
            uses.update(used_words(read_statement(place.part, place.fragment, words)))
    return replace(words, uses=dict(uses))


def used_words(statement: Statement) -> Iterable[tuple[str, str]]:
    """Yield the kind and the key of every word and sentence of a statement."""
    for one in every_statement(statement):
        yield SENTENCE, one.sentence.key
    for path, value in every_blank(statement):
        kind = word_of_blank(str(path[-1]))
        if kind:
            yield from ((kind, key) for key in _keys(value))


def offers(
    blank: str, words: BookWords, bringer: Bringer, search: str = ""
) -> tuple[BlankOffer, ...]:
    """Return what may fill a blank: the most used, the commonest, then by name.

    Parameters
    ----------
    blank : str
        The name of a blank, or of a line: ``each``, ``when``, ``where``.
    words : BookWords
        Of the book, `with_uses` for the order.
    bringer : Bringer
        What brings the rule; it says what ``self`` is called.
    search : str
        Words that each offer has in its name or key; all are offered if empty.

    Returns
    -------
    tuple of BlankOffer
        Keys of words; of sentences, where statements fill the blank; nothing for
        numbers and texts, which are typed.
    """
    wanted = search.casefold().split()
    part, kind = part_of_blank(blank), word_of_blank(blank)
    if part:
        names, kind = {row.key: row.text for row in ROWS[part]}, SENTENCE
    else:
        names = dict(_names(blank, kind, words, bringer))
    hints = PLACE_HINTS if kind == "place" else {}
    found = [
        BlankOffer(key, name, words.uses.get((kind, key), 0), hints.get(key, ""))
        for key, name in names.items()
        if all(word in f"{name} {key}".casefold() for word in wanted)
    ]

    def order(one: BlankOffer) -> tuple[int, int, str]:
        rank = 0
        if part:
            rank = sentence_rank(part, bringer.kind, one.key)
        elif kind == "target":
            rank = target_rank(one.key, words)
        return -one.uses, rank, one.name.casefold()

    return tuple(sorted(found, key=order))


def _names(
    blank: str, kind: str, words: BookWords, bringer: Bringer
) -> Iterable[tuple[str, str]]:
    """Yield the keys and names of the words that a blank may hold."""
    if kind == "place":
        others = (key for used, key in words.uses if used == "place")
        keys = dict.fromkeys(("self", *PLACES, *others))
        named = ((key, place_words(key, words, bringer)) for key in keys)
    elif kind == "attribute":
        named = ((key, attribute_words(key, words)) for key in _attributes(words))
    elif kind == "op":
        named = ((key, name) for key, name in OPS.items())
    elif kind == "target":
        named = ((key, words.target(key)) for key in words.words[kind])
    else:
        named = ((key, words.name(kind, key)) for key in words.words.get(kind, ()))
    for key, name in named:
        if blank not in BLANKS or BLANKS[blank].holds(_value(kind, key), words):
            yield key, name


def _attributes(words: BookWords) -> Iterable[str]:
    yield from ("points", "category", "type", "tags", "rules", "gear")
    yield from (f"figure:{key}" for key in words.words["figure"])
    yield from (
        f"{side}:{key}" for side in ("min", "max") for key in words.words["bound"]
    )


def _value(kind: str, key: str) -> Value:
    return (key,) if kind == "target" else key


def _keys(value: Value) -> Iterable[str]:
    if isinstance(value, dict):
        return (value["key"],)
    return value if isinstance(value, tuple) else (str(value),)

"""The guide to the sentences of limits and changes, as a Markdown page."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulesets.books.book import Book
from rulesets.sentences.blanks import BLANKS
from rulesets.sentences.book_words import BookWords
from rulesets.sentences.offers import document_words
from rulesets.sentences.places import Bringer, rule_places
from rulesets.sentences.reader import read_statement
from rulesets.sentences.sentence import Sentence, Statement, every_statement
from rulesets.sentences.table import SENTENCES
from rulesets.sentences.teller import tell

_HEAD = """\
# Sentences

Limits and changes of a book or a pack are JSON ([formats.md](formats.md)); here is how
they are read as sentences. A row of `rulesets.sentences.table` is a sentence with
blanks and the fragment of a document with the same blanks; both ways go through it:
`read_statement` finds the first row that fits, `write_fragment` puts the blanks back,
`tell` says it with the names of the book. What is written into the document that a
statement was read from changes only what another value was put into; order, spelled
defaults, keys and titles stay.

Rows stand from special to general. The last of limits, conditions and changes (*plain*)
are the grammar: they read whatever the schema allows and no ready sentence says.
`./run manage book_report BOOK --sentences` prints the sentences of a book.

The count is how often the books of the project, the packs of its games and its event
packs say it. `./run manage write_guides` writes this page.
"""

_PARTS: Mapping[str, tuple[str, str]] = {
    "limit": ("Limits", ""),
    "change": ("Changes", ""),
    "when": (
        "Conditions under a rule",
        "Behind a comma. Every condition below may stand there too, after “when”.",
    ),
    "where": (
        "Conditions of what is counted",
        "The same, of each thing found; any other after “counting only those where”.",
    ),
    "condition": ("Conditions", ""),
    "amount": (
        "Amounts",
        "Numbers that depend on the army; “never below” and “never above” follow.",
    ),
    "term": ("Terms of amounts", ""),
    "query": ("Queries", "Numbers read off the army, one a row of the counts."),
    "whom": ("Whose attribute a change is of", ""),
    "effect": (
        "Effects on dice",
        "Of special rules of books; [effects.md](effects.md) has those of each game.",
    ),
}


def sentences_guide(documents: Iterable[Any], books: Iterable[Book]) -> str:
    """Return the guide to all sentences, as Markdown.

    Parameters
    ----------
    documents : iterable
        Documents of books and packs, which the counts and the examples are from.
    books : iterable of Book
        Their books, compiled.
    """
    known = tuple(books)
    counted: Counter[str] = Counter()
    examples: dict[str, str] = {}
    for document in documents:
        words = document_words(document, known)
        for place in rule_places(document):
            said = read_statement(place.part, place.fragment, words)
            for one in every_statement(said):
                counted[one.sentence.key] += 1
                example = _example(one, words, place.bringer)
                best = examples.setdefault(one.sentence.key, example)
                examples[one.sentence.key] = min(best, example, key=_plainness)
    lines = [_HEAD, *_blanks()]
    for part, (title, note) in _PARTS.items():
        lines += [f"## {title}\n", *([f"{note}\n"] if note else [])]
        lines += _table(part, counted, examples)
    return "\n".join(lines)


def sentence_report(document: Any, books: Iterable[Book]) -> Iterator[str]:
    """Yield each limit and change of a document: who brings it, and a sentence."""
    words = document_words(document, books)
    for place in rule_places(document):
        said = read_statement(place.part, place.fragment, words)
        yield f"{place.bringer.name}: {tell(said, words, place.bringer)}."


def _example(statement: Statement, words: BookWords, bringer: Bringer) -> str:
    if statement.sentence.part == "whom":
        bringer = Bringer("option")
    return tell(statement, words, bringer)


def _plainness(text: str) -> tuple[bool, int, str]:
    """Return the order of examples: without keys, short, and by the alphabet."""
    return "(" in text, abs(len(text) - 50), text


def _blanks() -> Iterator[str]:
    yield "## Blanks\n"
    yield "A blank is named after what it holds.\n"
    yield "| Blank | Holds |"
    yield "| --- | --- |"
    yield from (f"| `{name}` | {kind.help} |" for name, kind in BLANKS.items())
    yield ""


def _table(
    part: str, counted: Mapping[str, int], examples: Mapping[str, str]
) -> Iterator[str]:
    yield "| Sentence | In a document | Count | Example |"
    yield "| --- | --- | ---: | --- |"
    for row in SENTENCES:
        if row.part == part:
            example = examples.get(row.key, "")
            fragment = f"`{json.dumps(row.fragment, ensure_ascii=False)}`"
            yield (
                f"| {_text(row)} | {fragment} | {counted[row.key] or ''} | {example} |"
            )
    yield ""


def _text(row: Sentence) -> str:
    text = row.text.replace("{", "*").replace("}", "*")
    return text if row.is_ready else f"{text} (plain)"

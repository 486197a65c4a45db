"""The guide to the sentences, and a book as its sentences."""

from pathlib import Path

from rulesets.games import GAMES
from rulesets.sentences.guide import sentence_report, sentences_guide
from tests.real_books import KEYS, real_book, real_books
from tests.rulesets.sentences.documents import NAMES, PACKS, document, every_rule

DOCS = Path(__file__).resolve().parents[3] / "docs"


def test_the_guide_is_what_the_command_would_write() -> None:
    packs = [name for name in PACKS if name not in GAMES]
    documents = [document(name) for name in (*KEYS, *GAMES, *packs)]
    written = sentences_guide(documents, real_books().values())
    is_same = (DOCS / "sentences.md").read_text(encoding="utf-8") == written

    assert is_same, "docs/sentences.md is stale: ./run manage write_guides"


def test_each_rule_of_a_book_is_a_line_behind_what_brings_it() -> None:
    name = "mordheim-reikland"
    lines = list(sentence_report(document(name), [real_book(name)]))

    assert len(lines) == sum(one == name for one, _, _ in every_rule())
    assert "Reiklanders: At most 15 models of Heroes or Henchmen in the force." in lines
    assert len(NAMES) == len(KEYS) + len(PACKS)

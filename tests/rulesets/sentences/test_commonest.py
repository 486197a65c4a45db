"""The order of offers against the printed books, whose rules are counted."""

from collections import Counter, defaultdict

from rulesets.documents.json import parse
from rulesets.sentences.commonest import COMMON, target_rank
from rulesets.sentences.offers import document_words, offers
from rulesets.sentences.places import Bringer, rule_places
from rulesets.sentences.reader import read_statement
from rulesets.sentences.statement_edits import ROW_OF, new_rules
from tests.real_books import BOOKS, KEYS
from tests.rulesets.sentences.documents import document, words

EMPIRE = "warhammer-empire"
ENOUGH = 0.8
"""The share of all rules that the sentences named in `COMMON` are at least."""


def counted() -> dict[tuple[str, str], Counter[str]]:
    """Return how often the printed books use each sentence, by part and bringer."""
    found: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for key in KEYS:
        printed = parse((BOOKS / f"{key}.json").read_bytes())
        for place in rule_places(printed):
            said = read_statement(place.part, place.fragment, words(key))
            found[place.part, place.bringer.kind][said.sentence.key] += 1
    return found


def test_what_is_offered_first_is_what_printed_books_use_most() -> None:
    wrong = {}
    for (part, kind), uses in counted().items():
        if (part, kind) in COMMON:
            first = COMMON[part, kind]
            share = sum(uses[key] for key in first) / uses.total()
            if share < ENOUGH:
                wrong[part, kind] = round(share, 2)
    assert wrong == {}


def test_every_sentence_that_is_named_is_in_the_table() -> None:
    named = {(part, key) for (part, _), keys in COMMON.items() for key in keys}
    assert {(part, key) for part, key in named if key not in ROW_OF} == set()


def test_a_new_book_is_offered_the_commonest_sentences_first() -> None:
    head = {key: document(EMPIRE)[key] for key in ("format", "key", "game", "name")}
    empty = document_words({**head, "units": []}, [])
    offered = [row.key for row, _ in new_rules("limit", empty, Bringer("unit", "A"))]
    assert offered[0] == "limit-at-most"
    assert offered.index("limit-models-at-most") < offered.index(
        "limit-highest-at-most"
    )


def test_things_of_the_book_are_offered_before_kinds_and_forces() -> None:
    known = words(EMPIRE)
    unused = [one for one in offers("things", known, Bringer("unit")) if not one.uses]
    ranks = [target_rank(one.key, known) for one in unused]
    assert ranks == sorted(ranks)
    assert {*ranks} >= {0, 1, 2, 3}

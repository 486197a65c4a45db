"""Help with a rule that is written as text: its members, and the words for each."""

from collections.abc import Iterable, Mapping

from armybuilder.books.sentence_editor.draft_words import DraftWords
from rulesets.legality.counts import COUNTS
from rulesets.sentences.effect_words import WHO, moment_name
from rulesets.sentences.offers import BlankOffer, offers
from rulesets.sentences.places import Bringer

# fmt: off
_COUNTED = (
    ("count", "what is counted; selections if silent"),
    ("of", "of what: keys, #tags, kinds as kind:unit"),
    ("in", "where: self, bearer, unit, force, army, or the key of a thing around it"),
    ("where", "a condition of each thing that is found; the others are not counted"),
)
_AMOUNT = (
    ("base", "an amount: what stands there before its terms"),
    ("terms", "an amount: counts that are added, each with count, of, in"),
    ("times", "a term: by how much each is multiplied"),
    ("every", "a term: one for every so many"),
    ("round", "a term: down, up, or no"),
    ("least", "an amount: never below"),
    ("most", "an amount: never above"),
)
_CONDITION = (
    ("at_least", "a condition: how many there must be"),
    ("at_most", "a condition: how many there may be"),
    ("all", "a condition: all of these hold"),
    ("any", "a condition: any of these holds"),
    ("none", "a condition: none of these holds"),
    ("switch", "a condition: players have this on"),
)
MEMBERS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "limit": (
        *_COUNTED,
        ("min", "at least: a number or an amount"),
        ("max", "at most: a number or an amount"),
        ("when", "a condition: the limit is asked only if it holds"),
        ("each", "the limit is asked for each of these by itself"),
        ("deep", "false: only what stands directly there"),
        *_AMOUNT, *_CONDITION,
        ("title", "its name, which players read"),
        ("message", "own words for who breaks it"),
        ("source", "document and page"),
        ("severity", "error, warning or info"),
        ("switchable", "true: players may agree to play without it"),
    ),
    "change": (
        ("change", "what is changed"),
        ("op", "how it is changed"),
        ("value", "by or to what: a number, an amount or a key"),
        ("to", "of whom, as “of” says it"),
        ("in", "where they are; self if silent"),
        ("when", "a condition: it is made only if it holds"),
        *_AMOUNT, *_CONDITION, *_COUNTED,
        ("deep", "false: only what stands directly there"),
        ("title", "its name, which players read"),
        ("source", "document and page"),
    ),
    "effect": (
        ("on", "the roll, figure, test or act"),
        ("op", "what happens to it"),
        ("value", "by how much: a number, x for the rule's X, dice, or a word"),
        ("natural", "the lowest face that does it, with the op natural"),
        ("when", "moments that must all be"),
        ("unless", "moments that must not be"),
        ("whose", "whose dice"),
        ("group", "of one group only the best counts"),
    ),
}
"""The members of each part with what they mean."""
# fmt: on

_BLANKS: Mapping[str, str] = {
    "of": "things",
    "to": "things",
    "each": "things",
    "in": "place",
    "change": "attribute",
    "op": "op",
    "switch": "switch",
}
"""The blanks of sentences whose offers are those of a member."""

_VALUES = ("figure", "gear", "category", "type", "tag", "rule")
_ROUNDED = {"down": "rounded down", "up": "rounded up", "no": "not rounded"}
_SEVERITIES = {"error": "illegal", "warning": "told", "info": "a remark"}


def words_by_member(
    part: str, words: DraftWords, bringer: Bringer
) -> dict[str, list[tuple[str, str]]]:
    """Return the keys and names that may stand for each member of a part.

    Parameters
    ----------
    part : str
        ``limit``, ``change`` or ``effect``.
    words : DraftWords
    bringer : Bringer
        What brings the rule.
    """
    if part == "effect":
        return _words_of_effects(words)
    found = {
        member: _told(offers(blank, words.words, bringer))
        for member, blank in _BLANKS.items()
    }
    found["count"] = _counts(words)
    found["round"] = [*_ROUNDED.items()]
    found["severity"] = [*_SEVERITIES.items()]
    found["value"] = [
        line for kind in _VALUES for line in _told(offers(kind, words.words, bringer))
    ]
    return found


def _told(found: Iterable[BlankOffer]) -> list[tuple[str, str]]:
    return [(one.key, one.name) for one in found]


def _counts(words: DraftWords) -> list[tuple[str, str]]:
    figures = words.words.words["figure"]
    found: list[tuple[str, str]] = []
    for count in COUNTS.values():
        if count.figure:
            found += [
                (f"{count.key}:{key}", f"{count.figure} {name}")
                for key, name in figures.items()
            ]
        else:
            found.append((count.key, count.help))
    return found


def _words_of_effects(words: DraftWords) -> dict[str, list[tuple[str, str]]]:
    offered = words.effects.offered
    moments = dict.fromkeys(moment for one in offered for moment in one.moments)
    told = [(moment, moment_name(moment)) for moment in moments]
    return {
        "on": [*{one.on: one.name for one in offered}.items()],
        "op": [(op, "") for op in dict.fromkeys(one.op for one in offered)],
        "value": [
            (word, "")
            for word in dict.fromkeys(w for one in offered for w in one.values.words)
        ],
        "when": told,
        "unless": told,
        "whose": [*WHO.items()],
    }

"""The parts of a pack's pages: its sentences, scores, and the rules of its game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse

from armybuilder.books.sentence_editor.draft_words import DraftWords, words_among
from armybuilder.books.sentence_editor.rule_lists import (
    RuleAddresses,
    RuleLine,
    RulesAt,
)
from armybuilder.packs.models import Pack, PackVersion
from armybuilder.packs.site_packs import site_packs
from armybuilder.packs.trials import Trial
from rulesets.books.book import Books
from rulesets.combats import combat_of
from rulesets.core.query import read_tallies
from rulesets.core.subject import with_capital
from rulesets.games import GAMES
from rulesets.packs.event_pack import read_event_pack
from rulesets.packs.pack import ANY, NEWEST
from rulesets.packs.pack import Pack as CompiledPack
from rulesets.packs.pack_checks import unmarked_targets
from rulesets.packs.ready_rules import ReadyRule, ready_rules, whole_pack
from rulesets.sentences.book_words import ONE
from rulesets.sentences.engine_rules import amount_text, change_text, limit_text
from rulesets.sentences.places import ARMY


@dataclass(frozen=True, slots=True)
class GameRule:
    """A rule of the game that a pack stands beside, and whether it is struck."""

    key: str
    title: str
    struck: bool


@dataclass(frozen=True, slots=True)
class ToldRule:
    """A rule of a pack as players read it."""

    title: str
    text: str
    key: str = ""


def pack_words(document: Any, books: Books) -> DraftWords:
    """Return the words that fill the blanks of a pack; no query."""
    names = {book.key: book.name for book in books.values()}
    return words_among(document, books.values(), names)


def game_rules(document: Any) -> tuple[GameRule, ...]:
    """Return the rules of a pack's game, those that it strikes marked."""
    own = GAMES[document["game"]].pack
    gone = {*document.get("replaces", ())}
    titles = {one.key: one.title for one in own.limits}
    titles |= {one.key: one.title for one in own.switches}
    titles |= {one.key: one.title for one in own.tallies}
    every = own.key in gone
    return tuple(
        GameRule(key, title, every or key in gone) for key, title in titles.items()
    )


def told_scores(document: Any, words: DraftWords) -> tuple[ToldRule, ...]:
    """Return the scores of a pack in words."""
    written = [one["amount"] for one in document.get("tallies", ())]
    return tuple(
        ToldRule(
            one.title,
            _plain_score(amount, words) or amount_text(one.amount, words.words, ARMY),
            one.key,
        )
        for one, amount in zip(read_tallies(document), written, strict=True)
    )


PLAIN_TERM = {"count", "of", "times"}
"""Members of a term that the form of a score writes."""


def _plain_score(amount: Any, words: DraftWords) -> str:
    """Return `20, +1 for each Core choice`; "" for more than the form writes."""
    if not isinstance(amount, dict) or amount.keys() - {"base", "terms"}:
        return ""
    parts = [f"{amount.get('base', 0):,}"]
    for term in amount.get("terms", ()):
        target = term.get("of")
        plain = term.keys() <= PLAIN_TERM and term.get("count") == "slots"
        if not plain or not isinstance(target, str):
            return ""
        sign = "−" if term.get("times", 1) < 0 else "+"
        name = words.words.target(target, ONE)
        what = name if target == "kind:unit" else f"{name} choice"
        parts.append(f"{sign}{abs(term.get('times', 1)):,} for each {what}")
    return ", ".join(parts)


def told_rules(pack: CompiledPack, words: DraftWords) -> tuple[ToldRule, ...]:
    """Return the limits, changes and switches that a pack has of its own, in words."""
    own = GAMES[pack.game].pack
    limits = [
        ToldRule(x.title, with_capital(limit_text(x, words.words, ARMY)), x.key)
        for x in pack.limits
        if x not in own.limits
    ]
    changes = [
        ToldRule("", with_capital(change_text(x, words.words, ARMY)))
        for x in pack.changes
        if x not in own.changes
    ]
    switches = [
        ToldRule(x.title, "Players may have it on or off.", x.key)
        for x in pack.switches
        if x not in own.switches
    ]
    return (*limits, *changes, *switches)


@dataclass(frozen=True, slots=True)
class VersionChanges:
    """The sentences that a version has and the one before had not, and those gone.

    ``number`` is that of the version before, 0 where a draft stands in its place.
    ``is_worded`` is true if something changes that no sentence says.
    """

    number: int
    added: tuple[str, ...]
    gone: tuple[str, ...]
    is_worded: bool = False


def version_changes(version: PackVersion, words: DraftWords) -> VersionChanges | None:
    """Return what a version changed; none for a first one. One query."""
    earlier = version.pack.versions.filter(number__lt=version.number)
    before = earlier.order_by("-number").first()
    if before is None:
        return None
    was, now = (
        pack_sentences(one.read(), one.document, words) for one in (before, version)
    )
    return _changes(was, now, before.number)


def _changes(was: list[str], now: list[str], number: int = 0) -> VersionChanges:
    added = tuple(text for text in now if text not in was)
    gone = tuple(text for text in was if text not in now)
    return VersionChanges(number, added, gone)


def draft_changes(draft: Any, document: Any, books: Books) -> VersionChanges | None:
    """Return what a document would change of a draft; none where they are the same."""
    if document == draft:
        return None
    was, now = (
        [
            f"It is called {one['name']}.",
            *pack_sentences(read_event_pack(one), one, pack_words(one, books)),
        ]
        for one in (draft, document)
    )
    found = _changes(was, now)
    return replace(found, is_worded=not found.added and not found.gone)


def pack_sentences(pack: CompiledPack, document: Any, words: DraftWords) -> list[str]:
    """Return all that a pack says of its own, one sentence for each thing."""
    told = [f"{one.text}." for one in told_rules(pack, words)]
    told += [f"{one.title}: {one.text}." for one in told_scores(document, words)]
    told += [one.text for one in pack.house_readings]
    told += [one.text for one in pack.penalties]
    told += [
        f"{one.title} does not hold." for one in game_rules(document) if one.struck
    ]
    if pack.limit is not None:
        currency = GAMES[pack.game].currency
        told.append(f"Armies are worth at most {currency.text(pack.limit)}.")
    if pack.fixed:
        told.append("Players may not agree to play without rules.")
    return [editions_text(document), *told]


def with_trial(rules: RulesAt, trial: Trial) -> RulesAt:
    """Return the rules of a draft, each with how many sample armies break it."""
    notes = {
        key: f"breaks {count} of {len(trial.armies)}"
        for key, count in trial.broken.items()
    }
    lists = (
        replace(one, rules=tuple(_noted(line, notes) for line in one.rules))
        for one in rules.lists
    )
    return replace(rules, lists=tuple(lists))


def _noted(line: RuleLine, notes: Mapping[str, str]) -> RuleLine:
    return replace(line, note=notes.get(line.fragment.get("key", ""), ""))


def remarks_on(document: Any, books: Books) -> tuple[str, ...]:
    """Return what an organiser should know of rules that find nothing yet."""
    game = GAMES[document["game"]].name
    return tuple(
        f"No book of {game} marks {FORESEEN_WORDS[target]} yet: a rule about them "
        "changes nothing until one does."
        for target in unmarked_targets(document, books.values())
    )


FORESEEN_WORDS: Mapping[str, str] = {"#special-character": "special characters"}
"""Words for targets that packs may name before a book has them."""


EDITIONS: Mapping[str, str] = {
    ANY: "Every edition of a book counts.",
    NEWEST: "The newest edition of each book counts.",
}


def editions_text(document: Any) -> str:
    """Return which editions count, in words."""
    asked = document.get("editions", ANY)
    day = f"The editions that were the newest ones on {asked} count."
    return EDITIONS.get(asked, day)


def offered_rules(game: str, books: Books) -> tuple[ReadyRule, ...]:
    """Return what is offered for a pack of a game; one query, for whole packs."""
    documents = site_packs(game).values_list("draft", flat=True)
    whole = [whole_pack(document) for document in documents]
    return (*ready_rules(game, books.values()), *whole)


def score_things(words: DraftWords) -> list[tuple[str, str]]:
    """Return what a score may count: units, and things of a category or tag."""
    targets = words.words.words["target"]
    tags = [key for key in targets if key.startswith("#")]
    named = [(key, words.words.target(key, ONE)) for key in ("kind:unit", *tags)]
    return sorted(named, key=lambda one: (one[0] != "kind:unit", one[1].casefold()))


def reading_answers(game: str) -> dict[str, dict[str, Any]]:
    """Return the answers to the readings of a game's odds, by their value in a form.

    Each is the members of a house reading: reading, answer, text.
    """
    found: dict[str, dict[str, Any]] = {}
    for asked in combat_of(GAMES[game]).readings:
        choices = [(one.key, one.label) for one in asked.choices]
        if not choices and isinstance(asked.default, bool):
            choices = [("yes", "yes"), ("no", "no")]
        for key, label in choices:
            answer = key if asked.choices else key == "yes"
            text = f"{asked.label}: {label}"
            part = {"reading": asked.key, "answer": answer, "text": text}
            found[f"{asked.key}={key}"] = part
    return found


def newest_version(pack: Pack) -> PackVersion | None:
    """Return the version of a pack that was published last, or none."""
    return pack.versions.order_by("-number").first()


def rule_addresses(pack: Pack) -> RuleAddresses:
    """Return the addresses of the pages that edit the sentences of a pack."""
    pages = ("rules", "blank", "rule_words")
    return RuleAddresses(*(reverse(f"packs:{page}", args=[pack.key]) for page in pages))

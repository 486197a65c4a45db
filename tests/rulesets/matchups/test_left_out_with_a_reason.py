"""Rules whose book says why they are in no number: every answer names them so."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from rulesets.books.book import Book, Entry
from rulesets.combats import combat_of, status_of
from rulesets.core.special_rule import NOT_MODELLED, SpecialRule
from rulesets.core.values import RuleUse
from rulesets.games import GAMES
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.combat import Combat
from rulesets.odds.match_up import Fighter, FighterPart, MatchUp, MatchUpError
from tests.real_books import BOOKS, KEYS, real_book

DEEPEST = 5

COUNTED_IN_COMBAT = {("warhammer-bretonnia", "flying-cavalry")}
"""Rules that count in every combat, and are left out on the way to it alone."""


@dataclass(frozen=True, slots=True)
class Bearer:
    """A unit of a book with a rule that its author says is in no number."""

    book: str
    rule: str
    name: str
    fighter: Fighter


def reasons(key: str) -> dict[str, str]:
    """Return why rules of a book are in no number, by rule: what each says itself.

    Of a rule that its game has a row of, its author says it where he accepts that.
    """
    document = json.loads((BOOKS / f"{key}.json").read_bytes())
    accepted = {
        one["at"].removeprefix("/rules/"): one["because"]
        for one in document.get("accepted", ())
        if one["code"] == "rule-not-in-odds"
    }
    said = {
        rule["key"]: rule["left_out"]
        for rule in document.get("rules", ())
        if "left_out" in rule and "effects" not in rule
    }
    return accepted | said


REASONED = tuple(key for key in KEYS if reasons(key))


def bearers(key: str) -> Iterator[Bearer]:
    """Yield every unit that has such a rule, or may buy it, with the rule."""
    book = real_book(key)
    for rule in reasons(key):
        for unit, entry in book.units.items():
            if any(brings(part, rule) for part in within(entry)):
                who = bearing(book, unit, rule)
                yield Bearer(key, rule, book.rules[rule].name, who)


def within(entry: Entry, depth: int = DEEPEST) -> Iterator[Entry]:
    """Yield an entry and all that is offered below it."""
    yield entry
    for part in entry.entries.values() if depth else ():
        yield from within(part, depth - 1)


def brings(entry: Entry, rule: str) -> bool:
    """Return whether an entry has a rule, gear with it, or gives it by a change."""
    uses = [*entry.rules, *(use for piece in entry.gear for use in piece.rules)]
    uses += [one.value for one in entry.changes if isinstance(one.value, RuleUse)]
    return any(use.key == rule for use in uses)


def bearing(book: Book, unit: str, key: str) -> Fighter:
    """Return a unit as it is added, with a rule as if it had bought that."""
    plain = replace(book_fighter(book, unit), alternatives=())
    rule = book.rules[key]
    parts = tuple(
        part if part.role == "mount" else replace(part, rules=with_rule(part, rule))
        for part in plain.parts
    )
    return replace(plain, rules=with_rule(plain, rule), parts=parts)


def with_rule(bearer: Fighter | FighterPart, rule: SpecialRule) -> tuple[RuleUse, ...]:
    known = {use.key for use in bearer.rules}
    return bearer.rules if rule.key in known else (*bearer.rules, use_of(rule))


def use_of(rule: SpecialRule) -> RuleUse:
    """Return a book's rule as its units carry it."""
    return RuleUse(rule.key, rule=rule if rule.is_written_out else None)


def answers(combat: Combat, bearer: Bearer) -> Iterator[tuple[str, Any]]:
    """Yield all that is told of a bearer against its like; what is refused is not."""
    own = bearer.fighter
    game = real_book(bearer.book).game
    for kind in combat.kinds:
        rounds = 2 if kind.round_name else None
        question = MatchUp(game, kind.key, own, own, {}, {}, rounds)
        try:
            yield kind.key, combat.odds(question)
        except MatchUpError:
            continue
    try:
        yield from ((one.name, one) for one in combat.preview(own, own))
    except MatchUpError:
        return


def silent(combat: Combat, bearer: Bearer) -> list[str]:
    """Return the answers about a bearer that do not name its rule."""
    return [
        kind
        for kind, told in answers(combat, bearer)
        if bearer.name.casefold() not in named(told)
    ]


def named(told: Any) -> set[str]:
    """Return what an answer leaves out of side A, whatever letters are capitals."""
    return {one.rule.casefold() for one in told.not_modelled if one.side == "a"}


@pytest.mark.parametrize("key", REASONED)
def test_every_answer_about_a_bearer_names_what_its_author_left_out(key: str) -> None:
    combat = combat_of(GAMES[real_book(key).game])
    found = {
        f"{bearer.fighter.name}: {bearer.name}": kinds
        for bearer in bearers(key)
        if (key, bearer.rule) not in COUNTED_IN_COMBAT
        if (kinds := silent(combat, bearer))
    }
    assert found == {}


@pytest.mark.parametrize("key", REASONED)
def test_no_reason_is_given_for_a_rule_that_counts(key: str) -> None:
    game = GAMES[real_book(key).game]
    rules = real_book(key).rules
    counted = [
        rule
        for rule in reasons(key)
        if status_of(game, rule, rules[rule]) != NOT_MODELLED
    ]
    assert counted == []


@pytest.mark.parametrize(("key", "rule"), sorted(COUNTED_IN_COMBAT))
def test_what_counts_in_combat_is_named_on_the_way_to_it(key: str, rule: str) -> None:
    combat = combat_of(GAMES[real_book(key).game])
    for bearer in (one for one in bearers(key) if one.rule == rule):
        kinds = [kind for kind, _ in answers(combat, bearer)]
        assert "engagement" in kinds
        assert "engagement" not in silent(combat, bearer)


WITHOUT_MATCH_UP = {"giant-attacks", "random-movement", "steam", "virulent-maw"}
"""Rules of units that have no match-up, since their figures are not known."""


@pytest.mark.parametrize("key", REASONED)
def test_a_reason_that_a_book_gives_is_told_in_some_answer(key: str) -> None:
    combat = combat_of(GAMES[real_book(key).game])
    told = {one.rule for one in bearers(key) if any(answers(combat, one))}
    assert set(reasons(key)) - told <= WITHOUT_MATCH_UP


def test_a_rule_that_no_answer_names_any_more_is_found() -> None:
    combat = combat_of(GAMES["mordheim"])
    dropping = replace(
        combat,
        odds=lambda question: replace(combat.odds(question), not_modelled=()),
        preview=lambda own, other: tuple(
            replace(one, not_modelled=()) for one in combat.preview(own, other)
        ),
    )
    bearer = next(bearers("mordheim-orcs"))
    assert silent(combat, bearer) == []
    assert {"fight", "engagement"} <= set(silent(dropping, bearer))

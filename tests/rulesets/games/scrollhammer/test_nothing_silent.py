"""Whatever a fighter carries changes a number, or the answer names it as left out.

Swept are the special rules of the game, those of its books, all items and spells of
these, and every unit with what it begins with. Each sweep prints what it covered.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.core.values import Gear, RuleUse
from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.games.scrollhammer.special_rules import RULES, keys_of, rule_of
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter, MatchUpError
from tests.real_books import real_books
from tests.rulesets.games.scrollhammer.rules_match_ups import (
    FLAMES,
    GHOST_BLADES,
    ICE,
    RUNE_BLADES,
    SPECTRES,
    VENOM,
)
from tests.rulesets.games.scrollhammer.units import (
    BEAST,
    CATS,
    COHORT,
    LANCERS,
    LED,
    MAGES,
    SHIELD,
    SPELLS,
    bow,
    fighter,
    match_up,
    part,
    spell,
    unit,
    weapon,
)

XS = {"poisoned": 4, "absorb-health": 2, "regeneration": 3, "multiple-wounds": 2}
SHOCKING = unit(
    "Shockers", 8, formation="Skirmish", gear=(bow(4, 0, shots=2, element="Shock"),)
)
FREEZING = unit("Freezers", 8, a=3, gear=(weapon("user", 0, element="Frost"),))
SHIELDED = unit("Shielded", 10, t=4, sv=4, gear=(weapon(), SHIELD))
OTHERS = (
    COHORT,
    BEAST,
    LED,
    SHIELDED,
    VENOM,
    FLAMES,
    ICE,
    MAGES,
    SHOCKING,
    FREEZING,
    RUNE_BLADES,
    GHOST_BLADES,
    SPECTRES,
    LANCERS,
)
ASKED: dict[str, tuple[dict[str, Any], ...]] = {
    "fight": (
        {"charger": "a"},
        {
            "charger": "a",
            "a.foe": True,
            "a.leaves": True,
            "a.from-cover": True,
            "a.files": 6,
        },
        {"charger": "b", "a.unseen": "first"},
    ),
    "shooting": (
        {"distance": 5, "cover": "4", "touched": 3},
        {"distance": 5, "moved": True, "a.foe": True, "touched": 2},
    ),
    "charge": ({"reaction": "flee", "distance": 4},),
    "engagement": ({"rough": True, "closing": "a", "distance": 12, "turns": 2},),
}
"""What is asked of bearers on side a."""

STRUCK: dict[str, tuple[dict[str, Any], ...]] = {
    "fight": ({"charger": "none"},),
    "shooting": ({"distance": 5},),
    "charge": ({"reaction": "flee", "distance": 4},),
}
"""What is asked of bearers on side b."""


@cache
def books() -> tuple[Book, ...]:
    return tuple(real_books("scrollhammer-*").values())


def figures(told: Odds) -> Any:
    """Return all numbers of an answer, without what is too small to be one."""
    return (
        {key: round(chance, 9) for key, chance in told.outcomes.items()},
        {key: round(chance, 9) for key, chance in told.events.items()},
        {key: round(mean, 9) for key, mean in told.expected.items()},
    )


def names(told: Odds) -> set[str]:
    """Return what an answer says it leaves out, or that no die touches."""
    left = {one.rule.lower() for one in told.not_modelled}
    return left | {one.rule.lower() for one in told.no_dice}


def asks(with_it: Fighter, without: Fighter) -> Iterator[tuple[Any, Any]]:
    """Yield questions that differ by a rule alone, its bearers on both sides."""
    for other in OTHERS:
        for kind, situations in ASKED.items():
            for situation in situations:
                for one in (with_it, without):
                    yield (match_up(kind, one, other, situation, {}, 3), one is with_it)
        for kind, situations in STRUCK.items():
            for situation in situations:
                for one in (with_it, without):
                    yield (match_up(kind, other, one, situation, {}, 3), one is with_it)


def changes(with_it: Fighter, without: Fighter) -> bool:
    """Return whether some number differs by what one has and the other has not."""
    known: Any = None
    for question, has in asks(with_it, without):
        told = figures(odds(question))
        if not has and told != known:
            return True
        known = told
    return False


def named(bearer: Fighter, name: str) -> bool:
    """Return whether answers of every kind name it, whichever side has it."""
    return all(
        name.lower() in names(odds(match_up(kind, *pair, {}, {}, 2)))
        for kind in ("fight", "charge", "shooting", "engagement")
        for pair in ((bearer, CATS), (CATS, bearer))
    )


BODY: dict[str, Any] = {"w": 2, "a": 2, "i": 4, "bs": 4, "mg": 3, "ld": 6, "t": 4}


def bearers(key: str) -> Iterator[tuple[Fighter, Fighter]]:
    """Yield fighters with a rule, of their own and of what they use, and without."""
    use = (key, XS.get(key))
    for formation in ("Ranks", "Skirmish"):

        def models(*rules: Any, wears: str = formation, **more: Any) -> Fighter:
            return unit("Bearers", 7, *rules, formation=wears, **BODY, **more)

        yield models(use, gear=(weapon(),)), models(gear=(weapon(),))
        yield (
            models(use, "frost-weapon", gear=(weapon(),)),
            models("frost-weapon", gear=(weapon(),)),
        )
        yield models(gear=(weapon("user", 0, use),)), models(gear=(weapon(),))
        heavy = "Move or Fire"
        yield (
            models(gear=(bow(3, 1, use, fires=heavy),)),
            models(gear=(bow(3, 1, fires=heavy),)),
        )
    yield casters(spell(5, 3, 1, use)), casters(spell(5, 3, 1))


def casters(*spells: Gear) -> Fighter:
    known = ", ".join(piece.name for piece in spells)
    body = part("Casters", 5, gear=(SPELLS,), formation="Skirmish", casts=known, **BODY)
    return fighter(body, spells=spells)


def rule_keys() -> list[str]:
    """Return every rule of the game and of its books, and what items and units use."""
    keys = dict.fromkeys(RULES)
    for book in books():
        keys |= dict.fromkeys(book.rules)
        for item in book.items.values():
            keys |= {rule.key: None for rule in item.rules}
    return sorted(keys)


ASKED_RULES = keys_of("asked")
ASKED_OF_FOES = {key for key in ASKED_RULES if rule_of(key).fate.question == "foe"}
SAID = keys_of("counted", "asked", "in the figures", "in hand") - ASKED_OF_FOES
"""Rules that need not be named."""

CHUNKS = 16
"""Parts that the rules are swept in."""


def how(key: str) -> str:
    """Return what an answer does with a rule, "" for nothing."""
    if key in keys_of("in the figures"):
        return "in the stat line"
    if key in keys_of("in hand"):
        return "in what is in hand"
    pairs = list(bearers(key))
    if all(named(bearer, rule_of(key).name) for bearer, _ in pairs[:4]):
        return "named"
    return "counted" if any(changes(*pair) for pair in pairs) else ""


Covered = Callable[[int, str], None]


def silent_of(fates: dict[str, str], things: str, covered: Covered) -> list[str]:
    """Return what is silent; tell how many were counted, named and so on."""
    for what, many in sorted(Counter(fates.values()).items()):
        covered(many, f"{things} {what}")
    return [name for name, fate in fates.items() if not fate]


@pytest.mark.sweep(16)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_special_rule_changes_a_number_or_is_named(
    chunk: int, covered: Covered
) -> None:
    fates = {key: how(key) for key in rule_keys()[chunk::CHUNKS]}
    assert silent_of(fates, "rules", covered) == []


SHOWN_BY_STAT_LINES = ("armour", "shield", "mount")
"""Gear that changes its bearer's stat line, as all that brings changes does."""


def pieces() -> list[tuple[str, Gear]]:
    return [
        (f"{book.key.removeprefix('scrollhammer-')}/{key}", item.gear)
        for book in books()
        for key, item in book.items.items()
        if item.kind not in SHOWN_BY_STAT_LINES and not item.changes
    ]


def users(piece: Gear) -> tuple[Fighter, Fighter]:
    """Return somebody who uses a piece, and the same without it."""
    if piece.kind == "spell":
        return casters(piece), casters()
    return unit("Bearers", 15, gear=(piece,), **BODY), unit("Bearers", 15, **BODY)


def enchanted(piece: Gear) -> Iterator[tuple[Fighter, Fighter]]:
    """Yield who strikes with an enchanted weapon, plain or rimed, and without it."""
    if piece.rules and all(rule.key in keys_of("counted") for rule in piece.rules):
        for rules in ((), ("frost-weapon",)):
            yield (
                unit("Bearers", 15, *rules, gear=(piece,), **BODY),
                unit("Bearers", 15, *rules, **BODY),
            )


def is_plain(piece: Gear) -> bool:
    """Return whether a weapon strikes as one that is no weapon does."""
    strength, ap = piece.stats.get("strength"), piece.stats.get("ap")
    plain = strength in ("user", None) and ap in (0, None) and not piece.rules
    return plain and piece.kind == "melee" and piece.base != "great-weapon"


def fate(piece: Gear) -> str:
    """Return what an answer does with a piece, "" for nothing."""
    bearer, bare = users(piece)
    strange = (r for r in piece.rules if r.key not in SAID)
    unknown = {(r.rule or rule_of(r.key)).name.lower() for r in strange}
    until_asked = {rule_of(r.key).name for r in piece.rules if r.key in ASKED_RULES}
    wanted = {piece.name.lower(), *map(str.lower, until_asked), *unknown}
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("fight", {}),
        ("shooting", {"distance": 6, "touched": 2}),
        ("shooting", {"distance": 14, "touched": 2}),
    )
    for kind, situation in asked:
        for other in (CATS, COHORT, SHIELDED):
            told = odds(match_up(kind, bearer, other, situation))
            left = wanted & names(told)
            if (
                left >= unknown
                and left
                and kind == ("shooting" if piece.kind == "spell" else kind)
            ):
                return "named"
            without = odds(match_up(kind, bare, other, situation))
            if figures(told) != figures(without) and not unknown:
                return "counted"
    struck = [figures(odds(match_up("shooting", ICE, one))) for one in (bearer, bare)]
    if struck[0] != struck[1] or any(changes(*pair) for pair in enchanted(piece)):
        return "counted"
    return "plain" if is_plain(piece) else ""


@pytest.mark.slow
def test_every_item_and_spell_of_every_book_changes_a_number_or_is_named(
    covered: Covered,
) -> None:
    fates = {name: fate(piece) for name, piece in pieces()}
    assert silent_of(fates, "items and spells", covered) == []
    assert len(pieces()) > 150


def units_of(book: Book) -> Iterator[Fighter]:
    """Yield every unit of a book as it is sold, with all that it may have in hand."""
    for key in book.units:
        try:
            sold = book_fighter(book, key)
        except ValueError:
            continue
        yield from (sold, *sold.alternatives)


def carried(one: Fighter) -> Iterator[RuleUse]:
    """Yield the rules of those who fight and of what they use."""
    parts = [part for part in one.parts if part.role != "mount" and part.models]
    known = [part for part in parts if None not in figures_needed(part.characteristics)]
    for those in known:
        yield from those.rules
        yield from (rule for piece in those.gear for rule in piece.rules)


def name_of(use: RuleUse) -> str:
    """Return the name of a rule, as its book prints one that says all itself."""
    return (use.rule or rule_of(use.key)).name.lower()


def figures_needed(characteristics: Any) -> list[Any]:
    return [characteristics.get(key) for key in ("ws", "s", "t", "w", "i", "a", "ld")]


@pytest.mark.parametrize("book", books(), ids=lambda book: book.key)
def test_every_rule_and_spell_of_every_unit_is_counted_or_named(
    book: Book, covered: Covered
) -> None:
    looked_at = 0
    for one in units_of(book):
        for kind in ("fight", "shooting"):
            try:
                told = odds(match_up(kind, one, CATS, {}, {}, 1))
            except MatchUpError:
                continue
            assert left_unsaid(one, told) == set(), (one.name, one.loadout, kind)
            looked_at += 1
    covered(looked_at, "answers about units as they are sold")
    assert looked_at


def left_unsaid(one: Fighter, told: Odds) -> set[str]:
    """Return the rules and spells that an answer neither counts nor names.

    A caster who casts something has chosen among the spells that could be cast. What a
    book writes out as effects counts: `test_effects_of_books` plays each of them.
    """
    unwritten = (use for use in carried(one) if not (use.rule and use.rule.effects))
    rules = {name_of(use) for use in unwritten if use.key not in SAID}
    spells = {piece.name.lower() for piece in one.gear if piece.kind == "spell"}
    casts = any("casts it" in step.text for step in told.trace)
    return (rules | (set() if casts else spells)) - names(told)

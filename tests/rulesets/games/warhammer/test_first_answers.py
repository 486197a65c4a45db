"""Warhammer answers a charge first; a combat without one says what it leaves out."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.special_rules import title_of
from rulesets.matchups.best_loadout import settle
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from tests.real_books import real_book

BOOKS = ("warhammer-bretonnia", "warhammer-empire", "warhammer-orcs-and-goblins")
ENEMY = {
    "warhammer-bretonnia": ("warhammer-orcs-and-goblins", "orc-boyz"),
    "warhammer-empire": ("warhammer-orcs-and-goblins", "orc-boyz"),
    "warhammer-orcs-and-goblins": ("warhammer-empire", "greatswords"),
}


def unit(key: str, entry: str) -> Fighter:
    return book_fighter(real_book(key), entry)


def asked(kind: str, a: Fighter, b: Fighter) -> MatchUp:
    return MatchUp("warhammer", kind, a, b, {}, {})


def test_a_charge_is_asked_where_nothing_is_said() -> None:
    for key in ("warhammer", "charge"):
        assert combat_of(GAMES[key]).kinds[0].key == "charge"


@pytest.mark.parametrize("key", GAMES)
def test_a_charge_by_either_side_is_told_before_anybody_asks(key: str) -> None:
    charging, charged = combat_of(GAMES[key]).openings
    assert (charging.name, charging.turned) == ("Charging", False)
    assert (charged.name, charged.turned) == ("Charged", True)
    kind = next(one for one in combat_of(GAMES[key]).kinds if one.key == charging.kind)
    usual = {question.key: question.default for question in kind.situation}
    assert charging.kind == "charge" or "a" in (
        usual.get("charge"),
        usual.get("charger"),
    )


def test_knights_charge_with_lances_though_swords_serve_them_better_later() -> None:
    knights, orcs = unit("warhammer-empire", "knightly-orders"), unit(*ENEMY[BOOKS[1]])
    _, first = settle(odds, asked("charge", knights, orcs))
    _, later = settle(odds, asked("fight", knights, orcs))
    held = "have in hand the best loadout here: Lance and Shield."
    assert f"{knights.name} {held}" in first.notes
    assert round(first.events["a-wins"], 2) == 0.96
    assert round(later.events["a-wins"], 2) == 0.85


def test_who_does_not_move_cannot_charge() -> None:
    cannon, orcs = unit("warhammer-empire", "great-cannon"), unit(*ENEMY[BOOKS[1]])
    with pytest.raises(MatchUpError, match="Great Cannon cannot charge"):
        odds(asked("charge", cannon, orcs))


# -- what a combat without a charge leaves out --------------------------------------


def without_rule(own: Fighter, key: str) -> Fighter:
    parts = tuple(
        replace(
            part,
            rules=tuple(rule for rule in part.rules if rule.key != key),
            gear=tuple(
                replace(
                    piece,
                    rules=tuple(rule for rule in piece.rules if rule.key != key),
                )
                for piece in part.gear
            ),
        )
        for part in own.parts
    )
    rules = tuple(rule for rule in own.rules if rule.key != key)
    return replace(own, rules=rules, parts=parts)


def without_bonus(own: Fighter, name: str) -> Fighter:
    """Return a fighter one of whose weapons has no figures of a charge."""
    parts = tuple(
        replace(
            part,
            gear=tuple(
                replace(
                    piece,
                    stats={
                        k: v for k, v in piece.stats.items() if not k.endswith("-bonus")
                    },
                )
                if piece.name == name
                else piece
                for piece in part.gear
            ),
        )
        for part in own.parts
    )
    return replace(own, parts=parts)


def altered(own: Fighter) -> Iterator[tuple[str, Fighter]]:
    keys = {rule.key for part in own.parts for rule in part.rules}
    keys |= {
        rule.key for part in own.parts for piece in part.gear for rule in piece.rules
    }
    for key in sorted(keys - {"fills-hands"}):
        yield title_of(key)[0], without_rule(own, key)
    for name in sorted({piece.name for part in own.parts for piece in part.gear}):
        yield name, without_bonus(own, name)


def chances(kind: str, a: Fighter, b: Fighter) -> dict[str, float]:
    return dict(odds(replace(asked(kind, a, b), rounds=1)).outcomes)


def tells(own: Fighter, other: Fighter, enemy: Fighter, kind: str) -> bool:
    """Return whether two forms of a unit differ in a kind of match-up."""
    return chances(kind, own, enemy) != chances(kind, other, enemy) or (
        chances(kind, enemy, own) != chances(kind, enemy, other)
    )


@pytest.mark.sweep(3)
@pytest.mark.parametrize("key", BOOKS)
def test_a_combat_without_a_charge_names_all_that_counts_on_one_only(
    key: str, covered: Callable[[int, str], None]
) -> None:
    enemy = replace(unit(*ENEMY[key]), alternatives=())
    tried, named, silent = 0, set(), []
    for entry in real_book(key).units:
        try:
            found = unit(key, entry)
            odds(asked("charge", found, enemy))
        except (ValueError, MatchUpError):
            continue
        for own in (found, *found.alternatives):
            own = replace(own, alternatives=())
            note = odds(asked("fight", own, enemy)).notes[0]
            for name, other in altered(own):
                tried += 1
                if tells(own, other, enemy, "fight"):
                    continue
                if not tells(own, other, enemy, "charge"):
                    continue
                named.add(name)
                if name not in note:
                    silent.append(f"{entry} with {own.loadout}: {name}")
    covered(tried, "rules and weapons of units")
    covered(len(named), "of them that tell on a charge only, by name")
    assert silent == []
    assert named


def test_a_melee_of_charge_names_what_counts_on_a_charge_only() -> None:
    orcs = replace(unit("charge-orcs", "orcs"), alternatives=())
    beast = replace(unit("charge-orcs", "badlands-beast"), alternatives=())
    work_out = combat_of(GAMES["charge"]).odds
    assert work_out is not None
    told = work_out(MatchUp("charge", "fight", beast, orcs, {}, {}))
    assert told.notes[0] == (
        "Nobody charges: no test, no reaction and no push of a charge"
        " (Badlands Beast: Fearsome, Terrifying; Orcs: Fearsome)."
    )

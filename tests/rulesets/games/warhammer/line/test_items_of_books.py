"""Every magic item of the books counts in a battle line as in a combat of two units."""

from collections.abc import Iterator
from functools import cache

import pytest

from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.questions.kinds import LINE
from rulesets.games.warhammer.item_rules import ITEMS
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp
from tests.rulesets.games.warhammer.bearers import hero, sword, with_piece
from tests.rulesets.games.warhammer.line.test_one_unit_a_side import as_line
from tests.rulesets.games.warhammer.sweep import books
from tests.rulesets.games.warhammer.units import (
    HANDGUNNERS,
    KNIGHTS,
    SWORDSMEN,
    TROLLS,
    match_up,
    unit,
)

ENDS = 1e-7
SAID = ("uses-item", "blessed")
RULES = ("blessing-of-the-lady", "standard-bearer")
MEN = unit("Men", 12, *RULES, sv=5, a=2, ld=7)


@cache
def pieces() -> dict[str, Gear]:
    """Return the magic items of the books by key."""
    items = (one for book in books() for one in book.items.items())
    return {key: item.gear for key, item in items if key in ITEMS}


def bearer_of(piece: Gear) -> Fighter:
    """Return who carries an item: men a banner, else a hero on foot."""
    one = MEN if piece.kind == "banner" else hero(rules=RULES, a=3)
    return with_piece(one, piece)


def match_ups(own: Fighter) -> Iterator[MatchUp]:
    """Yield combats of a bearer on either side, and his charges."""
    for enemy in (SWORDSMEN, HANDGUNNERS, TROLLS):
        for side, (a, b) in (("a", (own, enemy)), ("b", (enemy, own))):
            asked: Answers = {f"{side}.{key}": True for key in SAID}
            yield match_up("fight", a, b, asked, rounds=2)
    asked = {f"a.{key}": True for key in SAID}
    for enemy in (SWORDSMEN, KNIGHTS):
        yield match_up("charge", own, enemy, asked, rounds=2)


def furthest(one: Odds, other: Odds) -> float:
    """Return how far apart two answers are [chance]."""
    keys = {*one.outcomes, *other.outcomes} - {"undecided"}
    return max(
        abs(one.outcomes.get(key, 0.0) - other.outcomes.get(key, 0.0)) for key in keys
    )


@pytest.mark.sweep(6)
@pytest.mark.parametrize("key", sorted(ITEMS))
def test_an_item_counts_in_a_line_as_in_a_combat_of_two(key: str) -> None:
    for question in match_ups(bearer_of(pieces()[key])):
        line, combat = as_line(question), odds(question)
        assert furthest(line, combat) < ENDS
        named = {one.rule for one in combat.not_modelled}
        assert {one.rule for one in line.not_modelled} <= named


def with_hero(own: Fighter, said: Answers | None = None) -> Odds:
    further = (Further(own, "a", "character", situation=said or {}),)
    return odds(MatchUp("warhammer", LINE, MEN, SWORDSMEN, {}, {}, 1, further=further))


def test_a_character_is_asked_whether_he_uses_the_power_of_his_item() -> None:
    own = hero(sword("mace-of-helstrum"), a=3)
    spared, used = with_hero(own), with_hero(own, {"uses-item": True})
    assert spared.wounds["a"].chances != used.wounds["a"].chances
    assert len(spared.not_modelled) == 1
    assert used.not_modelled == ()

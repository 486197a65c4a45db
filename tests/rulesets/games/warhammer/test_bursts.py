"""Fanatics who are sent out and spells bound in rings: hits that no shot makes."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import sqrt
from random import Random

import pytest

from rulesets.core.values import RuleUse
from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.asked_rules import unasked
from rulesets.games.warhammer.combat.left_out import not_modelled
from rulesets.games.warhammer.combat.profile import read_profile
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Answers, Fighter
from tests.rulesets.games.warhammer.bearers import hero, with_piece, worn
from tests.rulesets.games.warhammer.simulated import SAVE_MODIFIER, WOUNDS
from tests.rulesets.games.warhammer.units import (
    CANNON,
    GOBLINS,
    HANDGUNNERS,
    SWORDSMEN,
    TROLLS,
    match_up,
    unit,
)

GAMES = 20_000

MOB = unit("Mob", 20, RuleUse("fanatics"))
SHAMAN = with_piece(hero(), worn("mad-cap-mushrooms"))
FIRE = with_piece(hero(), worn("doomfire-ring"))
RING = with_piece(hero(), worn("nibblas-itty-ring"))
VOLANS = with_piece(hero(), worn("ring-of-volans"))
GUARDS = unit("Guards", 4, t=4, sv=4)
BURNABLE = unit("Straw men", 3, "flammable", w=3, t=4)
WARDED = unit("Saints", 6, sv=5, ward=4)
BARBED = unit("Wet trolls", 3, "regeneration", t=4, w=3)


def shot(own: Fighter, target: Fighter, asked: Answers) -> Odds:
    return odds(match_up("shooting", own, target, asked))


def test_a_fanatic_deals_d6_hits_at_strength_5() -> None:
    # Strength 5 wounds Toughness 4 on 3+, and a save of 4+ is one of 6+.
    each = Fraction(2, 3) * Fraction(5, 6)
    told = shot(MOB, GUARDS, {"fanatics": 1})
    assert told.expected["a-unsaved-wounds"] == pytest.approx(
        float(Fraction(7, 2) * each), abs=1e-12
    )
    none = sum((1 - each) ** hits for hits in range(1, 7)) / 6
    assert told.wounds["a"].chances[0] == pytest.approx(float(none), abs=1e-12)
    all_four = sum(
        Fraction(1, 6) * share
        for hits in range(4, 7)
        for share in (_at_least_four(hits, each),)
    )
    assert told.outcomes["b-destroyed"] == pytest.approx(float(all_four), abs=1e-12)


def _at_least_four(hits: int, each: Fraction) -> Fraction:
    total = Fraction(0)
    for wounds in product((0, 1), repeat=hits):
        if sum(wounds) >= 4:
            total += each ** sum(wounds) * (1 - each) ** (hits - sum(wounds))
    return total


def test_mushrooms_double_the_dice_whoever_has_them() -> None:
    mean = shot(MOB, GUARDS, {"fanatics": 2}).expected["a-unsaved-wounds"]
    eaten: Answers = {"fanatics": 2, "mushrooms": True}
    assert shot(MOB, GUARDS, eaten).expected["a-unsaved-wounds"] == pytest.approx(
        2 * mean, abs=1e-12
    )
    own = shot(SHAMAN, GUARDS, {"fanatics": 2}).expected["a-unsaved-wounds"]
    assert own == pytest.approx(2 * mean, abs=1e-12)


def test_nobody_without_fanatics_sends_any_out() -> None:
    told = shot(SWORDSMEN, GUARDS, {"fanatics": 3, "casts": True, "spell-hits": 9})
    assert told.expected["a-unsaved-wounds"] == 0


def test_the_doomfire_burns() -> None:
    # Strength 3 wounds Toughness 4 on 5+; fire wounds the flammable twice over.
    each = Fraction(1, 3)
    told = shot(FIRE, BURNABLE, {"casts": True})
    assert told.expected["a-unsaved-wounds"] == pytest.approx(
        float(2 * Fraction(7, 2) * each), abs=1e-12
    )
    assert shot(FIRE, BURNABLE, {}).expected["a-unsaved-wounds"] == 0


def test_fire_is_not_regenerated_and_a_fanatic_is() -> None:
    burnt = shot(FIRE, BARBED, {"casts": True}).expected["a-unsaved-wounds"]
    assert burnt == pytest.approx(7 / 2 / 3, abs=1e-12)
    struck = shot(MOB, BARBED, {"fanatics": 1}).expected["a-unsaved-wounds"]
    assert struck == pytest.approx(7 / 2 * 2 / 3 / 2, abs=1e-12)


@pytest.mark.parametrize("own", [RING, VOLANS], ids=["nibbla", "volans"])
def test_a_spell_that_is_not_printed_is_asked_for(own: Fighter) -> None:
    asked: Answers = {"spell-hits": 3, "spell-strength": 6}
    each = Fraction(5, 6)
    told = shot(own, WARDED, asked).expected["a-unsaved-wounds"]
    assert told == pytest.approx(float(3 * each / 2), abs=1e-12)


def test_hits_come_beside_the_shots_of_the_unit() -> None:
    ringed = with_piece(HANDGUNNERS, worn("doomfire-ring"))
    plain = shot(HANDGUNNERS, GOBLINS, {}).expected
    both = shot(ringed, GOBLINS, {"casts": True}).expected
    assert both["dice"] == pytest.approx(plain["dice"] + 3.5)
    more = both["a-unsaved-wounds"] - plain["a-unsaved-wounds"]
    assert more == pytest.approx(
        shot(FIRE, GOBLINS, {"casts": True}).expected["a-unsaved-wounds"], abs=1e-12
    )


def test_the_trace_tells_of_the_hits() -> None:
    texts = [one.text for one in shot(MOB, GUARDS, {"fanatics": 2}).trace]
    assert "2D6 hits without a roll at Strength 5: 3+ to wound, 6+ armour save" in texts


@pytest.mark.parametrize("own", [MOB, SHAMAN, FIRE, RING])
def test_what_nobody_answers_is_named_and_what_is_answered_is_not(
    own: Fighter,
) -> None:
    profile = read_profile(own, "a")
    assert not_modelled(profile) == ()
    (left,) = unasked(profile)
    assert left.why == "it counts only where the situation says so, of shots by side A"
    answers: Answers = {"fanatics": 1, "casts": True, "spell-hits": 1}
    assert shot(own, GUARDS, answers).not_modelled == ()
    for kind in ("charge", "fight", "shooting"):
        assert left in odds(match_up(kind, own, GUARDS)).not_modelled
    assert left.rule in {
        one.rule for one in odds(match_up("shooting", GUARDS, own)).not_modelled
    }


@dataclass(frozen=True)
class Foe:
    """A target by its figures, typed again."""

    models: int
    toughness: int
    wounds: int
    save: int
    ward: int = 7
    back: int = 7


def rolled(foe: Foe, strength: int, dice: Random, *, hits: int) -> int:
    """Roll every hit to wound, to save, and to come back; return the wounds lost."""
    left = foe.models * foe.wounds
    for _ in range(hits):
        if not left:
            break
        if dice.randint(1, 6) < WOUNDS[strength - 1][foe.toughness - 1]:
            continue
        save = dice.randint(1, 6)
        if save > 1 and save >= foe.save + SAVE_MODIFIER[strength]:
            continue
        if dice.randint(1, 6) >= foe.ward or dice.randint(1, 6) >= foe.back:
            continue
        left -= 1
    return foe.models * foe.wounds - left


def games(
    foe: Foe, strength: int, count: int, *, fixed: int, seed: int
) -> Iterator[int]:
    dice = Random(seed)  # noqa: S311
    for _ in range(GAMES):
        hits = fixed + sum(dice.randint(1, 6) for _ in range(count))
        yield rolled(foe, strength, dice, hits=hits)


MEN = Foe(4, 4, 1, 4)
SAINTS = Foe(6, 3, 1, 5, ward=4)
WET = Foe(3, 4, 3, 7, back=4)

THROWN: dict[str, tuple[Fighter, Fighter, Answers, tuple[Foe, int, int, int]]] = {
    "a fanatic at men": (MOB, GUARDS, {"fanatics": 1}, (MEN, 5, 1, 0)),
    "three fanatics at trolls": (MOB, BARBED, {"fanatics": 3}, (WET, 5, 3, 0)),
    "mushrooms at saints": (SHAMAN, WARDED, {"fanatics": 1}, (SAINTS, 5, 2, 0)),
    "a doomfire at saints": (FIRE, WARDED, {"casts": True}, (SAINTS, 3, 1, 0)),
    "a spell at trolls": (
        RING,
        BARBED,
        {"spell-hits": 7, "spell-strength": 6},
        (WET, 6, 0, 7),
    ),
}


@pytest.mark.parametrize("name", THROWN)
def test_hits_are_those_of_dice_rolled_one_by_one(name: str) -> None:
    own, target, asked, (foe, strength, count, fixed) = THROWN[name]
    told = shot(own, target, asked)
    lost = [*games(foe, strength, count, fixed=fixed, seed=1 + [*THROWN].index(name))]
    left = told.survivors["b"].chances
    for wounds in range(foe.models * foe.wounds + 1):
        chance = left[foe.models * foe.wounds - wounds]
        error = sqrt(chance * (1 - chance) / GAMES) + 1e-9
        assert abs(lost.count(wounds) / GAMES - chance) <= 4 * error


def test_hits_on_a_machine_fall_on_machine_or_crew() -> None:
    asked: Answers = {"fanatics": 2}
    told = shot(MOB, CANNON, asked)
    assert 0 < told.events["b-machine-destroyed"] < 1
    assert 0 < told.events["b-crew-slain"] < 1


def test_trolls_who_are_hard_to_hit_are_hit_all_the_same() -> None:
    asked: Answers = {"fanatics": 1}
    river = unit("River trolls", 3, "river-trolls", t=4, w=3)
    plain = unit("Trolls", 3, t=4, w=3)
    assert shot(MOB, river, asked).outcomes == shot(MOB, plain, asked).outcomes
    assert shot(MOB, TROLLS, asked).expected["b-wounds-lost"] > 0

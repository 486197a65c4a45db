"""Weapons to which magic items give an element, by exact fractions."""

from fractions import Fraction

import pytest

from rulesets.games.scrollhammer.combat.answers import odds
from rulesets.odds.match_up import Fighter
from tests.rulesets.games.scrollhammer.rules_match_ups import (
    DWEMER,
    FROST_PROOF,
    SPECTRES,
)
from tests.rulesets.games.scrollhammer.units import (
    bow,
    fighter,
    match_up,
    part,
    spell,
    unit,
)

PLATED = unit("Plated", 1, ws=3, t=3, sv=3, i=1, a=0, ld=10, formation="Skirmish")
"""Its armour saves two wounds in three."""


def slain_by(*rules: str, foe: Fighter = PLATED) -> float:
    """Return the chance that one blow at 4+ and 4+ slays a single model."""
    own = unit("Striker", 1, *rules, i=5, a=1, ld=10, formation="Skirmish")
    question = match_up("fight", own, foe, {"charger": "none"}, {}, 1)
    return odds(question).outcomes["b-destroyed"]


def test_one_blow_of_a_rimed_weapon_is_saved_as_any_other() -> None:
    assert slain_by() == pytest.approx(Fraction(1, 4) * Fraction(1, 3))
    assert slain_by("frost-weapon") == pytest.approx(Fraction(1, 12))


def test_no_armour_saves_against_a_blizzard() -> None:
    assert slain_by("frost-weapon", "blizzard-weapon") == pytest.approx(1 / 4)


def test_a_blizzard_alone_is_on_no_rimed_weapon() -> None:
    assert slain_by("blizzard-weapon") == pytest.approx(Fraction(1, 12))


def alone(foe: Fighter, *, sv: int = 7) -> Fighter:
    """Return one model with the rules of a unit."""
    rules = (rule.key for rule in foe.rules)
    line = {"ws": 3, "t": 3, "i": 1, "a": 0, "ld": 10, "sv": sv}
    return unit("One", 1, *rules, formation="Skirmish", **line)


def test_a_rimed_weapon_is_magic_and_of_frost() -> None:
    """It strikes whom mundane blows do not, and does nothing to who is frost-proof."""
    assert slain_by(foe=alone(SPECTRES)) == 0
    assert slain_by("frost-weapon", foe=alone(SPECTRES)) == pytest.approx(1 / 4)
    assert slain_by("frost-weapon", foe=alone(FROST_PROOF)) == 0
    assert slain_by("flame-weapon", foe=alone(FROST_PROOF)) == pytest.approx(1 / 4)


def test_frost_of_a_rimed_weapon_passes_dwemer_armour() -> None:
    """And it wounds on 3 or more where it would have needed 4."""
    struck = alone(DWEMER, sv=3)
    assert slain_by(foe=struck) == pytest.approx(Fraction(1, 12))
    assert slain_by("frost-weapon", foe=struck) == pytest.approx(Fraction(1, 3))


def test_arrows_of_an_enchanted_bow_have_its_element() -> None:
    def slain(*rules: str) -> float:
        own = unit("Bow", 1, *rules, gear=(bow(3, 0),))
        return odds(match_up("shooting", own, alone(SPECTRES))).outcomes["b-destroyed"]

    assert slain() == 0
    assert slain("flame-weapon") == pytest.approx(1 / 4)


def test_a_spell_keeps_its_own_element() -> None:
    """A mage with a rune of rime still burns those who are proof against frost."""
    bolt = spell(6, 4, 2, element="Flame")

    def burnt(*rules: str) -> float:
        mage = part("Mage", 1, *rules, bs=4, mg=3, formation="Skirmish", casts="Bolt")
        question = match_up(
            "shooting", fighter(mage, spells=(bolt,)), alone(FROST_PROOF)
        )
        return odds(question).outcomes["b-destroyed"]

    assert burnt("frost-weapon", "blizzard-weapon") == burnt() > 0


def test_an_oil_counts_in_the_turn_for_which_it_is_said() -> None:
    """Of two rounds the first is in vain against who is proof against shock."""
    rods = unit("Rod", 1, "immune-to-shock", t=3, i=1, a=0, ld=10, formation="Skirmish")

    def slain(rounds: int, *, oiled: bool) -> float:
        own = unit("Eel", 1, "oil-of-the-eel", i=5, a=1, ld=10, formation="Skirmish")
        asked: dict[str, str | int | bool] = {"charger": "none", "a.oiled": oiled}
        return odds(match_up("fight", own, rods, asked, {}, rounds)).outcomes[
            "b-destroyed"
        ]

    assert slain(1, oiled=False) == pytest.approx(1 / 4)
    assert slain(1, oiled=True) == 0
    assert slain(2, oiled=True) == pytest.approx(1 / 4)


def test_a_draught_is_one_power_die_more() -> None:
    """With one die a cost of 7 is never reached, with two by 21 rolls of 36."""
    bolt = spell(7, 10, 0)

    def cast(draughts: int) -> float:
        mage = part("Mage", 1, "magicka-draught", mg=1, casts="Bolt")
        one = fighter(mage, spells=(bolt,))
        asked: dict[str, str | int | bool] = {"draughts": draughts}
        told = odds(match_up("casting", one, PLATED, asked))
        return told.outcomes["cast"] + told.outcomes["cast-by-surge"]

    assert cast(0) == 0
    assert cast(1) == pytest.approx(21 / 36)


def test_a_scroll_casts_by_itself_what_it_may_hold() -> None:
    """One shot that always is cast wounds 2/3 · 5/6 of those without a save."""

    def slain(*rules: str, cost: int, scrolls: int) -> float:
        mage = part("Mage", 1, *rules, bs=4, mg=0, formation="Skirmish", casts="Bolt")
        one = fighter(mage, spells=(spell(cost, 5),))
        asked: dict[str, str | int | bool] = {"scrolls": scrolls}
        foe = unit("Foe", 1, formation="Skirmish")
        return odds(match_up("shooting", one, foe, asked)).outcomes["b-destroyed"]

    assert slain("lesser-scroll", cost=9, scrolls=1) == pytest.approx(5 / 9)
    assert slain("lesser-scroll", cost=9, scrolls=2) == pytest.approx(1 - (4 / 9) ** 2)
    assert slain("lesser-scroll", cost=10, scrolls=1) == 0
    assert slain("scroll-8", cost=4, scrolls=1) == 0
    assert slain("lesser-scroll", cost=9, scrolls=0) == slain(cost=9, scrolls=1) == 0


def test_a_banner_of_the_lighthouse_rolls_a_failed_test_to_regroup_again() -> None:
    """Of those who get away 15/36 regroup at Leadership 6, or 1 less 21/36 squared."""

    def regroups(*rules: str) -> float:
        own = unit("Bearers", 10, "musician", *rules, ld=6)
        told = odds(match_up("fight", own, unit("Foes", 10, a=3, s=5, ld=10)))
        return told.events["a-regroups"] / told.outcomes["a-flees"]

    assert regroups() == pytest.approx(15 / 36)
    assert regroups("banner-of-the-lighthouse") == pytest.approx(1 - (21 / 36) ** 2)


def test_oil_and_draught_are_named_until_they_are_asked() -> None:
    own = unit("Both", 5, "oil-of-the-eel", "magicka-draught", gear=(bow(3, 0),))
    for kind in ("fight", "shooting", "engagement"):
        left = {one.rule for one in odds(match_up(kind, own, PLATED)).not_modelled}
        assert {"Oil of the Eel", "Magicka draught"} <= left, kind
    told = odds(match_up("shooting", own, PLATED, {"a.oiled": True, "draughts": 1}))
    assert not {"Oil of the Eel", "Magicka draught"} & {
        one.rule for one in told.not_modelled
    }


def test_of_two_elements_of_weapons_the_one_that_does_not_count_is_named() -> None:
    own = unit("Both", 5, "flame-weapon", "frost-weapon")
    told = odds(match_up("fight", own, alone(FROST_PROOF)))
    assert [one.rule for one in told.not_modelled] == ["Flame weapon"]
    assert slain_by("flame-weapon", "frost-weapon", foe=alone(FROST_PROOF)) == 0

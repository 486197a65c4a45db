"""Rules of single books of Mordheim that count, in figures worked out by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets.combats import status_of
from rulesets.core.values import RuleUse
from rulesets.games import GAMES
from rulesets.games.mordheim.combat.answers import COMBAT, odds
from rulesets.matchups.fighter import book_fighter
from rulesets.odds.match_up import Fighter
from tests.real_books import real_book
from tests.rulesets.games.mordheim.fighters import fighter, item, match_up

TARGET = fighter("ladle", name="B")


def unit(book: str, key: str) -> Fighter:
    return replace(book_fighter(real_book(f"mordheim-{book}"), key), alternatives=())


def shooting_with(own: Fighter, gear: str) -> Fighter:
    """Return a fighter of a book who has only one missile weapon in hand."""
    parts = tuple(replace(part, gear=(item(gear),)) for part in own.parts)
    return replace(own, gear=(item(gear),), parts=parts)


def without(own: Fighter, *keys: str) -> Fighter:
    """Return a fighter without some of his rules."""
    parts = tuple(
        replace(part, rules=tuple(use for use in part.rules if use.key not in keys))
        for part in own.parts
    )
    rules = tuple(use for use in own.rules if use.key not in keys)
    return replace(own, rules=rules, parts=parts)


def harmed(own: Fighter, target: Fighter = TARGET) -> float:
    """Return the chance that one shot at 6 inches puts an unarmoured target down."""
    told = odds(match_up(own, target, {"distance": 3}, kind="shooting"))
    return 1 - told.outcomes["b-stands"]


def test_the_beast_hunters_axes_are_thrown_at_one_strength_more() -> None:
    hunter = shooting_with(
        unit("hired-swords", "beast-hunter"), "throwing-knives-stars"
    )
    hits = Fraction(4, 6)
    assert harmed(hunter) == pytest.approx(float(hits * Fraction(4, 6)))
    plain = without(hunter, "throwing-axe")
    assert harmed(plain) == pytest.approx(float(hits * Fraction(3, 6)))


def test_dark_venom_makes_the_dark_elfs_bolts_stronger_but_for_the_proof() -> None:
    assassin = shooting_with(
        without(unit("hired-swords", "dark-elf-assassin"), "perfect-killer"),
        "repeater-crossbow",
    )
    hits = Fraction(5, 6)
    assert harmed(assassin) == pytest.approx(float(hits * Fraction(4, 6)))
    proof = replace(TARGET, rules=(RuleUse("poison-proof"),))
    assert harmed(assassin, proof) == pytest.approx(float(hits * Fraction(3, 6)))


def test_dark_venom_is_on_both_blades_of_the_dark_elf() -> None:
    assassin = without(unit("hired-swords", "dark-elf-assassin"), "perfect-killer")
    proof = replace(TARGET, rules=(RuleUse("poison-proof"),))
    told = {
        who.name: COMBAT.preview(assassin, replace(who, characteristics=hard(who)))[0]
        for who in (replace(TARGET, name="soft"), replace(proof, name="proof"))
    }
    needs = {name: [need.need for need in one.needs] for name, one in told.items()}
    assert (needs["soft"][1], needs["proof"][1]) == (3, 4)


def hard(who: Fighter) -> dict[str, int | str | None]:
    """Return the figures of a fighter of Toughness 4, which Strength 5 wounds on 3+."""
    return {**who.characteristics, "t": 4}


def test_the_augur_shoots_and_strikes_again_where_she_missed() -> None:
    augur = unit("sisters", "augur")
    slings = shooting_with(augur, "sling")
    misses = Fraction(4, 6)
    again = (1 - misses**2) * Fraction(3, 6)
    assert harmed(slings) == pytest.approx(float(again))
    plain = without(slings, "blessed-sight")
    assert harmed(plain) == pytest.approx(float((1 - misses) * Fraction(3, 6)))
    blow, bare = (
        COMBAT.preview(who, TARGET)[0].needs[0]
        for who in (augur, without(augur, "blessed-sight"))
    )
    assert (bare.chance, blow.chance) == pytest.approx((1 / 2, 3 / 4))


def test_what_the_augur_rolls_again_beside_her_hits_is_named() -> None:
    told = odds(match_up(unit("sisters", "augur"), TARGET))
    why = {one.rule: one.why for one in told.not_modelled if one.side == "a"}
    assert (
        why["Blessed sight"] == "failed tests of characteristics are not rolled again"
    )
    rule = real_book("mordheim-sisters").rules["blessed-sight"]
    assert status_of(GAMES["mordheim"], rule.key, rule) == "partly"


HATREDS = (
    ("beastmen", "chief", "manhater"),
    ("dwarfs", "noble", "hates-greenskins"),
    ("hired-swords", "beast-hunter", "beastmen-vengeance"),
    ("hired-swords", "shadow-warrior", "hates-dark-elves"),
    ("hired-swords", "wolf-priest-of-ulric", "hates-sigmarites"),
    ("hired-swords", "witch-hunter-hired", "burn-the-witch"),
    ("kislevites", "cossack", "hates-chaos"),
    ("sisters", "sister", "righteous-fury"),
    ("witch-hunters", "captain", "burn-the-witch"),
)


@pytest.mark.parametrize(("book", "key", "rule"), HATREDS)
def test_a_hatred_of_some_counts_where_this_is_one_of_them(
    book: str, key: str, rule: str
) -> None:
    own = with_rules(without(unit(book, key), rule), RuleUse(rule))
    name = real_book(f"mordheim-{book}").rules
    asked, said = {"a.hates": False}, {"a.hates": True}
    told, counted = (odds(match_up(own, TARGET, one)) for one in (asked, said))
    hating = with_rules(without(own, rule), RuleUse("hatred"))
    assert counted.outcomes == odds(match_up(hating, TARGET)).outcomes
    assert told.outcomes == odds(match_up(without(own, rule), TARGET)).outcomes
    assert counted.outcomes["b-out"] > told.outcomes["b-out"]
    unasked, left = (
        {one.rule.casefold() for one in each.not_modelled} for each in (told, counted)
    )
    hatred = name[rule].name.casefold() if rule in name else "hates greenskins"
    assert hatred in unasked
    assert hatred not in left
    assert status_of(GAMES["mordheim"], rule) == "exact"


def with_rules(own: Fighter, *uses: RuleUse) -> Fighter:
    parts = tuple(replace(part, rules=(*part.rules, *uses)) for part in own.parts)
    return replace(own, rules=(*own.rules, *uses), parts=parts)


def wounded(target: Fighter) -> float:
    """Return the chance that one blow, which hits on 4+, wounds who may parry it."""
    striker = fighter("ladle", name="A")
    return 1 - COMBAT.preview(striker, target)[0].wounds.chances[0]


def passing(*parried: Fraction) -> Fraction:
    """Return the chance that a 4, 5 or 6 to hit is not parried, and wounds on 4+."""
    return sum((1 - one for one in (*parried, Fraction(0))), Fraction(0)) / 6 / 2


def test_the_duellist_parries_with_what_is_below_his_weapon_skill() -> None:
    duellist = unit("hired-swords", "duellist")
    half = Fraction(3, 6)
    assert wounded(duellist) == pytest.approx(float(passing(half, half)))
    plain = without(duellist, "darting-steel")
    assert wounded(plain) == pytest.approx(
        float(passing(Fraction(2, 6), Fraction(1, 6)))
    )
    twice = replace(
        fighter("sword buckler", name="B", ws=4), rules=(RuleUse("darting-steel"),)
    )
    again = 1 - half**2
    assert wounded(twice) == pytest.approx(float(passing(again, again)))


def test_a_master_of_blades_parries_an_equal_roll() -> None:
    plain = fighter("sword", name="B")
    master = replace(plain, rules=(RuleUse("master-of-blades"),))
    four, five = Fraction(3, 6), Fraction(2, 6)
    assert wounded(master) == pytest.approx(float(passing(four, five)))
    four, five = Fraction(2, 6), Fraction(1, 6)
    assert wounded(plain) == pytest.approx(float(passing(four, five)))


def test_the_sign_of_sigmar_takes_one_attack_of_the_unholy_in_the_first_turn() -> None:
    plain = fighter("ladle", name="B", w=3)
    signed = replace(plain, rules=(RuleUse("sign-of-sigmar"),))
    more, one = (fighter("ladle", "no-pain", name="A", a=a) for a in (2, 1))
    first = odds(match_up(more, signed, rounds=1))
    assert first.outcomes == odds(match_up(one, plain, rounds=1)).outcomes
    assert "Sign of Sigmar" in {step.rule for step in first.trace}
    least = odds(match_up(one, signed, rounds=1))
    assert least.outcomes == odds(match_up(one, plain, rounds=1)).outcomes
    later = odds(match_up(more, signed, {"charge": "none"}, rounds=1))
    usual = odds(match_up(more, plain, {"charge": "none"}, rounds=1))
    assert later.outcomes == usual.outcomes
    living = fighter("ladle", name="A", a=2)
    told = odds(match_up(living, signed, rounds=1)).outcomes
    assert told == odds(match_up(living, plain, rounds=1)).outcomes


def test_a_plague_bearer_spits_past_all_armour_and_not_far() -> None:
    bearer = unit("carnival", "plague-bearer")
    armoured = fighter("ladle", name="B", sv=2)
    wounds = Fraction(3, 6)
    for inches, hits in ((3, Fraction(3, 6)), (6, Fraction(2, 6)), (7, Fraction(0))):
        asked = {"distance": inches}
        told = odds(match_up(bearer, armoured, asked, kind="shooting"))
        stands = told.outcomes["b-stands"]
        assert 1 - stands == pytest.approx(float(hits * wounds))
        assert "Stream of corruption" not in {one.rule for one in told.not_modelled}

"""Effects that rules of books write out: counted, traced, named, and rolled by dice."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from rulesets.core.effects import Op, RuleEffect, Whose
from rulesets.core.percent import percent
from rulesets.core.special_rule import EXACT, NOT_MODELLED, PARTLY
from rulesets.core.values import RuleUse
from rulesets.games.warhammer.combat.answers import COMBAT, odds
from rulesets.games.warhammer.combat.blows.attack import WarhammerAttack, resolve
from rulesets.games.warhammer.combat.blows.moments import AttackMoment, now
from rulesets.games.warhammer.combat.blows.terms import DICE, effects_of
from rulesets.games.warhammer.combat.blows.vocabulary import OF_TARGET, VOCABULARY
from rulesets.odds.effects import apply_effects
from rulesets.odds.match_up import Answers
from tests.rulesets.games.house_rule import house_rule
from tests.rulesets.games.warhammer.effects_match_ups import (
    EFFECTS,
    GUARD,
    MOMENTS,
    bearing,
)
from tests.rulesets.games.warhammer.effects_player import face_of, numbers, words
from tests.rulesets.games.warhammer.test_simulator import (
    MANY,
    SOME,
    differences,
)
from tests.rulesets.games.warhammer.units import ORCS, match_up, unit

PLAYED = {**EFFECTS, **MOMENTS}
FACES = range(1, 7)


def test_each_pair_of_the_vocabulary_and_each_moment_has_its_match_up() -> None:
    for one in VOCABULARY.offered:
        for whose in one.whose:
            pair = f"{one.on} {one.op} "
            its = [name for name in EFFECTS if name.startswith(pair)]
            assert any(f", {whose}, " in name for name in its), pair
    moments = {moment for one in VOCABULARY.offered for moment in one.moments}
    assert {f"when {moment}" for moment in moments} <= set(MOMENTS)


@pytest.mark.parametrize("name", EFFECTS)
def test_each_effect_changes_the_odds_and_is_told(name: str) -> None:
    with_it, without = map(odds, EFFECTS[name])
    assert with_it.outcomes != without.outcomes or with_it.wounds != without.wounds
    assert "House rule" in {step.rule for step in with_it.trace}
    assert "House rule" not in {left.rule for left in with_it.not_modelled}


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", PLAYED)
def test_effects_of_books_are_those_of_dice_rolled_one_by_one(name: str) -> None:
    assert differences(PLAYED[name][0], SOME, list(PLAYED).index(name)) == []


@pytest.mark.million
@pytest.mark.parametrize("name", PLAYED)
def test_every_effect_of_books_agrees_with_a_million_fights(name: str) -> None:
    assert differences(PLAYED[name][0], MANY, list(PLAYED).index(name)) == []


NEEDS = WarhammerAttack(1, 4, 4, 4, 5)
ROLLED: tuple[tuple[str, Op, tuple[int | str, ...], int], ...] = (
    ("to-hit", "add", (-3, -2, -1, 1, 2, 3), 0),
    ("to-hit", "re-roll", ("failures", "ones"), 0),
    ("to-hit", "natural", ("wounds",), 6),
    ("to-wound", "add", (-3, -2, -1, 1, 2, 3), 0),
    ("to-wound", "natural", ("slays",), 6),
    ("save", "add", (-3, -2, -1, 1, 2, 3), 0),
    ("save", "never", (1,), 0),
    ("ward", "or", (2, 3, 4, 5, 6), 0),
    ("damage", "roll", (2, 3, 4, 5, 6), 0),
    ("avoid", "roll", (2, 3, 4, 5, 6), 0),
    ("kind", "add", ("fire",), 0),
    ("kind:fire", "multiply", (2,), 0),
)
SIXTH = Fraction(1, 6)


def drawn(dice: random.Random) -> tuple[RuleEffect, ...]:
    """Return one to five effects, each of another rule's making."""
    found = []
    for on, op, choices, face in dice.choices(ROLLED, k=dice.randint(1, 5)):
        natural = dice.randint(2, face) if face else 0
        whose: Whose = "against" if on in OF_TARGET else "own"
        value = dice.choice(choices)
        found.append(RuleEffect(on, op, value, natural, whose=whose))
    return tuple(dict.fromkeys(found))


def by_faces(effects: tuple[RuleEffect, ...]) -> tuple[dict[int, Fraction], Fraction]:
    """Play one attack face by face: chances of wounds taken, and to be slain."""
    hits = {"miss": Fraction(0), "hit": Fraction(0), "poisons": Fraction(0)}
    for first, second in product(FACES, FACES):
        failed = not lands(first, effects)
        ones = first == 1 and "ones" in words(effects, "to-hit", "re-roll")
        again = (failed and "failures" in words(effects, "to-hit", "re-roll")) or ones
        face = second if again else first
        poisons = face >= face_of(effects, "to-hit", "wounds")
        what = ("poisons" if poisons else "hit") if lands(face, effects) else "miss"
        hits[what] += SIXTH**2
    wounds = {"none": Fraction(0), "wound": Fraction(0), "slay": Fraction(0)}
    for face in FACES:
        good = face == 6 or (face > 1 and pushed_face(face, effects, "to-wound") >= 4)
        slays = good and face >= face_of(effects, "to-wound", "slays")
        wounds["slay" if slays else "wound" if good else "none"] += SIXTH
    denied = bool(words(effects, "save", "never"))
    saves = [
        face > 1 and pushed_face(face, effects, "save") >= 5 and not denied
        for face in FACES
    ]
    wards = [face >= min(numbers(effects, "ward", "or"), default=7) for face in FACES]
    through = (1 - sum(saves) * SIXTH) * (1 - sum(wards) * SIXTH)
    slain = hits["hit"] * wounds["slay"] * (1 - sum(wards) * SIXTH)
    unsaved = (hits["poisons"] + hits["hit"] * wounds["wound"]) * through
    taken = taken_of(unsaved, effects)
    taken[0] = taken.get(0, Fraction(0)) + 1 - unsaved - slain
    return taken, slain


def taken_of(unsaved: Fraction, effects: tuple[RuleEffect, ...]) -> dict[int, Fraction]:
    sides = max(numbers(effects, "damage", "roll"), default=1)
    burns = "fire" in words(effects, "kind", "add")
    twice = burns and bool(numbers(effects, "kind:fire", "multiply"))
    back = min(numbers(effects, "avoid", "roll"), default=7)
    found: dict[int, Fraction] = {}
    for pips in range(1, sides + 1):
        count = pips * (2 if twice else 1)
        for rolls, chance in several(count, 7 if burns else back):
            found[rolls] = found.get(rolls, Fraction(0)) + unsaved * chance / sides
    return found


def several(count: int, back: int) -> list[tuple[int, Fraction]]:
    """Return the wounds that stay of so many, each with a die of its own."""
    left = {0: Fraction(1)}
    for _ in range(count):
        after: dict[int, Fraction] = {}
        for kept, chance in left.items():
            for face in FACES:
                stays = kept + (face < back)
                after[stays] = after.get(stays, Fraction(0)) + chance * SIXTH
        left = after
    return [*left.items()]


def lands(face: int, effects: tuple[RuleEffect, ...]) -> bool:
    return face == 6 or (face > 1 and pushed_face(face, effects, "to-hit") >= 4)


def pushed_face(face: int, effects: tuple[RuleEffect, ...], on: str) -> int:
    return face + sum(numbers(effects, on, "add"))


def test_four_thousand_sets_of_effects_are_those_of_every_face() -> None:
    dice = random.Random(6)  # noqa: S311
    for _ in range(4000):
        effects = drawn(dice)
        uses = [VOCABULARY.key_of(house_rule(one)).key for one in effects]
        rules = dict.fromkeys(uses, 0)
        carried = (*effects_of(rules), *effects_of(rules, "against"))
        attack, _ = apply_effects(NEEDS, carried, now(AttackMoment()), DICE)
        told = resolve(attack)
        taken, slain = by_faces(effects)
        assert told.slain == slain, effects
        chances = [taken.get(n, Fraction(0)) for n in range(len(told.wounds))]
        assert list(told.wounds) == chances, effects


def test_a_rule_of_which_a_part_is_left_out_is_partly_counted_and_named() -> None:
    use = house_rule(RuleEffect("to-hit", "add"), left_out="may be used once a game")
    told = odds(match_up("fight", bearing(GUARD, use), ORCS, rounds=2))
    left = [one.why for one in told.not_modelled if one.rule == "House rule"]
    assert left == ["may be used once a game"]
    assert "House rule" in {step.rule for step in told.trace}
    assert use.rule is not None
    assert VOCABULARY.ready(use.rule).status == PARTLY


def test_an_effect_that_the_game_does_not_know_is_named_and_breaks_nothing() -> None:
    unknown = (
        RuleEffect("to-hti", "add"),
        RuleEffect("to-hit", "multiply", 2),
        RuleEffect("to-hit", "add", 99),
        RuleEffect("to-hit", "add", when=("full-moon",)),
        RuleEffect("attacks", "multiply", 1000),
        RuleEffect("to-hit", "add", whose="side"),
    )
    plain = odds(match_up("fight", GUARD, ORCS, rounds=2))
    for effect in unknown:
        use = house_rule(effect)
        told = odds(match_up("fight", bearing(GUARD, use), ORCS, rounds=2))
        assert told.outcomes == plain.outcomes
        assert [one for one in told.not_modelled if one.rule == "House rule"]
        assert use.rule is not None
        assert VOCABULARY.ready(use.rule).status == NOT_MODELLED


SURE_OF_ITSELF = house_rule(RuleEffect("test:leadership", "pass"))


def test_who_passes_every_test_of_leadership_always_holds_back_when_it_tries() -> None:
    tries: Answers = {"a.pursuit": "restrains"}
    usual = odds(match_up("fight", GUARD, ORCS, tries))
    told = odds(match_up("fight", bearing(GUARD, SURE_OF_ITSELF), ORCS, tries))
    assert usual.outcomes["b-run-down"] > 0
    assert told.outcomes["b-run-down"] == 0
    assert told.events["b-breaks"] == pytest.approx(usual.events["b-breaks"])


def test_who_passes_every_test_of_leadership_always_rallies() -> None:
    flees: Answers = {"b.reaction": "flees", "distance": 16}
    shaky = unit("Shaky", 12, ld=6)
    for chance, one in ((15 / 36, shaky), (1, bearing(shaky, SURE_OF_ITSELF))):
        told = odds(match_up("engagement", ORCS, one, flees, rounds=1))
        (text,) = (step.text for step in told.trace if step.rule == "Rally")
        assert f'turn 2 (6 to 16") {percent(chance)}' in text


def test_an_x_counts_and_one_past_the_bounds_counts_as_the_bound() -> None:
    rule = house_rule(RuleEffect("to-hit", "add", "x")).rule
    assert rule is not None
    assert rule.effects[0].amount(2) == 2
    assert VOCABULARY.ready(rule, 2).effects == (RuleEffect("to-hit", "add", 2),)
    assert VOCABULARY.ready(rule, 99).effects == (RuleEffect("to-hit", "add", 3),)
    assert VOCABULARY.ready(rule).status == EXACT


def test_many_rules_at_once_stay_within_the_bounds_of_the_game() -> None:
    rule = house_rule(*MANY_EFFECTS).rule
    assert rule is not None
    uses = [RuleUse(f"house-{n}", rule=replace(rule, key=f"h{n}")) for n in range(12)]
    told = odds(match_up("fight", bearing(GUARD, *uses), ORCS, rounds=2))
    assert sum(told.outcomes.values()) == pytest.approx(1)


MANY_EFFECTS = (
    RuleEffect("attacks", "add", 3),
    RuleEffect("strength", "add", 3),
    RuleEffect("to-hit", "add", 3),
    RuleEffect("to-wound", "add", 3),
    RuleEffect("save", "add", -3),
    RuleEffect("damage", "roll", 6),
)


def test_two_books_may_have_different_rules_of_one_key() -> None:
    better = house_rule(RuleEffect("to-hit", "add", 1))
    worse = house_rule(RuleEffect("to-hit", "add", -1))
    one = odds(match_up("fight", bearing(GUARD, better), bearing(GUARD, worse)))
    other = odds(match_up("fight", bearing(GUARD, worse), bearing(GUARD, better)))
    assert one.wounds["a"].chances == pytest.approx(other.wounds["b"].chances)
    assert one.wounds["a"].expected() > one.wounds["b"].expected()


def test_previews_count_a_rule_of_a_book() -> None:
    use = house_rule(RuleEffect("to-hit", "add", 2, when=("charging",)))
    plain = {one.key: one for one in COMBAT.preview(GUARD, ORCS)}
    better = {one.key: one for one in COMBAT.preview(bearing(GUARD, use), ORCS)}
    assert better["charge"].chance > plain["charge"].chance
    assert better["melee"].chance == plain["melee"].chance

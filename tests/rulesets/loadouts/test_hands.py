"""Hands: what the models of each game can hold, what they cannot, and why."""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.special_rule import IN_HAND
from rulesets.games import GAMES
from rulesets.loadouts.arrangements import (
    MOST_KINDS,
    Arrangement,
    arrange,
    why_not_named,
)
from rulesets.loadouts.hands import Hands, Held, Holder, Piece, names


def melee(
    key: str, hands: int = 1, *rules: str, base: str = "", count: int = 1
) -> Piece:
    return Piece(
        key, key.replace("-", " ").title(), "melee", hands, base or key, rules, count
    )


def other(key: str, kind: str, hands: int = 1, *rules: str) -> Piece:
    return Piece(key, key.replace("-", " ").title(), kind, hands, key, rules)


SWORD = melee("sword", 1, "parry")
HAND = melee("hand-weapon")
SHIELD = other("shield", "shield")
GREAT = melee("great-weapon", 2)
BOW = other("bow", "ranged", 2)
PLATE = other("plate", "armour", 0)
RING = other("ring", "ring", 0)


def reading(game: str) -> Hands:
    hands = GAMES[game].hands
    assert hands is not None
    return hands


def arranged(
    game: str, *carries: Piece, hands: int = 2, mounted: bool = False
) -> Arrangement:
    return arrange(reading(game), Holder(hands, "", mounted, carries))


def full(game: str, *carries: Piece, hands: int = 2, mounted: bool = False) -> set[str]:
    found = arranged(game, *carries, hands=hands, mounted=mounted).loadouts
    return {full.name for full in found}


def refused(
    game: str, *carries: Piece, hands: int = 2, mounted: bool = False
) -> dict[str, str]:
    found = arranged(game, *carries, hands=hands, mounted=mounted).refused
    return {names(held): why for held, why in found}


def noted(game: str, *carries: Piece, mounted: bool = False) -> list[tuple[str, ...]]:
    holder = Holder(2, "", mounted, carries)
    return [full.notes for full in arrange(reading(game), holder).loadouts]


IN_COMBAT = "shield-against-shooting"
"""A rule of what is in hand that only a save asks for."""

OF_HANDS = [
    (game.key, rule.key)
    for game in GAMES.values()
    for rule in game.rules.values()
    if rule.fate == IN_HAND and rule.key != IN_COMBAT
]


def test_every_rule_that_a_reading_of_hands_asks_for_is_a_row_of_its_game() -> None:
    for game in GAMES.values():
        asked = game.hands.words if game.hands else frozenset()
        assert asked <= {key for of, key in OF_HANDS if of == game.key}


@pytest.mark.parametrize(("game", "rule"), OF_HANDS)
def test_every_rule_of_hands_changes_what_can_be_held(game: str, rule: str) -> None:
    assert any(
        full(game, HAND, SHIELD, melee("pick", base=base), mounted=mounted)
        != full(game, HAND, SHIELD, melee("pick", 1, rule, base=base), mounted=mounted)
        for mounted, base in product((False, True), ("pick", "hand-weapon"))
    )


# -- Scrollhammer: The Turn, Equipped Items ---------------------------------------

FLAMES = other("flames", "spell")
RITUAL = other("ritual", "spell", 2)
STAFF = other("staff", "staff")
GREAT_STAFF = other("great-staff", "staff", 2)


def test_two_hands_hold_two_one_handed_items_or_one_two_handed_item() -> None:
    assert full("scrollhammer", SWORD, SHIELD, GREAT) == {
        "Sword and Shield",
        "Great Weapon",
    }


def test_a_shield_has_no_hand_left_beside_a_two_handed_weapon() -> None:
    assert refused("scrollhammer", SHIELD, GREAT) == {
        "Shield and Great Weapon": "Shield and Great Weapon: 3 hands, the model has 2"
    }


def test_armour_and_rings_need_no_hand_and_are_always_worn() -> None:
    arrangement = arranged("scrollhammer", SWORD, PLATE, RING)

    assert arrangement.worn == (PLATE, RING)
    assert [full.name for full in arrangement.loadouts] == ["Sword"]


def test_an_item_of_three_hands_can_never_be_equipped_with_two() -> None:
    scythe = melee("giant-scythe", 3)

    assert refused("scrollhammer", scythe) == {
        "Giant Scythe": "Giant Scythe: 3 hands, the model has 2"
    }
    assert full("scrollhammer", scythe, SWORD, hands=4) == {"Giant Scythe and Sword"}


def test_four_hands_hold_four_weapons() -> None:
    arms = [melee(key) for key in ("sword", "axe", "mace", "spear")]

    assert full("scrollhammer", *arms, hands=4) == {"Sword, Axe, Mace and Spear"}


def test_a_staff_shares_a_hand_with_spells() -> None:
    assert full("scrollhammer", SWORD, STAFF, FLAMES) == {
        "Sword, Staff and Spells in one hand",
        "Staff and 2 × Spells in one hand",
    }


def test_a_staff_is_of_no_use_to_a_model_without_spells() -> None:
    assert refused("scrollhammer", SWORD, STAFF) == {
        "Staff": "Staff shares a hand set to spells, and it knows no spell"
    }


def test_a_two_handed_staff_needs_both_hands_set_to_spells() -> None:
    assert full("scrollhammer", SWORD, GREAT_STAFF, FLAMES) == {
        "Sword and Spells in one hand",
        "Great Staff and 2 × Spells in one hand",
    }
    assert "Sword and Great Staff" in refused(
        "scrollhammer", SWORD, GREAT_STAFF, FLAMES
    )


def test_a_two_handed_staff_is_held_with_one_two_handed_spell() -> None:
    assert full("scrollhammer", GREAT_STAFF, RITUAL) == {
        "Great Staff and Spells in two hands"
    }


def test_a_hand_set_to_spells_casts_every_spell_of_one_hand() -> None:
    frost = other("frost", "spell")
    holder = Holder(2, "", carries=(SWORD, FLAMES, frost, RITUAL))
    casting = {
        full.name: full.notes[0]
        for full in arrange(reading("scrollhammer"), holder).loadouts
    }

    assert casting == {
        "Sword and Spells in one hand": "casts Flames, Frost",
        "2 × Spells in one hand": "casts Flames, Frost, Ritual",
    }


def test_two_of_a_base_type_bring_an_attack_and_a_third_brings_no_more() -> None:
    mace = melee("mace", base="sword")
    dagger = melee("dagger")

    def pairs(*carries: Piece) -> list[bool]:
        return [
            any("+1 Attack" in note for note in notes)
            for notes in noted("scrollhammer", *carries)
        ]

    assert pairs(SWORD, mace) == [True]
    assert pairs(SWORD, dagger) == [False]


# -- Warhammer --------------------------------------------------------------------

LANCE = melee("lance", 1, "mounted-only")
MAGIC = melee("sword-of-might", 1, "magic-weapon")


def test_a_unit_picks_one_weapon_with_the_shield_where_a_hand_is_free() -> None:
    assert full("warhammer", HAND, SHIELD, GREAT, melee("spear")) == {
        "Hand Weapon and Shield",
        "Shield and Spear",
        "Great Weapon",
    }


def test_hand_weapon_and_shield_on_foot_save_better() -> None:
    words = "+1 to the armour save in close combat: hand weapon and shield"

    assert noted("warhammer", HAND, SHIELD) == [(words,)]
    assert noted("warhammer", HAND, SHIELD, mounted=True) == [()]


def test_a_shield_on_the_back_counts_only_against_shooting() -> None:
    assert ("the shield counts only against shooting",) in noted(
        "warhammer", HAND, SHIELD, GREAT
    )


def test_two_hand_weapons_are_a_pair_on_foot_only() -> None:
    two = (HAND, melee("second-weapon", base="hand-weapon"))

    assert full("warhammer", *two) == {"Hand Weapon and Second Weapon"}
    assert full("warhammer", *two, mounted=True) == {"Hand Weapon", "Second Weapon"}


def test_a_spear_is_never_one_of_a_pair() -> None:
    assert list(refused("warhammer", HAND, melee("spear"))) == ["Hand Weapon and Spear"]


def test_a_lance_needs_a_mount() -> None:
    assert refused("warhammer", HAND, LANCE)["Lance"] == "Lance is for riders"
    assert full("warhammer", HAND, LANCE, mounted=True) == {"Hand Weapon", "Lance"}


def test_a_magic_weapon_must_be_used_and_sets_the_others_aside() -> None:
    arrangement = arranged("warhammer", HAND, SHIELD, GREAT, MAGIC)

    assert [full.name for full in arrangement.loadouts] == ["Shield and Sword Of Might"]
    assert [piece.key for piece, _ in arrangement.set_aside] == [
        "hand-weapon",
        "great-weapon",
    ]
    assert arrangement.refused == ()


# -- Mordheim ---------------------------------------------------------------------

DAGGER = melee("dagger")
BUCKLER = other("buckler", "buckler", 1, "parry")


def test_a_fighter_carries_many_weapons_and_uses_two_hands() -> None:
    assert full("mordheim", DAGGER, SWORD, BOW) == {"Dagger and Sword", "Bow"}


def test_a_spear_goes_with_a_shield_or_a_buckler_only() -> None:
    spear = melee("spear", 1, "shield-or-buckler-only")

    assert full("mordheim", DAGGER, spear, SHIELD) == {
        "Dagger and Shield",
        "Spear and Shield",
    }
    assert refused("mordheim", DAGGER, spear) == {
        "Dagger and Spear": "beside Spear the other hand holds only a shield or buckler"
    }


def test_a_morning_star_goes_with_a_shield_and_no_buckler() -> None:
    star = melee("morning-star", 1, "shield-only")

    assert refused("mordheim", star, BUCKLER) == {
        "Morning Star and Buckler": "beside Morning Star the other hand holds only "
        "a shield"
    }


def test_a_pair_that_fills_the_hands_excludes_all_other_weapons() -> None:
    claws = melee("claws", 2, "fills-hands")

    assert full("mordheim", DAGGER, claws) == {"Dagger", "Claws"}


def test_a_shield_and_a_buckler_are_used_one_at_a_time() -> None:
    assert "Shield and Buckler" in refused("mordheim", SHIELD, BUCKLER)


def test_a_sword_with_a_buckler_re_rolls_a_failed_parry() -> None:
    assert noted("mordheim", SWORD, BUCKLER) == [
        ("parries, and re-rolls a failed parry: sword and buckler",)
    ]


def test_a_third_arm_holds_a_dagger_beside_a_two_handed_weapon() -> None:
    assert full("mordheim", DAGGER, GREAT, hands=3) == {"Dagger and Great Weapon"}


# -- named loadouts ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("items", "why"),
    [
        (("sword", "shield"), ""),
        (("plate", "sword"), ""),
        ((), ""),
        (
            ("shield", "great-weapon"),
            "Shield and Great Weapon: 3 hands, the model has 2",
        ),
        (("sword", "sword"), "it carries only 1 × Sword"),
        (("golden-axe",), "it carries no golden axe"),
        (("staff",), "Staff shares a hand set to spells"),
        (("staff", "flames", "sword"), ""),
        (("great-staff", "flames"), ""),
        (
            ("great-staff", "flames", "sword"),
            "Sword and 2 × Spells in one hand: 3 hands, the model has 2",
        ),
    ],
)
def test_a_named_loadout_is_allowed_or_told_why_not(
    items: tuple[str, ...], why: str
) -> None:
    carries = (SWORD, SHIELD, GREAT, PLATE, STAFF, GREAT_STAFF, FLAMES)
    holder = Holder(2, "", carries=carries)

    assert why_not_named(reading("scrollhammer"), holder, items) == why


def test_a_named_loadout_cannot_leave_a_magic_weapon_aside() -> None:
    holder = Holder(2, "", carries=(HAND, MAGIC))

    told = why_not_named(reading("warhammer"), holder, ("hand-weapon",))

    assert told == "Sword Of Might is magic and must be used"


# -- against every set, one by one --------------------------------------------------

PIECES = st.builds(
    Piece,
    key=st.integers(0, 30).map(lambda number: f"p{number}"),
    name=st.just("Piece"),
    kind=st.sampled_from(["melee", "shield", "buckler", "ranged", "staff", "spell"]),
    hands=st.sampled_from([0, 1, 1, 1, 2, 3]),
    base=st.sampled_from(["hand-weapon", "dagger", "pistol"]),
    rules=st.sampled_from([(), ("fills-hands",), ("shield-only",), ("mounted-only",)]),
    count=st.integers(1, 2),
)
HOLDERS = st.builds(
    Holder,
    hands=st.integers(0, 4),
    mounted=st.booleans(),
    carries=st.lists(PIECES, max_size=5, unique_by=lambda piece: piece.key).map(tuple),
)
WITH_HANDS = sorted(key for key, game in GAMES.items() if game.hands is not None)


def every_set(game: str, holder: Holder) -> list[Held]:
    """Return every set that is allowed, found without any short cut."""
    hands = reading(game)
    held = [piece for piece in holder.carries if hands.is_held(piece)]
    free = tuple(piece for piece in held if not hands.set_aside(piece, holder))
    pieces = hands.fold(free, holder)
    return [
        one
        for size in range(1, 2 * holder.hands + 1)
        for one in combinations_with_replacement(pieces, size)
        if all(one.count(piece) <= piece.count for piece in one)
        if not hands.why_not(one, holder)
    ]


@pytest.mark.parametrize("game", WITH_HANDS)
@given(holder=HOLDERS)
def test_the_full_loadouts_are_those_that_no_allowed_set_holds_more_than(
    game: str, holder: Holder
) -> None:
    allowed = [Counter(one) for one in every_set(game, holder) if _grips(game, one)]
    wanted = [one for one in allowed if not any(one < larger for larger in allowed)]
    found = [Counter(one.held) for one in arrange(reading(game), holder).loadouts]

    assert sorted(map(_sign, found)) == sorted(map(_sign, wanted))


def _grips(game: str, held: Held) -> bool:
    """Return whether a set is of at least one thing that a hand holds."""
    return any(reading(game).is_held(piece) or piece.hands for piece in held)


def _sign(counts: Counter[Piece]) -> list[tuple[str, int]]:
    return sorted((piece.key, count) for piece, count in counts.items())


@pytest.mark.parametrize("game", WITH_HANDS)
@given(holder=HOLDERS)
def test_what_is_refused_is_in_no_allowed_set(game: str, holder: Holder) -> None:
    allowed = [Counter(one) for one in every_set(game, holder)]

    for held, why in arrange(reading(game), holder).refused:
        assert why
        assert not any(Counter(held) <= one for one in allowed)


def test_a_model_that_carries_a_shop_is_looked_at_in_part_and_says_so() -> None:
    shop = tuple(melee(f"sword-{number}") for number in range(MOST_KINDS + 1))

    assert arranged("scrollhammer", *shop).more
    assert arranged("scrollhammer", *shop, hands=8).more


def test_a_thousand_hands_are_arranged_as_if_they_were_twelve() -> None:
    found = arranged("mordheim", melee("axe", count=1000), hands=1000)

    assert found.more
    assert [len(full.held) for full in found.loadouts] == [12]
    assert found.refused == ()

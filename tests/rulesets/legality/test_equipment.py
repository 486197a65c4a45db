"""What the models of whole armies carry and can have in hand, on real books."""

from typing import Any

from rulesets.legality import review, with_fixes
from rulesets.reviews.figures import Equipment
from rulesets.reviews.review import Line, Review
from rulesets.rosters.edits import Choose, SetLoadouts, Split, apply
from rulesets.rosters.roster import Force, Loadout, Roster, Selection
from tests.rulesets.legality.real import books_of, judged, roster_of
from tests.rulesets.legality.small import book_of

LEAGUE = "scrollhammer-saltmere-league"
EMPIRE = "warhammer-empire"
REIKLAND = "mordheim-reikland"
HANDS = ("never-equipped", "loadout")


def of_hands(found: Review) -> list[tuple[str, str, str]]:
    """Return code, place and words of all that is said of hands."""
    return [(m.code, m.where, m.text) for m in found.messages if m.code in HANDS]


def line_at(found: Review, path: str) -> Line:
    line = found.line(path)
    assert line is not None, path
    return line


def kit(found: Review, path: str) -> Equipment:
    equipment = line_at(found, path).equipment
    assert equipment is not None, path
    return equipment


def held(equipment: Equipment) -> list[str]:
    return [one.name for one in equipment.loadouts]


def figures(equipment: Equipment, key: str) -> dict[str, Any]:
    """Return a figure of the first stat line while each full set is held."""
    return {one.name: one.profiles[0].figures[key].now for one in equipment.loadouts}


def captain(*gear: Any) -> tuple[Any, ...]:
    """Return a captain of the League with some gear."""
    return ("captain", "general", ("captain-model", *gear))


# -- shields, armour and rings ----------------------------------------------------


def test_a_shield_saves_only_while_it_is_held() -> None:
    found = judged(LEAGUE, captain("shield", "greatblade", "plate-harness"))

    equipment = kit(found, "f1/captain/captain-model")
    assert figures(equipment, "sv") == {"Hand Weapon and Shield": 3, "Greatblade": 4}
    assert [({g.key for g in r.held}, r.why) for r in equipment.refused] == [
        (
            {"hand-weapon", "greatblade"},
            "Hand Weapon and Greatblade: 3 hands, the model has 2",
        ),
        ({"shield", "greatblade"}, "Shield and Greatblade: 3 hands, the model has 2"),
    ]
    assert of_hands(found) == []


def test_armour_and_rings_are_worn_and_leave_both_hands_free() -> None:
    gear = ("greatblade", "plate-harness", "ring-of-still-water")
    equipment = kit(judged(LEAGUE, captain(*gear)), "f1/captain/captain-model")

    assert [one.key for one in equipment.worn] == [
        "plate-harness",
        "ring-of-still-water",
    ]
    assert figures(equipment, "ward") == {"Hand Weapon": 5, "Greatblade": 5}
    assert figures(equipment, "sv") == {"Hand Weapon": 4, "Greatblade": 4}


def test_a_halberdier_chooses_between_his_halberd_and_his_shield() -> None:
    found = judged(EMPIRE, ("halberdiers", "10 halberdier", "shield"), limit=500)

    equipment = kit(found, "f1/halberdiers/halberdier")
    assert figures(equipment, "sv") == {"Hand weapon and Shield": 5, "Halberd": 6}
    notes = {one.name: one.notes for one in equipment.loadouts}
    assert notes["Halberd"] == ("the shield counts only against shooting",)


# -- what can never be equipped ---------------------------------------------------


def test_a_maul_for_three_hands_is_told_at_the_model_and_marks_what_was_bought() -> (
    None
):
    found = judged(LEAGUE, ("wright", "anchor-maul"))

    assert of_hands(found) == [
        (
            "never-equipped",
            "f1/wright",
            "Master Wright: Anchor Maul can never be equipped. Anchor "
            "Maul: 3 hands, the model has 2.",
        )
    ]
    marks = [m.marks for m in found.messages if m.code == "never-equipped"]
    assert marks == [("f1/wright/anchor-maul",)]


def test_a_third_arm_holds_the_maul() -> None:
    found = judged(LEAGUE, ("wright", "anchor-maul", "third-arm"))

    assert of_hands(found) == []
    assert kit(found, "f1/wright").hands == 3
    assert held(kit(found, "f1/wright")) == ["Hand Weapon", "Anchor Maul"]


def test_a_lance_on_foot_is_never_in_hand_and_a_rider_couches_it() -> None:
    on_foot = judged(EMPIRE, ("captain", "general", "lance"), limit=500)
    mounted = judged(EMPIRE, ("captain", "general", "lance", "warhorse"), limit=500)

    said = [(m.code, m.where) for m in on_foot.messages if "ance" in m.text]
    assert said == [("lance-needs-mount", "f1/captain/lance")]
    assert [one.why for one in kit(on_foot, "f1/captain").refused] == [
        "Lance is for riders"
    ]
    assert of_hands(mounted) == []
    assert held(kit(mounted, "f1/captain")) == ["Hand weapon", "Lance"]
    assert line_at(mounted, "f1/captain").profiles[0].kind == "cavalry"


def test_a_fix_takes_away_what_can_never_be_equipped() -> None:
    roster = roster_of(LEAGUE, ("wright", "anchor-maul"))
    found = with_fixes(judged(LEAGUE, ("wright", "anchor-maul")), books_of(roster))

    fixes = next(m.fixes for m in found.messages if m.code == "never-equipped")
    assert "Master Wright: without Anchor Maul" in {fix.text for fix in fixes}


# -- spells and staves ------------------------------------------------------------


def test_a_staff_shares_the_hand_that_casts() -> None:
    found = judged(LEAGUE, ("magister", "brine-bolt", "tide-staff"))

    assert of_hands(found) == []
    assert "Dagger, Tide Staff and Spells in one hand" in held(
        kit(found, "f1/magister")
    )


def test_a_staff_of_two_hands_leaves_none_for_the_dagger() -> None:
    found = judged(LEAGUE, ("magister", "brine-bolt", "great-staff"))

    assert held(kit(found, "f1/magister")) == [
        "Dagger and Spells in one hand",
        "Great Staff and 2 × Spells in one hand",
    ]
    assert of_hands(found) == []


def test_a_staff_is_of_no_use_to_one_who_knows_no_spell() -> None:
    mage = ("hedge-mage", "tide-staff")
    taught = (*mage, "brine-bolt")

    ignorant = judged(LEAGUE, ("deckhands", "15 deckhand", mage))
    wise = judged(LEAGUE, ("deckhands", "15 deckhand", taught))

    assert [(code, where) for code, where, _ in of_hands(ignorant)] == [
        ("never-equipped", "f1/deckhands/hedge-mage")
    ]
    assert of_hands(wise) == []


# -- pairs and more than two hands ------------------------------------------------


def test_four_arms_hold_four_weapons_and_no_fifth() -> None:
    four = ("hand-weapon", "hand-weapon", "trident", "trident")
    men = (
        "3 tidewrought-model",
        Loadout("All four", four),
        Loadout("Five", (*four, "trident")),
    )
    found = judged(LEAGUE, ("tidewrought", men))

    equipment = kit(found, "f1/tidewrought/tidewrought-model")
    assert equipment.hands == 4
    assert held(equipment) == ["2 × Hand Weapon and 2 × Trident"]
    assert [(one.name, bool(one.why_not)) for one in equipment.named] == [
        ("All four", False),
        ("Five", True),
    ]
    assert of_hands(found) == [
        (
            "loadout",
            "f1/tidewrought/tidewrought-model",
            "Tidewrought: “Five” cannot be in hand. It carries only 2 × Trident.",
        )
    ]


def test_a_maul_of_three_hands_leaves_four_arms_one_hand_weapon() -> None:
    found = judged(LEAGUE, ("tidewrought", ("3 tidewrought-model", "anchor-maul")))

    assert held(kit(found, "f1/tidewrought/tidewrought-model")) == [
        "2 × Hand Weapon",
        "Hand Weapon and Anchor Maul",
    ]


def test_a_second_hand_weapon_brings_an_attack_on_foot_and_none_in_the_saddle() -> None:
    priest = ("warrior-priest", "general", "additional-hand-weapon")
    on_foot = kit(judged(EMPIRE, priest, limit=500), "f1/warrior-priest")
    riding = kit(judged(EMPIRE, (*priest, "warhorse"), limit=500), "f1/warrior-priest")

    assert [(one.name, one.notes) for one in on_foot.loadouts] == [
        (
            "Hand weapon and Additional hand weapon",
            ("+1 Attack: two weapons, on foot",),
        )
    ]
    assert held(riding) == ["Hand weapon", "Additional hand weapon"]
    assert [one.why for one in riding.refused] == ["a rider fights with one weapon"]


def test_a_magic_sword_sets_the_other_weapons_aside_without_an_error() -> None:
    gear = ("sword-of-might", "great-weapon", "shield")
    found = judged(EMPIRE, ("captain", "general", *gear), limit=500)

    equipment = kit(found, "f1/captain")
    assert held(equipment) == ["Sword of Might and Shield"]
    assert [one.held[0].key for one in equipment.set_aside] == [
        "hand-weapon",
        "great-weapon",
    ]
    assert of_hands(found) == []


def test_a_mercenary_uses_two_of_all_that_he_carries() -> None:
    hero = ("captain", "sword", "buckler", Loadout("All", ("sword", "dagger")))
    found = judged(REIKLAND, hero, ("warrior", "2 fighter"), limit=500)

    assert held(kit(found, "f1/captain")) == [
        "Dagger (free) and Sword",
        "Dagger (free) and Buckler",
        "Sword and Buckler",
    ]
    assert of_hands(found) == [
        (
            "loadout",
            "f1/captain",
            "Mercenary Captain: “All” cannot be in hand. It carries no dagger.",
        )
    ]


# -- named loadouts ---------------------------------------------------------------


def test_a_named_loadout_that_cannot_be_is_told_and_a_fix_forgets_it() -> None:
    good = Loadout("Wall", ("hand-weapon", "shield"))
    bad = Loadout("Both", ("greatblade", "shield"))
    army = captain("shield", "greatblade", good, bad)
    roster = roster_of(LEAGUE, army)
    found = with_fixes(judged(LEAGUE, army), books_of(roster))

    assert of_hands(found) == [
        (
            "loadout",
            "f1/captain/captain-model",
            "League Captain, Captain: “Both” cannot be in hand. Greatblade "
            "and Shield: 3 hands, the model has 2.",
        )
    ]
    fixes = next(m.fixes for m in found.messages if m.code == "loadout")
    assert [(fix.text, fix.edits) for fix in fixes] == [
        (
            "League Captain, Captain: forget Both",
            (SetLoadouts("captain-model", (good,)),),
        )
    ]


# -- who carries what -------------------------------------------------------------


def test_a_champion_has_his_own_set() -> None:
    found = judged(
        EMPIRE,
        ("handgunners", "10 handgunner", ("marksman", "repeater-handgun")),
        limit=500,
    )

    men, leader = (
        [g.key for g in kit(found, f"f1/handgunners/{key}").worn]
        for key in ("handgunner", "marksman")
    )
    assert men == ["empire-handgun"]
    assert leader == ["repeater-handgun"]


def test_a_banner_is_its_units_and_no_models() -> None:
    standard = ("standard-bearer", "banner-of-duty")
    unit = ("swordsmen", "10 swordsman", "duellist", standard)
    found = judged(EMPIRE, unit, limit=500)

    for path in ("f1/swordsmen/swordsman", "f1/swordsmen/duellist"):
        assert "banner-of-duty" not in [g.key for g in kit(found, path).worn]
    every = [g.key for line in found.lines() for g in line.gear]
    assert "banner-of-duty" in every


def test_what_the_whole_unit_takes_its_leader_takes_too() -> None:
    found = judged(LEAGUE, ("quay-guard", "10 quay-guardsman", "poleaxe", "quaymaster"))

    for key in ("quay-guardsman", "quaymaster"):
        equipment = kit(found, f"f1/quay-guard/{key}")
        assert held(equipment) == ["Poleaxe"]
        assert [g.key for g in equipment.worn] == ["scale-coat"]


def test_a_group_that_is_split_off_has_its_own_weapon() -> None:
    roster = roster_of(LEAGUE, ("wall-wardens", "10 warden"))
    parted = apply(roster, Split("warden", 2))
    group = parted.forces[0].units[0].selections[1].id
    armed = apply(parted, Choose(group, Selection("new", "fire-pot"), ()))

    before, after = (review(r, books_of(r)) for r in (roster, armed))

    unit = line_at(after, "f1/wall-wardens")
    assert (unit.models, unit.points) == (10, 10 * 9 + 2 * 2)
    assert held(kit(after, "f1/wall-wardens/warden")) == ["Crossbow", "Dagger"]
    assert held(kit(after, f"f1/wall-wardens/{group}")) == [
        "Crossbow",
        "Dagger and Fire Pot",
    ]
    assert line_at(before, "f1/wall-wardens").points == 90


def test_a_group_that_swaps_its_weapon_leaves_the_other_group_armed() -> None:
    found = judged(
        LEAGUE, ("wall-wardens", "5 warden", ("5 warden", "arbalest")), limit=500
    )

    gear = [
        {g.key for g in line_at(found, f"f1/wall-wardens/{key}").gear}
        for key in ("warden", "warden-2")
    ]
    assert gear == [
        {"crossbow", "dagger", "sealskin-coat"},
        {"arbalest", "dagger", "sealskin-coat"},
    ]
    assert "arbalests" not in {m.code for m in found.messages}


def test_a_retinue_has_nothing_of_what_its_captain_bought() -> None:
    army = (*captain("greatblade", "ring-of-still-water"), "2 boat-guard")
    guard = kit(judged(LEAGUE, army), "f1/captain/boat-guard")

    assert held(guard) == ["Hand Weapon and Shield"]
    assert [g.key for g in guard.worn] == ["plate-harness"]
    assert figures(guard, "ward") == {"Hand Weapon and Shield": 7}


def test_a_hero_who_is_the_unit_gives_his_followers_nothing() -> None:
    """Where the unit has models of its own, its gear is theirs alone."""
    line = [{"key": "hero", "type": "infantry", "characteristics": {"a": 2, "sv": 7}}]
    follower = {"key": "follower", "kind": "model", "max": 3, "items": ["club"]}
    book = book_of(
        {
            "key": "hero",
            "models": 1,
            "type": "infantry",
            "profiles": line,
            "items": ["sword"],
            "slots": [
                {"key": "arms", "options": [{"item": "shield"}]},
                {"key": "retinue", "options": [follower]},
            ],
        },
        game="scrollhammer",
        items=[
            {"key": "sword", "kind": "melee", "hands": 1},
            {"key": "club", "kind": "melee", "hands": 1},
            {"key": "shield", "kind": "shield", "hands": 1},
        ],
    )
    bought = (Selection("s", "shield"), Selection("f", "follower", 2))
    hero = Selection("h", "hero", selections=bought)
    roster = Roster("scrollhammer", "One", forces=(Force("f1", "test", 1, (hero,)),))

    found = review(roster, {("test", 1): book})

    assert held(kit(found, "f1/h")) == ["Sword and Shield"]
    assert held(kit(found, "f1/h/f")) == ["Club"]

"""Gear that is swapped, sets for sets, mounts, quality of every weapon."""

from tests.rulesets.legality.small import army_of, book_of

ITEMS = [
    {"key": "hand-weapon", "tags": ["weapon"]},
    {"key": "shield"},
    {"key": "bow", "tags": ["weapon"]},
    {"key": "halberd", "tags": ["weapon"], "points": 4},
    {"key": "axe", "tags": ["weapon"], "points": 3},
]


def test_a_set_is_swapped_for_a_set() -> None:
    """Hand weapon and shield to bow, one point a model."""
    bow = {
        "item": "bow",
        "points": 1,
        "per": "model",
        "changes": [
            {"change": "gear", "op": "remove", "value": "hand-weapon", "in": "bearer"},
            {"change": "gear", "op": "remove", "value": "shield", "in": "bearer"},
        ],
    }
    riders = {
        "key": "riders",
        "models": 5,
        "items": ["hand-weapon", "shield"],
        "slots": [{"key": "swap", "options": [bow]}],
    }
    book = book_of(riders, items=ITEMS)

    before, after = army_of(book, "riders"), army_of(book, ("riders", "bow"))

    assert [g.key for g in before.review.forces[0].units[0].gear] == [
        "hand-weapon",
        "shield",
    ]
    assert [g.key for g in after.review.forces[0].units[0].gear] == ["bow"]
    assert after.points == 5


def test_an_option_gives_gear_and_rules_to_its_bearer() -> None:
    captain = {
        "key": "captain",
        "changes": [
            {"change": "gear", "op": "add", "value": "shield", "in": "bearer"},
            {
                "change": "rules",
                "op": "add",
                "value": {"key": "fearsome", "x": 2},
                "in": "bearer",
                "to": "kind:unit",
            },
            {"change": "rules", "op": "remove", "value": "slow", "in": "bearer"},
        ],
    }
    guard = {
        "key": "guard",
        "rules": ["slow"],
        "slots": [{"key": "command", "options": [captain]}],
    }
    unit = (
        army_of(book_of(guard, items=ITEMS), ("guard", "captain"))
        .review.forces[0]
        .units[0]
    )

    assert [(rule.key, rule.x) for rule in unit.rules] == [("fearsome", 2)]
    assert "shield" in [gear.key for gear in unit.gear]


def test_a_quality_is_paid_for_every_weapon_of_the_bearer() -> None:
    """Glass: two points more for each weapon that was bought."""
    glass = {
        "key": "glass",
        "changes": [
            {
                "change": "points",
                "op": "add",
                "value": 2,
                "to": "#weapon",
                "in": "bearer",
            }
        ],
    }
    hero = {
        "key": "hero",
        "points": 50,
        "slots": [
            {"key": "arms", "options": [{"item": "axe"}, {"item": "halberd"}]},
            {"key": "quality", "options": [glass]},
        ],
    }
    book = book_of(hero, items=ITEMS)

    assert army_of(book, ("hero", "axe", "halberd")).points == 57
    assert army_of(book, ("hero", "axe", "halberd", "glass")).points == 61
    assert army_of(book, ("hero", "axe", "glass"), ("hero", "halberd")).points == 109


def test_a_mount_has_its_own_profile_options_and_reaches_its_rider() -> None:
    horse = {
        "key": "warhorse",
        "kind": "mount",
        "points": 12,
        "profiles": [{"key": "warhorse", "characteristics": {"push": 3}}],
        "slots": [{"key": "barding", "options": [{"item": "shield", "points": 4}]}],
        "changes": [
            {
                "change": "figure:wounds",
                "op": "add",
                "value": 1,
                "in": "bearer",
                "to": "kind:unit",
            }
        ],
    }
    king = {
        "key": "king",
        "profiles": [{"key": "king", "characteristics": {"wounds": 3, "save": 5}}],
        "slots": [{"key": "mount", "max": 1, "options": [horse]}],
    }
    book = book_of(king, items=ITEMS)

    army = army_of(book, ("king", ("warhorse", "shield")))
    unit = army.review.forces[0].units[0]

    assert army.points == 16
    assert unit.profiles[0].values() == {"wounds": 4, "save": 5}
    assert unit.profiles[0].figures["wounds"].changed_by == ("Warhorse",)
    assert unit.profiles[0].figures["wounds"].printed == 3
    assert unit.lines[0].profiles[0].values() == {"push": 3}
    assert [gear.key for gear in unit.gear] == []


def test_an_option_for_every_model_below_a_mount_counts_the_bearers_models() -> None:
    horse = {
        "key": "horses",
        "kind": "mount",
        "slots": [
            {
                "key": "barding",
                "options": [{"key": "barding", "points": 3, "per": "model"}],
            }
        ],
    }
    knights = {
        "key": "knights",
        "models": [{"key": "knight", "min": 1}],
        "slots": [{"key": "mount", "options": [horse]}],
    }

    assert (
        army_of(book_of(knights), ("knights", "4 knight", ("horses", "barding"))).points
        == 12
    )


def test_the_same_horse_is_priced_by_rank() -> None:
    def hero(key: str, points: int) -> dict[str, object]:
        horse = {"key": "warhorse", "points": points}
        return {"key": key, "slots": [{"key": "mount", "options": [horse]}]}

    book = book_of(hero("lord", 15), hero("captain", 10))

    assert army_of(book, ("lord", "warhorse"), ("captain", "warhorse")).points == 25


def test_gear_in_a_group_of_models_is_the_same_for_all_of_them() -> None:
    """Henchmen: one to five, each with the same sword."""
    group = {
        "key": "thugs",
        "models": [
            {
                "key": "thug",
                "points": 15,
                "min": 1,
                "max": 5,
                "slots": [
                    {
                        "key": "arms",
                        "options": [{"item": "axe", "per": "model", "points": 5}],
                    }
                ],
            }
        ],
    }
    book = book_of(group, items=ITEMS)
    army = army_of(book, ("thugs", ("4 thug", "axe")))

    assert army.points == 80
    assert [g.key for g in army.review.forces[0].units[0].lines[0].gear] == ["axe"]
    assert army_of(book, ("thugs", ("6 thug", "axe"))).said == [
        ("f1/s1", "Thugs, Thug: 6 of at most 5, 1 too many.")
    ]

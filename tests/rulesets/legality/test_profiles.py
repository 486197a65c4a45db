"""Figures that change, and what has changed them."""

from tests.rulesets.legality.small import Answer, army_of, book_of

CIRCLE = {
    "key": "inner-circle",
    "points": 3,
    "per": "model",
    "changes": [
        {"change": "figure:push", "op": "add", "value": 1, "in": "bearer"},
        {"change": "figure:save", "op": "add", "value": -1, "in": "bearer"},
        {
            "change": "figure:save",
            "op": "at-least",
            "value": 3,
            "in": "bearer",
            "title": "No save is better than 3",
        },
    ],
}
SHIELDS = {
    "key": "shields",
    "changes": [{"change": "figure:save", "op": "add", "value": -1, "in": "bearer"}],
}
KNIGHTS = {
    "key": "knights",
    "models": [{"key": "knight", "min": 1}],
    "profiles": [{"key": "knight", "characteristics": {"push": 3, "save": 4}}],
    "slots": [{"key": "rank", "options": [CIRCLE, SHIELDS]}],
}


def figure(army: Answer, key: str) -> tuple[object, object, tuple[str, ...]]:
    found = army.review.forces[0].units[0].profiles[0].figures[key]
    return found.printed, found.now, found.changed_by


def test_an_upgrade_changes_a_figure_and_says_so() -> None:
    army = army_of(book_of(KNIGHTS), ("knights", "5 knight", "inner-circle"))

    assert figure(army, "push") == (3, 4, ("Inner Circle",))
    assert army.points == 15


def test_a_figure_that_nothing_changed_is_as_printed() -> None:
    army = army_of(book_of(KNIGHTS), ("knights", "5 knight"))

    assert figure(army, "push") == (3, 3, ())


def test_two_changes_add_up_and_both_are_named_and_a_bound_holds() -> None:
    army = army_of(book_of(KNIGHTS), ("knights", "5 knight", "inner-circle", "shields"))

    assert figure(army, "save") == (
        4,
        3,
        ("Inner Circle", "Shields", "No save is better than 3"),
    )


def test_a_figure_can_be_set_to_a_text_or_taken_away() -> None:
    frenzy = {
        "key": "frenzy",
        "changes": [
            {"change": "figure:morale", "op": "set", "value": "2D6", "in": "bearer"},
            {"change": "figure:save", "op": "remove", "in": "bearer"},
        ],
    }
    mob = {
        "key": "mob",
        "profiles": [{"key": "mob", "characteristics": {"morale": 7, "save": 6}}],
        "slots": [{"key": "rage", "options": [frenzy]}],
    }
    army = army_of(book_of(mob), ("mob", "frenzy"))

    assert figure(army, "morale") == (7, "2D6", ("Frenzy",))
    assert figure(army, "save") == (6, None, ("Frenzy",))


def test_a_change_of_a_figure_that_is_no_number_leaves_it_alone() -> None:
    drum = {
        "key": "drum",
        "changes": [
            {"change": "figure:morale", "op": "add", "value": 1, "in": "bearer"}
        ],
    }
    mob = {
        "key": "mob",
        "profiles": [{"key": "mob", "characteristics": {"morale": None}}],
        "slots": [{"key": "music", "options": [drum]}],
    }

    assert figure(army_of(book_of(mob), ("mob", "drum")), "morale") == (None, None, ())


def test_three_quarters_of_one_people_make_the_whole_unit_stubborn() -> None:
    """Legionaries: Nords at one point more; at 75 % the unit is Stubborn."""
    legion = {
        "key": "legion",
        "models": [{"key": "imperial", "points": 8}, {"key": "nord", "points": 9}],
        "changes": [
            {
                "change": "rules",
                "op": "add",
                "value": "stubborn",
                "to": "kind:unit",
                "when": {
                    "count": "models",
                    "of": "nord",
                    "in": "self",
                    "at_least": {
                        "terms": [
                            {
                                "count": "models",
                                "of": "kind:model",
                                "in": "self",
                                "times": 0.75,
                            }
                        ]
                    },
                },
            }
        ],
    }
    book = book_of(legion)

    enough = army_of(book, ("legion", "5 imperial", "15 nord"))
    too_few = army_of(book, ("legion", "6 imperial", "14 nord"))

    assert [r.key for r in enough.review.forces[0].units[0].rules] == ["stubborn"]
    assert [r.key for r in too_few.review.forces[0].units[0].rules] == []


def test_a_whole_unit_is_upgraded_to_another_profile() -> None:
    """Steam Centurion to Forge Master for 50 points."""
    master = {
        "key": "forge-master",
        "points": 50,
        "changes": [
            {"change": "figure:wounds", "op": "set", "value": 6, "in": "bearer"}
        ],
    }
    centurion = {
        "key": "centurion",
        "points": 100,
        "profiles": [{"key": "centurion", "characteristics": {"wounds": 4}}],
        "slots": [{"key": "rank", "options": [master]}],
    }
    army = army_of(book_of(centurion), ("centurion", "forge-master"))

    assert (army.points, figure(army, "wounds")) == (150, (4, 6, ("Forge Master",)))


# -- several groups of one unit -----------------------------------------------------

HALBERD = {
    "key": "halberd",
    "per": "model",
    "changes": [
        {
            "change": "figure:save",
            "op": "add",
            "value": 1,
            "in": "bearer",
            "to": "kind:unit",
        }
    ],
}
MAIL = {
    "key": "mail",
    "changes": [
        {"change": "figure:save", "op": "add", "value": -2, "in": "bearer"},
    ],
}
GUARD = {
    "key": "guard",
    "models": [
        {
            "key": "man",
            "min": 2,
            "slots": [{"key": "weapons", "options": [HALBERD]}],
        }
    ],
    "slots": [{"key": "armour", "options": [MAIL]}],
    "profiles": [{"key": "line", "characteristics": {"save": 5}}],
}


def saves(*groups: object) -> list[object]:
    """Return the save of the unit, then of each of its groups that has its own."""
    army = army_of(book_of(GUARD), ("guard", *groups))
    unit = army.review.forces[0].units[0]
    lines = [unit, *(line for line in unit.lines if line.profiles)]
    return [line.profiles[0].values()["save"] for line in lines]


def test_what_the_only_group_takes_changes_the_line_of_the_unit() -> None:
    assert saves(("10 man", "halberd"), "mail") == [4]


def test_what_one_of_two_groups_takes_changes_its_own_line_only() -> None:
    assert saves("6 man", ("4 man", "halberd"), "mail") == [3, 4]


def test_what_the_unit_takes_changes_every_group() -> None:
    assert saves("6 man", "4 man", "mail") == [3]
    assert saves(("6 man", "halberd"), ("4 man", "halberd"), "mail") == [3, 4, 4]

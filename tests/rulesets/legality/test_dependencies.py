"""What needs another choice, forbids one, or comes in a ratio to one."""

from rulesets.legality import with_fixes
from tests.rulesets.legality.small import NO_RULES, army_of, book_of


def test_goblins_are_at_most_two_for_every_orc() -> None:
    ratio = {
        "key": "goblins-per-orc",
        "title": "Goblins",
        "of": "goblin",
        "in": "force",
        "max": {"terms": [{"of": "orc", "in": "force", "times": 2}]},
    }
    book = book_of({"key": "orc"}, {"key": "goblin"}, limits=[ratio])

    assert army_of(book, "orc", "orc", *["goblin"] * 4).said == []
    army = army_of(book, "orc", "orc", *["goblin"] * 5)

    assert army.said == [
        (
            "f1/s7",
            "Goblins: 5 of at most 4 (2 for every Orc), 1 too many. See the "
            "fifth Goblin.",
        )
    ]
    assert army.review.messages[0].marks == ("f1/s7",)


def test_squigs_are_no_more_than_goblins_and_at_most_five() -> None:
    limit = {
        "key": "squigs",
        "title": "Squigs",
        "of": "squig",
        "in": "force",
        "max": {"terms": [{"of": "goblin", "in": "force"}], "most": 5},
    }
    book = book_of({"key": "squig"}, {"key": "goblin"}, limits=[limit])

    assert army_of(book, *["goblin"] * 6, *["squig"] * 5).said == []
    assert len(army_of(book, *["goblin"] * 6, *["squig"] * 6).said) == 1
    assert len(army_of(book, *["goblin"] * 2, *["squig"] * 3).said) == 1


def test_a_bear_needs_a_tamer() -> None:
    need = {
        "key": "tamer",
        "title": "A trained bear needs a bear tamer",
        "of": "tamer",
        "in": "force",
        "min": 1,
    }
    book = book_of({"key": "tamer"}, {"key": "bear", "limits": [need]})

    assert army_of(book, "bear", "tamer").said == []
    army = army_of(book, "bear", "bear")
    assert army.said == [
        (
            "f1/s1",
            "The first Bear, A trained bear needs a bear tamer: 0 of at least 1, 1 "
            "missing.",
        )
    ]


def test_an_option_needs_one_and_forbids_another_and_the_fix_adds_it() -> None:
    """A lance needs a mount and no vow of questing."""
    lance = {
        "key": "lance",
        "limits": [
            {
                "key": "lance-mounted",
                "title": "A lance needs a mount",
                "of": "horse",
                "in": "unit",
                "min": 1,
            },
            {
                "key": "lance-vow",
                "title": "No lance under the questing vow",
                "of": "questing-vow",
                "in": "unit",
                "max": 0,
            },
        ],
    }
    options = [lance, {"key": "horse"}, {"key": "questing-vow"}]
    book = book_of({"key": "knight", "slots": [{"key": "kit", "options": options}]})

    assert army_of(book, ("knight", "lance", "horse")).said == []
    assert army_of(book, ("knight", "lance", "horse", "questing-vow")).said == [
        (
            "f1/s1/s2",
            "Knight, Lance, No lance under the questing vow: 1, and none is allowed.",
        )
    ]
    alone = army_of(book, ("knight", "lance"))
    message = with_fixes(alone.review, alone.books, NO_RULES).messages[0]
    assert message.text == (
        "Knight, Lance, A lance needs a mount: 0 of at least 1, 1 missing."
    )
    assert {fix.text for fix in message.fixes} == {
        "Knight: without Lance",
        "Knight: add Horse",
    }


def test_an_upgrade_needs_as_many_ordinary_units_elsewhere() -> None:
    """Big 'uns need as many ordinary mobs in the army."""
    big = {
        "key": "big-uns",
        "limits": [
            {
                "key": "ordinary-boys",
                "title": "Ordinary mobs beside the Big Uns",
                "of": "boys",
                "in": "force",
                "where": {"of": "big-uns", "in": "self", "at_most": 0},
                "min": {"terms": [{"of": "big-uns", "in": "force"}]},
            }
        ],
    }
    book = book_of({"key": "boys", "slots": [{"key": "rank", "options": [big]}]})

    assert army_of(book, ("boys", "big-uns"), "boys").said == []
    assert army_of(book, ("boys", "big-uns"), ("boys", "big-uns"), "boys").said == [
        (
            "f1/s1/s2",
            "The first Boys, Big Uns, Ordinary mobs beside the Big Uns: 1 of at "
            "least 2 (1 for every Big Uns), 1 missing.",
        )
    ]


def test_an_upgrade_once_in_the_army_marks_the_second() -> None:
    once = {
        "key": "once",
        "title": "Once in the army",
        "of": "same",
        "max": 1,
    }
    circle = {"key": "inner-circle", "limits": [once]}
    book = book_of({"key": "knights", "slots": [{"key": "rank", "options": [circle]}]})

    army = army_of(book, ("knights", "inner-circle"), ("knights", "inner-circle"))

    assert army_of(book, ("knights", "inner-circle"), "knights").said == []
    assert army.said == [
        (
            "f1/s3/s4",
            "The second Knights, Inner Circle, Once in the army: 2 of at most 1, 1 "
            "too many.",
        )
    ]


def test_an_option_switches_other_groups_off() -> None:
    """The battle standard leaves no room for weapons or shields."""
    standard = {
        "key": "battle-standard",
        "points": 25,
        "limits": [
            {
                "key": "hands-full",
                "title": "The bearer carries neither weapon nor shield",
                "of": ["slot:weapons", "slot:shields"],
                "in": "unit",
                "max": 0,
            }
        ],
    }
    hero = {
        "key": "hero",
        "slots": [
            {"key": "weapons", "options": [{"key": "flail"}]},
            {"key": "shields", "options": [{"key": "shield"}]},
            {"key": "rank", "options": [standard]},
        ],
    }
    book = book_of(hero)

    assert army_of(book, ("hero", "flail", "shield")).said == []
    army = army_of(book, ("hero", "flail", "shield", "battle-standard"))
    assert army.said == [
        (
            "f1/s1/s4",
            "Hero, Battle Standard, The bearer carries neither weapon nor shield: 2, "
            "and none is allowed.",
        )
    ]
    assert army.review.messages[0].marks == ("f1/s1/s2", "f1/s1/s3")


def test_a_limit_is_lifted_by_another_choice() -> None:
    """Pegasus knights 0-1, unless a royal pegasus is ridden."""
    book = book_of(
        {"key": "pegasus-knights"},
        {"key": "lord", "slots": [{"key": "mount", "options": [{"key": "pegasus"}]}]},
        limits=[
            {
                "key": "pegasus-knights",
                "title": "Pegasus Knights",
                "of": "pegasus-knights",
                "in": "force",
                "max": 1,
                "when": {"none": [{"of": "pegasus", "in": "force", "at_least": 1}]},
            }
        ],
    )
    two = ("pegasus-knights", "pegasus-knights")

    assert army_of(book, *two, ("lord", "pegasus")).said == []
    assert army_of(book, *two, "lord").said == [
        (
            "f1/s2",
            "Pegasus Knights: 2 of at most 1, 1 too many. See the second "
            "Pegasus Knights.",
        )
    ]


def test_exactly_one_leader() -> None:
    leader = {
        "key": "leader",
        "title": "Leader",
        "of": "#leader",
        "in": "force",
        "min": 1,
        "max": 1,
    }
    book = book_of(
        {"key": "captain", "tags": ["leader"]}, {"key": "thug"}, limits=[leader]
    )

    assert army_of(book, "captain", "thug").said == []
    assert army_of(book, "thug").said == [("", "Leader: 0 of at least 1, 1 missing.")]
    assert army_of(book, "captain", "captain").said == [
        ("f1/s2", "Leader: 2 of at most 1, 1 too many. See the second Captain.")
    ]


def test_a_weapon_that_needs_another_item_and_excludes_all_else() -> None:
    """Ball and chain needs mad caps, and nothing else in the hands."""
    ball = {
        "key": "ball-and-chain",
        "tags": ["hand"],
        "limits": [
            {
                "key": "mad-caps",
                "title": "Ball and chain needs mad cap mushrooms",
                "of": "mad-caps",
                "in": "bearer",
                "min": 1,
            },
            {
                "key": "only-weapon",
                "title": "Nothing beside the ball and chain",
                "of": "#hand",
                "in": "bearer",
                "max": 1,
            },
        ],
    }
    options = [ball, {"key": "mad-caps"}, {"key": "club", "tags": ["hand"]}]
    book = book_of({"key": "goblin", "slots": [{"key": "arms", "options": options}]})

    assert army_of(book, ("goblin", "ball-and-chain", "mad-caps")).said == []
    army = army_of(book, ("goblin", "ball-and-chain", "club"))
    assert [m.code for m in army.review.messages] == ["mad-caps", "only-weapon"]

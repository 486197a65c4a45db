"""Allies, hired swords, campaign switches, packs."""

from dataclasses import replace

import pytest

from rulesets.legality import review, with_fixes
from rulesets.packs.pack import Pack, read_pack
from rulesets.rosters.roster import Force, Roster, RosterError, Selection
from tests.rulesets.legality.small import NO_RULES, army_of, book_of

ALLIES = book_of({"key": "orcs", "points": 100, "tags": ["core"]}, key="orc-book")


def test_allies_are_at_most_a_quarter_of_the_army() -> None:
    book = book_of(
        {"key": "guard", "points": 100},
        limits=[
            {
                "key": "allies",
                "title": "Allies",
                "count": "points",
                "of": "kind:ally",
                "max": {"terms": [{"count": "limit", "times": 0.25}]},
                "when": {"of": "orc-book", "at_least": 1},
            }
        ],
    )
    guards = ["guard"] * 3

    assert army_of(book, *guards, allies=(ALLIES, "orcs"), limit=400).said == []
    assert army_of(book, *guards, allies=(ALLIES, "orcs", "orcs"), limit=500).said == [
        (
            "",
            "Allies: 200 of at most 125 points (25 % of the points agreed on), "
            "75 points too many.",
        )
    ]


def test_an_enemy_of_the_book_may_not_be_its_ally() -> None:
    """The level of an alliance is a limit of the book that has it."""
    book = book_of(
        {"key": "guard"},
        limits=[
            {
                "key": "no-orcs",
                "title": "No alliance with Orcs",
                "of": "orc-book",
                "max": 0,
            }
        ],
    )
    army = army_of(book, "guard", allies=(ALLIES, "orcs"))

    assert army.said == [
        ("f2", "No alliance with Orcs: 1, and none is allowed. See Test Book.")
    ]
    message = with_fixes(army.review, army.books, NO_RULES).messages[0]
    assert [(fix.text, fix.legal) for fix in message.fixes] == [
        ("Remove all units of Test Book", True)
    ]


def test_the_minimum_of_one_force_is_not_met_by_another() -> None:
    book = book_of(
        {"key": "guard", "tags": ["core"]},
        limits=[
            {"key": "core", "title": "Core", "of": "#core", "in": "force", "min": 1}
        ],
    )

    assert len(army_of(book, allies=(ALLIES, "orcs")).said) == 1


HIRED = book_of(
    {"key": "elf", "tags": ["elf"]},
    {"key": "dwarf", "tags": ["dwarf"]},
    {
        "key": "elf-ranger",
        "tags": ["elf", "hired"],
        "limits": [
            {
                "key": "no-dwarfs",
                "title": "No elf is hired by dwarfs",
                "of": "dwarf",
                "in": "force",
                "max": 0,
            }
        ],
    },
    {"key": "highwayman", "tags": ["hired"]},
    {"key": "roadwarden", "tags": ["hired"]},
    limits=[
        {
            "key": "one-of-a-kind",
            "title": "One hired sword of a kind",
            "each": "#hired",
            "of": "same",
            "in": "force",
            "max": 1,
        },
        {
            "key": "old-foes",
            "title": "Highwayman and Roadwarden do not serve together",
            "count": "kinds",
            "of": ["highwayman", "roadwarden"],
            "in": "force",
            "max": 1,
        },
    ],
)


def test_hired_swords_are_one_of_a_kind() -> None:
    assert army_of(HIRED, "elf", "elf-ranger", "highwayman").said == []
    assert army_of(HIRED, "highwayman", "highwayman").said == [
        (
            "f1/s2",
            "The second Highwayman, One hired sword of a kind: 2 of at most 1, 1 too "
            "many.",
        )
    ]


def test_a_hired_sword_refuses_an_employer() -> None:
    army = army_of(HIRED, "dwarf", "elf-ranger")

    assert army.said == [
        (
            "f1/s2",
            "Elf Ranger, No elf is hired by dwarfs: 1, and none is allowed.",
        )
    ]
    assert army.review.messages[0].marks == ("f1/s1",)


def test_two_hired_swords_exclude_each_other() -> None:
    assert army_of(HIRED, "highwayman", "roadwarden").said == [
        (
            "f1/s2",
            "Highwayman and Roadwarden do not serve together: "
            "2 kinds of at most 1 kind, 1 kind too many.".replace("2 kinds", "2"),
        )
    ]


MISFIRE = [{"key": "misfire", "title": "Black powder may misfire"}]
GUNS = book_of(
    {
        "key": "gun",
        "points": 20,
        "changes": [
            {
                "change": "points",
                "op": "multiply",
                "value": 0.5,
                "when": {"switch": "misfire"},
            }
        ],
    },
    switches=MISFIRE,
)


def test_a_switch_of_the_campaign_changes_a_price_and_is_listed() -> None:
    off, on = army_of(GUNS, "gun"), army_of(GUNS, "gun", switches={"misfire": True})

    assert (off.points, on.points) == (20, 10)
    rulings = [(r.key, r.status, r.switchable) for r in on.review.rulings]
    assert rulings == [
        ("points-limit", "enforced", False),
        ("misfire", "enforced", True),
    ]
    assert [r.status for r in off.review.rulings] == ["enforced", "off"]


def test_a_fixed_pack_takes_the_switches_from_the_players() -> None:
    fixed = Pack("event", "Event", "charge", fixed=True)
    army = army_of(GUNS, "gun", switches={"misfire": True}, pack=fixed)

    assert army.points == 20
    assert [r.switchable for r in army.review.rulings] == [False, False]


def test_a_switchable_limit_holds_until_the_players_agree() -> None:
    pack = read_pack(
        {
            "format": "armybuilder.pack/1",
            "key": "p",
            "name": "P",
            "game": "charge",
            "limits": [
                {
                    "key": "one-gun",
                    "title": "One gun",
                    "of": "gun",
                    "max": 1,
                    "switchable": True,
                }
            ],
        }
    )
    army = army_of(GUNS, "gun", "gun", pack=pack)

    assert army.said == [
        ("f1/s2", "One gun: 2 of at most 1, 1 too many. See the second Gun.")
    ]
    assert (
        army_of(GUNS, "gun", "gun", pack=pack, switches={"one-gun": False}).said == []
    )
    message = with_fixes(army.review, army.books, pack).messages[0]
    assert [fix.text for fix in message.fixes] == ["Remove the second Gun"]
    assert [waiver.text for waiver in message.waivers] == [
        "Agree with your opponent to play without “One gun”"
    ]


def test_a_pack_sets_the_points_of_everybody() -> None:
    limit = {
        "key": "points-limit",
        "title": "Points",
        "count": "points",
        "of": "*",
        "max": {"terms": [{"count": "limit"}]},
    }
    document = {
        "format": "armybuilder.pack/1",
        "key": "event",
        "name": "Event",
        "game": "charge",
        "limit": 30,
        "limits": [limit],
    }
    army = army_of(GUNS, "gun", "gun", limit=1000, pack=read_pack(document))

    assert army.review.limit == 30
    assert army.said == [("", "Points: 40 of at most 30 points, 10 points too many.")]


def test_an_unknown_edition_is_told_and_fixed_with_the_one_that_is_known() -> None:
    army = army_of(GUNS, "gun")
    book = GUNS

    found = with_fixes(
        review(army.review.roster, {("test", 3): book}, NO_RULES),
        {("test", 3): book},
        NO_RULES,
    )

    assert [(m.code, m.where) for m in found.messages] == [("unknown-edition", "f1")]
    assert found.points == 0
    assert [(f.text, f.points, f.legal) for f in found.messages[0].fixes] == [
        ("Use edition 3 of Test Book", 20, True)
    ]


@pytest.mark.parametrize("forces", [1, 2])
def test_the_edition_that_counts_is_offered_for_all_forces_of_a_book(
    forces: int,
) -> None:
    books = {("test", n): replace(GUNS, edition=n) for n in (1, 2, 3)}
    pack = replace(NO_RULES, counting={"test": 2})
    roster = Roster(
        "charge",
        "Old",
        forces=tuple(
            Force(f"f{n}", "test", 1, (Selection(f"s{n}", "gun"),))
            for n in range(forces)
        ),
    )

    found = with_fixes(review(roster, books, pack), books, pack)

    assert [m.code for m in found.messages] == ["other-edition"] * forces
    for message in found.messages:
        fix = message.fixes[0]
        assert (fix.text, fix.legal) == ("Use edition 2 of Test Book", True)


def test_an_edition_that_brings_an_error_is_not_offered() -> None:
    newer = replace(book_of({"key": "cannon"}), edition=2)
    pack = replace(NO_RULES, counting={"test": 2})
    army = army_of(GUNS, "gun", pack=pack)
    books = {**army.books, ("test", 2): newer}

    (message,) = with_fixes(army.review, books, pack).messages

    assert (message.code, message.fixes) == ("other-edition", ())


def test_a_book_of_another_game_is_told() -> None:
    army = army_of(book_of({"key": "orc"}, game="other"), "orc")

    assert army.said == [
        ("f1", "Test Book is a book of another game, other; it counts nothing.")
    ]
    assert (army.points, army.review.models) == (0, 0)


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(RosterError, match="'chess' is not known"):
        review(Roster("chess", "x"), {})


def test_by_a_pack_of_another_game_an_army_is_read_and_not_legal() -> None:
    army = army_of(GUNS, "gun", pack=Pack("p", "Spring Open", "chess"))

    assert army.said == [
        (
            "",
            "The pack “Spring Open” is of another game, chess; this army is of Charge "
            "v2 and judged by its own rules.",
        )
    ]
    assert (army.points, army.review.legal) == (20, False)

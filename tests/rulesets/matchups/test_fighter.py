"""Fighters: a unit with every change applied, ready for the odds."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.combats import combat_of
from rulesets.core.values import RuleUse
from rulesets.games import GAMES
from rulesets.matchups.fighter import book_fighter, fighter, selection_fighter
from rulesets.matchups.match_up_document import editions_named, read_match_up
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from rulesets.rosters.roster import Loadout, Selection
from tests.rulesets.legality.small import army_of, book_of

BOOK = book_of(
    {
        "key": "guard",
        "type": "infantry",
        "rules": ["fearsome"],
        "items": ["spear"],
        "models": [
            {"key": "guardsman", "points": 5, "min": 10, "items": ["shield"]},
            {"key": "captain", "points": 9, "max": 1, "rules": ["shield-wall"]},
        ],
        "profiles": [{"key": "guard", "characteristics": {"save": 5, "push": 3}}],
        "slots": [
            {
                "key": "kit",
                "options": [
                    {
                        "key": "plate",
                        "points": 20,
                        "changes": [
                            {
                                "change": "figure:save",
                                "op": "add",
                                "value": -1,
                                "in": "bearer",
                            }
                        ],
                    }
                ],
            }
        ],
    },
    {"key": "ghost"},
    items=[{"key": "spear", "stats": {"range": 2}}, {"key": "shield"}],
)
BOOKS = {(BOOK.key, 1): BOOK}


def test_a_fighter_carries_changed_figures_rules_gear_and_points() -> None:
    bought = ("guard", "12 guardsman", "captain", "plate")
    line = army_of(BOOK, bought).review.forces[0].units[0]

    found = fighter(line)

    assert (found.name, found.kind, found.models) == ("Guard", "infantry", 13)
    assert found.points == 12 * 5 + 9 + 20
    assert found.characteristics["save"] == 4
    assert found.characteristics["push"] == 3
    assert found.characteristics["speed"] == 6
    assert [rule.key for rule in found.rules] == ["fearsome", "shield-wall"]
    assert [piece.key for piece in found.gear] == ["spear", "shield"]
    assert found.gear[0].stats == {"range": 2}


def test_a_unit_of_a_book_fights_at_its_smallest() -> None:
    assert book_fighter(BOOK, "guard").models == 10


def test_the_players_own_name_is_the_fighters() -> None:
    named = Selection("s1", "guard", name="Old Guard")

    assert selection_fighter(BOOK, named).name == "Old Guard"


def test_a_unit_that_is_not_there_or_has_no_stat_line_is_refused() -> None:
    with pytest.raises(ValueError, match="Test Book has no unit 'orcs'"):
        book_fighter(BOOK, "orcs")
    with pytest.raises(ValueError, match="Test Book has no unit 'orcs'"):
        selection_fighter(BOOK, Selection("s1", "orcs"))
    with pytest.raises(ValueError, match="Ghost has no stat line"):
        book_fighter(BOOK, "ghost")


SIDE = {"book": "test", "edition": 1, "unit": "guard"}


def match_up(**parts: Any) -> dict[str, Any]:
    fixed = {"format": "armybuilder.match-up/1", "game": "charge", "kind": "fight"}
    return {**fixed, "a": SIDE, "b": SIDE, **parts}


def test_a_match_up_names_the_editions_that_it_needs() -> None:
    written = {"fighter": {"name": "X", "characteristics": {}}}

    assert editions_named(match_up(b=written)) == {("test", 1)}


def test_a_match_up_is_read_with_its_sides() -> None:
    selection = {"id": "s1", "entry": "guard", "selections": []}
    document = match_up(
        b={"book": "test", "edition": 1, "selection": selection}, rounds=3
    )

    found = read_match_up(document, BOOKS)

    assert (found.a.models, found.b.models, found.rounds) == (10, 0, 3)


@pytest.mark.parametrize(
    ("parts", "where", "text"),
    [
        ({"game": "chess"}, "/game", "the game 'chess' is not known here"),
        ({"kind": "tea"}, "/kind", "expected one of "),
        ({"a": {**SIDE, "edition": 7}}, "/a", "edition 7 of 'test' is not known here"),
        ({"b": {**SIDE, "unit": "orcs"}}, "/b", "Test Book has no unit 'orcs'."),
        ({"b": {**SIDE, "unit": "ghost"}}, "/b", "Ghost has no stat line."),
    ],
)
def test_a_match_up_that_names_what_is_not_there_says_where(
    parts: dict[str, Any], where: str, text: str
) -> None:
    with pytest.raises(MatchUpError) as caught:
        read_match_up(match_up(**parts), BOOKS)

    assert caught.value.where == where
    assert caught.value.text.startswith(text)


def test_a_rule_counts_however_deep_it_was_bought_but_not_from_a_detachment() -> None:
    poison = {"key": "poison", "rules": ["poisoned-attacks"]}
    scouts = {"key": "scouts", "kind": "unit", "rules": ["volley-fire"]}
    book = book_of(
        {
            "key": "hunters",
            "profiles": [{"key": "hunters", "characteristics": {"save": 5}}],
            "models": [
                {"key": "hunter", "slots": [{"key": "arrows", "options": [poison]}]}
            ],
            "slots": [{"key": "detachments", "options": [scouts]}],
        }
    )
    bought = ("hunters", ("5 hunter", "poison"), "scouts")
    line = army_of(book, bought).review.forces[0].units[0]

    assert [rule.key for rule in fighter(line).rules] == ["poisoned-attacks"]


def test_a_detachment_and_further_stat_lines_are_left_out_and_named() -> None:
    horse = {
        "key": "warhorse",
        "kind": "mount",
        "points": 7,
        "profiles": [{"key": "horse", "characteristics": {"push": 4}}],
    }
    militia = {"key": "militia", "kind": "model", "points": 2, "min": 5, "max": 9}
    detachment = {
        "key": "scouts",
        "kind": "unit",
        "points": 10,
        "profiles": [{"key": "scout", "characteristics": {"save": 6}}],
        "slots": [{"key": "men", "options": [militia]}],
    }
    slots = [{"key": "slot", "options": [horse, detachment]}]
    guard = {
        "key": "guard",
        "models": [{"key": "guardsman", "points": 5}],
        "profiles": [{"key": "guard", "characteristics": {"save": 5}}],
        "slots": slots,
    }
    bought = ("guard", ("scouts", "6 militia"), "10 guardsman", "warhorse")
    found = fighter(army_of(book_of(guard), bought).review.forces[0].units[0])

    assert (found.models, found.points) == (10, 57)
    assert found.characteristics["save"] == 5
    assert found.left_out == ("Warhorse", "Scouts")
    assert book_fighter(BOOK, "guard").left_out == ()


def test_a_detachment_never_lends_its_stat_line() -> None:
    scouts = {
        "key": "scouts",
        "kind": "unit",
        "profiles": [{"key": "scout", "characteristics": {"save": 6}}],
    }
    slots = [{"key": "slot", "options": [scouts]}]
    line = army_of(book_of({"key": "ghost", "slots": slots}), ("ghost", "scouts"))

    with pytest.raises(ValueError, match="Ghost has no stat line"):
        fighter(line.review.forces[0].units[0])


def test_equal_gear_of_two_groups_is_carried_once_by_each() -> None:
    book = book_of(
        {
            "key": "pirates",
            "items": ["sword"],
            "models": [
                {"key": "pirate", "items": ["sword"]},
                {"key": "captain", "items": ["sword", "pistol"]},
            ],
            "profiles": [{"key": "pirate", "characteristics": {"save": 6}}],
        },
        items=[{"key": "sword"}, {"key": "pistol"}],
    )
    line = army_of(book, ("pirates", "9 pirate", "captain")).review.forces[0].units[0]

    assert [(piece.key, piece.count) for piece in fighter(line).gear] == [
        ("sword", 2),
        ("pistol", 1),
    ]


def test_rules_of_gear_that_comes_along_are_the_fighters() -> None:
    book = book_of(
        {
            "key": "lancers",
            "profiles": [{"key": "lancer", "characteristics": {"save": 5}}],
            "models": [{"key": "lancer", "min": 3, "items": ["lance"]}],
        },
        items=[{"key": "lance", "rules": [{"key": "armour-piercing", "x": 1}]}],
    )

    assert book_fighter(book, "lancers").rules == (RuleUse("armour-piercing", 1),)


def test_an_answer_says_which_part_of_a_unit_does_not_fight() -> None:
    figures = {"melee-dice": 3, "melee-need": 4, "save": 5, "wounds": 4, "morale": 7}
    guard = Fighter("Guard", "infantry", 5, 50, {**figures, "speed": 6})
    lord = replace(guard, name="Lord", left_out=("Warhorse",))
    game = GAMES["charge"]
    asked = MatchUp("charge", "fight", lord, guard, {}, {})

    found = combat_of(game).odds(asked).not_modelled

    assert [(part.rule, part.side) for part in found] == [("Warhorse", "a")]


# -- parts: groups, leaders, mounts, loadouts -----------------------------------------

ARMED = book_of(
    {
        "key": "riders",
        "type": "cavalry",
        "items": ["sword", "lance", "shield", "mail"],
        "models": [{"key": "rider", "points": 20, "min": 5}],
        "profiles": [{"key": "rider", "characteristics": {"ws": 3, "sv": 5}}],
        "slots": [
            {
                "key": "command",
                "options": [
                    {
                        "key": "first-knight",
                        "kind": "model",
                        "models": 0,
                        "points": 12,
                        "profiles": [
                            {"key": "first-knight", "characteristics": {"ws": 4}}
                        ],
                    }
                ],
            },
            {
                "key": "mount",
                "min": 1,
                "default": ["horse"],
                "options": [
                    {
                        "key": "horse",
                        "kind": "mount",
                        "profiles": [{"key": "horse", "characteristics": {"ws": 2}}],
                    }
                ],
            },
        ],
    },
    game="warhammer",
    items=[
        {"key": "sword", "kind": "melee", "hands": 1, "base": "hand-weapon"},
        {"key": "lance", "kind": "melee", "hands": 1, "rules": ["mounted-only"]},
        {"key": "mail", "kind": "armour", "hands": 0},
        {
            "key": "shield",
            "kind": "shield",
            "hands": 1,
            "changes": [
                {"change": "figure:sv", "op": "add", "value": -1, "in": "bearer"}
            ],
        },
    ],
)


def test_a_fighter_has_its_models_their_mounts_and_a_leader_apart() -> None:
    riders = Selection(
        "u",
        "riders",
        selections=(
            Selection("m", "rider", 5),
            Selection("c", "first-knight"),
            Selection("h", "horse"),
        ),
    )

    parts = selection_fighter(ARMED, riders).parts

    assert [(part.role, part.name, part.models) for part in parts] == [
        ("models", "Rider", 4),
        ("leader", "First Knight", 1),
        ("mount", "Horse", 5),
    ]
    assert [part.characteristics["ws"] for part in parts] == [3, 4, 2]


def test_a_mount_that_the_unit_itself_prints_is_a_part_too() -> None:
    ridden = book_of(
        {
            "key": "knights",
            "type": "cavalry",
            "items": ["sword", "royal-horse"],
            "models": [{"key": "knight", "points": 20, "min": 5}],
            "profiles": [
                {"key": "knight", "characteristics": {"ws": 4}},
                {"key": "horse", "name": "Horse", "characteristics": {"ws": 3}},
            ],
        },
        game="warhammer",
        items=[
            {"key": "sword", "kind": "melee", "hands": 1, "base": "hand-weapon"},
            {"key": "royal-horse", "kind": "mount", "hands": 0},
        ],
    )

    parts = book_fighter(ridden, "knights").parts

    assert [(part.role, part.name, part.models) for part in parts] == [
        ("models", "Knight", 5),
        ("mount", "Horse", 5),
    ]


def test_a_part_has_in_use_what_its_loadout_holds_and_what_is_worn() -> None:
    first = book_fighter(ARMED, "riders").parts[0]
    lance = book_fighter(ARMED, "riders", "Lance and Shield").parts[0]

    assert first.loadout == "Sword and Shield"
    assert [piece.key for piece in lance.gear] == ["mail", "lance", "shield"]
    assert "mounted-only" in {rule.key for rule in lance.rules}
    assert "mounted-only" not in {rule.key for rule in first.rules}


def test_a_banner_brings_its_rule_to_every_part_and_is_carried_by_none() -> None:
    flag = {"key": "flag", "kind": "banner", "hands": 0, "rules": ["flagged"]}
    swordsmen = {
        "key": "swordsmen",
        "models": [{"key": "swordsman", "points": 5, "min": 5}],
        "profiles": [{"key": "swordsman", "characteristics": {"ws": 3}}],
        "rules": ["standard-bearer"],
        "items": ["flag"],
    }
    book = book_of(swordsmen, game="warhammer", items=[flag])

    (part,) = book_fighter(book, "swordsmen").parts

    assert {rule.key for rule in part.rules} == {"standard-bearer", "flagged"}
    assert part.gear == ()


def test_a_banner_that_was_bought_for_its_bearer_brings_its_rule_too() -> None:
    flag = {"key": "flag", "kind": "banner", "hands": 0, "rules": ["flagged"]}
    flags = {"key": "f", "options": [{"item": "flag"}]}
    swordsmen = {
        "key": "swordsmen",
        "models": [{"key": "swordsman", "points": 5, "min": 5}],
        "profiles": [{"key": "swordsman", "characteristics": {"ws": 3}}],
        "slots": [{"key": "s", "options": [{"key": "bearer", "slots": [flags]}]}],
    }
    book = book_of(swordsmen, game="warhammer", items=[flag])
    bearer = Selection("b", "bearer", selections=(Selection("f", "flag"),))
    models = Selection("m", "swordsman", 5)
    bought = Selection("u", "swordsmen", selections=(models, bearer))

    (part,) = selection_fighter(book, bought).parts

    assert "flagged" in {rule.key for rule in part.rules}


def test_a_banner_that_fills_a_hand_is_its_bearers_own() -> None:
    flag = {"key": "flag", "kind": "banner", "hands": 1}
    bearer = {
        "key": "bearer",
        "models": 1,
        "profiles": [{"key": "bearer", "characteristics": {"ws": 3}}],
        "items": ["flag"],
    }
    book = book_of(bearer, game="mordheim", items=[flag])

    (part,) = book_fighter(book, "bearer").parts

    assert [piece.key for piece in part.gear] == ["flag"]


def test_a_loadout_that_no_group_has_is_refused() -> None:
    with pytest.raises(ValueError, match="no loadout 'Bow'"):
        book_fighter(ARMED, "riders", "Bow")


def test_the_loadout_that_the_player_named_comes_first() -> None:
    named = Selection(
        "u",
        "riders",
        selections=(
            Selection("m", "rider", 5, loadouts=(Loadout("Charge", ("lance",)),)),
            Selection("h", "horse"),
        ),
    )

    part = selection_fighter(ARMED, named).parts[0]

    assert (part.loadout, part.characteristics["sv"]) == ("Charge", 5)
    assert [piece.key for piece in part.gear] == ["mail", "lance"]


def test_a_loadout_of_a_unit_without_hands_is_refused() -> None:
    book = book_of({"key": "spears", "profiles": [{"key": "s", "characteristics": {}}]})
    line = army_of(book, ("spears",)).review.forces[0].units[0]
    with pytest.raises(ValueError, match="no loadout 'Chainsaw'"):
        fighter(line, "Chainsaw")

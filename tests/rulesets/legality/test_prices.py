"""Prices that depend on the army: escalating, doubled, discounted, diced, negative."""

from decimal import Decimal

import pytest

from tests.rulesets.legality.small import army_of, book_of


def test_a_virtue_costs_once_twice_three_times_its_price_by_copies_in_the_army() -> (
    None
):
    """Empathy is 10 points, the second 20, the third 30."""
    virtue = {
        "key": "empathy",
        "points": 10,
        "changes": [
            {
                "change": "points",
                "op": "multiply",
                "value": {
                    "base": 1,
                    "terms": [{"count": "earlier", "of": "same", "in": "army"}],
                },
            }
        ],
    }
    book = book_of({"key": "knight", "slots": [{"key": "vow", "options": [virtue]}]})
    knight = ("knight", "empathy")

    assert army_of(book, knight).points == 10
    assert army_of(book, knight, knight).points == 30
    army = army_of(book, knight, "knight", knight, knight)
    assert army.points == 60
    assert [unit.points for unit in army.review.forces[0].units] == [10, 0, 20, 30]


def test_the_second_and_later_mutation_of_a_fighter_cost_double() -> None:
    def mutation(key: str, points: int) -> dict[str, object]:
        return {
            "key": key,
            "tags": ["mutation"],
            "points": points,
            "changes": [
                {
                    "change": "points",
                    "op": "multiply",
                    "value": {
                        "base": 1,
                        "terms": [
                            {"count": "earlier", "of": "#mutation", "in": "unit"}
                        ],
                        "most": 2,
                    },
                }
            ],
        }

    options = [mutation("claw", 50), mutation("tentacle", 35), mutation("hooves", 40)]
    slot = {"key": "mutations", "min": 1, "options": options}
    book = book_of({"key": "mutant", "points": 25, "slots": [slot]})

    assert army_of(book, ("mutant", "claw")).points == 75
    assert army_of(book, ("mutant", "claw", "tentacle")).points == 145
    assert army_of(book, ("mutant", "claw", "tentacle", "hooves")).points == 225
    assert army_of(book, ("mutant", "claw"), ("mutant", "claw")).points == 150
    assert army_of(book, "mutant").said == [
        ("f1/s1", "Mutant, Mutations: 0 of at least 1, 1 missing.")
    ]


def test_an_option_may_have_a_negative_price() -> None:
    mortar = {"key": "mortar", "points": -50}
    tank = {
        "key": "tank",
        "points": 300,
        "slots": [{"key": "gun", "options": [mortar]}],
    }

    assert army_of(book_of(tank), ("tank", "mortar")).points == 250


def test_a_material_multiplies_the_price_of_the_weapons() -> None:
    """Gromril is four times the price, three times for dwarfs at the start."""
    gromril = {
        "key": "gromril",
        "changes": [
            {
                "change": "points",
                "op": "multiply",
                "value": 4,
                "to": "#weapon",
                "in": "bearer",
                "when": {"none": [{"switch": "first-game"}]},
            },
            {
                "change": "points",
                "op": "multiply",
                "value": 3,
                "to": "#weapon",
                "in": "bearer",
                "when": {"switch": "first-game"},
            },
        ],
    }
    arms = [{"key": "axe", "points": 5, "tags": ["weapon"]}, gromril]
    book = book_of(
        {"key": "dwarf", "slots": [{"key": "arms", "options": arms}]},
        switches=[{"key": "first-game", "title": "First game of a campaign"}],
    )
    dwarf = ("dwarf", "axe", "gromril")

    assert army_of(book, dwarf).points == 20
    assert army_of(book, dwarf, switches={"first-game": True}).points == 15


def test_an_heirloom_halves_the_price_of_what_it_is_once_in_the_army() -> None:
    heirloom = {
        "key": "heirloom",
        "limits": [
            {"key": "one-heirloom", "title": "One heirloom", "of": "same", "max": 1}
        ],
        "changes": [
            {
                "change": "points",
                "op": "multiply",
                "value": 0.5,
                "to": "sword",
                "in": "bearer",
            }
        ],
    }
    arms = [{"key": "sword", "points": 15}, heirloom]
    book = book_of({"key": "boyar", "slots": [{"key": "arms", "options": arms}]})

    army = army_of(book, ("boyar", "sword", "heirloom"), ("boyar", "sword"))

    assert army.points == Decimal("22.5")
    assert army.said == []
    assert len(army_of(book, *[("boyar", "sword", "heirloom")] * 2).said) == 1


@pytest.mark.parametrize(
    ("bought", "points", "said"),
    [
        ("sabre@7", 42, []),
        ("sabre@2", 37, []),
        (
            "sabre",
            35,
            [("f1/s1/s2", "Thug, Sabre: its price needs a dice result, 2 to 12.")],
        ),
        (
            "sabre@13",
            48,
            [("f1/s1/s2", "Thug, Sabre: the dice result is 13; it must be 2 to 12.")],
        ),
    ],
)
def test_a_price_with_dice_needs_their_result(
    bought: str, points: int, said: list[tuple[str, str]]
) -> None:
    """35 and 2D6 gold crowns."""
    sabre = {"key": "sabre", "points": 35, "roll": [2, 12]}
    book = book_of({"key": "thug", "slots": [{"key": "arms", "options": [sabre]}]})

    army = army_of(book, ("thug", bought))

    assert (army.points, army.said) == (points, said)


def test_half_points_stay_exact() -> None:
    rat = {"key": "rats", "models": [{"key": "rat", "points": 0.1, "min": 1}]}

    assert army_of(book_of(rat), ("rats", "3 rat")).points == Decimal("0.3")


def test_a_price_is_doubled_where_two_peoples_march_together() -> None:
    """Hired swords ask double pay in a band of elves and dwarfs."""
    book = book_of(
        {"key": "elf", "tags": ["elf"]},
        {"key": "dwarf", "tags": ["dwarf"]},
        {"key": "ogre", "points": 80},
        changes=[
            {
                "change": "points",
                "op": "multiply",
                "value": 2,
                "to": "ogre",
                "in": "force",
                "when": {
                    "all": [
                        {"of": "#elf", "in": "force", "at_least": 1},
                        {"of": "#dwarf", "in": "force", "at_least": 1},
                    ]
                },
            }
        ],
    )

    assert army_of(book, "elf", "ogre").points == 80
    assert army_of(book, "elf", "dwarf", "ogre").points == 160


def test_a_price_can_be_set_kept_in_bounds_and_taken_away() -> None:
    def unit(key: str, op: str, **value: object) -> dict[str, object]:
        change = {"change": "points", "op": op, "in": "self", **value}
        return {"key": key, "points": 30, "changes": [change]}

    book = book_of(
        unit("dearer", "at-least", value=40),
        unit("cheaper", "at-most", value=20),
        unit("fixed", "set", value=7),
        unit("free", "remove"),
    )

    assert [
        army_of(book, key).points for key in ("dearer", "cheaper", "fixed", "free")
    ] == [40, 20, 7, 0]


def test_prices_multiplied_without_end_stay_numbers_that_can_be_told() -> None:
    change = {"change": "points", "op": "multiply", "value": 100_000}
    book = book_of({"key": "knight", "points": 7, "changes": [change] * 20})
    assert army_of(book, "knight").points == 10**12


def test_a_leader_who_is_one_of_the_models_pays_once_for_his_own_arms() -> None:
    blade = {"key": "blade", "points": 3, "per": "model"}
    leader = {
        "key": "leader",
        "points": 10,
        "kind": "model",
        "models": 0,
        "slots": [{"key": "arms", "options": [blade]}],
    }
    book = book_of(
        {
            "key": "guard",
            "models": [{"key": "man", "points": 5, "min": 4}],
            "slots": [{"key": "command", "options": [leader]}],
        }
    )

    army = army_of(book, ("guard", "4 man", ("leader", "blade")))

    assert army.points == 20 + 10 + 3
    assert army.review.models == 4

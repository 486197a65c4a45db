"""What was bought for an option or a weapon counts as what was bought for a unit."""

from typing import Any

import pytest

from rulesets.games.mordheim.combat.answers import odds
from rulesets.legality import review
from rulesets.matchups.fighter import fighter
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import Fighter, MatchUp
from rulesets.rosters.roster import Force, Roster, Selection
from tests.real_books import real_book
from tests.rulesets.games.mordheim.fighters import fighter as written
from tests.rulesets.games.mordheim.fighters import forged

REIKLAND = real_book("mordheim-reikland")


def bought(unit: str, *options: Any) -> Fighter:
    """Return a fighter; ``("sword", "gromril-weapon")`` is a sword of that metal."""
    number = 0

    def one(text: Any) -> Selection:
        nonlocal number
        number += 1
        here = f"s{number}"
        entry, *rest = (text,) if isinstance(text, str) else text
        return Selection(here, entry, 1, selections=tuple(one(part) for part in rest))

    force = Force("f1", REIKLAND.key, 1, (one((unit, *options)),))
    army = Roster("mordheim", "Test", forces=(force,))
    found = review(army, {(REIKLAND.key, 1): REIKLAND}).forces[0].units[0]
    return fighter(found, fighter(found).loadouts[-1])


def fight(own: Fighter, enemy: Fighter) -> Odds:
    return odds(MatchUp("mordheim", "fight", own, enemy, {"charge": "b"}, {}))


ENEMY = written("sword", sv=4, i=4)


@pytest.mark.parametrize(
    "skill", ["mighty-blow", "step-aside", "resilient", "strike-to-injure", "dodge"]
)
def test_a_skill_that_was_recorded_counts(skill: str) -> None:
    plain, skilled = bought("captain"), bought("captain", ("record", skill))
    assert skill in {rule.key for rule in skilled.parts[0].rules}
    if skill != "dodge":
        assert fight(skilled, ENEMY).outcomes != fight(plain, ENEMY).outcomes


@pytest.mark.parametrize(
    ("metal", "rule"),
    [("gromril-weapon", "cutting-edge"), ("ithilmar-weapon", "ithilmar-edge")],
)
def test_a_metal_is_of_the_weapon_that_is_made_of_it(metal: str, rule: str) -> None:
    made = bought("captain", ("sword", metal))
    edges = {
        piece.key: rule in {use.key for use in piece.rules}
        for piece in made.parts[0].gear
        if piece.kind == "melee"
    }
    assert edges == {"sword": True, "free-dagger": False}
    plain = bought("captain", "sword")
    assert fight(made, ENEMY).outcomes != fight(plain, ENEMY).outcomes


def test_of_two_equal_weapons_one_may_be_of_a_metal() -> None:
    mixed = bought("captain", "sword", ("sword", "gromril-weapon"))
    swords = [piece for piece in mixed.gear if piece.key == "sword"]
    assert sorted((piece.count, len(piece.rules)) for piece in swords) == [
        (1, 1),
        (1, 2),
    ]


def test_an_axe_of_gromril_cuts_twice() -> None:
    plain, made = written("axe"), forged("axe", "cutting-edge")
    losses = [fight(one, ENEMY).events["a-wins"] for one in (plain, made)]
    assert losses[0] < losses[1]

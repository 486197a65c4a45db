"""The odds of battle lines against lines that are played die by die."""

from collections import Counter
from collections.abc import Mapping

import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.odds.answer import Distribution, Odds
from tests.rulesets.simulators.battle_line.beasts import mount_key
from tests.rulesets.simulators.battle_line.carried_lines import CARRIED
from tests.rulesets.simulators.battle_line.comparison import (
    FATES,
    GONE,
    STANDARD_ERRORS,
    blocks,
    fates_of,
    furthest,
    left_of,
    sides_gone,
)
from tests.rulesets.simulators.battle_line.fractions_of_lines import one_round
from tests.rulesets.simulators.battle_line.judged_lines import JUDGED
from tests.rulesets.simulators.battle_line.long_lines import LONG
from tests.rulesets.simulators.battle_line.match_ups import LINES
from tests.rulesets.simulators.battle_line.parted_lines import PARTED
from tests.rulesets.simulators.battle_line.redressed_lines import REDRESSED
from tests.rulesets.simulators.battle_line.ridden_lines import RIDDEN
from tests.rulesets.simulators.battle_line.scene import Scene, question_of
from tests.rulesets.simulators.battle_line.small_lines import SMALL
from tests.rulesets.simulators.battle_line.spear_lines import SPEARS
from tests.rulesets.simulators.battle_line.stupid_lines import STUPID
from tests.rulesets.simulators.battle_line.worn_lines import WORN

SOME = 4_000
MORE = 40_000
MANY = 1_000_000


SCENES: dict[str, Scene] = {
    **LINES,
    **REDRESSED,
    **STUPID,
    **SPEARS,
    **LONG,
    **RIDDEN,
    **PARTED,
    **WORN,
    **CARRIED,
    **JUDGED,
}
NAMES = [*SCENES]


def told_keys(scene: Scene) -> dict[str, str]:
    """Return the key of every post in an answer: characters are counted by side."""
    keys = {}
    counts = Counter[str]()
    for post in scene.posts:
        keys[post.key] = post.key
        if post.joins:
            counts[post.side] += 1
            more = f"-{counts[post.side]}" if counts[post.side] > 1 else ""
            keys[post.key] = f"{post.side}-character{more}"
    return keys | {mount_key(key): f"{keys[key]}-mount" for key in scene.ridden}


def told_chances(scene: Scene, told: Odds) -> dict[str, float]:
    """Return the chances of an answer: of both sides, and by post its fate and wounds.

    An answer about two units alone tells their fates as those of their sides.
    """
    found = {f"both {GONE[0]}": told.outcomes["both-destroyed"]}
    for side in ("a", "b"):
        for word in GONE:
            found[f"side {side} {word}"] = told.outcomes[f"{side}-{word}"]
        found[f"side {side} broken"] += told.outcomes.get(f"{side}-flees", 0.0)
    if len(scene.bodies) == 2:
        return found | wounds_told({side: told.survivors[side] for side in ("a", "b")})
    names = told_keys(scene)
    for key, name in names.items():
        for fate in FATES.values():
            found[f"{key} {fate}"] = told.events[f"{name}-{fate}"]
    return found | wounds_told(
        {key: told.distributions[f"{name}-left"] for key, name in names.items()}
    )


def wounds_told(lefts: Mapping[str, Distribution]) -> dict[str, float]:
    """Return the chances of wounds left, by post."""
    return {
        f"{key} with {left} left": chance
        for key, one in lefts.items()
        for left, chance in enumerate(one.chances)
    }


def counted_fates(scene: Scene, fights: int, seed: int) -> Counter[str]:
    """Play fights out, and count fates and wounds left by post."""
    counted: Counter[str] = Counter()
    for ground in blocks(scene, fights, seed):
        counted.update(sides_gone(ground))
        for key in scene.bodies:
            if len(scene.bodies) > 2:
                fates = fates_of(ground, key).items()
                counted.update({f"{key} {fate}": many for fate, many in fates})
            lefts = left_of(ground, key).tolist()
            counted.update(f"{key} with {left} left" for left in lefts)
    return counted


def as_far_as_told(
    told: Odds, chances: Mapping[str, float], counted: Mapping[str, int], fights: int
) -> dict[str, float]:
    """Return chances that may err by the error that is told, as near as they may be."""
    if told.method == "exact":
        return dict(chances)
    nearest = {}
    for key in {*counted, *chances}:
        chance, seen = chances.get(key, 0.0), counted.get(key, 0) / fights
        nearest[key] = min(max(seen, chance - told.error), chance + told.error)
    return nearest


def too_far(name: str, fights: int) -> dict[str, float]:
    """Return where played lines are too far from the odds [standard errors]."""
    scene = SCENES[name]
    told = odds(question_of(scene))
    counted = counted_fates(scene, fights, 1 + NAMES.index(name))
    chances = as_far_as_told(told, told_chances(scene, told), counted, fights)
    found = furthest(counted, chances, fights)
    return {key: off for key, off in found.items() if off > STANDARD_ERRORS}


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", LINES)
def test_the_odds_of_a_battle_line_are_those_of_its_dice(name: str) -> None:
    assert too_far(name, SOME) == {}


@pytest.mark.million
@pytest.mark.parametrize("name", LINES)
def test_a_million_battle_lines_agree_with_the_odds(name: str) -> None:
    assert too_far(name, MANY) == {}


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", REDRESSED)
def test_the_odds_of_a_redressed_line_are_those_of_its_dice(name: str) -> None:
    assert too_far(name, MORE) == {}


@pytest.mark.million
@pytest.mark.parametrize("name", REDRESSED)
def test_a_million_redressed_lines_agree_with_the_odds(name: str) -> None:
    assert too_far(name, MANY) == {}


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", STUPID)
def test_the_odds_of_a_line_of_the_stupid_are_those_of_its_dice(name: str) -> None:
    assert too_far(name, MORE) == {}


@pytest.mark.million
@pytest.mark.parametrize("name", STUPID)
def test_a_million_lines_of_the_stupid_agree_with_the_odds(name: str) -> None:
    assert too_far(name, MANY) == {}


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", SPEARS)
def test_the_odds_of_a_line_of_spears_are_those_of_its_dice(name: str) -> None:
    assert too_far(name, MORE) == {}


@pytest.mark.million
@pytest.mark.parametrize("name", SPEARS)
def test_a_million_lines_of_spears_agree_with_the_odds(name: str) -> None:
    assert too_far(name, MANY) == {}


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", LONG)
def test_the_odds_of_a_line_of_three_or_four_a_side_are_those_of_its_dice(
    name: str,
) -> None:
    assert too_far(name, MORE) == {}


@pytest.mark.sweep(5)
@pytest.mark.parametrize("name", RIDDEN)
def test_the_odds_of_a_line_of_ridden_monsters_are_those_of_its_dice(name: str) -> None:
    assert too_far(name, MORE) == {}


@pytest.mark.million
@pytest.mark.parametrize("name", LONG)
def test_a_million_lines_of_three_or_four_a_side_agree_with_the_odds(name: str) -> None:
    assert too_far(name, MANY) == {}


@pytest.mark.million
@pytest.mark.parametrize("name", RIDDEN)
def test_a_million_lines_of_ridden_monsters_agree_with_the_odds(name: str) -> None:
    assert too_far(name, MANY) == {}


@pytest.mark.sweep(7)
@pytest.mark.parametrize("name", PARTED)
def test_the_odds_of_a_line_that_parts_are_those_of_its_dice(name: str) -> None:
    assert too_far(name, MORE) == {}


@pytest.mark.million
@pytest.mark.parametrize("name", PARTED)
def test_a_million_lines_that_part_agree_with_the_odds(name: str) -> None:
    assert too_far(name, MANY) == {}


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", WORN)
def test_the_odds_of_who_wears_an_item_are_those_of_his_dice(name: str) -> None:
    assert too_far(name, MORE) == {}


@pytest.mark.million
@pytest.mark.parametrize("name", WORN)
def test_a_million_lines_of_who_wears_an_item_agree_with_the_odds(name: str) -> None:
    assert too_far(name, MANY) == {}


@pytest.mark.sweep(9)
@pytest.mark.parametrize("name", CARRIED)
def test_the_odds_of_a_unit_that_an_item_helps_are_those_of_its_dice(
    name: str,
) -> None:
    assert too_far(name, MORE) == {}


@pytest.mark.million
@pytest.mark.parametrize("name", CARRIED)
def test_a_million_lines_that_items_help_agree_with_the_odds(name: str) -> None:
    assert too_far(name, MANY) == {}


@pytest.mark.sweep(6)
@pytest.mark.parametrize("name", JUDGED)
def test_the_odds_of_who_bears_a_test_or_a_shield_are_those_of_his_dice(
    name: str,
) -> None:
    assert too_far(name, MORE) == {}


@pytest.mark.million
@pytest.mark.parametrize("name", JUDGED)
def test_a_million_lines_of_who_bears_a_test_agree_with_the_odds(name: str) -> None:
    assert too_far(name, MANY) == {}


@pytest.mark.parametrize("name", SMALL)
def test_the_odds_of_a_tiny_line_are_its_fractions(name: str) -> None:
    one = SMALL[name]
    told = odds(question_of(one.scene))
    fates = one_round(one.line, one.wounds)
    for place, key in enumerate(sorted(post.key for post in one.scene.units)):
        names = told_keys(one.scene)
        fled = sum(part for fate, part in fates.items() if fate[place] == "broken")
        posts = [p.key for p in one.scene.posts if key in (p.key, p.joins)]
        away = told.events[f"{names[posts[-1]]}-away"]
        assert away == pytest.approx(float(fled), abs=1e-12)


def test_there_are_forty_battle_lines() -> None:
    assert len(LINES) >= 40

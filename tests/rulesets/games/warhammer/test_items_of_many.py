"""Many fights at once count the magic items of the books as single answers do."""

import pytest

from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.pairs.blocks import UNSAID
from rulesets.odds.match_up import Answers, Fighter
from tests.rulesets.games.warhammer.bearers import banner, hero, with_piece, worn
from tests.rulesets.games.warhammer.line.test_items_of_books import pieces
from tests.rulesets.games.warhammer.test_many import (
    asked,
    assert_as_single,
    needs_kernel,
)
from tests.rulesets.games.warhammer.units import (
    GIANT,
    HANDGUNNERS,
    KNIGHTS,
    ORCS,
    TROLLS,
    unit,
)

MEN = unit("Men", 20, "standard-bearer", "animosity", sv=5, ld=7)
WILD = unit("Wild men", 20, "standard-bearer", "impetuous", sv=5, ld=7)
ENEMIES = (HANDGUNNERS, KNIGHTS, ORCS, TROLLS, GIANT)
SHOTS_AT_CHARGERS: Answers = {"a.reaction": "shoots", "b.reaction": "shoots"}
SITUATIONS: list[tuple[str, Answers]] = [
    ("fight", {"a.pursuit": "restrains"}),
    ("charge", {}),
    ("battle-line", {"b.charges": True}),
    ("engagement", {"closing": "both", "distance": 15, **SHOTS_AT_CHARGERS}),
    ("engagement", {"closing": "none"}),
]
NEWLY = {
    "icon-of-magnus": worn("icon-of-magnus"),
    "griffon-standard": banner("griffon-standard"),
    "steel-standard": banner("steel-standard"),
    "the-bashin-flag-of-bork": banner("the-bashin-flag-of-bork"),
    "guffs-flag": banner("guffs-flag"),
    "banner-of-valour": banner("banner-of-valour"),
    "banner-of-chalons": banner("banner-of-chalons"),
    "errantry-banner": banner("errantry-banner"),
}
"""Items that tell before contact alone, or of fear, ranks and pursuit."""


def bearers_of(piece: Gear) -> list[Fighter]:
    """Return who carries an item: men a banner, else a hero on foot."""
    some = (MEN, WILD) if piece.kind == "banner" else (hero(a=3, ld=8),)
    return [with_piece(one, piece) for one in some]


def assert_counted(piece: Gear, kind: str, situation: Answers, least: float) -> None:
    """Compare an item's bearers, on either side, with single answers."""
    own = bearers_of(piece)
    pairs = [(a, b) for a in range(len(own)) for b in range(len(ENEMIES))]
    turned = [(b, a) for a, b in pairs]
    for a, b, some in ((own, ENEMIES, pairs), (ENEMIES, own, turned)):
        question = asked(a, b, kind, pairs=some, situation=situation, rounds=3)
        assert_as_single(question, least)


@needs_kernel
@pytest.mark.sweep(5)
@pytest.mark.parametrize(("kind", "situation"), SITUATIONS)
@pytest.mark.parametrize("key", NEWLY)
def test_what_tells_of_fear_of_ranks_or_before_contact_is_said(
    key: str, kind: str, situation: Answers
) -> None:
    assert key not in UNSAID
    reaches_by_dice = kind == "charge" and key == "steel-standard"
    assert_counted(NEWLY[key], kind, situation, 0.0 if reaches_by_dice else 0.2)


@pytest.mark.sweep(40)
@pytest.mark.parametrize(("kind", "situation"), SITUATIONS)
@pytest.mark.parametrize("key", pieces())
def test_each_item_of_the_books_counts_as_in_a_single_answer(
    key: str, kind: str, situation: Answers
) -> None:
    assert_counted(pieces()[key], kind, situation, 0.0)


@needs_kernel
def test_who_takes_terror_for_fear_fears_a_terror_alone() -> None:
    iconic = with_piece(hero(a=3, ld=8), NEWLY["icon-of-magnus"])
    question = asked([TROLLS, GIANT], [iconic], "charge", pairs=[(0, 0), (1, 0)])
    found = assert_as_single(question, 1)
    assert found.column("b-flees")[0] == 0 < found.column("b-flees")[1]

"""No option of any book is passed over: it shows in a number, or it is named."""

import sys

import pytest

from tests.real_books import real_book
from tests.rulesets.options.purchases import CASES
from tests.rulesets.options.sweep import Sweep

OUTDONE = {
    "mordheim-orcs": {
        "goblin/ball-and-chain/gromril-weapon": "armour never saves against it",
    },
}
"""What is counted and can change nothing, since its bearer outdoes it already."""

OF_NO_USE = {
    "charge": {},
    "mordheim": {
        **dict.fromkeys(
            (
                *("quick-shot", "eagle-eyes", "trick-shooter", "pistolier", "nimble"),
                *("hunter", "knife-fighter", "fire-arrows", "hunting-arrows"),
                "superior-blackpowder",
            ),
            "of a weapon that he shoots or throws, and has not",
        ),
        **dict.fromkeys(
            ("expert-swordsman", "strongman", "bulging-biceps"),
            "of a weapon that he has not in hand",
        ),
        **dict.fromkeys(("sorcery", "warrior-wizard", "holy-tome"), "of who casts"),
        "silent-death": "of who fights unarmed or with claws",
        "healing-herbs": "of who has several wounds",
        **dict.fromkeys(
            ("leap", "waaagh-charge"), "of who charges, and he stays to shoot"
        ),
        "lightning-reflexes": "of no use to who is slower than all that charge",
        "sprint": "of no use to who comes no turn sooner by it",
        "unstoppable-charge": "of no use where one more is the same row to hit",
        "gromril-weapon": "of a lance on foot, or what no armour saves against",
        "ithilmar-weapon": "of a lance on foot, or where none is as quick as he",
    },
    "scrollhammer": {
        "breton": "of a lone leader, or where armour saves as well as the ward",
        "musician": "of who rallies anyhow",
        "leech-weapon": "of who has several wounds",
    },
    "warhammer": {
        "dragons-claw": "of who is blessed, or struck by fire",
        "mantle-of-damsel-elena": "of who is struck by poison or killing blows",
        "ruby-goblet": "of no use to who is wounded on 3 at best",
        **dict.fromkeys(
            ("virtue-of-confidence", "eadbuttin-at"), "of who fights in a challenge"
        ),
        "banner-of-defence": "of who is shot at with Strength 5",
        "banner-of-chalons": "of a charge from afar that is answered with shots",
        "icon-of-magnus": "of who may fear",
        "banner-of-sigismund": "of who is stubborn anyhow",
        "armour-of-meteoric-iron": "of no use to who saves as well",
        **dict.fromkeys(
            ("banner-of-valour", "banner-of-duty", "guffs-flag"),
            "of who panics, which one model alone does not",
        ),
        "steel-standard": "of who charges, and they stay to shoot",
        "the-bashin-flag-of-bork": "of who tests for animosity",
    },
}
"""Purchases that show in nothing of some kinds of bearer: what those lack, or have."""


@pytest.mark.sweep(len(CASES))
@pytest.mark.parametrize("name", CASES)
def test_what_is_bought_changes_a_number_or_is_named(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = Sweep(real_book(name)).run()
    with capsys.disabled():
        sys.stdout.write(f"\n{name}: {found}\n")
    silent = {str(those[0]): len(those) for those in found.open.values()}
    assert set(silent) == set(OUTDONE.get(name, {})), silent
    idle = {key: str(those[0]) for key, those in found.idle.items()}
    unknown = idle.keys() - OF_NO_USE[real_book(name).game].keys()
    assert not unknown, {key: idle[key] for key in sorted(unknown)}

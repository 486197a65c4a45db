"""Battle lines of characters whose items count by the wounds that they have left."""

from rulesets.core.values import RuleUse
from rulesets.odds.match_up import Answers, Fighter
from tests.rulesets.games.warhammer.bearers import hero, sword, with_piece, worn
from tests.rulesets.games.warhammer.units import unit
from tests.rulesets.simulators.battle_line.match_ups import (
    AT_CHARACTERS,
    CHALLENGE,
    line,
)
from tests.rulesets.simulators.battle_line.parted_lines import GUARDS, MEN, ORKS
from tests.rulesets.simulators.battle_line.scene import Scene
from tests.rulesets.simulators.battle_line.units import WARBOSS

INSIGNIA, GOBLET = worn("insignia-of-the-quest"), worn("ruby-goblet")
LOCKET = worn("siriennes-locket")
AMULET, TOKEN = worn("jade-amulet"), worn("token-of-the-damsel")
ARMOUR = worn("armour-of-protectyness", "armour")

WIGHTS = unit("Wights", 2, "killing-blow", ws=5, s=4, t=4, w=1, i=6, a=2, ld=8)
SLAYERS = unit("Slayers", 2, RuleUse("multiple-wounds", 3), ws=4, s=4, i=4, a=2, ld=9)
OGRES = unit("Ogres", 2, ws=4, s=5, t=4, w=3, i=4, a=3, ld=7)
CHARIOT = unit("Chariot", 1, "impact-hits", kind="chariot", s=5, t=5, w=3, a=2, ld=7)
FENCER = unit("Fencer", 1, gear=(sword("sword-of-battle"),), ws=5, s=5, a=3, i=9, w=2)


def among_men(own: Fighter) -> Scene:
    said: Answers = {"b.aims": AT_CHARACTERS}
    return line((MEN, own), OGRES, situation=said, rounds=4)


def between_two(own: Fighter) -> Scene:
    said: Answers = {
        "b.aims": AT_CHARACTERS,
        "b2.aims": AT_CHARACTERS,
        "a.1.wounds-lost": 1,
    }
    return line(
        (MEN, own), ORKS, "a b", "b2 a flank", situation=said, rounds=4, b2=OGRES
    )


def in_a_duel(own: Fighter) -> Scene:
    return line((MEN, own), (GUARDS, WARBOSS), situation=CHALLENGE, rounds=4)


def against_magic(own: Fighter) -> Scene:
    said: Answers = {"b.aims": AT_CHARACTERS, "b.1.aims": AT_CHARACTERS}
    return line((MEN, own), (ORKS, FENCER), situation=said, rounds=4)


def with_friends(own: Fighter) -> Scene:
    return line(own, ORKS, "a b", "a2 b flank", charges="a2", rounds=4, a2=MEN)


def under_chariots(own: Fighter) -> Scene:
    return line(own, CHARIOT, "a b", "b2 a flank", charges="b b2", rounds=4, b2=OGRES)


def against_wights(own: Fighter) -> Scene:
    said: Answers = {"b.aims": AT_CHARACTERS, "b2.aims": AT_CHARACTERS}
    return line(
        (MEN, own), WIGHTS, "a b", "b2 a flank", situation=said, rounds=3, b2=SLAYERS
    )


def two_of_them(own: Fighter) -> Scene:
    said: Answers = {
        "a.aims": AT_CHARACTERS,
        "a.1.aims": AT_CHARACTERS,
        "b.aims": AT_CHARACTERS,
        "b.1.aims": AT_CHARACTERS,
    }
    return line((MEN, own), (GUARDS, own), situation=said, rounds=4)


def duel_of_two(own: Fighter) -> Scene:
    return line((MEN, own), (GUARDS, own), situation=CHALLENGE, rounds=4)


WORN: dict[str, Scene] = {
    f"{piece.name} {name}": scene(with_piece(own, piece))
    for piece in (INSIGNIA, GOBLET, LOCKET, AMULET, TOKEN, ARMOUR)
    for name, scene, own in (
        ("among men", among_men, hero(a=3, t=3)),
        ("between two enemies", between_two, hero(a=3, t=3)),
        ("in a duel", in_a_duel, hero(a=3, t=3)),
        ("against a magic sword", against_magic, hero(a=3, t=3)),
        ("alone with friends", with_friends, hero(a=4, t=3, w=4)),
        ("alone under chariots", under_chariots, hero(a=4, t=3, w=4)),
    )
} | {
    f"{piece.name} {name}": scene(with_piece(own, piece))
    for piece in (AMULET, TOKEN)
    for name, scene, own in (
        ("against a killing blow and a D3", against_wights, hero(a=2, t=3)),
        ("on both sides", two_of_them, hero(a=3, t=3, w=2)),
        ("on both sides of a duel", duel_of_two, hero(a=4, t=3, w=2)),
    )
}

"""Battle lines of units whose banners and characters count for all of them."""

from rulesets.odds.match_up import Answers, Fighter
from tests.rulesets.games.warhammer.bearers import banner, hero, with_piece, worn
from tests.rulesets.games.warhammer.units import BOW, unit
from tests.rulesets.simulators.battle_line.match_ups import AT_CHARACTERS, line
from tests.rulesets.simulators.battle_line.parted_lines import GUARDS, MEN, ORKS, WEAK
from tests.rulesets.simulators.battle_line.scene import Scene

RANKED = unit("Ranked men", 14, "standard-bearer", ws=3, s=3, t=3, i=3, a=1, ld=7)
FOES = unit("Ranked foes", 14, ws=3, s=3, t=3, i=4, a=1, ld=7)
BEASTS = unit("Beasts", 2, "fear", ws=3, s=4, t=4, w=3, i=3, a=2, ld=7)
BOWMEN = unit("Bowmen", 4, gear=(BOW,), ws=2, s=3, t=3, i=2, a=1, ld=6)


def under(piece: Fighter) -> Scene:
    """Return a line of two units a side, the first of them under a banner."""
    asked: Answers = {"a.pursuit": "restrains", "a2.pursuit": "restrains"}
    return line(
        piece,
        FOES,
        "a b",
        "a2 b flank",
        "b2 a2",
        a2=MEN,
        b2=ORKS,
        situation=asked,
        rounds=3,
    )


def charged(piece: Fighter) -> Scene:
    """Return a line in which both sides charge with one of their units."""
    return line(piece, WEAK, "a b", "b2 a flank", charges="a b2", b2=BEASTS, rounds=3)


def led(own: Fighter) -> Scene:
    """Return a line in which a character helps his unit, whom enemies aim at."""
    said: Answers = {"b.aims": AT_CHARACTERS, "b2.aims": AT_CHARACTERS}
    return line(
        (MEN, own), ORKS, "a b", "a2 b flank", a2=GUARDS, situation=said, rounds=4
    )


def led_against_fear(own: Fighter) -> Scene:
    said: Answers = {"b.aims": AT_CHARACTERS}
    return line((MEN, own), BEASTS, charges="b", situation=said, rounds=4)


def led_against_bows(own: Fighter) -> Scene:
    said: Answers = {"a.pursuit": "restrains"}
    return line((MEN, own), BOWMEN, "a b", charges="a", situation=said, rounds=3)


def hard_pressed(own: Fighter) -> Scene:
    """Return a line in which his unit loses most rounds."""
    said: Answers = {"b2.aims": AT_CHARACTERS}
    return line((GUARDS, own), FOES, "a b", "b2 a flank", situation=said, b2=MEN)


BANNERS = (
    *("griffon-standard", "banner-of-the-lady", "valorous-standard"),
    *("banner-of-ulric", "imperial-banner"),
)
WORN_FOR_ALL = (
    *("rod-of-command", "guzzlas-backbone-brew", "braid-of-bordeleaux"),
    *("virtue-of-stoicism", "virtue-of-discipline", "antlers-of-the-great-hunt"),
    *("icon-of-magnus", "virtue-of-noble-disdain"),
)

CARRIED: dict[str, Scene] = (
    {
        f"{key} {name}": scene(with_piece(RANKED, banner(key)))
        for key in BANNERS
        for name, scene in (("beside others", under), ("in a charge", charged))
    }
    | {
        f"{key} {name}": scene(with_piece(hero(w=2, t=3, ld=8), worn(key)))
        for key in WORN_FOR_ALL
        for name, scene in (
            ("in a unit", led),
            ("hard pressed", hard_pressed),
            ("against fear", led_against_fear),
            ("against bows", led_against_bows),
        )
    }
    | {
        f"{key} borne by a character": led(
            with_piece(hero(w=2, t=3, ld=8), banner(key))
        )
        for key in BANNERS[:3]
    }
)

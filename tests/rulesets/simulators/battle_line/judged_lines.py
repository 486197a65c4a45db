"""Battle lines of characters whose items ask who leads, stands near or wounds."""

from rulesets.odds.match_up import Answers, Fighter
from tests.rulesets.games.warhammer.bearers import banner, hero, sword, with_piece, worn
from tests.rulesets.games.warhammer.units import unit
from tests.rulesets.simulators.battle_line.match_ups import (
    AT_CHARACTERS,
    CHALLENGE,
    line,
)
from tests.rulesets.simulators.battle_line.parted_lines import GUARDS, MEN, ORKS
from tests.rulesets.simulators.battle_line.scene import Scene
from tests.rulesets.simulators.battle_line.units import KNIGHTS

HAMMER = sword("hammer-of-judgement")
COLLAR = worn("the-collar-of-zorga")
SHIELD = worn("shield-of-the-gorgon", "armour")
LAURELS = worn("laurels-of-victory")
SPECULUM = worn("van-horstmanns-speculum")

LEADER = unit("Leader", 1, ws=4, s=4, t=3, w=1, i=6, a=1, ld=10)
LORD = unit("Lord", 1, ws=5, s=4, t=4, w=2, i=2, a=3, ld=9)
BRUTE = unit("Brute", 1, ws=4, s=5, t=5, w=3, i=2, a=4, ld=7)
WOLVES = unit("Wolves", 2, kind="monster", ws=3, s=4, t=4, w=1, i=3, a=2, ld=5)
RIDERS = unit(
    "Riders", 3, kind="cavalry", ws=3, s=3, t=3, i=3, a=1, sv=4, ld=6, mount={"i": 4}
)
HALBERDS = unit("Halberds", 4, ws=3, s=3, t=3, i=3, a=2, ld=7)
FAST = unit("Fast men", 3, ws=4, s=4, t=3, i=7, a=1, ld=7)

AIMED: Answers = {
    "a.1.aims": AT_CHARACTERS,
    "b.aims": AT_CHARACTERS,
    "b.1.aims": AT_CHARACTERS,
    "b2.aims": AT_CHARACTERS,
}
USES: Answers = {"a.1.uses-item": True}


def with_hammer(initiative: int = 5) -> Fighter:
    return hero(HAMMER, a=3, t=3, w=2, i=initiative)


JUDGED: dict[str, Scene] = {
    "a hammer at men who are led": line(
        (MEN, with_hammer()), (ORKS, LEADER), "a b", "a2 b flank", a2=FAST
    ),
    "a hammer at the leader himself": line(
        (MEN, with_hammer(7)), (ORKS, LORD), situation=AIMED
    ),
    "a hammer before the leader falls": line(
        (MEN, with_hammer(2)),
        (ORKS, LEADER, BRUTE),
        "a b",
        "a2 b flank",
        situation={"a2.aims": AT_CHARACTERS, "b.general": 6},
        a2=FAST,
    ),
    "a hammer in a duel": line(
        (MEN, with_hammer()), (ORKS, LORD, LEADER), situation=CHALLENGE
    ),
    "a hammer while the leader hides": line(
        (MEN, with_hammer(), LORD),
        (ORKS, LEADER),
        situation={**CHALLENGE, "refuses": "b"},
        rounds=4,
    ),
    "wolves at a collar": line(
        (MEN, with_piece(hero(t=3), COLLAR)), (WOLVES, LEADER), situation=AIMED
    ),
    "horses at a collar": line(
        (MEN, with_piece(hero(t=3, i=8, a=3), COLLAR)),
        (RIDERS, LEADER),
        charges="b",
        situation=AIMED,
    ),
    "a horse duels a collar": line(
        (MEN, with_piece(hero(t=3, a=2), COLLAR)),
        (KNIGHTS, RIDER := unit("Rider", 1, kind="cavalry", w=2, a=2, mount={})),
        situation=CHALLENGE,
        rounds=4,
    ),
    "a shield before halberds": line(
        (MEN, with_piece(hero(t=3), SHIELD)), HALBERDS, situation=AIMED
    ),
    "a shield before halberds who strike at men": line(
        (MEN, with_piece(hero(t=3), SHIELD)), HALBERDS
    ),
    "a second character bears a shield": line(
        (MEN, LEADER, with_piece(hero(t=3), SHIELD)),
        (HALBERDS, LORD),
        "a b",
        "b2 a flank",
        situation=AIMED,
        b2=ORKS,
        rounds=4,
    ),
    "a shield in a duel": line(
        (MEN, with_piece(hero(t=3), SHIELD)), (ORKS, LORD), situation=CHALLENGE
    ),
    "a shield alone between two": line(
        with_piece(hero(t=3, w=4, a=3), SHIELD),
        HALBERDS,
        "a b",
        "b2 a flank",
        b2=FAST,
        rounds=4,
    ),
    "a shield before one who is alone": line(
        (MEN, with_piece(hero(t=3), SHIELD)), BRUTE, situation=AIMED
    ),
    "laurels among men": line(
        (MEN, with_piece(hero(a=3, t=3), LAURELS)), ORKS, situation=AIMED
    ),
    "laurels between two enemies": line(
        (MEN, with_piece(hero(a=3, t=3), LAURELS)),
        (ORKS, LEADER),
        "a b",
        "b2 a flank",
        situation=AIMED,
        b2=FAST,
        rounds=4,
    ),
    "laurels on both sides": line(
        (MEN, with_piece(hero(a=3, t=3), LAURELS)),
        (GUARDS, with_piece(hero(a=2, t=3, i=5), LAURELS)),
        situation={"a.1.aims": AT_CHARACTERS},
    ),
    "laurels in a duel": line(
        (MEN, with_piece(hero(a=3), LAURELS)), (ORKS, BRUTE), situation=CHALLENGE
    ),
    "laurels alone with friends": line(
        with_piece(hero(a=3, w=4), LAURELS), ORKS, "a b", "a2 b flank", a2=MEN
    ),
    "a speculum in a duel": line(
        (MEN, with_piece(hero(s=3, t=3, i=3), SPECULUM)),
        (ORKS, BRUTE),
        situation={**CHALLENGE, **USES},
    ),
    "a speculum of who is slower then": line(
        (MEN, with_piece(hero(s=3, t=3, i=9), SPECULUM)),
        (GUARDS, LORD),
        "a b",
        "a2 b flank",
        situation={**CHALLENGE, **USES},
        a2=ORKS,
    ),
    "a speculum against a rider": line(
        (MEN, with_piece(hero(s=3, t=3, i=3), SPECULUM)),
        (ORKS, RIDER),
        situation={**CHALLENGE, **USES},
        rounds=4,
    ),
    "an errantry banner beside a charge": line(
        (RIDERS, with_piece(LORD, banner("errantry-banner"))),
        ORKS,
        charges="a",
        situation={"b.aims": AT_CHARACTERS},
    ),
    "a banner falls before the others strike": line(
        (MEN, with_piece(LEADER, banner("errantry-banner")), LORD),
        FAST,
        charges="a b",
        situation={"b.aims": AT_CHARACTERS},
    ),
    "the banner of Nogg": line(
        (HALBERDS, with_piece(LEADER, banner("noggs-banner-of-butchery"))),
        FAST,
        charges="b",
        situation={"b.aims": AT_CHARACTERS},
    ),
    "men bear the banner of Nogg beside a hero": line(
        (with_piece(MEN, banner("noggs-banner-of-butchery")), LORD),
        (ORKS, BRUTE),
        charges="a",
        situation=CHALLENGE,
    ),
}

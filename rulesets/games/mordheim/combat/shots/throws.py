"""Goods of Mordheim that are thrown or shot: water, nets, fire bombs, fire arrows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rulesets.core.percent import percent
from rulesets.games.mordheim.combat.blows.attack import NEVER, wound_need
from rulesets.games.mordheim.combat.blows.attack import toughness as toughness_of
from rulesets.games.mordheim.combat.blows.blows import MordheimBlow
from rulesets.games.mordheim.combat.blows.body import GONE, Body, BodyState
from rulesets.games.mordheim.combat.blows.powder import burst
from rulesets.games.mordheim.combat.blows.strikes import Striking, power
from rulesets.games.mordheim.combat.context import MordheimSituation
from rulesets.games.mordheim.combat.fights.side import striking, unholy
from rulesets.games.mordheim.combat.goods import CHOSEN
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior
from rulesets.games.mordheim.sources import ANNUAL, RULEBOOK
from rulesets.odds.context import answer_to
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.volley import Floats

BOMB = 4
"""Strength of the hits of a fire bomb [pips]."""

D3 = 3
"""Most hits of a fire bomb; 1 to so many are as likely [dice]."""


@dataclass(frozen=True, slots=True)
class Throw:
    """A piece that is thrown in place of a shot.

    Parameters
    ----------
    weapon : callable
        The piece, by the Strength of its thrower.
    source : str
    does : callable
        Its hit, by that of a weapon with its figures and who is struck.
    says : callable
        What it does to who is struck, in words.
    hits : int
        Most hits of a throw that hits, of which 1 to so many are as likely [dice].
    """

    weapon: Callable[[int], MordheimWeapon]
    source: str
    does: Callable[[MordheimBlow, Warrior, MordheimSituation], MordheimBlow]
    says: Callable[[Warrior, MordheimSituation], str]
    hits: int = 1


def _thrown(key: str, name: str, reach: int, strength: int | None) -> MordheimWeapon:
    rules = {"thrown": 0} if strength is None else {"thrown": 0, "burns": 0}
    return MordheimWeapon(key, name, "", strength=strength, rules=rules, range=reach)


def _water(one: MordheimBlow, b: Warrior, told: MordheimSituation) -> MordheimBlow:
    wounds = 1 if unholy(b, told) else NEVER
    return replace(one, to_wound=wounds, save=NEVER, critical=NEVER)


def _water_words(b: Warrior, told: MordheimSituation) -> str:
    hurts = unholy(b, told)
    return "wounds without a roll, no save" if hurts else "hurts nobody but the unholy"


def _net(one: MordheimBlow, b: Warrior, told: MordheimSituation) -> MordheimBlow:
    return replace(one, to_wound=NEVER)


def _net_words(b: Warrior, told: MordheimSituation) -> str:
    return f"hurts nobody, and catches on {percent(tangled(b))}"


def _bomb(one: MordheimBlow, b: Warrior, told: MordheimSituation) -> MordheimBlow:
    return replace(one, faces=(0.0, *one.faces[1:]), save=NEVER, critical=NEVER)


def _bomb_words(b: Warrior, told: MordheimSituation) -> str:
    need = wound_need(BOMB, toughness_of(b))
    wounds = f"on {need}+" if need < NEVER else "nobody so tough"
    return f"D3 hits that wound {wounds}, no save; a 1 explodes on who throws"


THROWS: Mapping[str, Throw] = {
    "blessed-water": Throw(
        lambda s: _thrown("blessed-water", "Blessed water", 2 * s, None),
        f"{RULEBOOK}: blessed water",
        _water,
        _water_words,
    ),
    "net": Throw(
        lambda s: _thrown("net", "Net", 8, None), f"{RULEBOOK}: net", _net, _net_words
    ),
    "fire-bomb": Throw(
        lambda s: _thrown("fire-bomb", "Fire bomb", 2 * s, BOMB),
        f"{ANNUAL}: fire bomb",
        _bomb,
        _bomb_words,
        hits=D3,
    ),
}
"""Throws by the key of the piece."""


def thrown(a: Warrior, answers: object) -> tuple[str, ...]:
    """Return the goods that a fighter throws instead of shooting, as answers say."""
    return tuple(
        key for key in THROWS if key in a.gear and answer_to(answers, CHOSEN[key])
    )


def thrown_now(a: Warrior, situation: MordheimSituation) -> str:
    """Return the piece that a fighter throws in one turn's shots, "" for none.

    Raises
    ------
    MatchUpError
        If he throws two.
    """
    found = thrown(a, situation)
    if len(found) > 1:
        place = f"/situation/{CHOSEN[found[1]]}"
        raise MatchUpError(place, "one thing is thrown or shot in a turn")
    return "".join(found)


def mean_hits(target_hit: Callable[[int], Floats], most: int) -> Floats:
    """Return the matrix of 1 to so many hits, each number as likely."""
    found: Floats = np.mean([target_hit(n) for n in range(1, most + 1)], axis=0)
    return found


def throw_events(
    a: Warrior,
    b: Warrior,
    body: Body,
    begin: BodyState,
    of: tuple[str, MordheimBlow, int],
) -> tuple[Mapping[str, float], Mapping[str, str]]:
    """Return the chances of what a throw brings beside wounds, and their words.

    Parameters
    ----------
    a, b : Warrior
    body, begin : Body, BodyState
        Of who throws.
    of : tuple
        The piece, its hit, and how many throw it.
    """
    key, one, throwers = of
    if key == "net":
        words = f"{b.name}: caught in a net, may not move, shoot or cast next turn"
        caught = takes_hold(one, b, [one.hits] * throwers, tangled(b))
        return {"b-netted": caught}, {"b-netted": words}
    if key != "fire-bomb":
        return {}, {}
    target = striking(body)
    row = explosion(target, a)[target.index[begin]]
    out = float(row[target.index[GONE]]) / 6
    found = {
        "a-bomb-explodes": 1 - (5 / 6) ** throwers,
        "a-out-by-bomb": 1 - (1 - out) ** throwers,
    }
    return found, {
        "a-bomb-explodes": f"A fire bomb explodes on {a.name}",
        "a-out-by-bomb": f"{a.name} taken out of action by his own fire bomb",
    }


def explosion(target: Striking, a: Warrior) -> Floats:
    """Return the matrix of a fire bomb that explodes on who throws it."""
    hit = target.narrowed(target.hit(replace(burst(a), save=NEVER)))
    return mean_hits(lambda n: power(hit, n), D3)


def alight_events(
    b: Warrior, one: MordheimBlow, hits: Sequence[float]
) -> tuple[Mapping[str, float], Mapping[str, str]]:
    """Return the chance that fire arrows set their target alight, and its words.

    References
    ----------
    Mordheim Annual 2002, fire arrows.
    """
    words = f"{b.name}: set alight by a fire arrow, on its feet or not"
    return {"b-alight": takes_hold(one, b, hits, one.alight)}, {"b-alight": words}


def tangled(b: Warrior) -> float:
    """Return the chance that one who is hit by a net does not beat it [chance]."""
    return max(0, 6 - b.s) / 6


def takes_hold(
    one: MordheimBlow, b: Warrior, hits: Sequence[float], each: float
) -> float:
    """Return the chance that one of some throws or shots takes hold [chance].

    A lucky charm may undo the first hit.

    Parameters
    ----------
    one : MordheimBlow
    b : Warrior
        Who is struck.
    hits : sequence of float
        Chance of each to hit [chance].
    each : float
        Chance that a hit takes hold [chance].
    """
    catches = (1 - one.dodged) * each
    free, charmed = 1.0, 1.0
    for hit in hits:
        charmed = (1 - hit) * charmed + hit * (1 - catches / 2) * free
        free *= 1 - hit * catches
    return 1 - (charmed if "lucky-charm" in b.gear else free)

"""Volleys, castings and charges of Scrollhammer, played out die by die."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rulesets.odds.match_up import MatchUp
from tests.rulesets.games.scrollhammer.effects_player import (
    like_rules,
    numbers,
    stronger,
    words,
)
from tests.rulesets.games.scrollhammer.simulator import (
    Table,
    go_on,
    only,
    posts,
    put_back,
)
from tests.rulesets.games.scrollhammer.simulator_blows import from_the_front, share_out
from tests.rulesets.games.scrollhammer.simulator_castings import casts, wounds_by_hand
from tests.rulesets.games.scrollhammer.simulator_departures import (
    go_away,
    tread_away,
)
from tests.rulesets.games.scrollhammer.simulator_pool import Wounds, deal
from tests.rulesets.games.scrollhammer.simulator_sides import (
    Bools,
    Ints,
    Kind,
    Side,
    d6,
    dares,
    element_of,
    gun,
    preferring,
    read_side,
    strength,
    wounds_of,
)
from tests.rulesets.games.scrollhammer.simulator_way_back import (
    away,
    friends,
    rear_of,
    rears_of,
)


def shoot(
    rng: np.random.Generator,
    own: Side,
    target: Side,
    readings: dict[str, Any],
    *,
    distance: int,
    worse: int = 0,
    cover: int = 7,
    all_ranks: bool = False,
    moved: bool = False,
    asked: dict[str, Any] | None = None,
    spells: tuple[Any, ...] = (),
    charging: bool = False,
    touched: int = 0,
) -> Ints:
    """Shoot once with everything in hand; return the wounds lost to what pins."""
    fights = len(own.kinds[0].alive)
    able = own.count()
    if own.formation == "Ranks" and not all_ranks:
        able = np.minimum(able, 2 * own.files)
    counts = share_out(own, able)
    kept = np.full(fights, int((asked or {}).get("held-back", 0)))
    for place in reversed(from_the_front(own)):
        away = np.minimum(kept, counts[place])
        counts[place], kept = counts[place] - away, kept - away
    planned = []
    hidden = int((asked or {}).get("unsighted", 0))
    down = bool((asked or {}).get("go-to-ground"))
    lots = by_sight(own, counts, hidden, cover, 2 if down else 3)
    for kind, count, wall, walked in by_walk(lots, asked or {}, moved):
        most = max(int(count.max(initial=0)), 1)
        standing = np.arange(most)[None, :] < count[:, None]
        arms = [{**one, "element": element_of(own, kind, one)} for one in kind.guns]
        held = [laid(one, touched) for one in arms]
        cast = [
            laid({**gun(one), "cost": one.stats["cost"]}, touched) for one in spells
        ]
        held, cast = (
            [
                one
                for one in several
                if kind.stats["bs"] and distance <= one["range"]
                if fires(one, {**kind.rules, **one["rules"]}, walked, charging)
            ]
            for several in (held, cast)
        )
        often_cast: list[Ints] = []
        if cast:
            often_cast = casts(
                rng,
                (fights, most),
                [(one["cost"], worth_of(one, kind, target)) for one in cast],
                dice_of(kind, asked or {}),
                asked or {},
                readings,
            )
            often_cast = read(kind, target, asked or {}, cast, often_cast)
        for one, often in [
            *((one, np.ones(standing.shape, dtype=np.int64)) for one in held),
            *zip(cast, often_cast, strict=True),
        ]:
            cost = one.get("cost")
            often = standing.astype(np.int64) * often
            times = max(int(often.max(initial=0)), 1)
            thrown = np.arange(times)[None, None, :] < often[:, :, None]
            thrown = np.repeat(thrown, one["shots"], axis=2)
            under = np.arange(times * one["shots"]) % one.get("touches", 1)
            thrown = thrown & (under[None, :] < target.count()[:, None])[:, None, :]
            thrown = thrown.reshape(fights, -1)
            told = own.told(kind, target, "shooting")
            of_model = {k: x for k, x in kind.rules.items() if k != "poisoned"}
            rules = {**of_model, **one["rules"], **like_rules(told)}
            better = sum(numbers(told, "to-hit", "add"))
            aimed, sixes = aim(
                rng,
                thrown.shape,
                kind.stats["bs"],
                worse - better,
                preferring(own),
                readings,
                "autohit" in rules,
                words(told, "to-hit", "re-roll"),
            )
            hits = thrown & aimed
            if cost is not None:
                rules["of a spell"] = 0
            power = strength(one["strength"], kind.stats["s"], False)
            wounded, rending = wounds_of(
                rng,
                hits,
                power,
                target.majority("t"),
                rules,
                own,
                target,
                False,
                readings,
                preferring(own),
                one["element"],
                told,
            )
            power = stronger(power, told)
            pierces = one["ap"] + sum(numbers(told, "piercing", "add"))
            shelter = 7 if "ignores-cover" in rules else wall
            planned.append(
                Wounds(
                    wounded,
                    rending,
                    power,
                    pierces,
                    rules,
                    one["element"],
                    shelter,
                    sixes & (worse == 0),
                )
            )
    return fallen(rng, planned, target, readings)


def dice_of(kind: Kind, asked: dict[str, Any]) -> int:
    """Power dice of each caster, with what it drinks."""
    drunk = int(asked.get("draughts", 0)) if "magicka-draught" in kind.rules else 0
    return (int(asked.get("power", 0)) or kind.stats["mg"]) + drunk


SCROLLS = {
    "lesser-scroll": (0, 9),
    "greater-scroll": (0, 12),
    "scroll-4": (0, 4),
    "scroll-8": (5, 8),
    "scroll-12": (9, 12),
    "scroll-19": (13, 19),
    "scroll-25": (20, 25),
    "scroll-26": (26, 99),
}
"""The lowest and the highest casting cost of the spell on a scroll."""


def read(
    kind: Kind,
    target: Side,
    asked: dict[str, Any],
    cast: list[dict[str, Any]],
    often: list[Ints],
) -> list[Ints]:
    """Tell how often each spell goes with those that bearers read from scrolls."""
    if not cast:
        return often
    held = [SCROLLS[key] for key in SCROLLS.keys() & kind.rules.keys()]
    worths = [
        worth_of(one, kind, target)
        if any(least <= one["cost"] <= most for least, most in held)
        else 0.0
        for one in cast
    ]
    best = int(np.argmax(worths))
    more = int(asked.get("scrolls", 0)) * (worths[best] > 0)
    return [n + more * (place == best) for place, n in enumerate(often)]


def worth_of(one: dict[str, Any], kind: Kind, target: Side) -> float:
    """Wounds that a casting takes on average; of a single spell it is of no account."""
    foes = [(k.stats["t"], k.stats["sv"], k.models) for k in target.kinds]
    power = strength(one["strength"], kind.stats["s"], False)
    bs = kind.stats["bs"]
    return max(wounds_by_hand(power, one["ap"], one["shots"], bs, foes), 1e-6)


def by_sight(
    own: Side, counts: list[Ints], hidden: int, cover: int, unseen: int
) -> list[tuple[Kind, Ints, int]]:
    """Who shoots at what cover: those who see the target, then those who do not."""
    total = np.sum(counts, axis=0)
    left = np.minimum(hidden if own.formation == "Ranks" else 0, total - 1)
    left = np.maximum(left, 0)
    seeing, blind = [], []
    for kind, count in zip(own.kinds, counts, strict=True):
        away = np.minimum(left, count)
        left = left - away
        seeing.append((kind, count - away, cover))
        blind.append((kind, away, min(cover, unseen)))
    return [*seeing, *blind] if hidden else seeing


def by_walk(
    lots: list[tuple[Kind, Ints, int]], asked: dict[str, Any], all_moved: bool
) -> list[tuple[Kind, Ints, int, bool]]:
    """Return who stood still, then who moved: the last of those who shoot."""
    left: Any = int(asked.get("movers", 0)) * (not all_moved)
    still, gone = [], []
    for kind, count, wall in reversed(lots):
        walks = np.minimum(left, count)
        left = left - walks
        still.append((kind, count - walks, wall, all_moved))
        gone.append((kind, walks, wall, True))
    return [*reversed(still), *reversed(gone)] if asked.get("movers") else still[::-1]


def fallen(
    rng: np.random.Generator,
    planned: list[Wounds],
    target: Side,
    readings: dict[str, Any],
) -> Ints:
    """Deal out what was shot, what pins first; return the wounds lost to that."""
    planned.sort(key=lambda volley: "pinning" not in volley.rules)
    pinning = np.zeros(len(target.count()), dtype=np.int64)
    taken = deal(rng, target, planned, False, readings)
    for one, lost in zip(planned, taken, strict=True):
        if "pinning" in one.rules:
            pinning += lost
    return pinning


def laid(one: dict[str, Any], touched: int) -> dict[str, Any]:
    """A blast as so many sure hits; a template reaches 8 inches."""
    if not {"blast", "large-blast", "template"} & set(one["rules"]):
        return one
    reach = 8 if one["range"] == "Template" else one["range"]
    rules = {**one["rules"], "autohit": 0}
    shots = one["shots"] * touched
    return {**one, "range": reach, "shots": shots, "rules": rules, "touches": touched}


def fires(
    one: dict[str, Any], rules: dict[str, int], moved: bool, charging: bool
) -> bool:
    """Relentless models shoot everything, and charge, as if it were made for it."""
    if "relentless" in rules:
        return True
    if charging:
        return bool(one["type"] == "Fire and Charge")
    return not (moved and one["type"] == "Move or Fire")


def aim(
    rng: np.random.Generator,
    shape: tuple[int, ...],
    bs: int,
    worse: int,
    prefers: Bools,
    readings: dict[str, Any],
    sure: bool = False,
    asked: Sequence[str] = (),
) -> tuple[Bools, Bools]:
    """Roll to hit at range; BS 6 and better rolls a 1 again. Tell the 6s as well."""
    prefers = (prefers | ("ones" in asked))[:, None]
    if sure:
        return np.ones(shape, dtype=bool), np.zeros(shape, dtype=bool)
    most = 6 if readings.get("past-six") == "six-hits" else 7
    need = max(min(max(7 - bs, 2) + worse, most), 2)
    dice = d6(rng, *shape)
    if "failures" in asked:
        dice = np.where(dice < need, d6(rng, *shape), dice)
        return dice >= need, dice == 6
    hit = dice >= need
    sixes = hit & (dice == 6)
    if bs >= 6:
        later = min(max(12 - bs, 2) + worse, most)
        second = np.where(prefers, min(later, need), later)
        again = d6(rng, *shape)
        hit |= (dice == 1) & (again >= second)
        sixes |= (dice == 1) & (again == 6)
    elif prefers.any():
        again = d6(rng, *shape)
        hit |= prefers & (dice == 1) & (again >= need)
        sixes |= prefers & (dice == 1) & (again == 6)
    return hit, sixes


def shot(match_up: MatchUp, fights: int, seed: int) -> Table:
    """Roll many volleys, with the tests that follow them."""
    rng = np.random.default_rng(seed)
    a = read_side(match_up.a, match_up, "a", fights)
    b = read_side(match_up.b, match_up, "b", fights)
    asked, readings = dict(match_up.situation), dict(match_up.readings)
    cover = {"none": 7, "area": {"Ranks": 7, "Horde": 6, "Skirmish": 4}[b.formation]}
    save = cover.get(str(asked.get("cover", "none"))) or int(asked["cover"])
    if asked.get("go-to-ground"):
        save = save - 1 if save < 7 else 6
    start, spells = b.count(), [g for g in match_up.a.gear if g.kind == "spell"]
    lost = shoot(
        rng,
        a,
        b,
        readings,
        distance=int(asked.get("distance", 12)),
        cover=save,
        moved=bool(asked.get("moved")),
        asked=asked,
        spells=tuple(spells),
        touched=min(int(asked.get("touched", 0)), int(start[0])),
    )
    ended = np.full(fights, "b-stands", dtype="<U20")
    leadership = b.highest("ld")
    if not asked.get("go-to-ground"):
        roll = d6(rng, fights, 2).sum(axis=1)
        ended[(lost > 0) & (roll > leadership) & (roll > 2)] = "b-pinned"
    full = sum(kind.models for kind in b.kinds)
    measured = full if readings.get("quarter-of") == "full" else start
    gone = start - b.count()
    roll = d6(rng, fights, 2).sum(axis=1)
    fails = (gone > 0) & (gone * 4 >= measured) & (roll > leadership) & (roll > 2)
    ended[fails] = "b-falls-back"
    ended[b.count() == 0] = "b-destroyed"
    rears = {"b": rear_of(asked, fights, "")}
    away(rng, rears, ended, fled="falls-back")
    nothing = np.zeros(fights, dtype=np.int64)
    there = {**posts(a, "a"), **posts(b, "b")}
    events = friends(rears)
    return Table(ended, a.wounds(), b.wounds(), nothing, nothing, there, events)


def charged(match_up: MatchUp, fights: int, seed: int) -> Table:
    """Roll many charges: the reaction, the reach, then the combat."""
    rng = np.random.default_rng(seed)
    a = read_side(match_up.a, match_up, "a", fights)
    b = read_side(match_up.b, match_up, "b", fights)
    asked, readings = dict(match_up.situation), dict(match_up.readings)
    distance = np.full(fights, int(asked.get("distance", 7)))
    ended = np.full(fights, "undecided", dtype="<U20")
    brave = dares(rng, a, b)
    ended[~brave] = "falls-short"
    reaction = asked.get("reaction", "hold")
    seen = a.unseen == b.unseen == "none"
    if reaction == "stand-and-shoot" and b.formation == "Ranks" and seen:
        ready = brave & (d6(rng, fights, 2).sum(axis=1) <= b.highest("ld"))
        here_a, here_b = only(a, ready), only(b, ready)
        shoot(
            rng,
            here_b,
            here_a,
            readings,
            distance=int(distance[0]),
            worse=1,
            all_ranks=True,
            touched=int(asked.get("touched", 0)),
        )
        put_back(a, here_a, ready)
    dead = a.count() == 0
    ended[dead] = "a-destroyed"
    if asked.get("difficult") or b.unseen != "none" or a.paralyzed:
        dice = np.sort(d6(rng, fights, 3), axis=1)
        reach = dice[:, 0] + dice[:, 1]
    else:
        reach = d6(rng, fights, 2).sum(axis=1)
    sworn = {"hatred", "twisted-souls"} & b.rules
    rears = rears_of(asked, fights)
    rears["a"].nearer(np.full(fights, True), distance)
    if reaction == "flee" and not sworn:
        run = d6(rng, fights)
        stuck = rears["b"].run(rng, brave, run)
        if asked.get("dangerous-ground"):
            tread_away(rng, b, "b", brave & ~stuck, ended)
        rears["a"].nearer(np.full(fights, True), run)
        distance = distance + run
        roll = d6(rng, fights, 2).sum(axis=1)
        stays = (roll <= b.highest("ld")) | (roll == 2)
        ended[brave & (reach < distance)] = "b-gets-away"
        ended[brave & (reach >= distance) & ~stays] = "b-caught-fleeing"
        ended[stuck] = "b-trapped"
        ended[b.count() == 0] = "b-destroyed"
        b.formation, b.flanked = "Skirmish", False
    else:
        ended[(reach < distance) & ~dead] = "falls-short"
    if asked.get("dangerous") or asked.get("dangerous-ground"):
        tread_away(rng, a, "a", ended == "undecided", ended)
    a.flanked = False
    table = go_on(rng, a, b, "a", match_up, fights, 60, ended)
    again = go_away(rng, {"a": a, "b": b}, rears, table.ended, asked)
    there = {**posts(a, "a"), **posts(b, "b")}
    return replace(table, events={**friends(rears), **again}, there=there)

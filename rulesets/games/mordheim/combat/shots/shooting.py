"""Shooting in Mordheim: the shots of a turn at one fighter."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from rulesets.core.subject import clause
from rulesets.games.mordheim.combat.blows.attack import NEEDS, NEVER, SURE, blow
from rulesets.games.mordheim.combat.blows.attack_rules import BlowMoment, BlowPlace
from rulesets.games.mordheim.combat.blows.blows import MordheimBlow
from rulesets.games.mordheim.combat.blows.body import Body, BodyState
from rulesets.games.mordheim.combat.blows.heights import fallen_of, label_falls
from rulesets.games.mordheim.combat.blows.injuries import (
    KNOCKED_DOWN,
    OUT,
    STANDING,
    STUNNED,
    Hide,
)
from rulesets.games.mordheim.combat.blows.powder import may_misfire, misfiring
from rulesets.games.mordheim.combat.blows.second_dice import first_shot
from rulesets.games.mordheim.combat.blows.strikes import Striking, power
from rulesets.games.mordheim.combat.context import MordheimContext, MordheimReadings
from rulesets.games.mordheim.combat.fights.side import (
    beginning,
    body,
    ready,
    striking,
    unholy,
)
from rulesets.games.mordheim.combat.glossary import ENDINGS
from rulesets.games.mordheim.combat.profile import MordheimWeapon, Warrior, rule_step
from rulesets.games.mordheim.combat.shots.misfires import events
from rulesets.games.mordheim.combat.shots.throws import (
    THROWS,
    alight_events,
    mean_hits,
    throw_events,
    thrown_now,
)
from rulesets.games.mordheim.sources import SHOOTING
from rulesets.games.mordheim.special_rules import WEAPON_RULES, row_of, rules_that
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.report import outcome_labels
from rulesets.odds.volley import Floats


@dataclass(frozen=True, slots=True)
class Aiming:
    """From where a shot is aimed.

    Parameters
    ----------
    distance : float
        [inches]
    cover : int
        What cover takes off the roll to hit [pips]; see `cover_of`.
    moved, twice : bool
        True if the shooter has moved; if he shoots as often as he can.
    """

    distance: float
    cover: int = 0
    moved: bool = False
    twice: bool = False


def cover_of(*, soft: bool, hard: bool) -> int:
    """Return what cover takes off the roll to hit [pips].

    References
    ----------
    Mordheim Rulings, Hitting the Target; Warhammer has 1 for soft cover, 2 for hard.
    """
    return 2 if hard else int(soft)


@dataclass(frozen=True, slots=True)
class MordheimVolley:
    """The shots of one shooter in a turn.

    Parameters
    ----------
    weapon : MordheimWeapon
    shots : int
        0 if he cannot [dice].
    hits : int
        Hits that a shot that hits counts as.
    blow : MordheimBlow
    evenly : bool
        True if a shot that hits counts as 1 to ``hits`` hits, each as likely.
    first : MordheimBlow, optional
        The first shot, where it is another one.
    """

    weapon: MordheimWeapon
    shots: int
    hits: int
    blow: MordheimBlow
    evenly: bool = False
    first: MordheimBlow | None = None

    @property
    def hit_chances(self) -> tuple[float, ...]:
        """Return the chance of each shot to hit [chance]."""
        return ((self.first or self.blow).hits, *[self.blow.hits] * (self.shots - 1))


def shooting(
    a: Warrior, b: Warrior, context: MordheimContext, rounds: int | None
) -> Odds:
    """Return the odds of one turn's shots.

    Raises
    ------
    MatchUpError
        If the shooter has nothing to shoot with, lies, or has lost all his wounds.
    """
    del rounds
    own = body(a, context.untraced())
    stands = ready(a, own, context, "shoot")
    one = volley(a, b, context)
    happens: Mapping[str, float] = {}
    words: Mapping[str, str] = {}
    shooters = context.situation.shooters
    if context.readings.misfires and one.shots and may_misfire(one.weapon):
        moment = moment_at(b, context)
        risky = misfiring(one.blow, a, one.weapon, b, moment, context)
        one = replace(one, blow=risky)
        happens, words = events(a, own, stands, one.shots, shooters)
    elif one.shots and one.blow.alight:
        hits = one.hit_chances * shooters
        happens, words = alight_events(b, one.blow, hits)
    elif one.shots:
        piece = one.weapon.key, one.blow, shooters
        happens, words = throw_events(a, b, own, stands, piece)
    of = body(b, context)
    begin = beginning(b, of, context.situation)
    target = striking(of)
    row = shot(target, one, shooters, context.readings)[target.index[begin]].tolist()
    chances = dict.fromkeys(
        ("b-out", "b-stunned", "b-knocked-down", "b-wounded", "b-stands"), 0.0
    )
    for state, share in zip(target.states, row, strict=True):
        if not share:
            continue
        same = (state.posture, state.wounds) == (begin.posture, begin.wounds)
        key = "b-wounded" if state.posture == STANDING else _KEYS[state.posture]
        chances["b-stands" if same else key] += share
    wounds = unsaved(one, b, shooters, context.readings)
    falls = fallen_of(of, row)
    return Odds(
        outcomes=chances,
        labels={
            **outcome_labels(chances, ENDINGS, (a.name, b.name)),
            "b-loses-a-wound": f"{clause(b.name, 'takes')} an unsaved wound",
            "wounds": "Unsaved wounds on average",
            **label_falls(falls, b),
            **words,
        },
        wounds={"a": wounds},
        events={"b-loses-a-wound": 1.0 - wounds.chances[0], **falls, **happens},
        expected={"wounds": wounds.expected()},
        trace=tuple(dict.fromkeys(context.trace.steps)),
        notes=_notes(one),
    )


def moment_at(target: Warrior, context: MordheimContext) -> BlowMoment:
    """Return the moment of a shot that needs no aim."""
    return BlowMoment(shot=True, unholy=unholy(target, context.situation))


_KEYS = {KNOCKED_DOWN: "b-knocked-down", STUNNED: "b-stunned", OUT: "b-out"}


def _notes(one: MordheimVolley) -> tuple[str, ...]:
    if not one.shots:
        return ("No shot is fired: see what the rules did.",)
    if one.weapon.key == "fire-bomb":
        return ("Whoever else stands within an inch of the target is not counted.",)
    if one.weapon.has("prepare-shot"):
        return ("After a shot it takes a whole turn to reload.",)
    return ()


def missile(warrior: Warrior) -> MordheimWeapon:
    """Return a fighter's missile weapon: in hand, else one that he carries.

    Raises
    ------
    MatchUpError
        If he has nothing to shoot with.
    """
    able = (*warrior.missiles, *(one for one in warrior.carried if one.range))
    if not able:
        raise MatchUpError(
            f"/{warrior.side}/fighter/gear",
            f"{clause(warrior.name, 'has')} nothing to shoot with",
        )
    return able[0]


def volley(a: Warrior, b: Warrior, context: MordheimContext) -> MordheimVolley:
    """Return the shots of one shooter at a fighter."""
    aiming = Aiming(
        context.situation.distance,
        cover=cover_of(soft=context.situation.cover, hard=context.situation.hard_cover),
        moved=context.situation.moved,
        twice=context.situation.twice,
    )
    if key := thrown_now(a, context.situation):
        return throw(key, a, b, aiming, context)
    found = volley_with(a, missile(a), b, aiming, context)
    faces = first_shot(a, found.blow, context) if found.shots else found.blow.faces
    if faces == found.blow.faces:
        return found
    return replace(found, first=replace(found.blow, faces=faces))


def throw(
    key: str, a: Warrior, b: Warrior, aiming: Aiming, context: MordheimContext
) -> MordheimVolley:
    """Return a throw in place of a shot; no poison and no powder is on it."""
    throw, apart = THROWS[key], context.untraced()
    weapon = throw.weapon(a.s)
    aimed = volley_with(replace(a, gear=frozenset()), weapon, b, aiming, apart)
    context.trace.add(*(step for step in apart.trace.steps if step.rule != NEEDS))
    one = throw.does(aimed.blow, b, context.situation)
    need = min((n for n, of in enumerate(one.faces, start=1) if of), default=NEVER)
    hits = f"hits {need}+" if need < NEVER else "never hits"
    text = f"{weapon.name}: {hits}, {throw.says(b, context.situation)}"
    context.trace.add(Step(NEEDS, throw.source, text, a.side))
    return replace(aimed, blow=one, hits=throw.hits, evenly=throw.hits > 1)


def reach(a: Warrior, weapon: MordheimWeapon) -> int:
    """Return the range of a weapon in the hands of a fighter [inches]."""
    more = [
        effect.amount()
        for key in rules_that("add", "range")
        if a.has(key)
        for effect in row_of(key).effects
        if effect.on == "range"
    ]
    return weapon.range + sum(map(int, more))


def volley_with(
    a: Warrior,
    weapon: MordheimWeapon,
    b: Warrior,
    aiming: Aiming,
    context: MordheimContext,
) -> MordheimVolley:
    """Return the shots of one shooter at a fighter with one of his weapons."""
    if weapon not in a.missiles[:1]:
        a = replace(a, missiles=(weapon,))
    shots, worse = _shots(a, weapon, aiming, context)
    aim = _aim(a, weapon, aiming, context) - worse
    moment = BlowMoment(
        shot=True,
        aim=aim,
        unholy=unholy(b, context.situation),
        holy=not unholy(a, context.situation),
    )
    one = blow(BlowPlace(a, weapon, b, moment), context)
    if weapon.has("shot-line"):
        context.trace.add(rule_step(a, "shot-line", "hits without a roll"))
        one = replace(one, faces=SURE)
    if aiming.distance > reach(a, weapon):
        text = f'{aiming.distance:g}" is beyond the reach of {reach(a, weapon)}"'
        context.trace.add(Step("Range", SHOOTING, text, a.side))
        shots = 0
    if a.bs == 0 and not weapon.has("shot-line"):
        context.trace.add(Step("Ballistic Skill", SHOOTING, "0 cannot shoot", a.side))
        shots = 0
    return MordheimVolley(weapon, shots, 2 if weapon.has("double-shot") else 1, one)


def _aim(
    a: Warrior, weapon: MordheimWeapon, aiming: Aiming, context: MordheimContext
) -> int:
    """Return the modifiers of the situation to the roll to hit [pips]."""
    found = 0
    hard = "hard cover" if aiming.cover > 1 else "cover"
    for key, text, worse in (
        ("cover", hard, aiming.cover),
        ("long-range", "beyond half range", 2 * aiming.distance > reach(a, weapon)),
        ("moved", "has moved", aiming.moved),
    ):
        if worse and not _ignores(a, weapon, key):
            context.trace.add(
                Step("To hit with a shot", SHOOTING, f"-{int(worse)}: {text}", a.side)
            )
            found -= int(worse)
    return found


def _ignores(a: Warrior, weapon: MordheimWeapon, what: str) -> bool:
    moments = ("mounted",) if a.mounted else ()
    return any(
        weapon.has(key) if key in WEAPON_RULES else a.has(key)
        for key in rules_that("ignore", f"aim:{what}", *moments)
    )


def _stays(a: Warrior, weapon: MordheimWeapon) -> str:
    """Return the rule by which a weapon is not fired after a move, "" for none."""
    if a.has(*rules_that("may", "act:shoot", "moved")):
        return ""
    stuck = rules_that("may-not", "act:shoot", "moved")
    return next((key for key in stuck if weapon.has(key)), "")


def _shots(
    a: Warrior, weapon: MordheimWeapon, aiming: Aiming, context: MordheimContext
) -> tuple[int, int]:
    """Return the shots of one shooter, and the penalty of each to hit [pips]."""
    if aiming.moved and (stays := _stays(a, weapon)):
        context.trace.add(rule_step(a, stays, "moved, so it is not fired"))
        return 0, 0
    if a.has("pistolier") and weapon.key.endswith("-brace"):
        context.trace.add(rule_step(a, "pistolier", "both pistols are fired"))
        return 2, 0
    if not aiming.twice:
        return 1, 0
    if a.has("quick-shot") and weapon.base in ("bow", "crossbow"):
        context.trace.add(rule_step(a, "quick-shot", "two shots"))
        return 2, 0
    if a.has("knife-fighter") and weapon.key == "throwing-knives-stars":
        context.trace.add(rule_step(a, "knife-fighter", "three knives"))
        return 3, 0
    if weapon.has("fire-twice") and _steady_enough(weapon, aiming, context.readings):
        context.trace.add(rule_step(a, "fire-twice", "two shots at -1 to hit"))
        return 2, 1
    return 1, 0


def _steady_enough(
    weapon: MordheimWeapon, aiming: Aiming, readings: MordheimReadings
) -> bool:
    if weapon.key != "sling":
        return True
    near = 2 * aiming.distance <= weapon.range
    return near and (bool(readings.sling_moved) or not aiming.moved)


def shot(
    target: Striking, one: MordheimVolley, shooters: int, readings: MordheimReadings
) -> Floats:
    """Return the matrix of all shots on a body."""
    if not one.shots:
        return np.eye(len(target.states))
    each = readings.shot_criticals == "each"
    if one.evenly:
        single = mean_hits(
            lambda hits: target.shots(one.blow, one.shots, hits, each=each), one.hits
        )
    else:
        single = target.shots(one.blow, one.shots, one.hits, each=each, first=one.first)
    return power(single, shooters)


def unsaved(
    one: MordheimVolley, target: Warrior, shooters: int, readings: MordheimReadings
) -> Distribution:
    """Return the unsaved wounds of all shots, however many the target has."""
    most = 3 if one.blow.d3 else 2
    size = max(1, most * one.hits * one.shots * shooters)
    endless = endless_striking(target, size)
    row = shot(endless, one, shooters, readings)[endless.index[unhurt(endless)]]
    return wounds_lost(endless, row.tolist(), size)


def endless_striking(target: Warrior, most: int) -> Striking:
    """Return blows against one whom so many wounds do not bring down."""
    charmed = "lucky-charm" in target.gear
    return striking(Body(most + 1, Hide(), charmed=charmed, endless=True))


def unhurt(endless: Striking) -> BodyState:
    """Return the unhurt state of one whom nothing brings down."""
    of = endless.body
    return BodyState(STANDING, of.wounds, charmed=of.charmed)


def wounds_lost(endless: Striking, row: list[float], size: int) -> Distribution:
    """Return the wounds that one has lost whom nothing brings down."""
    chances = [0.0] * (size + 1)
    for state, share in zip(endless.states, row, strict=True):
        if share:
            chances[endless.body.wounds - state.wounds] += share
    return Distribution("Unsaved wounds", "wounds", tuple(chances))

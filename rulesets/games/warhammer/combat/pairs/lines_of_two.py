"""Battle lines of two units alone: they are fights, which a charge may begin."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rulesets.games.warhammer.combat.blows.endurance import guarded
from rulesets.games.warhammer.combat.context import (
    WarhammerContext,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.engagements.engagement import begun_in_contact
from rulesets.games.warhammer.combat.engagements.turns_before_contact import start_of
from rulesets.games.warhammer.combat.fights.fight import (
    answer,
    setting_of,
    solve_combat,
)
from rulesets.games.warhammer.combat.fights.psychology import (
    stupidity_tests,
    tests_when_charged,
)
from rulesets.games.warhammer.combat.fights.ridden_monsters import strengths
from rulesets.games.warhammer.combat.fights.states import CombatState, Setting
from rulesets.games.warhammer.combat.glossary import FIGHT
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.questions.kinds import LINE
from rulesets.games.warhammer.combat.questions.questions import KINDS
from rulesets.games.warhammer.combat.questions.readings import READINGS
from rulesets.odds.answer import Odds
from rulesets.odds.battle_line.two_units import answers_of_two
from rulesets.odds.match_up import MatchUp
from rulesets.odds.posts import Post
from rulesets.odds.report import Prelude
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Floats


def is_line_of_two(asked: MatchUp) -> bool:
    """Return whether a match-up is a battle line that is the fight of two units.

    Raises
    ------
    MatchUpError
        If an answer or the number of rounds is impossible.
    """
    told = answers_of_two(asked, LINE, KINDS, READINGS)
    return told is not None and not told["challenge"]


def line_of_two(
    a: WarhammerUnit,
    b: WarhammerUnit,
    further: Sequence[Post[WarhammerUnit]],
    context: WarhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the figures of a battle line of two units alone, without its steps.

    Who charged has come to contact, and dared to.

    Raises
    ------
    MatchUpError
        If one of them has lost all wounds before it begins.
    """
    del further
    a, b = guarded(a), guarded(b)
    situation = _aimed(context.situation)
    context = replace(context, situation=situation)
    touched = situation.a.touched_in, situation.b.touched_in
    setting = setting_of(a, b, context, touched)
    charged = "".join(side for side in SIDES if situation.of(side).charges)
    begun, start = begun_in_contact(setting, charged), start_of(a, b, situation)
    stands, afraid, flees = _at_contact(setting, begun, start)
    others = tuple(side for side in SIDES if side not in begun.charge)
    opened = [(begun, stands)]
    opened += [(_frightened(begun), afraid)] if afraid.any() else []
    cases = [
        (one, share * chances)
        for state, chances in opened
        for share, one in stupidity_tests(setting, state, others)
    ]
    result = solve_combat(setting, cases, rounds)
    ended = {f"{side}-flees": float(flees.sum()) for side in others if flees.any()}
    return answer(setting, result, Prelude(flees, ended), (), None, FIGHT)


def _aimed(situation: WarhammerSituation) -> WarhammerSituation:
    """Return a situation in which both strike ridden monsters as a line asks it."""
    for side in SIDES:
        own = situation.of(side)
        aimed = replace(own, aims=own.aims_at_ridden)
        situation = situation.with_side(side, aimed)
    return situation


def _frightened(begun: CombatState) -> CombatState:
    """Return a first round in which who was charged has failed a test of fear."""
    return replace(begun, afraid=(begun.charge == "b", begun.charge == "a"))


def _at_contact(
    setting: Setting, begun: CombatState, start: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return the chances of states after a test of who was charged by whom it fears.

    It stands, strikes badly in the first round, or flees.
    """
    none = np.zeros_like(start)
    if begun.charge not in SIDES:
        return start, none, none
    place = SIDES.index(begun.charge)
    charger, own = setting.profiles[place], setting.profiles[1 - place]
    a, b = map(strengths, setting.profiles)
    is_fewer = a[:, None] < b[None, :] if place else b[None, :] < a[:, None]
    chances = tests_when_charged(
        own, charger, setting.situation, is_fewer=is_fewer, tested=False
    )
    flees, afraid = (start * chance for chance in chances)
    return start - flees - afraid, afraid, flees

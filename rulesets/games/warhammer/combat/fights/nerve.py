"""The nerve of a side in a round: the figures of its Break test and of pursuit."""

from dataclasses import replace

from rulesets.games.warhammer.combat.blows.leadership import (
    HIGHEST,
    restraint,
    rolls_lowest_two,
)
from rulesets.games.warhammer.combat.fights.break_tests import WarhammerNerve
from rulesets.games.warhammer.combat.fights.psychology import fears_when_calm
from rulesets.games.warhammer.combat.fights.result import SLOW
from rulesets.games.warhammer.combat.fights.states import (
    CombatState,
    Setting,
    hates,
    with_flag,
)
from rulesets.odds.array_cache import kept_by_identity


@kept_by_identity(most=1024)
def nerve_of(setting: Setting, state: CombatState, place: int) -> WarhammerNerve:
    """Return the figures of the Break test of a side (0 or 1) in a state."""
    own = setting.profiles[place]
    situation = setting.situation
    fresh = not state.spent[place]
    brew = HIGHEST if fresh and own.does("set", "test:first-break") else 0
    more = own.adds("test:first-break") if fresh else 0
    led = _leadership(setting, state, place)
    return WarhammerNerve(
        own=max(led, min(led + more, HIGHEST), brew),
        general=situation.of(own.side).general,
        stubborn=own.does("ignore", "test:break"),
        unbreakable=own.does("pass", "test:break"),
        again=situation.of(own.side).battle_standard
        or own.does("re-roll", "test:break"),
        fears=fears_when_calm(own, setting.profiles[1 - place], situation)
        and not (own.has("impetuous") and own.side in state.charge),
        runs=2 if own.movement <= SLOW else 3,
        holds_back=_holds_back(setting, state, place),
        further=own.adds("act:pursue"),
        passes=fresh and own.does("pass", "test:first-break"),
        lowest_two=rolls_lowest_two(own),
    )


def _leadership(setting: Setting, state: CombatState, place: int) -> int:
    """Return a unit's own Leadership after the blows.

    A champion who hides from a challenge, or has fallen in one, lends none.
    """
    own = setting.profiles[place]
    led = state.is_led(place) and setting.refuser != own.side
    return own.leadership if led else own.followers


def _holds_back(setting: Setting, state: CombatState, place: int) -> float:
    """Return the chance that a winner does not pursue [chance]."""
    own, situation = setting.profiles[place], setting.situation
    if own.does("may-not", "act:pursue"):
        return 1.0
    if situation.of(own.side).pursuit == "pursues":
        return 0.0
    if hates(setting, place) or state.frenzy[place] or own.does("must", "act:pursue"):
        return 0.0
    leads = max(_leadership(setting, state, place), situation.of(own.side).general)
    behind = place == 1 and situation.defended
    return restraint(own, leads, behind=behind, lowest_two=rolls_lowest_two(own))


def spending(setting: Setting, state: CombatState, won: str) -> CombatState:
    """Return the state after the loser has used what helps in one Break test."""
    if not won:
        return state
    loser = setting.profiles[0 if won == "b" else 1]
    helped = (
        loser.does("pass", "test:first-break"),
        loser.does("set", "test:first-break"),
        loser.does("add", "test:first-break"),
    )
    if not any(helped):
        return state
    return replace(state, spent=with_flag(state.spent, loser.side, flag=True))

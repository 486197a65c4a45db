"""Redressed ranks: winners who widen their front, or lap round their enemy."""

from collections.abc import Iterator
from dataclasses import replace

from rulesets.games.warhammer.combat.blows.contact import Front, fighters
from rulesets.games.warhammer.combat.context import Redress, WarhammerReadings
from rulesets.games.warhammer.combat.fights.states import CombatState, Setting
from rulesets.games.warhammer.sources import REDRESS
from rulesets.odds.answer import Step
from rulesets.odds.sides import SIDES


def with_more(front: Front, answer: Redress, more: int) -> Front:
    """Return a unit with so many models brought up from its rear ranks."""
    if answer == "widens":
        most = max(front.width, front.profile.models)
        return replace(front, width=min(front.width + more, most))
    return replace(front, lapping=front.lapping + more)


def gained(
    own: Front, other: Front, answer: Redress, readings: WarhammerReadings
) -> int:
    """Return how many models a winner brings up: those that strike by it [models].

    Both are taken at full strength, the enemy in its ranks. Only a unit whose front is
    touched brings any up.

    References
    ----------
    Warhammer rulebook (6th edition), Close combat: Redress the ranks (p. 76).
    """
    if answer == "keeps" or own.touched != "front":
        return 0
    after = with_more(own, answer, 2 * readings.redress_by)
    ranked = replace(other, lapping=0)
    met = [
        fighters(
            front.ranks,
            ranked.ranks,
            whole=readings.frontage == "all",
            two_ranks=False,
            charging=False,
        )[-1, -1]
        for front in (own, after)
    ]
    return int(met[1] - met[0])


def as_redressed(setting: Setting, state: CombatState) -> Setting:
    """Return a combat with both units as they stand in a state."""
    if state.brought == (0, 0):
        return setting
    found = setting.redressed.get(state.brought)
    if found is None:
        a, b = (
            with_more(front, setting.situation.of(side).redress, more)
            for front, side, more in zip(
                setting.fronts, SIDES, state.brought, strict=True
            )
        )
        found = replace(setting, fronts=(a, b), judged=[], redressed={})
        setting.redressed[state.brought] = found
    return found


def redressing(setting: Setting, state: CombatState, won: str) -> CombatState:
    """Return the state after a round that somebody won has redressed the ranks."""
    if not won:
        return state
    place = SIDES.index("a" if won == "a" else "b")
    fronts = as_redressed(setting, state).fronts
    answer = setting.situation.of(SIDES[place]).redress
    more = gained(fronts[place], fronts[1 - place], answer, setting.readings)
    brought = [*state.brought]
    brought[place] += more
    return replace(state, brought=(brought[0], brought[1]))


def redress_steps(setting: Setting) -> Iterator[Step]:
    """Yield what each unit does that may redress its ranks."""
    for place, own in enumerate(setting.fronts):
        answer = setting.situation.of(own.profile.side).redress
        if answer == "keeps":
            continue
        more = gained(own, setting.fronts[1 - place], answer, setting.readings)
        text = f"after the first round that it wins, {more} of its models "
        text += "widen its front" if answer == "widens" else "lap round the enemy"
        yield Step("Redress the ranks", REDRESS, text, own.profile.side)

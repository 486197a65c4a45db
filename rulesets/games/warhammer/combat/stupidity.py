"""Stupidity: who is tested for it and when, and what a failed test takes away."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from rulesets.core.percent import percent
from rulesets.games.warhammer.combat.approach import at
from rulesets.games.warhammer.combat.contact import ODD_FIGHTS, ODD_STANDS
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.psychology import PANIC_PROOF, leads
from rulesets.games.warhammer.combat.states import CombatState, Setting, frenzied
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Step
from rulesets.odds.settings import Settled

SIDES = ("a", "b")

ODD = ((0.5, ODD_FIGHTS), (0.5, ODD_STANDS))
"""What a die says of the odd model, with the chances."""

Lots = tuple[tuple[float, tuple[str, str]], ...]
"""What becomes of the odd models of a and b, "" where all fight, with the chances."""


def is_dull(own: WarhammerUnit) -> bool:
    """Return whether a unit tests for stupidity while it is not in a frenzy."""
    return own.has("stupidity") and not own.has(*PANIC_PROOF)


def stumbles(own: WarhammerUnit, situation: Settled) -> float:
    """Return the chance that a unit fails its test before contact [chance]."""
    return 1 - leads(own, situation) if is_dull(own) and not frenzied(own) else 0.0


def turn_of(setting: Setting, side: str) -> str:
    """Return whose turn a first round is, "" where no later test hangs on it."""
    own_turn = setting.readings["stupid-tests"] == "own-turn"
    return side if own_turn and any(map(is_dull, setting.profiles)) else ""


def with_wits(
    setting: Setting, state: CombatState, sides: tuple[str, ...]
) -> list[tuple[float, CombatState]]:
    """Return a state after tests of these sides, each way with its chance."""
    found = [(1.0, state)]
    if setting.readings["stupid-tests"] == "never":
        return found
    for place, own in enumerate(setting.profiles):
        if own.side in sides and is_dull(own):
            fails = 0.0 if state.frenzy[place] else 1 - leads(own, setting.situation)
            found = [
                (share * chance, replace(one, dull=at(one.dull, place, said=failed)))
                for share, one in found
                for chance, failed in ((1 - fails, False), (fails, True))
                if chance
            ]
    return found


def later_wits(setting: Setting, state: CombatState) -> list[tuple[float, CombatState]]:
    """Return a later round after the tests at the start of its turn."""
    every = setting.readings["stupid-tests"] == "each-round"
    return with_wits(setting, state, SIDES if every else (state.turn,))


def met_with(setting: Setting, state: CombatState) -> list[tuple[float, CombatState]]:
    """Return the first round after a charge, its stupidity as it was on the way.

    The charged unit is tested anew where every round asks for it, and fights as usual
    where none does. Who charges has passed its test.
    """
    if setting.readings["stupid-tests"] == "own-turn":
        return [(1.0, state)]
    fresh = replace(state, dull=(False, False))
    return with_wits(setting, fresh, ("b",) if state.charge == "a" else ("a",))


def lots(state: CombatState) -> Lots:
    """Return what may become of the odd models of both sides in a round."""
    drawn = [ODD if dull else ((1.0, ""),) for dull in state.dull]
    return tuple((p * q, (one, two)) for (p, one), (q, two) in product(*drawn))


def wits_steps(setting: Setting) -> Iterator[Step]:
    """Yield what stupidity does in a combat."""
    when = {
        "own-turn": "tested in its own turns, and until the next",
        "each-round": "tested in each round",
    }.get(str(setting.readings["stupid-tests"]))
    for own in setting.profiles:
        if is_dull(own) and when:
            fails = 1 - leads(own, setting.situation)
            text = (
                f"{when}: failed on {percent(fails)}, half of those who would fight "
                "stand idle; a die decides for the odd one"
            )
            yield Step(*title_of("stupidity"), text, own.side)

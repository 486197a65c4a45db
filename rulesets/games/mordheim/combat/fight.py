"""A Mordheim combat: one against one or several, from the charge to the end."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from rulesets.games.mordheim.combat.chain import fight, opening
from rulesets.games.mordheim.combat.clashes import MOST_AT_ONE
from rulesets.games.mordheim.combat.context import Charger, MordheimContext
from rulesets.games.mordheim.combat.first_round import without_armour
from rulesets.games.mordheim.combat.groups import group_fight
from rulesets.games.mordheim.combat.leadership import fear
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.report import melee_odds, mix_charges, no_charge
from rulesets.games.mordheim.combat.sampling import seed_of
from rulesets.games.mordheim.combat.side import beginning, party
from rulesets.games.mordheim.combat.turn import Melee
from rulesets.odds.answer import Odds
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import binomial

NOTES = (
    "The sides take turns; both strike in each.",
    "A fighter at 0 wounds fights on: each further wound is one more injury roll.",
    "Nobody leaves the combat, also when all his enemies lie; the stunned do not crawl "
    "away.",
)


def combat(
    a: Warrior, b: Warrior, context: MordheimContext, rounds: int | None
) -> Odds:
    """Return the odds of a hand-to-hand combat.

    Raises
    ------
    MatchUpError
        If groups are limited in turns, who charges lies, or has lost all his wounds.
    """
    counts: dict[Side, int] = {
        side: context.situation.of(side).fighters for side in SIDES
    }
    grouped = min(counts.values()) > 1 or max(counts.values()) > MOST_AT_ONE
    if grouped and rounds is not None:
        raise MatchUpError("/rounds", "groups are fought to the end, without a limit")
    warriors: dict[Side, Warrior] = {
        side: without_armour(one) if f"{side}.save" in context.without else one
        for side, one in zip(SIDES, (a, b), strict=True)
    }
    holds, shakes = _afraid(warriors, context)
    if grouped:
        fears = holds, shakes
        found = group_fight(warriors, counts, fears, context)
        return replace(found, trace=tuple(dict.fromkeys(context.trace.steps)))
    parts: list[tuple[float, Odds]] = []
    charger = context.situation.charge
    several = 1 if charger == "none" else counts[charger]
    for charging in range(several, -1, -1) if holds else (several,):
        share = binomial(several, 1 - holds)[charging]
        if not charging:
            parts.append(
                (share, no_charge(warriors, charger, counts, context.situation))
            )
            continue
        now = counts if charger == "none" else {**counts, charger: charging}
        stays = (charger, several - charging)
        fought = _fought(warriors, now, stays, shakes, context, rounds)
        parts.append((share, fought))
    return replace(
        mix_charges([(share, odds) for share, odds in parts if share]),
        trace=tuple(dict.fromkeys(context.trace.steps)),
        notes=NOTES,
    )


def _afraid(
    warriors: Mapping[Side, Warrior], context: MordheimContext
) -> tuple[float, float]:
    charger = context.situation.charge
    if charger == "none":
        return 0.0, 0.0
    if context.situation.of(charger).posture != "standing":
        raise MatchUpError(f"/situation/{charger}.posture", "who lies does not charge")
    return fear(warriors[charger], warriors[OTHER[charger]], context)


def _fought(
    warriors: Mapping[Side, Warrior],
    counts: Mapping[Side, int],
    stays: tuple[Charger, int],
    shakes: float,
    context: MordheimContext,
    rounds: int | None,
) -> Odds:
    many: Side = "b" if counts["b"] > 1 else "a"
    one = OTHER[many]
    parties = {
        side: party(warriors[side], warriors[other], counts, context)
        for side, other in ((many, one), (one, many))
    }
    melee = Melee(parties[many], parties[one], context)
    begin = {
        side: beginning(warriors[side], parties[side].body, context.situation)
        for side in (many, one)
    }
    start = (*(begin[many] for _ in range(counts[many])), begin[one])
    charger = context.situation.charge
    turns = opening(charger, counts, shakes)
    seed = partial(seed_of, "fight", warriors, counts, context, rounds)
    result = fight(melee, start, turns, rounds, seed)
    return melee_odds(result, warriors, (many, one), stays, explained=context.explained)

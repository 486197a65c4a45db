"""A Mordheim engagement: two fighters from their first steps to their last blows."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from rulesets.games.mordheim.combat.blows.heights import (
    FALL_HITS,
    Dive,
    climbs,
    dive_of,
    fall_blow,
)
from rulesets.games.mordheim.combat.blows.hits import hits_matrix
from rulesets.games.mordheim.combat.blows.strikes import ChanceRows, sparse
from rulesets.games.mordheim.combat.casting import spell_hits
from rulesets.games.mordheim.combat.context import MordheimContext, MordheimSituation
from rulesets.games.mordheim.combat.engagements.approach import (
    MordheimApproach,
    MordheimContact,
)
from rulesets.games.mordheim.combat.engagements.missiles import missiles_of
from rulesets.games.mordheim.combat.engagements.movement import (
    CLOSEST,
    INCH,
    Apart,
    Mover,
    caltrops_of,
    flash_of,
)
from rulesets.games.mordheim.combat.engagements.turns import (
    MordheimEngagement,
    fight_out,
)
from rulesets.games.mordheim.combat.fights.duel_turns import melee_turns
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.orders import Turns
from rulesets.games.mordheim.combat.fights.sampling import seed_of
from rulesets.games.mordheim.combat.fights.side import (
    Party,
    SideStates,
    beginning,
    party,
)
from rulesets.games.mordheim.combat.goods import dazzled, repelled
from rulesets.games.mordheim.combat.leadership import fear
from rulesets.games.mordheim.combat.profile import Warrior, rule_step
from rulesets.games.mordheim.combat.report import (
    ENGAGEMENT_WORDS,
    WORDS,
    engagement_odds,
)
from rulesets.games.mordheim.combat.shots.loading import not_ready
from rulesets.games.mordheim.combat.shots.shooting import cover_of
from rulesets.games.mordheim.sources import COMBAT, TURN
from rulesets.odds.answer import Odds, Step
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import OTHER, SIDES, Side

ONE_EACH: Mapping[Side, int] = {"a": 1, "b": 1}

LEAST = {"may": 0.0, "even": 0.5, "certain": 1.0 - 1e-9}
"""Chance to arrive from which a charge is declared, by `charge-when`."""

NEVER = 2.0
"""More than any chance."""

NOTES = (
    "A turn is one player's; whoever is active recovers, moves and shoots, then both "
    "strike if they have met.",
    "Distances are judged rightly, the way is clear, and each sees the other always.",
    "Who does not close in stays where he is and shoots; who does, charges when the "
    "question says so, else runs or walks straight on. Frenzy charges whenever it may.",
    "Of several missile weapons the loaded one that does most from there is shot. "
    "A turn on his feet without running, charging or shooting loads what is empty.",
    "Who stands above goes along up there and dives where a charge may reach; his "
    "enemy charges up a ladder.",
    "Who casts does so in each of his turns on his feet, within reach and in place of "
    "a shot.",
    "Once they have met nobody leaves; see the hand-to-hand combat. Before, the "
    "stunned stay where they are unless it is said that they crawl.",
)


CRAWLS = {"stays": 0, "away": 2 * INCH, "towards": -2 * INCH}
"""The way that the stunned crawl from the enemy, by the answer [half inches]."""


def engagement(
    a: Warrior, b: Warrior, context: MordheimContext, rounds: int | None
) -> Odds:
    """Return the odds of an engagement of two fighters who begin apart.

    Raises
    ------
    MatchUpError
        If who closes in has no Movement that is a number, or has lost all wounds, or
        if each is said to stand above the other, or one at the edge of no height, or
        to keep to an edge at which he does not stand.
    """
    warriors: dict[Side, Warrior] = {"a": a, "b": b}
    refuse_heights(context.situation)
    context = replace(context, situation=_two_who_stand(context.situation))
    parties = {
        side: replace(
            party(warriors[side], warriors[OTHER[side]], ONE_EACH, context),
            casts=spell_hits(warriors[side], warriors[OTHER[side]], context),
        )
        for side in warriors
    }
    melee = Melee(parties["a"], parties["b"], context)
    fears = fears_of(warriors, context)
    movers = {
        side: mover_of(melee, parties[side], fears[side], context) for side in warriors
    }
    approach = MordheimApproach(movers, context)
    begun = [
        movers[side].side.striking.index[
            beginning(warriors[side], parties[side].body, context.situation)
        ]
        for side in SIDES
    ]
    start = Apart(
        begun[0],
        begun[1],
        context.situation.distance * INCH,
        level=not any(context.situation.of(side).above for side in SIDES),
    )
    asked = MordheimEngagement(
        approach,
        melee,
        _FirstTurns(melee_turns(melee), parties, movers, context).of,
        {side: (fears[side].shaken, fears[side].shaken_calm) for side in warriors},
        start,
        context.situation.first,
        rounds,
    )
    if any(context.situation.of(side).keeps_edge for side in SIDES):
        above = {side: _leaving(who) for side, who in parties.items()}
        there = Melee(above["a"], above["b"], context)
        turns = _FirstTurns(melee_turns(there), above, movers, context)
        asked = replace(asked, at_edge=replace(asked, melee=there, turns_of=turns.of))
    seed = partial(seed_of, "engagement", warriors, ONE_EACH, context, rounds)
    return replace(
        engagement_odds(
            fight_out(asked, seed), warriors, start, _words(start, context)
        ),
        trace=tuple(dict.fromkeys(context.trace.steps)),
        notes=NOTES,
    )


def refuse_heights(situation: MordheimSituation) -> None:
    """Refuse that each stands above the other, or one at the edge of no height.

    Raises
    ------
    MatchUpError
    """
    if situation.a.above and situation.b.above:
        raise MatchUpError("/situation/b.above", "only one stands above the other")
    for side in SIDES:
        if situation.of(side).at_edge and not situation.of(side).above:
            text = "the edge is that of where he stands above: say how high it is"
            raise MatchUpError(f"/situation/{side}.at-edge", text)
        if situation.of(side).keeps_edge and not situation.of(side).at_edge:
            text = "who still stands at the edge must stand at it before"
            raise MatchUpError(f"/situation/{side}.keeps-edge", text)


def _leaving(who: Party) -> Party:
    """Return a side of a combat from which a fall from the edge takes one away."""
    edge = who.body.edge
    if edge is None:
        return who
    return replace(who, body=replace(who.body, edge=replace(edge, leaves=True)))


def _words(start: Apart, context: MordheimContext) -> Mapping[str, str]:
    """Return the words for the keys; a fall, a spell or his own arms may end it too."""
    situation = context.situation
    own = situation.a, situation.b
    beside = context.readings.misfires or any(one.casts or one.bomb for one in own)
    if start.level and not beside:
        return ENGAGEMENT_WORDS
    words = {**ENGAGEMENT_WORDS, "*-shot": "{own} out of action before they meet"}
    kept = any(one.keeps_edge for one in own)
    return words | ({"*-falls": WORDS["*-falls"]} if kept else {})


def _two_who_stand(situation: MordheimSituation) -> MordheimSituation:
    """Return the situation with both on their feet, each with a friend near."""
    a, b = (
        replace(own, posture="standing", friend_near=True)
        for own in (situation.a, situation.b)
    )
    return replace(situation, a=a, b=b)


@dataclass(frozen=True, slots=True)
class ChargeFear:
    """Chances that fear or garlic holds back a charger, and shakes the charged."""

    held: float
    held_calm: float
    shaken: float
    shaken_calm: float


def fears_of(
    warriors: Mapping[Side, Warrior], context: MordheimContext
) -> dict[Side, ChargeFear]:
    """Return the fears of charges, by charger."""
    return {
        side: charge_fear(warriors[side], warriors[OTHER[side]], context)
        for side in warriors
    }


def charge_fear(
    charger: Warrior, charged: Warrior, context: MordheimContext
) -> ChargeFear:
    """Return the fears of one charge; of goods that are not used up."""
    held, shaken = fear(charger, charged, context)
    comes = 1 - repelled(charger, charged, context)
    calm = [
        fear(_calmed(charger), _calmed(charged), context.untraced())
        if one.has("frenzy")
        else (held, shaken)
        for one in (charger, charged)
    ]
    held, held_calm = (1 - (1 - one) * comes for one in (held, calm[0][0]))
    return ChargeFear(held, held_calm, shaken, calm[1][1])


def _calmed(warrior: Warrior) -> Warrior:
    """Return a fighter whose frenzy is gone."""
    rules = {key: x for key, x in warrior.rules.items() if key != "frenzy"}
    return replace(warrior, rules=rules, granted=warrior.granted - {"frenzy"})


def mover_of(
    melee: Melee, who: Party, fears: ChargeFear, context: MordheimContext
) -> Mover:
    """Return the moves and shots of a fighter.

    Raises
    ------
    MatchUpError
        If he closes in, and his Movement is no number.
    """
    warrior = who.warrior
    closes = context.situation.closing in (warrior.side, "both")
    if warrior.m is None and closes:
        raise MatchUpError(
            f"/{warrior.side}/fighter/characteristics/m",
            "expected a whole number of inches for one who closes in",
        )
    moves = (warrior.m or 0) * INCH
    foe = melee.side(OTHER[warrior.side]).party.warrior
    stubborn = warrior.has("never-charges")
    own = context.situation.of(warrior.side)
    dive = dive_of(warrior, own.above, context)
    ladder = context.situation.of(OTHER[warrior.side]).above * INCH
    mover = Mover(
        side=melee.side(warrior.side),
        moves=moves,
        dashes=moves * (3 if warrior.has("sprint") else 2),
        farther=_farther(warrior),
        closes=closes,
        runs=context.situation.approach == "run" and not warrior.has("may-not-run"),
        least=NEVER if stubborn else LEAST[context.situation.charge_when],
        must=warrior.has("frenzy") and not stubborn,
        held=fears.held,
        held_calm=fears.held_calm,
        missiles=missiles_of(warrior, context),
        cover=cover_of(soft=own.in_cover, hard=own.in_hard_cover),
        dive=dive,
        falls=_falls(melee.side(warrior.side), dive, context),
        ladder=ladder if ladder > CLOSEST else 0,
        crawls=CRAWLS[own.crawls],
        caltrops=caltrops_of(foe, context),
        flash=flash_of(foe, context.situation),
        dazzled=dazzled(warrior, foe, context),
    )
    if closes or mover.must:
        _trace_movement(mover, context)
        if mover.ladder:
            climbs(warrior, context)
    return mover


def _falls(side: SideStates, dive: Dive | None, context: MordheimContext) -> ChanceRows:
    """Return where a fall in a dive leads from each state of a fighter [chance]."""
    if dive is None:
        return ()
    one = fall_blow(side.party.warrior, dive.height, context)
    rows = sparse(hits_matrix(side.striking, one, FALL_HITS))
    return [rows[below] for below in side.lowered]


def _farther(warrior: Warrior) -> Mapping[int, float]:
    """Return the inches that a die adds to a charge [half inches]."""
    for key, sides in (("leap", 6), ("waaagh-charge", 3)):
        if warrior.has(key):
            return {pips * INCH: 1 / sides for pips in range(1, sides + 1)}
    return {0: 1.0}


def _trace_movement(mover: Mover, context: MordheimContext) -> None:
    warrior = mover.warrior
    text = f'walks {mover.moves / INCH:g}", charges {mover.dashes / INCH:g}"'
    if mover.runs:
        text += f', runs {mover.dashes / INCH:g}" with no enemy within 8"'
    context.trace.add(Step("Movement", TURN, text, warrior.side))
    for key, does in (
        ("sprint", "runs and charges at three times his Movement"),
        ("leap", 'charges D6" farther'),
        ("waaagh-charge", 'charges D3" farther'),
        ("may-not-run", "charges, but never runs"),
        ("never-charges", "never charges, so he never gets there"),
    ):
        if warrior.has(key):
            context.trace.add(rule_step(warrior, key, does))
    if mover.must:
        text = "charges whenever a charge may arrive, until put down"
        context.trace.add(rule_step(warrior, "frenzy", text))


def empty_pistols(mover: Mover, bits: int) -> frozenset[str]:
    """Return the pistols in hand that are empty; see `loading` for the bits."""
    bits = not_ready(bits)
    return frozenset(
        one.key
        for place, one in enumerate(mover.missiles.weapons)
        if bits >> place & 1
        and one.has("pistol")
        and one.key in {held.key for held in mover.warrior.missiles}
    )


def empty_step(warrior: Warrior, keys: frozenset[str]) -> Step:
    """Return the step of the trace for pistols that are empty."""
    name = ", ".join(one.name for one in warrior.missiles if one.key in keys)
    text = f"{name}: still empty when they met, so no blow with it"
    return Step("Prepare shot", COMBAT, text, warrior.side)


@dataclass(slots=True)
class _FirstTurns:
    """First turns of combats, by which pistols are empty in them."""

    usual: Turns
    parties: Mapping[Side, Party]
    movers: Mapping[Side, Mover]
    context: MordheimContext
    known: dict[tuple[frozenset[str], frozenset[str]], Turns] = field(
        default_factory=dict
    )

    def of(self, met: MordheimContact) -> Turns:
        """Return the turns of the combat that a charge begins."""
        empty = (
            empty_pistols(self.movers["a"], met.empty_a),
            empty_pistols(self.movers["b"], met.empty_b),
        )
        if not any(empty):
            return self.usual
        if empty not in self.known:
            own = [
                self._without(self.parties[side], keys)
                for side, keys in zip(SIDES, empty, strict=True)
            ]
            self.known[empty] = melee_turns(Melee(own[0], own[1], self.context))
        return self.known[empty]

    def _without(self, who: Party, keys: frozenset[str]) -> Party:
        if not keys:
            return who
        loaded = tuple(one for one in who.warrior.missiles if one.key not in keys)
        self.context.trace.add(empty_step(who.warrior, keys))
        return replace(who, warrior=replace(who.warrior, missiles=loaded))

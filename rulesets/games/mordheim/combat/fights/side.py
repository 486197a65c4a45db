"""The sides of a Mordheim combat: who fights, in what states, and who flees."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rulesets.core.subject import clause
from rulesets.games.mordheim.combat.blows.attack_rules import BlowMoment
from rulesets.games.mordheim.combat.blows.blows import BlowGroup, MordheimBlow, Parry
from rulesets.games.mordheim.combat.blows.body import GONE, RUNAWAY, Body, BodyState
from rulesets.games.mordheim.combat.blows.fire import after_fire, fire_on
from rulesets.games.mordheim.combat.blows.heights import edge_of
from rulesets.games.mordheim.combat.blows.hits import SpellHits
from rulesets.games.mordheim.combat.blows.injuries import (
    KNOCKED_DOWN,
    OUT,
    STANDING,
    STUNNED,
    hide,
)
from rulesets.games.mordheim.combat.blows.loadouts import loadouts, may_do
from rulesets.games.mordheim.combat.blows.spines import spines_of
from rulesets.games.mordheim.combat.blows.strikes import Striking
from rulesets.games.mordheim.combat.blows.weapons import RUSH, parries, parry_step
from rulesets.games.mordheim.combat.context import MordheimContext, MordheimSituation
from rulesets.games.mordheim.combat.leadership import alone, stupid
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.critical_hits import DISARMS, FELLS, STOPS
from rulesets.games.mordheim.special_rules import rules_that
from rulesets.odds.expansion import FIRST, SECOND
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sides import Side

SCORED, TRIED = FIRST, SECOND
"""Marks of what blows may bring: a critical hit was scored, a parry was tried."""

Kernel = list[list[tuple[int, int, float]]]
"""By a target's state: how it is then, the marks of the blows, chance."""


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a combat.

    Parameters
    ----------
    warrior : Warrior
    count : int
        How many of him.
    body : Body
    usual : BlowMoment
        What the situation says of his blows in any turn.
    stupid, flees : float
        Chances to do nothing in a turn, and to flee from several [chance].
    casts : SpellHits, optional
        What each of them casts in each of his own turns.
    pricks : MordheimBlow, optional
        What the spines of each do to all enemies as a phase begins.
    """

    warrior: Warrior
    count: int
    body: Body
    usual: BlowMoment
    stupid: float = 0.0
    flees: float = 0.0
    casts: SpellHits | None = None
    pricks: MordheimBlow | None = None


KERNELS = 1024
"""Kernels that are kept: equal blows at equal bodies are worked out once."""


@lru_cache(maxsize=64)
def striking(body: Body) -> Striking:
    """Return the matrices of blows against a body."""
    return Striking(body)


class SideStates:
    """One side's states, by their place.

    ``warriors`` are the fighter with each of his loadouts, ``again`` his states when a
    new phase begins, ``before`` those when his own turn begins, in which he tests his
    stupidity anew; ``lowered`` those in which he stands at no edge any more;
    ``recovers`` those after his recovery phase in combat, ``rests`` away from any
    enemy. ``calm`` says if his frenzy is gone, of those in which he strikes.
    """

    def __init__(self, party: Party) -> None:
        self.party = party
        self.striking = striking(party.body)
        self.states = self.striking.states
        self.posture = [state.posture for state in self.states]
        self.wounds = [state.wounds for state in self.states]
        self.strikes = [
            state.posture == STANDING and not state.dull and not state.stopped
            for state in self.states
        ]
        self.calm = [
            state.calm if able else None
            for state, able in zip(self.states, self.strikes, strict=True)
        ]
        several = len(party.body.drops) > 1
        own = loadouts(party.warrior) if several else None
        self.warriors = [
            own.of(party.warrior, loadout) if own else party.warrior
            for loadout in range(len(party.body.drops))
        ]
        self.loadout = [state.loadout for state in self.states]
        guards = [parries(warrior) for warrior in self.warriors]
        self.parry = [guards[loadout] for loadout in self.loadout]
        index = self.striking.index
        self.again = [
            index[
                state._replace(
                    stopped=False, dull=state.dull and state.posture == STANDING
                )
            ]
            for state in self.states
        ]
        self.before = [index[self.states[at]._replace(dull=False)] for at in self.again]
        at_edge = party.body.edge is not None and not party.body.edge.leaves
        self.low = [state.low for state in self.states]
        self.lowered = [
            index[state._replace(low=True)] if at_edge and state.posture < OUT else at
            for at, state in enumerate(self.states)
        ]
        self.runaway = index[RUNAWAY]
        self.recovers = [
            [
                (index[after], share * of)
                for up, share in _recovered(state, party.stupid)
                for after, of in after_fire(self.striking, up)
            ]
            for state in self.states
        ]
        self.rests = [
            [(index[party.body.healed(self.states[now])], share) for now, share in row]
            for row in self.recovers
        ]


def _recovered(state: BodyState, stupid: float) -> Iterator[tuple[BodyState, float]]:
    """Yield how a fighter is after his recovery phase."""
    if state.posture >= OUT:
        yield state, 1.0
    elif state.posture == STUNNED:
        yield state._replace(posture=KNOCKED_DOWN), 1.0
    else:
        if stupid < 1:
            yield state._replace(posture=STANDING, dull=False), 1 - stupid
        if stupid:
            yield state._replace(posture=STANDING, dull=True), stupid


@lru_cache(maxsize=KERNELS)
def kernel(
    body: Body,
    groups: tuple[BlowGroup, ...],
    view: int,
    parry: Parry | None = None,
    *,
    used: bool = False,
) -> Kernel:
    """Compute the effect of blows on a body, of one who stands or lies.

    Parameters
    ----------
    body : Body
    groups : tuple of BlowGroup
    view : int
        The posture that counts.
    parry : Parry, optional
        How one of them may be parried.
    used : bool
        True if the striker has had his critical hit.
    """
    target = striking(body)
    if view == STUNNED:
        return [[(target.index[GONE], 0, 1.0)] for _ in target.states]
    matrices = (
        (target.finish(groups),)
        if view == KNOCKED_DOWN
        else target.strike(groups, parry)
    )
    size = len(target.states)
    found: Kernel = [[] for _ in target.states]
    for mark, matrix in zip((0, TRIED), matrices, strict=False):
        rows = matrix[size:] if used else matrix[:size]
        for entries, row in zip(found, rows.tolist(), strict=True):
            entries += [
                (column % size, mark | (SCORED if column >= size else 0), share)
                for column, share in enumerate(row)
                if share
            ]
    return found


Parting = tuple[int, bool]
"""One who strikes at who flees: his loadout, and whether he had his critical hit."""


@dataclass(frozen=True, slots=True)
class Flight:
    """The flight of the one from the many.

    Parameters
    ----------
    one : SideStates
    every : bool
        True if he is tested in every turn, false if in his own only.
    sure : callable
        What a sure hit does to him, by the striker.
    """

    one: SideStates
    every: bool
    sure: Callable[[Parting], Kernel]

    def fails(self, active: str) -> float:
        """Return the chance that he fails a test in the turn of a side."""
        tests = self.every or self.one.party.warrior.side == active
        return self.one.party.flees if tests else 0.0

    def fleeing(self, place: int, standing: Sequence[Parting]) -> dict[int, float]:
        """Return his states after a sure hit from each enemy who stands.

        They strike him with their weapons of later turns, known by their loadouts; a
        critical hit that they had in this phase was their only one.
        """
        live = {place: 1.0}
        for striker in standing:
            found: dict[int, float] = {}
            sure = self.sure(striker)
            for now, share in live.items():
                for after, _, of in sure[now]:
                    found[after] = found.get(after, 0.0) + share * of
            live = found
        ended: dict[int, float] = {}
        for after, share in live.items():
            upright = self.one.posture[after] == STANDING
            fled = self.one.runaway if upright else after
            ended[fled] = ended.get(fled, 0.0) + share
        return ended


POSTURES = {"standing": STANDING, "knocked-down": KNOCKED_DOWN, "stunned": STUNNED}


def unholy(warrior: Warrior, situation: MordheimSituation) -> bool:
    """Return whether a fighter is undead, possessed or a daemon."""
    return situation.of(warrior.side).unholy or any(
        key in warrior.rules for key in rules_that("set", "kind:unholy")
    )


def body(
    warrior: Warrior,
    context: MordheimContext,
    *,
    stupid: bool = False,
    fights: bool = False,
) -> Body:
    """Return a fighter's body; a fall ends the fight of one who fights."""
    return Body(
        warrior.w,
        hide(warrior, context),
        frenzied=warrior.has("frenzy"),
        charmed="lucky-charm" in warrior.gear,
        heals="healing-herbs" in warrior.gear,
        stupid=stupid,
        edge=edge_of(warrior, context, leaves=fights),
    )


def beginning(warrior: Warrior, of: Body, situation: MordheimSituation) -> BodyState:
    """Return the first state of a fighter.

    Raises
    ------
    MatchUpError
        If he has lost as many wounds as he has, or more.
    """
    key = f"{warrior.side}.wounds-lost"
    lost = situation.of(warrior.side).wounds_lost
    if lost and lost >= warrior.w:
        wounds = "1 wound" if warrior.w == 1 else f"{warrior.w} wounds"
        text = (
            f"{clause(warrior.name, 'has')} {wounds}: who has lost the last one"
            " lies, or is out of action. Say how he begins; who stood up again fights"
            " on as if he had one"
        )
        raise MatchUpError(f"/situation/{key}", text)
    posture = POSTURES[situation.of(warrior.side).posture]
    if posture:
        return of.down(posture)._replace(charmed=of.charmed)
    return BodyState(STANDING, warrior.w - lost, charmed=of.charmed)


def ready(
    warrior: Warrior, of: Body, context: MordheimContext, doing: str
) -> BodyState:
    """Return the first state of one who acts in the shooting phase.

    Raises
    ------
    MatchUpError
        If he lies or is stunned, or has lost all his wounds.
    """
    begin = beginning(warrior, of, context.situation)
    if begin.posture != STANDING:
        place = f"/situation/{warrior.side}.posture"
        raise MatchUpError(place, f"who lies or is stunned does not {doing}")
    return begin


def party(
    warrior: Warrior,
    enemy: Warrior,
    counts: Mapping[Side, int],
    context: MordheimContext,
) -> Party:
    """Return one side of a combat, ``counts`` of him against so many enemies."""
    dull = stupid(warrior, context)
    several = counts[enemy.side] > 1
    usual = BlowMoment(
        several=several,
        hates=context.situation.of(warrior.side).hates,
        indoors=context.situation.indoors,
        holy=not unholy(warrior, context.situation),
        unholy=unholy(enemy, context.situation),
    )
    if parries(warrior) is not None:
        context.trace.add(parry_step(warrior))
    of = replace(
        body(warrior, context, stupid=dull > 0, fights=True),
        stops=may_do(enemy, STOPS, context.readings),
        falls=may_do(enemy, FELLS, context.readings) or enemy.has(RUSH),
        fire=fire_on(warrior, enemy, context),
    )
    if may_do(enemy, DISARMS, context.readings):
        of = replace(of, drops=loadouts(warrior).drops)
    return Party(
        warrior,
        counts[warrior.side],
        of,
        usual,
        stupid=dull,
        flees=alone(warrior, context) if several else 0.0,
        pricks=spines_of(warrior, enemy, context),
    )

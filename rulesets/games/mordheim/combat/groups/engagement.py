"""A Mordheim engagement of groups: from their first steps to the last who is left.

They come closer as `group_approach` has it. Once charges have arrived all of the enemy
come to blows with those who charged, as `groups` has it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.blows.injuries import STANDING
from rulesets.games.mordheim.combat.casting import spell_hits
from rulesets.games.mordheim.combat.context import MordheimContext, MordheimSituation
from rulesets.games.mordheim.combat.engagements.approach import MordheimApproach
from rulesets.games.mordheim.combat.engagements.engagement import (
    NOTES,
    ONE_EACH,
    ChargeFear,
    empty_pistols,
    empty_step,
    fears_of,
    mover_of,
    refuse_heights,
)
from rulesets.games.mordheim.combat.engagements.movement import INCH, Mover
from rulesets.games.mordheim.combat.engagements.turns import MOST_TURNS, SETTLED
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.sampling import seed_of
from rulesets.games.mordheim.combat.fights.side import beginning, party
from rulesets.games.mordheim.combat.groups.approach import (
    GroupApproach,
    GroupContact,
    GroupsApart,
    followed_of,
)
from rulesets.games.mordheim.combat.groups.before import (
    BeforeContact,
    contacts,
    throngs,
    whole_side,
)
from rulesets.games.mordheim.combat.groups.groups import (
    ROLLED_ABOVE,
    Groups,
    followed,
    size_of,
)
from rulesets.games.mordheim.combat.groups.likeliest import likeliest
from rulesets.games.mordheim.combat.groups.meetings import (
    Band,
    Meeting,
    Numbers,
    band_of,
)
from rulesets.games.mordheim.combat.groups.remainder import Remainder
from rulesets.games.mordheim.combat.groups.report import (
    GROUP_NOTES,
    group_odds,
    with_dice,
)
from rulesets.games.mordheim.combat.groups.rolls import GroupRolls
from rulesets.games.mordheim.combat.groups.volleys import Afoot, Throng
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.combat.report import ENGAGEMENT_WORDS, SHOWN, labels
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.sampling import generator
from rulesets.odds.sides import OTHER, SIDES, Side

FOLLOWED = 40_000
"""Ways through turns that are followed: about a third of a second of work."""

MOST_MEETINGS = 800
"""Ways to meet that are followed, the likeliest."""

ROLLED_MEETINGS = 1_000
"""Ways to meet that are followed where dice are rolled anyway."""

WORDS = {
    **{key: text for key, text in ENGAGEMENT_WORDS.items() if key != "turns"},
    "*-out": "Nobody left of {own}",
    "*-shot": "Nobody left of {own} before they meet",
    "*-met-worse": "They meet, and one of {own} is out, has lost wounds or lies",
    "turns-apart": "Expected turns until they meet or one side is shot",
}
"""Words for every key of an engagement of groups."""

ROLLED_NOTE = (
    "Too much may happen among so many to follow it until they meet: from where it is "
    "too much on it is rolled, and the error tells how far any chance may be off."
)

NOTES_OF_GROUPS = (
    *NOTES[:6],
    "Each moves, shoots and is hurt by himself; who falls behind follows. Each shoots "
    "at the nearest enemy who stands, of those as near at the weakest.",
    "Once a charge has arrived, all of the enemy come to blows with those who charged, "
    "and nobody shoots any more. Who is left behind joins when these clashes are over.",
    *GROUP_NOTES,
    "A friend who lies is none near. Pistols that are empty when they meet strike no "
    "blow in the first clash; in later ones all are loaded.",
)


def group_engagement(
    warriors: Mapping[Side, Warrior],
    counts: Mapping[Side, int],
    context: MordheimContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of an engagement of groups, of so many turns at most.

    Raises
    ------
    MatchUpError
        If who closes in has no Movement that is a number, if too little of what may
        happen can be followed, if all wounds are lost, if each is said to stand above
        the other, or if one casts what is no hit.
    """
    refuse_heights(context.situation)
    context = replace(context, situation=_all_standing(context.situation))
    found = _Engaging(warriors, counts, context, rounds).odds()
    return replace(
        found,
        trace=tuple(dict.fromkeys(context.trace.steps)),
        notes=(*NOTES_OF_GROUPS, *found.notes[len(GROUP_NOTES) :]),
    )


def _all_standing(situation: MordheimSituation) -> MordheimSituation:
    a, b = (replace(own, posture="standing") for own in (situation.a, situation.b))
    return replace(situation, a=a, b=b)


class _Fresh(NamedTuple):
    """A fighter as he comes to blows: his empty pistols, what a dive adds [pips]."""

    state: BodyState
    empty: frozenset[str]
    dive: int


class _Engaging:
    """An engagement of groups that is asked about."""

    def __init__(
        self,
        warriors: Mapping[Side, Warrior],
        counts: Mapping[Side, int],
        context: MordheimContext,
        rounds: int | None,
    ) -> None:
        self.warriors, self.counts, self.context = warriors, counts, context
        self.rounds = rounds
        self._groups = Groups(warriors, context)
        parties = {
            side: replace(
                party(warriors[side], warriors[OTHER[side]], ONE_EACH, context),
                casts=spell_hits(warriors[side], warriors[OTHER[side]], context),
            )
            for side in SIDES
        }
        melee = Melee(parties["a"], parties["b"], context)
        self.fears: Mapping[Side, ChargeFear] = fears_of(warriors, context)
        self.movers: dict[Side, Mover] = {
            side: mover_of(melee, parties[side], self.fears[side], context)
            for side in SIDES
        }
        begun = {
            side: beginning(warriors[side], parties[side].body, context.situation)
            for side in SIDES
        }
        self.begun: Mapping[Side, BodyState] = begun
        at: Mapping[Side, int] = {"a": 0, "b": context.situation.distance * INCH}
        lines = [
            (
                Afoot(
                    at[side],
                    self.movers[side].side.striking.index[begun[side]],
                    up=context.situation.of(side).above > 0,
                ),
            )
            * counts[side]
            for side in SIDES
        ]
        self.start = GroupsApart(lines[0], lines[1])
        self.size = size_of(
            {side: len(parties[side].body.states()) - 2 for side in SIDES}, counts
        )

    def odds(self) -> Odds:
        """Return the answer: rolled from where too much may be to follow it."""
        before = self._before()
        found = self._told(before, self._ends(before))
        return with_dice(found, (before.dice, self._groups.dice), ROLLED_NOTE)

    def _ends(self, before: BeforeContact) -> dict[Numbers, float]:
        """Return how many are left in the end."""
        ends: dict[Numbers, float] = {}
        for now, share in (*before.ended.items(), *before.apart.items()):
            left = self._number("a", now.a), self._number("b", now.b)
            ends[left] = ends.get(left, 0.0) + share
        for left, share in self._fought(before):
            ends[left] = ends.get(left, 0.0) + share
        return ends

    def _told(self, before: BeforeContact, ends: Mapping[Numbers, float]) -> Odds:
        found = group_odds(self.warriors, ends, self.counts, self.rounds)
        return replace(
            found,
            labels=labels(self.warriors, WORDS),
            events={**found.events, **self._events(before)},
            expected={"turns-apart": before.turns},
            distributions=self._distributions(before),
        )

    def _before(self) -> BeforeContact:
        """Play the turns until they meet: followed, or rolled from some turn on."""
        approach = GroupApproach(MordheimApproach(self.movers, self.context))
        found = BeforeContact(apart={self.start: 1.0})
        active = self.context.situation.first
        most = MOST_TURNS if self.rounds is None else self.rounds
        earlier: dict[GroupsApart, float] = {}
        lost = 0.0
        for number in range(most):
            live, found.apart = found.apart, {}
            mass = sum(live.values())
            if mass < SETTLED or (number % 2 == 0 and earlier == live):
                found.apart = live
                break
            if number % 2 == 0:
                earlier = live
            some = followed_of(live)
            lost += mass - sum(some.values())
            if lost > ROLLED_ABOVE or approach.work_after(len(some)) > FOLLOWED:
                rolls = GroupRolls(approach, live, active, most - number)
                found.add(rolls.roll(self._seed()))
                break
            turn = approach.turn(some, active)
            found.turns += mass
            found.met.append(turn.met)
            found.add_apart(turn.apart.items())
            active = OTHER[active]
        return found

    def _seed(self) -> str:
        return seed_of(
            "engagement", self.warriors, self.counts, self.context, self.rounds
        )

    def _fought(self, before: BeforeContact) -> Iterator[tuple[Numbers, float]]:
        """Yield who is left after the fights that charges begin."""
        begun: dict[Meeting, float] = {}
        for number, met, share in contacts(before):
            left = None if self.rounds is None else self.rounds - number
            meeting = replace(self._meeting(met), turns=left)
            begun[meeting] = begun.get(meeting, 0.0) + share
        if before.games:
            dice = Remainder(generator(self._seed))
            shares = dice.thinned(np.array([*begun.values()]), ROLLED_MEETINGS)
            likely = {
                one: w for one, w in zip(begun, shares.tolist(), strict=True) if w
            }
            self._groups.remainder = dice
        else:
            likely = dict(likeliest(begun, MOST_MEETINGS))
        yield from followed(self._groups, likely, self.size, self._seed).items()

    def _meeting(self, met: GroupContact) -> Meeting:
        own, foe = met.charger, OTHER[met.charger]
        fears = self.fears[own]
        who = {
            own: self._armed(own, met.arrived, charged=True),
            foe: self._armed(foe, met.enemies, charged=False),
        }
        a, b = who["a"], who["b"]
        pistols = tuple(one.empty for one in a), tuple(one.empty for one in b)
        dives = tuple(one.dive for one in a), tuple(one.dive for one in b)
        empty, dived = (any(map(any, some)) for some in (pistols, dives))
        return Meeting(
            (tuple(one.state for one in a), tuple(one.state for one in b)),
            own,
            own,
            self._band(own, met.behind),
            (fears.shaken, fears.shaken_calm),
            pistols if empty else ((), ()),
            dives if dived else ((), ()),
        )

    def _armed(self, side: Side, some: Throng, *, charged: bool) -> list[_Fresh]:
        """Return fighters as they come to blows: who stands, the strongest first."""
        mover = self.movers[side]
        found = []
        for one in some:
            empty = empty_pistols(mover, one.empty)
            if empty:
                self.context.trace.add(empty_step(mover.warrior, empty))
            dived = charged and one.up and mover.dive is not None
            dive = mover.dive.strength if dived and mover.dive else 0
            state = mover.side.states[mover.side.lowered[one.place]]
            found.append(_Fresh(state, empty, dive))
        return sorted(found, key=_in_order)

    def _number(self, side: Side, some: Throng) -> int:
        return len(band_of(self._band(side, some)))

    def _band(self, side: Side, some: Throng) -> Band:
        own = self.movers[side].side
        states = (own.states[own.lowered[one.place]] for one in some)
        return tuple(sorted(states, key=_upright_first))

    def _events(self, before: BeforeContact) -> dict[str, float]:
        charges = dict.fromkeys(SIDES, 0.0)
        worse = dict.fromkeys(SIDES, 0.0)
        for _, met, share in contacts(before):
            charges[met.charger] += share
            for side in SIDES:
                worse[side] += share * self._is_worse(side, met)
        shot = {
            "a": sum(share for now, share in before.ended.items() if not now.a),
            "b": sum(share for now, share in before.ended.items() if not now.b),
        }
        return {
            "contact": sum(charges.values()),
            **{f"{side}-charges": charges[side] for side in SIDES},
            **{f"{side}-shot": shot[side] for side in SIDES},
            **{f"{side}-met-worse": worse[side] for side in SIDES},
        }

    def _is_worse(self, side: Side, met: GroupContact) -> bool:
        states = self._band(side, whole_side(side, met))
        return len(states) < self.counts[side] or any(
            state.posture != STANDING or state.wounds < self.begun[side].wounds
            for state in states
        )

    def _distributions(self, before: BeforeContact) -> dict[str, Distribution]:
        """Return the fighters lost before they meet, and when they do."""
        whole = sum(share for _, share in throngs(before, "a"))
        found: dict[str, Distribution] = {}
        for side in SIDES:
            count = self.counts[side]
            chances = [0.0] * (count + 1)
            for some, share in throngs(before, side):
                chances[count - len(some)] += share / whole
            if any(chances[1:]):
                label = f"Fighters of {self.warriors[side].name} out before they meet"
                found[f"{side}-lost-before-contact"] = Distribution(
                    label, "models", tuple(chances)
                )
        apart = [0.0] * (min(len(before.met), SHOWN) + 1)
        for number, met in enumerate(before.met):
            apart[min(number, len(apart) - 1)] += sum(met.values())
        apart[-1] += max(0.0, 1 - sum(apart))
        found["apart"] = Distribution(
            "Turns before that of the first charge; the last stands for more and never",
            "turns",
            tuple(apart),
        )
        return found


def _in_order(one: _Fresh) -> tuple[tuple[int, int, BodyState], list[str], int]:
    return _upright_first(one.state), sorted(one.empty), one.dive


def _upright_first(state: BodyState) -> tuple[int, int, BodyState]:
    return state.posture, -state.wounds, state

"""Mordheim combats into which one more charges in a later turn."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.games.mordheim.combat.blows.body import BodyState
from rulesets.games.mordheim.combat.blows.injuries import OUT
from rulesets.games.mordheim.combat.context import MordheimContext
from rulesets.games.mordheim.combat.engagements.engagement import (
    ChargeFear,
    charge_fear,
)
from rulesets.games.mordheim.combat.fights.chain import (
    Arrivals,
    MeleeResult,
    StateNames,
    fight_arriving,
)
from rulesets.games.mordheim.combat.fights.duel_turns import melee_turns
from rulesets.games.mordheim.combat.fights.melee import Melee
from rulesets.games.mordheim.combat.fights.orders import MordheimTurn, States
from rulesets.games.mordheim.combat.groups.meetings import MOST_AT_ONE
from rulesets.games.mordheim.combat.profile import Warrior
from rulesets.games.mordheim.sources import CHARGES
from rulesets.odds.answer import Step
from rulesets.odds.fight.model import SHOWN_ROUNDS
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.sampling import Seed
from rulesets.odds.sides import OTHER, SIDES, Side

NOTE = (
    "Who charges in strikes first; for all others it is a later turn of a combat that "
    "goes on, also for whom he charges. If his friends are out he charges all the same."
)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """One who charges into a combat that goes on.

    Parameters
    ----------
    side : str
    turn : int
        The turn of the combat in which he does, the first being 1.
    fears : ChargeFear
        Who is held back stays away from the fight (house).
    """

    side: Side
    turn: int
    fears: ChargeFear


def with_newcomer(
    counts: Mapping[Side, int], new: Newcomer | None
) -> Mapping[Side, int]:
    """Return the fighters of each side, who joins among them."""
    return counts if new is None else {**counts, new.side: counts[new.side] + 1}


def newcomer_of(
    warriors: Mapping[Side, Warrior],
    counts: Mapping[Side, int],
    context: MordheimContext,
) -> Newcomer | None:
    """Return who joins a combat later, if it is said that one does.

    Raises
    ------
    MatchUpError
        If one of each side does, if there are several enemies or more than three would
        be at one, if he would charge with the first, or who breaks is to be followed.
    """
    told = context.situation
    joining = [side for side in SIDES if told.of(side).joins]
    if not joining:
        return None
    side = joining[0]
    place, own = f"/situation/{side}.joins", told.of(side).joins
    first = "a" if told.charge == "none" else told.charge
    if len(joining) > 1:
        raise MatchUpError(place, "one joins, of one side")
    if counts[OTHER[side]] > 1 or counts[side] >= MOST_AT_ONE:
        raise MatchUpError(place, "one joins against one enemy, as the third at most")
    if told.charge == side and own == 1:
        raise MatchUpError(
            place, "who charges in the first turn is one of the fighters"
        )
    if told.of(OTHER[side]).table_edge:
        raise MatchUpError(place, "who breaks is followed where nobody joins")
    if told.dive and counts[side] > 1 and told.charge == side:
        raise MatchUpError(place, "one joins where no more than one dives")
    turn = 2 * own - (first == side)
    text = f"in turn {turn} of the combat one more charges in"
    context.trace.add(Step("Charge", CHARGES, text, side))
    fears = charge_fear(warriors[side], warriors[OTHER[side]], context)
    return Newcomer(side, turn, fears)


@dataclass(slots=True)
class _Before:
    """The turns before one joins: how fights are, by turn those over [chance]."""

    live: dict[States, float]
    over: list[dict[States, float]] = field(default_factory=list)
    first: dict[States, float] = field(default_factory=dict)
    turns: float = 0.0


@dataclass(frozen=True, slots=True)
class JoinedMelee:
    """A combat before and after one more of the several has joined it.

    Parameters
    ----------
    before, after : Melee
        The joining side are the many in both.
    newcomer : Newcomer
    fresh : BodyState
        How he comes.
    """

    before: Melee
    after: Melee
    newcomer: Newcomer
    fresh: BodyState

    def fight(
        self,
        start: tuple[BodyState, ...],
        opening: Mapping[MordheimTurn, float],
        rounds: int | None,
        seed: Seed,
    ) -> MeleeResult:
        """Compute the combat of one whom fear does not hold back; see `chain.fight`."""
        last = self.newcomer.turn - 1
        if rounds is not None and rounds <= last:
            return self._alone(self._played(start, opening, rounds))
        before = self._played(start, opening, last)
        joined = self._joined(before.live)
        arriving: list[Arrivals] = [{"a": over} for over in before.over]
        arriving.append({OTHER[self.newcomer.side]: joined})
        found = fight_arriving(self.after, arriving, rounds, seed)
        shown = found.by_turn[: SHOWN_ROUNDS if rounds is None else rounds]
        names = StateNames(self.after)
        return MeleeResult(
            names.named(found.ends),
            names.named(found.open),
            tuple(names.named(done) for done in shown),
            names.named(before.first or joined),
            before.turns + sum(before.live.values()) + found.turns,
            found.error,
        )

    def _alone(self, before: _Before) -> MeleeResult:
        """Return the result of so few turns that nobody joins."""
        names = StateNames(self.after)
        ends: dict[States, float] = {}
        by_turn = []
        for over in before.over:
            for states, share in over.items():
                ends[states] = ends.get(states, 0.0) + share
            by_turn.append(names.named(ends))
        return MeleeResult(
            names.named(ends),
            names.named(before.live),
            tuple(by_turn),
            names.named(before.first),
            before.turns,
        )

    def _played(
        self,
        start: tuple[BodyState, ...],
        opening: Mapping[MordheimTurn, float],
        last: int,
    ) -> _Before:
        """Play the turns before he joins; his enemy may wait for him alone."""
        turns = melee_turns(self.before)
        foe = self.before.sides[-1]
        live = {self.before.places(start): 1.0}
        found = _Before({})
        coming = opening
        for number in range(last):
            found.turns += sum(live.values())
            after: dict[States, float] = {}
            for turn, share in coming.items():
                for (_, begun), row in zip(
                    live.items(), turns.rows([*live], turn), strict=True
                ):
                    for states, of in row.items():
                        after[states] = after.get(states, 0.0) + share * begun * of
            gone = {one for one in after if foe.posture[one[-1]] >= OUT}
            found.over.append(self._padded({one: after[one] for one in gone}))
            live = {one: share for one, share in after.items() if one not in gone}
            if number == 0:
                found.first = self._padded(after)
            coming = {MordheimTurn(OTHER[next(iter(coming)).active]): 1.0}
        found.live = self._padded(live)
        return found

    def _padded(self, chances: Mapping[States, float]) -> dict[States, float]:
        """Return states with him who has not come yet, as the first of the several.

        In the turn in which he comes he has not just stood up; see `weakest`.
        """
        found: dict[States, float] = {}
        for states, share in chances.items():
            *several, one = self.before.named(states)
            places = self.after.places((self.fresh, *several, one))
            found[places] = found.get(places, 0.0) + share
        return found

    def _joined(self, live: Mapping[States, float]) -> dict[States, float]:
        """Return the states after the turn of his charge."""
        turns, new = melee_turns(self.after), self.newcomer
        foe = self.after.sides[-1]
        found: dict[States, float] = {}
        for afraid in (0, 1):
            turn = MordheimTurn(new.side, new.side, afraid, newcomer=0)
            for (states, share), row in zip(
                live.items(), turns.rows([*live], turn) if live else (), strict=True
            ):
                calm = foe.states[states[-1]].calm
                shakes = new.fears.shaken_calm if calm else new.fears.shaken
                share *= shakes if afraid else 1 - shakes
                for after, of in row.items() if share else ():
                    found[after] = found.get(after, 0.0) + share * of
        return found

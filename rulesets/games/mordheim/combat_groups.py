"""Several Mordheim fighters against several: clash after clash until one side is gone.

They pair off as evenly as they can, at most three to one; each clash is fought to its
end by itself; whoever is left then meets anew.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rulesets.games.mordheim.combat_answer import labels
from rulesets.games.mordheim.combat_body import OUT, STANDING, State
from rulesets.games.mordheim.combat_chain import (
    Chain,
    Names,
    Standing,
    TooManyStates,
    fight,
    first_turn,
)
from rulesets.games.mordheim.combat_parties import beginning, opening, party, seed_of
from rulesets.games.mordheim.combat_profile import Warrior
from rulesets.games.mordheim.combat_turn import Fray, Turn
from rulesets.odds.answer import Distribution, Odds, Step
from rulesets.odds.questions import Settled
from rulesets.odds.sampling import CONFIDENCE, SAMPLES
from rulesets.odds.volley import binomial

MOST_AT_ONE = 3
"""Fighters who strike at one at most; the others wait."""

OTHER = {"a": "b", "b": "a"}

Band = tuple[State, ...]
"""Fighters of one side who are left, those with most wounds first."""

Field = tuple[Band, Band]
"""Who is left of sides A and B."""

GROUP_NOTES = (
    "They pair off as evenly as they can, at most three to one; the others wait.",
    "Each clash is fought to its end by itself; who is left of both sides then meets "
    "anew, back on his feet. The side with more left charges, of equals the first "
    "charger.",
    "Fear is tested before the first clash only. A friend is near, but for the last.",
    "A fighter at 0 wounds fights on: each further wound is one more injury roll.",
)


@dataclass(slots=True)
class Groups:
    """Clashes of two sides, each worked out once.

    Parameters
    ----------
    warriors : mapping
        By side.
    situation, readings : mapping
    steps : list of Step
    error : float
        What sampled clashes may be off, added up [chance].
    """

    warriors: Mapping[str, Warrior]
    situation: Settled
    readings: Settled
    steps: list[Step]
    error: float = 0.0
    sampled: int = 0
    _frays: dict[tuple[str, int, bool], Fray] = field(default_factory=dict)
    _chains: dict[int, Chain] = field(default_factory=dict)
    _clashes: dict[tuple[object, ...], dict[tuple[Band, Band, bool], float]] = field(
        default_factory=dict
    )
    _ends: dict[tuple[Field, str], dict[Field, float]] = field(default_factory=dict)

    def fought(self, now: Field, charger: str) -> dict[Field, float]:
        """Return who is left in the end; both sides where nothing changes any more."""
        if not all(now):
            return {now: 1.0}
        key = now, charger
        if key not in self._ends:
            found: dict[Field, float] = {}
            for after, stuck, share in self._clashed(now, (), charger, 0.0):
                ends = {after: 1.0} if stuck else self._goes_on(after)
                for end, of in ends.items():
                    found[end] = found.get(end, 0.0) + share * of
            self._ends[key] = found
        return self._ends[key]

    def first(
        self, now: Field, waiting: Band, charger: str, shakes: float
    ) -> dict[Field, float]:
        """Return who is left in the end, some of the chargers held back by fear."""
        found: dict[Field, float] = {}
        for after, stuck, share in self._clashed(now, waiting, charger, shakes):
            ends = {after: 1.0} if stuck else self._goes_on(after)
            for end, of in ends.items():
                found[end] = found.get(end, 0.0) + share * of
        return found

    def _goes_on(self, after: Field) -> dict[Field, float]:
        asked = str(self.situation["charge"])
        charger = "a" if asked == "none" else asked
        if len(after[0]) != len(after[1]):
            charger = "a" if len(after[0]) > len(after[1]) else "b"
        return self.fought(after, charger)

    def _clashed(
        self, now: Field, waiting: Band, charger: str, shakes: float
    ) -> Iterator[tuple[Field, bool, float]]:
        """Yield who is left after one clash of everybody who is near enough."""
        many = "a" if len(now[0]) >= len(now[1]) else "b"
        several, ones = now if many == "a" else now[::-1]
        idle = several[MOST_AT_ONE * len(ones) :]
        several = several[: MOST_AT_ONE * len(ones)]
        left: dict[tuple[Band, Band, bool], float] = {((), (), False): 1.0}
        for place, one in enumerate(ones):
            against = several[place :: len(ones)]
            alone = len(ones) == 1 and not (waiting and charger != many)
            clash = self._clash(many, against, one, charger, shakes, alone=alone)
            left = _merged(left, clash)
        for (of_many, of_one, stuck), share in left.items():
            sides = {many: (*of_many, *idle), OTHER[many]: of_one}
            if waiting:
                sides[charger] = (*sides[charger], *waiting)
            yield (_band(sides["a"]), _band(sides["b"])), stuck, share

    def _clash(
        self,
        many: str,
        several: Band,
        one: State,
        charger: str,
        shakes: float,
        *,
        alone: bool,
    ) -> dict[tuple[Band, Band, bool], float]:
        """Return who is left of some and of whom they fight, and if it never ends."""
        key = many, several, one, alone, charger, shakes
        if key in self._clashes:
            return self._clashes[key]
        counts = {many: len(several), OTHER[many]: 1}
        fray = self._fray(many, len(several), counts, alone=alone)
        turns = opening(charger, counts, shakes)
        seed = f"{seed_of(self.warriors, counts, self.situation, self.readings)} {key}"
        ended, still = self._ended(fray, (*several, one), turns, seed)
        found: dict[tuple[Band, Band, bool], float] = {}
        for stuck, ends in ((False, ended), (True, still)):
            for states, share in ends.items():
                end = _band(states[:-1]), _band(states[-1:]), stuck
                found[end] = found.get(end, 0.0) + share
        self._clashes[key] = found
        return found

    def _ended(
        self, fray: Fray, start: Band, turns: Mapping[Turn, float], seed: str
    ) -> tuple[Standing, Standing]:
        """Return how a clash ends, and how it stands where nothing changes any more.

        Equal sides are solved for once, for every way that a clash of theirs may begin.
        """
        first = first_turn(fray, start, turns)
        after = OTHER[next(iter(turns)).active]
        chain = self._chains.get(id(fray))
        try:
            if chain is None or not chain.knows(after, first):
                starts = [(side, states) for side in ("a", "b") for states in first]
                known = [] if chain is None else [*chain.nodes]
                chain = self._chains[id(fray)] = Chain(fray, [*known, *starts])
        except TooManyStates:
            tale = fight(fray, start, turns, None, seed)
            self.error += tale.error
            self.sampled += SAMPLES
            return tale.ends, tale.open
        ended, still, _ = chain.at_last(*chain.entering({after: first}))
        named = Names(fray)
        return named.told(ended), named.told(still)

    def _fray(
        self, many: str, number: int, counts: Mapping[str, int], *, alone: bool
    ) -> Fray:
        key = many, number, alone
        if key not in self._frays:
            asked = dict(self.situation)
            if not alone:
                asked[f"{OTHER[many]}.friend-near"] = True
            parties = {
                side: party(
                    self.warriors[side],
                    self.warriors[OTHER[side]],
                    counts,
                    asked,
                    self.readings,
                    self.steps,
                )
                for side in ("a", "b")
            }
            self._frays[key] = Fray(
                parties[many], parties[OTHER[many]], self.readings, self.steps
            )
        return self._frays[key]


def _band(states: tuple[State, ...]) -> Band:
    """Return those who are left, back on their feet with their weapons, in order."""
    return tuple(
        sorted(
            (
                state._replace(posture=STANDING, dull=False, kit=0)
                for state in states
                if state.posture < OUT
            ),
            key=lambda state: (-state.wounds, state),
        )
    )


def _merged(
    left: Mapping[tuple[Band, Band, bool], float],
    clash: Mapping[tuple[Band, Band, bool], float],
) -> dict[tuple[Band, Band, bool], float]:
    """Return who is left of two clashes that have nothing to do with one another."""
    found: dict[tuple[Band, Band, bool], float] = {}
    for (many, ones, stuck), share in left.items():
        for (more, another, bound), of in clash.items():
            key = (
                _band((*many, *more)),
                _band((*ones, *another)),
                stuck or bound,
            )
            found[key] = found.get(key, 0.0) + share * of
    return found


def group_fight(
    warriors: Mapping[str, Warrior],
    counts: Mapping[str, int],
    fear: tuple[float, float],
    situation: Settled,
    readings: Settled,
    steps: list[Step],
) -> Odds:
    """Return the odds of several against several, fought to the end.

    Parameters
    ----------
    warriors, counts : mapping
        By side.
    fear : tuple of float
        Chances that fear holds back a charger, and shakes who is charged [chance].
    """
    groups = Groups(warriors, situation, readings, steps)
    begun = {
        side: (
            beginning(
                warrior,
                party(
                    warrior, warriors[OTHER[side]], counts, situation, readings, []
                ).body,
                situation,
            ),
        )
        * counts[side]
        for side, warrior in warriors.items()
    }
    charger = str(situation["charge"])
    holds, shakes = fear
    ends: dict[Field, float] = {}
    held_all = 0.0
    for held in range(counts.get(charger, 0) + 1) if holds else (0,):
        share = binomial(counts.get(charger, 0), holds)[held]
        if held and held == counts[charger]:
            held_all = share
            continue
        now = dict(begun)
        waiting: Band = ()
        if held:
            now[charger], waiting = begun[charger][held:], begun[charger][:held]
        after = groups.first((now["a"], now["b"]), waiting, charger, shakes)
        for end, of in after.items():
            ends[end] = ends.get(end, 0.0) + share * of
    return _told(groups, ends, counts, (charger, held_all))


def _told(
    groups: Groups,
    ends: Mapping[Field, float],
    counts: Mapping[str, int],
    held: tuple[str, float],
) -> Odds:
    outcomes = {"a-out": 0.0, "b-out": 0.0}
    left = {side: [0.0] * (counts[side] + 1) for side in ("a", "b")}
    undecided = 0.0
    for (of_a, of_b), share in ends.items():
        left["a"][len(of_a)] += share
        left["b"][len(of_b)] += share
        if of_a and of_b:
            undecided += share
        else:
            outcomes["b-out" if of_a else "a-out"] += share
    if held[1]:
        outcomes[f"{held[0]}-holds-back"] = held[1]
        for side in ("a", "b"):
            left[side][counts[side]] += held[1]
    sampled = groups.sampled > 0
    return Odds(
        outcomes={**outcomes, "undecided": undecided},
        labels=_labels(groups.warriors),
        survivors={
            side: Distribution(
                f"{groups.warriors[side].name}: fighters left",
                "models",
                tuple(chances),
            )
            for side, chances in left.items()
        },
        events={"a-wins": outcomes["b-out"], "b-wins": outcomes["a-out"]},
        method="sampled" if sampled else "exact",
        error=min(1.0, groups.error),
        confidence=CONFIDENCE if sampled else 1.0,
        samples=groups.sampled,
        notes=GROUP_NOTES,
    )


def _labels(warriors: Mapping[str, Warrior]) -> dict[str, str]:
    found = labels(warriors)
    for side, warrior in warriors.items():
        found[f"{side}-out"] = f"Nobody left of {warrior.name}"
    return found

"""Effects of blows on a Mordheim fighter: matrices on the states of his body.

The second half of a matrix are the same states after the striker's critical hit, of
which he has one a phase.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from rulesets.games.mordheim.combat.blows.blows import (
    NEVER,
    BlowGroup,
    MordheimBlow,
    Packets,
    Parry,
    criticals,
    parried,
    plain,
    to_wound,
)
from rulesets.games.mordheim.combat.blows.body import GONE, Body, BodyState, weighted
from rulesets.games.mordheim.combat.blows.injuries import OUT
from rulesets.games.mordheim.critical_hits import AGAIN, FELLS, GENERAL
from rulesets.odds.volley import Floats

ChanceRows = Sequence[Sequence[tuple[int, float]]]
"""The states after something by those before it, with the chance of each."""

HITS = 256
"""Hits that are kept for one body."""


class Striking:
    """The matrices of blows against one body."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.states = body.states()
        self.index = {state: place for place, state in enumerate(self.states)}
        self.same: Floats = np.eye(2 * len(self.states))
        self._hits: dict[tuple[MordheimBlow, bool, bool], Floats] = {}

    def hit(
        self, blow: MordheimBlow, *, sure: bool = False, lying: bool = False
    ) -> Floats:
        """Return the matrix of one hit, on one who stands or lies."""
        key = blow, sure, lying
        if key not in self._hits:
            if len(self._hits) >= HITS:
                self._hits.clear()
            self._hits[key] = self._hit(blow, sure=sure, lying=lying)
        return self._hits[key]

    def _hit(self, blow: MordheimBlow, *, sure: bool, lying: bool) -> Floats:
        size = len(self.states)
        wounds, crits = to_wound(blow, sure=sure)
        ordinary = self._effect(blow, plain(blow), lying=lying)
        special = np.zeros((size, size))
        for share, does, packets in criticals(blow):
            single = self._effect(blow, packets, does, lying=lying)
            if does == AGAIN:
                single = single @ self._once_more(blow, lying=lying)
            special += share * single
        matrix = np.zeros((2 * size, 2 * size))
        matrix[:size, :size] = (wounds - crits) * ordinary
        matrix[:size, size:] = crits * special
        matrix[size:, size:] = wounds * ordinary
        matrix += (1 - wounds) * self._in_vain(blow, lying=lying)
        for effect in self._beside_wounds(blow):
            matrix = matrix @ effect
        if blow.dodged:
            matrix = blow.dodged * self.same + (1 - blow.dodged) * matrix
        return self._charmed(matrix) if self.body.charmed else matrix

    def _beside_wounds(self, blow: MordheimBlow) -> Iterator[Floats]:
        """Yield the matrices of what a hit does whether it wounds or not."""
        if blow.fells:
            yield self._of_each(
                {
                    state: self.body.slipping(state, self.body.struck(state, FELLS))
                    for state in self.states
                }
            )
        if blow.alight and self.body.fire is not None:
            takes = blow.alight
            yield self._of_each(
                {
                    state: {state._replace(alight=True): takes, state: 1 - takes}
                    for state in self.states
                    if state.posture < OUT and not state.alight
                }
            )

    def _of_each(self, after: Mapping[BodyState, Mapping[BodyState, float]]) -> Floats:
        """Return the matrix of where states lead; those not named stay as they are."""
        size = len(self.states)
        matrix = np.zeros_like(self.same)
        for place, state in enumerate(self.states):
            for now, share in after.get(state, {state: 1.0}).items():
                for half in (0, size):
                    matrix[half + place, half + self.index[now]] += share
        return matrix

    def _in_vain(self, blow: MordheimBlow, *, lying: bool) -> Floats:
        """Return the matrix after a hit that did not wound."""
        if blow.further is None:
            return self.same
        if lying:
            return self.hit(blow.further, lying=True)
        return self._group(BlowGroup(1, blow.further))

    def _once_more(self, blow: MordheimBlow, *, lying: bool) -> Floats:
        """Return one more blow, which is no critical hit: there has been one."""
        size = len(self.states)
        plainer = replace(blow, critical=NEVER, table=GENERAL)
        if lying:
            return self.hit(plainer, lying=True)[:size, :size]
        return self._group(BlowGroup(1, plainer))[:size, :size]

    def _effect(
        self, blow: MordheimBlow, packets: Packets, does: str = "", *, lying: bool
    ) -> Floats:
        size = len(self.states)
        matrix = np.zeros((size, size))
        for place, state in enumerate(self.states):
            row = weighted(
                (of, self._after(blow, packets, begun, lying=lying))
                for begun, of in self.body.struck(state, does).items()
            )
            for after, share in self.body.slipping(state, row).items():
                matrix[place, self.index[after]] += share
        return matrix

    def _after(
        self, blow: MordheimBlow, packets: Packets, state: BodyState, *, lying: bool
    ) -> dict[BodyState, float]:
        nothing = 1 - sum(packets.values())
        parts = [(nothing, {state: 1.0})]
        for (wounds, bonus, bare, kills), share in packets.items():
            if (lying or (kills and not self.body.endless)) and state.posture < OUT:
                parts.append((share, {GONE: 1.0}))
                continue
            trauma = replace(blow.trauma, bonus=blow.trauma.bonus + bonus, bare=bare)
            if blow.one_injury and wounds > 1:
                wounds = min(wounds, max(state.wounds, 1))
            parts.append((share, dict(self.body.suffer(state, wounds, trauma))))
        return weighted(parts)

    def _charmed(self, matrix: Floats) -> Floats:
        """Let a lucky charm undo the first hit on 4+; it is spent either way."""
        size = len(self.states)
        found = matrix.copy()
        for place, state in enumerate(self.states):
            if not state.charmed:
                continue
            spent = self.index[state._replace(charmed=False)]
            for half in (0, size):
                found[half + place] = 0.5 * matrix[half + spent]
                found[half + place, half + spent] += 0.5
        return found

    def strike(
        self, groups: tuple[BlowGroup, ...], parry: Parry | None
    ) -> tuple[Floats, Floats]:
        """Return the matrices of blows on one who stands: no parry tried, one tried.

        Parameters
        ----------
        groups : tuple of BlowGroup
            In the order in which they are struck.
        parry : Parry, optional
            How the defender parries one of them; none if he cannot.
        """
        counted = [
            place
            for place, group in enumerate(groups)
            if parry is not None and group.blow.may_parry and group.blows
        ]
        if parry is None or not counted:
            whole = self._product([self._group(group) for group in groups])
            return whole, np.zeros_like(self.same)
        found = np.zeros_like(self.same), np.zeros_like(self.same)
        left = parried([groups[place] for place in counted], parry)
        for (hits, tried), share in left.items():
            steps = [self._group(group) for group in groups]
            for place, (ordinary, sixes) in zip(counted, hits, strict=True):
                blow = groups[place].blow
                steps[place] = power(self.hit(blow), ordinary) @ power(
                    self.hit(blow, sure=blow.lotus), sixes
                )
            found[tried][:] += share * self._product(steps)
        return found

    def _product(self, steps: list[Floats]) -> Floats:
        found = steps[0] if steps else self.same
        for step in steps[1:]:
            found = found @ step
        return found

    def _group(self, group: BlowGroup) -> Floats:
        blow = group.blow
        six = blow.faces[5] if blow.lotus else 0.0
        matrix = (1 - blow.hits) * self.same
        matrix += (blow.hits - six) * self.hit(blow)
        if six:
            matrix += six * self.hit(blow, sure=True)
        return power(matrix, group.blows)

    def shots(
        self,
        blow: MordheimBlow,
        shots: int,
        hits: int,
        *,
        each: bool,
        first: MordheimBlow | None = None,
    ) -> Floats:
        """Return the matrix of one shooter: no parry, nobody lies too low to be hit.

        Parameters
        ----------
        blow : MordheimBlow
        shots : int
            At least 1 [dice].
        hits : int
            Hits that one shot counts as.
        each : bool
            True if every shot may be a critical hit, not only the first one.
        first : MordheimBlow, optional
            The first shot, where it is another one.
        """
        matrix = self.one_shot(blow, hits)
        begun = matrix if first is None else self.one_shot(first, hits)
        if each:
            return self.narrowed(begun) @ power(self.narrowed(matrix), shots - 1)
        return self.narrowed(begun @ power(matrix, shots - 1))

    def one_shot(self, blow: MordheimBlow, hits: int) -> Floats:
        """Return the matrix of one shot, twice as wide as the states."""
        six = blow.faces[5] if blow.lotus else 0.0
        matrix = (1 - blow.hits) * self.same
        matrix += (blow.hits - six) * power(self.hit(blow), hits)
        if six:
            matrix += six * power(self.hit(blow, sure=True), hits)
        if blow.misfire is not None:
            matrix += (power(self.hit(blow.misfire), hits) - self.same) / 36
        found: Floats = matrix
        return found

    def narrowed(self, matrix: Floats) -> Floats:
        """Return a matrix of the states alone, critical hit or not."""
        size = len(self.states)
        found: Floats = matrix[:size, :size] + matrix[:size, size:]
        return found

    def finish(self, groups: tuple[BlowGroup, ...]) -> Floats:
        """Return the matrix of blows on one who is knocked down."""
        return self._product(
            [power(self._at_the_fallen(group.blow), group.blows) for group in groups]
        )

    def _at_the_fallen(self, blow: MordheimBlow) -> Floats:
        """Return the matrix of one blow on one who lies, as the reading has it.

        Either it must hit, and then wounds without a roll, or it hits without one.
        """
        if not blow.finishes:
            return self.hit(blow, lying=True)
        size = len(self.states)
        matrix = np.zeros_like(self.same)
        for place, state in enumerate(self.states):
            after = self.index[GONE] if state.posture < OUT else place
            for half in (0, size):
                matrix[half + place, half + after] = 1.0
        matrix = blow.dodged * self.same + (1 - blow.dodged) * matrix
        matrix = self._charmed(matrix) if self.body.charmed else matrix
        found: Floats = (1 - blow.hits) * self.same + blow.hits * matrix
        return found


def power(matrix: Floats, times: int) -> Floats:
    """Return a matrix so many times by itself."""
    if times == 1:
        return matrix
    found: Floats = np.linalg.matrix_power(matrix, times)
    return found


def sparse(matrix: Floats) -> ChanceRows:
    """Return the rows of a matrix without what is impossible."""
    return [
        [(place, share) for place, share in enumerate(row) if share]
        for row in matrix.tolist()
    ]

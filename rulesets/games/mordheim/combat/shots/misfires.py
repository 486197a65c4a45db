"""Misfires of shots in Mordheim: what they do to a gun, its firer and his target."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulesets.games.mordheim.combat.blows.blows import MordheimBlow
from rulesets.games.mordheim.combat.blows.body import GONE, Body, BodyState
from rulesets.games.mordheim.combat.blows.injuries import OUT
from rulesets.games.mordheim.combat.blows.powder import burst
from rulesets.games.mordheim.combat.blows.strikes import ChanceRows, power, sparse
from rulesets.games.mordheim.combat.fights.side import SideStates, striking
from rulesets.games.mordheim.combat.profile import Warrior

ONE_AND = 1 / 36
"""Chance of a natural 1 to hit and of one result after it [chance]."""

FINE, SLOW, LOST = range(3)
"""States of a gun after a misfire, the worse the higher: loads longer, is gone."""


@dataclass(frozen=True, slots=True)
class RiskyShots:
    """A turn's shots that may misfire, one after the other.

    None is fired once either is out of action. A gun that burst or jammed is lost, a
    brace as one, though its other pistol is still fired in that turn (house).

    Parameters
    ----------
    shots : int
        [dice]
    single : rows
        What one shot does to the target, but for a gun that bursts, jams or is slow.
    burst : rows
        What a gun that explodes does to its firer.
    firer, target : sequence of int
        The postures of both by their places.
    """

    shots: int
    single: ChanceRows
    burst: ChanceRows
    firer: Sequence[int]
    target: Sequence[int]

    def after(self, firer: int, target: int) -> dict[tuple[int, int, int], float]:
        """Return what is left of the gun, of its firer and of his target [chance]."""
        live = {(FINE, firer, target): 1.0}
        for _ in range(self.shots):
            found: dict[tuple[int, int, int], float] = {}
            for key, share in live.items():
                for after, of in self._one(*key):
                    found[after] = found.get(after, 0.0) + share * of
            live = found
        size = len(self.target)
        ended: dict[tuple[int, int, int], float] = {}
        for (gun, own, struck), share in live.items():
            end = gun, own, struck % size
            ended[end] = ended.get(end, 0.0) + share
        return ended

    def _one(
        self, gun: int, own: int, struck: int
    ) -> Iterator[tuple[tuple[int, int, int], float]]:
        if self.firer[own] >= OUT or self.target[struck % len(self.target)] >= OUT:
            yield (gun, own, struck), 1.0
            return
        for after, share in self.single[struck]:
            yield (gun, own, after), share
        for after, share in self.burst[own]:
            yield (LOST, after, struck), share * ONE_AND
        yield (LOST, own, struck), ONE_AND
        yield (max(gun, SLOW), own, struck), ONE_AND


def risky_shots(
    firer: SideStates,
    target: SideStates,
    blow: MordheimBlow,
    shots: int,
    hits: int,
    *,
    each: bool,
) -> RiskyShots:
    """Return shots that may misfire; see `Striking.shots`."""
    struck, own = target.striking, firer.striking
    single = struck.one_shot(blow, hits) - 3 * ONE_AND * struck.same
    burst_hit = own.narrowed(own.hit(burst(firer.party.warrior)))
    return RiskyShots(
        shots,
        sparse(struck.narrowed(single) if each else single),
        sparse(burst_hit),
        firer.posture,
        target.posture,
    )


def events(
    a: Warrior, body: Body, begin: BodyState, shots: int, shooters: int
) -> tuple[Mapping[str, float], Mapping[str, str]]:
    """Return the chances of what may happen to the shooters' side, and their words."""
    hit = burst(a)
    target = striking(body)
    size = len(target.states)
    single = (1 - ONE_AND) * target.same + ONE_AND * target.hit(hit)
    row = power(single, shots)[target.index[begin]]
    gone = target.index[GONE]
    out = float(row[gone] + row[size + gone])
    guns = shots * shooters
    found = {
        "a-gun-explodes": 1 - (1 - ONE_AND) ** guns,
        "a-gun-jams": 1 - (1 - ONE_AND) ** guns,
        "a-out-by-misfire": 1 - (1 - out) ** shooters,
    }
    return found, {
        "a-gun-explodes": f"A gun of {a.name} explodes",
        "a-gun-jams": f"A gun of {a.name} jams for good",
        "a-out-by-misfire": f"{a.name} taken out of action by his own gun",
    }

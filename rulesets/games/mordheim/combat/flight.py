"""One who fights several alone and fails his test: he is struck, and flees."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulesets.games.mordheim.combat.body import STANDING
from rulesets.games.mordheim.combat.side import Kernel, SideStates


@dataclass(frozen=True, slots=True)
class Flight:
    """The flight of the one from the many.

    Parameters
    ----------
    one : SideStates
    every : bool
        True if he is tested in every turn, false if in his own only.
    sure : callable
        What a sure hit does to him, by the kit of the striker.
    """

    one: SideStates
    every: bool
    sure: Callable[[int], Kernel]

    def fails(self, active: str) -> float:
        """Return the chance that he fails a test in the turn of a side."""
        tests = self.every or self.one.party.warrior.side == active
        return self.one.party.flees if tests else 0.0

    def fleeing(self, place: int, standing: Sequence[int]) -> dict[int, float]:
        """Return how he is after a sure hit from each enemy who stands: gone, or down.

        They strike him with what they fight with in later turns, told by their kits.
        """
        live = {place: 1.0}
        for kit in standing:
            found: dict[int, float] = {}
            sure = self.sure(kit)
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

"""The effort of a battle line that is rolled, counted: never a clock.

It decides how many fights are rolled, and how many of them go on. So a question has the
same answer on every machine.
"""

from dataclasses import dataclass, field
from typing import Generic

from rulesets.odds.battle_line.model import Mode
from rulesets.odds.battle_line.next_modes import NextModes
from rulesets.odds.battle_line.round_plans import RoundPlans

MOST_EFFORT = 40_000_000
"""Effort of a whole answer, in blows of a fight."""

BEYOND = 10_000_000
"""Effort beyond that of a whole answer before fights are left for others."""

USUAL = 0.65
"""Share of it above which no more fights are rolled than tell chances to 0.1 %."""

PER_STEP, PER_BLOW = 2_800, 160
"""Effort of a step that is written down, and of a blow of a round that is laid out."""

PER_CLASS, PER_ROW, PER_MODE = 520, 4_000, 1_600
"""Effort of a class of rounds whose tests are looked up, of a row of what follows, and
of a mode."""

PER_ROUND = 20_000
"""Effort of a round of fights that are alike, besides theirs."""

PER_FIGHT = 53
"""Effort of a round of a fight besides its blows; with the ways in which it goes on."""

BY_HAND = 10
"""Effort of a blow that cannot be written as steps, in others."""

FLATTER = 0.6
"""By how much less classes of rounds, and modes, grow later."""

OF_PLANS = 0.07
"""Power of the fights by which the effort of rounds that are laid out grows."""

LATER = 0.25
"""Share of its steps that is new in a kind of rounds that is met late."""


@dataclass(slots=True, eq=False)
class Effort(Generic[Mode]):
    """The effort of a battle line so far.

    Parameters
    ----------
    nexts : NextModes
    plans : RoundPlans
    blows : int
        Effort of all fights and their blows.
    met : dict
        How many fights played rounds like some modes, by the numbers of these.
    rounds : int
        Rounds of fights that are alike, all together.
    """

    nexts: NextModes[Mode]
    plans: RoundPlans[Mode]
    blows: int = 0
    met: dict[int, int] = field(default_factory=dict)
    rounds: int = 0

    @property
    def of_plans(self) -> int:
        """Return the effort of all rounds that were laid out."""
        return PER_STEP * self.plans.written + PER_BLOW * self.plans.blows

    @property
    def of_nexts(self) -> int:
        """Return the effort of all consequences that were looked up."""
        nexts = self.nexts
        of_rows = PER_CLASS * nexts.tested + PER_ROW * nexts.rows
        of_modes = PER_MODE * len(nexts.modes) + PER_ROUND * self.rounds
        return of_rows + of_modes

    @property
    def left(self) -> int:
        """Return what is left of the effort of a whole answer."""
        return MOST_EFFORT - self.of_plans - self.of_nexts - self.blows

    def begin(self, kind: int, fights: int) -> None:
        """Count a round of so many fights like some modes."""
        self.met[kind] = self.met.get(kind, 0) + fights
        self.rounds += 1

    def strike(self, fights: int, blows: int, *, planned: bool) -> None:
        """Count a round of so many fights with so many blows."""
        self.blows += fights * (blows * (1 if planned else BY_HAND) + PER_FIGHT)

    def affordable(self, fights: int, least: int, most: int, share: float = 1.0) -> int:
        """Return how many fights of so many to so few are affordable.

        Parameters
        ----------
        fights : int
            That were fought so far.
        least, most : int
            Bounds of the answer.
        share : float
            Of the effort of a whole answer, for all of them.

        Notes
        -----
        Classes of rounds, and modes, grow with a power of the fights: at first by as
        much as, of those that are met, are met once; later more slowly. Rounds that are
        laid out hardly grow: their steps are those of others.

        References
        ----------
        I. J. Good, The population frequencies of species and the estimation of
        population parameters, 1953.
        """
        begun, left = fights, self.left - (1 - share) * MOST_EFFORT
        rare = self.nexts.rare / max(self.nexts.rows, 1)
        grown = (self.of_nexts, FLATTER * rare), (self.of_plans, OF_PLANS)
        while least < most:
            middle = (least + most + 1) // 2
            needed = middle * self.blows / begun
            for known, power in grown:
                needed += known * ((middle / begun) ** power - 1)
            if needed <= left:
                least = middle
            else:
                most = middle - 1
        return least

    def allows(self, kinds: set[int]) -> bool:
        """Return whether rounds like some modes may be played, by how many are new."""
        each = LATER * self.of_plans / max(len(self.met), 1)
        return len(kinds - self.met.keys()) * each <= self.left + BEYOND

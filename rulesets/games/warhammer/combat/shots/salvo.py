"""A salvo: one round of shots of a unit, or of its war machine."""

from dataclasses import dataclass

from rulesets.games.warhammer.combat.blows.attack import WarhammerAttack
from rulesets.games.warhammer.combat.shots.beside import Hits

Counts = tuple[tuple[float, ...], ...]
"""Chances of hits in the middle of a template and of others."""

ALWAYS_NONE: Counts = ((1.0,),)


@dataclass(frozen=True, slots=True)
class Salvo:
    """One round of shots of a unit.

    Parameters
    ----------
    fixed : tuple of Hits
        Shots that are always made, in their order.
    middle, around : Hits, optional
        Hits of a war machine in the middle of a template, and all others.
    counts : tuple of tuple of float
        ``[m][k]``: chance of m hits in the middle, none or one, and k others [chance].
    misfires : float
        Chance that a die of a war machine shows a misfire that stands [chance].
    bolt : tuple of WarhammerAttack
        On one rank after the other, as long as each slays; empty for other shots.
    bursts : tuple of (Hits, tuple of float)
        Hits that no shot makes, with the chances of 0, 1, 2 … of them [chance].
    """

    fixed: tuple[Hits, ...] = ()
    middle: Hits | None = None
    around: Hits | None = None
    counts: Counts = ALWAYS_NONE
    misfires: float = 0.0
    bolt: tuple[WarhammerAttack, ...] = ()
    bursts: tuple[tuple[Hits, tuple[float, ...]], ...] = ()

    @property
    def shown(self) -> WarhammerAttack:
        """Return the attack that a card shows: no hit in the middle of a template."""
        if self.bolt:
            return self.bolt[0]
        return (self.around or self.fixed[-1]).attack

    @property
    def shoots(self) -> bool:
        """Return whether anything is shot."""
        return bool(self.bolt or self.fixed or self.around or self.bursts)

    @property
    def dice(self) -> float:
        """Return the mean of shots, or of the hits of a machine [dice]."""
        further = sum(
            hits * chance
            for _, counts in self.bursts
            for hits, chance in enumerate(counts)
        )
        if self.bolt:
            return 1.0 + further
        hits = sum(
            chance * (middle + others)
            for middle, row in enumerate(self.counts)
            for others, chance in enumerate(row)
        )
        return sum(one.dice for one in self.fixed) + hits + further

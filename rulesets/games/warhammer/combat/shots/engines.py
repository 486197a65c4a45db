"""War machines: how each of them shoots, and the figures of its missile."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from rulesets.core.values import Gear
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.shots.landings import (
    ARTILLERY,
    Layout,
    Shot,
    shot_at,
)
from rulesets.games.warhammer.sources import (
    BOLT_THROWERS,
    BRETONNIA,
    CANNONS,
    EMPIRE,
    ORCS,
    STONE_THROWERS,
)
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.attack import ONE_WOUND
from rulesets.odds.dice import Chances

Flight = Literal["bolt", "ball", "stone", "hail"]
"""Kinds of flight: straight through the ranks, bouncing along a line, from
above under a template, or as many hits at once."""

D3: Chances = (Fraction(0), *[Fraction(1, 3)] * 3)
D6: Chances = (Fraction(0), *[Fraction(1, 6)] * 6)


@dataclass(frozen=True, slots=True)
class Engine:
    """A war machine's way to shoot.

    Parameters
    ----------
    key : str
        The rule that a unit carries for it.
    flight : Flight
    low, high : int
        Least and greatest distance that may be guessed, or shot at [inches].
    strength : int
        Of a hit; of a hail up to half of its range.
    centre : int
        Strength under the middle of a template; of a hail beyond half of its range.
    damage, centre_damage : tuple of Fraction
        Wounds of an unsaved wound [chance].
    piercing : int, optional
        Taken from an armour save besides the Strength; none where there is no save
        [pips].
    diameter : int
        Of its template [inches].
    costs_crew : bool
        True if a misfire that silences it slays one of its crew.
    source : str
    """

    key: str
    flight: Flight
    low: int
    high: int
    strength: int
    centre: int
    damage: Chances
    centre_damage: Chances
    piercing: int | None
    source: str
    diameter: int = 0
    costs_crew: bool = False

    @property
    def guesses(self) -> bool:
        """Return whether the player guesses how far it shoots."""
        return self.flight in ("ball", "stone")

    def shot(self, layout: Layout, distance: int, within: int = 0) -> Shot:
        """Return how a player guesses who shoots it at a target so far away.

        A ball bounces into its target, so it may be aimed short of it; a stone is
        aimed at the middle model, and hits as far from where it strays as its template
        reaches.
        """
        bounces = self.flight == "ball"
        short = ARTILLERY[-1] if bounces else 0
        reach = ARTILLERY[-1] if bounces else (self.diameter + 1) // 2
        return shot_at(
            layout, distance, self.low, self.high, within, short=short, reach=reach
        )

    @property
    def misfires(self) -> bool:
        """Return whether it rolls the artillery die."""
        return self.flight != "bolt"


STONE_THROWER = Engine(
    "stone-thrower",
    "stone",
    12,
    60,
    4,
    8,
    D6,
    D6,
    None,
    STONE_THROWERS,
    diameter=3,
    costs_crew=True,
)

ENGINES = {
    one.key: one
    for one in (
        Engine("bolt-thrower", "bolt", 0, 48, 6, 6, D3, D3, None, source=BOLT_THROWERS),
        Engine("cannon", "ball", 0, 60, 10, 10, D6, D6, None, source=CANNONS),
        STONE_THROWER,
        replace(
            STONE_THROWER,
            key="trebuchet",
            strength=5,
            centre=10,
            source=f"{BRETONNIA}, Field Trebuchet; {STONE_THROWERS}",
        ),
        replace(
            STONE_THROWER,
            key="doom-diver",
            source=f"{ORCS}, army list; {STONE_THROWERS}",
        ),
        Engine(
            "mortar-shell",
            "stone",
            12,
            48,
            3,
            6,
            ONE_WOUND,
            D3,
            1,
            source=f"{EMPIRE}, Mortar; {STONE_THROWERS}",
            diameter=5,
        ),
        Engine(
            "volley",
            "hail",
            0,
            24,
            5,
            4,
            ONE_WOUND,
            ONE_WOUND,
            0,
            source=f"{EMPIRE}, Helblaster Volley Gun",
        ),
    )
}
"""By the rule that says so. An item that prints a range or a Strength has its own."""

GRAPESHOT = Engine(
    "cannon",
    "hail",
    0,
    8,
    4,
    4,
    ONE_WOUND,
    ONE_WOUND,
    1,
    source=f"{CANNONS}: Grapeshot",
)
"""The shot of a cannon at the nearest: as many hits as the artillery die says."""


@kept_by_identity(most=1024)
def engine_of(own: WarhammerUnit) -> Engine | None:
    """Return how a unit's war machine shoots, none where it has no machine.

    What its item prints of range and Strength counts in place of the rulebook's.
    """
    found = next((ENGINES[key] for key in ENGINES if own.has(key)), None)
    if found is None:
        return None
    piece = piece_of(own)
    return found if piece is None else _as_printed(found, piece)


def piece_of(own: WarhammerUnit) -> Gear | None:
    """Return the item that stands for a unit's machine: what shoots and is not held."""
    carried = [piece for group in own.groups for piece in group.gear]
    if own.machine is not None:
        carried += own.machine.gear
    shot = [piece for piece in carried if piece.kind == "ranged"]
    return next((piece for piece in shot if not piece.hands), None)


def _as_printed(engine: Engine, piece: Gear) -> Engine:
    """Return an engine with the range and the Strengths that an item prints.

    Examples
    --------
    >>> lobber = Gear("lobber", "Lobber", {"range": "12-36", "strength": "5 (10)"})
    >>> own = _as_printed(STONE_THROWER, lobber)
    >>> own.low, own.high, own.strength, own.centre
    (12, 36, 5, 10)
    """
    reach = _numbers(piece.stats.get("range"))
    force = _numbers(piece.stats.get("strength"))
    if reach:
        engine = replace(engine, high=reach[-1])
    if len(reach) > 1:
        engine = replace(engine, low=reach[0])
    if len(force) > 1:
        engine = replace(engine, strength=force[0], centre=force[1])
    elif force:
        twice = 2 if engine.flight == "stone" else 1
        engine = replace(engine, strength=force[0], centre=min(twice * force[0], 10))
    return engine


def _numbers(printed: object) -> list[int]:
    """Return the whole numbers of a printed figure, such as 12 and 48 of ``12-48``."""
    if printed is None or isinstance(printed, bool):
        return []
    return [int(number) for number in re.findall(r"\d+", str(printed))]

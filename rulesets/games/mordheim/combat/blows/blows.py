"""Blows of a Mordheim fighter: what one does, how many alike, how one is parried."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rulesets.games.mordheim.combat.blows.injuries import PLAIN, Trauma
from rulesets.games.mordheim.critical_hits import EACH, GENERAL, ONCE, Result, results
from rulesets.odds.dice import chance
from rulesets.odds.volley import binomial

NEVER = 7


@dataclass(frozen=True, slots=True)
class MordheimBlow:
    """One attack against one enemy, every rule applied.

    Parameters
    ----------
    faces : tuple of float
        Chance that its die shows 1 … 6 and hits [chance].
    to_wound, save : int
        Needs; 7 for none [pips].
    critical : int
        Lowest natural roll to wound that is a critical hit; 7 for none [pips].
    needed_sixes : bool
        True if a 6 is a critical hit also where nothing less wounds.
    critical_bonus : int
        Added to the roll on the critical table [pips].
    table : str
        The critical table: ``general``, or that of its weapon.
    avoided : float
        Chance that a wound is avoided after the armour save [chance].
    dodged : float
        Chance that a hit is avoided before it wounds [chance].
    alight : float
        Chance that a hit sets its victim alight [chance].
    fells : bool
        True if a hit knocks down who stands.
    times : int
        What each of its wounds counts, where a critical hit is not more [wounds].
    d3 : bool
        True if it causes D3 wounds.
    lotus : bool
        True if a natural 6 to hit wounds without a roll.
    trauma : Trauma
    may_parry : bool
    one_injury : bool
        True if a critical hit on the last wound asks for one injury roll only.
    saves_each : bool
        True if each wound of a critical hit on the general table is saved by itself.
    finishes : bool
        True if a hit takes out of action who lies, without a roll to wound; false if
        every blow at him hits, and one that wounds does.
    further : MordheimBlow, optional
        What is struck at once where it hit and did not wound.
    misfire : MordheimBlow, optional
        What a shot does whose natural 1 is followed by a 6.
    """

    faces: tuple[float, ...]
    to_wound: int
    save: int
    critical: int = 6
    needed_sixes: bool = True
    critical_bonus: int = 0
    table: str = GENERAL
    avoided: float = 0.0
    dodged: float = 0.0
    alight: float = 0.0
    fells: bool = False
    times: int = 1
    d3: bool = False
    lotus: bool = False
    trauma: Trauma = PLAIN
    may_parry: bool = True
    one_injury: bool = False
    saves_each: bool = False
    finishes: bool = True
    further: "MordheimBlow | None" = None
    misfire: "MordheimBlow | None" = None

    @property
    def hits(self) -> float:
        """Return the chance to hit [chance]."""
        return sum(self.faces)


@dataclass(frozen=True, slots=True)
class BlowGroup:
    """Blows alike: how many, what each is, and with what."""

    blows: int
    blow: MordheimBlow
    name: str = ""


@dataclass(frozen=True, slots=True)
class Parry:
    """A fighter's parry.

    Parameters
    ----------
    again : bool
        True if a failed parry is rolled again.
    equals : bool
        True if an equal roll is enough.
    below : int
        Roll below which he parries whatever the hit rolled; 0 if he must roll above
        the hit [pips].
    """

    again: bool = False
    equals: bool = False
    below: int = 0

    def chance(self, highest: int) -> float:
        """Return the chance to parry a hit that rolled this high [chance]."""
        if highest >= 6:
            return 0.0
        parrying = min(6, self.below - 1) if self.below else 6 - highest + self.equals
        once = parrying / 6
        return 1 - (1 - once) ** 2 if self.again else once


class Packet(NamedTuple):
    """Unsaved wounds of one blow, and what they add to injury rolls.

    Parameters
    ----------
    wounds : int
        [wounds]
    bonus : int
        Added to the injury rolls [pips].
    bare, kills : bool
        True if no helmet helps; if they take out of action in any case.
    """

    wounds: int
    bonus: int = 0
    bare: bool = False
    kills: bool = False


Packets = dict[Packet, float]


def _wounds(blow: MordheimBlow, least: int) -> tuple[tuple[int, float], ...]:
    if not blow.d3:
        return ((max(least, blow.times), 1.0),)
    return tuple((max(least, wounds * blow.times), 1 / 3) for wounds in (1, 2, 3))


def _left_of(blow: MordheimBlow, packets: Packets) -> Packets:
    """Return packets of which each wound may still be avoided."""
    left: Packets = {}
    kept = 1 - blow.avoided
    for packet, share in packets.items():
        for number, of in enumerate(binomial(packet.wounds, kept)):
            if of and number:
                key = packet._replace(wounds=number)
                left[key] = left.get(key, 0.0) + share * of
    return left


def plain(blow: MordheimBlow) -> Packets:
    """Return the unsaved wounds of a hit that is not critical."""
    return packets_of(blow, Result())


def criticals(blow: MordheimBlow) -> Iterator[tuple[float, str, Packets]]:
    """Yield what a roll on the critical table brings.

    With each its chance, what it does beside wounds, and its unsaved wounds.
    """
    for result, share in results(blow.table, blow.critical_bonus):
        yield share, result.does, packets_of(blow, result)


def packets_of(blow: MordheimBlow, result: Result) -> Packets:
    """Return the unsaved wounds of a result."""
    unsaved = 1 - float(chance(blow.save))
    saved = result.saved
    if saved == ONCE and blow.saves_each:
        saved = EACH
    found: Packets = {}
    for wounds, share in _wounds(blow, result.wounds):
        for left, of in _unsaved(wounds, saved, unsaved):
            key = Packet(left, result.injury, result.bare, result.kills)
            found[key] = found.get(key, 0.0) + of * share
    return _left_of(blow, found)


def _unsaved(wounds: int, saved: str, each: float) -> Iterator[tuple[int, float]]:
    """Yield how many wounds the armour lets through."""
    if saved != EACH:
        yield wounds, each if saved == ONCE else 1.0
        return
    for number, share in enumerate(binomial(wounds, each)):
        if number:
            yield number, share


def to_wound(blow: MordheimBlow, *, sure: bool = False) -> tuple[float, float]:
    """Return the chances to wound, and to wound with a roll that is critical.

    ``sure`` is a hit that wounds whatever it rolls.
    """
    if blow.to_wound >= NEVER and not sure:
        return 0.0, 0.0
    wounds = 1.0 if sure else float(chance(blow.to_wound))
    special = sure or blow.needed_sixes or blow.to_wound < 6
    eligible = blow.critical < NEVER and special
    crits = float(chance(max(blow.critical, 1 if sure else blow.to_wound)))
    return wounds, crits if eligible else 0.0


Hits = tuple[tuple[int, int], ...]
"""Hits left of every group: ordinary ones, and those of a natural 6."""


def parried(groups: list[BlowGroup], parry: Parry) -> dict[tuple[Hits, bool], float]:
    """Return the hits that a parry leaves, and whether it was tried.

    It is tried against the highest die, where anything hits. Of equal dice the earlier
    group's is parried.
    """
    seen: dict[tuple[Hits, int, int], float] = {
        (tuple((0, 0) for _ in groups), 0, 0): 1.0
    }
    for place, group in enumerate(groups):
        for _ in range(group.blows):
            seen = _one_blow(seen, place, group.blow)
    left: dict[tuple[Hits, bool], float] = {}
    for (hits, highest, whose), share in seen.items():
        stopped = parry.chance(highest) if highest else 0.0
        for after, of in (
            (hits, share * (1 - stopped)),
            (_without(hits, whose), share * stopped),
        ):
            if of:
                key = after, highest > 0
                left[key] = left.get(key, 0.0) + of
    return left


def _one_blow(
    seen: dict[tuple[Hits, int, int], float], place: int, blow: MordheimBlow
) -> dict[tuple[Hits, int, int], float]:
    found: dict[tuple[Hits, int, int], float] = {}
    for (hits, highest, whose), share in seen.items():
        for face, each, after in _landed(hits, place, blow):
            best = (highest, whose) if highest >= face else (face, place)
            key = after, *best
            found[key] = found.get(key, 0.0) + share * each
    return found


def _landed(
    hits: Hits, place: int, blow: MordheimBlow
) -> Iterator[tuple[int, float, Hits]]:
    yield 0, 1 - blow.hits, hits
    for face, each in enumerate(blow.faces, start=1):
        if each:
            ordinary, sixes = hits[place]
            more = (ordinary, sixes + 1) if face == 6 else (ordinary + 1, sixes)
            yield face, each, (*hits[:place], more, *hits[place + 1 :])


def _without(hits: Hits, whose: int) -> Hits:
    ordinary, sixes = hits[whose]
    return (*hits[:whose], (max(0, ordinary - 1), sixes), *hits[whose + 1 :])

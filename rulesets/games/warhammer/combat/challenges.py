"""Challenges: two who fight each other alone, and what is left over when one falls."""

from collections.abc import Iterable
from dataclasses import dataclass

from rulesets.games.warhammer.combat.attack import done
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.strikes import Strikes
from rulesets.odds.settings import Settled

MOST_OVERKILL = 5
"""Most wounds beyond those of a fallen duellist that count."""

ALONE = ("infantry", "cavalry", "skirmishers")
"""Unit types of which one man alone is a character."""

Fates = dict[tuple[int, int, int, int], float]
"""Chance by the wounds left of a and b, and the wounds beyond, by a and by b."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A challenge in one round.

    How it goes is drawn as the round begins, so that all else can be worked out for it.

    Parameters
    ----------
    left : tuple of int
        Wounds of both duellists as the round begins [wounds].
    lost : tuple of int
        Wounds that they lose in it [wounds].
    over : tuple of int
        Wounds that a and b deal beyond those of their enemy [wounds].
    first : str
        Whose blows fall first where both strike at the same time.
    """

    left: tuple[int, int]
    lost: tuple[int, int] = (0, 0)
    over: tuple[int, int] = (0, 0)
    first: str = "a"

    @property
    def after(self) -> tuple[int, int]:
        """Return the wounds of both after the round [wounds]."""
        return self.left[0] - self.lost[0], self.left[1] - self.lost[1]

    @property
    def overkill(self) -> int:
        """Return what the wounds beyond add to the points of a."""
        return self.over[0] - self.over[1]


def is_single(own: WarhammerUnit) -> bool:
    """Return whether a unit is one character alone."""
    return own.models == 1 and own.kind in ALONE


def may_duel(own: WarhammerUnit) -> bool:
    """Return whether a unit has somebody for a challenge."""
    return is_single(own) or (own.champion and own.wounds == 1)


def duellist(own: WarhammerUnit) -> str:
    """Return who fights a challenge for a unit, by name."""
    leaders = [group.name for group in own.groups if group.role == "leader"]
    return leaders[0] if leaders and not is_single(own) else own.name


def meets(a: WarhammerUnit, b: WarhammerUnit) -> bool:
    """Return whether a challenge sets two of these units apart from the others."""
    return may_duel(a) and may_duel(b) and not (is_single(a) and is_single(b))


def challenged(
    profiles: tuple[WarhammerUnit, WarhammerUnit], situation: Settled
) -> bool:
    """Return whether there is a challenge between two units."""
    return bool(situation["challenge"]) and meets(*profiles)


def refuser(profiles: tuple[WarhammerUnit, WarhammerUnit], situation: Settled) -> str:
    """Return who refuses a challenge, "" where nobody does: a man alone cannot."""
    if not challenged(profiles, situation):
        return ""
    sides = [own.side for own in profiles if not is_single(own)]
    return str(situation["refuses"]) if situation["refuses"] in sides else ""


def of_duellist(own: WarhammerUnit, strikes: Iterable[Strikes]) -> tuple[Strikes, ...]:
    """Return the blows that a duellist and what he rides strike."""
    if is_single(own):
        return tuple(strikes)
    return tuple(one for one in strikes if one.who in ("leader", "mount"))


def fates(
    strikes: tuple[tuple[Strikes, ...], tuple[Strikes, ...]],
    left: tuple[int, int],
    first: str,
    *,
    at_once: bool,
) -> Fates:
    """Return how one round of a challenge may go.

    Parameters
    ----------
    strikes : pair of tuple of Strikes
        Those of both duellists.
    left : tuple of int
        Their wounds [wounds].
    first : str
        Whose blows fall first where both strike at the same time.
    at_once : bool
        True if all blows of a round fall at once.
    """
    told: Fates = {(*left, 0, 0): 1.0}
    for place, blows in _steps(strikes, first):
        after: Fates = {}
        for state, chance in told.items():
            mine, theirs = state[place], state[1 - place]
            silent = not at_once and (mine == 0 or theirs == 0)
            ends = {state: 1.0} if silent else _struck(state, place, blows)
            for end, share in ends.items():
                after[end] = after.get(end, 0.0) + chance * share
        told = after
    return told


def _steps(
    strikes: tuple[tuple[Strikes, ...], tuple[Strikes, ...]], first: str
) -> list[tuple[int, list[Strikes]]]:
    """Return who strikes what, step by step."""
    steps: dict[tuple[tuple[int, int], bool], tuple[int, list[Strikes]]] = {}
    for place, some in enumerate(strikes):
        for one in some:
            key = (one.when, "ab"[place] != first)
            steps.setdefault(key, (place, []))[1].append(one)
    return [steps[key] for key in sorted(steps)]


def _struck(
    state: tuple[int, int, int, int], place: int, blows: list[Strikes]
) -> Fates:
    told: Fates = {state: 1.0}
    for one in blows:
        does = done(one.swing)
        for _ in range(one.swing.attacks):
            after: Fates = {}
            for now, chance in told.items():
                for wounds, share in enumerate(does.wounds):
                    _count(after, _hit(now, place, wounds), chance * float(share))
                slain = max(now[1 - place], 1)
                _count(after, _hit(now, place, slain), chance * float(does.slain))
            told = after
    return told


def _count(told: Fates, state: tuple[int, int, int, int], chance: float) -> None:
    if chance:
        told[state] = told.get(state, 0.0) + chance


def _hit(
    state: tuple[int, int, int, int], place: int, wounds: int
) -> tuple[int, int, int, int]:
    """Take wounds from the enemy of a duellist, and count those beyond."""
    left, over = [*state[:2]], [*state[2:]]
    taken = min(wounds, left[1 - place])
    left[1 - place] -= taken
    over[place] = min(over[place] + wounds - taken, MOST_OVERKILL)
    return left[0], left[1], over[0], over[1]


def drawn(told: Fates, duel: Duel, first: str) -> list[tuple[float, Duel]]:
    """Return how a challenge may go, as rounds of it with their chances."""
    found = []
    for (a, b, *over), chance in told.items():
        lost = duel.left[0] - a, duel.left[1] - b
        found.append((chance, Duel(duel.left, lost, (over[0], over[1]), first)))
    return found

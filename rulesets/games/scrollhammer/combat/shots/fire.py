"""The shots of one unit at another, whoever is left of both."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from rulesets.core.subject import clause
from rulesets.games.scrollhammer.combat.blows.attack_values import ScrollhammerMoment
from rulesets.games.scrollhammer.combat.blows.survivors import (
    SharedRules,
    by_leadership,
    shared_rules,
)
from rulesets.games.scrollhammer.combat.blows.weapons import lays_blasts
from rulesets.games.scrollhammer.combat.contact import fighters
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.fights.leadership import leadership
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, start_state
from rulesets.games.scrollhammer.combat.shots.sight import seen_and_unsighted
from rulesets.games.scrollhammer.combat.shots.struck_states import struck_each
from rulesets.games.scrollhammer.combat.shots.volley import (
    RANKS_THAT_SHOOT,
    ScrollhammerVolley,
    cover_of,
    volleys_of,
)
from rulesets.odds.volley import Floats

WORSE_WHEN_CHARGED = 1
"""Taken off the roll to hit of those who stand and shoot [pips]."""


MOST_AT_ONCE = 400_000
"""Pairs of a target's states, times shooters, that are worked out at once."""

Row = tuple[int, tuple[int, ...]]
"""The rules that survivors share, and how many models of each group shoot."""


@dataclass(frozen=True, eq=False)
class ScrollhammerFire:
    """The shots of one unit at another, whoever is left of both.

    Parameters
    ----------
    shooter, target : ScrollhammerUnit
    aims : tuple of tuple of lists of ScrollhammerVolley
        By the rules that the shooter's survivors share, as `shared_rules` numbers them:
        its volleys, then the same where 1, 2 … models are all that blasts can touch.
    files : int
        Shooters side by side, if in ranks [models].
    readings
    all_ranks : bool
    unsighted : int
        Shooters who do not see the target; their volleys are numbered last [models].
    begun : int
        The number of the rules that it shares as it begins.
    known : dict
        The moves worked out so far, by the rules shared and the models that shoot.
    weighed : dict
        Moves weighed, ``[before, after]`` by weight, for the same.
    """

    shooter: ScrollhammerUnit
    target: ScrollhammerUnit
    aims: tuple[tuple[list[ScrollhammerVolley], ...], ...]
    files: int
    readings: ScrollhammerReadings
    all_ranks: bool = False
    unsighted: int = 0
    begun: int = 0
    known: dict[Row, Floats] = field(default_factory=dict)
    weighed: dict[Row, list[Floats | None]] = field(default_factory=dict)

    @property
    def volleys(self) -> list[ScrollhammerVolley]:
        """Return its volleys with the rules that it shares as it begins."""
        return self.aims[self.begun][0]

    @cached_property
    def rows(self) -> list[Row]:
        """Return who shoots, by the shooter's state."""
        rules = shared_rules(self.shooter)[1].tolist()
        return [*zip(rules, models_that_shoot(self), strict=True)]


def models_that_shoot(fire: ScrollhammerFire) -> list[tuple[int, ...]]:
    """Return how many of each group shoot, by the shooter's state [models].

    Those who see the target come first where not all do.
    """
    able = fire.shooter.company.counts
    if fire.shooter.formation == "Ranks" and not fire.all_ranks:
        able = np.minimum(able, RANKS_THAT_SHOOT * fire.files)
    counts = fighters(fire.shooter, able[:, None])
    rows = np.concatenate(counts, axis=1).tolist()
    if not fire.unsighted:
        return [tuple(row) for row in rows]
    return [
        tuple(seen_and_unsighted(fire.shooter, row, fire.unsighted)) for row in rows
    ]


def moves_of(fire: ScrollhammerFire, row: Row) -> Floats:
    """Return ``[wound, before, after]`` of `struck_each` for some shooters."""
    if row not in fire.known:
        rules, models = row
        fire.known[row] = _moves_of_each(fire, rules, [models])[0]
    return fire.known[row]


def _moves_of_each(
    fire: ScrollhammerFire, rules: int, several: Sequence[tuple[int, ...]]
) -> Floats:
    """Return ``[models, wound, before, after]`` of `struck_each`, by rules."""
    whole, *fewer = fire.aims[rules]
    moves = struck_each(whole, several, fire.target)
    for count, volleys in enumerate(fewer, start=1):
        here = fire.target.company.counts == count
        moves[:, :, here] = struck_each(volleys, several, fire.target)[:, :, here]
    return moves


def weighed_moves(
    fire: ScrollhammerFire, row: Row, weigh: Callable[[], list[Floats]]
) -> list[Floats | None]:
    """Return ``[before, after]`` of some shooters, once for each weight of their moves.

    None for a weight with which nothing is left.

    Parameters
    ----------
    fire : ScrollhammerFire
    row : Row
        Who shoots.
    weigh : callable
        Returns the weights, always the same for these shots: ``[before, after]``, or
        ``[wound, before, after]`` as `struck_each` has it: what share of a move is
        asked for.
    """
    if row not in fire.weighed:
        rows = _told_with(fire, row)
        moves = _moves_of_each(fire, row[0], [models for _, models in rows])
        total = moves.sum(axis=1)
        each = [
            total * weight if weight.ndim == total.ndim - 1 else _sum(moves, weight)
            for weight in weigh()
        ]
        there = [np.any(moves, axis=(1, 2)).tolist() for moves in each]
        for place, one in enumerate(rows):
            fire.weighed[one] = [
                moves[place] if some[place] else None
                for moves, some in zip(each, there, strict=True)
            ]
    return fire.weighed[row]


def _sum(moves: Floats, weight: Floats) -> Floats:
    """Return ``[models, before, after]``: moves weighed, over all wounds."""
    weighed: Floats = (moves * weight).sum(axis=1)
    return weighed


def _told_with(fire: ScrollhammerFire, row: Row) -> list[Row]:
    """Return all who may shoot by the same rules, to be told at once, if they are few.

    Casters of several spells are told by themselves: each number of them casts as many
    times as it can.
    """
    rules = row[0]
    every = [
        one
        for one in dict.fromkeys(fire.rows)
        if one[0] == rules and any(one[1]) and one not in fire.weighed
    ]
    cells = len(every) * fire.target.company.states**2
    several = any(one.together for one in fire.aims[rules][0])
    return [row] if several or cells > MOST_AT_ONCE or row not in every else every


def reaction_fire(
    charger: ScrollhammerUnit,
    target: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    readings: ScrollhammerReadings,
    distance: int,
) -> ScrollhammerFire:
    """Return the shots of a charged unit in ranks at its chargers.

    References
    ----------
    Scrollhammer Rulebook, Stand and Shoot: every model, no spells, at -1 to hit.
    """
    moment = ScrollhammerMoment(
        melee=False,
        foe=situation.of(target.side).foe,
        oiled=situation.of(target.side).oiled,
        worse=WORSE_WHEN_CHARGED,
        cover=cover_of(charger, situation.of(charger.side).cover, grounded=False),
        lowered=situation.of(charger.side).lowered,
    )

    def aim(rules: SharedRules, touched: int) -> list[ScrollhammerVolley]:
        now = replace(moment, unit=rules)
        return volleys_of(
            target, charger, readings, now, distance=distance, touched=touched
        )

    return ScrollhammerFire(
        target,
        charger,
        aims_of(target, charger, situation, aim),
        situation.of(target.side).files,
        readings,
        all_ranks=True,
        begun=rules_at_start(target, situation),
    )


def aims_of(
    shooter: ScrollhammerUnit,
    target: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    aim: Callable[[SharedRules, int], list[ScrollhammerVolley]],
) -> tuple[tuple[list[ScrollhammerVolley], ...], ...]:
    """Return the volleys of `ScrollhammerFire`, by rules and by models touched."""
    touched = touches(shooter, target, situation)
    return tuple(
        tuple(aim(rules, models) for models in touched)
        for rules in shared_rules(shooter)[0]
    )


def rules_at_start(profile: ScrollhammerUnit, situation: ScrollhammerSituation) -> int:
    """Return the number of the rules that a unit shares as it begins."""
    return int(shared_rules(profile)[1][start_state(profile, situation)])


def notes_on_bs_0(profile: ScrollhammerUnit) -> Iterator[str]:
    """Yield that those of Ballistic Skill 0 shoot with nothing that they have.

    References
    ----------
    Scrollhammer Rulebook, Characteristics: a Ballistic Skill of 0.
    """
    for group in profile.groups:
        armed = any(piece.kind == "ranged" for piece in group.gear)
        if not group.bs and (armed or group.casts):
            yield (
                f"{clause(group.name, 'shoots')} with nothing: a Ballistic Skill of 0 "
                "fires no ranged weapon, not even one that needs no roll to hit."
            )


def touches(
    shooter: ScrollhammerUnit,
    target: ScrollhammerUnit,
    situation: ScrollhammerSituation,
) -> tuple[int, ...]:
    """Return how many models each blast touches, then 1, 2 … while no more are left."""
    asked = situation.of(shooter.side).touched or situation.touched
    most = min(asked, target.models)
    return (most, *range(1, most)) if lays_blasts(shooter) else (0,)


def stood_and_shot(fire: ScrollhammerFire, state: int) -> Floats:
    """Return ``[before, after]`` of chargers after a charged unit's test and shots.

    ``state`` is the charged unit's.
    """
    passes = float(by_leadership(fire.shooter, leadership)[state])
    moves = moves_of(fire, fire.rows[state]).sum(axis=0)
    found: Floats = passes * moves + (1 - passes) * np.eye(len(moves))
    return found

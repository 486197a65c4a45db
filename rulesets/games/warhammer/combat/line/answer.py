"""The odds of a battle line, and their report."""

from dataclasses import replace
from functools import partial

import numpy as np

from rulesets.core.subject import clause
from rulesets.games.warhammer.combat.blows.endurance import guarded
from rulesets.games.warhammer.combat.context import (
    WarhammerContext,
    WarhammerPostAnswers,
)
from rulesets.games.warhammer.combat.engagements.charge_trace import animosity_notes
from rulesets.games.warhammer.combat.fights.fight import nobody_charged
from rulesets.games.warhammer.combat.fights.result import ENDS
from rulesets.games.warhammer.combat.glossary import FIGHT
from rulesets.games.warhammer.combat.line.crowds import refuse_crowds
from rulesets.games.warhammer.combat.line.exchange import exchanged_alone
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.first_round import FirstRoundSums
from rulesets.games.warhammer.combat.line.fresh import fresh_events
from rulesets.games.warhammer.combat.line.mode import (
    BROKEN,
    FLED,
    IN,
    RUN_DOWN,
    SLAIN,
    LineMode,
)
from rulesets.games.warhammer.combat.line.opening import begun_modes
from rulesets.games.warhammer.combat.line.rules import WarhammerLine
from rulesets.games.warhammer.combat.line.steps import line_steps
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.answer import Odds
from rulesets.odds.battle_line.model import BattleLine, LineResult
from rulesets.odds.battle_line.report import (
    FirstLosses,
    LinePool,
    LineReport,
    begun_wounds,
    fate_words,
    pools_of,
)
from rulesets.odds.battle_line.solver import solve_line
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.posts import Post, answers_about, links_of, unless_no, with_unit
from rulesets.odds.sides import SIDES, Side

MILDEST = (
    (BROKEN, "broken"),
    (FLED, "flees"),
    (RUN_DOWN, "run-down"),
    (SLAIN, "destroyed"),
)
"""Fates of units and how a side ended whose mildest fate is that."""

USES_ITEM = "uses-item"
"""Key of the question whether the power of an item is used."""

FATE_NUMBERS = {IN: 0, SLAIN: 1, BROKEN: 2, FLED: 3, RUN_DOWN: 4}
"""Numbers of the fates of a unit, to count by."""

SEVERAL = (
    "A side is gone when none of its units fights on; it is broken if one got away, "
    "else run down if one was, else destroyed. Who touches no enemy any more is out of "
    "it, and stands."
)
"""Note on sides of several units."""

PANIC = {"*-friends-test": "Friends within 6 inches of {own} must test for panic"}
"""Words of a chance beside the answer."""

FATES = {
    "stands": "{own} still standing",
    "slain": "{own} slain to the last",
    "away": "{own} fled, and away",
    "run-down": "{own} run down",
}
"""Words of what becomes of a post."""


def battle_line(
    a: WarhammerUnit,
    b: WarhammerUnit,
    further: tuple[Post[WarhammerUnit], ...],
    context: WarhammerContext,
    rounds: int | None,
) -> Odds:
    """Return the odds of a combat of several units.

    Raises
    ------
    MatchUpError
        If somebody has lost all wounds before it begins, if one joins where none may,
        or if there is no room for all.
    """
    _refuse_who_joins_none(a, b, further)
    field = field_of(a, b, further, context)
    pools = line_pools(field)
    wounds = _begun(field, pools)
    first = FirstRoundSums(field, FirstLosses(pools))
    begun = {
        (mode, tuple(wounds)): chance
        for mode, chance in begun_modes(field, wounds).items()
    }
    rules = WarhammerLine(field)
    line = BattleLine(
        rules,
        begun,
        rounds,
        first.observe,
        apart=rules.apart,
        alike=rules.alike_in_any_order,
        ordered=rules.alike,
        carried=rules.carried,
        kept=rules.kept,
        tests=rules,
    )
    posts = tuple(unless_no(one, USES_ITEM) for one in field.posts)
    result = solve_line(
        line,
        lambda: repr((posts, context.situation, context.readings, rounds)),
    )
    result = _without_guards(pools, result)
    ending = partial(ending_of, field)
    report = LineReport(pools, result, ending, (*ENDS, "undecided"), FIGHT)
    return report.odds(
        first.losses,
        events={
            **_first_events(first),
            **_breaks(report),
            **_panics(field, report),
            **_fates(field, result),
            **fresh_events(field, result),
        },
        labels=(PANIC, fate_words(pools, FATES)),
        told=(line_steps(field, wounds), _notes(field, wounds)),
        deciding=first.deciding() if context.explained else None,
    )


def _begun(field: LineField, pools: tuple[LinePool, ...]) -> list[int]:
    """Return the wounds that each pool begins with, one more of a `guarded` [wounds].

    Who has lost wounds before has used up what shields him.
    """
    lost = [0 for _ in field.pools.mounts]
    lost = [*(one.wounds_lost for one in field.answers), *lost]
    return [
        left + (0 if gone else pool.guard)
        for pool, left, gone in zip(pools, begun_wounds(pools, lost), lost, strict=True)
    ]


def _without_guards(
    pools: tuple[LinePool, ...], result: LineResult[LineMode]
) -> LineResult[LineMode]:
    """Return a result in wounds, without what shields from the first of them."""
    if not any(pool.guard for pool in pools):
        return result
    most = np.array([pool.size for pool in pools])
    return replace(result, wounds=np.minimum(result.wounds, most))


def _refuse_who_joins_none(
    a: WarhammerUnit, b: WarhammerUnit, further: tuple[Post[WarhammerUnit], ...]
) -> None:
    """Refuse crews and riders of monsters in units, and characters with riders.

    A crew stays with its machine; no text says where a monster would stand (house).
    """
    units = {"a": a, "b": b, **{post.key: post.unit for post in further}}
    for place, post in enumerate(further):
        if post.joins and post.unit.models != 1:
            crew = f"a crew of {post.unit.models}"
            text = f"{clause(post.unit.name, 'has')} {crew}, which joins no unit"
            raise MatchUpError(f"/further/{place}/joins", text)
        rides = [units[key] for key in (post.key, post.joins) if key]
        rides = [own for own in rides if own.apart is not None]
        if post.joins and rides:
            text = f"{clause(rides[0].name, 'rides')} a monster, which joins no unit"
            raise MatchUpError(f"/further/{place}/joins", text)


def field_of(
    a: WarhammerUnit,
    b: WarhammerUnit,
    further: tuple[Post[WarhammerUnit], ...],
    context: WarhammerContext,
) -> LineField:
    """Return a battle line as it is laid out, units before characters."""
    posts = (
        Post("a", guarded(a), "a", touches="b"),
        Post("b", guarded(b), "b", touches="a"),
        *(_guarded(post) for post in further if post.role == "unit"),
        *(_guarded(post) for post in further if post.role == "character"),
    )
    answers = tuple(_answers(post, context) for post in posts)
    touched = links_of(
        posts,
        [one.contact for one in answers],
        [one.touched_in for one in answers],
    )
    field = LineField(
        posts,
        answers,
        context.situation,
        context.readings,
        context.without,
        touched,
    )
    field = replace(field, posts=exchanged_alone(field))
    refuse_crowds(field, further)
    return field


def _guarded(post: Post[WarhammerUnit]) -> Post[WarhammerUnit]:
    return with_unit(post, guarded(post.unit))


def line_pools(field: LineField) -> tuple[LinePool, ...]:
    """Return the pools of a battle line; rider and mount are told of apart."""
    profiles = field.profiles
    posts = pools_of(field.posts, [own.pool - own.guard for own in profiles])
    found = [
        replace(pool, alone=f"{pool.name} (rider)")
        if place in field.pools.mounts
        else replace(pool, guard=profiles[place].guard)
        for place, pool in enumerate(posts)
    ]
    for place in field.pools.mounts:
        rider, apart = posts[place], field.profiles[place].apart
        if apart is not None:
            name = f"{apart[1].name} of {rider.name}"
            mount = LinePool(f"{rider.key}-mount", name, rider.side, apart[1].pool)
            found.append(mount)
    return tuple(found)


def _answers(
    post: Post[WarhammerUnit], context: WarhammerContext
) -> WarhammerPostAnswers:
    """Return the answers about a post, with those about its whole side."""
    of_side = context.situation.of(post.side)
    own = answers_about(WarhammerPostAnswers, post, of_side)
    return replace(
        own, general=of_side.general, battle_standard=of_side.battle_standard
    )


def ending_of(field: LineField, mode: LineMode) -> str:
    """Return the key of the outcome that a mode is."""
    if field.engaged(mode):
        return "undecided"
    fates = {
        side: [
            fate
            for unit, fate in zip(field.units, mode.fates, strict=True)
            if field.posts[unit].side == side
        ]
        for side in SIDES
    }
    gone = [side for side in SIDES if IN not in fates[side]]
    if not gone:
        return "parted"
    if len(gone) == 2:
        slain = all(fate == SLAIN for side in SIDES for fate in fates[side])
        return "both-destroyed" if slain else "none-left"
    (side,) = gone
    mild = next(word for fate, word in MILDEST if fate in fates[side])
    return f"{side}-{mild}"


def _first_events(first: FirstRoundSums) -> dict[str, float]:
    keys = [
        f"{side}-{what}"
        for what in ("wins-first-round", "slays-all-at-once")
        for side in SIDES
    ]
    return {key: first.events.get(key, 0.0) for key in keys}


def _panics(field: LineField, report: LineReport[LineMode]) -> dict[str, float]:
    """Return the chances that friends near each side must test for panic."""
    return {
        f"{side}-friends-test": report.chance(partial(_loses_a_unit, field, side=side))
        for side in SIDES
    }


def _loses_a_unit(field: LineField, mode: LineMode, side: Side) -> bool:
    """Return whether a unit of a side has broken or been destroyed."""
    fates = zip(field.units, mode.fates, strict=True)
    gone = (SLAIN, BROKEN, RUN_DOWN)
    return any(fate in gone and field.posts[unit].side == side for unit, fate in fates)


def _breaks(report: LineReport[LineMode]) -> dict[str, float]:
    """Return the chances that the first units of both sides fail a Break test."""
    return {
        f"{side}-breaks": report.chance(partial(_broke, place))
        for place, side in enumerate(SIDES)
    }


def _broke(place: int, mode: LineMode) -> bool:
    return mode.fates[place] in (BROKEN, RUN_DOWN)


def _fates(field: LineField, result: LineResult[LineMode]) -> dict[str, float]:
    """Return what becomes of each pool; nothing of one unit a side."""
    pools, found = line_pools(field), dict[int, dict[str, float]]()
    for place, own in enumerate(field.pools_of_units if len(pools) > 2 else ()):
        fates = [FATE_NUMBERS[mode.fates[place]] for mode in result.modes]
        ends = (np.array(fates) << len(own))[result.mode]
        for bit, number in enumerate(own):
            ends |= (result.wounds[:, number] > 0).astype(np.int64) << bit
        most = len(FATE_NUMBERS) << len(own)
        counted = np.bincount(ends, result.chances, minlength=most)
        for bit, number in enumerate(own):
            told = counted.reshape(len(FATE_NUMBERS), -1, 2, 1 << bit).sum(axis=(1, 3))
            gone, left = told.T.tolist()
            found[number] = _fates_of(pools[number].key, sum(gone), left)
    return {key: found[n][key] for n in sorted(found) for key in found[n]}


def _fates_of(key: str, slain: float, left: list[float]) -> dict[str, float]:
    """Return what becomes of a pool, by the fates of its unit where any is left."""
    return {
        f"{key}-stands": left[FATE_NUMBERS[IN]],
        f"{key}-slain": slain,
        f"{key}-away": left[FATE_NUMBERS[BROKEN]] + left[FATE_NUMBERS[FLED]],
        f"{key}-run-down": left[FATE_NUMBERS[RUN_DOWN]],
    }


def _notes(field: LineField, wounds: list[int]) -> list[str]:
    found = [FIGHT.note]
    if not any(answers.charges for answers in field.answers):
        found.insert(0, nobody_charged(field.profiles[0], field.profiles[1]))
    if len(field.posts) > 2:
        found.append(SEVERAL)
    for unit in field.units:
        if field.answers[unit].charges:
            own, left = field.profiles[unit], wounds[unit]
            found += animosity_notes(own, left, field.situation)
    return found

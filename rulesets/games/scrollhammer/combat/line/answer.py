"""The odds of a multiple combat, and their report."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from rulesets.games.scrollhammer.combat.blows.weapons import unprinted
from rulesets.games.scrollhammer.combat.blows.wounds import allocation_notes
from rulesets.games.scrollhammer.combat.characters import with_characters
from rulesets.games.scrollhammer.combat.context import ScrollhammerContext
from rulesets.games.scrollhammer.combat.fights.defeats import unpaid
from rulesets.games.scrollhammer.combat.fights.draughts import drinks
from rulesets.games.scrollhammer.combat.fights.fates import (
    PostFate,
    posts_of,
    with_told,
)
from rulesets.games.scrollhammer.combat.fights.fight import LABELS
from rulesets.games.scrollhammer.combat.fights.leadership import regrouping
from rulesets.games.scrollhammer.combat.fights.recovery import (
    HEALED_ONCE,
    twice_healed,
)
from rulesets.games.scrollhammer.combat.fights.result import OUTCOMES
from rulesets.games.scrollhammer.combat.fights.way_back import (
    friends_events,
    friends_labels,
    way_back,
    way_steps,
)
from rulesets.games.scrollhammer.combat.glossary import ENDINGS
from rulesets.games.scrollhammer.combat.line.charges import (
    NOT_ARRIVED,
    charge_events,
    charge_steps,
    chargers,
    fleeing,
    openings,
    with_runners,
)
from rulesets.games.scrollhammer.combat.line.field import (
    CAUGHT,
    DESTROYED,
    FALLEN,
    FLED,
    IN,
    LEFT,
    RUN_DOWN,
    SHORT,
    TRAPPED,
    MultipleCombat,
    MultipleMode,
    field_of,
)
from rulesets.games.scrollhammer.combat.line.first_round import MultipleSums
from rulesets.games.scrollhammer.combat.line.ground import (
    begun_over,
    ground_steps,
    over_ground,
)
from rulesets.games.scrollhammer.combat.line.hands import with_switching
from rulesets.games.scrollhammer.combat.line.rules import MultipleRules
from rulesets.games.scrollhammer.combat.line.steps import multiple_steps
from rulesets.games.scrollhammer.combat.line.strikes import MultipleStrikes
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, start_state
from rulesets.odds.answer import NotModelled, Odds, Step
from rulesets.odds.battle_line.model import BattleLine, LineResult
from rulesets.odds.battle_line.report import FirstLosses, LineReport, pools_of
from rulesets.odds.battle_line.solver import solve_line
from rulesets.odds.context import beside
from rulesets.odds.posts import Post, unless_no, with_unit
from rulesets.odds.report import FightWords
from rulesets.odds.sampling import Seed
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.volley import Floats

MILDEST = (FLED, TRAPPED, RUN_DOWN, CAUGHT, DESTROYED)
"""Fates by which a side without any unit left is told, the mildest first."""

Solve = Callable[[BattleLine[MultipleMode], Seed], LineResult[MultipleMode]]
"""Solves a battle line in one of the ways of `solver`."""

WORDS = FightWords(
    outcomes=ENDINGS,
    named=lambda chances: {},
    labels=LABELS,
    note="A side wins when no unit of the other is left in the fight: each is "
    "destroyed, run down or has fallen back. Wounds left are counted before anybody is "
    "run down.",
    stalled="nothing changes any more: there the combat",
)

SEVERAL = (
    "A side is gone when none of its units stands: it got away if one did, else it is "
    "run down if one is, else destroyed. Who touches no enemy any more is out of the "
    "combat, and stands.",
    "Enemies on one side of a unit share its models evenly, and what one cannot meet "
    "is left to the others; who is engaged on several sides of a unit in ranks are "
    "others, as far as there are enough (house).",
)
"""Notes on sides of several units."""

TRAPPED_SIDE = (
    "Of a side of which nobody got away, being trapped is told before being run down."
)
"""Note on sides of several units whose way back is blocked."""

UNPAID = "the wounds that it takes for a lost combat: its side is too large"

UNMENDED = "wounds do not come back by some of its blows: they are too many cases"


def battle_line(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    further: tuple[Post[ScrollhammerUnit], ...],
    context: ScrollhammerContext,
    rounds: int | None,
    solve: Solve = solve_line,
) -> Odds:
    """Return the odds of a combat of several units, solved in a way.

    Raises
    ------
    MatchUpError
        If a unit has lost all its models before it begins, if both sides charged, or
        if a unit of many kinds of models is too large.

    References
    ----------
    Scrollhammer Rulebook, Multiple Combats.
    """
    field, switches = _laid_out(a, b, further, context)
    rules = MultipleRules(field)
    pools = pools_of(field.posts, [int(p.company.wounds[-1]) for p in field.profiles])
    first = MultipleSums(field, FirstLosses(pools))
    states = _begun(field)
    begun = {
        (mode, (*left, *rules.bites)): chance
        for (mode, left), chance in begun_over(
            field, openings(field, states), states
        ).items()
    }
    line = BattleLine(rules, begun, rounds, first.observe, rules.recovers)
    asked = context.readings, sorted(context.without), rounds
    posts = tuple(unless_no(one, "healing-draughts") for one in field.posts)
    solved = solve(line, lambda: repr((posts, field.answers, *asked)))
    result = over_ground(field, solved)
    report = LineReport(
        pools,
        _in_wounds(field, result),
        partial(ending_of, field),
        _always(field),
        WORDS,
    )
    told = report.odds(
        first.losses,
        events=_events(field, result),
        labels=({}, {}),
        told=(
            [
                *charge_steps(field, states),
                *multiple_steps(field, rules.strikes),
                *_way_steps(field),
                *ground_steps(field),
            ],
            [*_notes(field, rules.strikes), *switches],
        ),
        deciding=first.deciding() if context.explained else None,
    )
    if len(field.posts) > 2 or any(profile.posts for profile in field.profiles):
        told = with_told(told, _fates(field, result))
    events, labels = charge_events(field, states)
    told = replace(
        told,
        events={**told.events, **events},
        labels={**told.labels, **_friends_labels(field), **labels},
    )
    left_out = _left_out(field, rules.strikes.dry)
    return replace(told, not_modelled=(*told.not_modelled, *left_out))


def _laid_out(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    further: tuple[Post[ScrollhammerUnit], ...],
    context: ScrollhammerContext,
) -> tuple[MultipleCombat, tuple[str, ...]]:
    """Return a combat in which characters stand in the units that they joined.

    With it, what is said of items that its units take in hand.
    """

    def joined(unit: ScrollhammerUnit, key: str) -> ScrollhammerUnit:
        return with_characters(unit, [post for post in further if post.joins == key])

    units = tuple(
        with_unit(post, joined(post.unit, post.key))
        for post in further
        if post.role == "unit"
    )
    field = field_of(joined(a, "a"), joined(b, "b"), units, context)
    field, said = with_switching(field, context, joined)
    return with_runners(field), said


def _begun(field: MultipleCombat) -> tuple[int, ...]:
    """Return the state that each unit begins in."""
    return tuple(
        start_state(post.unit, beside(field.situation, post.side, answers), post.key)
        for post, answers in zip(field.posts, field.answers, strict=True)
    )


def _in_wounds(
    field: MultipleCombat, result: LineResult[MultipleMode]
) -> LineResult[MultipleMode]:
    """Return a result whose pools count wounds, not states."""
    columns = [
        profile.company.wounds[result.wounds[:, unit]]
        for unit, profile in enumerate(field.profiles)
    ]
    return replace(result, wounds=np.stack(columns, axis=1))


def _always(field: MultipleCombat) -> tuple[str, ...]:
    """Return the outcomes that are told though they cannot happen."""
    leaves = {
        f"{post.side}-leaves"
        for post, answers in zip(field.posts, field.answers, strict=True)
        if answers.leaves or answers.unseen == "slips"
    }
    told = [key for key in OUTCOMES if not key.endswith("-leaves") or key in leaves]
    pairs = zip(field.posts, field.answers, strict=True)
    blocked = {f"{post.side}-trapped" for post, one in pairs if one.blocked}
    return (*told, *sorted(blocked), "undecided")


def ending_of(field: MultipleCombat, mode: MultipleMode) -> str:
    """Return the key of the outcome that a mode is."""
    if field.engaged(mode):
        return "undecided"
    a, b = (_side_fate(field, mode, side) for side in SIDES)
    if SHORT in mode.fates and not {*mode.fates} - {IN, SHORT}:
        return "no-contact"
    if IN not in (a, b) and LEFT not in (a, b):
        return "both-destroyed" if a == b == DESTROYED else "none-left"
    gone = [(side, fate) for side, fate in zip(SIDES, (a, b), strict=True) if fate]
    if len(gone) == 1:
        ((side, fate),) = gone
        return f"{side}-{fate}"
    lost = [(side, fate) for side, fate in gone if fate != LEFT]
    return f"{lost[0][0]}-{lost[0][1]}" if lost else "parted"


def _side_fate(field: MultipleCombat, mode: MultipleMode, side: Side) -> str:
    """Return the fate of a whole side: the mildest of its units."""
    fates = {
        {SHORT: IN, FALLEN: DESTROYED}.get(fate, fate)
        for post, fate in zip(field.posts, mode.fates, strict=True)
        if post.side == side
    }
    return next(one for one in (IN, LEFT, *MILDEST) if one in fates)


def _shares(
    result: LineResult[MultipleMode], unit: int, fates: tuple[str, ...], states: int
) -> Floats:
    """Return the chances of a unit's states where its fate is one of some [chance]."""
    where = np.array([mode.fates[unit] in fates for mode in result.modes])[result.mode]
    counted = np.bincount(
        result.wounds[where, unit], result.chances[where], minlength=states
    )
    return counted.astype(np.float64)


def _events(
    field: MultipleCombat, result: LineResult[MultipleMode]
) -> dict[str, float]:
    """Return how often the first unit of each side falls back, and then regroups."""
    breaks, regroups = {}, {}
    for side in SIDES:
        unit = [post.key for post in field.posts].index(side)
        profile = field.profiles[unit]
        some = partial(_shares, result, unit, states=profile.company.states)
        broke = FLED, TRAPPED, FALLEN, RUN_DOWN
        breaks[f"{side}-breaks"] = float(some(broke).sum())
        regroups[f"{side}-regroups"] = float(some((FLED,)) @ regrouping(profile))
    return breaks | regroups | _friends(field, result)


def _friends(
    field: MultipleCombat, result: LineResult[MultipleMode]
) -> dict[str, float]:
    """Return how often the friends behind each unit test, and fall back too."""
    found: dict[str, float] = {}
    for unit, (post, answers) in enumerate(
        zip(field.posts, field.answers, strict=True)
    ):
        if answers.friends:
            states = field.profiles[unit].company.states
            away = FLED, TRAPPED, FALLEN
            fled = float(_shares(result, unit, away, states).sum())
            one = way_back(answers).befalls(answers.friends_leadership)
            found |= friends_events(post.key, fled, one)
    return found


def _way_steps(field: MultipleCombat) -> Iterator[Step]:
    for post, answers in zip(field.posts, field.answers, strict=True):
        yield from way_steps(answers, post.side, post.unit.name)


def _friends_labels(field: MultipleCombat) -> dict[str, str]:
    found: dict[str, str] = {}
    for post, answers in zip(field.posts, field.answers, strict=True):
        if answers.friends:
            found |= friends_labels(post.key, post.unit.name)
    return found


def _fates(
    field: MultipleCombat, result: LineResult[MultipleMode]
) -> Iterator[PostFate]:
    """Yield the fate of each unit, and of the characters in it."""
    every = (IN, LEFT, SHORT, FALLEN, *MILDEST)
    for unit, post in enumerate(field.posts):
        states = field.profiles[unit].company.states
        some = partial(_shares, result, unit, states=states)
        blocked = bool(field.answers[unit].blocked)
        for one in posts_of(post.unit, post.key):
            yield PostFate(
                one,
                some(every),
                float(some((FLED,))[one.alive].sum()),
                float(some((RUN_DOWN, CAUGHT))[one.alive].sum()),
                float(some((TRAPPED,))[one.alive].sum()) if blocked else None,
            )


def _notes(field: MultipleCombat, strikes: MultipleStrikes) -> list[str]:
    found = [WORDS.note, *twice_healed(field.profiles)]
    found += allocation_notes(field.profiles)
    found += [
        f"Wounds of several units on {field.profiles[unit].name} in one step are dealt "
        "out one unit after the other: together they are too many cases (house)."
        for unit in sorted(strikes.apart)
    ]
    found += [*SEVERAL] if len(field.posts) > 2 else []
    found += [NOT_ARRIVED] if chargers(field) or fleeing(field) else []
    blocked = len(field.posts) > 2 and any(one.blocked for one in field.answers)
    return [*found, TRAPPED_SIDE] if blocked else found


def _left_out(field: MultipleCombat, dry: Collection[int]) -> Iterator[NotModelled]:
    for unit, profile in enumerate(field.profiles):
        armed = profile if profile.takes is None else profile.takes
        yield from dict.fromkeys(
            (*unprinted(profile, melee=True), *unprinted(armed, melee=True))
        )
        if unit not in field.payers:
            yield from unpaid(profile, UNPAID)
        if unit in dry:
            yield NotModelled("Absorb Health", profile.side, UNMENDED)
        stocked = field.answers[unit].healing_draughts and drinks(profile)
        if stocked and not (field.stocks and field.stocks[unit]):
            yield NotModelled("Healing draughts", profile.side, HEALED_ONCE)

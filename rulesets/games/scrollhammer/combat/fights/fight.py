"""A close combat of Scrollhammer to its end, and what is told about it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial

from rulesets.games.scrollhammer.combat.blows.leeches import ABSORBED, absorbs
from rulesets.games.scrollhammer.combat.blows.weapons import unprinted
from rulesets.games.scrollhammer.combat.blows.wounds import allocation_notes
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerContext,
    ScrollhammerReadings,
)
from rulesets.games.scrollhammer.combat.fights.defeats import (
    TOO_LARGE,
    is_paid,
    unpaid,
    with_tolls,
)
from rulesets.games.scrollhammer.combat.fights.draughts import stocks_of, with_stocks
from rulesets.games.scrollhammer.combat.fights.fates import (
    columns_of,
    folded,
    party_name,
    with_fates,
)
from rulesets.games.scrollhammer.combat.fights.first_round import first_round_of
from rulesets.games.scrollhammer.combat.fights.healing import absorbing_round, dealt_in
from rulesets.games.scrollhammer.combat.fights.recovery import (
    MOST,
    comes_back,
    is_plain,
    mending_steps,
    pauses,
    twice_healed,
    unmended,
)
from rulesets.games.scrollhammer.combat.fights.result import (
    COLUMNS,
    OUTCOMES,
    REGROUPS,
)
from rulesets.games.scrollhammer.combat.fights.round import (
    Rounds,
    Sides,
    begun_in,
    rounds_of,
)
from rulesets.games.scrollhammer.combat.fights.standings import (
    fight_of_standings,
    rounds_in,
    rounds_led,
    standings,
)
from rulesets.games.scrollhammer.combat.fights.way_back import (
    Both,
    befalls_both,
    traps_of,
    with_ways_back,
)
from rulesets.games.scrollhammer.combat.glossary import ENDINGS
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.games.scrollhammer.combat.spell_blades import (
    barred_by_switching,
)
from rulesets.games.scrollhammer.combat.trace import (
    later_steps,
    melee_steps,
    morale_steps,
)
from rulesets.odds.answer import LaterSteps, NotModelled, Odds, Step
from rulesets.odds.fight.exact import dealt, moves_of
from rulesets.odds.fight.healing import fight_with_healing, healing_round
from rulesets.odds.fight.model import FightResult, in_turn
from rulesets.odds.fight.solver import never_begun, solve
from rulesets.odds.first_round import NEVER_FOUGHT
from rulesets.odds.report import (
    FightWords,
    Names,
    Prelude,
    fight_odds,
    outcome_labels,
)
from rulesets.odds.sides import SIDES
from rulesets.odds.volley import Floats

COUNTED_ANEW = (
    "Both units together have too many states to follow who was engaged when a round "
    "began: in its later steps those strike who can face an enemy by then."
)

LABELS = {
    "both-gone": "Both are gone",
    "rounds": "Rounds fought",
    "*-regroups": "{own} {own[breaks]} and {own[regroups]} in the next turn",
    "*-wins": "{own} left standing, {other} gone",
    "*-breaks": "{own} {own[breaks]}",
    "*-wounds-left": "Wounds left of {own} when the blows end",
    "*-wounds-dealt": "Wounds by {own} in the first round",
}
"""Words for events and figures."""

_OF_SIDES = ("destroyed", "run-down", "trapped", "flees", "leaves")

ORDER = (
    "both-destroyed",
    "both-gone",
    "undecided",
    "rounds",
    *(
        f"{side}-{key}"
        for side in SIDES
        for key in (*_OF_SIDES, *(k[2:] for k in LABELS if k.startswith("*")))
    ),
)
"""Keys in the order of their words."""


def fought_out(
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    start: Floats,
    before: Prelude,
    context: ScrollhammerContext,
    rounds: int | None,
    befalls: Both | None = None,
) -> Odds:
    """Return the odds of a combat that begins in some states.

    Parameters
    ----------
    sides : tuple of ScrollhammerSide
    start : ndarray
        ``[a, b]``: with the chances of ``before`` they sum to 1 [chance].
    before : Prelude
    context, rounds
    befalls : tuple of Befalls, optional
        Both sides if they fall back; without it where they stand at the start.
    """
    sides = less_parts(sides, context)
    befalls = befalls or befalls_both(context.situation)
    if not start.any():
        units = sides[0].profile, sides[1].profile
        unfought = never_begun((len(start), start.shape[1]), columns_of(units))
        answer = told_of(sides, unfought, before, context, befalls, None)
        return replace(answer, deciding=NEVER_FOUGHT)
    (a, b), readings = sides, context.readings
    played = rounds_of(a, b, readings, begun_in(start))
    seed = partial(seed_of, sides, readings, rounds)
    fought = fought_on(sides, start, played, readings, rounds, seed)
    answer = told_of(sides, fought, before, context, befalls, played)
    absorbed = context.explained and any(map(absorbs, (*a.units, *b.units)))
    if absorbed or not context.explained:
        return replace(answer, deciding_left_out=ABSORBED if absorbed else "")
    return replace(answer, deciding=first_round_of(sides, fought, readings))


def less_parts(sides: Sides, context: ScrollhammerContext) -> Sides:
    """Return both sides without the parts that the question leaves out."""
    without = context.without
    if not without:
        return sides
    return replace(sides[0], without=without), replace(sides[1], without=without)


def told_of(
    sides: Sides,
    fought: FightResult,
    before: Prelude,
    context: ScrollhammerContext,
    befalls: Both,
    played: Rounds | None,
) -> Odds:
    """Return the answer about a combat; there are no rounds where it never begins."""
    units = sides[0].profile, sides[1].profile
    so_far, readings = tuple(context.trace.steps), context.readings
    steps = LaterSteps(partial(_steps, so_far, sides, played, readings))
    answer = _answer(sides, folded(fought, units), before, steps)
    names = party_name(units[0]), party_name(units[1])
    answer = with_ways_back(answer, context.situation, befalls, names)
    traps = traps_of(context.situation, befalls)
    answer = with_fates(answer, units, fought, before, traps)
    armed = (unit for side in sides for unit in side.units)
    left = [gone for unit in armed for gone in unprinted(unit, melee=True)]
    left += barred_by_switching(sides)
    notes = answer.notes
    if played is not None:
        left += _not_paid_back(sides, played)
        notes += (COUNTED_ANEW,) if played.counts_anew else ()
    labels = _labels(answer.labels, names)
    return replace(answer, labels=labels, notes=notes, not_modelled=tuple(left))


def with_words(
    told: Odds, sides: Sides, context: ScrollhammerContext, played: Rounds
) -> Odds:
    """Return an answer with the words alone that its combat has by another contact."""
    so_far, readings = tuple(context.trace.steps), context.readings
    steps = LaterSteps(partial(_steps, so_far, sides, played, readings))
    anew = (COUNTED_ANEW,) if played.counts_anew else ()
    left = tuple(barred_by_switching(sides))
    return replace(told, trace=steps, notes=anew, not_modelled=left, work=0)


def _not_paid_back(sides: Sides, played: Rounds) -> Iterator[NotModelled]:
    """Yield the wounds that are not counted: those that come back, and those paid."""
    back = comes_back(sides, played)
    yield from unmended(sides, back)
    if "absorb-health" in back or not is_paid(sides):
        for side in sides:
            yield from unpaid(side.profile, TOO_LARGE)


def chance_of(
    column: str,
    sides: Sides,
    start: Floats,
    context: ScrollhammerContext,
    rounds: int | None,
) -> float:
    """Return the chance of one column of the table of a combat that begins so.

    Parameters
    ----------
    column : str
        One of `COLUMNS`.
    sides, start, context, rounds
        As of `fought_out`; the chances of ``start`` sum to 1 at most [chance].
    """
    sides, readings = less_parts(sides, context), context.readings
    seed = partial(seed_of, sides, readings, rounds)
    played = rounds_of(*sides, readings, begun_in(start))
    fought = fought_on(sides, start, played, readings, rounds, seed)
    fought = folded(fought, (sides[0].profile, sides[1].profile))
    return float(fought.outcomes[COLUMNS.index(column)])


def _steps(
    so_far: Sequence[Step],
    sides: Sides,
    played: Rounds | None,
    readings: ScrollhammerReadings,
) -> Iterator[Step]:
    """Yield the trace so far, of the rounds if any, and of what comes back."""
    yield from so_far
    if played is not None:
        played = _with_own_blows(sides, played, readings)
        for number, side in enumerate(sides):
            blows = played.blows[number], played.later[number]
            met, other = played.engaged[number], sides[1 - number]
            yield from melee_steps(side, other, blows, met, readings)
        yield from later_steps(sides, readings)
        yield from morale_steps(sides, readings)
    yield from mending_steps(sides)


def _with_own_blows(
    sides: Sides, played: Rounds, readings: ScrollhammerReadings
) -> Rounds:
    """Return the rounds of these very sides: what they strike with has its own name."""
    over = sides[0].charge_over(), sides[1].charge_over()
    return played if played.lasting.sides == over else rounds_of(*sides, readings)


def seed_of(
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    readings: ScrollhammerReadings,
    rounds: int | None,
) -> str:
    """Return the text of a whole question."""
    a, b = sides
    read = sorted(
        (key.replace("_", "-"), answer) for key, answer in asdict(readings).items()
    )
    return f"{a!r} {b!r} {read!r} {rounds!r}"


def _answer(
    sides: tuple[ScrollhammerSide, ScrollhammerSide],
    fought: FightResult,
    before: Prelude,
    steps: Sequence[Step],
) -> Odds:
    a, b = sides[0].profile, sides[1].profile
    stays = tuple(f"{one.profile.side}-leaves" for one in sides if not one.leaves)
    words = FightWords(
        outcomes=ENDINGS,
        named=partial(_named, stays),
        labels=LABELS,
        note="A side wins when the other is destroyed, run down or falls back. Wounds "
        "left are counted before anybody is run down.",
        stalled="nothing changes any more: there the combat",
    )
    return fight_odds(
        words,
        (party_name(a), party_name(b)),
        fought,
        before,
        trace=steps,
        events=partial(_events, fought.outcomes),
        notes=_notes(sides),
        wounds=(a.company.wounds, b.company.wounds),
    )


def _named(stays: Iterable[str], chances: Floats) -> dict[str, float]:
    """Return outcomes by key; who stays cannot leave."""
    named = dict(zip(COLUMNS, chances.tolist(), strict=True))
    for regroups, flees in REGROUPS.items():
        named[flees] += named.pop(regroups)
    for key in stays:
        del named[key]
    return named


def _labels(labels: Mapping[str, str], names: Names) -> dict[str, str]:
    """Return words in their order, those of all outcomes of a combat among them."""
    known = {**outcome_labels(OUTCOMES, ENDINGS, names), **labels}
    ordered = dict.fromkeys((*ORDER, *known))
    return {key: known[key] for key in ordered if key in known}


def _events(ended: Floats, outcomes: Mapping[str, float]) -> dict[str, float]:
    """Return the chances to break, and to regroup, beside who wins."""
    return {
        "a-breaks": outcomes["a-run-down"] + outcomes["a-flees"],
        "b-breaks": outcomes["b-run-down"] + outcomes["b-flees"],
        **{key: float(ended[COLUMNS.index(key)]) for key in REGROUPS},
    }


def _notes(sides: Iterable[ScrollhammerSide]) -> Iterator[str]:
    profiles = [side.profile for side in sides]
    yield from twice_healed(profiles)
    yield from allocation_notes(profiles)


def fought_on(
    sides: Sides,
    start: Floats,
    played: Rounds,
    readings: ScrollhammerReadings,
    rounds: int | None,
    seed: Callable[[], str],
) -> FightResult:
    """Return how a combat goes: who turns, and which wounds come back, counted.

    The turns alternate; the first round is fought in the turn of who charged, or of
    side a. Wounds come back where that can be worked out.
    """
    back, paid = comes_back(sides, played), is_paid(sides)
    if not start.any() or is_plain(sides, played):
        first = () if played.opening is played.cycle else (played.opening,)
        return solve(in_turn(start, first, (played.cycle,), rounds), seed, MOST)
    standing = standings(*sides, readings)
    known = rounds_in(standing, [played], readings)
    led = rounds_led(standing, known, readings)
    if paid and "absorb-health" not in back:
        led = with_tolls(standing, led, readings)
    fight = fight_of_standings(start, led, rounds)
    if not back:
        return solve(fight, seed, MOST)
    if "absorb-health" in back:
        made = [
            absorbing_round(one, led, fought, readings)
            for one, led, fought in zip(standing, fight.rounds, known, strict=True)
        ]
        healed = [one for one, _ in made]
        first_dealt = dealt_in(sides, start, made[0][1])
    else:
        moves = moves_of(fight)
        healed = [healing_round(one) for one in moves]
        first_dealt = dealt(start, moves[0].lost)
    stocks = stocks_of(sides) if "draughts" in back else (0, 0)
    healed = with_stocks(healed, stocks)
    between = pauses(sides, stocks)
    return fight_with_healing(start, healed, first_dealt, between, rounds)

"""The odds of a battle line, and their report."""

from dataclasses import replace

import numpy as np

from rulesets.core.subject import Subject, clause
from rulesets.games.warhammer.combat.context import (
    WarhammerContext,
    WarhammerPostAnswers,
)
from rulesets.games.warhammer.combat.fight import nobody_charged
from rulesets.games.warhammer.combat.glossary import ENDINGS, FIGHT
from rulesets.games.warhammer.combat.line.field import (
    BROKEN,
    FLED,
    IN,
    RUN_DOWN,
    SLAIN,
    LineField,
    LineMode,
    links,
)
from rulesets.games.warhammer.combat.line.first_round import FirstRoundSums
from rulesets.games.warhammer.combat.line.opening import begun_modes
from rulesets.games.warhammer.combat.line.rules import WarhammerLine
from rulesets.games.warhammer.combat.line.steps import line_steps
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.psychology import is_stupid
from rulesets.games.warhammer.combat.result import ENDS
from rulesets.odds.answer import Distribution, Odds
from rulesets.odds.battle_line.model import BattleLine, LineResult
from rulesets.odds.battle_line.solver import solve_line
from rulesets.odds.context import read_answers
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.posts import Post
from rulesets.odds.report import label_each, outcome_labels, wins
from rulesets.odds.sampling import CONFIDENCE
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats

MILDEST = (
    (BROKEN, "broken"),
    (FLED, "flees"),
    (RUN_DOWN, "run-down"),
    (SLAIN, "destroyed"),
)
"""Fates of units and how a side ended whose mildest fate is that."""

SEVERAL = (
    "Each side is told by the name of its first unit. A side is gone when none of its "
    "units fights on; it is broken if one got away, else run down if one was, else "
    "destroyed. Who touches no enemy any more is out of it, and stands."
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
        If somebody has lost all wounds before it begins.
    """
    field = field_of(a, b, further, context)
    wounds = _wounds(field)
    rules = WarhammerLine(field)
    first = FirstRoundSums(field)
    line = BattleLine(rules, wounds, begun_modes(field, wounds), rounds, first.observe)
    result = solve_line(
        line, lambda: repr((field.posts, context.situation, context.readings, rounds))
    )
    return _report(field, result, first, context, wounds)


def field_of(
    a: WarhammerUnit,
    b: WarhammerUnit,
    further: tuple[Post[WarhammerUnit], ...],
    context: WarhammerContext,
) -> LineField:
    """Return a battle line as it is laid out, units before characters."""
    posts = (
        Post("a", a, "a", touches="b"),
        Post("b", b, "b", touches="a"),
        *(post for post in further if post.role == "unit"),
        *(post for post in further if post.role == "character"),
    )
    answers = tuple(_answers(post, context) for post in posts)
    return LineField(
        posts,
        answers,
        context.situation,
        context.readings,
        context.without,
        links(posts, answers),
    )


def _answers(
    post: Post[WarhammerUnit], context: WarhammerContext
) -> WarhammerPostAnswers:
    """Return the answers about a post, with those about its whole side."""
    of_side = context.situation.of(post.side)
    if post.key in SIDES:
        told = {name: getattr(of_side, name) for name in of_side.__dataclass_fields__}
        return WarhammerPostAnswers(**told)
    own = read_answers(WarhammerPostAnswers, post.answers)
    return replace(
        own, general=of_side.general, battle_standard=of_side.battle_standard
    )


def _wounds(field: LineField) -> list[int]:
    """Return the wounds that each post begins with [wounds]."""
    found = []
    for post, answers in zip(field.posts, field.answers, strict=True):
        left = post.unit.pool - answers.wounds_lost
        if left < 1:
            place = f"/situation/{post.key}.wounds-lost"
            text = f"{clause(post.unit.name, 'has')} only {post.unit.pool} wounds"
            raise MatchUpError(place, text)
        found.append(left)
    return found


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


def _outcomes(
    field: LineField, result: LineResult[LineMode], shares: Floats
) -> dict[str, float]:
    """Return outcomes by key, of the chances of modes."""
    keys = [ending_of(field, mode) for mode in result.modes]
    found = dict.fromkeys((*ENDS, "undecided"), 0.0)
    for key, chance in zip(keys, shares.tolist(), strict=True):
        if key in found or chance:
            found[key] = found.get(key, 0.0) + chance
    return found


def _report(
    field: LineField,
    result: LineResult[LineMode],
    first: FirstRoundSums,
    context: WarhammerContext,
    wounds: list[int],
) -> Odds:
    names = (field.profiles[0].name, field.profiles[1].name)
    final = np.zeros(len(result.modes))
    np.add.at(final, result.mode, result.chances)
    outcomes = _outcomes(field, result, final)
    outcomes["undecided"] += result.dropped
    events = {
        **wins(outcomes, ENDINGS),
        **_first_events(first),
        **_breaks(field, result),
        **_panics(field, result),
    }
    fates, words = _fates(field, result)
    survivors: dict[str, Distribution] = {
        side: _survivors(field, result, side) for side in SIDES
    }
    dealt: dict[str, Distribution] = {
        side: _dealt(field, first, side) for side in SIDES
    }
    means = {f"{side}-wounds-left": survivors[side].expected() for side in SIDES}
    means |= {f"{side}-wounds-dealt": dealt[side].expected() for side in SIDES}
    sampled = result.samples > 0 or result.is_drawn
    return Odds(
        outcomes=outcomes,
        labels={
            **outcome_labels(outcomes, ENDINGS, names),
            **label_each({**FIGHT.labels, **PANIC}, names),
            **words,
        },
        method="sampled" if sampled else "exact",
        error=result.error(len(outcomes)),
        by_round=tuple(
            _so_far(_outcomes(field, result, row)) for row in result.by_round
        ),
        survivors=survivors,
        wounds=dealt,
        distributions=_left(field, result),
        events={**events, **fates},
        expected={"rounds": result.rounds, **means},
        trace=tuple(line_steps(field, wounds)),
        notes=tuple(_notes(field, result, len(outcomes))),
        confidence=CONFIDENCE if sampled else 1.0,
        samples=result.samples,
        deciding=first.deciding() if context.explained else None,
    )


def _so_far(outcomes: dict[str, float]) -> dict[str, float]:
    return {key: chance for key, chance in outcomes.items() if key != "undecided"}


def _first_events(first: FirstRoundSums) -> dict[str, float]:
    keys = [
        f"{side}-{what}"
        for what in ("wins-first-round", "slays-all-at-once")
        for side in SIDES
    ]
    return {key: first.events.get(key, 0.0) for key in keys}


def _panics(field: LineField, result: LineResult[LineMode]) -> dict[str, float]:
    """Return the chances that friends near each side must test for panic."""
    found = {}
    for side in SIDES:
        lost = np.array([_loses_a_unit(field, mode, side) for mode in result.modes])
        chance = float(result.chances[lost[result.mode]].sum())
        found[f"{side}-friends-test"] = chance
    return found


def _loses_a_unit(field: LineField, mode: LineMode, side: Side) -> bool:
    """Return whether a unit of a side has broken or been destroyed."""
    fates = zip(field.units, mode.fates, strict=True)
    gone = (SLAIN, BROKEN, RUN_DOWN)
    return any(fate in gone and field.posts[unit].side == side for unit, fate in fates)


def _breaks(field: LineField, result: LineResult[LineMode]) -> dict[str, float]:
    """Return the chances that the first units of both sides fail a Break test."""
    found = {}
    for place, side in enumerate(SIDES):
        fates = np.array([mode.fates[place] for mode in result.modes])[result.mode]
        broke = np.isin(fates, (BROKEN, RUN_DOWN))
        found[f"{side}-breaks"] = float(result.chances[broke].sum())
    return found


def _survivors(
    field: LineField, result: LineResult[LineMode], side: Side
) -> Distribution:
    """Return the wounds left of a whole side."""
    pools = [n for n, post in enumerate(field.posts) if post.side == side]
    label = f"Wounds left of {field.profiles[SIDES.index(side)].name}"
    if len(pools) > 1:
        label += " and those beside"
    return _counted(field, result, pools, label)


def _counted(
    field: LineField, result: LineResult[LineMode], pools: list[int], label: str
) -> Distribution:
    most = sum(field.profiles[pool].pool for pool in pools)
    left = result.wounds[:, pools].sum(axis=1)
    chances = np.bincount(left, result.chances, minlength=most + 1)
    chances[-1] += max(0.0, 1.0 - float(chances.sum()))
    return Distribution(label, "wounds", tuple(chances.tolist()))


def _left(field: LineField, result: LineResult[LineMode]) -> dict[str, Distribution]:
    """Return the wounds left of each post, where a side has several."""
    if len(field.posts) == 2:
        return {}
    return {
        f"{post.key}-left": _counted(
            field, result, [number], f"Wounds left of {post.unit.name}"
        )
        for number, post in enumerate(field.posts)
    }


def _dealt(field: LineField, first: FirstRoundSums, side: Side) -> Distribution:
    struck = OTHER[side]
    label = f"Wounds lost by {field.profiles[SIDES.index(struck)].name}"
    if sum(post.side == struck for post in field.posts) > 1:
        label += " and those beside"
    pools = [post.unit.pool for post in field.posts if post.side == struck]
    chances = first.dealt.get(side, np.zeros(sum(pools) + 1)).copy()
    chances[0] += max(0.0, 1.0 - float(chances.sum()))
    return Distribution(
        f"{label} in the first round", "wounds", tuple(chances.tolist())
    )


def _fates(
    field: LineField, result: LineResult[LineMode]
) -> tuple[dict[str, float], dict[str, str]]:
    """Return what becomes of each post, and the words; nothing of one unit a side."""
    events: dict[str, float] = {}
    labels: dict[str, str] = {}
    if len(field.posts) == 2:
        return events, labels
    for number, post in enumerate(field.posts):
        place = field.units.index(field.unit_of(number))
        fates = np.array([mode.fates[place] for mode in result.modes])[result.mode]
        alive = result.wounds[:, number] > 0
        away = np.isin(fates, (BROKEN, FLED))
        for word, where in (
            ("stands", alive & (fates == IN)),
            ("slain", ~alive),
            ("away", alive & away),
            ("run-down", alive & (fates == RUN_DOWN)),
        ):
            events[f"{post.key}-{word}"] = float(result.chances[where].sum())
            labels[f"{post.key}-{word}"] = FATES[word].format(
                own=Subject(post.unit.name)
            )
    return events, labels


def _notes(field: LineField, result: LineResult[LineMode], told: int) -> list[str]:
    found = [FIGHT.note]
    if not any(answers.charges for answers in field.answers):
        found.insert(0, nobody_charged(field.profiles[0], field.profiles[1]))
    if len(field.posts) > 2:
        found.append(SEVERAL)
    if any(is_stupid(profile) for profile in field.profiles):
        found.append("Tests of stupidity are not taken in a battle line.")
    if result.stalled > 0:
        found.append(
            f"With a chance of {result.stalled:.3g} it comes to where {FIGHT.stalled} "
            "never ends."
        )
    if result.samples or result.is_drawn:
        how = "what is unlikely of it was drawn"
        if result.samples:
            how = f"{result.samples:,} fights were rolled"
        found.append(
            f"Too large to work out: {how}. Every chance lies within "
            f"{result.error(told):.2%} with a confidence of {CONFIDENCE:.1%}."
        )
    return found

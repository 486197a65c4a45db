"""Independent Characters who joined a unit: its models from then on, with it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

from rulesets.core.subject import clause, so_many
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagements.in_hand import taking
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
    rule_step,
    states_of,
)
from rulesets.games.scrollhammer.combat.ranks import front_steps, standing
from rulesets.odds.answer import LaterSteps, NotModelled, Odds, Step
from rulesets.odds.combat import Compute, ComputeLine
from rulesets.odds.company import MOST_STATES
from rulesets.odds.context import Context
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.posts import Post

CHARACTER = "independent-character"

Character = Post[ScrollhammerUnit]


def joined(
    compute: Compute[ScrollhammerUnit, ScrollhammerSituation, ScrollhammerReadings],
) -> ComputeLine[ScrollhammerUnit, ScrollhammerSituation, ScrollhammerReadings]:
    """Return what computes a kind of match-up of two units and characters in them."""

    def together(
        a: ScrollhammerUnit,
        b: ScrollhammerUnit,
        further: tuple[Character, ...],
        context: Context[ScrollhammerSituation, ScrollhammerReadings],
        rounds: int | None,
    ) -> Odds:
        stands = partial(as_it_stands, further=further, situation=context.situation)
        a, b = stands(a), stands(b)
        a, of_a = taking(a, b, stands, context)
        b, of_b = taking(b, a, stands, context)
        odds = compute(a, b, context, rounds)
        steps = (*joining_steps(a), *joining_steps(b), *front_steps(a, b))
        if of_a or of_b:
            odds = replace(odds, notes=(*odds.notes, *of_a, *of_b))
        if not steps:
            return odds
        return replace(odds, trace=LaterSteps(partial(chain, steps, odds.trace)))

    return together


def as_it_stands(
    unit: ScrollhammerUnit,
    further: Iterable[Character],
    situation: ScrollhammerSituation,
) -> ScrollhammerUnit:
    """Return a unit with the characters of its side in it, and with who is in front.

    Raises
    ------
    MatchUpError
        As `with_characters` does.
    """
    those = [post for post in further if post.side == unit.side]
    return standing(with_characters(unit, those), situation.of(unit.side).front)


def with_characters(
    unit: ScrollhammerUnit, those: Iterable[Character]
) -> ScrollhammerUnit:
    """Return a unit with characters in it, last in line for wounds.

    Raises
    ------
    MatchUpError
        If one has lost all his wounds, or if they are too many together.

    References
    ----------
    Scrollhammer Rulebook, Special rules H to Q: Independent Character. He counts as
    part of the unit for all rules purposes, though he still is a character.
    """
    those = [*those]
    if not those:
        return unit
    joining = [_group(post) for post in those]
    own, others = _few(unit.groups, joining)
    left = [
        NotModelled(name, unit.side, f"too many kinds of models: as {own[0].name}")
        for name in others
    ]
    known = {piece.key: piece for piece in unit.spells}
    for post in those:
        known.update({piece.key: piece for piece in post.unit.spells})
    return replace(
        unit,
        groups=(*own, *joining),
        spells=tuple(known.values()),
        left_out=(*unit.left_out, *left),
    )


def _group(post: Character) -> ScrollhammerGroup:
    """Return a character as a leader of the unit that he joined."""
    unit = post.unit
    (group,) = unit.groups
    lost = int(post.answers["wounds-lost"])
    if lost >= group.w:
        place = f"/situation/{post.key}.wounds-lost"
        wounds = so_many(group.w, "wound")
        raise MatchUpError(place, f"{clause(unit.name, 'has')} only {wounds}")
    return replace(group, name=unit.name, role="leader", post=post.key, lost=lost)


def _few(
    own: tuple[ScrollhammerGroup, ...], joining: list[ScrollhammerGroup]
) -> tuple[tuple[ScrollhammerGroup, ...], list[str]]:
    """Return a unit's own groups, few enough beside characters, and whose are others'.

    Ordinary models are lumped together first, its leaders only if that is not enough.
    """
    for lumped in (1, sum(group.role != "leader" for group in own), len(own)):
        same, rest = own[: max(lumped, 1)], own[max(lumped, 1) :]
        found = (replace(same[0], models=sum(one.models for one in same)), *rest)
        if states_of((*found, *joining)) <= MOST_STATES:
            return found, [group.name for group in same[1:]]
    raise MatchUpError(
        "/further", "so large a unit with characters of so many wounds is too large"
    )


def joining_steps(unit: ScrollhammerUnit) -> Iterator[Step]:
    """Yield the trace of the characters in a unit."""
    for group in unit.groups:
        if group.post:
            text = (
                f"{clause(group.name, 'stands')} in {unit.name} as one of its models, "
                "in front, and last in line for wounds"
            )
            yield rule_step(unit, CHARACTER, text)

"""Figures that the Speculum exchanges in a battle line: of two who fight alone."""

from collections.abc import Iterator

from rulesets.games.warhammer.combat.fights.exchange import exchange_steps, exchanged
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.answer import Step
from rulesets.odds.posts import Post, with_unit


def exchanged_alone(field: LineField) -> tuple[Post[WarhammerUnit], ...]:
    """Return the posts, those with exchanged figures who touch each other alone.

    As in a combat of two units it is for the whole combat; in a challenge it is while
    that lasts (house), and `strikers.strikes_at` exchanges them.
    """
    posts = [*field.posts]
    for a, b in _alone(field):
        units = exchanged(
            (field.profiles[a], field.profiles[b]), field.context(a, b).situation
        )
        for post, unit in zip((a, b), units, strict=True):
            posts[post] = with_unit(posts[post], unit)
    return tuple(posts)


def _alone(field: LineField) -> Iterator[tuple[int, int]]:
    """Yield pairs of units without characters of which each touches no other."""
    for a, b in field.touched:
        pair = {a, b}
        near = {foe for own, foe in field.touched if own in pair}
        joined = [*field.characters(a), *field.characters(b)]
        if field.posts[a].side == "a" and near == pair and not joined:
            yield a, b


def line_exchange_steps(field: LineField, mode: LineMode) -> Iterator[Step]:
    """Yield the trace of exchanges."""
    pairs = [*_alone(field), *([mode.duel] if mode.duel else [])]
    for a, b in pairs:
        units = field.profiles[a], field.profiles[b]
        yield from exchange_steps(units, field.context(a, b).situation)

"""Tests of psychology in a battle line: by whom a unit is led, and stupidity."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from rulesets.games.warhammer.combat.blows.contact import ODD_FIGHTS, ODD_STANDS
from rulesets.games.warhammer.combat.blows.leadership import passes_leadership
from rulesets.games.warhammer.combat.context import WarhammerSituation
from rulesets.games.warhammer.combat.fights.psychology import is_stupid, stupidity_step
from rulesets.games.warhammer.combat.line.borne import with_items
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.answer import Step
from rulesets.odds.sides import OTHER, SIDES, Side


def passes_test(field: LineField, post: int, alive: Sequence[bool]) -> float:
    """Return the chance that a unit, or a character in one, passes a test.

    It is led by the best of them all; a character by his unit, too.

    Parameters
    ----------
    field : LineField
    post : int
    alive : sequence of bool
        Of each pool, whether any of it is left.
    """
    figures = field.pools.figures(post, alive)
    return passes_leadership(*led(field, post, alive, figures))


def led(
    field: LineField, post: int, alive: Sequence[bool], figures: WarhammerUnit
) -> tuple[WarhammerUnit, WarhammerSituation]:
    """Return what a test of a post asks: its figures, and a situation of who leads it.

    Parameters
    ----------
    field : LineField
    post : int
    alive : sequence of bool
        Of each pool, whether any of it is left.
    figures : WarhammerUnit
        Of the post, as it is left.
    """
    side, unit = field.posts[post].side, field.unit_of(post)
    others = [one for one in field.members(unit) if one not in (post, unit)]
    leads = [
        field.profiles[one].leadership
        for one in others
        if alive[one] and not (field.hides(one) and alive[unit])
    ]
    if post != unit and alive[unit]:
        leads.append(field.profiles[unit].leadership)
    situation = field.situation_of(unit)
    own = situation.of(side)
    best = max([field.situation.of(side).general, *leads])
    situation = situation.with_side(side, replace(own, general=best))
    if post == unit:
        figures = with_items(field, unit, alive, figures)
    return figures, situation


def first_turn(field: LineField) -> Side:
    """Return whose turn the first round is: who charged, or as it is asked."""
    charged = [
        side
        for side in SIDES
        if any(field.answers[post].charges for post in field.posts_of[side])
    ]
    return charged[0] if len(charged) == 1 else field.situation.turn


def tested_posts(
    field: LineField, mode: LineMode, alive: Sequence[bool]
) -> tuple[int, ...]:
    """Return the posts that test for stupidity in their turns: who still fight.

    Ordinary models and the characters among them test each for themselves.
    """
    if field.readings.stupid_tests == "never":
        return ()
    fights = field.engaged(mode)
    return tuple(
        post
        for post in field.pools.ever_stupid
        if field.unit_of(post) in fights
        and field.pools.lives(post, alive)
        and is_stupid(field.pools.figures(post, alive))
    )


def first_tests(
    field: LineField, mode: LineMode, alive: Sequence[bool]
) -> list[tuple[LineMode, float]]:
    """Return the first round after tests of stupidity: who charged has passed it."""
    posts = tested_posts(field, mode, alive)
    if posts and field.readings.stupid_tests == "own-turn":
        mode = mode._replace(turn=first_turn(field))
    waiting = [one for one in posts if not field.answers[field.unit_of(one)].charges]
    return _after_tests(field, mode, waiting, alive)


def later_tests(
    field: LineField, before: LineMode, mode: LineMode, alive: Sequence[bool]
) -> list[tuple[LineMode, float]]:
    """Return a later round after the tests at the start of its turn.

    Parameters
    ----------
    field : LineField
    before, mode : LineMode
        Of the last round, and of this one without stupidity.
    alive : sequence of bool
        Of each pool, whether any of it is left.
    """
    posts = tested_posts(field, mode, alive)
    if not posts:
        return [(mode, 1.0)]
    turn = OTHER[before.turn] if before.turn in SIDES else ""
    was = stupid_posts(before)
    mode = with_stupid(
        field, mode._replace(turn=turn), [one for one in posts if one in was]
    )
    every = field.readings.stupid_tests == "each-round"
    now = [one for one in posts if every or field.posts[one].side == turn]
    return _after_tests(field, mode, now, alive)


def stupid_posts(mode: LineMode) -> list[int]:
    """Return the posts that are stupid in a mode; none where it names none."""
    return [post for post, is_one in enumerate(mode.stupid) if is_one]


def with_stupid(field: LineField, mode: LineMode, posts: Iterable[int]) -> LineMode:
    """Return a mode in which these posts are stupid."""
    stupid = tuple(post in posts for post in range(len(field.posts)))
    return mode._replace(stupid=stupid if any(stupid) else ())


def _after_tests(
    field: LineField, mode: LineMode, posts: Sequence[int], alive: Sequence[bool]
) -> list[tuple[LineMode, float]]:
    """Return a mode after tests of some posts, each way with its chance."""
    passes = [
        1.0 if mode.frenzy[post] else passes_test(field, post, alive) for post in posts
    ]
    others = [post for post in stupid_posts(mode) if post not in posts]
    found = []
    for failed in product((False, True), repeat=len(posts)):
        chance = 1.0
        for fails, passing in zip(failed, passes, strict=True):
            chance *= 1 - passing if fails else passing
        if chance > 0:
            stupid = [post for post, fails in zip(posts, failed, strict=True) if fails]
            found.append((with_stupid(field, mode, [*others, *stupid]), chance))
    return found


def odd_ways(mode: LineMode) -> list[tuple[float, LineMode]]:
    """Return the ways of the odd models of all who are stupid in a round."""
    drawn = [(ODD_FIGHTS, ODD_STANDS) if one else ("",) for one in mode.stupid]
    ways = [*product(*drawn)]
    return [(1 / len(ways), mode._replace(odd=odd)) for odd in ways]


def odd_model(field: LineField, mode: LineMode, unit: int, foe: int) -> str:
    """Return what the odd model of a stupid unit does; "" where all fight.

    At a second enemy it does the other thing, so that of all who touch enemies half
    stand idle (house).
    """
    drawn = mode.odd[unit] if mode.odd else ""
    foes = field.foes(unit, mode)
    if not drawn or foe not in foes or foes.index(foe) % 2 == 0:
        return drawn
    return ODD_STANDS if drawn == ODD_FIGHTS else ODD_FIGHTS


def line_stupidity_steps(field: LineField, alive: Sequence[bool]) -> Iterator[Step]:
    """Yield the trace of stupidity."""
    for post, own in enumerate(field.profiles):
        if not alive[post]:
            continue
        passes = passes_test(field, post, alive)
        for step in stupidity_step(own, field.readings, passes):
            text = step.text
            if field.posts[post].joins:
                text = f"{own.name}: {text.partition(', half')[0]}, he strikes on 4+"
            yield replace(step, text=text)


def still_frenzied(
    field: LineField, mode: LineMode, won: tuple[str, ...]
) -> tuple[bool, ...]:
    """Return which posts are in a frenzy after a round: none whose side lost it.

    ``won`` is the side that won the combat of each unit, if any.
    """
    if not any(won) or not any(mode.frenzy):
        return mode.frenzy
    return tuple(
        was and won[field.unit_of(post)] in ("", field.posts[post].side)
        for post, was in enumerate(mode.frenzy)
    )

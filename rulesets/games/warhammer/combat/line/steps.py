"""The trace of a battle line: who stands where, his blows, points and nerve."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from rulesets.games.warhammer.combat.blows.vocabulary import said_of_tests
from rulesets.games.warhammer.combat.fights.ridden_blows import at_beast
from rulesets.games.warhammer.combat.fights.ridden_monsters import BOTH, MOUNT
from rulesets.games.warhammer.combat.line.exchange import line_exchange_steps
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.games.warhammer.combat.line.nerve import nerve_in
from rulesets.games.warhammer.combat.line.opening import fear_steps, opening_mode
from rulesets.games.warhammer.combat.line.points import scores_in
from rulesets.games.warhammer.combat.line.psychology import line_stupidity_steps
from rulesets.games.warhammer.combat.line.shields import shield_steps
from rulesets.games.warhammer.combat.line.strikers import strikes_at
from rulesets.games.warhammer.sources import CHARACTERS, COMBAT, RESULT
from rulesets.odds.answer import Step
from rulesets.odds.battle_line.model import RoundMoment
from rulesets.odds.volley import Ints


def line_steps(field: LineField, wounds: list[int]) -> list[Step]:
    """Return the trace of a battle line that begins with so many wounds."""
    nobody = tuple(False for _ in field.posts)
    begun = opening_mode(field, nobody, tuple("" for _ in field.units))
    steps = [*_contacts(field, begun), *_characters(field, begun)]
    steps += [*line_exchange_steps(field, begun), *shield_steps(field, begun)]
    steps += [step for own in field.profiles for step in said_of_tests(own)]
    steps += fear_steps(field, wounds)
    steps += line_stupidity_steps(field, [left > 0 for left in wounds])
    later = begun._replace(first=False)
    for mode, when in ((begun, ""), (later, "in later rounds: ")):
        for step in _blows(field, mode):
            if step not in steps:
                steps.append(replace(step, text=f"{when}{step.text}"))
    steps += _points(field, begun, wounds)
    steps += [_nerve(field, begun, unit) for unit in field.units]
    return list(dict.fromkeys(steps))


def _contacts(field: LineField, mode: LineMode) -> Iterator[Step]:
    for unit in field.units:
        own = field.profiles[unit]
        models = own.models + len(field.characters(unit))
        for foe in field.foes(unit, mode):
            other = field.profiles[foe]
            theirs = other.models + len(field.characters(foe))
            aside = field.aside(unit, foe, mode, partial(_standing, field))
            able = int(field.able(unit, foe, mode)[models, theirs])
            count = max(able - int(aside.max()), 0)
            text = (
                f"{field.fronts[unit].width} wide, {count} of {models} models in "
                f"contact with {other.name}, at its {field.touched[foe, unit]}"
            )
            yield Step("Who fights", COMBAT, text, own.side)


def _standing(field: LineField, unit: int) -> Ints:
    """Return the models of a unit at full strength, its characters among them."""
    return np.array([field.profiles[unit].models + len(field.characters(unit))])


def _characters(field: LineField, mode: LineMode) -> Iterator[Step]:
    for post, one in enumerate(field.posts):
        if not one.joins:
            continue
        foe = field.faced(post, mode)
        unit = field.profiles[field.unit_of(post)].name
        against = field.profiles[foe].name if foe is not None else "nobody"
        aims = "characters" if field.answers[post].aims == "characters" else "the unit"
        text = f"{one.unit.name} stands in the front rank of {unit}, against {against},"
        text += f" and strikes at {aims}"
        if post in mode.duel:
            rival = next(two for two in mode.duel if two != post)
            text = f"{one.unit.name} fights {field.profiles[rival].name} alone"
        elif field.hides(post):
            text = f"{one.unit.name} refuses the challenge: at the back, he strikes no "
            text += "blows, and his Leadership does not count"
        yield Step("Character", CHARACTERS, text, one.side)


def _blows(field: LineField, mode: LineMode) -> Iterator[Step]:
    for unit in field.units:
        foes = field.foes(unit, mode)
        for foe in foes:
            told = strikes_at(field, unit, foe, mode)[1]
            several = field.profiles[foe].name if len(foes) > 1 else ""
            yield from _at(several, told)
            yield from _at_mount(field, mode, unit, foe)
        for one in field.characters(unit):
            faced = field.faced(one, mode)
            rival = [two for two in mode.duel if one in mode.duel and two != one]
            if faced is not None:
                yield from strikes_at(field, one, (*rival, faced)[0], mode)[1]
                yield from _at_mount(field, mode, one, (*rival, faced)[0])


def _at_mount(field: LineField, mode: LineMode, own: int, foe: int) -> Iterator[Step]:
    """Yield the blows of a post at the mount of a ridden monster, and its aims."""
    apart = field.profiles[foe].apart
    if apart is None:
        return
    beast = apart[1].name
    both = strikes_at(field, own, foe, mode)[0]
    mount, told = strikes_at(field, own, foe, mode, (BOTH, MOUNT))
    yield from _at(beast, told)
    aside = at_beast(both, mount, aims=field.answers[own].aims_at_ridden)[0]
    aimed = [
        f"{one.name} at {beast if is_aside else 'the rider'}"
        for one, is_aside in zip(both, aside, strict=True)
    ]
    if aimed:
        text = f"while both live: {', '.join(dict.fromkeys(aimed))}"
        source = f"{COMBAT}: Roll to hit; house"
        yield Step("Ridden monster", source, text, field.posts[own].side)


def _at(name: str, steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps with whom they are struck at, where there are several."""
    for step in steps:
        yield replace(step, text=f"at {name}: {step.text}") if name else step


def _points(field: LineField, mode: LineMode, wounds: list[int]) -> Iterator[Step]:
    start = [np.array([left]) for left in wounds]
    moment = RoundMoment((), start, [])
    for side, score in zip("ab", scores_in(field, mode, moment), strict=True):
        told = [
            f"{key.replace('-', ' ')} {int(points.max())}"
            for key, points in score.parts.items()
            if points.any()
        ]
        text = ", ".join(told) or "nothing"
        yield Step("Combat result", RESULT, f"but for wounds: {text}", side)


def _nerve(field: LineField, mode: LineMode, unit: int) -> Step:
    everybody = tuple(True for _ in field.pools.posts)
    nerve, own = nerve_in(field, mode, unit, everybody), field.profiles[unit]
    source = f"{COMBAT}: Break tests"
    if nerve.unbreakable:
        return Step("Break test", source, f"{own.name} never breaks", own.side)
    words = [f"{own.name}: Leadership {max(nerve.own, nerve.general)}"]
    if nerve.stubborn:
        words.append("stubborn: the difference does not count")
    if nerve.again:
        words.append("a failed test is rolled again")
    words.append(f"flees and pursues {nerve.runs}D6 inches")
    return Step("Break test", source, ", ".join(words), own.side)

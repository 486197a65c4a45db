"""Blows that several modes of a battle line share, beside those of each mode alone."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.blows.contact import ODD_FIGHTS, ODD_STANDS
from rulesets.games.warhammer.combat.line import answer
from rulesets.games.warhammer.combat.line.blows import Struck, blows_in
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import IN, SLAIN, LineMode, told
from rulesets.games.warhammer.combat.line.strikers import tracks_of
from rulesets.odds.battle_line.model import BattleLine, RoundMoment
from rulesets.odds.sampling import generator
from tests.rulesets.games.warhammer.line.test_separate_combats import SCENES
from tests.rulesets.simulators.battle_line.large_lines import EIGHT
from tests.rulesets.simulators.battle_line.scene import Scene, question_of

LINES = {"eight": EIGHT, **SCENES}

MODES, FIGHTS = 40, 50
"""Modes of each line, and fights whose blows are counted in each."""


class Asked(Exception):
    """The line of a question, before it is solved."""


def field_asked(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> LineField:
    """Return a field that has met no mode yet."""

    def ask(line: BattleLine[Any], seed: object) -> None:
        del seed
        raise Asked(line)

    with monkeypatch.context() as patch:
        patch.setattr(answer, "solve_line", ask)
        with pytest.raises(Asked) as caught:
            odds(question_of(scene))
    found: LineField = caught.value.args[0].rules.field
    return found


def modes_of(field: LineField) -> Iterator[LineMode]:
    """Yield modes by lot: who is still there, in which state, in which round."""
    dice, units, posts = generator("modes"), len(field.units), len(field.posts)

    def lots(count: int, often: float) -> tuple[bool, ...]:
        return tuple((dice.random(count) < often).tolist())

    for _ in range(MODES):
        yield LineMode(
            fates=tuple(IN if one else SLAIN for one in lots(units, 0.8)),
            first=lots(1, 0.3)[0],
            frenzy=lots(posts, 0.2),
            afraid=lots(posts, 0.2),
            defended=lots(units, 0.2) if dice.random() < 0.5 else (),
            duel=field.challenged if dice.random() < 0.5 else (),
            brought=told(tuple(dice.integers(0, 2, units).tolist())),
            odd=told(tuple(dice.choice(["", ODD_FIGHTS, ODD_STANDS], posts).tolist())),
        )


def moment_by_lot(field: LineField) -> RoundMoment:
    dice, tracks = generator("wounds"), [one.pool for one in tracks_of(field)]
    start = [dice.integers(0, most + 1, FIGHTS) for most in field.pools.sizes]
    return RoundMoment(tracks, start, [dice.integers(0, 3, FIGHTS) for _ in tracks])


def told_of(blows: list[Struck], field: LineField) -> list[tuple[object, ...]]:
    moment = moment_by_lot(field)
    return [
        (
            *(one.when, one.side, one.own, one.target, one.place),
            *(one.blow.track, one.blow.spare, one.blow.kernels.tolist()),
            np.broadcast_to(one.blow.dice(moment), FIGHTS).tolist(),
        )
        for one in blows
    ]


def with_enemies_by_lot(field: LineField) -> LineField:
    """Return a field that has met no mode, in which characters choose an enemy."""
    dice, posts = generator("enemies"), []
    for place, post in enumerate(field.posts):
        foes = [foe for unit, foe in field.touched if unit == field.unit_of(place)]
        chosen = field.posts[int(dice.choice(foes))].key if foes else ""
        posts.append(replace(post, touches=chosen) if post.joins else post)
    return LineField(
        tuple(posts),
        field.answers,
        field.situation,
        field.readings,
        field.without,
        field.touched,
    )


@pytest.mark.parametrize("chosen", [False, True])
@pytest.mark.parametrize("name", LINES)
def test_blows_that_modes_share_are_those_of_each_mode_alone(
    name: str, *, chosen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = field_asked(LINES[name], monkeypatch)
    if chosen:
        field = with_enemies_by_lot(field)
    for mode in modes_of(field):
        shared = told_of(blows_in(field, mode), field)
        kept = {**field.dealt}
        field.dealt.clear()
        assert told_of(blows_in(field, mode), field) == shared
        field.dealt.update(kept)

"""Strikers at each of several enemies, by places one by one and by tables."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from rulesets.games.warhammer.combat.answers import odds
from rulesets.games.warhammer.combat.line import answer
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.mode import LineMode
from rulesets.games.warhammer.combat.line.places import TouchedSide, striking_of
from rulesets.games.warhammer.combat.line.strikers import (
    LineStriker,
    strikes_at,
    tracks_of,
)
from rulesets.odds.battle_line.model import RoundMoment
from tests.rulesets.simulators.battle_line.field import lay_out
from tests.rulesets.simulators.battle_line.long_lines import LONG
from tests.rulesets.simulators.battle_line.match_ups import LINES
from tests.rulesets.simulators.battle_line.places import shared_out
from tests.rulesets.simulators.battle_line.scene import Scene, question_of
from tests.rulesets.simulators.battle_line.spear_lines import SPEARS

TRIED = 60
"""Numbers of models that each unit is tried with."""

SEVERAL = {
    name: scene
    for name, scene in {**LINES, **SPEARS, **LONG}.items()
    if any(len(scene.enemies(post.key)) > 1 for post in scene.units)
}


class Laid(Exception):
    """A battle line that was laid out, in place of its odds."""

    field: LineField


def field_of(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> LineField:
    lay = answer.field_of

    def stop(*posts: object) -> LineField:
        laid = Laid()
        laid.field = lay(*posts)  # type: ignore[arg-type]
        raise laid

    monkeypatch.setattr(answer, "field_of", stop)
    with pytest.raises(Laid) as told:
        odds(question_of(scene))
    return told.value.field


def moment_of(field: LineField, models: dict[int, int]) -> RoundMoment:
    start = [
        np.array([models.get(post, 0) * one.wounds])
        for post, one in enumerate(field.profiles)
    ]
    tracks = tracks_of(field)
    return RoundMoment(
        [track.pool for track in tracks], start, [np.array([0])] * len(tracks)
    )


def told_strikers(
    field: LineField, own: int, models: dict[int, int]
) -> Iterator[tuple[int, int]]:
    """Yield how many strike at each enemy, and from how many ranks."""
    none = (False,) * len(field.posts)
    mode = LineMode(("",) * len(field.posts), frenzy=none, afraid=none)
    for foe in field.foes(own, mode):
        striking = LineStriker(field, mode, own, foe)
        blows, _ = strikes_at(field, own, foe, mode)
        kinds = {one.who: one for one in blows if one.who in ("models", "leader")}
        moment = moment_of(field, models)
        many = sum(int(striking.models(one, moment)[0]) for one in kinds.values())
        yield many, 2 if kinds["models"].two_ranks else 1


@pytest.mark.parametrize("name", SEVERAL)
def test_whoever_touches_several_enemies_strikes_once(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, chance = SEVERAL[name], Random(name)  # noqa: S311
    field, ground = field_of(scene, monkeypatch), lay_out(scene, 1, 1)
    ground.brought_now = {post.key: 0 for post in scene.units}
    keys = [post.key for post in field.posts]
    for own in field.units:
        foes = [keys.index(foe) for foe in scene.enemies(keys[own])]
        if len(foes) < 2:
            continue
        for _ in range(TRIED):
            models = {
                unit: chance.randint(1, field.profiles[unit].models)
                for unit in (own, *foes)
            }
            told = list(told_strikers(field, own, models))
            counted = shared_out(
                [ground.pair(keys[own], keys[foe]) for foe in foes],
                models[own],
                [models[foe] for foe in foes],
                reach=told[0][1],
                charging=False,
                of_enemies=[
                    ground.share(keys[foe], keys[own], tuple(keys)) for foe in foes
                ],
            )
            most = [min(many, models[own]) for many in counted]
            assert [many for many, _ in told] == most, models


def test_the_one_model_of_a_last_rank_strikes_at_one_flank() -> None:
    flanks = TouchedSide("flank", 0, 2), TouchedSide("flank", 1, 2)
    assert striking_of(5, 16, flanks)[16, 4, 4] == 3
    assert striking_of(5, 16, flanks)[15, 3, 3] == 3

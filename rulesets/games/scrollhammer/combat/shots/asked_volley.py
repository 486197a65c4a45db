"""The shots of one unit at another, as a question about them asks."""

from functools import partial

from rulesets.games.scrollhammer.combat.blows.attack_values import ScrollhammerMoment
from rulesets.games.scrollhammer.combat.blows.survivors import shared_in
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.power_dice import manner_of
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, start_state
from rulesets.games.scrollhammer.combat.ranks import not_held_back, still_and_moved
from rulesets.games.scrollhammer.combat.shots.sight import (
    numbered_after,
    out_of_sight,
    seen_and_unsighted,
)
from rulesets.games.scrollhammer.combat.shots.volley import (
    ScrollhammerVolley,
    cover_of,
    shooters,
    unsaved_wounds,
    volleys_of,
)
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.report import wounds_distribution


@kept_by_identity(most=512, objects=2)
def mean_wounds(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    readings: ScrollhammerReadings,
) -> float:
    """Return the mean unsaved wounds of one unit's shooting at another [wounds]."""
    volleys, models = shots_of(a, b, situation, readings)
    made = unsaved_wounds(volleys, models, b)
    return wounds_distribution("Unsaved wounds", made).expected()


def shots_of(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    readings: ScrollhammerReadings,
) -> tuple[list[ScrollhammerVolley], list[int]]:
    """Return the volleys of one unit at another, and how many of each group shoot."""
    own, start = start_state(a, situation), start_state(b, situation)
    moment = ScrollhammerMoment(
        melee=False,
        foe=situation.a.foe,
        oiled=situation.a.oiled,
        cover=cover_of(b, situation.cover, grounded=situation.go_to_ground),
        lowered=situation.b.lowered,
        unit=shared_in(a, own),
    )
    shooting_models = shooters(a, own, situation.a.files)
    models = not_held_back(a, shooting_models, situation.held_back)
    touched = min(situation.touched, int(b.company.counts[start]))
    moments = [moment]
    parted = seen_and_unsighted(a, models, situation.unsighted)
    if any(parted[len(models) :]):
        moments.append(out_of_sight(moment, grounded=situation.go_to_ground))
        models = parted
    aim = partial(_volleys, a, b, situation, readings, moments, touched)
    volleys = aim(moved=situation.moved)
    if situation.movers and not situation.moved:
        volleys += numbered_after(aim(moved=True), len(models))
        models = still_and_moved(models, situation.movers)
    return volleys, models


def _volleys(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    situation: ScrollhammerSituation,
    readings: ScrollhammerReadings,
    moments: list[ScrollhammerMoment],
    touched: int,
    *,
    moved: bool,
) -> list[ScrollhammerVolley]:
    """Return the shots of those who see, then of those who do not, if there are any."""
    found: list[ScrollhammerVolley] = []
    for number, moment in enumerate(moments):
        shots = volleys_of(
            a,
            b,
            readings,
            moment,
            distance=situation.distance,
            moved=moved,
            manner=manner_of(situation, readings) if a.spells else None,
            touched=touched,
        )
        found += numbered_after(shots, number * len(a.groups))
    return found

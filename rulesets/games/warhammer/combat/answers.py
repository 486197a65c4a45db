"""Warhammer's answers about odds: each kind of match-up, and the builder's preview."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rulesets.games.warhammer.combat.attack import WarhammerAttack, done, needs
from rulesets.games.warhammer.combat.contact import dice_of
from rulesets.games.warhammer.combat.context import (
    WarhammerContext,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.engagement import charge, combat, engagement
from rulesets.games.warhammer.combat.fight import setting_of
from rulesets.games.warhammer.combat.glossary import ENDINGS, WORDS
from rulesets.games.warhammer.combat.left_out import (
    COUNTED_OF_BOOKS,
    NO_DICE,
    STANDING,
    not_modelled,
    unasked,
)
from rulesets.games.warhammer.combat.profile import WarhammerUnit, read_profile
from rulesets.games.warhammer.combat.psychology import frenzied, is_dull, may_move
from rulesets.games.warhammer.combat.questions import KINDS
from rulesets.games.warhammer.combat.readings import READINGS
from rulesets.games.warhammer.combat.shooting import shooters_of, shots_of, weapon_of
from rulesets.games.warhammer.combat.states import (
    CombatState,
    Setting,
    blow_steps,
    blows_of,
)
from rulesets.games.warhammer.combat.volley import dice_of_shots, shooting
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Distribution, Odds, Preview, Step
from rulesets.odds.combat import Combat, GameOdds, MatchUpCase, by_either
from rulesets.odds.context import Context
from rulesets.odds.match_up import Fighter, MatchUpError
from rulesets.odds.volley import Floats, together, unsaved


def preview(fighter: Fighter, target: Fighter) -> tuple[Preview, ...]:
    """Return what a unit does to another: charging, in later rounds, and by shots.

    Both are at full strength and at their usual width, front to front, and the
    readings are the defaults.

    Raises
    ------
    MatchUpError
        If a figure is missing or impossible.
    """
    found = previews(read_profile(fighter, "a"), read_profile(target, "b"))
    return STANDING.told_of(found, fighter)


def previews(own: WarhammerUnit, other: WarhammerUnit) -> tuple[Preview, ...]:
    """Return what a unit does to another in each of its ways to attack."""
    usual: WarhammerContext = Context(WarhammerSituation(), WarhammerReadings())
    setting = setting_of(own, other, usual, ("front", "front"))
    charge = CombatState(charge="a", frenzy=(frenzied(own), frenzied(other)))
    later = CombatState(frenzy=charge.frenzy)
    found = [
        *_melee(setting, charge, "charge", "Close combat, charging"),
        *_melee(setting, later, "melee", "Close combat, later rounds"),
    ]
    return (*found, *_shooting(own, other))


def _melee(
    setting: Setting, state: CombatState, key: str, name: str
) -> tuple[Preview, ...]:
    own, other = setting.fronts
    steps = [*blow_steps(setting, state, 0)]
    rows: list[tuple[WarhammerAttack, int]] = []
    for one in blows_of(setting, state, 0):
        dice = dice_of(
            one,
            own,
            other,
            setting.readings,
            charging=bool(state.charge),
            at_once=setting.at_once,
        )
        full = own.profile.pool
        rows.append((one.swing, int(dice[full, other.profile.pool, full])))
    if is_dull(own.profile):
        text = "not in these numbers: after a failed test half of them stand idle"
        steps.append(Step(*title_of("stupidity"), text, own.profile.side))
    return _preview(own.profile, key, name, rows, steps)


def _shooting(own: WarhammerUnit, other: WarhammerUnit) -> tuple[Preview, ...]:
    """Return one volley at short range, none for those who cannot shoot."""
    if all(weapon_of(group) is None for group in own.groups):
        return ()
    near = WarhammerSituation(distance=1)
    context: WarhammerContext = Context(near, WarhammerReadings())
    try:
        shots = shots_of(own, other, shooters_of(own, near), context)
    except MatchUpError:
        return ()
    rows = dice_of_shots(shots)
    steps = context.trace.steps
    return _preview(own, "shooting", "Shooting, short range", rows, steps)


def _preview(
    own: WarhammerUnit,
    key: str,
    name: str,
    rows: Sequence[tuple[WarhammerAttack, int]],
    steps: Sequence[Step],
) -> tuple[Preview, ...]:
    """Return one preview; its needs are those of the blows that are like the first."""
    if not rows:
        return ()
    told = needs(rows[0][0])
    made: Floats = np.ones(1)
    for swing, dice in rows:
        made = together(made, unsaved(done(swing), dice))
    return (
        Preview(
            key=key,
            name=name,
            dice=sum(dice for _, dice in rows),
            alike=sum(dice for swing, dice in rows if needs(swing) == told),
            needs=told,
            chance=float(done(rows[0][0]).harm()),
            wounds=Distribution(
                "Unsaved wounds", "wounds", tuple(float(each) for each in made)
            ),
            trace=tuple(steps),
            not_modelled=(*not_modelled(own), *unasked(own)),
        ),
    )


def _complete(
    case: MatchUpCase[WarhammerUnit, WarhammerSituation, WarhammerReadings], odds: Odds
) -> Odds:
    """Name what the numbers leave out."""
    left = [
        each
        for own in (case.a, case.b)
        for each in (
            *not_modelled(own, case.match_up.kind),
            *unasked(own, odds.situation),
        )
    ]
    return replace(odds, not_modelled=tuple(left))


odds = GameOdds(
    questions=(KINDS, READINGS),
    situation=WarhammerSituation,
    readings=WarhammerReadings,
    read=read_profile,
    compute={
        "fight": combat,
        "charge": charge,
        "shooting": shooting,
        "engagement": engagement,
    },
    complete=_complete,
    status=STANDING,
    preview=preview,
    stands=lambda unit: not may_move(unit),
).odds

COMBAT = Combat(
    kinds=KINDS,
    openings=by_either("charge"),
    readings=READINGS,
    odds=odds,
    preview=preview,
    words=WORDS,
    outcomes=ENDINGS,
    of_books=COUNTED_OF_BOOKS,
    no_dice=NO_DICE,
)
"""The odds of the game: what may be asked, and who answers."""

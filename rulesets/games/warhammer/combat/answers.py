"""Warhammer's answers about odds, its previews, and what both leave out."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rulesets.games.warhammer.combat.asked_rules import unasked
from rulesets.games.warhammer.combat.blows.attack import WarhammerAttack, needs, resolve
from rulesets.games.warhammer.combat.blows.contact import dice_of
from rulesets.games.warhammer.combat.blows.endurance import guarded, with_guards
from rulesets.games.warhammer.combat.blows.vocabulary import VOCABULARY
from rulesets.games.warhammer.combat.context import (
    WarhammerContext,
    WarhammerReadings,
    WarhammerSituation,
)
from rulesets.games.warhammer.combat.engagements.engagement import (
    charge,
    combat,
    engagement,
)
from rulesets.games.warhammer.combat.fights.fight import setting_of
from rulesets.games.warhammer.combat.fights.psychology import (
    frenzied,
    is_stupid,
    may_move,
)
from rulesets.games.warhammer.combat.fights.states import (
    CombatState,
    Setting,
    blow_steps,
    blows_of,
)
from rulesets.games.warhammer.combat.fresh_enemies import (
    REACHED,
    with_fresh_enemies,
)
from rulesets.games.warhammer.combat.friends import BESIDE, with_friends
from rulesets.games.warhammer.combat.glossary import ENDINGS, WORDS
from rulesets.games.warhammer.combat.left_out import (
    COUNTED_OF_BOOKS,
    NO_DICE,
    OMISSIONS,
    not_modelled,
)
from rulesets.games.warhammer.combat.line.answer import battle_line
from rulesets.games.warhammer.combat.pairs.engagements import engage_many
from rulesets.games.warhammer.combat.pairs.lines_of_two import (
    is_line_of_two,
    line_of_two,
)
from rulesets.games.warhammer.combat.pairs.many import fight_many
from rulesets.games.warhammer.combat.profile import WarhammerUnit, read_profile
from rulesets.games.warhammer.combat.questions.decisions import DECISIONS
from rulesets.games.warhammer.combat.questions.kinds import LINE
from rulesets.games.warhammer.combat.questions.questions import KINDS
from rulesets.games.warhammer.combat.questions.readings import READINGS
from rulesets.games.warhammer.combat.questions.sentences import SENTENCES
from rulesets.games.warhammer.combat.shots.beside import hits_of_shots
from rulesets.games.warhammer.combat.shots.bombardment import salvo_of
from rulesets.games.warhammer.combat.shots.engines import Engine, engine_of
from rulesets.games.warhammer.combat.shots.salvo import Salvo
from rulesets.games.warhammer.combat.shots.shooting import shooters_of, weapon_of
from rulesets.games.warhammer.combat.shots.shooting_odds import shooting, unsaved_wounds
from rulesets.games.warhammer.combat.shots.volley import may_shoot
from rulesets.games.warhammer.special_rules import title_of
from rulesets.odds.answer import Distribution, NotModelled, Odds, Preview, Step
from rulesets.odds.combat import GameOdds, MatchUpCase, by_either, solved
from rulesets.odds.context import Context
from rulesets.odds.many import Contestant, ManyMatchUps, ManyOdds, Omitted
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from rulesets.odds.posts import Post, name_of_party
from rulesets.odds.report import wounds_distribution
from rulesets.odds.settings import settled
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.vocabulary import written_out
from rulesets.odds.volley import Floats, together, unsaved

USUAL_DISTANCE = 24
"""Distance of the target of a war machine in a preview [inches]; house."""


def preview(fighter: Fighter, target: Fighter) -> tuple[Preview, ...]:
    """Preview the blows and shots of a unit: charging, in later rounds, shooting.

    Both are at full strength and at their usual width, front to front, and the
    readings are the defaults.

    Raises
    ------
    MatchUpError
        If a figure is missing or impossible.
    """
    found = previews(read_profile(fighter, "a"), read_profile(target, "b"))
    return OMISSIONS.complete_previews(found, fighter)


def previews(own: WarhammerUnit, other: WarhammerUnit) -> tuple[Preview, ...]:
    """Preview each way of a unit to attack another."""
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
        rows.append((one.attack, int(dice[full, other.profile.pool, full])))
    if is_stupid(own.profile):
        text = "not in these numbers: after a failed test half of them stand idle"
        steps.append(Step(*title_of("stupidity"), text, own.profile.side))
    return _preview(own.profile, key, name, rows, steps)


def _bombardment(
    own: WarhammerUnit, other: WarhammerUnit, engine: Engine
) -> tuple[Preview, ...]:
    """Preview one shot of a war machine, guessed right."""
    away = min(USUAL_DISTANCE, engine.high)
    context: WarhammerContext = Context(
        WarhammerSituation(distance=away), WarhammerReadings()
    )
    salvo = salvo_of(own, other, 1, context)
    shown = salvo.shown
    return (
        Preview(
            key="shooting",
            name=f"Shooting, {away} inches away",
            dice=1,
            alike=1,
            needs=needs(shown),
            chance=float(resolve(shown).harm()),
            wounds=wounds_distribution(
                "Unsaved wounds", unsaved_wounds(salvo, other, other.pool)
            ),
            trace=tuple(context.trace.steps),
            not_modelled=(*not_modelled(own, "shooting"), *unasked(own)),
        ),
    )


def _shooting(own: WarhammerUnit, other: WarhammerUnit) -> tuple[Preview, ...]:
    """Preview one volley at short range, none of a unit that cannot shoot."""
    if engine := engine_of(own):
        return _bombardment(own, other, engine)
    if all(weapon_of(group) is None for group in own.groups):
        return ()
    near = WarhammerSituation(distance=1)
    context: WarhammerContext = Context(near, WarhammerReadings())
    try:
        shots = hits_of_shots(own, other, shooters_of(own, near), context)
    except MatchUpError:
        return ()
    rows = [(one.attack, one.dice) for one in shots]
    steps = context.trace.steps
    found = _preview(own, "shooting", "Shooting, short range", rows, steps)
    if other.apart is None:
        return found
    made = unsaved_wounds(Salvo(shots), other, other.pool)
    wounds = wounds_distribution("Unsaved wounds", made)
    return tuple(replace(one, wounds=wounds) for one in found)


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
    for attack, dice in rows:
        made = together(made, unsaved(resolve(attack), dice))
    return (
        Preview(
            key=key,
            name=name,
            dice=sum(dice for _, dice in rows),
            alike=sum(dice for attack, dice in rows if needs(attack) == told),
            needs=told,
            chance=float(resolve(rows[0][0]).harm()),
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
    """Name the rules and gear that the numbers leave out."""
    left = [one for own in (case.a, case.b) for one in _left_of(own, case)]
    for post in case.further:
        left += [
            replace(one, rule=f"{one.rule} of {post.unit.name}")
            for one in _left_of_post(post, case)
        ]
    names = _party_names(case)
    odds = with_friends(odds, case.context.situation, names)
    odds = replace(odds, not_modelled=tuple(left))
    units, kind = (case.a, case.b), case.match_up.kind
    return with_fresh_enemies(odds, case.context.situation, units, names, kind)


def _party_names(
    case: MatchUpCase[WarhammerUnit, WarhammerSituation, WarhammerReadings],
) -> tuple[str, str]:
    """Return what both sides are called, each by all who fight for it."""
    a, b = (
        [(post.role, post.unit.name) for post in case.further if post.side == side]
        for side in SIDES
    )
    return name_of_party(case.a.name, a), name_of_party(case.b.name, b)


def _left_of(
    own: WarhammerUnit,
    case: MatchUpCase[WarhammerUnit, WarhammerSituation, WarhammerReadings],
) -> tuple[NotModelled, ...]:
    left = not_modelled(own, case.match_up.kind)
    return (*left, *unasked(own, case.situation))


def _left_of_post(
    post: Post[WarhammerUnit],
    case: MatchUpCase[WarhammerUnit, WarhammerSituation, WarhammerReadings],
) -> tuple[NotModelled, ...]:
    """Return the same of a further fighter, by the answers about him."""
    own = post.unit
    about = {f"{post.side}.{key}": answer for key, answer in post.answers.items()}
    left = not_modelled(own, case.match_up.kind)
    return (*left, *unasked(own, {**case.situation, **about}))


def _many(asked: ManyMatchUps) -> ManyOdds:
    """Answer many match-ups of a kind, and name what their numbers leave out."""
    found = (
        engage_many(asked, _units_of)
        if asked.kind == "engagement"
        else fight_many(asked)
    )
    a = [_omitted(asked, "a", one) for one in asked.a]
    return replace(found, omitted=(a, [_omitted(asked, "b", one) for one in asked.b]))


def _figures(match_up: MatchUp) -> Odds:
    """Return the figures of a match-up: of a battle line of two, those of its fight.

    A fight that is not solved, or refused, leaves the answer to the battle line.
    """
    told = None
    if is_line_of_two(match_up):
        told = solved(LINES_OF_TWO.odds, match_up)
    return told or COMBAT.odds(match_up)


def _units_of(
    match_up: MatchUp,
) -> tuple[WarhammerUnit, WarhammerUnit, WarhammerContext]:
    """Return both units of a match-up as fights count them, and its context."""
    case = GAME_ODDS.case(match_up)
    return guarded(case.a), guarded(case.b), case.context


def _omitted(asked: ManyMatchUps, side: Side, one: Contestant) -> Omitted:
    try:
        own = read_profile(written_out(one.fighter, VOCABULARY), side)
        situation, _ = settled(asked.of_one(side, one), KINDS, READINGS)
    except MatchUpError:
        return (), ()
    left = (*not_modelled(own, asked.kind), *unasked(own, situation))
    return left, OMISSIONS.in_words(one.fighter, side)


GAME_ODDS = GameOdds(
    questions=(KINDS, READINGS),
    situation=WarhammerSituation,
    readings=WarhammerReadings,
    read=read_profile,
    compute={
        "fight": with_guards(combat),
        "charge": with_guards(charge),
        "shooting": with_guards(shooting),
        "engagement": with_guards(engagement),
    },
    lines={LINE: battle_line},
    complete=_complete,
    omissions=OMISSIONS,
    preview=preview,
    stands=lambda unit: not may_move(unit),
    shoots=may_shoot,
    vocabulary=VOCABULARY,
)
"""The odds before its words are added."""

LINES_OF_TWO = replace(GAME_ODDS, lines={LINE: line_of_two})
"""Battle lines of two units, told by their fights."""

COMBAT = replace(
    GAME_ODDS.combat(),
    openings=by_either("charge"),
    words=WORDS,
    sentences=SENTENCES,
    outcomes=ENDINGS,
    beside={**REACHED, **BESIDE},
    of_books=COUNTED_OF_BOOKS,
    no_dice=NO_DICE,
    many=_many,
    figures=_figures,
    decisions=DECISIONS,
)
"""The odds of the game."""

odds = COMBAT.odds

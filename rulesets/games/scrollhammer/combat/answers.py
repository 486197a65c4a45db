"""Answers of Scrollhammer about odds: each kind of match-up, and the preview."""

from dataclasses import replace
from functools import partial
from itertools import chain

from rulesets.games.scrollhammer.combat.asking import Asking
from rulesets.games.scrollhammer.combat.blows.attack_values import (
    Mark,
    ScrollhammerMoment,
)
from rulesets.games.scrollhammer.combat.blows.blows import blows_of
from rulesets.games.scrollhammer.combat.blows.struck_models import struck_models
from rulesets.games.scrollhammer.combat.blows.vocabulary import VOCABULARY
from rulesets.games.scrollhammer.combat.blows.weapons import (
    ScrollhammerWeapon,
    unprinted,
)
from rulesets.games.scrollhammer.combat.blows.wounds import (
    full_mark,
    hurt,
)
from rulesets.games.scrollhammer.combat.casting import casting
from rulesets.games.scrollhammer.combat.characters import as_it_stands, joined
from rulesets.games.scrollhammer.combat.contact import engaged, fighters
from rulesets.games.scrollhammer.combat.context import (
    ScrollhammerReadings,
    ScrollhammerSituation,
)
from rulesets.games.scrollhammer.combat.engagements.before_contact import (
    facing,
    may_shoot,
)
from rulesets.games.scrollhammer.combat.engagements.charge import charge
from rulesets.games.scrollhammer.combat.engagements.engagement import engagement
from rulesets.games.scrollhammer.combat.fights.combat import combat_on_ground
from rulesets.games.scrollhammer.combat.fights.fight import COUNTED_ANEW
from rulesets.games.scrollhammer.combat.fights.way_back import BESIDE
from rulesets.games.scrollhammer.combat.glossary import ENDINGS, WORDS
from rulesets.games.scrollhammer.combat.in_hand_numbers import numbers_in_hand
from rulesets.games.scrollhammer.combat.left_out import OMISSIONS, left_out
from rulesets.games.scrollhammer.combat.line.answer import Solve, battle_line
from rulesets.games.scrollhammer.combat.line.field import post_answers
from rulesets.games.scrollhammer.combat.line.two_units import fight_of, lose_alike
from rulesets.games.scrollhammer.combat.profile import (
    ScrollhammerGroup,
    ScrollhammerUnit,
    read_profile,
    start_state,
)
from rulesets.games.scrollhammer.combat.questions.questions import KINDS
from rulesets.games.scrollhammer.combat.questions.readings import READINGS
from rulesets.games.scrollhammer.combat.questions.sentences import SENTENCES
from rulesets.games.scrollhammer.combat.questions.sides import LINE
from rulesets.games.scrollhammer.combat.shooting import shooting
from rulesets.games.scrollhammer.combat.shots.asked_volley import mean_wounds
from rulesets.games.scrollhammer.combat.shots.volley import shooters, volleys_of
from rulesets.games.scrollhammer.combat.side import ScrollhammerSide
from rulesets.games.scrollhammer.combat.trace import attack_trace
from rulesets.games.scrollhammer.special_rules import RULES, keys_of
from rulesets.odds.answer import Distribution, NotModelled, Odds, Preview
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.battle_line.exact import LineTooLarge
from rulesets.odds.battle_line.solver import sample_line, solve_wholly
from rulesets.odds.battle_line.two_units import as_it_begins, with_exact_figures
from rulesets.odds.combat import FATES, GameOdds, MatchUpCase, by_either, solved
from rulesets.odds.company import unsaved
from rulesets.odds.context import beside, read_answers
from rulesets.odds.decisions import Decisions
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError
from rulesets.odds.settings import settled
from rulesets.odds.sides import SIDES
from rulesets.odds.vocabulary import written_out

FILES = 5
"""Models side by side of a unit in ranks, unless it is asked otherwise [models]."""


def preview(fighter: Fighter, target: Fighter) -> tuple[Preview, ...]:
    """Return the attacks of a unit on another: in combat, charging, and by shooting.

    Both are at full strength, ranks five wide, the readings are the defaults, it is the
    first round of a combat into which the one or the other charged, and shots fall in
    the open from within the weapon's range.

    Raises
    ------
    MatchUpError
        If a figure is missing or impossible.
    """
    readings = ScrollhammerReadings()
    own, other = read_profile(fighter, "a"), read_profile(target, "b")
    foe = ScrollhammerSide(other, FILES)
    one = ScrollhammerSide(own, FILES)
    fighting = fighters(own, engaged(one, foe, readings))
    struck = struck_models(foe, engaged(foe, one, readings))
    found = []
    for charged in (False, True):
        side = ScrollhammerSide(own, FILES, charged=charged)
        enemy = replace(foe, charged=not charged)
        for blows in blows_of(side, enemy, struck, readings, first=True):
            models = int(fighting[blows.place][-1, -1])
            key = "charge" if charged else "melee"
            found.append(
                _card(
                    key,
                    "Charging" if charged else "Close combat",
                    own,
                    other,
                    blows.group,
                    blows.weapon,
                    (models, blows.attacks),
                    blows.mark,
                    blows.moment,
                    readings,
                )
            )
    found += _shots(own, other, readings)
    of_blows = _left_out(fighter, own, other, "fight")
    of_shots = _left_out(fighter, own, other, "shooting")
    told = [
        replace(card, not_modelled=of_shots if card.key == "shooting" else of_blows)
        for card in found
    ]
    return OMISSIONS.complete_previews(tuple(_told_apart(told)), fighter)


def _shots(
    own: ScrollhammerUnit, other: ScrollhammerUnit, readings: ScrollhammerReadings
) -> list[Preview]:
    found = []
    models = shooters(own, start_state(own, ScrollhammerSituation()), FILES)
    moment = ScrollhammerMoment(melee=False)
    reaches = {
        volley.weapon.key: volley
        for distance in (1, 6, 12, 24)
        for volley in volleys_of(own, other, readings, moment, distance=distance)
    }
    for volley in reaches.values():
        found.append(
            _card(
                "shooting",
                "Shooting",
                own,
                other,
                volley.group,
                volley.weapon,
                (models[volley.place], volley.weapon.shots),
                full_mark(other),
                volley.moment,
                readings,
            )
        )
    return found


def _card(
    key: str,
    name: str,
    own: ScrollhammerUnit,
    other: ScrollhammerUnit,
    group: ScrollhammerGroup,
    weapon: ScrollhammerWeapon,
    dice: tuple[int, int],
    mark: Mark,
    moment: ScrollhammerMoment,
    readings: ScrollhammerReadings,
) -> Preview:
    models, attacks = dice
    one = hurt(group, weapon, attacks, other, mark, moment, readings)
    needs, steps = attack_trace(own, other, group, weapon, mark, moment, readings)
    through = float(one.effects[0].harm())
    total = unsaved(one, models)
    who = f": {group.name}" if len(own.groups) > 1 else ""
    return Preview(
        key=key,
        name=f"{name}{who}",
        dice=models * attacks,
        needs=needs,
        chance=needs[0].chance * needs[1].chance * through,
        wounds=Distribution("Unsaved wounds", "wounds", tuple(total.tolist())),
        trace=steps,
        notes=(f"{models} models at full strength, with {weapon.name}.",),
        phase=name,
    )


@kept_by_identity(most=512)
def _left_out(
    fighter: Fighter, own: ScrollhammerUnit, other: ScrollhammerUnit, kind: str
) -> tuple[NotModelled, ...]:
    """Return everything that the cards of blows, or of shots, leave out."""
    usual = ScrollhammerSituation(), ScrollhammerReadings()
    asking = Asking(fighter, own, other, kind, *usual, on_card=True)
    gear = unprinted(own, melee=kind == "fight")
    return tuple(dict.fromkeys((*left_out(asking), *gear)))


def _told_apart(previews: list[Preview]) -> list[Preview]:
    """Give previews of one kind a number each, so that their keys differ."""
    counts: dict[str, int] = {}
    found = []
    for one in previews:
        counts[one.key] = counts.get(one.key, 0) + 1
        number = counts[one.key]
        found.append(one if number == 1 else replace(one, key=f"{one.key}-{number}"))
    return found


def _complete(
    case: MatchUpCase[ScrollhammerUnit, ScrollhammerSituation, ScrollhammerReadings],
    odds: Odds,
) -> Odds:
    """Name what the numbers leave out."""
    match_up, a, b, context = case.match_up, case.a, case.b, case.context
    sides = (match_up.a, a, b), (match_up.b, b, a)
    asked = [
        Asking(*side, match_up.kind, context.situation, context.readings)
        for side in sides
    ]
    for one, post in zip(match_up.further, case.further, strict=True):
        enemy, situation = b if post.side == "a" else a, context.situation
        if post.role == "unit":
            situation = beside(situation, post.side, post_answers(post, situation))
        own = one.fighter, post.unit, enemy, match_up.kind
        asked.append(Asking(*own, situation, context.readings))
    left = (*chain(*map(left_out, asked)), *odds.not_modelled)
    return replace(odds, not_modelled=left)


def _shot(
    case: MatchUpCase[ScrollhammerUnit, ScrollhammerSituation, ScrollhammerReadings],
) -> float:
    """Return the mean wounds of a volley in a case of shooting [wounds]."""
    situation = case.context.situation
    a, b = (as_it_stands(one, case.further, situation) for one in (case.a, case.b))
    return mean_wounds(facing(a, b), facing(b, a), situation, case.context.readings)


def _odds(match_up: MatchUp) -> Odds:
    """Return the odds of a match-up; of a line that is too large those of its fight.

    Raises
    ------
    MatchUpError
        As `GameOdds.odds` does.
    """
    if match_up.kind != LINE or match_up.further:
        return _GAME.odds(match_up)
    try:
        return _solved_by(solve_wholly).odds(match_up)
    except (LineTooLarge, MatchUpError):
        asked = replace(match_up, explained=False)
        fight = _fight_told(asked, explained=match_up.explained)
    if fight is None:
        return _solved_by(sample_line).odds(match_up)
    return with_exact_figures(_solved_by(as_it_begins).odds(match_up), fight)


def _figures(match_up: MatchUp) -> Odds:
    """Return the figures of a match-up: of a battle line of two, those of its fight.

    A fight that is not solved, or refused, leaves the answer to the battle line.
    """
    return _fight_told(match_up) or _GAME.odds(match_up)


def _fight_told(line: MatchUp, *, explained: bool = False) -> Odds | None:
    """Return the exact answer of the fight that a battle line is, if it has one."""
    fight = fight_of(line)
    if fight is None or not _told_alike(line, fight):
        return None
    told = solved(_GAME.odds, replace(fight, explained=explained))
    return None if told is None or COUNTED_ANEW in told.notes else told


def _told_alike(line: MatchUp, fight: MatchUp) -> bool:
    """Return whether a battle line and its fight count and leave out the same."""
    try:
        a, b = (
            read_profile(written_out(one, VOCABULARY), side)
            for side, one in zip(SIDES, (line.a, line.b), strict=True)
        )
    except MatchUpError:
        return False
    of_line, of_fight = (_left_out_of_both(one, a, b) for one in (line, fight))
    return lose_alike(a, b) and of_line == of_fight


def _left_out_of_both(
    asked: MatchUp, a: ScrollhammerUnit, b: ScrollhammerUnit
) -> list[NotModelled]:
    answers, readings = settled(asked, KINDS, READINGS)
    values = (
        read_answers(ScrollhammerSituation, answers),
        read_answers(ScrollhammerReadings, readings),
    )
    sides = (asked.a, a, b), (asked.b, b, a)
    every = (left_out(Asking(*side, asked.kind, *values)) for side in sides)
    return [*chain(*every)]


_ScrollhammerOdds = GameOdds[
    ScrollhammerUnit, ScrollhammerSituation, ScrollhammerReadings
]

_GAME: _ScrollhammerOdds = GameOdds(
    questions=(KINDS, READINGS),
    situation=ScrollhammerSituation,
    readings=ScrollhammerReadings,
    read=read_profile,
    compute={
        "casting": casting,
    },
    lines={
        "fight": joined(combat_on_ground),
        "charge": joined(charge),
        "shooting": joined(shooting),
        "engagement": joined(engagement),
        LINE: battle_line,
    },
    complete=_complete,
    omissions=OMISSIONS,
    preview=preview,
    shoots=may_shoot,
    shot=_shot,
    vocabulary=VOCABULARY,
)


def _solved_by(solve: Solve) -> _ScrollhammerOdds:
    """Return the odds of the game whose battle lines are solved in a way."""
    lines = {**_GAME.lines}
    lines[LINE] = partial(battle_line, solve=solve)
    return replace(_GAME, lines=lines)


COMBAT = replace(
    _GAME.combat(),
    openings=by_either("fight"),
    odds=_odds,
    figures=_figures,
    words=WORDS,
    sentences=SENTENCES,
    outcomes=ENDINGS,
    beside=BESIDE,
    fates={**FATES, "trapped": "Fled, and trapped"},
    fates_if_asked=frozenset({"trapped"}),
    of_books=keys_of("counted", "asked", "in the figures") - RULES.keys(),
    decisions=Decisions(
        of_each=frozenset({"hands", "leaves", "yields", "split", "strikes-at"}),
        of_a=frozenset({"shooting.surge"}),
        of_b=frozenset({"charge.reaction", "go-to-ground"}),
    ),
    in_hand=numbers_in_hand,
)
"""The odds of the game: what may be asked, and who answers."""

odds = COMBAT.odds

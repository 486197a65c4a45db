"""Duels of many fighters at once: their figures alone, without words or a trace."""

from dataclasses import replace

from rulesets.games.mordheim.combat.blows.attack_rules import VOCABULARY
from rulesets.games.mordheim.combat.blows.fire import sets_alight
from rulesets.games.mordheim.combat.context import (
    MordheimReadings,
    MordheimSideAnswers,
    MordheimSituation,
)
from rulesets.games.mordheim.combat.fights.chain import TooManyStates
from rulesets.games.mordheim.combat.fights.duellists import Duellist, duellist
from rulesets.games.mordheim.combat.fights.duels import duel_figures
from rulesets.games.mordheim.combat.questions.questions import KINDS
from rulesets.games.mordheim.combat.questions.readings import READINGS
from rulesets.odds.context import read_answers
from rulesets.odds.many import Contestant, ManyMatchUps, ManyOdds, unanswered
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.settings import settled
from rulesets.odds.sides import SIDES, Side

KEYS = ("a-wins", "b-wins", "a-wounds-left", "b-wounds-left", "turns", "both-gone")
"""Figures of each pair; both are never gone."""


def duels_of_many(asked: ManyMatchUps) -> ManyOdds:
    """Return the figures of those pairs that fight duels, one against one."""
    found = unanswered(asked, KEYS)
    answers = _answers(asked)
    if answers is None:
        return found
    situation, readings = answers
    sides = [
        [_duellist(one, side, situation, readings) for one in own]
        for side, own in zip(SIDES, (asked.a, asked.b), strict=True)
    ]
    pools = [[one.warrior.w if one else 0 for one in own] for own in sides]
    began = [[one.left[one.begins] if one else 0 for one in own] for own in sides]
    found = replace(found, pools=(pools[0], pools[1]), began=(began[0], began[1]))
    for place, (own, other) in enumerate(asked.pairs):
        a, b = sides[0][own], sides[1][other]
        if a is None or b is None:
            continue
        try:
            figures = duel_figures(a, b, situation.charge, asked.rounds)
        except TooManyStates:
            continue
        found.rows[place, :5] = (
            figures.a_wins,
            figures.b_wins,
            figures.a_left,
            figures.b_left,
            figures.turns,
        )
        found.answered[place] = True
    return found


def _answers(
    asked: ManyMatchUps,
) -> tuple[MordheimSituation, MordheimReadings] | None:
    """Return situation and readings of duels; none for what is asked otherwise."""
    alone = not any(one.answers for one in (*asked.a, *asked.b))
    if asked.kind != "fight" or not asked.pairs or not alone:
        return None
    try:
        told, read = settled(asked.match_up(asked.pairs[0]), KINDS, READINGS)
    except MatchUpError:
        return None
    situation = read_answers(MordheimSituation, told)
    readings = read_answers(MordheimReadings, read)
    usual = readings.criticals == "general" and not (situation.dive or situation.ladder)
    single = all(_is_single(situation.of(side)) for side in SIDES)
    charger = situation.charge
    stands = charger == "none" or situation.of(charger).posture == "standing"
    return (situation, readings) if usual and single and stands else None


def _is_single(own: MordheimSideAnswers) -> bool:
    plain = (
        own.fighters == 1 and not own.joins and not own.casts and own.under == "none"
    )
    dry = own.vodka == "no" and own.torch == "no"
    return plain and dry and not (own.foe or own.unseen or own.slams or own.keeper_far)


def _duellist(
    one: Contestant,
    side: Side,
    situation: MordheimSituation,
    readings: MordheimReadings,
) -> Duellist | None:
    """Return a fighter as a duellist, none if he cannot be one.

    Where both sides are asked alike, he is the same on either.
    """
    own: Side = "a" if situation.a == situation.b else side
    try:
        found = duellist(one.fighter, VOCABULARY, own, situation, readings)
    except MatchUpError:
        return None
    alone = sets_alight(found.warrior, readings) or found.warrior.has("spines")
    return None if alone else found

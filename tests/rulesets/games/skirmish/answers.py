"""The odds of Skirmish, a made-up game: the least that a game with odds has.

Its questions, special rules, fight and these answers are all of it, to copy.
"""

from dataclasses import replace

from rulesets.odds.answer import Distribution, Need, Odds, Preview
from rulesets.odds.attack import effect, passes
from rulesets.odds.combat import GameOdds, MatchUpCase, by_either
from rulesets.odds.context import Context
from rulesets.odds.match_up import Fighter
from rulesets.odds.omissions import Omissions
from rulesets.odds.stat_line import titled
from rulesets.odds.volley import unsaved
from tests.rulesets.games.skirmish.fight import (
    OUTCOMES,
    WORDS,
    SkirmishUnit,
    die,
    fight,
    not_modelled,
    read_profile,
)
from tests.rulesets.games.skirmish.questions import (
    KINDS,
    READINGS,
    SkirmishContext,
    SkirmishReadings,
    SkirmishSituation,
)

OMISSIONS = Omissions(quiet=frozenset(), name_of=titled)
"""Every rule of the game rolls dice; all others are named."""


def preview(fighter: Fighter, target: Fighter) -> tuple[Preview, ...]:
    """Compute the blows of a figure on another, where nobody charges.

    Raises
    ------
    MatchUpError
        If a figure is missing or impossible.
    """
    own, other = read_profile(fighter, "a"), read_profile(target, "b")
    context: SkirmishContext = Context(SkirmishSituation(), SkirmishReadings())
    blow = die(own, other, context, charges=False)
    one = effect(blow)
    told = Preview(
        key="melee",
        name="Fight",
        dice=own.fight,
        needs=(
            Need("hit", "to hit", blow.to_hit, float(passes(blow.to_hit))),
            Need("save", "to save", blow.save, float(passes(blow.save))),
        ),
        chance=float(one.harm()),
        wounds=Distribution(
            "Unsaved wounds", "wounds", tuple(unsaved(one, own.fight).tolist())
        ),
        trace=tuple(context.trace.steps),
        not_modelled=not_modelled(own),
    )
    return OMISSIONS.complete_previews((told,), fighter)


def _complete(
    case: MatchUpCase[SkirmishUnit, SkirmishSituation, SkirmishReadings], odds: Odds
) -> Odds:
    return replace(odds, not_modelled=not_modelled(case.a) + not_modelled(case.b))


COMBAT = replace(
    GameOdds(
        questions=(KINDS, READINGS),
        situation=SkirmishSituation,
        readings=SkirmishReadings,
        read=read_profile,
        compute={"fight": fight},
        complete=_complete,
        omissions=OMISSIONS,
        preview=preview,
    ).combat(),
    openings=by_either("fight"),
    words=WORDS,
    outcomes=OUTCOMES,
)
"""The odds of the game: its questions and the functions that answer."""

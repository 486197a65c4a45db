"""Charge's answers about odds: each kind of match-up, and the builder's preview."""

from collections.abc import Mapping
from dataclasses import replace

from rulesets.games.charge.combat.attack import (
    melee_blows,
    needs,
    shooting_blows,
)
from rulesets.games.charge.combat.choices import note_unchosen, shooters
from rulesets.games.charge.combat.context import (
    ChargeContext,
    ChargeReadings,
    ChargeSituation,
)
from rulesets.games.charge.combat.engagement import charge, engagement
from rulesets.games.charge.combat.flight import WORDS_OF_FLIGHT
from rulesets.games.charge.combat.glossary import (
    CHARGE_HEADLINES,
    FATE_HEADINGS,
    OUTCOMES,
    WORDS,
)
from rulesets.games.charge.combat.line.answer import combat
from rulesets.games.charge.combat.line.field import post_answers
from rulesets.games.charge.combat.line.two_units import fight_of
from rulesets.games.charge.combat.melee import melee
from rulesets.games.charge.combat.profile import (
    ChargeUnit,
    can_move,
    not_modelled,
    read_profile,
    works,
)
from rulesets.games.charge.combat.questions import KINDS, LINE
from rulesets.games.charge.combat.readings import READINGS
from rulesets.games.charge.combat.sentences import SENTENCES
from rulesets.games.charge.combat.shooting import (
    hit_counts,
    note_no_range,
    pushed,
    shooting,
)
from rulesets.games.charge.combat.terms import (
    OF_MELEE,
    OF_MORALE,
    OF_MOVES,
    OF_SHOOTING,
    ChargeAttack,
    attack,
)
from rulesets.games.charge.special_rules import row_of
from rulesets.odds.answer import Distribution, NotModelled, Odds, Preview
from rulesets.odds.attack import effect
from rulesets.odds.combat import GameOdds, MatchUpCase, by_either, solved
from rulesets.odds.context import Context, beside
from rulesets.odds.decisions import Decisions
from rulesets.odds.match_up import Fighter, MatchUp
from rulesets.odds.omissions import Omissions
from rulesets.odds.posts import Post
from rulesets.odds.vocabulary import TermPlace, Vocabulary
from rulesets.odds.volley import unsaved

OMISSIONS = Omissions(
    quiet=frozenset({"general"}),
    name_of=lambda key: row.name if (row := row_of(key)) else key,
)
"""The rules that roll no dice of a match-up; all others count, or are named."""


ASKED = tuple(
    dict.fromkeys(
        f"asked:{question.key}"
        for kind in KINDS
        for question in kind.situation
        if question.side and isinstance(question.default, bool)
    )
)
"""Moments of a side that the situation asks for."""

EVER = ("in-combat", "shooting")
"""Moments of dice that are rolled."""

VOCABULARY = Vocabulary(
    (
        TermPlace({**OF_MELEE, **OF_SHOOTING}, ("own",), (*EVER, *ASKED)),
        TermPlace(OF_MELEE, ("against",), EVER),
        TermPlace(OF_MORALE, ("own",), ASKED),
        TermPlace(OF_MOVES, ("own",)),
    )
)
"""The effects that rules of books may have."""


def preview(fighter: Fighter, target: Fighter) -> tuple[Preview, ...]:
    """Compute the attacks of a unit on another: in melee, and each way to shoot.

    Both are at full strength, the melee is in the front, and the readings are the
    defaults.

    Raises
    ------
    MatchUpError
        If a figure is missing or impossible.
    """
    own, other = read_profile(fighter, "a"), read_profile(target, "b")
    previews = []
    if own.melee_dice:
        context: ChargeContext = Context(ChargeSituation(), ChargeReadings())
        blows = melee_blows(own, other, "front", context)
        previews.append(_preview("melee", "Melee", own, blows, context, {}))
    if own.shoot_dice:
        previews.append(_shots(own, other, volley=False))
        if works(own, "volley-fire", ChargeReadings()):
            previews.append(_shots(own, other, volley=True))
    return OMISSIONS.complete_previews(tuple(previews), fighter)


def _shots(own: ChargeUnit, other: ChargeUnit, *, volley: bool) -> Preview:
    context = Context(ChargeSituation(volley_fire=volley), ChargeReadings())
    blows = shooting_blows(own, other, context)
    key, name = ("volley-fire", "Volley Fire") if volley else ("shooting", "Shooting")
    hits = hit_counts(blows.dice, blows, context.readings)
    push = Distribution(
        f"Push back of {other.name} (inches)",
        "inches",
        pushed(hits, blows, other.push, context.readings),
    )
    return _preview(key, name, own, blows, context, {"push": push})


def _preview(
    key: str,
    name: str,
    own: ChargeUnit,
    blows: ChargeAttack,
    context: ChargeContext,
    distributions: Mapping[str, Distribution],
) -> Preview:
    readings = context.readings
    die = attack(blows, readings)
    one = effect(die)
    chances = unsaved(one, blows.dice)
    return Preview(
        key=key,
        name=name,
        dice=blows.dice,
        needs=needs(die),
        chance=float(one.harm()),
        wounds=Distribution("Unsaved wounds", "wounds", tuple(chances.tolist())),
        distributions=distributions,
        trace=tuple(context.trace.steps),
        not_modelled=not_modelled(own, readings),
    )


def _stands(unit: ChargeUnit) -> bool:
    """Return whether a unit cannot move, so that it never closes in."""
    return not can_move(unit, Context(ChargeSituation(), ChargeReadings()))


ALONE = ("fight", "charge", "engagement")
"""Kinds of match-up in which two units fight alone."""

FLANKS_TURN = (
    "Who is touched in a flank or rear pivots by a quarter turn before each later "
    "round in which it is active."
)
FLANKS_STAY = (
    "Who is touched in a flank or rear stays so in every round: whether a unit in "
    "contact may pivot is not printed (house); a reading lets it."
)
"""Notes on those who are touched in a flank or rear."""

Case = MatchUpCase[ChargeUnit, ChargeSituation, ChargeReadings]


def _note_flanks(case: Case) -> tuple[str, ...]:
    """Return the note on those who are touched in a flank or rear, if any are."""
    kind, situation = case.match_up.kind, case.context.situation
    touched = {situation.a.touched_in, situation.b.touched_in, situation.contact}
    for post in case.further:
        answers = post_answers(post, situation)
        touched |= {answers.contact, answers.touched_in}
    if kind == "shooting" or touched == {"front"}:
        return ()
    return (FLANKS_TURN if case.context.readings.engaged_pivot else FLANKS_STAY,)


def _note_not_asked(kind: str) -> tuple[str, ...]:
    """Return the note on what a kind of match-up leaves out of the document."""
    if kind == "shooting":
        return ()
    others = "other units in the same combat (a kind of its own), and "
    said = others if kind in ALONE else ""
    return (f"Not asked: {said}terrain.",)


def _left_of(case: Case) -> list[NotModelled]:
    """Return the rules and parts of all units that the numbers leave out."""
    readings = case.context.readings
    left = [one for own in (case.a, case.b) for one in not_modelled(own, readings)]
    for post in case.further:
        left += [
            replace(one, rule=f"{one.rule} of {post.unit.name}")
            for one in not_modelled(post.unit, readings)
        ]
    return left


def _complete(case: Case, odds: Odds) -> Odds:
    """Name what the numbers leave out, what nobody chose, and ranges not known."""
    kind, context, units = case.match_up.kind, case.context, (case.a, case.b)
    situation = context.situation
    first = (Post("a", case.a, "a"), Post("b", case.b, "b"))
    everybody = [
        (post.unit, beside(situation, post.side, post_answers(post, situation)))
        for post in (*first, *case.further)
    ]
    boundless = [
        note
        for own, other in (units, units[::-1])
        if own.side in shooters(kind, situation)
        and (note := note_no_range(own, other, context))
    ]
    notes = (
        *odds.notes,
        *_note_flanks(case),
        *boundless,
        *note_unchosen(kind, everybody, context.readings),
        *_note_not_asked(kind),
    )
    return replace(odds, not_modelled=tuple(_left_of(case)), notes=notes)


def _figures(match_up: MatchUp) -> Odds:
    """Return the figures of a match-up: of a combat of two units, those of its fight.

    A fight that is not solved, or refused, leaves the answer to the combat.
    """
    told = solved(COMBAT.odds, fight_of(match_up))
    return COMBAT.odds(match_up) if told is None else told


COMBAT = replace(
    GameOdds(
        questions=(KINDS, READINGS),
        situation=ChargeSituation,
        readings=ChargeReadings,
        read=read_profile,
        compute={
            "fight": melee,
            "charge": charge,
            "shooting": shooting,
            "engagement": engagement,
        },
        lines={LINE: combat},
        complete=_complete,
        omissions=OMISSIONS,
        preview=preview,
        stands=_stands,
        vocabulary=VOCABULARY,
    ).combat(),
    openings=by_either("charge"),
    figures=_figures,
    words=WORDS,
    sentences=SENTENCES,
    outcomes=OUTCOMES,
    fates=FATE_HEADINGS,
    headlines=CHARGE_HEADLINES,
    beside={word: word for word in WORDS_OF_FLIGHT},
    no_dice=frozenset(),  # its option "general" is no rule of that key
    decisions=Decisions(
        of_each=frozenset({"strikes-at"}),
        of_a=frozenset(
            {"charge.use-fearsome", f"{LINE}.use-fearsome", "shooting.volley-fire"}
        ),
        of_b=frozenset(
            f"{kind}.{key}"
            for kind in ("charge", LINE)
            for key in ("reaction", "volley-fire")
        ),
    ),
)
"""The odds of the game: its questions and the functions that answer."""

odds = COMBAT.odds

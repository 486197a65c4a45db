"""The report of the turns before contact: figures, words, trace, notes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulesets.core.percent import percent
from rulesets.core.subject import clause
from rulesets.games.scrollhammer.combat.blows.survivors import move_dice
from rulesets.games.scrollhammer.combat.blows.weapons import unprinted
from rulesets.games.scrollhammer.combat.context import ScrollhammerSituation
from rulesets.games.scrollhammer.combat.engagements.approach import (
    Plan,
    ScrollhammerContact,
)
from rulesets.games.scrollhammer.combat.engagements.course import (
    MARCH,
    MOVE,
    NEAR_ENEMY,
    RUN,
    reaches,
    runs,
)
from rulesets.games.scrollhammer.combat.engagements.crowd import FALLING, Spot
from rulesets.games.scrollhammer.combat.fights.way_back import with_friends_before
from rulesets.games.scrollhammer.combat.profile import ScrollhammerUnit, start_state
from rulesets.games.scrollhammer.combat.questions.questions import CHARGE_WHEN
from rulesets.games.scrollhammer.combat.shots.fire import (
    ScrollhammerFire,
    notes_on_bs_0,
)
from rulesets.games.scrollhammer.combat.shots.volley import silent_on_the_move
from rulesets.games.scrollhammer.combat.shots.volley_trace import volley_steps
from rulesets.games.scrollhammer.combat.side import leadership_of
from rulesets.games.scrollhammer.sources import BOOK, COMBAT, FORMATIONS, MORALE
from rulesets.odds.answer import Distribution, NotModelled, Odds, Step
from rulesets.odds.approach import Approach
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.sides import OTHER, SIDES, Side
from rulesets.odds.volley import Floats

ScrollhammerApproach = Approach[Spot, ScrollhammerContact]

SEEN = 5e-7
"""Turns in which less happens are not told one by one."""


@dataclass(frozen=True, slots=True)
class ApproachFigures:
    """The figures of the turns before contact, with words for them.

    Parameters
    ----------
    labels, events, distributions, expected : mapping
        As of an `Odds`.
    """

    labels: Mapping[str, str]
    events: Mapping[str, float]
    distributions: Mapping[str, Distribution]
    expected: Mapping[str, float]

    def beside(self, told: Odds, friends: Mapping[str, float]) -> dict[str, Any]:
        """Return these beside the figures of the combats, by the names that Odds has.

        ``friends`` are the events of friends that were run through before contact.
        """
        return {
            "labels": {**told.labels, **self.labels},
            "distributions": {**told.distributions, **self.distributions},
            "events": {**with_friends_before(told.events, friends), **self.events},
            "expected": {**told.expected, **self.expected},
        }


def approach_figures(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    start: Floats,
    approach: ScrollhammerApproach,
    lost: Sequence[Mapping[Side, float]],
) -> ApproachFigures:
    """Return the figures of turns that are over.

    ``start`` is ``[a, b]`` as they begin [chance], ``lost`` what each side lost in each
    turn [wounds].
    """
    return ApproachFigures(
        approach_labels(a, b, approach),
        approach_events(approach),
        approach_distributions(a, b, start, approach),
        approach_means(lost),
    )


def approach_events(approach: ScrollhammerApproach) -> dict[str, float]:
    """Return the chances of contact, in all, by who charged, and by turn."""
    met = {side: float(approach.charges(side)) for side in SIDES}
    by_turn = {
        f"turn-{number}-contact": chance
        for number, chance in enumerate(approach.contact, start=1)
        if chance > SEEN
    }
    return {
        "contact": met["a"] + met["b"],
        "a-charge-arrives": met["a"],
        "b-charge-arrives": met["b"],
        **still_falling(approach),
        **by_turn,
    }


def still_falling(approach: ScrollhammerApproach) -> dict[str, float]:
    """Return the chances to fall back on the table when the turns are over.

    References
    ----------
    Scrollhammer Rulebook, Fall Back: until it regroups, is destroyed or leaves the
    table.
    """
    found = dict.fromkeys(SIDES, 0.0)
    for spot, chances in approach.cases.items():
        for side, mood in zip(SIDES, (spot.own_mood, spot.other_mood), strict=True):
            found[side] += float(chances.sum()) if mood == FALLING else 0.0
    return {
        f"{side}-still-falls-back": chance
        for side, chance in found.items()
        if chance > SEEN
    }


def approach_means(by_turn: Sequence[Mapping[Side, float]]) -> dict[str, float]:
    """Return the mean wounds lost before contact, in all and by turn."""
    means = {f"{side}-lost-before": 0.0 for side in SIDES}
    for number, lost in enumerate(by_turn, start=1):
        for side, wounds in lost.items():
            means[f"{side}-lost-before"] += wounds
            if wounds > SEEN:
                means[f"turn-{number}-{side}-lost"] = wounds
    return means


def approach_distributions(
    a: ScrollhammerUnit,
    b: ScrollhammerUnit,
    start: Floats,
    approach: ScrollhammerApproach,
) -> dict[str, Distribution]:
    """Return the turn of contact and the wounds lost before it."""
    turns = (max(1 - sum(approach.contact), 0.0), *approach.contact)
    found = {"contact": Distribution("Turn of contact; 0 for none", "turns", turns)}
    for one in (a, b):
        label = f"Wounds lost by {one.name} before contact"
        lost = approach.lost(start, one.side, one.company.wounds)
        found[f"{one.side}-lost-before"] = Distribution(label, "wounds", lost)
    return found


def approach_labels(
    a: ScrollhammerUnit, b: ScrollhammerUnit, approach: ScrollhammerApproach
) -> dict[str, str]:
    """Return words for everything that an engagement tells."""
    labels = {"contact": "They come to blows"}
    names = {"a": a.name, "b": b.name}
    for side, name in names.items():
        falls = clause(name, "falls")
        labels |= {
            f"{side}-charge-arrives": f"The charge of {name} arrives",
            f"{side}-falls-back": f"{falls} back for good before contact",
            f"{side}-still-falls-back": (
                f"{falls} back, still on the table when the turns are over"
            ),
            f"{side}-caught-fleeing": f"{name}: caught while falling back",
            f"{side}-lost-before": f"Wounds lost by {name} before contact",
        }
    for number in range(1, len(approach.contact) + 1):
        labels[f"turn-{number}-contact"] = f"Turn {number}: contact"
        for side, name in names.items():
            labels[f"turn-{number}-{side}-lost"] = (
                f"Turn {number}: wounds lost by {name} before blows"
            )
    return labels


def approach_steps(
    plans: Mapping[Side, Plan], situation: ScrollhammerSituation
) -> Iterator[Step]:
    """Yield the trace of the turns before contact."""
    order = plans[situation.first], plans[OTHER[situation.first]]
    turns = zip(order[0].approach.contact, order[0].lost, strict=True)
    for number, (chance, lost) in enumerate(turns, start=1):
        plan = order[(number - 1) % 2]
        if chance > SEEN or sum(lost.values()) > SEEN:
            text = (
                f"wounds lost before blows, on average: {plan.other.name} "
                f"{lost[plan.other.side]:.3g}, {plan.own.name} "
                f"{lost[plan.own.side]:.3g}; contact with a chance of {percent(chance)}"
            )
            name = f"Turn {number} ({plan.own.name})"
            yield Step(name, f"{BOOK}, The Turn", text, plan.own.side)
    for plan in order:
        text = (
            "a quarter lost in a phase, or regrouping: 2D6 against "
            f"{leadership_of(plan.own)}; it falls back 2D6 inches at a time"
        )
        source = f"{MORALE}: Morale Checks; Fall Back; Regrouping"
        yield Step("Falling back", source, text, plan.own.side)
        yield from _manner(plan)
        for fire in _different(plan):
            yield from volley_steps(
                fire.shooter, fire.target, fire.volleys, fire.readings
            )
            if fire.all_ranks:
                tested = leadership_of(fire.shooter)
                text = f"every model, at -1 to hit, on a test of {tested}"
                source = f"{FORMATIONS}: Stand and Shoot"
                yield Step("Stand and Shoot", source, text, fire.shooter.side)


def _manner(plan: Plan) -> Iterator[Step]:
    """Yield how a side comes nearer."""
    if not plan.closing:
        return
    side = plan.own.side
    text = f'{MOVE}" a turn, and {MARCH}" more where it neither shoots nor charges'
    if runs(plan.own):
        text = f'{MOVE}" a turn, and D{RUN}" more where it does not shoot'
    if plan.situation.rough:
        dice = move_dice(plan.own)[start_state(plan.own, plan.situation)]
        text = f"the highest of {dice}D6 inches a turn, and " + (
            f"D{RUN} more where it does not shoot"
            if runs(plan.own)
            else f"of {dice}D3 more where it neither shoots nor charges"
        )
    if not runs(plan.own):
        text += f'; nearer than {NEAR_ENEMY}" on a test of {leadership_of(plan.own)}'
    yield Step("Movement and marching", f"{BOOK}, The Turn", text, side)
    chances = ", ".join(
        f'{inches}" {percent(reaches(plan.situation, side, inches))}'
        for inches in (4, 7, 10, 12)
    )
    text = f"2D6, the chance by distance: {chances}"
    unseen = plan.situation.of(plan.other.side).unseen != "none"
    if plan.situation.difficult or plan.situation.rough or unseen:
        text = f"3D6, the two lowest, the chance by distance: {chances}"
    yield Step("Charge range", f"{COMBAT}: Rolling for Charge Range", text, side)


def _different(plan: Plan) -> Iterator[ScrollhammerFire]:
    """Yield the different volleys that a side shot, each once."""
    known = set()
    for fire in plan.fires.values():
        arms = tuple((one.place, one.weapon.key, one.moment) for one in fire.volleys)
        if arms and arms not in known:
            known.add(arms)
            yield fire


def approach_notes(
    a: ScrollhammerUnit, b: ScrollhammerUnit, situation: ScrollhammerSituation
) -> tuple[str, ...]:
    """Return the policies that stand in for what players decide."""
    closing = {
        "a": f"{clause(a.name, 'comes')} nearer",
        "b": f"{clause(b.name, 'comes')} nearer",
        "both": "Both come nearer",
        "none": "Neither comes nearer",
    }[situation.closing]
    when = {choice.key: choice.label for choice in CHARGE_WHEN}
    return (
        f"{closing}, straight{_open(situation)}. A unit that does charges "
        f"{when[situation.charge_when]}; if it can shoot, it shoots rather "
        "than marches, and before a charge only with what allows it. Who does not "
        "come nearer stands, shoots and never charges.",
        "Who falls back neither shoots nor is pinned; regrouped it stays where it is "
        "for that turn. Nobody goes to ground of its own will. A unit is a point on a "
        "line, and at its table edge it is gone. Turns are those of one player; "
        "rounds are those of the combat.",
        *notes_on_bs_0(a),
        *notes_on_bs_0(b),
        *_unseen_notes(a, b, situation),
    )


def _open(situation: ScrollhammerSituation) -> str:
    """Return that the ground is open, unless somebody's way back is blocked."""
    blocked = situation.a.blocked or situation.b.blocked
    return "" if blocked else " and in the open"


def _unseen_notes(
    a: ScrollhammerUnit, b: ScrollhammerUnit, situation: ScrollhammerSituation
) -> Iterator[str]:
    """Yield the notes on those who are invisible."""
    for one in (a, b):
        if situation.of(one.side).unseen != "none":
            yield (
                f"{clause(one.name, 'is')} not seen: nobody shoots there, and "
                "no shots are made so as to stay unseen until contact (house)."
            )


def approach_left_out(
    a: ScrollhammerUnit, b: ScrollhammerUnit, situation: ScrollhammerSituation
) -> Iterator[NotModelled]:
    """Yield the weapons in hand that do not shoot, for want of figures or of rest."""
    for one in (a, b):
        moves = situation.closing in (one.side, "both")
        yield from _silent(one, situation.of(one.side).touched, moves=moves)


@kept_by_identity(most=512)
def _silent(
    unit: ScrollhammerUnit, touched: int, *, moves: bool
) -> tuple[NotModelled, ...]:
    """Return the weapons in hand that do not shoot, of a unit that moves or stands."""
    left = [*unprinted(unit, melee=False, touched=touched)]
    why = "it is Move or Fire, and who comes nearer moves in every turn"
    names = silent_on_the_move(unit, touched) if moves else ()
    return (*left, *(NotModelled(name, unit.side, why) for name in names))

"""Plans as pages show them: each step with its price, its use and its edits."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from armybuilder.armies.edit_forms import edits_json
from armybuilder.armies.review import ReviewedArmy
from armybuilder.armies.text import signed
from rulesets.core.points import Currency, Points
from rulesets.core.subject import so_many
from rulesets.legality import review
from rulesets.legality.plans.fill_up import Filling
from rulesets.legality.plans.plan import ArmyPlan, PlanStep, taken
from rulesets.reviews.review import ERROR, Review
from rulesets.rosters.edits import Edit


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of a plan with what it costs and what is then left of the problems.

    `gain` is what the units are worth more with it, "" where nobody measured it.
    """

    id: str
    text: str
    why: str
    change: str
    then: str
    gain: str
    edits: str


@dataclass(frozen=True, slots=True)
class ShownPlan:
    """A plan with its outcome in words.

    `offers` are single purchases; `said` is the outcome, `is_found` false where it
    leaves problems, which `left` names. `why` says then why nothing better was found,
    `enough` with which limit there would be a plan, `limit` that limit as a number.
    """

    steps: tuple[ShownStep, ...]
    offers: tuple[ShownStep, ...]
    said: str
    is_found: bool
    left: tuple[str, ...] = ()
    why: str = ""
    enough: str = ""
    limit: str = ""


@dataclass(frozen=True, slots=True)
class TickedSteps:
    """The army that the ticked steps of a plan lead to, by the engine.

    `without` are the ticked steps, by number, that need one which is not ticked;
    `problem` says why what was sent are no steps.
    """

    review: Review | None = None
    left: tuple[str, ...] = ()
    without: int = 0
    problem: str = ""


def reviewed_steps(
    reviewed: ReviewedArmy, steps: tuple[tuple[Edit, ...], ...]
) -> TickedSteps:
    """Return the army that steps lead to, reviewed."""
    roster, made = taken(reviewed.roster, steps)
    then = review(roster, reviewed.books, reviewed.pack)
    left = tuple(m.text for m in then.messages if m.severity == ERROR)
    return TickedSteps(then, left, made.count(False))


def shown_plan(now: Review, plan: ArmyPlan, enough: Points | None = None) -> ShownPlan:
    """Return a plan that makes an army legal, as a page shows it.

    `enough` is a limit with which there would be a plan, where there is none.
    """
    steps = tuple(_shown(now, plan.steps, "step"))
    currency = now.game.currency
    if now.legal:
        said = "This army is legal as it is."
        if steps:
            said += f" {so_many(len(steps), 'choice')} for nothing would complete it."
        return ShownPlan(steps, (), said, is_found=True)
    if plan.legal:
        points = currency.text(plan.after.points)
        edits = so_many(len(plan.edits), "change")
        said = f"{edits} and the army is legal, at {points}."
        return ShownPlan(steps, (), said, is_found=True)
    left = tuple(m.text for m in plan.after.messages if m.severity == ERROR)
    said = "No way to a legal army was found."
    if steps:
        said += (
            f" The nearest leaves {so_many(plan.after.errors, 'problem')}, at"
            f" {currency.text(plan.after.points)}."
        )
    return ShownPlan(
        steps,
        (),
        said,
        is_found=False,
        left=left,
        why=_why_not(plan),
        enough="" if enough is None else currency.text(enough),
        limit="" if enough is None else str(enough),
    )


def _why_not(plan: ArmyPlan) -> str:
    tried = so_many(plan.tried, "army")
    if plan.complete:
        return (
            f"Every change that may help was tried, {tried} in all. Another limit and"
            " rules that players may waive were not: they are for you and your opponent"
            " to agree on."
        )
    return (
        f"The search ended after {tried}; there may be a longer way. Mend one problem"
        " by hand and try again."
    )


def shown_filling(
    now: Review, filling: Filling, enough: Points | None = None
) -> ShownPlan:
    """Return a plan that spends the points left, as a page shows it."""
    plan = filling.plan
    if not plan.legal:
        return shown_plan(now, plan, enough)
    offers = tuple(_shown(now, filling.offers, "offer"))
    steps = tuple(_shown(now, plan.steps, "step"))
    return ShownPlan(steps, offers, _filled(now, plan), is_found=True)


def _filled(now: Review, plan: ArmyPlan) -> str:
    currency = now.game.currency
    if now.limit is None:
        return "Agree on a limit first: without one there is nothing to fill up to."
    is_worth = currency.text(plan.after.points)
    left = currency.text(now.limit - plan.after.points)
    if not plan.steps:
        return f"Nothing more fits: {left} left of {currency.text(now.limit)}."
    return f"A legal army of {is_worth}, with {left} left."


def _shown(now: Review, steps: Iterable[PlanStep], name: str) -> Iterator[ShownStep]:
    for number, step in enumerate(steps, 1):
        measured = step.gain is not None
        yield ShownStep(
            id=f"{name}-{number}",
            text=step.text,
            why="" if measured else step.why,
            change=signed(step.change) if step.change else "",
            then=_then(step, now.game.currency),
            gain=_gain(step),
            edits=edits_json(step.edits),
        )


def _then(step: PlanStep, currency: Currency) -> str:
    points = currency.text(step.points)
    return (
        f"{points}, {so_many(step.errors, 'problem')} left" if step.errors else points
    )


def _gain(step: PlanStep) -> str:
    """Return the gain of a purchase: `gains 28.1 by fighting, 24 for 100 points`."""
    if step.gain is None:
        return ""
    gain = round(step.gain, 1)
    if not gain:
        return "gains nothing"
    if gain < 0:
        return f"loses {-gain:.1f} {step.why}".rstrip()
    said = f"gains {gain:.1f} {step.why}".rstrip()
    rate = 100 * gain / float(step.change) if step.change else 0
    return f"{said}, {rate:.0f} for 100 points" if rate else said

"""Plans as pages show them: each step with its price, its use and its edits."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from armybuilder.armies.edit_forms import edits_json
from armybuilder.armies.text import signed
from rulesets.core.percent import percent
from rulesets.core.points import Currency
from rulesets.legality.plans.fill_up import Filling
from rulesets.legality.plans.plan import ArmyPlan, PlanStep
from rulesets.reviews.review import Review
from rulesets.rosters.edits import Add


@dataclass(frozen=True, slots=True)
class ShownStep:
    """A step of a plan with what it costs and what is then left of the problems.

    `gain` is what it does to a chance to win, "" where nobody measured it.
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
    leaves problems, which `left` names.
    """

    steps: tuple[ShownStep, ...]
    offers: tuple[ShownStep, ...]
    said: str
    is_found: bool
    left: tuple[str, ...] = ()


def shown_plan(now: Review, plan: ArmyPlan) -> ShownPlan:
    """Return a plan that makes an army legal, as a page shows it."""
    steps = tuple(_shown(now, plan.steps, "step"))
    if now.legal:
        return ShownPlan((), (), "This army is legal as it is.", is_found=True)
    if plan.legal:
        points = now.game.currency.text(plan.after.points)
        edits = _counted(len(plan.edits), "change")
        said = f"{edits} and the army is legal, at {points}."
        return ShownPlan(steps, (), said, is_found=True)
    left = tuple(m.text for m in plan.after.messages if m.severity == "error")
    said = f"None found: {_problems(plan.after.errors)} would be left"
    said += " after these changes." if steps else "."
    return ShownPlan(steps, (), said, is_found=False, left=left)


def shown_filling(now: Review, filling: Filling) -> ShownPlan:
    """Return a plan that spends the points left, as a page shows it."""
    plan = filling.plan
    if not plan.legal:
        return shown_plan(now, plan)
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
        return f"Nothing more fits: {left} are left of {currency.text(now.limit)}."
    return f"A legal army of {is_worth}; {left} are left then."


def _shown(now: Review, steps: Iterable[PlanStep], name: str) -> Iterator[ShownStep]:
    forces = {force.id for force in now.forces}
    currency = now.game.currency
    for number, step in enumerate(steps, 1):
        first = step.edits[0]
        joins = isinstance(first, Add) and first.parent in forces
        yield ShownStep(
            id=f"{name}-{number}",
            text=step.text,
            why=step.why,
            change=signed(step.change) if step.change else "",
            then=_then(step, currency),
            gain=_gain(step.gain, joins=joins),
            edits=edits_json(step.edits),
        )


def _then(step: PlanStep, currency: Currency) -> str:
    points = currency.text(step.points)
    return f"{points}, {_problems(step.errors)} left" if step.errors else points


def _gain(gain: float | None, *, joins: bool) -> str:
    """Return the gain of a purchase: `wins 97.0%`, or `+4.5% to win` of a unit."""
    if gain is None or gain <= 0:
        return ""
    return f"wins {percent(gain)}" if joins else f"+{percent(gain)} to win"


def _problems(number: int) -> str:
    return _counted(number, "problem")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"

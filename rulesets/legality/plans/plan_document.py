"""Plans as documents, for programs."""

from typing import Any

from rulesets.core.points import points_number
from rulesets.legality.plans.plan import ArmyPlan, PlanStep
from rulesets.rosters.edit_document import edit_document


def plan_document(plan: ArmyPlan, offers: tuple[PlanStep, ...] = ()) -> dict[str, Any]:
    """Return the document of a plan, with single purchases beside it."""
    return {
        "legal": plan.legal,
        "points": points_number(plan.after.points),
        "errors": plan.after.errors,
        "tried": plan.tried,
        "complete": plan.complete,
        "steps": [_step(step) for step in plan.steps],
        "offers": [_step(step) for step in offers],
    }


def _step(step: PlanStep) -> dict[str, Any]:
    return {
        "text": step.text,
        "why": step.why,
        "edits": [edit_document(edit) for edit in step.edits],
        "change": points_number(step.change),
        "points": points_number(step.points),
        "errors": step.errors,
        "gain": step.gain,
    }

"""Steps without which an army is legal as well are left out of a plan."""

from collections.abc import Sequence
from dataclasses import replace

from rulesets.books.book import Books
from rulesets.legality.plans.plan import PlanStep, outcome
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Review


def shortened(
    now: Review, steps: Sequence[PlanStep], books: Books, pack: Pack | None
) -> list[PlanStep]:
    """Return the steps of a plan that it takes to leave no error."""
    kept = list(steps)
    for step in reversed(steps):
        without = [one for one in kept if one is not step]
        if _is_enough(now, without, books, pack):
            kept = without
    for number, step in enumerate(kept):
        kept[number] = _trimmed(now, kept, step, books, pack)
    return kept


def _trimmed(
    now: Review,
    steps: Sequence[PlanStep],
    step: PlanStep,
    books: Books,
    pack: Pack | None,
) -> PlanStep:
    """Return a step of several edits without those that it can do without."""
    texts, edits = step.text.split("; "), step.edits
    if len(texts) != len(edits):
        return step
    for index in reversed(range(len(edits))):
        rest = texts[:index] + texts[index + 1 :], edits[:index] + edits[index + 1 :]
        shorter = replace(step, text="; ".join(rest[0]), edits=rest[1])
        instead = [shorter if one is step else one for one in steps]
        if rest[1] and _is_enough(now, instead, books, pack):
            return _trimmed(now, instead, shorter, books, pack)
    return step


def _is_enough(
    now: Review, steps: Sequence[PlanStep], books: Books, pack: Pack | None
) -> bool:
    edits = [edit for step in steps for edit in step.edits]
    then = outcome(now.roster, edits, books, pack)
    return then is not None and then.legal

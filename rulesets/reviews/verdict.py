"""The verdict of an army in a player's words.

Every page, sheet, text and answer of a program takes it from here.
"""

from collections.abc import Iterator

from rulesets.core.subject import so_many
from rulesets.reviews.review import EMPTY, ILLEGAL, LEGAL, WARNING, Fix, Review


def verdict_text(review: Review) -> str:
    """Return the verdict as every page says it.

    Returns
    -------
    str
        ``Legal``, ``Legal, 1 warning``, ``Legal, 1 rule waived``, ``Not legal: 2
        problems``, or ``Empty`` for an army without units, with its errors: ``Empty,
        1 problem``.
    """
    if review.verdict == ILLEGAL:
        return f"Not legal: {so_many(review.errors, 'problem')}"
    return ", ".join([review.verdict.capitalize(), *_beside(review)])


def _beside(review: Review) -> Iterator[str]:
    """Yield the additions to the word for a legal or an empty army."""
    if review.legal and review.waived:
        yield waived_text(len(review.waived))
    if review.errors:
        yield so_many(review.errors, "problem")
    elif review.legal and (number := _warnings(review)):
        yield so_many(number, "warning")


def waived_text(number: int) -> str:
    """Return how many rules the players do without: ``1 rule waived``."""
    return f"{so_many(number, 'rule')} waived"


def waived_titles(review: Review) -> str:
    """Return the rules that the players do without, "" for none."""
    return ", ".join(ruling.title for ruling in review.waived)


def verdict_sign(review: Review) -> str:
    """Return how the verdict is marked, as the last part of a badge's class.

    Returns
    -------
    str
        ``legal``, ``warning`` for a legal army with warnings or with a rule waived,
        ``illegal`` or ``info``.
    """
    if review.verdict == EMPTY:
        return "info"
    if review.legal and (_warnings(review) or review.waived):
        return "warning"
    return review.verdict


def outcome_text(fix: Fix, waived: int = 0) -> str:
    """Return the verdict after a fix: ``legal``, ``2 problems left``, ``empty``.

    ``waived`` is how many rules are waived then.
    """
    if fix.legal:
        return f"{LEGAL}, {waived_text(waived)}" if waived else LEGAL
    return f"{so_many(fix.errors, 'problem')} left" if fix.errors else EMPTY


def _warnings(review: Review) -> int:
    return sum(message.severity == WARNING for message in review.messages)

"""An army as pages, sheets and texts show it: built before anything is drawn."""

from dataclasses import dataclass

from armybuilder.armies.appendix import Explained, explained, to_mind
from armybuilder.armies.budgets import ShownTally, shown_tallies
from armybuilder.armies.text import bought_text
from armybuilder.armies.units import ShownUnit, shown_unit
from armybuilder.books.text import RuleText
from rulesets.books.book import Books
from rulesets.reviews.review import ForceReview, Message, Review

SIGNS = {"error": "illegal", "warning": "warning", "info": "info"}
"""Marks of the messages of each severity, by the word in class names."""


@dataclass(frozen=True, slots=True)
class ShownForce:
    """A force with its units, and the choices for the whole of it."""

    force: ForceReview
    units: tuple[ShownUnit, ...]
    choices: tuple[str, ...]
    known: bool


@dataclass(frozen=True, slots=True)
class ShownArmy:
    """A whole army; `general` are the messages that belong to no single unit.

    `rules` and `items` explain what its units have, `to_mind` are printed rules that
    nobody checks.
    """

    review: Review
    forces: tuple[ShownForce, ...]
    general: tuple[Message, ...]
    rules: tuple[RuleText, ...] = ()
    items: tuple[Explained, ...] = ()
    to_mind: tuple[Explained, ...] = ()
    tallies: tuple[ShownTally, ...] = ()

    @property
    def units(self) -> int:
        return sum(len(force.units) for force in self.forces)


def show(review: Review, books: Books) -> ShownArmy:
    """Return a reviewed army as it is shown."""
    forces = tuple(_force(review, books, force) for force in review.forces)
    everywhere = {line.path for line in review.lines()}
    rules = {r.name: r for f in forces for unit in f.units for r in unit.rules}
    return ShownArmy(
        review=review,
        forces=forces,
        general=tuple(m for m in review.messages if m.where not in everywhere),
        rules=tuple(sorted(rules.values(), key=lambda rule: rule.name)),
        items=explained(review, books, set(rules)),
        to_mind=to_mind(review, books),
        tallies=shown_tallies(review),
    )


def _force(review: Review, books: Books, force: ForceReview) -> ShownForce:
    book = books.get((force.book, force.edition))
    chosen = [line for line in force.units if line.kind not in ("unit", "unknown")]
    return ShownForce(
        force=force,
        units=tuple(
            shown_unit(review, book, line) for line in force.units if line not in chosen
        ),
        choices=tuple(bought_text(line) for line in chosen),
        known=book is not None,
    )

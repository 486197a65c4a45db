"""Messages of a review as the pages draw them, with their fixes as buttons."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.armies.edit_forms import edits_json
from armybuilder.armies.presentation import SIGNS
from armybuilder.armies.text import without_name
from armybuilder.books.disagreements import message_name
from rulesets.core.points import points_text
from rulesets.legality import UnitNames, opening, without_units
from rulesets.reviews.review import ERROR, Fix, Message, Review
from rulesets.reviews.verdict import outcome_text


@dataclass(frozen=True, slots=True)
class FixButton:
    """A tried fix: the points before and after, what is left then, and its edits."""

    id: str
    text: str
    before: str
    after: str
    left: str
    legal: bool
    edits: str

    @property
    def then(self) -> str:
        """Return what follows in words: `100 points, legal`."""
        return f"{self.after}, {self.left}"


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message with its sign, the units that it is about, its fixes and waivers.

    `text` goes without the unit's name where it begins with it: a link says it.
    """

    message: Message
    sign: str
    text: str
    about: tuple[tuple[str, str, str], ...]
    fixes: tuple[FixButton, ...]
    waivers: tuple[FixButton, ...]

    @property
    def is_unfinished(self) -> bool:
        return is_unfinished(self.message)

    @property
    def name(self) -> str:
        """Return what the page to disagree with it finds it by."""
        return message_name(self.message)


def is_unfinished(message: Message) -> bool:
    """Return whether a message asks for more, where others say what breaks a rule."""
    return message.severity == ERROR and message.off < 0


def shown_messages(review: Review) -> Iterator[ShownMessage]:
    """Yield the messages of a review as the pages draw them."""
    names = UnitNames(review)
    for number, message in enumerate(review.messages):
        about = tuple(_about(review, message, names))
        title = about[0][1] if len(about) == 1 else ""
        yield ShownMessage(
            message,
            SIGNS[message.severity],
            without_name(title, without_units(message.text) if about else message.text),
            about,
            tuple(
                _fix(review, f"fix-{number}-{index}", fix, len(review.waived))
                for index, fix in enumerate(message.fixes)
            ),
            tuple(
                _fix(review, f"waiver-{number}-{index}", fix, len(review.waived) + 1)
                for index, fix in enumerate(message.waivers)
            ),
        )


def _about(
    review: Review, message: Message, names: UnitNames
) -> Iterator[tuple[str, str, str]]:
    """Yield (anchor, title, path) of the units that a message is about."""
    for force in review.forces:
        for unit in force.units:
            paths = (message.where, *message.marks)
            if any(p == unit.path or p.startswith(f"{unit.path}/") for p in paths):
                yield f"unit-{unit.id}", opening(names.line(unit)), unit.path


def _fix(review: Review, id: str, fix: Fix, waived: int) -> FixButton:
    """Return a fix as a button; ``waived`` is how many rules are waived then."""
    return FixButton(
        id=id,
        text=fix.text,
        before=points_text(review.points),
        after=review.game.currency.text(fix.points),
        left=outcome_text(fix, waived),
        legal=fix.legal,
        edits=edits_json(fix.edits),
    )

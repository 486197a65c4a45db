"""Rights to see lists: one table of viewers, phases and parts.

Every page, export, paper, mail and answer of the API asks `Viewer.sees`.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from armybuilder.events.models import Entrant, EntrantState, Event, EventState, Sight


class Part(IntEnum):
    """The part of a list that somebody sees; each holds those before it."""

    NOTHING = 0
    PRESENCE = 1
    VERDICT = 2
    LIST = 3


class Viewer(StrEnum):
    """The part of somebody in an event."""

    ORGANISER = "organiser"
    JUDGE = "judge"
    ENTRANT = "entrant"
    ANYBODY = "anybody"


NOTHING, PRESENCE, VERDICT, LIST = Part
BEFORE, CLOSED, REVEALED = range(3)

SEES = {
    Sight.STAFF: {
        Viewer.ORGANISER: (LIST, LIST, LIST),
        Viewer.JUDGE: (LIST, LIST, LIST),
        Viewer.ENTRANT: (NOTHING, NOTHING, LIST),
        Viewer.ANYBODY: (NOTHING, NOTHING, LIST),
    },
    Sight.BLIND: {
        Viewer.ORGANISER: (PRESENCE, VERDICT, LIST),
        Viewer.JUDGE: (PRESENCE, LIST, LIST),
        Viewer.ENTRANT: (NOTHING, NOTHING, LIST),
        Viewer.ANYBODY: (NOTHING, NOTHING, LIST),
    },
    Sight.OPEN: dict.fromkeys(Viewer, (LIST, LIST, LIST)),
    Sight.OPPONENT: {
        Viewer.ORGANISER: (LIST, LIST, LIST),
        Viewer.JUDGE: (LIST, LIST, LIST),
        Viewer.ENTRANT: (NOTHING, NOTHING, NOTHING),
        Viewer.ANYBODY: (NOTHING, NOTHING, NOTHING),
    },
    Sight.FRIENDS: {
        Viewer.ORGANISER: (NOTHING, NOTHING, NOTHING),
        Viewer.JUDGE: (NOTHING, NOTHING, NOTHING),
        Viewer.ENTRANT: (NOTHING, NOTHING, LIST),
        Viewer.ANYBODY: (NOTHING, NOTHING, NOTHING),
    },
}
"""The part of another's list that is seen before the deadline, after it, revealed."""

PHASES = {
    EventState.CLOSED: CLOSED,
    EventState.REVEALED: REVEALED,
    EventState.OVER: REVEALED,
}

SHOWN = (EntrantState.SUBMITTED, EntrantState.QUERIED, EntrantState.ACCEPTED)
"""States of lists that people who do not run the event may see."""


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Somebody who looks at an event.

    Parameters
    ----------
    event : Event
        In the state that its clock says.
    viewer : Viewer
        What he is to it; who runs it and plays in it runs it.
    own : int, optional
        His place as an entrant; none where he has none.
    opponents : frozenset of int
        The places of those whom he plays against.
    """

    event: Event
    viewer: Viewer
    own: int | None = None
    opponents: frozenset[int] = frozenset()

    @property
    def is_staff(self) -> bool:
        """Return whether he runs the event or judges its lists."""
        return self.viewer in (Viewer.ORGANISER, Viewer.JUDGE)

    @property
    def is_organiser(self) -> bool:
        return self.viewer == Viewer.ORGANISER

    @property
    def phase(self) -> int:
        return phase_of(self.event)

    @property
    def sees_names(self) -> bool:
        """Return whether names stand beside lists: not for a judge of a blind event."""
        blind = self.event.sight == Sight.BLIND and self.viewer == Viewer.JUDGE
        return not blind or self.phase == REVEALED

    def sees(self, entrant: Entrant) -> Part:
        """Return how much of an entrant's list is seen."""
        if entrant.pk == self.own:
            return LIST
        if not self.is_staff and entrant.state not in SHOWN:
            return NOTHING
        if entrant.pk in self.opponents and self.phase == REVEALED:
            return LIST
        return self.sees_of_others

    @property
    def sees_of_others(self) -> Part:
        """Return how much is seen of a list that is neither his nor an opponent's."""
        return SEES[Sight(self.event.sight)][self.viewer][self.phase]

    def name_of(self, entrant: Entrant) -> str:
        """Return the name that stands beside a list."""
        shown = self.sees_names or entrant.pk == self.own
        return entrant.name if shown else coded_name(entrant)


def phase_of(event: Event) -> int:
    """Return the phase of an event: before the deadline, after it, or revealed."""
    return PHASES.get(EventState(event.state), BEFORE)


def coded_name(entrant: Entrant) -> str:
    """Return what stands for an entrant where nobody is named."""
    return f"Entrant {entrant.number:02}"

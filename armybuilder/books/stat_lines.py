"""Stat lines in the columns of their game: the same cells on every page."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rulesets.books.book import BookProfile
from rulesets.core.values import Scalar
from rulesets.game import Game
from rulesets.reviews.figures import ReviewedProfile


@dataclass(frozen=True, slots=True)
class StatCell:
    """One figure of a stat line; `changed_by` names the causes of its changes.

    `name` is the heading in full, "" where it says it all; `was` is what another
    edition has, where it differs.
    """

    heading: str
    text: str
    changed_by: tuple[str, ...] = ()
    printed: str = ""
    name: str = ""
    was: str = ""

    @property
    def change(self) -> str:
        """Return `Sv 2+, printed 5+: Shield`; "" where nothing changed it.

        Where nothing is printed, that goes without saying.
        """
        if not self.changed_by:
            return ""
        was = f", printed {self.printed}" if self._is_other else ""
        return f"{self.heading} {self.text}{was}: {', '.join(self.changed_by)}"

    @property
    def _is_other(self) -> bool:
        return self.printed not in (self.text, "", "-")


@dataclass(frozen=True, slots=True)
class StatLine:
    """A stat line with the name of its model and its type of unit."""

    name: str
    kind: str
    cells: tuple[StatCell, ...]


def stat_cells(
    game: Game, figures: Mapping[str, Scalar | None]
) -> tuple[StatCell, ...]:
    """Return figures in the columns of their game."""
    return tuple(
        StatCell(column.heading, column.text(figures), name=column.name)
        for column in game.columns
    )


def printed_line(game: Game, profile: BookProfile) -> StatLine:
    """Return a stat line as its book prints it."""
    figures = game.with_type(profile.kind, profile.characteristics)
    kind = game.type_name(profile.kind)
    return StatLine(profile.name, kind, stat_cells(game, figures))


def reviewed_lines(
    game: Game, profiles: Iterable[ReviewedProfile]
) -> Iterator[StatLine]:
    """Yield each different stat line of an army once, with its changes."""
    seen: set[tuple[str, tuple[StatCell, ...]]] = set()
    for profile in profiles:
        values = profile.values()
        printed = {key: figure.printed for key, figure in profile.figures.items()}
        cells = tuple(
            StatCell(
                column.heading,
                column.text(values),
                _changed_by(profile, column.keys),
                column.text(printed),
                column.name,
            )
            for column in game.columns
        )
        if (profile.name, cells) not in seen:
            seen.add((profile.name, cells))
            yield StatLine(profile.name, game.type_name(profile.kind), cells)


def _changed_by(profile: ReviewedProfile, keys: tuple[str, ...]) -> tuple[str, ...]:
    figures = (profile.figures[key] for key in keys if key in profile.figures)
    return tuple(dict.fromkeys(by for figure in figures for by in figure.changed_by))

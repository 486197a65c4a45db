"""What the odds of one game bring: what is asked, and who answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from rulesets.odds.answer import Odds, Preview
from rulesets.odds.match_up import Fighter, MatchUp, MatchUpError, Question
from rulesets.odds.report import HEADLINES, Outcome
from rulesets.odds.settings import MatchUpKind


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the answers of a game, in plain words, with where its rule stands."""

    term: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Opening:
    """How a fight begins that is told of a unit before anybody asks.

    Parameters
    ----------
    key : str
    name : str
        What the unit that is told of does: ``Charging``.
    kind : str
        Key of the kind of match-up, in its usual situation.
    turned : bool
        True where the unit that is told of is side B.
    """

    key: str
    name: str
    kind: str
    turned: bool = False


def by_either(kind: str) -> tuple[Opening, ...]:
    """Return the openings of a kind in which side A charges: a charge by either."""
    return (
        Opening("charging", "Charging", kind),
        Opening("charged", "Charged", kind, turned=True),
    )


def _no_odds(match_up: MatchUp) -> Odds:
    raise MatchUpError("/game", f"the odds of {match_up.game} are not written")


def _no_preview(fighter: Fighter, target: Fighter) -> tuple[Preview, ...]:
    del fighter, target
    return ()


@dataclass(frozen=True, slots=True)
class Combat:
    """The odds of one game.

    Parameters
    ----------
    kinds : tuple of MatchUpKind
        The first is what is asked where nothing is said. Empty for a game whose odds
        are not written.
    openings : tuple of Opening
        Fights that are told of a unit before anybody asks: a charge by either side.
    readings : tuple of Question
        What the rules leave open.
    odds : callable
        ``odds(match_up) -> Odds``; raises MatchUpError for a bad question.
    preview : callable
        ``preview(fighter, target) -> tuple of Preview``: what a unit does to another,
        one for each of its ways to attack.
    words : tuple of Word
        What the answers speak of: winning, breaking, wounds too many.
    of_books : frozenset of str
        Rules that only books print, by key, and the odds count exactly: from the stat
        line, from the rule, or because the situation asks for them.
    outcomes : mapping
        Every way in which a match-up ends, by its key, the gravest first.
    headlines : tuple of str
        Events that come first and large, by key.
    no_dice : frozenset of str
        Rules, gear and options, by key, that roll no dice of any match-up.
    """

    kinds: tuple[MatchUpKind, ...] = ()
    openings: tuple[Opening, ...] = ()
    readings: tuple[Question, ...] = ()
    odds: Callable[[MatchUp], Odds] = _no_odds
    preview: Callable[[Fighter, Fighter], tuple[Preview, ...]] = _no_preview
    words: tuple[Word, ...] = ()
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    headlines: tuple[str, ...] = HEADLINES
    of_books: frozenset[str] = frozenset()
    no_dice: frozenset[str] = frozenset()

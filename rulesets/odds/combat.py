"""The odds of one game: its questions, outcomes and functions."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Generic, TypeVar

from rulesets.odds.answer import LaterSteps, Odds, Preview, Step
from rulesets.odds.closing import Previews, decide_closing
from rulesets.odds.context import AnswerValue, Context, read_answers
from rulesets.odds.decisions import Decisions
from rulesets.odds.many import Many, no_many
from rulesets.odds.match_up import Fighter, Further, MatchUp, MatchUpError, Question
from rulesets.odds.omissions import Omissions
from rulesets.odds.posts import Post, posts_of, with_unit
from rulesets.odds.report import HEADLINES, Outcome
from rulesets.odds.sentences import Sentences
from rulesets.odds.settings import (
    HasName,
    MatchUpKind,
    Settled,
    all_named_apart,
    settled,
)
from rulesets.odds.sides import SIDES, Side
from rulesets.odds.vocabulary import Vocabulary, written_out

NO_VOCABULARY = Vocabulary()
"""Of a game that counts no effects of books."""

NO_DECISIONS = Decisions()
"""Of a game in which nobody decides anything."""

U = TypeVar("U", bound=HasName)
S = TypeVar("S", bound=AnswerValue)
R = TypeVar("R", bound=AnswerValue)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the answers of a game, in plain words, with where its rule stands."""

    term: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Opening:
    """A fight that is reported of a unit before anybody asks.

    Parameters
    ----------
    key : str
    name : str
        The part of that unit: ``Charging``.
    kind : str
        Key of the kind of match-up, in its usual situation.
    turned : bool
        True where that unit is side B.
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


@dataclass(frozen=True, slots=True)
class MatchUpCase(Generic[U, S, R]):
    """A match-up as a game's odds read it: both units, every answer, the trace.

    `situation` and `told_readings` hold the answers as they are told, by key; `context`
    holds them as values, with what closing in decided about the ground, for `reasons`.
    """

    match_up: MatchUp
    a: U
    b: U
    situation: Settled
    context: Context[S, R]
    further: tuple[Post[U], ...] = ()
    told_readings: Settled = field(default_factory=dict)
    reasons: tuple[str, ...] = ()


Compute = Callable[[U, U, Context[S, R], int | None], Odds]
"""Computes one kind of match-up: of two units, in a context, in so many rounds."""

ComputeLine = Callable[[U, U, tuple[Post[U], ...], Context[S, R], int | None], Odds]
"""Computes a kind that takes further fighters, whose posts come after A and B."""


@dataclass(frozen=True, slots=True)
class GameOdds(Generic[U, S, R]):
    """The odds of a game: its questions, and the functions that compute.

    Parameters
    ----------
    questions : tuple
        The game's kinds of match-up, and its readings.
    situation, readings : type
        Their answers as values, see `context`.
    read : callable
        ``read(fighter, side) -> unit``.
    compute : mapping
        `Compute` by kind of match-up.
    complete : callable
        ``complete(case, odds) -> Odds``: adds notes, and names what is left out.
    omissions : Omissions
    preview : callable
        ``preview(fighter, target) -> tuple of Preview``: one for each way of a unit to
        attack another.
    stands : callable
        ``stands(unit) -> bool``: whether a unit cannot move.
    shoots : callable
        ``shoots(unit) -> bool``: false only for a unit whose volley does no wound.
    shot : callable, optional
        ``shot(case) -> float``: the mean wounds of A's volley at B in a case of
        shooting [wounds]; those of its whole answer where none.
    vocabulary : Vocabulary
        The effects that a book's own rules may have.
    lines : mapping
        `ComputeLine` by kind of match-up that takes further fighters.
    """

    questions: tuple[tuple[MatchUpKind, ...], tuple[Question, ...]]
    situation: type[S]
    readings: type[R]
    read: Callable[[Fighter, Side], U]
    compute: Mapping[str, Compute[U, S, R]]
    complete: Callable[[MatchUpCase[U, S, R], Odds], Odds]
    omissions: Omissions
    preview: Previews
    stands: Callable[[U], bool] = lambda unit: False
    shoots: Callable[[U], bool] = lambda unit: True
    shot: Callable[[MatchUpCase[U, S, R]], float] | None = None
    vocabulary: Vocabulary = NO_VOCABULARY
    lines: Mapping[str, ComputeLine[U, S, R]] = field(default_factory=dict)

    def odds(self, match_up: MatchUp) -> Odds:
        """Return the odds of a match-up.

        Raises
        ------
        MatchUpError
            If the kind, an answer, a figure or the number of rounds is impossible; it
            names the place.
        """
        case = self.case(match_up)
        match_up, kind = case.match_up, case.match_up.kind
        a, b, context = case.a, case.b, case.context
        if kind in self.lines:
            line = self.lines[kind]
            odds = line(a, b, case.further, context, match_up.rounds)
        else:
            odds = self.compute[kind](a, b, context, match_up.rounds)
        odds = self.complete(case, odds)
        left, no_dice = self.omissions.of_all(odds, match_up)
        return replace(
            odds,
            notes=(*case.reasons, *odds.notes),
            trace=LaterSteps(partial(self._trace, odds, match_up)),
            situation=case.situation,
            readings=case.told_readings,
            not_modelled=left,
            no_dice=no_dice,
        )

    def case(self, match_up: MatchUp) -> MatchUpCase[U, S, R]:
        """Return a match-up as the odds read it.

        Raises
        ------
        MatchUpError
            As `odds` does.
        """
        match_up = self._written_out(match_up)
        situation, readings = settled(match_up, *self.questions)
        kind = next(one for one in self.questions[0] if one.key == match_up.kind)
        posts = posts_of(match_up, kind)
        a, b, *others = all_named_apart(
            (
                self.read(match_up.a, "a"),
                self.read(match_up.b, "b"),
                *(self._beside(post, place) for place, post in enumerate(posts)),
            ),
            (*SIDES, *(post.key for post in posts)),
        )
        further = tuple(
            with_unit(post, unit) for post, unit in zip(posts, others, strict=True)
        )
        both = [*zip(SIDES, (a, b), strict=True)]
        ground, reasons = decide_closing(
            match_up,
            situation,
            self.volley,
            self.previews,
            still=[side for side, unit in both if self.stands(unit)],
            unarmed=[side for side, unit in both if not self.shoots(unit)],
        )
        context = Context(
            read_answers(self.situation, ground),
            read_answers(self.readings, readings),
            match_up.without,
            match_up.explained,
        )
        return MatchUpCase(
            match_up, a, b, situation, context, further, readings, reasons
        )

    def volley(self, match_up: MatchUp) -> float:
        """Return the mean wounds of A's volley [wounds]; it raises as `odds` does."""
        if self.shot is None:
            return self.odds(match_up).wounds["a"].expected()
        return self.shot(self.case(match_up))

    def _trace(self, odds: Odds, match_up: MatchUp) -> Iterator[Step]:
        """Yield the steps of an answer, and what rules of books say of tests."""
        yield from odds.trace
        for side, fighter in match_up.fighters():
            yield from self.vocabulary.steps(fighter, side, match_up.kind)

    def _beside(self, post: Post[Further], place: int) -> U:
        """Return a further fighter as the odds read him.

        Raises
        ------
        MatchUpError
            As `read` does, at his own place.
        """
        try:
            return self.read(post.unit.fighter, post.side)
        except MatchUpError as problem:
            where = problem.where.removeprefix(f"/{post.side}")
            raise type(problem)(f"/further/{place}{where}", problem.text) from problem

    def _written_out(self, match_up: MatchUp) -> MatchUp:
        """Return a match-up whose fighters have the rules of books written out."""
        a, b = (written_out(one, self.vocabulary) for one in (match_up.a, match_up.b))
        if a is match_up.a and b is match_up.b and not match_up.further:
            return match_up
        return replace(
            match_up,
            a=a,
            b=b,
            further=tuple(
                replace(one, fighter=written_out(one.fighter, self.vocabulary))
                for one in match_up.further
            ),
        )

    def previews(self, fighter: Fighter, target: Fighter) -> tuple[Preview, ...]:
        """Preview each way of a unit to attack another.

        Raises
        ------
        MatchUpError
            If a figure is missing or impossible.
        """
        return self.preview(
            written_out(fighter, self.vocabulary), written_out(target, self.vocabulary)
        )

    def combat(self) -> "Combat":
        """Return the odds of the game, to which its words are added."""
        kinds, readings = self.questions
        return Combat(
            kinds=kinds,
            readings=readings,
            odds=self.odds,
            figures=self.odds,
            preview=self.previews,
            no_dice=self.omissions.quiet,
            vocabulary=self.vocabulary,
        )


def solved(odds: Callable[[MatchUp], Odds], asked: MatchUp | None) -> Odds | None:
    """Return the exact answer to a question, if there is one and it has such."""
    if asked is None:
        return None
    try:
        told = odds(asked)
    except MatchUpError:
        return None
    return told if told.method == "exact" else None


def _no_odds(match_up: MatchUp) -> Odds:
    raise MatchUpError("/game", f"the odds of {match_up.game} are not written")


def _no_preview(fighter: Fighter, target: Fighter) -> tuple[Preview, ...]:
    del fighter, target
    return ()


InHand = Callable[[MatchUp, Side], Hashable]
"""Tells what numbers depend on of what a side has in hand."""


def _not_told(match_up: MatchUp, side: Side) -> Hashable:
    del match_up, side
    return None


FATES = {
    "stands": "Still stands",
    "slain": "Slain",
    "away": "Fled, and away",
    "run-down": "Fled, and run down",
}
"""The usual headings of what becomes of each in a kind that takes further fighters."""


@dataclass(frozen=True, slots=True)
class Combat:
    """The odds of one game.

    Parameters
    ----------
    kinds : tuple of MatchUpKind
        The first is the usual one. Empty for a game whose odds are not written.
    openings : tuple of Opening
        Fights reported of a unit before anybody asks: a charge by either side.
    readings : tuple of Question
        Questions that the rules leave open.
    odds : callable
        ``odds(match_up) -> Odds``; raises MatchUpError for a bad question.
    preview : callable
        That of the `GameOdds`.
    words : tuple of Word
        Words of the answers: winning, breaking, wounds too many.
    sentences : Sentences
        The phrases that tell the situation of a match-up.
    of_books : frozenset of str
        Rules that only books print, by key, and the odds count exactly: from the stat
        line, from the rule, or because the situation asks for them.
    outcomes : mapping
        Every way in which a match-up ends, by its key, the gravest first.
    headlines : tuple of str
        Events that come first and large, by key.
    beside : mapping
        Ends of the keys of events that stand beside the answer, each with the end of
        one that is there where somebody asked.
    no_dice : frozenset of str
        Rules, gear and options, by key, that roll no dice of any match-up.
    vocabulary : Vocabulary
        The effects that a book's own rules may have.
    fates : mapping
        Headings of what may become of each in a kind that takes further fighters, by
        the end of an event's key, which begins with that of his post.
    fates_if_asked : frozenset of str
        Those of them that an answer tells only of whom a question makes them possible.
    many : callable
        ``many(asked) -> ManyOdds``: the figures of those pairs of many that it can
        answer together.
    figures : callable
        ``figures(match_up) -> Odds``: as `odds`, where nobody reads its words and
        steps; they may be those of a plainer question with the same figures.
    decisions : Decisions
        Which questions players decide.
    counts_models : bool
        False where how many fight is asked, whatever the size of a unit.
    in_hand : callable
        ``in_hand(match_up, side)``: what numbers depend on of what a side has in hand,
        so that two loadouts with the same have the same answer but for its words; none
        where that is not told. Raises MatchUpError as ``odds`` does.
    """

    kinds: tuple[MatchUpKind, ...] = ()
    openings: tuple[Opening, ...] = ()
    readings: tuple[Question, ...] = ()
    odds: Callable[[MatchUp], Odds] = _no_odds
    preview: Callable[[Fighter, Fighter], tuple[Preview, ...]] = _no_preview
    words: tuple[Word, ...] = ()
    sentences: Sentences = field(default_factory=Sentences)
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    headlines: tuple[str, ...] = HEADLINES
    beside: Mapping[str, str] = field(default_factory=dict)
    of_books: frozenset[str] = frozenset()
    no_dice: frozenset[str] = frozenset()
    vocabulary: Vocabulary = NO_VOCABULARY
    fates: Mapping[str, str] = field(default_factory=lambda: FATES)
    fates_if_asked: frozenset[str] = frozenset()
    many: Many = no_many
    figures: Callable[[MatchUp], Odds] = _no_odds
    decisions: Decisions = NO_DECISIONS
    counts_models: bool = True
    in_hand: InHand = _not_told

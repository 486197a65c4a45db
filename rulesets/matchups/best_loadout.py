"""Choose the best loadout for each side where the match-up names none.

A player would not fight with the sword while the lance lies idle. So side A takes the
loadout that is best for it against the first of B, and then B the one that is
best for it against that of A. The best has the highest chance to win less that to lose;
where nobody wins, as in shooting, the most wounds dealt less those taken.
Where all trials are too much work, no more are begun, and no answer is given.
Whoever fights beside the two stands aside while their loadouts are tried. Then each
of those beside takes in turn what is best for his side in the whole fight, as long as
to try all of his is not too much work; else he keeps what is listed first. All work
is counted and not timed, so that every machine has the same in hand.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace

from rulesets.combats import combat_of
from rulesets.core.subject import clause
from rulesets.games import find_game
from rulesets.odds.answer import Odds
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.match_up import Fighter, Further, MatchUp, MatchUpError
from rulesets.odds.sides import Side

WorkOut = Callable[[MatchUp], Odds]
"""A game's odds."""

TIE = 1e-12
"""The least by which a loadout is better than one that is listed before it."""

ENOUGH_WORK = 32_000_000
"""Work on A and B after which no further loadout is tried [losses of states]."""

MOST_WORK = 16_000_000
"""Work on the loadouts of all those beside [losses of states]."""

WORK_OF_ONE = 100_000
"""Work on a trial beside that which is counted [losses of states]."""


class TooMuchWork(MatchUpError):
    """A match-up with too many loadouts to be tried one after the other."""


@dataclass(slots=True)
class CountedTrials:
    """The odds of trials of loadouts, until they are too much work in all.

    Parameters
    ----------
    work_out : callable
        ``work_out(match_up) -> Odds``.
    work : int
        On all trials so far [losses of states].
    """

    work_out: WorkOut
    work: int = 0

    def __call__(self, asked: MatchUp) -> Odds:
        """Return the odds of one more trial.

        Raises
        ------
        TooMuchWork
            If those before it were enough.
        """
        self._begin()
        odds = self.work_out(asked)
        self.work += WORK_OF_ONE + odds.work
        return odds

    def again(self, odds: Odds) -> None:
        """Count a trial that would have the same answer as one before it.

        Raises
        ------
        TooMuchWork
            If those before it were enough.
        """
        self._begin()
        self.work += WORK_OF_ONE + odds.work

    def _begin(self) -> None:
        if self.work > ENOUGH_WORK:
            text = (
                "to try all that both sides may have in hand takes too long here; say"
                " what they have in hand"
            )
            raise TooMuchWork("", text)


def settle(work_out: WorkOut, match_up: MatchUp) -> tuple[MatchUp, Odds]:
    """Return a match-up with the best loadout for each side, and its odds with notes.

    The choices are among the notes. A fighter without alternatives keeps its loadout. A
    loadout with which the match-up cannot be computed is passed over.

    Raises
    ------
    MatchUpError
        If no loadout of A, or none of B, can be worked out.
    """
    settled, odds = choose_loadouts(work_out, match_up)
    where = "for the two units alone" if match_up.further else "here"
    notes = [
        f"{clause(side.name, 'has')} in hand the best loadout {where}:"
        f" {chosen.loadout}."
        for side, chosen in ((match_up.a, settled.a), (match_up.b, settled.b))
        if side.alternatives and chosen.loadout
    ]
    for was, is_now in zip(match_up.further, settled.further, strict=True):
        if was.fighter.alternatives and is_now.fighter.loadout:
            notes.append(_note_beside(is_now.fighter))
    return settled, replace(odds, notes=(*odds.notes, *notes))


def _note_beside(chosen: Fighter) -> str:
    """Return the note on what one of those beside has in hand."""
    words, held = clause(chosen.name, "has"), chosen.loadout
    if chosen.alternatives:
        why = "since to try all takes too long"
        return f"{words} in hand what is listed first, {why}: {held}."
    return f"{words} in hand the best loadout here: {held}."


def choose_loadouts(work_out: WorkOut, match_up: MatchUp) -> tuple[MatchUp, Odds]:
    """Return a match-up with the best loadout for each side, and its odds.

    The work told with the odds is that on all trials. Whoever fights beside the two
    keeps his alternatives where to try them would be too much work, and where the
    answer is no exact one: a sample takes long, and cannot tell loadouts apart that
    are nearly as good.

    Raises
    ------
    MatchUpError
        If no loadout of A, or none of B, can be worked out, or to try them all is too
        much work.
    """
    counted = CountedTrials(work_out)
    settled, odds = _choose(counted, replace(match_up, further=()), "a")
    settled, odds = _choose(counted, settled, "b", odds)
    if match_up.further:
        settled = replace(settled, further=match_up.further)
        asked = counted(settled)
        settled, odds, beside = _choose_all_beside(work_out, settled, asked)
        return settled, replace(odds, work=counted.work + beside)
    return settled, replace(odds, work=counted.work)


def _choose_all_beside(
    work_out: WorkOut, match_up: MatchUp, odds: Odds
) -> tuple[MatchUp, Odds, int]:
    """Return the match-up in which those beside have their best loadouts, in turn.

    The last is the work that it was, by that of the trial before each [losses of
    states].
    """
    left = MOST_WORK
    for place in range(len(match_up.further)):
        others = match_up.further[place].fighter.alternatives
        wanted = len(others) * (odds.work + WORK_OF_ONE)
        if others and wanted <= left and odds.method == "exact":
            left -= wanted
            match_up, odds = _choose_beside(work_out, match_up, place, odds)
    return match_up, odds, MOST_WORK - left


def _choose_beside(
    work_out: WorkOut, match_up: MatchUp, place: int, odds: Odds
) -> tuple[MatchUp, Odds]:
    """Return the match-up in which one of those beside has his best loadout.

    Another loadout is better if it is so for sure: by more than both answers may err.
    """
    one = match_up.further[place]
    sign = 1.0 if one.side == "a" else -1.0

    def holding(fighter: Fighter) -> MatchUp:
        settled = replace(one, fighter=alone(fighter))
        others = match_up.further
        further = (*others[:place], settled, *others[place + 1 :])
        return replace(match_up, further=further)

    best = holding(one.fighter)
    for other in one.fighter.alternatives:
        asked = holding(other)
        try:
            tried = work_out(asked)
        except MatchUpError:
            continue
        least = TIE + odds.error + tried.error
        if sign * (edge(tried) - edge(odds)) > least:
            best, odds = asked, tried
    return best, odds


def _choose(
    work_out: CountedTrials, match_up: MatchUp, side: Side, known: Odds | None = None
) -> tuple[MatchUp, Odds]:
    """Return the match-up in which a side has its best loadout, and its odds.

    Of loadouts that have the same numbers the first is tried: none after it is better.
    """
    own = match_up.a if side == "a" else match_up.b
    sign = 1.0 if side == "a" else -1.0
    best: tuple[float, MatchUp, Odds] | None = None
    refused: MatchUpError | None = None
    tried: dict[Hashable, Odds] = {}
    for other in (own, *own.alternatives):
        settled = alone(other)
        asked = (
            replace(match_up, a=settled)
            if side == "a"
            else replace(match_up, b=settled)
        )
        try:
            numbers = _in_hand(asked, side) if own.alternatives else None
            if numbers in tried:
                work_out.again(tried[numbers])
                continue
            odds = known if known is not None and other is own else work_out(asked)
        except TooMuchWork:
            raise
        except MatchUpError as problem:
            refused = refused or problem
            continue
        if numbers is not None:
            tried[numbers] = odds
        value = sign * edge(odds)
        if best is None or value > best[0] + TIE:
            best = (value, asked, odds)
    if best is None:
        raise refused or MatchUpError(f"/{side}", "it has nothing to fight with")
    return best[1], best[2]


def _in_hand(asked: MatchUp, side: Side) -> Hashable:
    """Return what numbers depend on of what a side has in hand, if its game tells."""
    game = find_game(asked.game)
    return None if game is None else combat_of(game).in_hand(asked, side)


@kept_by_identity(most=1024)
def alone(fighter: Fighter) -> Fighter:
    """Return a fighter with what he has in hand alone: the same one for each trial."""
    return replace(fighter, alternatives=())


def with_first(further: tuple[Further, ...]) -> tuple[Further, ...]:
    """Return those who fight beside two, each with what he has in hand alone."""
    return tuple(replace(one, fighter=alone(one.fighter)) for one in further)


def edge(odds: Odds) -> float:
    """Return how much better an answer is for A than for B [chance, or wounds]."""
    if "a-wins" in odds.events:
        return odds.events["a-wins"] - odds.events.get("b-wins", 0.0)
    dealt = {side: one.expected() for side, one in odds.wounds.items()}
    return dealt.get("a", 0.0) - dealt.get("b", 0.0)

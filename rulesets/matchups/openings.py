"""The fights that are reported of a unit before anybody asks, by its game."""

from dataclasses import dataclass

from rulesets.combats import combat_of
from rulesets.game import Game
from rulesets.matchups.best_loadout import choose_loadouts
from rulesets.odds.answer import Odds
from rulesets.odds.combat import Opening
from rulesets.odds.match_up import Fighter, MatchUp, Question
from rulesets.odds.relevance import concerns
from rulesets.odds.sides import OTHER, Side


@dataclass(frozen=True, slots=True)
class Opened:
    """A fight of a unit with an enemy, each with its best loadout.

    Parameters
    ----------
    opening : Opening
    match_up : MatchUp
        As it was answered; the unit may be side B.
    odds : Odds
        Of the match-up.
    own, enemy : Fighter
        With what they have in hand.
    """

    opening: Opening
    match_up: MatchUp
    odds: Odds
    own: Fighter
    enemy: Fighter

    @property
    def side(self) -> Side:
        """Return the side of the unit in the match-up."""
        return "b" if self.opening.turned else "a"

    @property
    def wins(self) -> float | None:
        """Return the chance that the unit wins; none where nobody does."""
        return self.odds.events.get(f"{self.side}-wins")

    @property
    def loses(self) -> float | None:
        """Return the chance that its enemy wins; none where nobody does."""
        return self.odds.events.get(f"{OTHER[self.side]}-wins")


def opened(game: Game, opening: Opening, own: Fighter, enemy: Fighter) -> Opened | None:
    """Return a fight of a unit that begins in one of its game's ways.

    It is the answer of the match-up with the usual situation and readings, each side
    with its best loadout. None where the game works out no odds.

    Raises
    ------
    MatchUpError
        If it cannot be worked out.
    """
    if not combat_of(game).kinds:
        return None
    a, b = (enemy, own) if opening.turned else (own, enemy)
    asked = MatchUp(game.key, opening.kind, a, b, {}, {})
    settled, odds = choose_loadouts(combat_of(game).odds, asked)
    a, b = settled.a, settled.b
    return Opened(opening, settled, odds, *((b, a) if opening.turned else (a, b)))


def unasked(game: Game, own: Fighter, enemy: Fighter) -> tuple[str, ...]:
    """Return the rules of both sides that count only where somebody asks for them.

    These are the questions of the openings that concern one of them, are not seldom
    asked, and are answered with no where nobody says otherwise: a blessing, a reaction
    to a charge. What is asked of the enemy has its name before it.
    """
    kinds = {opening.kind for opening in combat_of(game).openings}
    asked = [
        question
        for kind in combat_of(game).kinds
        if kind.key in kinds
        for question in kind.situation
        if question.matters is not None and not question.seldom and _is_no(question)
    ]
    labels: list[str] = []
    for question in asked:
        if concerns(question, own, enemy):
            labels.append(question.label)
        elif concerns(question, enemy, own):
            named = f"{enemy.name}: {question.label}"
            labels.append(named if question.side else question.label)
    return tuple(dict.fromkeys(labels))


def _is_no(question: Question) -> bool:
    return question.default is False or question.default == "none"

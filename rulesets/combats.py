"""The odds of the games, apart from them: who checks a list needs no combat."""

from rulesets.core.special_rule import EXACT, NO_DICE, NOT_MODELLED, SpecialRule
from rulesets.game import Game
from rulesets.games.charge.combat.answers import COMBAT as CHARGE
from rulesets.games.mordheim.combat.answers import COMBAT as MORDHEIM
from rulesets.games.scrollhammer.combat.answers import COMBAT as SCROLLHAMMER
from rulesets.games.warhammer.combat.answers import COMBAT as WARHAMMER
from rulesets.odds.combat import Combat

COMBATS: dict[str, Combat] = {
    "charge": CHARGE,
    "mordheim": MORDHEIM,
    "scrollhammer": SCROLLHAMMER,
    "warhammer": WARHAMMER,
}
"""The odds of every game that has them, by its key."""

_NONE = Combat()


def combat_of(game: Game) -> Combat:
    """Return the odds of a game; without kinds where they are not written."""
    return COMBATS.get(game.key, _NONE)


def status_of(game: Game, key: str, own: SpecialRule | None = None) -> str:
    """Return what the odds make of a special rule, by its key.

    Parameters
    ----------
    own : SpecialRule, optional
        The rule of that key as a book has it: where it says itself what it does to
        dice, that counts.

    Returns
    -------
    str
        ``exact``, ``partly``, ``no dice`` or ``not modelled``, the last also for a
        rule that nobody knows.
    """
    combat = combat_of(game)
    if own is not None and own.is_written_out:
        return combat.vocabulary.ready(own).status
    if key in combat.no_dice:
        return NO_DICE
    if key in game.rules:
        return game.rules[key].status
    return EXACT if key in combat.of_books else NOT_MODELLED

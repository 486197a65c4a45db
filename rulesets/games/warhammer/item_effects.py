"""Effects that several magic items of Warhammer share, and the making of a row."""

from collections.abc import Iterable, Iterator

from rulesets.core.effects import RuleEffect
from rulesets.core.special_rule import (
    IN_THE_FIGURES,
    LEFT_OUT,
    WITHOUT_DICE,
    Fate,
    SpecialRule,
    asked,
)

ON_DEMAND = asked("uses-item")
"""The fate of an item whose bearer chooses when its power counts."""

USED_UP = "it counts once in the game, and nobody keeps count of the first hit"
"""The reason for leaving out what the first hit uses up."""

HITS_ON_TWO = RuleEffect("to-hit", "at-most", 2, when=("in-combat",))
HITS_AGAIN = RuleEffect("to-hit", "re-roll", "failures", when=("in-combat",))
WOUNDS_AGAIN = RuleEffect("to-wound", "re-roll", "failures", when=("in-combat",))
WOUNDS_ALWAYS = RuleEffect("to-wound", "always", when=("in-combat",))
NO_SAVE = RuleEffect("save", "never", when=("in-combat",))
SAVES_AGAIN = RuleEffect("save", "re-roll", "failures", whose="against")
REACH, FIRST_CHARGE = "act:charge", "first-charge"
"""The reach of a charge, and the moment of the first one of the game."""

IGNORES_FIRST_WOUND = RuleEffect("wounds:first", "ignore")
BREAKS_AGAIN = RuleEffect("test:break", "re-roll", "failures")
KNOWS_NO_LOSSES = RuleEffect("test:losses", "skip")


def slays(*when: str) -> RuleEffect:
    """Return a killing blow at such moments: it slays none that is too large."""
    return RuleEffect(
        "to-wound", "natural", "slays", 6, ("in-combat", *when), ("enemy:large",)
    )


def item(
    source: str,
    key: str,
    name: str,
    *effects: RuleEffect,
    fate: Fate = LEFT_OUT,
    left_out: str = "",
) -> SpecialRule:
    """Return the row of an item; it counts where it has effects or such a fate.

    Parameters
    ----------
    left_out : str
        What the odds do not count of it, in words.
    """
    return SpecialRule(key, name, "", source, fate, effects, left_out=left_out)


def shown(source: str, names: Iterable[tuple[str, str]]) -> Iterator[SpecialRule]:
    """Yield rows of items that do all they do in figures and rules, by key and name."""
    for key, name in names:
        yield item(source, key, name, fate=IN_THE_FIGURES)


def quiet(source: str, names: Iterable[tuple[str, str]]) -> Iterator[SpecialRule]:
    """Yield rows of items that roll no dice of a match-up, by key and name."""
    for key, name in names:
        yield item(source, key, name, fate=WITHOUT_DICE)

"""Rules and items that count by an answer, and are left out where it is not given."""

from collections.abc import Iterator

from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.item_rules import ITEMS
from rulesets.games.warhammer.special_rules import SPECIAL_RULES, title_of
from rulesets.odds.answer import NotModelled
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.settings import Settled

ASKED = {
    key: row.fate.question
    for key, row in (*SPECIAL_RULES.items(), *ITEMS.items())
    if row.fate.question
}
"""Questions of rules and items that count by an answer, and are named without one."""


def unasked(
    own: WarhammerUnit, situation: Settled | None = None
) -> Iterator[NotModelled]:
    """Yield the rules that count only where the situation says so, and it does not.

    Parameters
    ----------
    own : WarhammerUnit
    situation : dict, optional
        None where nothing is asked: then all of them are left out.
    """
    for asked, left in _asked_of(own):
        if situation is None or situation.get(asked, 1) in (0, False):
            yield left


@kept_by_identity(most=1024)
def _asked_of(own: WarhammerUnit) -> tuple[tuple[str, NotModelled], ...]:
    """Return the questions of a unit's rules, and what each leaves out unasked."""
    why = "it counts only where the situation says so"
    return tuple(
        (
            question if question == "defended" else f"{own.side}.{question}",
            NotModelled(title_of(key)[0], own.side, why),
        )
        for key, question in ASKED.items()
        if own.has(key)
    )

"""Rules and items that count by an answer, and are left out where it is not given."""

from collections.abc import Iterator

from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.questions.bursts import OF_BURSTS
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

OF_SHOTS = frozenset(question.key for question in OF_BURSTS)
"""Questions that are asked of shots alone, about side A."""


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
    for asked, usual, left in _asked_of(own):
        if situation is None or situation.get(asked, usual) in (0, False):
            yield left


@kept_by_identity(most=1024)
def _asked_of(own: WarhammerUnit) -> tuple[tuple[str, int, NotModelled], ...]:
    """Return the questions of a unit's rules, and what each leaves out unasked.

    With each stands the answer that is taken where a kind of match-up does not ask: 1
    for what has no part in it, 0 for what would have.
    """
    found = []
    for key, question in ASKED.items():
        if not own.has(key):
            continue
        shot = question in OF_SHOTS
        of_all = question == "defended" or (shot and own.side == "a")
        asked = question if of_all else f"{own.side}.{question}"
        why = "it counts only where the situation says so"
        why += ", of shots by side A" if shot else ""
        left = NotModelled(title_of(key)[0], own.side, why)
        found.append((asked, 0 if shot else 1, left))
    return tuple(found)

"""Rules, gear and parts of a Warhammer unit that the odds leave out, and why."""

from collections.abc import Iterator

from rulesets.core.special_rule import EXACT
from rulesets.core.values import Gear
from rulesets.games.warhammer.book_rules import OF_BOOKS
from rulesets.games.warhammer.combat.blows.endurance import of_one_alone
from rulesets.games.warhammer.combat.plain_gear import PLAIN
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.games.warhammer.combat.questions.kinds import LINE
from rulesets.games.warhammer.combat.shots.engines import engine_of, piece_of
from rulesets.games.warhammer.item_rules import ITEMS
from rulesets.games.warhammer.special_rules import (
    SPECIAL_RULES,
    items_of,
    keys_of,
    left_out,
    title_of,
)
from rulesets.odds.answer import NotModelled
from rulesets.odds.array_cache import kept_by_identity
from rulesets.odds.omissions import Omissions

IN_LINES = {
    "van-horstmanns-speculum": "of figures exchanged with a champion nothing is worked "
    "out",
}
"""Reasons for leaving out of items in battle lines less than in other kinds, by key."""

IN_ANY_ARMY = frozenset({"general"})
"""Options that make a model somebody; the situation asks for the consequences."""


OMISSIONS = Omissions(
    quiet=keys_of("no dice", "elsewhere") | items_of("no dice") | IN_ANY_ARMY,
    name_of=lambda key: title_of(key)[0],
)
"""Rules, gear and options that roll no dice of a match-up."""


ON_THE_WAY = {
    key: row.fate.before_contact
    for key, row in sorted(SPECIAL_RULES.items())
    if row.fate.before_contact
}
"""Reasons for which the turns before contact leave a rule out, by its key."""


NO_DICE = OMISSIONS.quiet - frozenset(ON_THE_WAY)
"""Rules, gear and options that have no part in any kind of match-up."""


COUNTED_OF_BOOKS = frozenset(rule.key for rule in OF_BOOKS if rule.status == EXACT)
"""Rules of single books that count wholly: in dice, by a question, in stat lines."""


@kept_by_identity(most=1024)
def not_modelled(own: WarhammerUnit, kind: str = "") -> tuple[NotModelled, ...]:
    """Return the unit's rules, gear and parts that the numbers leave out.

    Parameters
    ----------
    own : WarhammerUnit
    kind : str
        The kind of match-up.
    """
    if kind == "engagement":
        left = tuple(
            NotModelled(title_of(key)[0], own.side, why)
            for key, why in ON_THE_WAY.items()
            if own.has(key)
        )
        left = (*left, *_misfires(own), *_loss_of_crew(own))
        return (*not_modelled(own, "charge"), *left)
    found = [*own.left_out]
    if kind == "shooting":
        found += _loss_of_crew(own)
    keys = {key: x for group in own.groups for key, x in group.rules.items()}
    if own.has("guess-range") and engine_of(own) is None:
        why = "no rule of it says what is hit where the shot comes down"
        found.append(NotModelled(title_of("guess-range")[0], own.side, why))
    if own.machine is not None and kind != "shooting":
        why = "blows are struck at its crew alone"
        found.append(NotModelled(own.machine.name, own.side, why))
    keys.update(own.rules)
    found += of_one_alone(own)
    less = IN_LINES if kind == LINE else {}
    for key, x in keys.items():
        if why := less.get(key, left_out(key, x)):
            found.append(NotModelled(title_of(key)[0], own.side, why))
    why = "its figures count; what else it does is not worked out"
    found += [NotModelled(name, own.side, why) for name in _gear(own)]
    return tuple(dict.fromkeys(found))


def _misfires(own: WarhammerUnit) -> Iterator[NotModelled]:
    """Yield what the turns before contact leave out of a war machine's shots."""
    engine = engine_of(own)
    if engine is not None and engine.misfires:
        why = "before contact a misfire does nothing to the machine itself"
        yield NotModelled(title_of(engine.key)[0], own.side, why)


def _loss_of_crew(own: WarhammerUnit) -> Iterator[NotModelled]:
    """Yield that a war machine is not made slower by the loss of its crew."""
    if engine_of(own) is not None or own.machine is not None:
        why = "a machine is slower after its next shot once one man of it is left"
        yield NotModelled("Loss of crew", own.side, why)


def _gear(own: WarhammerUnit) -> Iterator[str]:
    carried = [piece for group in own.groups for piece in group.gear]
    machine = piece_of(own) if engine_of(own) is not None else None
    for piece in (*carried, *own.banners):
        if piece is not machine and not _is_plain(piece):
            yield piece.name


def _is_plain(piece: Gear) -> bool:
    """Return whether all that a piece does is in the numbers."""
    if piece.kind == "mount" or piece.key in PLAIN or piece.key in ITEMS:
        return True
    magic = any(rule.key == "magic-weapon" for rule in piece.rules)
    return piece.base in PLAIN and not magic and piece.kind in ("melee", "ranged")

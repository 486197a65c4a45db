"""Enemies at one side of a unit of a battle line: how many there is room for."""

from collections.abc import Sequence

from rulesets.games.warhammer.combat.context import Flank
from rulesets.games.warhammer.combat.line.field import LineField
from rulesets.games.warhammer.combat.line.places import TouchedSide, lengths_along
from rulesets.games.warhammer.combat.profile import WarhammerUnit
from rulesets.odds.match_up import MatchUpError
from rulesets.odds.posts import Post

FLANKS = 2
"""Flanks of a unit: an enemy in each (house)."""

ENDS = 2
"""Enemies at one front that may reach beyond its ends."""

SIDES_OF_A_UNIT: tuple[Flank, ...] = ("front", "flank", "rear")


def refuse_crowds(field: LineField, further: Sequence[Post[WarhammerUnit]]) -> None:
    """Refuse more enemies at one side of a unit than can stand there.

    Parameters
    ----------
    field : LineField
    further : sequence of Post
        The further fighters, in the order of the match-up.

    Raises
    ------
    MatchUpError
        It names the place where the last of them is said to stand.
    """
    for unit in field.units:
        for where in SIDES_OF_A_UNIT:
            foes = [
                foe
                for (own, foe), place in field.touched.items()
                if (own, place) == (unit, where)
            ]
            reason = _reason(field, unit, where, foes)
            if reason:
                raise MatchUpError(_place(field, unit, foes, further), reason)


def _reason(field: LineField, unit: int, where: Flank, foes: Sequence[int]) -> str:
    """Return why so many enemies cannot stand there; "" where they can."""
    name = field.profiles[unit].name
    if where == "flank":
        text = f"{name}: one enemy at each flank, {len(foes)} are said to stand there"
        return text if len(foes) > FLANKS else ""
    if len(foes) <= ENDS:
        return ""
    wide = _taken(field, unit, foes[0])
    between = sum(sorted(_taken(field, foe, unit) for foe in foes)[:-ENDS])
    if between <= wide:
        return ""
    enemies = ", ".join(field.profiles[foe].name for foe in foes)
    return (
        f"no room at the {where} of {name}, {wide} mm wide, for {enemies}: those "
        f"between the others would take up {between} mm"
    )


def _taken(field: LineField, own: int, other: int) -> int:
    """Return how long the side of a unit is that another touches [mm]."""
    most = field.profiles[own].models + len(field.characters(own))
    side = TouchedSide(field.touched[own, other], 0, 1)
    along = lengths_along(field.fronts[own].width, most, side)[most]
    return int(along) * field.base(own, other)


def _place(
    field: LineField,
    unit: int,
    foes: Sequence[int],
    further: Sequence[Post[WarhammerUnit]],
) -> str:
    """Return where the last further one among some enemies is said to stand."""
    keys = [field.posts[foe].key for foe in foes]
    place, last = [one for one in enumerate(further) if one[1].key in keys][-1]
    own = field.posts[unit].key
    if last.touches == own:
        return f"/further/{place}/situation/contact"
    place = next(place for place, post in enumerate(further) if post.key == own)
    return f"/further/{place}/situation/touched-in"

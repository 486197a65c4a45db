"""A warband's roster sheet: fighters with room for what a campaign brings them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString, mark_safe

from armybuilder.armies.papers.casualties import BoxLine, PaperBox, drawn_boxes
from armybuilder.armies.papers.equipment import Carried
from armybuilder.armies.papers.paper import Paper
from armybuilder.armies.papers.paper_unit import PaperUnit
from rulesets.core.points import points_text
from rulesets.paper import Campaign

MOST_HEROES = 6
BLANK_GROUPS = 2
SIDE, STEP, GAP = 2.65, 3.17, 1.2
"""Side and distance of boxes of experience, and the gap after five [mm]."""

A_LINE = 45
"""Boxes of experience in a line."""


@dataclass(frozen=True, slots=True)
class Warrior:
    """A fighter or a group of a warband; a blank one has no unit.

    `skills` are what the fighter has learnt, which is not among `carried`; `experience`
    is empty for who never learns, `alive` for who is no group.
    """

    number: str
    unit: PaperUnit | None
    carried: tuple[Carried, ...]
    skills: tuple[str, ...]
    experience: SafeString
    alive: SafeString
    hero: bool


@dataclass(frozen=True, slots=True)
class Warband:
    """The fighters of a warband and what its ledger begins with."""

    heroes: tuple[Warrior, ...]
    others: tuple[Warrior, ...]
    hero_worth: str
    other_worth: str
    left: str
    games: range


def warband(paper: Paper) -> Warband | None:
    """Return the roster sheet of a paper; none where its game has no campaign."""
    campaign = paper.review.game.paper.campaign
    if campaign is None:
        return None
    units = paper.units
    heroes = [u for u in units if u.line.category in campaign.heroes]
    others = [u for u in units if u not in heroes]
    left = paper.review.left
    return Warband(
        heroes=(*_warriors(heroes, campaign, 1, MOST_HEROES - len(heroes), hero=True),),
        others=(
            *_warriors(others, campaign, len(heroes) + 2, BLANK_GROUPS, hero=False),
        ),
        hero_worth=_worth(paper, heroes),
        other_worth=_worth(paper, others),
        left=points_text(left) if left is not None and left > 0 else "",
        games=range(1, 6),
    )


def _worth(paper: Paper, units: list[PaperUnit]) -> str:
    return points_text(sum(u.line.points for u in units)) if paper.prices else ""


def _warriors(
    units: list[PaperUnit], campaign: Campaign, first: int, blank: int, *, hero: bool
) -> Iterator[Warrior]:
    rows: list[PaperUnit | None] = [*units, *[None] * max(0, min(blank, 2))]
    if hero:
        rows = rows[: max(len(units), min(MOST_HEROES, len(units) + 1))]
    for number, unit in enumerate(rows, first):
        steps = campaign.hero_steps if hero else campaign.other_steps
        learnt = _learnt(unit, campaign)
        carried = unit.carried if unit is not None else ()
        in_group = unit is None or unit.line.category in campaign.groups
        yield Warrior(
            number=str(number),
            unit=unit,
            carried=tuple(_equipment(carried)),
            skills=tuple(p.name for one in carried for p in one.pieces if p.skill),
            experience=(
                SafeString() if learnt is None else experience_boxes(steps, learnt)
            ),
            alive=drawn_boxes((_alive(unit, campaign),) if in_group else ()),
            hero=hero,
        )


def _equipment(carried: tuple[Carried, ...]) -> Iterator[Carried]:
    """Yield what is carried without the skills."""
    for one in carried:
        pieces = tuple(piece for piece in one.pieces if not piece.skill)
        if pieces:
            yield replace(one, pieces=pieces)


def _learnt(unit: PaperUnit | None, campaign: Campaign) -> int | None:
    """Return the experience of a fighter; none of one that never learns."""
    figures = [
        profile.values().get(campaign.experience)
        for profile in (unit.line.profiles if unit is not None else ())
    ]
    if not figures:
        return 0
    return figures[0] if isinstance(figures[0], int) else None


def _alive(unit: PaperUnit | None, campaign: Campaign) -> BoxLine:
    models = unit.line.models if unit is not None else 0
    many = max(models, campaign.group)
    return BoxLine("Alive", tuple(PaperBox(spare=i >= models) for i in range(many)))


def experience_boxes(steps: tuple[int, ...], learnt: int) -> SafeString:
    """Return boxes of experience: thick ones bring an advance, grey ones are learnt."""
    many = max(steps)
    last = min(many, A_LINE)
    width = last * STEP + (last - 1) // 5 * GAP
    height = -(-many // A_LINE) * 3.6
    paths: dict[tuple[bool, bool], list[str]] = {}
    for number in range(1, many + 1):
        row, place = divmod(number - 1, A_LINE)
        x = place * STEP + place // 5 * GAP + 0.3
        y = row * 3.6 + 0.3
        look = (number in steps, number <= learnt)
        path = f"M{x:.2f} {y:.2f}h{SIDE}v{SIDE}h-{SIDE}z"
        paths.setdefault(look, []).append(path)
    drawn = "".join(
        f'<path fill="{"#a8a8a8" if is_learnt else "none"}"'
        f' stroke="{"#000" if is_step else "#4a4a4a"}"'
        f' stroke-width="{0.53 if is_step else 0.16}" d="{"".join(boxes)}"/>'
        for (is_step, is_learnt), boxes in sorted(paths.items())
    )
    return mark_safe(  # noqa: S308
        f'<svg class="xp" width="{width:.2f}mm" height="{height:.2f}mm"'
        f' viewBox="0 0 {width:.2f} {height:.2f}" role="img">'
        f"<title>Experience {learnt} of {many}</title>{drawn}</svg>"
    )

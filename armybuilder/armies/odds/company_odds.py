"""Odds of a unit with the characters in it, as the open unit tells them."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.urls import reverse

from armybuilder.accounts.cpu_budget import Purse, SpentError
from armybuilder.armies.address import ArmyAddress
from armybuilder.armies.odds.loadout_odds import Target
from armybuilder.armies.odds.match_up_odds import match_up_odds, settled_match_up
from armybuilder.armies.review import ReviewedArmy
from rulesets.combats import combat_of
from rulesets.core.percent import often
from rulesets.core.subject import clause
from rulesets.game import Game
from rulesets.legality import UnitNames, company_of, join_offers, listed
from rulesets.matchups.fighter import fighter_with_alternatives
from rulesets.odds.match_up import Fighter, Further, MatchUp, MatchUpError
from rulesets.odds.posts import MOST_CHARACTERS, post_key
from rulesets.odds.settings import MatchUpKind
from rulesets.reviews.review import Line


@dataclass(frozen=True, slots=True)
class Company:
    """A unit of an army with characters in it.

    `supposed` is true where they have not joined it: it is the costliest of those that
    they may join.
    """

    unit: Line
    characters: tuple[Line, ...]
    supposed: bool = False


@dataclass(frozen=True, slots=True)
class CompanyOdds:
    """A unit with characters in it against the target, in a sentence.

    `address` is that of the same question on the match-up page; `supposed` as in
    `Company`.
    """

    words: str
    address: str
    supposed: bool


def company_odds(
    reviewed: ReviewedArmy, line: Line, target: Target, purse: Purse | None
) -> CompanyOdds | None:
    """Return the odds of a unit with its company; none where it has none.

    None too in a game in whose match-ups no characters stand in units, and where it
    cannot be worked out.
    """
    kind = _kind(reviewed.review.game)
    if kind is None or target.fighter is None:
        return None
    company = _company(reviewed, line)
    if company is None:
        return None
    try:
        together = _match_up(reviewed.review.game, kind, company, target)
        settled, odds = settled_match_up(together, purse)
        without = match_up_odds(replace(together, further=()), purse)
    except (ValueError, SpentError):
        return None
    names = UnitNames(reviewed.review)
    with_them = listed(
        [
            _holding(names.line(line), before.fighter, after.fighter)
            for line, before, after in zip(
                company.characters, together.further, settled.further, strict=True
            )
        ]
    )
    words = (
        f"With {with_them}, {clause(names.line(company.unit), 'wins')}"
        f" {often(odds.events['a-wins'])} against {target.name};"
        f" without, {often(without.events['a-wins'])}."
    )
    address = _address(reviewed, kind, company, target)
    return CompanyOdds(words, address, company.supposed)


def _holding(name: str, before: Fighter, after: Fighter) -> str:
    """Return a character's name, with what he has in hand where he has a choice."""
    has_choice = bool(before.alternatives and after.loadout)
    return f"{name} ({after.loadout})" if has_choice else name


def _kind(game: Game) -> MatchUpKind | None:
    """Return the kind of match-up in which characters stand in units."""
    kinds = combat_of(game).kinds
    return next((kind for kind in kinds if kind.of_characters), None)


def _company(reviewed: ReviewedArmy, line: Line) -> Company | None:
    review = reviewed.review
    found = company_of(review, line.path)
    unit = found.joins or line
    characters = company_of(review, unit.path).joined_by
    if characters:
        return Company(unit, characters[:MOST_CHARACTERS])
    offers = join_offers(review, reviewed.books, line.path, reviewed.pack)
    # A character joins no other character alone.
    units = [one.line for one in offers if not one.why_not and one.line.models > 1]
    if not units:
        return None
    likeliest = max(units, key=lambda one: one.points)
    return Company(likeliest, (line,), supposed=True)


def _match_up(
    game: Game, kind: MatchUpKind, company: Company, target: Target
) -> MatchUp:
    """Return the fight of a unit with its characters; raises ValueError without one."""
    if target.fighter is None:
        raise MatchUpError("/b", "there is no target")
    return MatchUp(
        game=game.key,
        kind=kind.key,
        a=fighter_with_alternatives(company.unit),
        b=target.fighter,
        situation={},
        readings={},
        further=tuple(
            Further(fighter_with_alternatives(one), "a", "character")
            for one in company.characters
        ),
    )


def _address(
    reviewed: ReviewedArmy, kind: MatchUpKind, company: Company, target: Target
) -> str:
    handle = reviewed.army.handle
    query = {"a": str(ArmyAddress(handle, company.unit.path)), "b": target.address}
    query |= {"kind": kind.key}
    for number, one in enumerate(company.characters, start=1):
        query[post_key("a", "character", number)] = str(ArmyAddress(handle, one.path))
    return f"{reverse('matchups:show')}?{urlencode(query, safe='@/:')}"

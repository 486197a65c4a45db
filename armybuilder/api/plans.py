"""Plans for posted rosters: to make them legal, or to fill them up."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.accounts.cpu_budget import spending
from armybuilder.api.answers import answers
from armybuilder.api.armies import posted_roster
from armybuilder.api.examples import EXAMPLE_FILLING, EXAMPLE_PLAN
from armybuilder.api.openapi import TEXT, obj, posted, ref
from armybuilder.api.request_data import body, takes
from armybuilder.api.reviews import JUDGING, PACK, pack_for, posted_pack
from armybuilder.armies.address import LONGEST
from armybuilder.armies.allowances import paying
from armybuilder.armies.odds.loadout_odds import Target, book_target
from armybuilder.armies.odds.unit_worth import worth_against
from armybuilder.books import editions
from armybuilder.books.bookshelf import SiteBookshelf
from rulesets.books.book import Books
from rulesets.books.bookshelf import with_counting
from rulesets.documents.json import DocumentError
from rulesets.legality import review
from rulesets.legality.plans.fill_up import fill_up
from rulesets.legality.plans.make_legal import make_legal
from rulesets.legality.plans.marks import with_marks
from rulesets.legality.plans.plan_document import plan_document
from rulesets.packs.pack import Pack
from rulesets.reviews.review import Review

GOALS = ("legal", "fill")


@extend_schema(
    operation_id="plan_roster",
    tags=["Reviews and odds"],
    summary="Edits that make a roster legal, or spend the points it has left",
    description=(
        "Every step was tried on the engine; the edits of some or all of them may be"
        " applied in their order. The last ones set marks that the army lacks, such as"
        " who is the general. To fill, purchases are ranked by what they gain for each"
        " point against a unit of a book, named by its address (charge-orcs@1/orcs):"
        " the better of its points times the chance to win less those of the bought"
        " unit times the chance to lose, and of its points that three volleys take on"
        " average. Without a unit they stand in the order of the book."
    ),
    request=posted(
        obj(
            {
                "roster": ref("Roster"),
                "goal": {"enum": list(GOALS)},
                "pack": PACK,
                "against": {**TEXT, "maxLength": LONGEST},
            },
            ["roster", "goal"],
        )
    ),
    examples=[EXAMPLE_PLAN, EXAMPLE_FILLING],
    responses=answers({200: ref("ArmyPlan")}, *JUDGING, "too-much-work"),
)
@api_view(["POST"])
@permission_classes([AllowAny])
@takes()
def plan_roster(request: Request) -> Response:
    with paying(request._request):
        document = body(request, ("roster", "goal"), ("pack", "against"))
        if document["goal"] not in GOALS:
            raise DocumentError("/goal", f"expected one of {', '.join(GOALS)}")
        roster = posted_roster(document["roster"])
        target = _posted_target(document.get("against", ""), roster.game)
        pack = pack_for(roster, posted_pack(request, document))
        books = with_counting(SiteBookshelf(), roster, pack)
        now = review(roster, books, pack)
        if document["goal"] == "legal":
            legal = with_marks(make_legal(now, books, pack), now, books, pack)
            return Response(plan_document(legal))
        return Response(_filled(request, now, books, pack, target))


def _filled(
    request: Request, now: Review, books: Books, pack: Pack | None, target: Target
) -> dict[str, Any]:
    if target.fighter is None:
        found = fill_up(now, books, pack)
    else:
        with spending(request._request) as purse:
            worth = worth_against(now.game, (target,), purse)
            found = fill_up(now, books, pack, worth)
        if purse.refused is not None:
            raise purse.refused
    return plan_document(found.plan, found.offers)


def _posted_target(address: object, game: str) -> Target:
    """Return the unit that purchases are ranked against, without fighter for none."""
    if address == "":
        return Target()
    if not isinstance(address, str) or len(address) > LONGEST:
        text = f"expected the address of a unit, of at most {LONGEST} characters"
        raise DocumentError("/against", text)
    target = book_target(address, editions.newest_books(game))
    if target.fighter is None:
        text = target.why_not or "there is no such unit that fights"
        raise DocumentError("/against", text)
    return target

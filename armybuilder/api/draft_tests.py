"""Book tests of a draft: armies that it must judge as they say."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import api_view, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from armybuilder.api.answers import BODY, MINE, answers, nothing
from armybuilder.api.armies import ONCE, posted_roster, refuse_full
from armybuilder.api.drafts import readable_draft, writing
from armybuilder.api.errors import Refused
from armybuilder.api.examples import (
    EXAMPLE_ACCEPTED,
    EXAMPLE_TEST,
    EXAMPLE_TESTS,
)
from armybuilder.api.idempotency import IDEMPOTENCY_KEY, answered_before, once
from armybuilder.api.openapi import TEXT, listed, obj, posted, ref
from armybuilder.api.request_data import body, owner_of, posted_text, takes, within
from armybuilder.armies.access import own_army
from armybuilder.armies.allowances import count_bytes, paying
from armybuilder.armies.review import books_at_hand, review_army
from armybuilder.books.admin.stale import log_change
from armybuilder.books.authors import Right
from armybuilder.books.book_tests import (
    accept_results,
    checked_tests,
    import_tests,
    keep_test,
    remove_tests,
    tests_of,
)
from armybuilder.books.red_tests import ShownTest, shown_tests
from rulesets.books.sample_armies import (
    BookTestsError,
    SampleArmy,
    sample_of,
)
from rulesets.documents.json import DocumentError
from rulesets.legality import review
from rulesets.reviews.review import Review

NO_TEST = "There is no such book test."
MOST_TITLE = 200
SOURCES = ("army", "roster", "tests")
"""The sources of a test: one of them."""


def book_test_document(request: Request, key: str, one: ShownTest) -> dict[str, Any]:
    """Return a test with what it expects and what the draft gives."""
    test, row = one.test, one.test.row
    return {
        "id": row.pk,
        "title": row.title,
        "state": test.state,
        "why_not": test.why_not,
        "expected": row.expected,
        "seen": test.seen,
        "differs": [
            {"what": turn.title, "expected": turn.expected, "found": turn.found}
            for turn in one.turns
        ],
        "came": list(one.came),
        "gone": list(one.gone),
        "units": list(one.units),
        "roster": row.roster,
        "url": reverse("api:draft_test", args=[key, row.pk], request=request),
    }


def _documents(request: Request, book: Any, **which: Any) -> list[dict[str, Any]]:
    """Return the tests of a book, judged now; ``which`` chooses some of them."""
    found = shown_tests(book, tests_of(book, **which))
    return [book_test_document(request, book.key, one) for one in found]


def _only(request: Request, book: Any, pk: int) -> dict[str, Any]:
    documents = _documents(request, book, pk=pk)
    if not documents:
        raise NotFound(NO_TEST)
    return documents[0]


@extend_schema(
    operation_id="list_book_tests",
    methods=["GET"],
    tags=["Book tests"],
    summary="The book tests of a draft, judged as it is now",
    description="The newest editions of other books judge with it. `state` is `green`,"
    " `red`, or `waiting` where a book is not offered. One that is red keeps the draft"
    " from being published. Testers of the book may read them too.",
    responses=answers(
        {200: listed("DraftTest", paged=False)},
        *("not-signed-in", "not-found", "work-spent"),
    ),
)
@extend_schema(
    operation_id="make_book_tests",
    methods=["POST"],
    tags=["Book tests"],
    summary="Make a test of an army of yours, of a roster, or of a document of tests",
    description="Of an `army` (its id) or a `roster` it expects what the editions that"
    " they name say now; a `title` names the test of a roster. A document of `tests`"
    " replaces those of the same titles. All of them are answered, or none is kept.",
    parameters=[IDEMPOTENCY_KEY],
    request=posted(
        {
            **obj(
                {
                    "army": TEXT,
                    "roster": ref("Roster"),
                    "tests": ref("BookTests"),
                    "title": {**TEXT, "maxLength": MOST_TITLE},
                },
                [],
            ),
            "minProperties": 1,
        }
    ),
    examples=[EXAMPLE_TEST, EXAMPLE_TESTS],
    responses=answers(
        {200: listed("DraftTest", paged=False)},
        *(*BODY, *MINE, *ONCE, "keeping-spent", "work-spent"),
    ),
)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
@takes()
def draft_tests(request: Request, key: str) -> Response:
    if request.method == "POST":
        with writing(request, key, seen=Right.TEST) as book:
            return Response(answered_before(request) or _made(request, book))
    book = readable_draft(request, key, Right.TEST)
    with paying(request._request):
        return Response({"results": _documents(request, book)})


def _made(request: Request, book: Any) -> Any:
    sent = body(request, (), (*SOURCES, "title"))
    source = _source(sent)
    title = posted_text(sent, "title", MOST_TITLE)

    def make() -> dict[str, Any]:
        refuse_full(request)
        count_bytes(request._request, sent)
        if source == "tests":
            _import(request, book, sent["tests"])
        else:
            _keep(request, book, _sample(request, book, sent, title))
        return {"results": _documents(request, book)}

    return once(request, make)


def _source(sent: Mapping[str, Any]) -> str:
    named = [source for source in SOURCES if source in sent]
    if len(named) != 1:
        raise DocumentError("", f"expected one of {', '.join(SOURCES)}")
    if "title" in sent and named != ["roster"]:
        raise DocumentError("/title", "only a roster is given a title")
    return named[0]


def _import(request: Request, book: Any, document: Any) -> None:
    user = owner_of(request)
    try:
        brought = import_tests(checked_tests(document), book, user)
    except BookTestsError as problem:
        raise within("/tests", problem) from None
    log_change(user, book, f"Book tests imported: {brought}.")


def _keep(request: Request, book: Any, army: SampleArmy) -> None:
    try:
        keep_test(book, army, owner_of(request))
    except BookTestsError as problem:
        raise DocumentError("", f"not kept as a book test: {problem.text}") from None


def _sample(request: Request, book: Any, sent: Any, title: str) -> SampleArmy:
    """Return the army or the roster of a body, expecting what is said of it now."""
    if "roster" in sent:
        roster = posted_roster(sent["roster"])
        _refuse_other_book(book, roster, "/roster/forces")
        name = title or roster.name or "An army"
        now: Review = review(roster, books_at_hand(roster))
        return sample_of(name[:MOST_TITLE], now)
    if not isinstance(sent["army"], str) or "\x00" in sent["army"]:
        raise DocumentError("/army", "expected the id of an army")
    found = own_army(request._request, sent["army"])
    reviewed = review_army(found, plain=True)
    _refuse_other_book(book, reviewed.roster, "/army")
    return sample_of(found.name, reviewed.review)


def _refuse_other_book(book: Any, roster: Any, where: str) -> None:
    if book.key not in {force.book for force in roster.forces}:
        raise DocumentError(where, f"nothing of it is of the book {book.key!r}")


@extend_schema(
    operation_id="read_book_test",
    methods=["GET"],
    tags=["Book tests"],
    summary="One book test of a draft, judged as it is now",
    responses=answers(
        {200: ref("DraftTest")}, *("not-signed-in", "not-found", "work-spent")
    ),
)
@extend_schema(
    operation_id="accept_book_test",
    methods=["PUT"],
    tags=["Book tests"],
    summary="Have a book test expect what the draft gives",
    description="`seen` names the result that you read. Where the test gives another"
    " one by now, or cannot be judged, nothing is changed.",
    request=posted(obj({"seen": TEXT}, ["seen"])),
    examples=[EXAMPLE_ACCEPTED],
    responses=answers(
        {200: ref("DraftTest")}, *(*BODY, *MINE, "test-not-red", "work-spent")
    ),
)
@extend_schema(
    operation_id="remove_book_test",
    methods=["DELETE"],
    tags=["Book tests"],
    summary="Remove a book test",
    responses=answers({204: nothing("Removed")}, *MINE, "work-spent"),
)
@api_view(["GET", "PUT", "DELETE"])
@permission_classes([IsAuthenticated])
@takes()
def draft_test(request: Request, key: str, test: int) -> Response:
    if request.method == "GET":
        book = readable_draft(request, key, Right.TEST)
        with paying(request._request):
            return Response(_only(request, book, test))
    with writing(request, key, seen=Right.TEST) as book:
        if request.method == "PUT":
            return Response(_accepted(request, book, test))
        titles = remove_tests(book, [test])
        if not titles:
            raise NotFound(NO_TEST)
        log_change(owner_of(request), book, f"Book test removed: {titles[0]}.")
    return Response(status=204)


def _accepted(request: Request, book: Any, pk: int) -> dict[str, Any]:
    """Return a test that expects what it gives; one that did already stays."""
    seen = posted_text(body(request, ("seen",)), "seen", MOST_TITLE)
    found = shown_tests(book, tests_of(book, pk=pk))
    if not found:
        raise NotFound(NO_TEST)
    test = found[0].test
    accepted, _ = accept_results([test], {pk: seen})
    if not accepted and (not seen or test.seen != seen):
        raise Refused(
            "test-not-red",
            "Not accepted, since the result is another by now; look again.",
            "/seen",
        )
    for row in accepted:
        what = f"1 book test accepted: “{row.title}”."
        log_change(owner_of(request), book, what)
    return _only(request, book, pk)

"""The codes of refusals of the API: one table for answers, the schema and the docs."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DOCS = "/api/v1/docs/"
"""The page that explains every code."""


@dataclass(frozen=True, slots=True)
class Code:
    """A reason to refuse.

    Parameters
    ----------
    name : str
        What programs look at; it never changes its meaning.
    status : int
        Of the answer.
    title : str
        The reason in a few words, the same every time.
    advice : str
        What who asked can do.
    """

    name: str
    status: int
    title: str
    advice: str


_TABLE = (
    Code(
        *("bad-request", 400, "The request cannot be read"),
        "Look at its address and headers.",
    ),
    Code(
        *("not-json", 400, "The body is no JSON"),
        "Send one JSON document in UTF-8; no key stands twice in one object.",
    ),
    Code(
        *("bad-document", 400, "The body is no such document"),
        "Correct the place that “where” names.",
    ),
    Code(
        *("edit-refused", 400, "An edit does not apply"),
        "Read it again and make edits for what it holds.",
    ),
    Code(
        *("too-much-work", 400, "This is too much to work out in one go"),
        "Ask for less: fewer units, rosters or limits.",
    ),
    Code(
        *("unknown-parameter", 400, "The address has a parameter that is not known"),
        "Leave out what “parameters” names.",
    ),
    Code(
        *("bad-parameter", 400, "A parameter of the address cannot be read"),
        "Correct what “parameters” names.",
    ),
    Code(
        *("bad-header", 400, "A header cannot be read"),
        "Correct the header that “detail” names.",
    ),
    Code(
        *("not-signed-in", 401, "Nobody is signed in"),
        "Send the token of an account.",
    ),
    Code(
        *("bad-token", 401, "The token opens nothing"),
        "Look at your account for the token that holds now.",
    ),
    Code(
        *("forbidden", 403, "This is not allowed"),
        "From a page, send its CSRF token; from a program, use a token of an account.",
    ),
    Code(
        *("not-found", 404, "There is no such thing"),
        "It never was, is gone, or is not yours to see.",
    ),
    Code(
        *("method-not-allowed", 405, "This cannot be done with that method"),
        "Use a method that the header Allow names.",
    ),
    Code(
        *("not-acceptable", 406, "There is no such form of the answer"),
        "Accept application/json.",
    ),
    Code(
        *("conflict", 409, "The army was changed meanwhile"),
        "Nothing was saved. “since” tells what was done, “revision” what to name.",
    ),
    Code(
        *("too-many-armies", 409, "The account has no room for another army"),
        "Erase armies on the site.",
    ),
    Code(
        *("merge-clash", 409, "Somebody else changed the same place of the draft"),
        "Nothing was saved. Send it again with “choices” for the places of “clashes”.",
    ),
    Code(
        *("key-taken", 409, "There is a book of that key"),
        "Choose another key, or change the draft that is there.",
    ),
    Code(
        *("nothing-to-undo", 409, "No edit of yours is there to take back or redo"),
        "Look at the revisions of the draft; any of them may be taken back.",
    ),
    Code(
        *("draft-errors", 409, "The draft has errors"),
        "Mend what “findings” tells.",
    ),
    Code(
        *("draft-changed", 409, "The draft is not the one that was read"),
        "Read it again, and send its “sha256” as “checked”.",
    ),
    Code(
        *("nothing-changed", 409, "The draft is the last edition"),
        "Change the draft; an edition that was withdrawn may be offered again.",
    ),
    Code(
        *("not-signed-off", 409, "The book asks for a sign-off that the draft lacks"),
        "Have a reviewer sign it off.",
    ),
    Code(
        *("own-changes", 409, "Who made all changes does not sign them off"),
        "Have another reviewer or owner sign them off.",
    ),
    Code(
        *("tests-red", 409, "The draft makes a book test red"),
        "Mend the draft, or accept what the tests give now.",
    ),
    Code(
        *("test-not-red", 409, "The book test is not red, or gives something else now"),
        "Read the tests again.",
    ),
    Code(
        *("publication-waits", 409, "A draft of the book waits for its time"),
        "Cancel its publication first.",
    ),
    Code(
        *("lists-closed", 409, "The event takes no lists from players now"),
        "Ask a judge, who may take a list with a reason.",
    ),
    Code(
        *("decision-refused", 409, "This cannot be decided about the list now"),
        "Look at the list again; “detail” says what is missing.",
    ),
    Code(
        *("stale", 412, "The precondition does not hold any more"),
        "Nothing was saved. “since” tells what was done, “revision” what to name.",
    ),
    Code(
        *("too-large", 413, "The request is too large"),
        "Send less at once.",
    ),
    Code(
        *("unsupported-media-type", 415, "The body is of another media type"),
        "Send application/json.",
    ),
    Code(
        *("key-reused", 422, "The Idempotency-Key belongs to another request"),
        "Use a new key for a new request.",
    ),
    Code(
        *("list-refused", 422, "The event cannot take this list"),
        "Send what “detail” asks for.",
    ),
    Code(
        *("not-legal", 422, "The event takes legal lists only"),
        "Have the list checked, mend it, and send it again.",
    ),
    Code(
        *("revision-missing", 428, "The revision that was read must be named"),
        "Send the ETag that you read as If-Match.",
    ),
    Code(
        *("too-many-requests", 429, "Too many requests"),
        "Wait for the seconds in Retry-After.",
    ),
    Code(
        *("work-spent", 429, "A great deal was worked out in a short time"),
        "Wait for the seconds in Retry-After.",
    ),
    Code(
        *("keeping-spent", 429, "A great deal was written down in a day"),
        "Nothing was saved. Keep smaller armies, or wait for Retry-After.",
    ),
    Code(
        *("too-many-waiting", 429, "Too many answers are waited for"),
        "Let one of them arrive; look again after the seconds in Retry-After.",
    ),
    Code(
        *("server-error", 500, "The site has failed"),
        "Nothing was saved. It is a mistake of the site.",
    ),
    Code(
        *("busy", 503, "The site is busy"),
        "Ask again after the seconds in Retry-After.",
    ),
)
CODES: Mapping[str, Code] = {code.name: code for code in _TABLE}
"""Every code that the API answers with."""

OF_STATUS: Mapping[int, str] = {
    status: next(code.name for code in _TABLE if code.status == status)
    for status in {code.status for code in _TABLE}
}
"""The code of a refusal of which only the status is known: the first that has it."""


def problem_document(
    code: str, detail: str, where: str = "", **more: Any
) -> dict[str, Any]:
    """Return the body of a refusal: a problem of RFC 9457.

    Parameters
    ----------
    code : str
        One of `CODES`.
    detail : str
        What is wrong with the request, in words for who sent it.
    where : str
        JSON pointer into the body; "" is the whole of it.
    **more : Any
        Further members.
    """
    named = CODES[code]
    return {
        "type": f"{DOCS}#code-{code}",
        "title": named.title,
        "status": named.status,
        "detail": detail,
        "code": code,
        "where": where,
        **more,
    }

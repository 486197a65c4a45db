"""The page that verifies a list: by its code, or by its receipt."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.throttle import Allowance, client_address, take
from armybuilder.events.access import look_at
from armybuilder.events.models import Event, EventState
from armybuilder.events.rolls import judged_again, roll_of
from armybuilder.events.sight import Onlooker, Part
from armybuilder.events.verification import (
    Verified,
    read_code,
    verify_code,
    verify_receipt,
)
from rulesets.receipts import ReceiptError, fingerprint, read_receipt

LOOKS = Allowance("verify", burst=120, refill_seconds=2)
MOST_BYTES = 1_000_000
STATUS = {"valid": 200, "changed": 200, "unknown": 404}


@never_cache
@require_safe
def verify(request: HttpRequest, code: str) -> HttpResponse:
    """Say of a code whether its list is valid, changed since, or unknown."""
    if not take(LOOKS, client_address(request)):
        return _refused(request, "Too many codes in a row; wait a minute.", 429)
    return _shown(request, verify_code(code), code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    """Take a code that was typed, or a receipt that is uploaded."""
    typed = request.GET.get("code", "")
    if typed:
        code = read_code(typed)
        if not code:
            return _refused(request, "A code has eight letters and digits.", 422)
        return redirect("verify:code", code)
    if request.method != "POST":
        return render(request, "events/find_code.html", {})
    if not take(LOOKS, client_address(request)):
        return _refused(request, "Too many receipts in a row; wait a minute.", 429)
    upload = request.FILES.get("receipt")
    if upload is None or (upload.size or 0) > MOST_BYTES:
        return _refused(request, "Choose a receipt: a file of at most 1 MB.", 422)
    try:
        receipt = read_receipt(upload.read())
    except ReceiptError as problem:
        return _refused(request, f"This is no receipt: {problem}.", 422)
    return _shown(request, verify_receipt(receipt), receipt["list"]["code"])


def _shown(request: HttpRequest, found: Verified, code: str) -> HttpResponse:
    context: dict[str, object] = {"found": found, "code": code[:20]}
    row = found.row
    if row is not None:
        event = row.entrant.event
        context |= {"event": event, "fingerprint": fingerprint(event.public_key)}
        look = _look(request, event)
        is_current = row.pk == row.entrant.current_id
        if look is not None and is_current and look.sees(row.entrant) == Part.LIST:
            judged = judged_again(event, row)
            context |= {"roll": roll_of(judged), "name": look.name_of(row.entrant)}
    status = STATUS[found.word]
    return render(request, "events/verify.html", context, status=status)


def _look(request: HttpRequest, event: Event) -> Onlooker | None:
    """Return how a visitor sees the event of a code; none where he may not see it."""
    if event.state == EventState.DRAFT:
        return None
    try:
        return look_at(request, event)
    except Http404:
        return None


def _refused(request: HttpRequest, text: str, status: int) -> HttpResponse:
    return render(request, "events/find_code.html", {"refused": text}, status=status)

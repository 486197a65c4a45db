"""Lists verified: by the code beside the QR code, or by a receipt."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from armybuilder.events.models import EntrantState, Submission
from armybuilder.events.sight import Onlooker, Part
from armybuilder.events.submissions import LETTERS
from rulesets.receipts import check_receipt

VALID, CHANGED, UNKNOWN = "valid", "changed", "unknown"
CODE_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of verifying a list: `valid`, `changed` or `unknown`, and why."""

    word: str
    text: str
    row: Submission | None = None
    counts: Submission | None = None


def receipt_document(row: Submission) -> dict[str, Any]:
    """Return the receipt of a list as it is downloaded."""
    key = row.entrant.event.public_key
    return {"list": row.receipt, "signature": row.signature, "key": key}


def receipt_of(look: Onlooker, code: str) -> Submission | None:
    """Return a list of an event by its code, if the visitor sees it whole."""
    found = Submission.objects.select_related("entrant__event").filter(
        entrant__event=look.event, code=code
    )
    row = found.first()
    if row is None or look.sees(row.entrant) < Part.LIST:
        return None
    older = row.pk != row.entrant.current_id
    hidden = older and not (look.is_staff or row.entrant_id == look.own)
    return None if hidden else row


def read_code(text: str) -> str:
    """Return a code as it is written: capitals, without blanks; empty if it is none."""
    code = "".join(text.upper().split()).replace("-", "")
    is_code = len(code) == CODE_LENGTH and set(code) <= set(LETTERS)
    return code if is_code else ""


def verify_code(text: str) -> Verified:
    """Return whether the list of a code is in, and is the one that counts."""
    code = read_code(text)
    found = Submission.objects.select_related("entrant__event", "entrant__current")
    row = found.filter(code=code).first() if code else None
    if row is None:
        return Verified(UNKNOWN, "No list with this code was handed in here.")
    return _verified(row)


def verify_receipt(receipt: Mapping[str, Any]) -> Verified:
    """Return whether a receipt is one of ours, unchanged, and the list counts."""
    found = Submission.objects.select_related("entrant__event", "entrant__current")
    row = found.filter(code=receipt["list"]["code"]).first()
    if row is None:
        return Verified(UNKNOWN, "No list with the code of this receipt is known here.")
    checked = check_receipt(receipt, row.entrant.event.public_key)
    if not checked.is_valid:
        return Verified(CHANGED, checked.text, row)
    if receipt["list"] != row.receipt:
        return Verified(
            CHANGED, "The list of this receipt is not the one kept here.", row
        )
    return _verified(row)


def _verified(row: Submission) -> Verified:
    """Return the result for a list that is kept here; its signature is checked anew."""
    checked = check_receipt(receipt_document(row), row.entrant.event.public_key)
    if not checked.is_valid:
        text = "The list that is kept here is not the one that was signed."
        return Verified(CHANGED, text, row)
    entrant = row.entrant
    if entrant.state == EntrantState.WITHDRAWN:
        return Verified(CHANGED, "The entrant has withdrawn since.", row)
    if entrant.state == EntrantState.REFUSED:
        return Verified(CHANGED, "The judges have refused this list.", row)
    current = entrant.current
    if current is not None and current.pk != row.pk:
        text = f"Version {current.number} counts now, and this is version {row.number}."
        return Verified(CHANGED, text, row, current)
    return Verified(VALID, "Exactly the list that was handed in, and it counts.", row)

"""A receipt: a list that was frozen, and the signature of the event over it.

``{"list": {...}, "signature": "...", "key": "..."}``; the signature is over the
canonical bytes of ``list`` (`rulesets.documents.json.canonical`), the key is the
event's public one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256 as _sha256
from typing import Any

from rulesets.checks.verdicts import FileVerdict, verdict_document
from rulesets.documents.json import DocumentError, check, parse, sha256
from rulesets.receipts.signatures import is_signed
from rulesets.reviews.review import Review
from rulesets.rosters.roster import roster_document

FORMAT = "armybuilder.receipt/1"


class ReceiptError(DocumentError):
    """A document that is no receipt; names the place."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The result of checking a receipt.

    Parameters
    ----------
    is_valid : bool
        True if it is signed by its key, and by the key that was asked for.
    text : str
        The result in one sentence.
    """

    is_valid: bool
    text: str


def frozen_list(
    review: Review,
    editions: Mapping[tuple[str, int], str],
    pack: Mapping[str, Any] | None,
    event: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the document of a list that is frozen.

    Parameters
    ----------
    review : Review
        The list as it was judged.
    editions : mapping
        SHA-256 of each edition that it was judged by, by key and number.
    pack : mapping, optional
        Document of the pack of the event; none for the game's own rules.
    event : mapping
        Name and slug of the event, number and code of the list, the time.
    """
    verdict = verdict_document(FileVerdict("", review))
    del verdict["file"]
    roster = roster_document(review.roster)
    return {
        "format": FORMAT,
        **event,
        "roster": roster,
        "roster_sha256": sha256(roster),
        "editions": [
            {"book": key, "number": number, "sha256": digest}
            for (key, number), digest in sorted(editions.items())
        ],
        "pack": None
        if pack is None
        else {"key": pack["key"], "name": pack["name"], "sha256": sha256(pack)},
        "verdict": _without_fixes(verdict),
    }


def read_receipt(raw: bytes | str) -> dict[str, Any]:
    """Return the receipt of a JSON text.

    Raises
    ------
    ReceiptError
        If it is no receipt: names the place.
    """
    document = parse(raw, ReceiptError)
    check("receipt", document, ReceiptError)
    found: dict[str, Any] = document
    return found


def check_receipt(receipt: Mapping[str, Any], key: str = "") -> Checked:
    """Return whether a receipt is as it was signed.

    Parameters
    ----------
    receipt : mapping
        As `read_receipt` returns it.
    key : str
        The public key of the event, from its page; empty to trust the receipt's own.
    """
    frozen = receipt["list"]
    if key and key != receipt["key"]:
        text = "Not signed by this event: the receipt names another key."
        return _changed(text)
    if not is_signed(frozen, receipt["signature"], receipt["key"]):
        text = "Changed: the signature does not belong to what the receipt says."
        return _changed(text)
    if sha256(frozen["roster"]) != frozen["roster_sha256"]:
        return _changed("Changed: the hash of the list is not that of the list.")
    return Checked(is_valid=True, text="Valid: exactly as it was handed in.")


def _changed(text: str) -> Checked:
    return Checked(is_valid=False, text=text)


def fingerprint(key: str) -> str:
    """Return a public key in eight characters, to compare by eye."""
    digest = _sha256(key.encode()).hexdigest()
    return f"{digest[:4]} {digest[4:8]}"


def _without_fixes(verdict: dict[str, Any]) -> dict[str, Any]:
    """Return a verdict without what would help: that is advice, and no verdict."""
    kept = ("code", "severity", "where", "text", "rule", "source")
    messages = [{key: one[key] for key in kept} for one in verdict["messages"]]
    return {**verdict, "messages": messages}

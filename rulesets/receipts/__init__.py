"""Receipts: lists as they were handed in, frozen, signed, and checked anywhere."""

from rulesets.receipts.receipt import (
    FORMAT,
    Checked,
    ReceiptError,
    check_receipt,
    fingerprint,
    frozen_list,
    read_receipt,
)
from rulesets.receipts.signatures import is_signed, new_key, public_key_of, sign

__all__ = [
    "FORMAT",
    "Checked",
    "ReceiptError",
    "check_receipt",
    "fingerprint",
    "frozen_list",
    "is_signed",
    "new_key",
    "public_key_of",
    "read_receipt",
    "sign",
]

"""Check receipts without the site: ``python -m rulesets.receipts FILE [--key KEY]``.

Exit status: 0 valid, 1 changed or of another key, 2 unreadable.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulesets.receipts.receipt import (
    ReceiptError,
    check_receipt,
    fingerprint,
    read_receipt,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check one receipt, print the result, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m rulesets.receipts",
        description="Check that a list is as it was handed in to an event.",
    )
    parser.add_argument("file", help="a receipt (.json); - for standard input")
    parser.add_argument(
        "--key", default="", help="the public key of the event, as its page shows it"
    )
    asked = parser.parse_args(arguments)
    try:
        receipt = read_receipt(_raw(asked.file))
    except (OSError, ReceiptError) as problem:
        sys.stderr.write(f"{asked.file}: {problem}\n")
        return 2
    result = check_receipt(receipt, asked.key)
    facts = f"{_facts(receipt)}\n" if result.is_valid else ""
    sys.stdout.write(f"{result.text}\n{facts}")
    return 0 if result.is_valid else 1


def _raw(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _facts(receipt: dict[str, Any]) -> str:
    frozen = receipt["list"]
    verdict = frozen["verdict"]
    lines = (
        f"{frozen['code']}  {verdict['army']}, version {frozen['version']}",
        f"{frozen['event']['name']}, handed in {frozen['handed_in_at']}",
        f"{verdict['points']} points, {verdict['verdict_text'].lower()}",
        f"key {fingerprint(str(receipt['key']))}",
    )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())

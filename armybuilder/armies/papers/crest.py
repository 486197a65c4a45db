"""A crest in an engraver's hatching: drawn from a book's key, black on white."""

import hashlib

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

SHIELD = "M2 2h36v21c0 12-9 19-18 23C11 42 2 35 2 23z"

FIELDS = (
    ((2, 2, 20, 22), (20, 22, 38, 46)),
    ((2, 2, 20, 46),),
    ((2, 2, 38, 18),),
    ((14, 2, 26, 46),),
    ((2, 16, 38, 30),),
    ((20, 2, 38, 22), (2, 22, 20, 46)),
)
"""Partitions of a shield: the fields that are hatched, as left, top, right, bottom."""

CHARGES = (
    "M20 12l8 10-8 10-8-10z",
    "M17 12h6v7h7v6h-7v9h-6v-9h-7v-6h7z",
    "M20 11l3 7h7l-6 5 3 8-7-5-7 5 3-8-6-5h7z",
    "M12 16a8 8 0 1 1 16 0a8 8 0 1 1-16 0zM19 24h2v10h-2z",
    "",
)


def drawn_crest(key: str, name: str) -> SafeString:
    """Return the crest of a book."""
    digest = hashlib.sha256(key.encode()).digest()
    fields = FIELDS[digest[0] % len(FIELDS)]
    charge = CHARGES[digest[1] % len(CHARGES)]
    upright = digest[2] % 2
    lines = []
    for left, top, right, bottom in fields:
        span = (
            range(2 * left + 3, 2 * right, 4)
            if upright
            else range(2 * top + 3, 2 * bottom, 4)
        )
        lines += [
            f"M{at / 2} {top}V{bottom}" if upright else f"M{left} {at / 2}H{right}"
            for at in span
        ]
    inner = f'<path fill="#fff" stroke="#000" d="{charge}"/>' if charge else ""
    return mark_safe(  # noqa: S308
        '<svg width="14.5mm" height="17.4mm" viewBox="0 0 40 48" role="img">'
        f"<title>Crest of {escape(name)}</title>"
        f'<clipPath id="shield"><path d="{SHIELD}"/></clipPath>'
        f'<g clip-path="url(#shield)"><path fill="none" stroke="#000"'
        f' stroke-width=".75" d="{"".join(lines)}"/>{inner}</g>'
        f'<path d="{SHIELD}" fill="none" stroke="#000" stroke-width="2.2"/></svg>'
    )

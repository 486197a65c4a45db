"""Keys made from names."""

import re
import unicodedata
from collections.abc import Collection

LONGEST = 60


def key_of(name: str, taken: Collection[str] = (), instead: str = "part") -> str:
    """Return a key made from a name, unlike those that are taken.

    ``instead`` is the key of a name without a letter or figure of ours.

    Examples
    --------
    >>> key_of("Éclaireur's Bow"), key_of("Halberdiers", {"halberdiers"})
    ('eclaireurs-bow', 'halberdiers-2')
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    words = re.sub(r"['’]", "", plain.casefold())
    first = re.sub(r"[^a-z0-9]+", "-", words)[:LONGEST].strip("-") or instead
    key, number = first, 1
    while key in taken:
        number += 1
        key = f"{first}-{number}"
    return key

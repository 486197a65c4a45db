"""The pieces of the builder's page: an answer to a script is those that changed.

A page tells what it shows as the hash of each piece; an answer leaves out what is the
same. A piece within another is told by its id alone there, so that it may change by
itself. Fields that every form repeats count for nothing: the page has them once.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from zlib import crc32

from django.http import HttpRequest
from django.utils.safestring import SafeString

SHOWN = "X-Shown"
"""The header in which a page tells what it shows: JSON, a hash by a piece's id."""

LONGEST_SHOWN = 8000
ALWAYS = ("act",)
"""Pieces that every answer has: the form with the revision."""

_START = re.compile(r"^\s*<(\w+)")


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a page as they are drawn.

    `repeated` are texts that are new with every answer; `held` are the hashes of what
    the page shows, empty where it does not say.
    """

    repeated: tuple[str, ...]
    held: Mapping[str, str]
    drawn: dict[str, str] = field(default_factory=dict)
    hashes: dict[str, str] = field(default_factory=dict)

    def add(self, id: str, html: str) -> None:
        """Keep a piece; those drawn before may stand within it."""
        told = html
        for inner, text in self.drawn.items():
            told = told.replace(text, f"\0{inner}\0")
        for text in self.repeated:
            told = told.replace(text, "")
        self.drawn[id] = html
        self.hashes[id] = f"{crc32(told.encode()):x}"

    @property
    def shown(self) -> str:
        """Return what the page shows after this answer, as it tells it next time."""
        return json.dumps({**self.held, **self.hashes}, separators=(",", ":"))

    def changed(self) -> SafeString:
        """Return the pieces that the page does not show as they are now."""
        new = [
            id
            for id, now in self.hashes.items()
            if self.held.get(id) != now or id in ALWAYS
        ]
        sent: list[str] = []
        for id in reversed(new):
            if not any(self.drawn[id] in self.drawn[outer] for outer in sent):
                sent.append(id)
        return SafeString("".join(_swapped(self.drawn[id]) for id in reversed(sent)))


def _swapped(html: str) -> str:
    """Return a piece as one that takes the place of what has its id."""
    return _START.sub(r'<\1 hx-swap-oob="true"', html, count=1)


def read_shown(request: HttpRequest) -> dict[str, str]:
    """Return what a page says it shows; nothing where it says nothing readable."""
    text = request.headers.get(SHOWN, "")
    if not text or len(text) > LONGEST_SHOWN:
        return {}
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    if not isinstance(found, dict):
        return {}
    return {str(key): str(value) for key, value in found.items()}


def pieces_for(request: HttpRequest, repeated: Iterable[str], *, whole: bool) -> Pieces:
    """Return the pieces of an answer, none drawn yet; a whole page holds nothing."""
    held = {} if whole else read_shown(request)
    return Pieces(tuple(filter(None, repeated)), held)

"""Crests: the arms of a book in the shape of its game, as SVG."""

from functools import lru_cache
from hashlib import sha256
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

from armybuilder.books.editions import compiled
from armybuilder.books.emblems import EMBLEMS, PARTS, SHAPES
from armybuilder.books.models import Book, Edition
from rulesets.books.heraldry import Arms, arms_of

PAINT = {
    "or": "#e3b23c",
    "argent": "#f3efe5",
    "gules": "#b02431",
    "azure": "#24529b",
    "vert": "#2c6b3e",
    "sable": "#232220",
    "purpure": "#642c76",
    "tenne": "#a4551c",
    "murrey": "#7a1e45",
}
"""Tinctures as `tokens.css` names them; in the drawing itself, for paper."""

MIDDLES = {"mordheim": 18.5, "scrollhammer": 23.0}
"""The middle of a shape from above, where it is not at 20."""

PLAIN_SHAPE = "warhammer"
BUSY = ("paly", "barry", "chequy")
"""Divisions before which an emblem is lost; it stands on a disc there."""

Crest = tuple[str, Arms]
"""A game's key and the arms."""


def crest_of(book: Any) -> Crest:
    """Return the crest of a book, of one of its editions, or of its draft."""
    if isinstance(book, Edition):
        book = compiled(book)
    if isinstance(book, Book):
        arms = arms_of(book.key, book.colours, book.field, book.emblem)
        return book.game, arms
    return book.game, book.arms


@lru_cache(maxsize=500)
def drawn(
    crest: Crest, kind: str, *, outline: bool = False, place: int = 0
) -> SafeString:
    """Return a crest as SVG; it says nothing to a screen reader.

    As an `outline` it has lines alone, for paper that spares ink. Where a crest stands
    several times on a page, a `place` of its own keeps the ids of its parts apart.
    """
    game, arms = crest
    shape = SHAPES.get(game, SHAPES[PLAIN_SHAPE])
    name = f"crest-{sha256(repr(crest).encode()).hexdigest()[:8]}"
    if place:
        name = f"{name}-{place}"
    return format_html(
        '<svg class="{kind}" viewBox="0 0 40 46" aria-hidden="true" focusable="false">'
        '<clipPath id="{name}"><path d="{shape}"/></clipPath>'
        '<clipPath id="{name}-part"><path d="{part}"/></clipPath>'
        '<g clip-path="url(#{name})">{field}</g>'
        '<path class="rim" fill="none" stroke="#1a1a1e" stroke-width="1.6"'
        ' d="{shape}"/></svg>',
        kind=kind,
        name=name,
        shape=shape,
        part=PARTS[arms.field],
        field=_lines(crest) if outline else _painted(crest, name),
    )


def _painted(crest: Crest, name: str) -> SafeString:
    """Return the field in its tinctures, the emblem changed over the division."""
    game, arms = crest
    first, second = (PAINT[tincture] for tincture in arms.colours)
    middle, part = MIDDLES.get(game, 20.0), PARTS[arms.field]
    emblem = format_html(
        '<path fill="{}" fill-rule="evenodd" transform="{}" d="{}"/>',
        second,
        _place(crest),
        EMBLEMS[arms.emblem],
    )
    if arms.field in BUSY:
        below = format_html(
            '<circle cx="20" cy="{}" r="11.5" fill="{}"/>', middle, first
        )
        drawing = below + emblem
    elif part:
        over = emblem.replace(second, first, 1)
        drawing = emblem + format_html(
            '<g clip-path="url(#{}-part)">{}</g>', name, SafeString(over)
        )
    else:
        drawing = emblem
    return format_html(
        '<path fill="{}" d="M0 0h40v46H0z"/><path fill="{}" d="{}"/>{}',
        first,
        second,
        part,
        drawing,
    )


def _lines(crest: Crest) -> SafeString:
    """Return the division and the emblem as lines."""
    game, arms = crest
    disc = '<circle cx="20" cy="{}" r="11.5" fill="#fff" stroke="#1a1a1e"/>'
    below = format_html(disc, MIDDLES.get(game, 20.0)) if arms.field in BUSY else ""
    return format_html(
        '<path fill="none" stroke="#1a1a1e" stroke-width="0.7" d="{}"/>{}'
        '<path fill="#fff" stroke="#1a1a1e" transform="{}" d="{}"/>',
        PARTS[arms.field],
        below,
        _place(crest),
        EMBLEMS[arms.emblem],
    )


def _place(crest: Crest) -> str:
    """Return where the emblem stands, smaller on a disc."""
    game, arms = crest
    smaller = " scale(0.72)" if arms.field in BUSY else ""
    return f"translate(20 {MIDDLES.get(game, 20.0):g}){smaller}"

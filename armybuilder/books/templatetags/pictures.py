"""Template tags: icons and crests, as SVG that asks for nothing.

Both are builtins of every template, so that none has to load them.
"""

from functools import cache
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe
from lucide.templatetags.lucide import lucide

from armybuilder.books.crests import crest_of, drawn

register = template.Library()


@register.simple_tag
@cache
def icon(name: str, kind: str = "i") -> SafeString:
    """Return an icon of Lucide that says nothing to a screen reader."""
    attributes = {"class": kind, "aria-hidden": "true", "focusable": "false"}
    # The drawing is the package's own, and nothing else is put into it.
    return mark_safe(lucide(str(name), size=None, **attributes))  # noqa: S308


@register.simple_tag
def crest(book: Any, kind: str = "") -> SafeString:
    """Return the crest of a book, an edition or a draft; ``kind`` is a class."""
    return drawn(crest_of(book), f"crest {kind}".strip())

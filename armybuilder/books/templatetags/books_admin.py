"""Template tags of the admin's pages of a book."""

from typing import Any

from django import template
from django.template import RequestContext

from armybuilder.books.admin.book_bar import bar_links
from armybuilder.books.models import Book

register = template.Library()


@register.inclusion_tag("admin/books/book/_bar.html", takes_context=True)
def book_bar(context: RequestContext, book: Book) -> dict[str, Any]:
    """Show the pages of a book that the visitor may open, and what is to mend."""
    request: Any = context["request"]
    links = bar_links(request, book)
    return {
        "book": book,
        "links": links,
        "may_see": any(link.name == "check" for link in links),
        "unit": context.get("key", ""),
    }


@register.simple_tag(takes_context=True)
def typed_to_add(context: RequestContext, act: str, at: str) -> str:
    """Return what was typed to be added at a place by an edit that was refused."""
    page: Any = context.get("page")
    adders = getattr(page, "adders", {})
    return str(adders.get(f"{act}:{at}", ""))

"""Pages of books on paper: drawn by the app that has a drawer of PDFs."""

from collections.abc import Callable

Drawer = Callable[[str], bytes | None]
"""Takes a page and returns it as a PDF, none while it is still drawn."""

_drawers: list[Drawer] = []


class PaperRefused(RuntimeError):
    """A page that cannot be drawn; says why."""


def draws_papers(drawer: Drawer) -> None:
    """Have the pages of books drawn by a drawer of another app."""
    _drawers.append(drawer)


def drawn_paper(page: str) -> bytes | None:
    """Return a page as a PDF, none while it is still drawn.

    Raises
    ------
    PaperRefused
        If it cannot be drawn.
    """
    for drawer in _drawers:
        return drawer(page)
    raise PaperRefused("Nothing here draws PDFs.")

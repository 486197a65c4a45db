"""Papers as pages: their templates, and the fonts and styles of a PDF."""

import re
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from armybuilder.armies.papers.cards import card_pages
from armybuilder.armies.papers.faces import FACES, font_files
from armybuilder.armies.papers.paper import Paper
from armybuilder.armies.papers.warband import warband

_BETWEEN = re.compile(r">\s+<")
"""White space between tags, of which one space says as much to a drawing."""

_AROUND = re.compile(
    r"\s*(</?(?:article|body|col|colgroup|div|footer|h1|h2|h3|header|li|main|p|section"
    r"|table|tbody|td|th|thead|tr|ul)\b[^>]*>)\s*"
)
"""A block's tag with the white space around it, which says nothing to a drawing."""

STYLES = ("armies/sheet.css", "books/fairness-paper.css", "events/papers.css")
"""The style sheets of everything that is drawn as a PDF."""

BODIES = {
    "sheet": "armies/paper/_sheet.html",
    "compact": "armies/paper/_compact.html",
    "cards": "armies/paper/_cards.html",
    "blank": "armies/paper/_cards.html",
    "roster": "armies/paper/_roster.html",
}
"""The template of each kind of paper."""


def context(paper: Paper, form: str) -> dict[str, Any]:
    """Return what the templates of a paper read; `form` is that of its stat lines."""
    kind = paper.setup.kind
    cards = kind in ("cards", "blank")
    return {
        "paper": paper,
        "body": BODIES[kind],
        "form": form,
        "pages": card_pages(paper) if cards else (),
        "warband": warband(paper) if kind == "roster" else None,
    }


def pdf_page(paper: Paper) -> str:
    """Return the page that a PDF is drawn from."""
    page = render_to_string("armies/paper/document.html", context(paper, "lines"))
    return _AROUND.sub(r"\1", _BETWEEN.sub("> <", page))


def pdf_styles() -> str:
    """Return the style sheet of a PDF with its faces."""
    faces = "".join(
        f'@font-face {{ font-family: "{family}"; font-weight: {weight};'
        f" font-style: {'italic' if cut == 'It' else 'normal'};"
        f' src: url("{file.as_uri()}"); }}\n'
        for (_, _, family, weight, cut), file in zip(FACES, font_files(), strict=True)
    )
    return faces + "".join(_style_sheet(name) for name in STYLES)


def _style_sheet(name: str) -> str:
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(f"static/{name}")
    return Path(found).read_text("utf-8")

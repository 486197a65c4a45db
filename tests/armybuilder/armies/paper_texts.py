"""Papers of sample armies, and what their pages and PDFs say."""

import re
import subprocess
import tempfile
import zlib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string

from armybuilder.armies.papers import renderer
from armybuilder.armies.papers.pages import context
from armybuilder.armies.papers.paper import Paper, paper
from armybuilder.armies.papers.setup import PaperSetup
from rulesets.legality import review
from rulesets.rosters.roster import Roster
from tests.real_books import real_books

DAY = date(2026, 3, 1)
needs_forks = pytest.mark.skipif(not renderer.FORKS, reason="no fork server here")

LINK = "https://armies.example/share/abcdefghijklmnopqrstuvwx/"


def paper_of(army: Roster, *, address: str = "", **setup: Any) -> Paper:
    """Return a paper of an army, as set up."""
    books = real_books()
    options = PaperSetup(**setup)
    now = review(army, books)
    return paper(now, books, options, printed=DAY, owner="Ada", address=address)


def page_of(drawn: Paper) -> str:
    """Return a paper as the page of the site has it, its tables as tables.

    Spaces at which no line breaks are spaces as others here.
    """
    page = render_to_string("armies/paper/document.html", context(drawn, "table"))
    return page.replace("\u00a0", " ")


def pdf_of(drawn: Paper) -> bytes:
    """Return a paper as a PDF."""
    raw = renderer.drawn(renderer.paper_page(drawn), patience=60)
    assert raw is not None
    return raw


def inside(pdf: bytes) -> bytes:
    """Return every stream of a PDF unpacked."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL)
    found = []
    for part in streams:
        try:
            found.append(zlib.decompressobj().decompress(part))
        except zlib.error:
            found.append(part)
    return b"\n".join(found)


def pages(pdf: bytes) -> int:
    """Return how many pages a PDF has."""
    return len(re.findall(rb"/Type /Page\b", inside(pdf)))


def pdf_words(pdf: bytes) -> str:
    """Return what a PDF says, as pdftotext reads it, in one line."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "paper.pdf"
        file.write_bytes(pdf)
        done = subprocess.run(
            ["pdftotext", "-raw", str(file), "-"], capture_output=True, check=True
        )
    return squeezed(done.stdout.decode())


def squeezed(text: str) -> str:
    """Return a text without white space and hyphens: lines break where they will."""
    return re.sub(r"[\s\u00ad\u00a0\u200b]+", "", text)


def without_server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the next drawing start a server of its own."""
    monkeypatch.setattr(renderer, "spool", lambda: tmp_path)

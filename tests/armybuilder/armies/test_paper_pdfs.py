"""Papers as PDFs, and the processes that draw them."""

import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from armybuilder.armies.papers import renderer
from armybuilder.armies.papers.faces import font_files
from armybuilder.armies.papers.fork_server import LIBRARIES_MISSING, locked_fetcher
from armybuilder.armies.papers.renderer import PdfFailed, PdfUnavailable
from rulesets.rosters.roster import Selection
from tests.armybuilder.armies.paper_texts import (
    inside,
    needs_forks,
    pages,
    paper_of,
    pdf_of,
    without_server,
)
from tests.real_books import sample_army


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for drawings on a busy machine, where a page would tell of them."""
    monkeypatch.setattr(renderer, "SECONDS", 60)


@pytest.mark.parametrize(("size", "width"), [("a4", b"595"), ("letter", b"612")])
@pytest.mark.usefixtures("weasyprint")
def test_the_pdf_is_tagged_and_of_the_paper(size: str, width: bytes) -> None:
    pdf = pdf_of(paper_of(sample_army("cathay-500"), paper=size))
    assert pdf.startswith(b"%PDF-")
    assert b"/StructTreeRoot" in inside(pdf)
    assert re.search(rb"/MediaBox ?\[0 0 " + width, inside(pdf))
    assert pages(pdf) == 1


@pytest.mark.usefixtures("weasyprint")
def test_the_same_paper_is_the_same_bytes() -> None:
    page = renderer.paper_page(paper_of(sample_army("orcs-500")))
    first = renderer.drawn(page)
    (renderer.spool() / f"{renderer.page_key(page)}.pdf").unlink()
    assert renderer.drawn(page) == first


@pytest.mark.usefixtures("weasyprint")
def test_a_long_army_runs_over_several_pages() -> None:
    assert pages(pdf_of(paper_of(sample_army("skaven-1000")))) > 1


def test_an_army_that_is_too_large_is_refused_in_words() -> None:
    army = sample_army("skaven-1000")
    units = tuple(Selection(f"u{n}", "ratmen") for n in range(401))
    army = replace(army, forces=(replace(army.forces[0], units=units),))
    with pytest.raises(PdfFailed, match="at most 400 selections"):
        renderer.paper_page(paper_of(army))


@pytest.mark.parametrize(
    "markup",
    [
        '<img src="http://127.0.0.1:9/x.png">',
        '<link rel="stylesheet" href="file:///etc/hostname">',
        '<link rel="attachment" href="file:///etc/hostname">',
        '<a rel="attachment" href="file:///etc/hostname">x</a>',
        '<style>@import "http://127.0.0.1:9/x.css";</style>',
        '<p style="background: url(file:///etc/hostname)">x</p>',
        '<object data="data:text/plain,x"></object>',
    ],
)
def test_a_page_that_asks_for_anything_else_is_not_drawn(
    weasyprint: Any, markup: str
) -> None:
    page = f"<body>{markup}</body>"
    document = weasyprint.HTML(string=page, url_fetcher=locked_fetcher(weasyprint))
    with pytest.raises(weasyprint.urls.FatalURLFetchingError, match="may not fetch"):
        document.write_pdf()


def test_faces_are_read_and_nothing_beside_them(weasyprint: Any) -> None:
    faces = frozenset(file.as_uri() for file in font_files())
    fetcher = locked_fetcher(weasyprint, faces)
    assert all(fetcher.fetch(face).read(4) for face in faces)
    beside = font_files()[0].with_name("LICENSE.txt").as_uri()
    for address in (beside, "file:///etc/hostname", "http://127.0.0.1:9/x"):
        with pytest.raises(weasyprint.urls.FatalURLFetchingError):
            fetcher.fetch(address)


def a_page(words: str) -> str:
    return f'<html lang="en"><title>x</title><body><p>{words} {time.time_ns()}</p>'


@pytest.mark.parametrize("forks", [True, False])
def test_the_drawing_process_knows_no_secrets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, forks: bool
) -> None:
    seen: dict[str, Any] = {}

    def note(command: list[str], **options: Any) -> Any:
        seen.update(options)
        return subprocess.CompletedProcess(command, 1, b"", b"that is all")

    without_server(monkeypatch, tmp_path)
    monkeypatch.setenv("SECRET_KEY", "hush")
    monkeypatch.setattr(subprocess, "run", note)
    monkeypatch.setattr(renderer, "FORKS", forks)
    with pytest.raises(PdfFailed, match="that is all"):
        renderer.drawn(a_page("x"))
    assert "SECRET_KEY" not in seen["env"]
    assert seen["timeout"] == renderer.SECONDS


@pytest.mark.parametrize("forks", [True, False])
@pytest.mark.parametrize(
    ("status", "error", "said"),
    [
        (LIBRARIES_MISSING, PdfUnavailable, "apt-get install libpango-1.0-0"),
        (1, PdfFailed, "MemoryError"),
    ],
)
def test_a_drawing_that_fails_says_why(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    status: int,
    error: type[Exception],
    said: str,
    forks: bool,
) -> None:
    done = subprocess.CompletedProcess([], status, b"", b"Traceback\nMemoryError")
    without_server(monkeypatch, tmp_path)
    monkeypatch.setattr(renderer, "FORKS", forks)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: done)
    with pytest.raises(error, match=said):
        renderer.drawn(a_page("x"))


def test_a_drawing_without_a_server_that_takes_too_long_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(renderer, "SECONDS", 0.05)
    monkeypatch.setattr(renderer, "FORKS", False)
    with pytest.raises(PdfFailed, match="took longer"):
        renderer.drawn(a_page("x"))


@pytest.mark.parametrize("arguments", [["once"], []])
def test_missing_libraries_have_their_own_exit_status(
    tmp_path: Path, arguments: list[str]
) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError('no libpango')")
    done = subprocess.run(
        [sys.executable, "-m", "armybuilder.armies.papers.fork_server", *arguments],
        input=b'{"page": "", "styles": "", "faces": [], "spool": "/nowhere"}',
        capture_output=True,
        cwd=settings.BASE_DIR,
        env={"PYTHONPATH": str(tmp_path)},
        check=False,
    )
    assert done.returncode == LIBRARIES_MISSING
    assert b"no libpango" in done.stderr


@pytest.mark.usefixtures("weasyprint")
def test_without_a_server_a_page_is_drawn_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(renderer, "FORKS", False)
    raw = renderer.drawn(a_page("x"))
    assert raw is not None
    assert raw.startswith(b"%PDF-")


@needs_forks
@pytest.mark.usefixtures("weasyprint")
def test_a_page_that_fails_says_why_and_the_server_goes_on() -> None:
    bad = a_page('<img src="http://127.0.0.1:9/x.png">')
    with pytest.raises(PdfFailed, match="may not fetch"):
        renderer.drawn(bad)
    assert renderer.drawn(a_page("after it"))


@needs_forks
@pytest.mark.usefixtures("weasyprint")
def test_a_drawing_goes_on_while_nobody_waits_and_is_there_then() -> None:
    page = a_page("slow")
    assert renderer.drawn(page, patience=0.0) is None
    assert renderer.is_known(page)
    assert renderer.drawn(page)


@needs_forks
@pytest.mark.usefixtures("weasyprint")
def test_a_server_that_died_is_started_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    without_server(monkeypatch, tmp_path)
    first = servers(tmp_path)
    assert renderer.drawn(a_page("one"))
    (server,) = servers(tmp_path)
    assert not first
    assert not children(server), "a fork that has ended is collected"
    os.kill(server, 9)
    while servers(tmp_path):
        time.sleep(0.05)
    assert renderer.drawn(a_page("two"))
    (other,) = servers(tmp_path)
    assert other != server
    os.kill(other, 15)


def servers(spool: Path) -> list[int]:
    """Return the processes that listen in a folder."""
    found = []
    inodes = [
        line.split()[6]
        for line in Path("/proc/net/unix").read_text().splitlines()
        if f"{spool}/" in line
    ]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            links = [str(one.readlink()) for one in (process / "fd").iterdir()]
        except OSError:
            continue
        if any(f"socket:[{inode}]" in links for inode in inodes):
            found.append(int(process.name))
    return found


def children(process: int) -> list[int]:
    """Return the processes below one, ended and not collected ones among them."""
    for _ in range(100):
        told = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        if not told:
            return []
        time.sleep(0.05)
    return [int(one) for one in told]


@needs_forks
def test_the_folder_of_drawings_is_this_users_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    folder = renderer.spool()
    assert folder.stat().st_mode & 0o777 == 0o700
    folder.chmod(0o755)
    with pytest.raises(PdfFailed, match="this user alone"):
        renderer.spool()

"""PDFs of papers, asked of the fork server, which is started when it is needed."""

import fcntl
import hashlib
import json
import os
import socket
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from armybuilder.armies.papers import fork_server
from armybuilder.armies.papers.faces import font_files
from armybuilder.armies.papers.fork_server import LIBRARIES_MISSING
from armybuilder.armies.papers.pages import pdf_page, pdf_styles
from armybuilder.armies.papers.paper import Paper
from armybuilder.books.paper import PaperRefused

PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
"""Debian's and Ubuntu's names of the libraries that WeasyPrint needs."""

SECONDS = 20
"""The longest that starting, or drawing without a server, takes [seconds]."""

PATIENCE = 1.5
"""Time that an answer waits before it says that a drawing is made [seconds]."""

MOST_LINES = 400
"""Most selections of a PDF: some 10 seconds of processor time on an idle machine."""

FORKS = sys.platform == "linux"
"""True where a process that has loaded WeasyPrint may fork: not on macOS."""

_ENVIRONMENT = (
    "PATH",
    "HOME",
    "LANG",
    "TMPDIR",
    "XDG_CACHE_HOME",
    "FONTCONFIG_PATH",
    "FONTCONFIG_FILE",
    "LD_LIBRARY_PATH",
    "DYLD_FALLBACK_LIBRARY_PATH",
)


class PdfUnavailable(RuntimeError):
    """PDFs cannot be drawn on this machine; says which packages are missing."""

    def __init__(self) -> None:
        super().__init__(
            "PDFs need the Pango libraries, which are not installed here. "
            f"On Debian and Ubuntu: apt-get install {PACKAGES}"
        )


class PdfFailed(RuntimeError):
    """An army cannot be drawn as a PDF; says why."""


class PdfTooLarge(PdfFailed):
    """An army has more than a PDF holds; says how much that is."""


def paper_page(paper: Paper) -> str:
    """Return the page of a paper that is drawn.

    Raises
    ------
    PdfTooLarge
        If the army is too large.
    """
    lines = sum(1 for _ in paper.review.lines())
    if lines > MOST_LINES:
        raise PdfTooLarge(
            f"A PDF holds at most {MOST_LINES} selections, and this army has {lines}. "
            "Print the page from your browser instead."
        )
    return pdf_page(paper)


def drawn(page: str, patience: float | None = None) -> bytes | None:
    """Return a page as a PDF, none while it is still drawn.

    Asked again for the same page, it finds the drawing that was begun.

    Raises
    ------
    PdfUnavailable
        If the libraries are not installed: names the packages.
    PdfFailed
        If drawing takes too long, or fails.
    """
    if not FORKS:
        return _drawn_once(page)
    key = page_key(page)
    found = _finished(key)
    if found is not None:
        return found
    until = time.monotonic() + (PATIENCE if patience is None else patience)
    with _connected(key) as connection:
        _send(connection, page)
        connection.settimeout(max(0.01, until - time.monotonic()))
        try:
            connection.recv(1)
        except TimeoutError:
            return None
        except OSError:
            pass
    found = _finished(key)
    if found is None:
        raise PdfFailed("Drawing it was interrupted. Ask again.")
    return found


def drawn_for_books(page: str) -> bytes | None:
    """Return a page of a book as a PDF, see `armybuilder.books.paper`."""
    try:
        return drawn(page)
    except (PdfFailed, PdfUnavailable) as failure:
        raise PaperRefused(str(failure)) from failure


def is_known(page: str) -> bool:
    """Return whether a page is drawn, or being drawn, already."""
    begun = spool() / f"{page_key(page)}.begun"
    with suppress(OSError):
        return time.time() - begun.stat().st_mtime < fork_server.KEPT
    return False


def page_key(page: str) -> str:
    """Return the key of a page's drawing: of its words, styles and faces."""
    return hashlib.sha256(f"{_version()}\n{page}".encode()).hexdigest()


def _finished(key: str) -> bytes | None:
    """Return the file of a key; an error is told once."""
    with suppress(FileNotFoundError):
        return (spool() / f"{key}.pdf").read_bytes()
    failed = spool() / f"{key}.err"
    with suppress(FileNotFoundError):
        said = failed.read_bytes().decode(errors="replace")
        failed.unlink(missing_ok=True)
        (spool() / f"{key}.begun").unlink(missing_ok=True)
        raise PdfFailed(f"Drawing it failed: {said}")
    return None


def _send(connection: socket.socket, page: str) -> None:
    connection.settimeout(SECONDS)
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.sendall(page.encode())
        connection.shutdown(socket.SHUT_WR)


# -- the server ------------------------------------------------------------------------


def spool() -> Path:
    """Return the folder of drawn files and the socket, which is this user's alone."""
    name = f"armybuilder-{os.getuid()}-{_folder_mark()}"
    folder = Path(tempfile.gettempdir()) / name
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    is_ours = found.st_uid == os.getuid() and stat.S_ISDIR(found.st_mode)
    if not is_ours or stat.S_IMODE(found.st_mode) & 0o077:
        raise PdfFailed(f"{folder} is not a folder of this user alone.")
    return folder


@cache
def _folder_mark() -> str:
    return hashlib.sha256(str(settings.BASE_DIR).encode()).hexdigest()[:12]


@cache
def _version() -> str:
    """Return what tells this server from one of another version of the code."""
    told = [sys.executable, pdf_styles(), Path(fork_server.__file__).read_text("utf-8")]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:12]


def _connected(key: str) -> socket.socket:
    """Return a connection to the server that has said its key."""
    address = spool() / f"{_version()}.socket"
    for _ in range(3):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(SECONDS)
        try:
            connection.connect(str(address))
            connection.sendall(key.encode())
        except OSError:
            connection.close()
            _start(address)
            continue
        (spool() / f"{key}.begun").touch()
        return connection
    raise PdfFailed("The process that draws PDFs does not answer.")


def _start(address: Path) -> None:
    """Start the server, unless another process has done so meanwhile."""
    with (spool() / "starting").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _answers(address):
            return
        asked = {
            "styles": pdf_styles(),
            "faces": [file.as_uri() for file in font_files()],
            "spool": str(spool()),
            "socket": address.name,
            "most": max(1, os.cpu_count() or 1),
        }
        _run([], asked)


def _answers(address: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(address))
        except OSError:
            return False
    return True


def _drawn_once(page: str) -> bytes:
    faces = [file.as_uri() for file in font_files()]
    return _run(["once"], {"page": page, "styles": pdf_styles(), "faces": faces})


def _run(arguments: list[str], asked: dict[str, Any]) -> bytes:
    command = [
        sys.executable,
        "-m",
        "armybuilder.armies.papers.fork_server",
        *arguments,
    ]
    try:
        done = subprocess.run(  # noqa: S603
            command,
            input=json.dumps(asked).encode(),
            capture_output=True,
            cwd=settings.BASE_DIR,
            env={key: os.environ[key] for key in _ENVIRONMENT if key in os.environ},
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise PdfFailed(f"Drawing it took longer than {SECONDS} seconds.") from None
    if done.returncode == LIBRARIES_MISSING:
        raise PdfUnavailable
    if done.returncode:
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise PdfFailed(f"Drawing it failed: {last[:200] or done.returncode}")
    return done.stdout

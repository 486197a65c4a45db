"""Draw PDFs of papers in processes of their own, without settings or database.

Run as a program it is the fork server: one parent that has loaded WeasyPrint, the style
sheet and its fonts, and never reads a page; each PDF is drawn by a fork of it, with
limits of memory and time. It reads its set-up as JSON from standard input and listens
on a Unix socket. With ``once`` it draws a single page from standard input instead, for
systems where such forks are not safe.

Nothing is fetched but the files of the faces: neither files nor addresses of a page.
"""

import gc
import json
import os
import resource
import selectors
import signal
import socket
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MOST_MEMORY = 2_000_000_000
"""Address space that a drawing may take [bytes]."""

MOST_SECONDS = 40
"""Processor time that a drawing may take [seconds]."""

MOST_WAITING = 60
"""Time that a drawing may take, waiting among others included [seconds]."""

LIBRARIES_MISSING = 3
"""Exit status where the C libraries of WeasyPrint are not installed."""

IDLE = 600
"""Time without work after which the server ends [seconds]."""

KEPT = 600
"""Time that drawn files are kept [seconds]."""

KEY = 64
"""Letters of the key before a page: its hash."""

_SVG = (
    '<svg width="9mm" height="9mm" viewBox="0 0 40 48"><title>x</title>'
    '<clipPath id="c"><path d="M2 2h36v21c0 12-9 19-18 23a8 8 0 1 1 1 0z"/></clipPath>'
    '<g clip-path="url(#c)"><path fill="none" stroke="#000" stroke-width=".7"'
    ' stroke-dasharray="0.2 0.5" stroke-linecap="round" d="M2 2V9H8"/></g>'
    '<text x="1" y="3" font-size="2.6" text-anchor="end" fill="#333"'
    ' font-family="Source Sans Pro">1</text></svg>'
)

_UNIT = (
    '<section class="unit"><div class="unit-head"><h3><span class="no">1</span>Ae'
    '<span class="chip">b</span></h3><p class="price">1 <small>2</small></p></div>'
    f'<div class="side">{_SVG}</div>'
    '<div class="lines cols-12"><p class="heads"><span class="who">x</span>M\tA\t</p>'
    '<p>1\t<span class="same">–\t</span></p></div><p class="gear"><b>x</b>, '
    f'<span class="rules">fi.</span></p><p class="marks">{_SVG}x</p></section>'
)

WARM = (
    '<html lang="en"><title>x</title><body><main class="paper"><div class="masthead">'
    f'<div class="crest">{_SVG}</div><div><h1 data-foot="x">Count</h1></div>'
    '<p class="code" data-code="x">x</p></div><p class="verdict">x</p>'
    '<table class="compact"><colgroup><col class="c-no"><col></colgroup><thead><tr'
    ' class="group"><th>x</th><th>y</th></tr></thead><tbody><tr class="main"><td>x</td>'
    '<th>y</th></tr></tbody></table><div class="row"><div class="half">'
    f'{_UNIT}</div><div class="half">{_UNIT}</div></div><ul><li>x</li></ul>'
    '<table class="write"><tr><td>1</td></tr></table><div class="card-page">'
    '<div class="card-grid"><article class="card"><div class="card-foot">x</div>'
    f'</article></div></div><div class="appendix"><div>{"<p>x</p>" * 80}</div></div>'
)
"""A page of our own that is drawn once, so that forks find everything loaded."""


@dataclass(slots=True)
class Drawer:
    """WeasyPrint with the style sheet and the faces read."""

    weasyprint: Any
    styles: list[Any]
    fonts: Any
    fetcher: Any

    def draw(self, page: str) -> bytes:
        """Return a page as a tagged PDF."""
        document = self.weasyprint.HTML(string=page, url_fetcher=self.fetcher)
        pdf: bytes = document.write_pdf(
            stylesheets=self.styles, font_config=self.fonts, pdf_variant="pdf/ua-1"
        )
        return pdf


def drawer(styles: str, faces: list[str]) -> Drawer:
    """Return a drawer; WeasyPrint loads its C libraries here, or raises `OSError`."""
    import weasyprint
    from weasyprint.text.fonts import FontConfiguration

    fonts = FontConfiguration()
    fetcher = locked_fetcher(weasyprint, frozenset(faces))
    sheet = weasyprint.CSS(string=styles, url_fetcher=fetcher, font_config=fonts)
    return Drawer(weasyprint, [sheet], fonts, fetcher)


def locked_fetcher(weasyprint: Any, admitted: frozenset[str] = frozenset()) -> Any:
    """Return a fetcher that stops the drawing at whatever else a page asks for."""
    blocked = weasyprint.urls.FatalURLFetchingError

    class Locked(weasyprint.urls.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            if url in admitted:
                return super().fetch(url, headers)
            raise blocked(f"The sheet may not fetch {url[:80]!r}.")

    protocols = ("file",) if admitted else ()
    return Locked(allowed_protocols=protocols, allow_redirects=False)


def set_limits() -> None:
    # Some systems (macOS) refuse these limits; the clock of who asks holds everywhere.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


# -- one page --------------------------------------------------------------------------


def draw_once() -> int:
    """Draw the page on standard input, for systems without a fork server."""
    set_limits()
    asked = json.loads(sys.stdin.buffer.read())
    try:
        pdf = drawer(asked["styles"], asked["faces"]).draw(asked["page"])
    except OSError as problem:
        sys.stderr.write(f"{problem}\n")
        return LIBRARIES_MISSING
    sys.stdout.buffer.write(pdf)
    return 0


# -- the fork server -------------------------------------------------------------------


@dataclass(slots=True)
class Work:
    """A drawing that is asked for: who waits for it, and the process that draws it."""

    key: str
    waiting: list[socket.socket] = field(default_factory=list)
    process: int = 0
    until: float = 0.0


@dataclass(slots=True)
class Server:
    """The parent: accepts keys, forks, and says who waits that a file is there.

    The first connection of a key sends the page, which the fork alone reads.
    """

    listener: socket.socket
    spool: Path
    drawer: Drawer
    most: int
    works: dict[str, Work] = field(default_factory=dict)
    last: float = field(default_factory=time.monotonic)

    def serve(self) -> None:
        """Serve until nobody has asked for anything for a while."""
        signals, wake = socket.socketpair()
        wake.settimeout(0)
        signals.settimeout(0)
        signal.set_wakeup_fd(wake.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        with selectors.DefaultSelector() as selector:
            selector.register(self.listener, selectors.EVENT_READ)
            selector.register(signals, selectors.EVENT_READ)
            while self.works or time.monotonic() - self.last < IDLE:
                for ready, _ in selector.select(timeout=1.0):
                    if ready.fileobj is self.listener:
                        self.accept()
                    else:
                        with suppress(BlockingIOError):
                            signals.recv(4096)
                self.reap()
                self.start()
                self.sweep()

    def accept(self) -> None:
        """Take one connection with its key."""
        try:
            connection, _ = self.listener.accept()
        except OSError:
            return
        connection.settimeout(1.0)
        key = ""
        with suppress(OSError, UnicodeDecodeError):
            key = connection.recv(KEY, socket.MSG_WAITALL).decode("ascii")
        if len(key) != KEY or not key.isalnum():
            connection.close()
            return
        self.last = time.monotonic()
        work = self.works.setdefault(key, Work(key))
        work.waiting.append(connection)
        work.until = work.until or self.last + MOST_WAITING

    def start(self) -> None:
        """Fork for works that wait, as many at a time as there are processors."""
        drawing = sum(1 for work in self.works.values() if work.process)
        for work in self.works.values():
            if drawing >= self.most:
                return
            if not work.process:
                work.process = os.fork()
                if not work.process:
                    self.draw(work)
                drawing += 1

    def draw(self, work: Work) -> None:
        """Draw in the fork, write the file, and end."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self.listener.close()
            gc.disable()
            set_limits()
            page = received(work.waiting[0])
            put(self.spool / f"{work.key}.pdf", self.drawer.draw(page))
            status = 0
        except BaseException as problem:
            said = f"{type(problem).__name__}: {problem}".encode()
            with suppress(Exception):
                put(self.spool / f"{work.key}.err", said[:400])
        finally:
            os._exit(status)

    def reap(self) -> None:
        """Collect processes that have ended, and end those that take too long."""
        now = time.monotonic()
        for work in [*self.works.values()]:
            if work.process and now > work.until:
                with suppress(ProcessLookupError):
                    os.kill(work.process, signal.SIGKILL)
            if (work.process and os.waitpid(work.process, os.WNOHANG)[0]) or (
                not work.process and now > work.until
            ):
                self.finish(work)

    def finish(self, work: Work) -> None:
        """Tell those who wait; a process that was killed has left no file."""
        drawn = self.spool / f"{work.key}.pdf"
        failed = self.spool / f"{work.key}.err"
        if not drawn.exists() and not failed.exists():
            put(failed, b"the drawing was stopped")
        for connection in work.waiting:
            connection.close()
        del self.works[work.key]

    def sweep(self) -> None:
        """Forget files that are old."""
        if int(time.monotonic()) % 30:
            return
        oldest = time.time() - KEPT
        for file in self.spool.iterdir():
            with suppress(OSError):
                if file.suffix in (".pdf", ".err") and file.stat().st_mtime < oldest:
                    file.unlink()


def received(connection: socket.socket) -> str:
    """Return the page that a connection sends behind its key."""
    connection.settimeout(10.0)
    parts = []
    while part := connection.recv(1 << 16):
        parts.append(part)
    return b"".join(parts).decode()


def put(file: Path, content: bytes) -> None:
    """Write a file that is either there as a whole or not at all."""
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    beside.write_bytes(content)
    beside.replace(file)


def serve() -> int:
    """Become the server; who started this learns that it listens when this returns."""
    asked = json.loads(sys.stdin.buffer.read())
    spool = Path(asked["spool"])
    try:
        ready = drawer(asked["styles"], asked["faces"])
    except OSError as problem:
        sys.stderr.write(f"{problem}\n")
        return LIBRARIES_MISSING
    ready.draw(WARM)
    gc.collect()
    gc.freeze()
    address = spool / asked["socket"]
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    beside = spool / f".{asked['socket']}.{os.getpid()}"
    listener.bind(str(beside))
    listener.listen(64)
    beside.rename(address)
    if os.fork():
        os._exit(0)
    os.setsid()
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    Server(listener, spool, ready, asked["most"]).serve()
    with suppress(OSError):
        address.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(draw_once() if "once" in sys.argv[1:] else serve())

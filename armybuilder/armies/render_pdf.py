"""Draw a PDF: page and styles as JSON on standard input, PDF on standard output.

Runs as a process of its own, without settings or database, so that what goes wrong with
a page cannot take the site along. It fetches nothing: neither files nor addresses.
"""

import json
import resource
import sys
from contextlib import suppress
from typing import Any

MOST_MEMORY = 2_000_000_000
"""Address space that a drawing may take [bytes]."""

MOST_SECONDS = 40
"""Processor time that a drawing may take [seconds]."""

LIBRARIES_MISSING = 3
"""Exit status where the C libraries of WeasyPrint are not installed."""


def main() -> int:
    # Some systems (macOS) refuse these limits; the parent's clock holds everywhere.
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    asked = json.loads(sys.stdin.buffer.read())
    try:
        # WeasyPrint loads its C libraries at import and fails where they are missing.
        import weasyprint
    except OSError as problem:
        sys.stderr.write(f"{problem}\n")
        return LIBRARIES_MISSING
    sys.stdout.buffer.write(draw(weasyprint, asked["page"], asked["styles"]))
    return 0


def draw(weasyprint: Any, page: str, styles: list[str]) -> bytes:
    fetcher = locked_fetcher(weasyprint)
    sheets = [weasyprint.CSS(string=text, url_fetcher=fetcher) for text in styles]
    document = weasyprint.HTML(string=page, url_fetcher=fetcher)
    pdf: bytes = document.write_pdf(stylesheets=sheets, pdf_variant="pdf/ua-1")
    return pdf


def locked_fetcher(weasyprint: Any) -> Any:
    """Return a fetcher that stops the drawing at whatever a page asks for."""
    blocked = weasyprint.urls.FatalURLFetchingError

    class Locked(weasyprint.urls.URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: Any = None) -> Any:
            del headers
            raise blocked(f"The sheet may not fetch {url[:80]!r}.")

    return Locked(allowed_protocols=(), allow_redirects=False)


if __name__ == "__main__":
    sys.exit(main())

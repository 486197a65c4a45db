"""The site's faces: parts of installed fonts, made small for the web.

They are made once, when static files are asked for or collected, and kept in `VAR`.
"""

import hashlib
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, overload

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage
from font_source_sans_pro import font_files_ttf as sans
from font_source_serif_pro import font_files_ttf as serif
from fontTools import subset, version

FACES = {
    "serif-400": serif["SourceSerifPro"],
    "serif-700": serif["SourceSerifProBold"],
    "sans-400": sans["SourceSansPro"],
    "sans-600": sans["SourceSansProSemibold"],
}
LETTERS = (
    "U+20-7E,U+A0-17F,U+2010-2015,U+2018-201E,U+2020-2022,U+2026,U+2030,U+2032-2033,"
    "U+2039-203A,U+2044,U+2074,U+2080-2089,U+20AC,U+2190-2193,U+2212,U+2248,U+2260,"
    "U+2264-2265"
)
OPTIONS = ["--flavor=woff2", "--layout-features=*", "--no-hinting", "--desubroutinize"]
FOLDER = "faces"


def made_faces() -> Path:
    """Return the folder of the small fonts; makes those that are absent."""
    recipe = repr((sorted(FACES), LETTERS, OPTIONS, version))
    mark = hashlib.sha256(recipe.encode()).hexdigest()[:12]
    folder = Path(settings.VAR) / FOLDER / mark
    folder.mkdir(parents=True, exist_ok=True)
    for name, source in FACES.items():
        if not (folder / f"{name}.woff2").exists():
            _make(source, folder / f"{name}.woff2")
    return folder


def _make(source: str, target: Path) -> None:
    """Write a part of a font; two processes may do so at once."""
    with TemporaryDirectory(dir=target.parent) as folder:
        written = Path(folder) / target.name
        subset.main(
            [source, f"--unicodes={LETTERS}", f"--output-file={written}", *OPTIONS]
        )
        written.replace(target)


class FaceFinder(BaseFinder):
    """Finds the small fonts as static files below ``faces/``."""

    def check(self, **_options: Any) -> list[CheckMessage]:
        return []

    @overload
    def find(self, path: str, find_all: Literal[False] = ...) -> str | None: ...
    @overload
    def find(self, path: str, find_all: Literal[True]) -> list[str]: ...
    def find(
        self,
        path: str,
        find_all: bool = False,  # noqa: FBT001, FBT002
    ) -> Any:
        known = path in {f"{FOLDER}/{name}.woff2" for name in FACES}
        found = [str(made_faces() / Path(path).name)] if known else []
        return found[0] if found and not find_all else found

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterable[tuple[str, FileSystemStorage]]:
        storage = FileSystemStorage(location=made_faces())
        storage.prefix = FOLDER  # type: ignore[attr-defined]
        for name in FACES:
            yield f"{name}.woff2", storage

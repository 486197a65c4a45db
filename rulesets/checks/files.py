"""Files of armies: from paths and uploads, out of archives; nothing is ever written."""

import io
import os
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

MOST_BYTES = 1_000_000
"""Largest roster document that is checked [bytes]."""

MOST_FILES = 500
"""Most files of one archive, or of one check."""

MOST_IN_ALL = 24_000_000
"""Largest size of all files of one check, unpacked [bytes]."""

MOST_LETTERS = 200
"""Most that is shown of a name in an archive [characters]."""

STANDARD_INPUT = "-"
LINK = "not read: a link to a folder"
NO_FILE = "not read: no file"
ENDINGS = (".json", ".zip")
"""Endings of the files read in folders, in small letters or capitals."""

_PLAIN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ARCHIVE_START = b"PK\x03\x04"
_ENCRYPTED = 0x1
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError)


@dataclass(frozen=True, slots=True)
class ArmyFile:
    """A document by the name that it came with, or why it could not be opened."""

    name: str
    raw: bytes = b""
    problem: str = ""


class UnpackError(ValueError):
    """An upload that cannot be opened; says why."""


# -- uploads ------------------------------------------------------------------------


def unpack(uploads: Iterable[tuple[str, BinaryIO]]) -> tuple[ArmyFile, ...]:
    """Return the documents of uploads; archives are opened, but not inside archives.

    Raises
    ------
    UnpackError
        If an archive is broken, or there is too much of it: names the file.
    """
    files: list[ArmyFile] = []
    size = 0
    for name, upload in uploads:
        for file in _documents_in(name, upload):
            files.append(file)
            size += len(file.raw)
            if len(files) > MOST_FILES:
                raise UnpackError(f"More than {MOST_FILES} files at once.")
            if size > MOST_IN_ALL:
                raise UnpackError(f"More than {MOST_IN_ALL:,} bytes at once.")
    return tuple(files)


def _documents_in(name: str, upload: BinaryIO) -> Iterator[ArmyFile]:
    """Yield an upload as a file, or every document of it if it is an archive."""
    start = upload.read(len(_ARCHIVE_START))
    upload.seek(0)
    if start == _ARCHIVE_START:
        yield from _members(name, upload)
    else:
        # One byte more than may be shows that it is too large.
        yield ArmyFile(name, upload.read(MOST_BYTES + 1))


def _members(name: str, upload: BinaryIO) -> Iterator[ArmyFile]:
    try:
        with zipfile.ZipFile(upload) as archive:
            for member in archive.infolist():
                if _is_document(member):
                    place = f"{name}/{member.filename[:MOST_LETTERS]}"
                    yield _member(place, archive, member)
    except _BROKEN as problem:
        text = str(problem) or "it ends early"
        raise UnpackError(f"{name}: the archive cannot be read: {text}.") from None


def _is_document(member: zipfile.ZipInfo) -> bool:
    """Leave out folders, and the files that file managers add."""
    *folders, name = member.filename.split("/")
    hidden = "__MACOSX" in folders or name == ".DS_Store" or name.startswith("._")
    return not member.is_dir() and not hidden


def _member(place: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> ArmyFile:
    """Return a member, or why it cannot be read: that stops none of the others."""
    if member.flag_bits & _ENCRYPTED:
        return ArmyFile(place, problem="it is encrypted")
    if member.compress_type not in _PLAIN_METHODS:
        return ArmyFile(place, problem="only plain zip compression (deflate) is read")
    with archive.open(member) as opened:
        raw = opened.read(MOST_BYTES + 1)
    if raw.startswith(_ARCHIVE_START):
        return ArmyFile(place, problem="archives inside archives are not opened")
    return ArmyFile(place, raw)


# -- paths --------------------------------------------------------------------------


def files_at(
    paths: Iterable[str], complain: Callable[[str], object]
) -> Iterator[ArmyFile]:
    """Yield the documents at paths, one open at a time.

    A path is a document, an archive, a folder, or `-` for standard input. Of files in
    folders that are neither documents nor archives, ``complain`` is told.
    """
    for path in paths:
        if path == STANDARD_INPUT:
            yield from _of_standard_input()
        elif Path(path).is_dir():
            yield from _in_folder(Path(path), complain)
        else:
            yield from _of_path(Path(path))


def _in_folder(folder: Path, complain: Callable[[str], object]) -> Iterator[ArmyFile]:
    found = False
    for path, problem in _below(folder):
        if problem:
            found = True
            yield ArmyFile(str(path), problem=problem)
        elif path.suffix.lower() in ENDINGS:
            found = True
            yield from _of_path(path)
        else:
            complain(f"{path}: not read: neither .json nor .zip")
    if not found:
        yield ArmyFile(str(folder), problem="there is no .json and no .zip in it")


def _below(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of a folder and of those in it, by name.

    Of folders that are not looked into, and of what would keep us waiting, with why.
    """
    closed: list[OSError] = []
    for place, folders, names in os.walk(folder, onerror=closed.append):
        folders.sort()
        inner = [Path(place) / name for name in folders]
        yield from ((path, LINK) for path in inner if path.is_symlink())
        for path in (Path(place) / name for name in sorted(names)):
            yield path, NO_FILE if path.exists() and not path.is_file() else ""
    for problem in closed:
        yield Path(str(problem.filename)), problem.strerror or str(problem)


def _of_standard_input() -> Iterator[ArmyFile]:
    if sys.stdin is None:
        return iter([ArmyFile(STANDARD_INPUT, problem="there is no standard input")])
    return _opened(STANDARD_INPUT, io.BytesIO(sys.stdin.buffer.read()))


def _of_path(path: Path) -> Iterator[ArmyFile]:
    try:
        with path.open("rb") as opened:
            yield from _opened(str(path), opened)
    except OSError as problem:
        yield ArmyFile(str(path), problem=problem.strerror or str(problem))


def _opened(name: str, opened: BinaryIO) -> Iterator[ArmyFile]:
    try:
        yield from _documents_in(name, opened)
    except UnpackError as problem:
        yield ArmyFile(name, problem=str(problem).removeprefix(f"{name}: "))

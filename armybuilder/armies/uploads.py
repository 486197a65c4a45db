"""What was pasted or uploaded, as files in memory; nothing is ever written by name."""

import zipfile
import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from armybuilder.armies.checks import MOST_BYTES, File

MOST_FILES = 500
"""How many files one archive, or one check, may hold."""

MOST_IN_ALL = 24_000_000
"""How large all files of one check may be, unpacked [bytes]."""

MOST_LETTERS = 200
"""How much is shown of a name in an archive [characters]."""

_PLAIN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ARCHIVE_START = b"PK\x03\x04"
_ENCRYPTED = 0x1
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError)


class UnpackError(ValueError):
    """An upload that cannot be opened; says why."""


def unpack(uploads: Iterable[tuple[str, BinaryIO]]) -> tuple[File, ...]:
    """Return the documents of uploads; archives are opened, but not inside archives.

    Raises
    ------
    UnpackError
        If an archive is broken, or there is too much of it: names the file.
    """
    files: list[File] = []
    size = 0
    for name, upload in uploads:
        for file in documents_in(name, upload):
            files.append(file)
            size += len(file.raw)
            if len(files) > MOST_FILES:
                raise UnpackError(f"More than {MOST_FILES} files at once.")
            if size > MOST_IN_ALL:
                raise UnpackError(f"More than {MOST_IN_ALL:,} bytes at once.")
    return tuple(files)


def documents_in(name: str, upload: BinaryIO) -> Iterator[File]:
    """Yield an upload as a file, or every document of it if it is an archive.

    Raises
    ------
    UnpackError
        If the archive is broken: names the file.
    """
    start = upload.read(len(_ARCHIVE_START))
    upload.seek(0)
    if start == _ARCHIVE_START:
        yield from _members(name, upload)
    else:
        # One byte more than may be shows that it is too large.
        yield File(name, upload.read(MOST_BYTES + 1))


def _members(name: str, upload: BinaryIO) -> Iterator[File]:
    try:
        with zipfile.ZipFile(upload) as archive:
            for member in archive.infolist():
                if _is_document(member):
                    place = f"{name}/{member.filename[:MOST_LETTERS]}"
                    yield _file(place, archive, member)
    except _BROKEN as problem:
        text = str(problem) or "it ends early"
        raise UnpackError(f"{name}: the archive cannot be read: {text}.") from None


def _is_document(member: zipfile.ZipInfo) -> bool:
    """Leave out folders, and what file managers add beside the files."""
    *folders, name = member.filename.split("/")
    hidden = "__MACOSX" in folders or name == ".DS_Store" or name.startswith("._")
    return not member.is_dir() and not hidden


def _file(place: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> File:
    """Return a member, or why it cannot be read: that stops none of the others."""
    if member.flag_bits & _ENCRYPTED:
        return File(place, problem="it is encrypted")
    if member.compress_type not in _PLAIN_METHODS:
        return File(place, problem="only plain zip compression (deflate) is read")
    with archive.open(member) as opened:
        raw = opened.read(MOST_BYTES + 1)
    if raw.startswith(_ARCHIVE_START):
        return File(place, problem="archives inside archives are not opened")
    return File(place, raw)

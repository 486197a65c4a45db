"""Files of armies: from paths and uploads, out of archives; nothing is ever written."""

import io
import os
import struct
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import BinaryIO

MOST_BYTES = 1_000_000
"""Largest roster document that is checked [bytes]."""

MOST_FILES = 500
"""Most files of one archive, or of one check."""

MOST_IN_ALL = 24_000_000
"""Largest size of all files of one check, unpacked [bytes]."""

MOST_BULK_FILES = 20_000
"""Most files of one bulk check."""

MOST_BULK_BYTES = 100_000_000
"""Largest size of all files of one bulk check, unpacked [bytes]."""

MOST_LETTERS = 200
"""Most that is shown of a name in an archive [characters]."""

STANDARD_INPUT = "-"
LINK = "not read: a link to a folder"
NO_FILE = "not read: no file"
EMPTY_FILE = "the file is empty"
ENDINGS = (".json", ".zip", ".txt", ".ros", ".rosz")
"""Endings of the files read in folders, in small letters or capitals."""

_ENDINGS = f"{', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
NO_ENDING = f"not read: no {_ENDINGS}"

NO_LISTS = {
    **dict.fromkeys((".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic"), "a picture"),
    **dict.fromkeys((".svg", ".bmp", ".tif", ".tiff"), "a picture"),
    **dict.fromkeys((".mp3", ".mp4", ".mov", ".wav"), "a recording"),
    **dict.fromkeys((".css", ".js", ".py", ".exe"), "a program"),
    ".pdf": "a printed paper (PDF)",
}
"""Endings of files that are no lists, in small letters, with what they are."""

NO_LIST_NAMES = ("readme", "read me", "licence", "license", "changelog")
"""Beginnings of the names of files that say something about the others."""

LEFT_BY_MANAGERS = (".ds_store", "thumbs.db", "desktop.ini")

_PLAIN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ARCHIVE_START = b"PK\x03\x04"
_ENCRYPTED = 0x1
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, struct.error),
    *(EOFError, OSError, RuntimeError, ValueError, OverflowError),
)
"""The exceptions of a broken archive; a name that is no UTF-8 is a ValueError."""

_END = struct.Struct("<4s4H2LH")
_ENTRY = struct.Struct("<4s24x3H12x")
_END_START, _ENTRY_START = b"PK\x05\x06", b"PK\x01\x02"
_LONGEST_END = _END.size + 0xFFFF


@dataclass(frozen=True, slots=True)
class ArmyFile:
    """A document by the name that it came with, or why it could not be opened.

    ``is_list`` is False for what is no list by its name: a picture, a note.
    ``same_as`` is the name of the first file of a check with the same bytes.
    """

    name: str
    raw: bytes = b""
    problem: str = ""
    is_list: bool = True
    same_as: str = ""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most that one check takes: files, and bytes of all of them, unpacked."""

    files: int = MOST_FILES
    size: int = MOST_IN_ALL


BULK = Bounds(MOST_BULK_FILES, MOST_BULK_BYTES)


class UnpackError(ValueError):
    """An upload that cannot be opened; says why."""


def with_twins(files: Iterable[ArmyFile]) -> Iterator[ArmyFile]:
    """Yield files, each with the name of the first that has the same bytes."""
    first: dict[bytes, str] = {}
    for file in files:
        if not file.raw:
            yield file
            continue
        name = first.setdefault(blake2b(file.raw, digest_size=16).digest(), file.name)
        yield file if name == file.name else replace(file, same_as=name)


# -- uploads ------------------------------------------------------------------------


def unpack(
    uploads: Iterable[tuple[str, BinaryIO]], bounds: Bounds | None = None
) -> tuple[ArmyFile, ...]:
    """Return the documents of uploads; archives are opened, but not inside archives.

    Raises
    ------
    UnpackError
        If an archive is broken, or there is too much of it: names the file.
    """
    return tuple(unpacked(uploads, bounds or Bounds(MOST_FILES, MOST_IN_ALL)))


def unpacked(
    uploads: Iterable[tuple[str, BinaryIO]], bounds: Bounds
) -> Iterator[ArmyFile]:
    """Yield the documents of uploads one by one, as `unpack` returns them."""
    files = size = 0
    names: Counter[str] = Counter()
    for sent, upload in uploads:
        name = _once(sent, names)
        if entries_in(upload, bounds.files - files) > bounds.files - files:
            raise UnpackError(f"More than {bounds.files:,} files at once.")
        for file in _documents_in(name, upload):
            files += 1
            size += len(file.raw)
            if files > bounds.files:
                raise UnpackError(f"More than {bounds.files:,} files at once.")
            if size > bounds.size:
                raise UnpackError(f"More than {bounds.size:,} bytes at once.")
            yield file


def entries_in(upload: BinaryIO, most: int) -> int:
    """Return how many entries an archive lists, counted no further than past ``most``.

    They are counted before `zipfile` makes an object of each. What has no list of
    entries has 0; `zipfile` says then what is wrong with it.
    """
    upload.seek(0, os.SEEK_END)
    length = upload.tell()
    upload.seek(max(0, length - _LONGEST_END))
    tail = upload.read(_LONGEST_END)
    upload.seek(0)
    at = tail.rfind(_END_START)
    if at < 0 or len(tail) - at < _END.size:
        return 0
    *_, listed, size, _start, _comment = _END.unpack_from(tail, at)
    if listed == 0xFFFF or size > length:
        return most + 1
    upload.seek(max(0, length - len(tail) + at - size))
    entries = _count_entries(upload, most)
    upload.seek(0)
    return entries


def _count_entries(upload: BinaryIO, most: int) -> int:
    entries = 0
    while entries <= most:
        head = upload.read(_ENTRY.size)
        if len(head) < _ENTRY.size or not head.startswith(_ENTRY_START):
            break
        entries += 1
        _, *lengths = _ENTRY.unpack(head)
        upload.seek(sum(lengths), os.SEEK_CUR)
    return entries


def _documents_in(name: str, upload: BinaryIO) -> Iterator[ArmyFile]:
    """Yield an upload as a file, or every document of it if it is an archive."""
    start = upload.read(len(_ARCHIVE_START))
    upload.seek(0)
    if start in (_ARCHIVE_START, _END_START):
        yield from _members(name, upload)
    elif what := _not_a_list(name):
        yield ArmyFile(name, problem=what, is_list=False)
    elif not start:
        yield ArmyFile(name, problem=EMPTY_FILE)
    else:
        # One byte more than may be shows that it is too large.
        yield ArmyFile(name, upload.read(MOST_BYTES + 1))


def _members(name: str, upload: BinaryIO) -> Iterator[ArmyFile]:
    try:
        with zipfile.ZipFile(upload) as archive:
            names: Counter[str] = Counter()
            for member in archive.infolist():
                if not member.is_dir():
                    place = _once(f"{name}/{_shown(member)}", names)
                    yield _member(place, archive, member)
    except _BROKEN as problem:
        text = str(problem) or "it ends early"
        raise UnpackError(f"{name}: the archive cannot be read: {text}.") from None


def _once(name: str, names: Counter[str]) -> str:
    """Return a name, with a number where it was there before."""
    names[name] += 1
    return name if names[name] == 1 else f"{name} ({names[name]})"


def _shown(member: zipfile.ZipInfo) -> str:
    """Return the name of a member as words: short, and without control codes."""
    name = member.filename[:MOST_LETTERS]
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in name)


def _not_a_list(path: str) -> str:
    """Return why a file is no list by its name, "" where it may be one."""
    *folders, name = path.replace("\\", "/").lower().split("/")
    if "__macosx" in folders or name in LEFT_BY_MANAGERS or name.startswith("._"):
        return "no list: left by a file manager"
    ending = PurePosixPath(name).suffix
    if ending in NO_LISTS:
        return f"no list: {NO_LISTS[ending]}"
    is_note = name.startswith(NO_LIST_NAMES) and ending in ("", ".txt", ".md")
    return "no list: a note" if is_note else ""


def _member(place: str, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> ArmyFile:
    """Return a member, or why it cannot be read: that stops none of the others."""
    if what := _not_a_list(member.filename):
        return ArmyFile(place, problem=what, is_list=False)
    if member.flag_bits & _ENCRYPTED:
        return ArmyFile(place, problem="it is encrypted")
    if member.compress_type not in _PLAIN_METHODS:
        return ArmyFile(place, problem="only plain zip compression (deflate) is read")
    try:
        with archive.open(member) as opened:
            raw = opened.read(MOST_BYTES + 1)
    except _BROKEN as problem:
        text = str(problem) or "it ends early"
        return ArmyFile(place, problem=f"it cannot be read: {text}")
    if raw.startswith(_ARCHIVE_START):
        return ArmyFile(place, problem="archives inside archives are not opened")
    return ArmyFile(place, raw, problem="" if raw else EMPTY_FILE)


# -- paths --------------------------------------------------------------------------


def files_at(paths: Iterable[str]) -> Iterator[ArmyFile]:
    """Yield the documents at paths, one open at a time.

    A path is a document, an archive, a list as text, a folder, or `-` for standard
    input. Files in folders with other endings are no lists.
    """
    for path in paths:
        if path == STANDARD_INPUT:
            yield from _of_standard_input()
        elif Path(path).is_dir():
            yield from _in_folder(Path(path))
        else:
            yield from _of_path(Path(path))


def _in_folder(folder: Path) -> Iterator[ArmyFile]:
    found = False
    for path, problem in _below(folder):
        if problem:
            found = True
            yield ArmyFile(str(path), problem=problem)
        elif path.suffix.lower() in ENDINGS:
            found = found or not _not_a_list(path.name)
            yield from _of_path(path)
        else:
            yield ArmyFile(str(path), problem=NO_ENDING, is_list=False)
    if not found:
        yield ArmyFile(str(folder), problem=f"there is no {_ENDINGS} in it")


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

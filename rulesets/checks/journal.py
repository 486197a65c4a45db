"""The journal of a check: what was printed of each file, so that it can go on.

A file of JSON lines: the check, then each printout in the order of the files, with the
hash of the file. A check that goes on prints again what stands there, as long as the
files are the same ones in the same order; from the first other one on it judges. What
an interruption tore off at the end is judged again.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

from rulesets.checks.files import ArmyFile
from rulesets.checks.printout import Printout

FORMAT = "armybuilder.check-journal/1"
Judged = Callable[[Iterable[ArmyFile]], Iterator[Printout]]


class JournalError(ValueError):
    """A journal that is none, or is of another check; says which."""


class Journal:
    """The open journal of one check.

    Parameters
    ----------
    path : Path
        The file; it is made where there is none.
    terms : str
        Names what is judged by, and how it is printed.

    Raises
    ------
    JournalError
        If the file is no journal, or is of other terms.
    OSError
        If it cannot be opened.
    """

    def __init__(self, path: Path, terms: str) -> None:
        path.touch()
        self._file: BinaryIO = path.open("r+b")
        try:
            self._begin(path, {"format": FORMAT, "terms": terms})
        except JournalError:
            self.close()
            raise

    def _begin(self, path: Path, head: dict[str, Any]) -> None:
        first = self._file.readline()
        if not first:
            self._write(head)
        elif (found := _line(first)) is None or found.get("format") != FORMAT:
            raise JournalError(f"{path} is no journal of a check")
        elif found != head:
            text = "by other terms; name another file, or the same pack and options"
            raise JournalError(f"{path} is the journal of a check {text}")

    def printouts(
        self, files: Iterable[ArmyFile], judged: Judged
    ) -> Iterator[Printout]:
        """Yield the printout of every file: from here, else judged and written here."""
        hashes: deque[str] = deque()
        rest = iter(files)
        for file in rest:
            kept = self._next(_hash(file))
            if kept is None:
                again = _noted(_before(file, rest), hashes)
                for now in judged(again):
                    self._write({"file": hashes.popleft(), **asdict(now)})
                    yield now
                return
            yield kept
        self._file.truncate()

    def close(self) -> None:
        """Close the file; everything is written already."""
        self._file.close()

    def _next(self, named: str) -> Printout | None:
        """Return the next printout if it is of this file; else drop what follows."""
        start = self._file.tell()
        found = _line(self._file.readline())
        if found is not None and found.pop("file", None) == named:
            return Printout(**found)
        self._file.seek(start)
        self._file.truncate()
        return None

    def _write(self, document: dict[str, Any]) -> None:
        self._file.write(json.dumps(document).encode() + b"\n")
        self._file.flush()


def _line(raw: bytes) -> dict[str, Any] | None:
    """Return the object of a whole line; none for anything else."""
    try:
        found = json.loads(raw) if raw.endswith(b"\n") else None
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _hash(file: ArmyFile) -> str:
    named = repr((file.name, file.problem, file.same_as)).encode()
    return sha256(named + b"\0" + file.raw).hexdigest()[:32]


def _before(file: ArmyFile, rest: Iterator[ArmyFile]) -> Iterator[ArmyFile]:
    yield file
    yield from rest


def _noted(files: Iterable[ArmyFile], hashes: deque[str]) -> Iterator[ArmyFile]:
    for file in files:
        hashes.append(_hash(file))
        yield file

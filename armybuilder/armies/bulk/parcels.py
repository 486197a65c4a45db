"""Files of a check packed in parcels of some dozens, small enough for a row each."""

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulesets.checks.files import MOST_BYTES, ArmyFile

MOST_FILES = 50
"""Most files of a parcel: a fifth of a second of the processor."""

MOST_SIZE = 2_000_000
"""Largest parcel, but for its last file, unpacked [bytes]."""

LEVEL = 3
"""The effort of zlib in packing: a list becomes a tenth as large in a millisecond."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """Packed files; ``size`` is of all of them, unpacked [bytes]."""

    files: int
    size: int
    packed: bytes


def parcels(files: Iterable[ArmyFile]) -> Iterator[Parcel]:
    """Yield files in parcels, in their order; at most one parcel is unpacked."""
    these: list[ArmyFile] = []
    size = 0
    for file in files:
        these.append(file)
        size += len(file.raw)
        if len(these) >= MOST_FILES or size >= MOST_SIZE:
            yield Parcel(len(these), size, packed(these))
            these, size = [], 0
    if these:
        yield Parcel(len(these), size, packed(these))


def packed(files: Iterable[ArmyFile]) -> bytes:
    """Return files packed; of one that is too large no more than the reason."""
    heads, raws = [], []
    for file in files:
        is_large = len(file.raw) > MOST_BYTES
        raw = b"" if is_large else file.raw
        problem = f"larger than {MOST_BYTES:,} bytes" if is_large else file.problem
        heads.append([file.name, len(raw), problem, file.is_list, file.same_as])
        raws.append(raw)
    head = json.dumps(heads).encode("ascii")
    return zlib.compress(b"\n".join([head, b"".join(raws)]), LEVEL)


def unpacked_files(parcel: bytes) -> Iterator[ArmyFile]:
    """Yield the files of a parcel."""
    head, raws = zlib.decompress(parcel).split(b"\n", 1)
    at = 0
    for name, length, problem, is_list, same_as in json.loads(head):
        raw = raws[at : at + length]
        at += length
        yield ArmyFile(name, raw, problem, is_list, same_as)

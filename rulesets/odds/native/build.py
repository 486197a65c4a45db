"""Compiles the kernel: ``python -m rulesets.odds.native.build``.

The library's name holds the machine that it is for and the hash of its sources, so that
neither an old one nor one of another machine is ever loaded.
"""

import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES = tuple(
    HERE / f"{name}.c"
    for name in (
        *("fight", "ranked", "struck", "rolled", "stepped", "laid", "gathered"),
        *("covered", "pooled", "expanded", "joined", "walked", "chased", "aimed"),
    )
)
HEADERS = tuple(HERE / f"{name}.h" for name in ("evenly", "stepped"))
BUILT = HERE / "built"
"""The folder of built libraries; not part of the repository."""

FLAGS = (
    *("-std=c11", "-O3", "-fwrapv", "-ffp-contract=off"),
    *("-fPIC", "-shared", "-pthread"),
)
"""None names a processor: a library runs wherever its machine's name is the same.

Products and sums are rounded one by one, so that every compiler gives equal numbers.
"""


class BuildError(Exception):
    """The compiler refused, or made no library; the text is what it said."""


def machine() -> str:
    """Return what a library must be made for: system, processor and C library."""
    parts = sys.platform, platform.machine(), platform.libc_ver()[0]
    return "-".join(part for part in parts if part)


def library_path() -> Path:
    """Return where the library of the present sources belongs.

    Raises
    ------
    OSError
        If a source is not there.
    """
    source = b"".join(path.read_bytes() for path in (*SOURCES, *HEADERS))
    digest = hashlib.sha256(source + " ".join(FLAGS).encode())
    return BUILT / f"fight-{machine()}-{digest.hexdigest()[:16]}.so"


def compiler() -> list[str] | None:
    """Return the C compiler's command: ``CC``, else the first that is found."""
    wanted = os.environ.get("CC", "").split()
    for name, *arguments in (wanted,) if wanted else (["cc"], ["gcc"], ["clang"]):
        found = shutil.which(name)
        if found:
            return [found, *arguments]
    return None


def build() -> Path | None:
    """Return the library, compiled unless it is there; none without a compiler.

    Several processes may build at once: each compiles in a folder of its own, and
    what it moves into place is whole.

    Raises
    ------
    BuildError
        If the compiler refuses, or what it made does not load.
    OSError
        If the folder cannot be written to.
    """
    wanted = library_path()
    if _why_not(wanted) is None:
        return wanted
    command = compiler()
    if command is None:
        return None
    BUILT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILT) as folder:
        made = Path(folder) / wanted.name
        _compile(command, made)
        made.replace(wanted)
    for old in BUILT.glob(f"fight-{machine()}-*.so"):
        if old != wanted:
            old.unlink(missing_ok=True)
    return wanted


def _compile(command: list[str], made: Path) -> None:
    whole = [*command, *FLAGS, "-o", str(made), *map(str, SOURCES)]
    told = subprocess.run(whole, capture_output=True, text=True, check=False)  # noqa: S603
    if told.returncode:
        raise BuildError(told.stderr.strip() or f"{command[0]} failed")
    why = _why_not(made)
    if why is not None:
        raise BuildError(f"{command[0]} made no library that loads: {why}")


def _why_not(library: Path) -> str | None:
    """Return why a library does not load; none if it does."""
    try:
        ctypes.CDLL(str(library))
    except OSError as error:
        return str(error)
    return None


def main() -> int:
    """Build; say what is missing only where somebody asked for it."""
    try:
        built = build()
    except (BuildError, OSError) as error:
        sys.stderr.write(f"the odds' kernel was not compiled: {error}\n")
        return 1
    if built is None and "--quiet" not in sys.argv:
        sys.stderr.write("no C compiler was found: NumPy works the odds out.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

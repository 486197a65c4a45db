"""Compiles the kernel: ``python -m rulesets.odds.native.build``.

The library's name holds the hash of its source, so that an old one is never loaded.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE / "fight.c"
BUILT = HERE / "built"
"""Where libraries are put; not part of the repository."""

FLAGS = ("-std=c11", "-O3", "-fPIC", "-shared")


class BuildError(Exception):
    """The compiler refused; the text is what it said."""


def library_path() -> Path:
    """Return where the library of the present source belongs."""
    digest = hashlib.sha256(SOURCE.read_bytes() + " ".join(FLAGS).encode())
    return BUILT / f"fight-{digest.hexdigest()[:16]}.so"


def compiler() -> str | None:
    """Return the C compiler: ``CC`` of the environment, else one that is found."""
    wanted = os.environ.get("CC")
    for name in (wanted,) if wanted else ("cc", "gcc", "clang"):
        found = shutil.which(name)
        if found:
            return found
    return None


def build() -> Path | None:
    """Return the library, compiled unless it is there; none without a compiler.

    Raises
    ------
    BuildError
        If the compiler refuses.
    """
    wanted = library_path()
    if wanted.exists():
        return wanted
    found = compiler()
    if found is None:
        return None
    BUILT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILT) as folder:
        made = Path(folder) / wanted.name
        command = [found, *FLAGS, "-o", str(made), str(SOURCE)]
        told = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if told.returncode:
            raise BuildError(told.stderr.strip() or f"{found} failed")
        made.replace(wanted)
    for old in BUILT.glob("fight-*.so"):
        if old != wanted:
            old.unlink(missing_ok=True)
    return wanted


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

"""The kernel that these tests ask."""

import os
from pathlib import Path

import pytest

from rulesets.odds.native import bindings
from rulesets.odds.native.build import BuildError, build


@pytest.fixture(scope="session", autouse=True)
def built() -> Path:
    """Return the kernel's library, compiled if need be."""
    try:
        path = build()
    except BuildError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(f"the compiler refused: {error}")
    if path is None:
        pytest.skip("no C compiler: only NumPy works the odds out here")
    # An earlier test of this process may have looked for it before it was there.
    bindings._loaded.cache_clear()
    return path

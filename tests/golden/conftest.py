"""Options of the golden comparison."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what writes the golden files, and what shows one answer."""
    group = parser.getgroup("golden")
    group.addoption("--write", action="store_true", help="write the golden files anew")
    group.addoption("--show", help="print the answer of this key")

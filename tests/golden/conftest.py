"""Options of the golden comparison, and when all of it is made."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what writes the golden files, and what shows one answer."""
    group = parser.getgroup("golden")
    group.addoption("--write", action="store_true", help="write the golden files anew")
    group.addoption("--show", help="print the answer of this key")


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Mark the whole comparison as slow, unless this folder is asked for."""
    if any("golden" in asked for asked in config.args):
        return
    for item in items:
        if item.name.startswith("test_everything_is_said_as_before"):
            item.add_marker(pytest.mark.slow)

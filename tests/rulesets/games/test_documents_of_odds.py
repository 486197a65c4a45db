"""The code that the documents of a game's odds name is there."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
DOCUMENTS = sorted((ROOT / "docs").glob("odds*.md"))
NAMED = re.compile(r"`(?:\w+/)*(\w+)\.(?:\w+\.)?(\w+)(?:\(.*?\))?`")
ENDINGS = {"md", "py", "json", "c"}


@cache
def defined(module: Path) -> frozenset[str]:
    """Return the functions, classes and values of a module and of its classes."""
    return frozenset(_defined(ast.parse(module.read_text(encoding="utf-8"))))


def _defined(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for name in (one for target in targets for one in ast.walk(target)):
                if isinstance(name, ast.Name | ast.Attribute):
                    yield name.id if isinstance(name, ast.Name) else name.attr


def modules_of(game: str) -> dict[str, list[Path]]:
    """Return by name the modules of a game, its tests, and those of no game."""
    found: dict[str, list[Path]] = {}
    for top in ("rulesets", "tests/rulesets"):
        for module in (ROOT / top).rglob("*.py"):
            if not game or "games" not in module.parts or game in module.parts:
                found.setdefault(module.stem, []).append(module)
    return found


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_code_that_a_document_names_is_there(document: Path) -> None:
    modules = modules_of(
        document.stem.removeprefix("odds").strip("-").partition("-")[0]
    )
    named = NAMED.findall(document.read_text(encoding="utf-8"))
    known = {one for one in named if one[0] in modules and one[1] not in ENDINGS}
    gone = {
        f"{module}.{name}"
        for module, name in known
        if not any(name in defined(place) for place in modules[module])
    }
    assert not gone

"""What must be true of the whole project."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.txt", "requirements-dev.txt")
PINNED = re.compile(r"^([a-z0-9._-]+)(?:\[[a-z,]+\])?==(\S+)", re.MULTILINE)


def pins(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    return {found[1]: found[2] for found in PINNED.finditer(text)}


@pytest.mark.parametrize("name", LOCKS)
def test_the_locked_requirements_name_no_host_and_no_folder(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not re.search(r"://|file:|--index|--extra-index|--find-links|@ ", text)


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_requirement_has_a_hash(name: str) -> None:
    blocks = re.split(r"\n(?=[a-z])", (ROOT / name).read_text(encoding="utf-8"))
    unhashed = [block for block in blocks[1:] if "--hash=sha256:" not in block]
    assert unhashed == []
    assert len(blocks) > 20


def test_both_locks_hold_the_same_versions() -> None:
    core, dev = (pins(name) for name in LOCKS)
    assert {name: dev.get(name) for name in core} == core


def test_every_declared_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {
        re.split(r"[\[<>=]", line, maxsplit=1)[0]
        for line in project["project"]["dependencies"]
        + project["dependency-groups"]["dev"]
    }
    assert wanted <= set(pins("requirements-dev.txt"))


def test_every_dependency_has_its_reason_in_the_docs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    text = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    wanted = project["project"]["dependencies"] + project["dependency-groups"]["dev"]
    names = {re.split(r"[\[<>=]", line, maxsplit=1)[0] for line in wanted}
    assert sorted(name for name in names if f"`{name}`" not in text) == []


def test_no_module_passes_four_hundred_lines() -> None:
    long = [
        str(path.relative_to(ROOT))
        for package in ("armybuilder", "rulesets")
        for path in (ROOT / package).rglob("*.py")
        if len(path.read_text(encoding="utf-8").splitlines()) > 400
        and "migrations" not in path.parts
    ]
    assert long == []


def test_a_class_of_the_rules_has_a_name_of_its_own() -> None:
    named: dict[str, list[str]] = {}
    for path in sorted((ROOT / "rulesets").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                named.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in named.items() if len(paths) > 1} == {}


def first_lines(module: ast.Module) -> Iterator[str]:
    """Yield how the docstrings of a module, its classes, functions and names begin."""
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            texts = [one.value for one in node.body if isinstance(one, ast.Expr)]
            for text in texts:
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield text.value.strip().partition("\n")[0]


@pytest.mark.parametrize("package", ["armybuilder", "rulesets"])
def test_no_docstring_begins_with_a_question_word(package: str) -> None:
    asks = re.compile(r"(how|wh(at|en|ere|ether|ich|om?|ose|y))\b", re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in sorted((ROOT / package).rglob("*.py"))
        for line in first_lines(ast.parse(path.read_text(encoding="utf-8")))
        if asks.match(line)
    ]
    assert found == []


def loaded_by(code: str) -> list[str]:
    """Return the modules that a process holds after some code."""
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.splitlines()[-1].split()


@pytest.mark.parametrize(
    "code",
    [
        "import rulesets.legality",
        "from rulesets.check import main; main(['fixtures/armies/skaven-1000.json'])",
    ],
    ids=["the engine", "the command"],
)
def test_checking_a_list_loads_neither_odds_nor_numpy(code: str) -> None:
    ours = ("rulesets.odds", "rulesets.combats", "rulesets.matchups", "rulesets.games")
    theirs = ("django", "jsonschema", "numpy", "referencing")
    seen = loaded_by(code)
    assert "rulesets.legality.engine" in seen
    assert [
        name
        for name in seen
        if name.split(".")[0] in theirs
        or (name.startswith(ours) and (".combat" in name or "games" not in name))
    ] == []


def test_the_rules_never_import_what_only_checks_types() -> None:
    """A TYPE_CHECKING block means that a layer is wrong."""
    blocks = [
        str(path.relative_to(ROOT))
        for package in ("armybuilder", "rulesets")
        for path in (ROOT / package).rglob("*.py")
        if "TYPE_CHECKING" in path.read_text(encoding="utf-8")
    ]
    assert blocks == []


def test_no_comment_of_a_template_runs_over_its_line_and_is_shown() -> None:
    """Django reads ``{# … #}`` on one line only."""
    shown = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "templates").rglob("*.html")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "{#" in line and "#}" not in line
    ]
    assert shown == []


@pytest.mark.parametrize("script", ["run", ".ci/run"])
def test_the_scripts_can_be_run_and_parsed(script: str) -> None:
    path = ROOT / script
    assert path.stat().st_mode & 0o111
    shell = path.read_text(encoding="utf-8").splitlines()[0].rpartition("/")[2]
    shell = shell.removeprefix("env ")
    subprocess.run([shell, "-n", str(path)], check=True)

"""Clients that generators make of the schema work: with Python and with TypeScript.

Both create an army, edit it, review it and delete it on a live server.
"""

import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rest_framework.authtoken.models import Token

from armybuilder.accounts.models import User
from armybuilder.api.examples import EXAMPLE_ARMY, EXAMPLE_EDITS
from armybuilder.api.reference import described
from armybuilder.armies.models import Army

CLIENTS = Path(__file__).parents[2] / "clients"
TOOLS = CLIENTS / "node_modules" / ".bin"
PATIENCE = 240
"""How long a generator may take on a busy machine [seconds]."""


def call(*command: str | Path, where: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=where,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture
def schema(tmp_path: Path) -> Path:
    file = tmp_path / "schema.json"
    file.write_text(json.dumps(described()), encoding="utf-8")
    return file


@pytest.fixture
def token(live_server: Any, alice: User, charge_books: None) -> str:
    return str(Token.objects.create(user=alice).key)


# -- Python -------------------------------------------------------------------------


@pytest.fixture
def python_client(
    schema: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Return the name of a package that openapi-python-client made, without warning."""
    package = "armybuilder_made_client"
    made = tmp_path / "python" / package
    made.parent.mkdir()
    call(
        *(sys.executable, "-m", "openapi_python_client", "generate"),
        *("--path", schema, "--output-path", made, "--meta", "none"),
        *("--config", CLIENTS / "config.yaml", "--fail-on-warning"),
        where=tmp_path,
    )
    monkeypatch.syspath_prepend(made.parent)
    yield package
    for name in [name for name in sys.modules if name.startswith(package)]:
        del sys.modules[name]


@pytest.mark.slow
def test_a_generated_python_client_works(
    live_server: Any, token: str, python_client: str
) -> None:
    def part(name: str) -> Any:
        return importlib.import_module(f"{python_client}.{name}")

    def operation(name: str) -> Any:
        return part(f"api.armies.{name}").sync_detailed

    models = part("models")
    client = part("client").AuthenticatedClient(
        live_server.url, token, prefix="Token", raise_on_unexpected_status=True
    )
    with client:
        body = models.CreateArmyBody.from_dict(EXAMPLE_ARMY.value)
        made = operation("create_army")(client=client, body=body, idempotency_key="k")
        again = operation("create_army")(client=client, body=body, idempotency_key="k")
        assert made.status_code == again.status_code == 201
        army = made.parsed
        assert isinstance(army, models.Army)
        assert army.id == again.parsed.id
        assert army.url == made.headers["Location"]
        assert army.visibility is models.Visibility.PRIVATE

        edits = models.EditArmyBody.from_dict(EXAMPLE_EDITS.value)
        edited = operation("edit_army")(army.id, client=client, body=edits).parsed
        assert (edited.revision, edited.name) == (2, "More verminfolk")
        assert len(edited.roster.forces[0].units) == 2
        late = operation("edit_army")(army.id, client=client, body=edits)
        assert isinstance(late.parsed, models.Conflict)
        assert late.parsed.code is models.Code.CONFLICT
        assert late.parsed.since[0].revision == 2

        review = operation("review_army")(army.id, client=client).parsed
        assert isinstance(review, models.Review)
        asked = models.ReviewRosterBody(roster=edited.roster, pack=None)
        judge = part("api.reviews_and_odds.review_roster").sync_detailed
        assert judge(client=client, body=asked).parsed.to_dict() == review.to_dict()

        delete = operation("delete_army")
        old = delete(army.id, client=client, if_match='"1"')
        assert old.parsed.code is models.Code.STALE
        gone = delete(army.id, client=client, if_match='"2"')
        assert gone.status_code == 204
    assert Army.objects.get().deleted_at is not None


# -- TypeScript ---------------------------------------------------------------------


@pytest.fixture
def node(tmp_path: Path) -> str:
    """Return Node.js, where the tools are installed beside it."""
    found = shutil.which("node")
    if found and (TOOLS / "openapi-typescript").exists():
        return found
    missing = "no Node.js, or npm has not installed tests/clients (./run test does)"
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture
def typescript(schema: Path, node: str, tmp_path: Path) -> Path:
    """Return a folder with the types of the schema and a program that uses them."""
    made = tmp_path / "typescript"
    made.mkdir()
    types = made / "schema.d.ts"
    call(node, TOOLS / "openapi-typescript", schema, "-o", types, where=CLIENTS)
    shutil.copy(CLIENTS / "use.ts", made)
    settings = {
        "compilerOptions": {
            "strict": True,
            "exactOptionalPropertyTypes": True,
            "target": "es2022",
            "module": "nodenext",
            "lib": ["es2022", "dom"],
            "types": [],
        }
    }
    (made / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    (made / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    return made


@pytest.mark.slow
def test_a_program_in_typescript_agrees_with_the_generated_types_and_works(
    live_server: Any, token: str, node: str, typescript: Path
) -> None:
    call(node, TOOLS / "tsc", "--noEmit", where=typescript)
    call(node, TOOLS / "tsc", where=typescript)
    said = call(node, "use.js", live_server.url, token, where=typescript)
    assert json.loads(said) == {
        "same": True,
        "name": "From TypeScript",
        "legal": True,
        "severities": [],
        "stale": "stale",
    }
    assert Army.objects.get().deleted_at is not None

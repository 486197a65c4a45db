"""The command that writes the guides of the documentation."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from armybuilder.books.management.commands import write_guides


@pytest.mark.slow
def test_a_guide_that_is_not_as_the_books_are_is_named_and_written(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(write_guides, "DOCS", tmp_path)
    out = StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("write_guides", "--check", stdout=out)
    assert stopped.value.code == 1
    assert "coverage.md would change" in out.getvalue()
    assert not list(tmp_path.iterdir())

    call_command("write_guides", stdout=out)
    call_command("write_guides", "--check", stdout=out)

    written = {path.name for path in tmp_path.iterdir()}
    assert written == {
        "book-messages.md",
        "coverage.md",
        "effects.md",
        "sentences.md",
    }

"""The schema and the guide of counts, written from their table.

``python -m rulesets.books.count_guide`` writes both into a checkout of the project.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from rulesets.legality.counts import COUNTS, count_pattern

ROOT = Path(__file__).resolve().parents[2]

_HEAD = "| `count` | Reads |\n| --- | --- |\n"


def written() -> Iterator[tuple[Path, str]]:
    """Yield each file that the table is written into, with its whole text."""
    formats = ROOT / "docs" / "formats.md"
    before, head, after = formats.read_text(encoding="utf-8").partition(_HEAD)
    rows = "\n".join(_rows())
    _, end, rest = after.partition("\n\n")
    yield formats, f"{before}{head}{rows}{end}{rest}"
    common = ROOT / "rulesets" / "schemas" / "common.schema.json"
    schema = json.loads(common.read_text(encoding="utf-8"))
    schema["$defs"]["count"]["pattern"] = count_pattern()
    yield common, f"{json.dumps(schema, indent=1, ensure_ascii=False)}\n"


def _rows() -> Iterator[str]:
    for count in COUNTS.values():
        default = " (default)" if count.key == "selections" else ""
        yield f"| `{count.written}`{default} | {count.help} |"


def main() -> None:
    """Write all of them."""
    for path, text in written():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

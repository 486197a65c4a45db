"""A kind of job that writes down every run, and can be held or kill its worker.

The input names a folder. A run of chunk n adds a line to the file `runs` there; a
chunk that is `held` then waits until there is a file `go`.
"""

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from armybuilder.jobs.kinds import Kind, Step

PATIENCE = 120


def split(document: Any) -> Sequence[Any]:
    return [{**document, "n": n} for n in range(document["chunks"])]


def work(document: Any, part: Any, step: Step) -> Any:
    folder, n = Path(part["folder"]), part["n"]
    with (folder / "runs").open("a") as runs:
        runs.write(f"{n}\n")
    if n == part.get("deadly"):
        os.kill(os.getpid(), signal.SIGKILL)
    end = time.monotonic() + PATIENCE
    while n in part.get("held", ()) and not (folder / "go").exists():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)
    return n + 1


def join(document: Any, results: Sequence[Any]) -> Any:
    with (Path(document["folder"]) / "joins").open("a") as joins:
        joins.write("joined\n")
    return {"sum": sum(results), "results": list(results)}


COUNTED = Kind("counted", "1", split, work, join)

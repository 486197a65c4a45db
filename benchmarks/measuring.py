"""Units, timing, and writing figures with the machine that they were measured on."""

import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rulesets.odds.match_up import Fighter

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the site's settings have it

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"
PACKAGES = ("django", "jsonschema-rs", "numpy", "weasyprint")

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Row:
    """A figure with its unit: as the issue had it, as it is now, and as it shall be."""

    title: str
    unit: str
    now: float
    old: str = ""
    wanted: float | None = None

    @property
    def is_kept(self) -> str:
        if self.wanted is None:
            return ""
        return "yes" if self.now <= self.wanted else "no"


def machine() -> dict[str, Any]:
    """Return what the figures were measured on, and how busy it was."""
    model = ""
    info = Path("/proc/cpuinfo")
    if info.exists():
        named = [x for x in info.read_text().splitlines() if x.startswith("model name")]
        model = named[0].split(":", 1)[1].strip() if named else ""
    return {
        "system": platform.platform(),
        "processor": model or platform.processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        **{package: version(package) for package in PACKAGES},
    }


def so_many(one: Fighter, models: int) -> Fighter:
    """Return a unit of one kind of models with so many of them."""
    return replace(one, models=models, parts=(replace(one.parts[0], models=models),))


def median_of(task: Callable[[], object], rounds: int) -> float:
    """Return the median time of some rounds after one that does not count [ms]."""
    task()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        task()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def least_of(task: Callable[[], object], rounds: int) -> float:
    """Return the least time of the processor of some rounds [ms].

    Others who use the machine can only make a round longer.
    """
    times = []
    for _ in range(rounds):
        start = time.thread_time()
        task()
        times.append((time.thread_time() - start) * 1000)
    return min(times)


def spread(medians: Iterable[float]) -> Figures:
    """Return the quickest, the median and the slowest of many questions [ms].

    ``per_second`` is how many of the median kind one core answers.
    """
    times = sorted(medians)
    middle = statistics.median(times)
    return {
        "questions": len(times),
        "min": round(times[0], 4),
        "median": round(middle, 4),
        "max": round(times[-1], 4),
        "per_second": round(1000 / middle, 1),
    }


def _aimed(times: Figures) -> str:
    """Say what was aimed at, and whether the median keeps it."""
    if "target" not in times:
        return ""
    met = "kept" if times["median"] <= times["target"] else "not kept"
    return f" (target {times['target']:g} ms: {met})"


def report(name: str, figures: dict[str, Figures], about: dict[str, Any]) -> None:
    """Print the figures and write them to ``results/NAME.json``."""
    for title, times in figures.items():
        speed = f"{times['median']:10.3f} ms {times['per_second']:12,.1f} a second"
        print(f"{speed}  {title}{_aimed(times)}")
    found = {"machine": machine(), "about": about, "milliseconds": figures}
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (RESULTS / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")

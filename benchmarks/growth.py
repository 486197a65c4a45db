"""Times of answers as models, rounds and units grow, beside icepool and dyce.

Work C of `benchmarks.peers` with so many models a side and so many rounds: every engine
answers the same question, and the largest difference between their answers is told.
Then fights of each game to their end, by models or fighters a side. Time is the least
of the processor of some rounds [ms]. Draws ``docs/growth.svg``.

    .venv/bin/python -m benchmarks.growth [ROUNDS]
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil, floor, log10
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from benchmarks import peers_dyce, peers_icepool
from benchmarks.measuring import RESULTS, ROOT, least_of, machine, so_many
from rulesets.books.load import read_book
from rulesets.combats import combat_of
from rulesets.games import GAMES
from rulesets.matchups.fighter import book_fighter
from rulesets.matchups.match_up_document import read_match_up
from rulesets.odds.match_up import Answers, Fighter, Further, MatchUp, Role
from rulesets.odds.sides import Side

DRAWING = ROOT / "docs" / "growth.svg"
WORK_C = ROOT / "fixtures" / "match-ups" / "twenty-against-twenty.json"
MODELS = (5, 10, 15, 20, 30, 40, 60)
ROUNDS = (1, 2, 3, 5, 8, 12, 20)
IN_GROUPS, IN_LINE = (2, 4, 6, 8, 10), (2, 3, 4, 5, 6)
PEERS_UP_TO = 40
"""Models a side that the others are asked about: their time grows steeply."""

PEERS: Mapping[str, Callable[[int, int], Mapping[str, float]]] = {
    "icepool": peers_icepool.fight_c,
    "dyce": peers_dyce.fight_c,
}
TO_THE_END = {
    "Charge": ("charge-orcs", "orcs", "fight"),
    "Scrollhammer": ("scrollhammer-imperial-legion", "legionnaires", "fight"),
    "Warhammer": ("warhammer-empire", "halberdiers", "fight"),
}
"""By game: a book, a unit of it that meets itself, and the kind of match-up."""

FIGHTER = ("mordheim-reikland", "captain")
"""A fighter who meets his likes, as many on each side."""

LINE = (
    ("warhammer-bretonnia", "knights-of-the-realm"),
    ("warhammer-orcs-and-goblins", "orc-boyz"),
)
BESIDE: tuple[tuple[str, str, Side, Role, Answers], ...] = (
    ("warhammer-bretonnia", "bretonnian-lord", "a", "character", {}),
    ("warhammer-orcs-and-goblins", "orc-boar-boyz", "b", "unit", {"contact": "flank"}),
    ("warhammer-orcs-and-goblins", "orc-big-boss", "b", "character", {}),
    ("warhammer-bretonnia", "men-at-arms", "a", "unit", {"contact": "flank"}),
)
"""Two units, and those who come to stand beside them one after the other."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Times of one engine or game, by what grows."""

    name: str
    sizes: tuple[int, ...]
    milliseconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Plot:
    """Curves over one thing that grows."""

    title: str
    grows: str
    curves: tuple[Curve, ...]


def work_c(models: int, rounds: int) -> MatchUp:
    """Return work C with so many models a side."""
    asked = read_match_up(json.loads(WORK_C.read_text(encoding="utf-8")), {})
    a, b = (replace(one, models=models) for one in (asked.a, asked.b))
    return replace(asked, a=a, b=b, rounds=rounds)


def answered(match_up: MatchUp) -> Callable[[], object]:
    odds = combat_of(GAMES[match_up.game]).odds
    return lambda: odds(match_up)


def curve(
    name: str,
    sizes: Sequence[int],
    asked: Callable[[int], Callable[[], object]],
    times: int,
) -> Curve:
    """Return how long it takes to answer what is asked at each size."""
    found = []
    for size in sizes:
        answer = asked(size)
        answer()
        found.append(round(least_of(answer, times), 4))
    told = (f"{n}: {ms:.3g}" for n, ms in zip(sizes, found, strict=True))
    print(f"{name:<14}", *told)
    return Curve(name, tuple(sizes), tuple(found))


def of_engines(
    grows: str,
    sizes: Sequence[int],
    asked: Callable[[int], tuple[int, int]],
    times: int,
) -> Plot:
    """Return work C by ours and the others.

    `asked` tells the models a side and the rounds of a size.
    """
    ours = curve(
        "ours", sizes, lambda n: answered(work_c(*asked(n))), max(10 * times, 20)
    )
    curves = [ours]
    for name, fight in PEERS.items():
        few = [n for n in sizes if asked(n)[0] <= PEERS_UP_TO]
        of_peer = partial(_fought, fight, asked)
        curves.append(curve(name, few, of_peer, times))
    return Plot(f"Work C, {grows}", grows, tuple(curves))


def _fought(
    fight: Callable[[int, int], object], asked: Callable[[int], tuple[int, int]], n: int
) -> Callable[[], object]:
    return partial(fight, *asked(n))


def furthest() -> float:
    """Return the largest difference of a chance from icepool's, over all sizes."""
    worst = 0.0
    for models in MODELS:
        if models > PEERS_UP_TO:
            continue
        odds = combat_of(GAMES["warhammer"]).odds(work_c(models, 10))
        told = {**odds.outcomes, **odds.events}
        known = peers_icepool.fight_c(models, 10)
        worst = max(worst, *(abs(told[key] - chance) for key, chance in known.items()))
    return worst


def unit_of(book: str, unit: str) -> Fighter:
    path = ROOT / "fixtures" / "books" / f"{book}.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    return book_fighter(read_book(document, 1), unit)


def of_games(times: int) -> Plot:
    """Return a fight of each game to its end, by models a side."""
    curves = []
    for name, (book, unit, kind) in TO_THE_END.items():
        one = unit_of(book, unit)

        def asked(n: int, one: Fighter = one, kind: str = kind, of: str = name) -> Any:
            many = so_many(one, n) if one.parts else replace(one, models=n)
            return answered(MatchUp(of.lower(), kind, many, many, {}, {}))

        curves.append(curve(name, MODELS, asked, times))
    return Plot("A fight to its end", "models a side", tuple(curves))


def of_several(times: int) -> Plot:
    """Return fights of several to their end, by all who fight."""
    one = unit_of(*FIGHTER)

    def group(n: int) -> Callable[[], object]:
        many = {"a.fighters": n // 2, "b.fighters": n // 2}
        return answered(MatchUp("mordheim", "fight", one, one, many, {}))

    a, b = unit_of(*LINE[0]), unit_of(*LINE[1])
    beside = tuple(
        Further(unit_of(book, unit), side, role, situation=told)
        for book, unit, side, role, told in BESIDE
    )

    def line(n: int) -> Callable[[], object]:
        others = beside[: n - 2]
        return answered(
            MatchUp("warhammer", "battle-line", a, b, {}, {}, further=others)
        )

    curves = (
        curve("Mordheim, groups", IN_GROUPS, group, times),
        curve("Warhammer, battle line", IN_LINE, line, times),
    )
    return Plot("Several fight to the end", "all who fight", curves)


def draw(plots: Sequence[Plot]) -> None:
    """Draw up to four plots, both axes by powers."""
    mpl.rcParams.update(
        {"svg.hashsalt": "growth", "svg.fonttype": "none", "font.size": 9}
    )
    figure = Figure(figsize=(9, 7), layout="constrained")
    for place, plot in enumerate(plots, start=1):
        axes: Axes = figure.add_subplot(2, 2, place)
        for one in plot.curves:
            axes.loglog(one.sizes, one.milliseconds, marker="o", ms=3, label=one.name)
        axes.set(title=plot.title, xlabel=plot.grows, ylabel="processor time [ms]")
        sizes = sorted({n for one in plot.curves for n in one.sizes})
        axes.set_xticks(sizes, [str(n) for n in sizes])
        axes.minorticks_off()
        times = [ms for one in plot.curves for ms in one.milliseconds]
        axes.set_ylim(10 ** floor(log10(min(times))), 10 ** ceil(log10(max(times))))
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    figure.savefig(DRAWING, metadata={"Date": None})


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    plots = (
        of_engines("models a side", MODELS, lambda n: (n, 10), times),
        of_engines("rounds", ROUNDS, lambda n: (20, n), times),
        of_games(10 * times),
        of_several(times),
    )
    draw(plots)
    found = {
        "machine": machine(),
        "largest_difference": furthest(),
        "plots": {
            plot.title: {
                one.name: dict(zip(one.sizes, one.milliseconds, strict=True))
                for one in plot.curves
            }
            for plot in plots
        },
    }
    print(f"largest difference from icepool {found['largest_difference']:.1e}")
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (RESULTS / "growth.json").write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

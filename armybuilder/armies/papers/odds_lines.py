"""A unit's odds in lines of a paper: those with equal figures together."""

from collections.abc import Iterator

from armybuilder.armies.odds.figures import AttackFigures, FightFigures, LoadoutOdds

AttackLine = tuple[str, AttackFigures]
"""A way of attacking by its name, `Charging and later rounds` where they are equal."""

FightLine = tuple[str, FightFigures]
"""A fight by how it begins: `Charging`, `Charging and charged`."""


def attack_lines(odds: LoadoutOdds) -> tuple[AttackLine, ...]:
    """Return the ways of attacking that have dice."""
    found: list[AttackLine] = []
    for one in odds.attacks:
        if not one.dice:
            continue
        if found and _rolled(found[-1][1]) == _rolled(one):
            more = one.name.rpartition(", ")[2].rpartition(": ")[2].lower()
            found[-1] = (f"{found[-1][0]} and {more}", found[-1][1])
        else:
            found.append((one.name, one))
    return tuple(found)


def fight_lines(odds: LoadoutOdds) -> tuple[FightLine, ...]:
    """Return the fights that are fought out."""
    found: list[FightLine] = []
    for one in odds.fights:
        if found and _ended(found[-1][1]) == _ended(one):
            found[-1] = (f"{found[-1][0]} and {one.name.lower()}", found[-1][1])
        else:
            found.append((one.name, one))
    return tuple(found)


def odds_texts(odds: LoadoutOdds) -> Iterator[tuple[str, str]]:
    """Yield the odds as (name, text), as cards tell them."""
    if odds.why_not:
        yield "No odds", odds.why_not
        return
    held = f"{odds.loadout}: " if odds.loadout else ""
    for name, attack in attack_lines(odds):
        chances = f" · {attack.chances}" if attack.chances else ""
        text = f"{held}{attack.rolls}: {attack.expected} wounds{chances}"
        yield _with(name, attack.held), text
        held = ""
    for name, fight in fight_lines(odds):
        neither = f" · neither {fight.open}" if fight.open != "0%" else ""
        error = "" if fight.exact else f" · {fight.badge}"
        text = f"{held}wins {fight.winning} · loses {fight.losing}{neither}{error}"
        yield _with(f"{name}, fought out", fight.held), text
        held = ""
    yield from odds.no_fights
    if odds.but_for:
        yield "The figures", f"count all {odds.but_for}"


def _with(name: str, held: str) -> str:
    return f"{name} with {held}" if held else name


def _rolled(attack: AttackFigures) -> tuple[str, ...]:
    return attack.held, attack.rolls, attack.expected, attack.chances


def _ended(fight: FightFigures) -> tuple[str, ...]:
    return fight.held, fight.winning, fight.losing, fight.open, fight.badge

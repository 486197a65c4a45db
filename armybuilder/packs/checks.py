"""Faults of a pack's draft that must be mended before it is published."""

from typing import Any

from armybuilder.books.editions import newest_books
from rulesets.books.book import Books
from rulesets.combats import combat_of
from rulesets.documents.json import DocumentError
from rulesets.documents.problem import Problem
from rulesets.games import GAMES
from rulesets.odds.match_up import Question
from rulesets.packs.event_pack import event_faults
from rulesets.packs.pack import HouseReading, Pack, read_pack
from rulesets.packs.pack_checks import pack_slips

MOST_TOLD = 20
"""Faults that are told at once."""


def faults_of(document: Any, books: Books) -> tuple[Problem, ...]:
    """Return all that is wrong with a draft, by the newest books of its game."""
    try:
        pack = read_pack(document)
    except DocumentError as problem:
        return problem.faults[:MOST_TOLD]
    faults = [*event_faults(pack)]
    if pack.game in GAMES:
        slips = pack_slips(pack, books.values())
        faults += [Problem(slip.where, slip.text) for slip in slips]
        faults += _wrong_readings(pack)
    return tuple(faults[:MOST_TOLD])


def faults_here(document: Any) -> tuple[Problem, ...]:
    """Return all that is wrong with a document, by the newest books of the site."""
    game = document.get("game") if isinstance(document, dict) else None
    is_known = isinstance(game, str) and game in GAMES
    return faults_of(document, newest_books(game) if is_known else {})


def _wrong_readings(pack: Pack) -> list[Problem]:
    """Return house readings that answer what the odds of the game do not ask."""
    known = {one.key: one for one in combat_of(GAMES[pack.game]).readings}
    faults = []
    for index, said in enumerate(pack.house_readings):
        where = f"/house_readings/{index}"
        asked = known.get(said.reading)
        if said.reading and asked is None:
            text = f"the odds of this game have no reading {said.reading!r}"
            faults.append(Problem(f"{where}/reading", text))
        elif asked is not None and not _answers(said, asked):
            text = f"{said.answer!r} is no answer to the reading {said.reading!r}"
            faults.append(Problem(f"{where}/answer", text))
    return faults


def _answers(said: HouseReading, asked: Question) -> bool:
    if asked.choices:
        return said.answer in {choice.key for choice in asked.choices}
    return type(said.answer) is type(asked.default)

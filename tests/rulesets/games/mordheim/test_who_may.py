"""Who may buy and who may hire: the source names those who may, and nobody slips in."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from rulesets.books.book import Book
from rulesets.books.load import read_book
from rulesets.legality import review, with_defaults
from rulesets.reviews.review import Review
from rulesets.rosters.roster import Force, Roster
from tests.real_books import BOOKS, real_book
from tests.rulesets.games.mordheim.warbands import WARBANDS

ARMOURY, HIRED = "mordheim-armoury", "mordheim-hired-swords"
NEWCOMERS = "mordheim-newcomers"
"""A warband that stands on no list, since nobody has written it yet."""

MERCENARIES = "averlanders kislevites marienburg middenheim ostermarkers reikland"
HUMANS = (
    f"{MERCENARIES} carnival ostlanders pit-fighters possessed sisters undead "
    "witch-hunters"
)

# What the source sells to some alone, by those of our warbands who are among them.
SOLD_ONLY_TO = {
    "beastmen carnival possessed": "obsidian-weapon chaos-armour chaos-steed",
    "dwarfs pit-fighters": "dwarf-axe",
    "kislevites": "bear-claw-necklace vodka",
    "marienburg reikland": "rapier",
    "middenheim": "wolfcloak",
    "orcs": "ball-and-chain squig-prodder giant-wolf giant-spider war-boar",
    "ostlanders": "ostlander-double-barrelled-hunting-rifle "
    "ostlander-double-barrelled-pistol ostlander-double-barrelled-pistol-brace",
    "pit-fighters": "spiked-gauntlet trident javelins",
    "sisters": "sigmarite-warhammer steel-whip",
    "sisters witch-hunters": "holy-tome",
    "skaven": "fighting-claws weeping-blades warplock-pistol "
    "warplock-pistol-brace vial-of-pestilens blowpipe",
    "undead": "book-of-the-dead nightmare",
    "witch-hunters": "brazier-iron hammer-of-witches",
    HUMANS: "horse warhorse rickshaw",
}

# What is sold to warbands that no book of ours is of.
SOLD_TO_STRANGERS = {
    "Amazons": "starblade starsword sunstaff-lustria enchanted-skins sun-gauntlet "
    "claw-of-the-old-ones sunstaff conch-shell-horn amulet-of-the-moon",
    "Battle Monks": "chain-sticks quarter-staff fish-hook-shot dragon-sword",
    "Bretonnians": "broadsword shortsword kite-shield bretonnian-barding",
    "Chaos Dwarfs": "sons-of-hashut-obsidian-weapon chaos-dwarf-blunderbuss "
    "mechanical-suit engine-of-chaos",
    "Clan Pestilens": "censer disease-dagger clan-pestilens-banner "
    "fog-enhancing-warpstone-shards liber-bubonicus liturgicus-infecticus "
    "scroll-of-the-rat-familiar warpstone-amulet",
    "Dark Elves": "beastlash cold-one dark-elf-blade sea-dragon-cloak",
    "Elves": "elven-steed",
    "Forest Goblins": "magic-gubbinz red-toof-tribal-jewellery poisoned-weapon "
    "boss-pole poison-daggers",
    "Gunnery School": "hand-held-mortar double-barrelled-duelling-pistol "
    "double-barrelled-handgun double-barrelled-pistol hersten-wenkler-pigeon-bombs "
    "double-barrelled-duelling-pistol-brace double-barrelled-pistol-brace "
    "repeater-handgun repeater-pistol",
    "Hobgoblins": "hobgoblin-poisoned-daggers",
    "Hochland Bandits": "main-gauche",
    "Horned Hunters": "blessed-stag-hide trip-wire",
    "Lizardmen": "bolas reptile-venom",
    "Lustrian Reavers": "misericordia",
    "Maneaters": "iron-fist ogre-club harpoon-crossbow lookout-gnoblar luck-gnoblar "
    "sword-gnoblar rhinox",
    "Marauders": "great-axe barbed-whip",
    "Merchant Caravans": "pike-border-town-burning trade-wagon",
    "Mootlanders": "cleaver kitchen-knife ladle tenderiser cooking-pot-helmet",
    "Pirates": "parrot swivel-gun cat-o-nine-tails boat-hook belaying-pins compass "
    "hardtack-biscuits hook-hand jolly-roger spy-glass treasure-map peg-leg",
    "Shadow Warriors": "elven-runestones elven-wine war-horn-of-nagarythe "
    "standard-of-nagarythe",
    "Tileans": "pike-lustria",
    "Tomb Guardians": "serpent-staff nehekharan-javelins asp-arrows skeleton-chariot",
}

# What the source denies to some: to anybody else it is open.
NOT_SOLD_TO = {
    "undead": "blessed-water garlic tears-of-shallaya",
    "carnival undead": "halfling-cookbook",
    "sisters witch-hunters": "tarot-cards tome-of-magic black-lotus dark-venom",
    "beastmen": "winter-furs",
}

HIRED_ONLY_BY = {
    f"{MERCENARIES} witch-hunters": "freelancer elf-ranger dwarf-troll-slayer "
    "dwarf-treasure-hunter runesmith-journeyman",
    f"{MERCENARIES} dwarfs pit-fighters sisters witch-hunters": "arabian-merchant "
    "roadwarden dwarf-pathfinder tomb-robber",
    f"{MERCENARIES} sisters witch-hunters": "bard swordsmith",
    MERCENARIES: "elf-mage priest-of-morr",
    f"{MERCENARIES} dwarfs": "halfling-thief",
    f"{MERCENARIES} dwarfs witch-hunters": "kislev-ranger",
    f"{MERCENARIES} pit-fighters sisters witch-hunters": "shadow-warrior "
    "witch-hunter-hired",
    f"{MERCENARIES} pit-fighters possessed sisters witch-hunters": "norse-shaman "
    "big-game-hunter",
    "middenheim": "wolf-priest-of-ulric",
    "possessed skaven undead": "dark-elf-assassin",
    "undead": "grave-robber",
    "beastmen": "chaos-centaur",
}

# Open to anybody but these; Beastmen and the Carnival hire no others, Ostlanders
# ogres alone, and Orcs only whom their own rules let in.
NOT_HIRED_BY = {
    "beastmen carnival ostlanders skaven undead": "pit-fighter",
    "beastmen carnival skaven": "ogre-bodyguard",
    "beastmen carnival orcs ostlanders possessed skaven undead": "halfling-scout "
    "beast-hunter bounty-hunter",
    "beastmen carnival ostlanders sisters witch-hunters": "warlock",
    "beastmen carnival orcs ostlanders sisters witch-hunters": "highwayman witch",
    "beastmen carnival orcs ostlanders sisters skaven witch-hunters": "imperial-"
    "assassin",
    "beastmen carnival orcs ostlanders skaven undead": "tilean-marksman duellist",
    "beastmen carnival middenheim orcs ostlanders possessed skaven undead "
    "witch-hunters": "warrior-priest-of-sigmar",
    "beastmen carnival orcs ostlanders undead": "thief",
    "beastmen carnival orcs ostlanders possessed": "human-scout",
    "beastmen carnival orcs ostlanders": "beggar",
}


def by_thing(table: dict[str, str]) -> dict[str, set[str]]:
    """Return the warbands of a table by what they may, or may not, have."""
    return {
        thing: {f"mordheim-{one}" for one in warbands.split()}
        for warbands, things in table.items()
        for thing in things.split()
    }


ONLY = {
    **by_thing(SOLD_ONLY_TO),
    **{key: set() for keys in SOLD_TO_STRANGERS.values() for key in keys.split()},
}
REFUSED = by_thing(NOT_SOLD_TO)
HIRERS, NO_HIRERS = by_thing(HIRED_ONLY_BY), by_thing(NOT_HIRED_BY)


def read(key: str) -> Book:
    if key != NEWCOMERS:
        return real_book(key)
    document: dict[str, Any] = {
        "format": "armybuilder.book/1",
        "key": NEWCOMERS,
        "game": "mordheim",
        "name": "Newcomers",
        "units": [{"key": "stranger", "name": "Stranger", "points": 10}],
    }
    return read_book(document, 1)


@cache
def refused(warband: str, other: str, code: str) -> frozenset[str]:
    """Return all of a book that a warband is refused, each asked beside no other."""
    theirs = read(other)
    things = [
        with_defaults(entry, f"s{n}", 1)
        for n, entry in enumerate(theirs.entries.values())
    ]
    named = {thing.id: thing.entry for thing in things}
    found = set()
    for start in range(0, len(things), 50):
        units = tuple(things[start : start + 50])
        forces = (Force("f1", warband, 1), Force("f2", other, 1, units))
        said = review(
            Roster("mordheim", "Trade", forces=forces),
            {(warband, 1): read(warband), (other, 1): theirs},
        )
        found |= {named[place(m.where)] for m in said.messages if m.code == code}
    return frozenset(found)


def place(where: str) -> str:
    return where.split("/")[1]


@pytest.mark.parametrize("warband", [*WARBANDS, NEWCOMERS])
def test_a_warband_buys_what_the_source_sells_to_it(
    warband: str, covered: Callable[[int, str], None]
) -> None:
    covered(len(real_book(ARMOURY).entries), "goods")
    wanted = {key for key, these in ONLY.items() if warband not in these}
    wanted |= {key for key, these in REFUSED.items() if warband in these}

    assert refused(warband, ARMOURY, "item-forbidden") == wanted


@pytest.mark.parametrize("warband", [*WARBANDS, NEWCOMERS])
def test_a_warband_hires_whom_the_source_lets_it_hire(
    warband: str, covered: Callable[[int, str], None]
) -> None:
    covered(len(real_book(HIRED).entries), "hired swords")
    wanted = {key for key, these in HIRERS.items() if warband not in these}
    wanted |= {key for key, these in NO_HIRERS.items() if warband in these}

    assert refused(warband, HIRED, "hired-swords") == wanted


def test_every_hired_sword_says_who_hires_him() -> None:
    assert {*HIRERS, *NO_HIRERS} == {*real_book(HIRED).entries}
    assert not {*HIRERS} & {*NO_HIRERS}


def targets(document: Any) -> list[list[str]]:
    """Return every list of targets in a document."""
    if isinstance(document, dict):
        of = document.get("of", [])
        own = [[of] if isinstance(of, str) else of] if document.get("max") == 0 else []
        return own + [one for part in document.values() for one in targets(part)]
    if isinstance(document, list):
        return [one for part in document for one in targets(part)]
    return []


@pytest.mark.parametrize("key", [ARMOURY, HIRED])
def test_no_limit_denies_a_thing_to_nearly_all_warbands_by_name(key: str) -> None:
    denied = [
        of
        for of in targets(json.loads((BOOKS / f"{key}.json").read_text()))
        if set(of) & set(WARBANDS)
    ]

    assert max(map(len, denied)) <= len(WARBANDS) // 2 + 1


def said(warband: str, *things: str) -> Review:
    entries = read(ARMOURY).entries
    units = tuple(with_defaults(entries[thing], thing, 1) for thing in things)
    forces = (Force("f1", warband, 1), Force("f2", ARMOURY, 1, units))
    books = {(warband, 1): read(warband), (ARMOURY, 1): read(ARMOURY)}
    return review(Roster("mordheim", "Trade", forces=forces), books)


def test_who_is_refused_is_told_who_may_have_it() -> None:
    told = [m for m in said(NEWCOMERS, "rapier").messages if m.code == "item-forbidden"]

    assert [(m.where, m.text) for m in told] == [
        (
            "f2/rapier",
            "Rapier: this warband has no use for it. For Reiklanders, Marienburgers, "
            "Tileans, Hochland Bandits, and Merchant Caravans.",
        )
    ]

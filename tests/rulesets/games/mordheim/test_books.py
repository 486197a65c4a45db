"""The books of the warbands: what all of them have in common."""

import pytest

from rulesets.books.book import Book, Entry
from tests.real_books import real_book
from tests.rulesets.games.mordheim.warbands import WARBANDS

SIZES = {"dwarfs": 12, "witch-hunters": 12, "orcs": 20, "skaven": 20}
"""Most warriors where it is not 15."""


def fighters(of: Book, category: str) -> list[Entry]:
    return [unit for unit in of.units.values() if unit.category == category]


def test_there_are_seventeen_warbands() -> None:
    assert len(WARBANDS) == 17


@pytest.mark.parametrize("key", WARBANDS)
def test_a_warband_has_one_kind_of_leader(key: str) -> None:
    leaders = [unit for unit in real_book(key).units.values() if "#leader" in unit.keys]

    assert len(leaders) == 1
    assert leaders[0].category == "hero"


@pytest.mark.parametrize("key", WARBANDS)
def test_a_warband_says_how_large_it_may_be(key: str) -> None:
    (size,) = [limit for limit in real_book(key).limits if limit.key == "warband-size"]

    assert size.max is not None
    assert size.max.base == SIZES.get(key.removeprefix("mordheim-"), 15)


@pytest.mark.parametrize("key", WARBANDS)
def test_henchmen_come_in_groups_of_one_to_five_but_for_nurglings(key: str) -> None:
    for unit in fighters(real_book(key), "henchman"):
        group = unit.entries["fighter"]
        assert group.low == 1, unit.name
        assert group.high in (1, 5) or unit.key == "nurgling"


@pytest.mark.parametrize("key", WARBANDS)
def test_a_group_is_armed_alike_since_its_gear_is_bought_for_the_whole_of_it(
    key: str,
) -> None:
    for unit in fighters(real_book(key), "henchman"):
        assert not unit.entries["fighter"].entries, unit.name
        for slot in unit.slots:
            if slot.key in ("close-combat", "missile", "armour"):
                assert {unit.entries[one].per for one in slot.entries} == {"model"}


@pytest.mark.parametrize("key", WARBANDS)
def test_who_carries_anything_has_a_free_dagger(key: str) -> None:
    for unit in real_book(key).units.values():
        carries = {slot.key for slot in unit.slots} & {"close-combat", "style"}
        has_dagger = "free-dagger" in {piece.key for piece in unit.gear}
        assert has_dagger == bool(carries), unit.name


@pytest.mark.parametrize("key", WARBANDS)
def test_only_who_learns_has_experience_and_a_record(key: str) -> None:
    for unit in real_book(key).units.values():
        (profile,) = unit.profiles
        learns = profile.characteristics["experience"] is not None
        assert learns == ("record" in unit.entries), unit.name


PEOPLES = {"human", "orc", "skaven", "beastman", "dwarf", "elf", "halfling", "goblin"}
"""Races whose warriors think: neither beasts nor daemons nor the dead."""

# Who is not of his warband's own people, as the source says: hired for coin, led on a
# chain, raised from a grave or called from beyond.
OTHER_RACES = {
    "averlanders": {"halfling-scout": "halfling"},
    "beastmen": {
        "centigor": "centigor",
        "ungor": "ungor",
        "chaos-hound": "hound",
        "minotaur": "minotaur",
    },
    "carnival": {
        "plague-bearer": "daemon",
        "nurgling": "daemon",
        "plague-cart": "vehicle",
    },
    "kislevites": {"trained-bear": "bear"},
    "orcs": {"goblin": "goblin", "cave-squig": "squig", "troll": "troll"},
    "ostlanders": {"ogre": "ogre"},
    "pit-fighters": {"troll-slayer": "dwarf", "ogre-pit-fighter": "ogre"},
    "possessed": {"possessed": "possessed", "beastman": "beastman"},
    "skaven": {"giant-rat": "rat", "rat-ogre": "rat-ogre"},
    "undead": {
        "vampire": "vampire",
        "zombie": "zombie",
        "ghoul": "ghoul",
        "dire-wolf": "wolf",
    },
    "witch-hunters": {"warhound": "hound"},
}
OWN_RACES = {
    "beastmen": "beastman",
    "dwarfs": "dwarf",
    "orcs": "orc",
    "skaven": "skaven",
}


def races(tags: set[str]) -> set[str]:
    others = {race for these in OTHER_RACES.values() for race in these.values()}
    return tags & (PEOPLES | others)


@pytest.mark.parametrize("key", WARBANDS)
def test_every_fighter_is_of_his_own_race(key: str) -> None:
    warband = key.removeprefix("mordheim-")
    others = OTHER_RACES.get(warband, {})
    own = OWN_RACES.get(warband, "human")
    for entry in real_book(key).entries.values():
        tags = {tag[1:] for tag in entry.keys if tag.startswith("#")}
        if not tags & {"hero", "henchman"}:
            continue

        assert races(tags) == {others.get(entry.key, own)}, entry.key


@pytest.mark.parametrize("key", [*WARBANDS, "mordheim-hired-swords"])
def test_no_beast_and_no_daemon_is_of_a_people(key: str) -> None:
    seen = 0
    for entry in real_book(key).entries.values():
        rules = {rule.key for rule in entry.rules}
        if rules & {"animal", "daemon", "no-experience", "plague-cart"}:
            seen += 1
            assert not {f"#{race}" for race in PEOPLES} & set(entry.keys), entry.key

    assert seen or key not in {f"mordheim-{one}" for one in ("undead", "carnival")}

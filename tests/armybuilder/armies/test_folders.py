"""Folders, tags, the archive, and finding armies among many."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects
from pytest_django.fixtures import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.armies.folders import file_army
from armybuilder.armies.models import Army
from armybuilder.armies.store import create
from armybuilder.armies.templatetags.times import brief_time
from tests.armybuilder.armies.books import skaven
from tests.real_books import sample_army

MINE = reverse("armies:mine")


def named(owner: User, name: str, folder: str = "", *tags: str) -> Army:
    army = skaven(owner, "ratmen")
    Army.objects.filter(pk=army.pk).update(name=name)
    file_army(army, folder, tags)
    return army


def names(client: Client, **query: str) -> list[str]:
    page = client.get(MINE, query)
    return [card.army.name for card in page.context["cards"]]


@pytest.fixture
def three(charge_books: None, alice: User) -> tuple[Army, ...]:
    return (
        named(alice, "Clan Eshin", "Club", "Border cup", "painted"),
        named(alice, "Clan Moulder", "Club"),
        named(alice, "Clan Skryre", "", "Border cup"),
    )


def test_an_army_is_filed_in_a_folder_and_under_tags(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice, "ratmen")
    address = reverse("armies:file_away", args=[army.public_id])
    fields = {"folder": " The  club ", "tags": "Border cup, painted,, border  CUP"}
    assertRedirects(alice_client.post(address, fields), MINE)
    army.refresh_from_db()
    assert army.folder == "The club"
    assert [tag.name for tag in army.tags.all()] == ["border CUP", "painted"]
    page = alice_client.get(address)
    assertContains(page, 'value="border CUP, painted"')
    alice_client.post(address, {"folder": "", "tags": "painted"})
    army.refresh_from_db()
    assert army.folder == ""
    assert [tag.name for tag in army.tags.all()] == ["painted"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"folder": "x" * 61}, "at most 60 characters"),
        ({"tags": "x" * 41}, "A tag has at most 40 characters"),
        ({"tags": ",".join("abcdefghijklm")}, "An army has at most 12 tags, not 13."),
        ({"tags": "a\x00b"}, "Null characters"),
    ],
)
def test_a_bad_folder_or_tag_is_explained_and_not_kept(
    charge_books: None,
    alice: User,
    alice_client: Client,
    fields: dict[str, str],
    told: str,
) -> None:
    army = named(alice, "Rats", "Club", "painted")
    address = reverse("armies:file_away", args=[army.public_id])
    assertContains(alice_client.post(address, fields), told, status_code=400)
    army.refresh_from_db()
    assert (army.folder, army.tags.get().name) == ("Club", "painted")


def test_tags_and_folders_are_offered_with_their_numbers(
    three: tuple[Army, ...], alice_client: Client
) -> None:
    found = alice_client.get(MINE).context["cabinet"]
    assert [(one.name, one.armies) for one in found.folders] == [("Club", 2)]
    assert [(one.name, one.armies) for one in found.tags] == [
        ("Border cup", 2),
        ("painted", 1),
    ]
    assert (found.kept, found.archived) == (3, 0)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"tag": "Border cup"}, ["Clan Eshin", "Clan Skryre"]),
        ({"folder": "Club"}, ["Clan Eshin", "Clan Moulder"]),
        ({"tag": "Border cup", "folder": "Club"}, ["Clan Eshin"]),
        ({"q": "PAINT"}, ["Clan Eshin"]),
        ({"q": "club"}, ["Clan Eshin", "Clan Moulder"]),
        ({"q": "skav"}, ["Clan Eshin", "Clan Moulder", "Clan Skryre"]),
        ({"q": "moul"}, ["Clan Moulder"]),
        ({"game": "mordheim"}, []),
        ({"game": "chess", "tag": "no such"}, []),
    ],
)
def test_armies_are_found_by_name_book_folder_and_tag(
    three: tuple[Army, ...],
    alice_client: Client,
    query: dict[str, str],
    found: list[str],
) -> None:
    assert names(alice_client, sort="name", **query) == found


def test_armies_stand_in_the_chosen_order_and_by_game(
    three: tuple[Army, ...], alice: User, alice_client: Client
) -> None:
    Army.objects.filter(pk=three[0].pk).update(
        updated_at=timezone.now() + timedelta(hours=1)
    )
    create(sample_army("mordheim-reikland-500"), alice)
    assert names(alice_client)[:3] == ["Clan Eshin", "Clan Skryre", "Clan Moulder"]
    assert names(alice_client, sort="made")[:2] == ["Clan Skryre", "Clan Moulder"]
    assert names(alice_client, sort="nonsense") == names(alice_client)
    page = alice_client.get(MINE)
    games = [(one.game.key, len(one.cards)) for one in page.context["shelves"]]
    assert games == [("charge", 3), ("mordheim", 1)]


def test_an_archived_army_is_out_of_the_way_and_not_gone(
    three: tuple[Army, ...], alice_client: Client
) -> None:
    away = three[0].public_id
    answer = alice_client.post(reverse("armies:archive", args=[away]), follow=True)
    assertContains(answer, "Clan Eshin is in the archive.")
    assert "Clan Eshin" not in names(alice_client)
    assert names(alice_client, archived="1") == ["Clan Eshin"]
    assert alice_client.get(reverse("armies:show", args=[away])).status_code == 200
    found = alice_client.get(MINE).context["cabinet"]
    assert (found.kept, found.archived) == (2, 1)
    assert [(one.name, one.armies) for one in found.folders] == [("Club", 1)]
    alice_client.post(reverse("armies:unarchive", args=[away]))
    assert "Clan Eshin" in names(alice_client)


def test_nobody_sees_the_tags_of_others(
    three: tuple[Army, ...], bob_client: Client, alice_client: Client
) -> None:
    page = bob_client.get(MINE, {"tag": "Border cup"})
    assertNotContains(page, "Clan")
    assert page.context["cabinet"].tags == ()
    for name in ("file_away", "archive", "unarchive"):
        address = reverse(f"armies:{name}", args=[three[0].public_id])
        answer = bob_client.post(address, {"folder": "Mine", "tags": ""})
        assert answer.status_code == 404, name
    assert names(alice_client, folder="Club") == ["Clan Moulder", "Clan Eshin"]


@pytest.mark.parametrize("many", [2, 500])
def test_five_hundred_armies_ask_the_database_as_often_as_two(
    charge_books: None,
    alice: User,
    alice_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    many: int,
) -> None:
    army = named(alice, "Rats", "Club", "painted")
    Army.objects.bulk_create(
        Army(owner=alice, game="charge", name=f"R{number}", document=army.document)
        for number in range(many - 1)
    )
    alice_client.get(MINE)
    with django_assert_num_queries(12):
        alice_client.get(MINE, {"q": "r"})


@pytest.mark.parametrize(
    ("past", "told"),
    [
        (timedelta(seconds=20), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=12), "12 minutes ago"),
        (timedelta(days=3), "3 days ago"),
    ],
)
def test_moments_are_told_short(past: timedelta, told: str) -> None:
    assert brief_time(timezone.now() - past) == told


def test_moments_long_past_are_dates() -> None:
    then = timezone.now().replace(year=2020, month=10, day=12)
    assert brief_time(then) == "12 October 2020"


def test_armies_stand_by_points_the_largest_of_a_game_first(
    three: tuple[Army, ...], alice: User, alice_client: Client
) -> None:
    create(sample_army("mordheim-reikland-500"), alice)
    large = create(sample_army("skaven-500"), alice)
    page = alice_client.get(MINE, {"sort": "points"})
    found = [(card.army.game, card.review.points) for card in page.context["cards"]]
    charge = [points for game, points in found if game == "charge"]
    assert [game for game, _ in found] == ["charge"] * 4 + ["mordheim"]
    assert charge == sorted(charge, reverse=True)
    assert page.context["cards"][0].army == large
    assert names(alice_client, sort="points")[1:4] == [
        "Clan Eshin",
        "Clan Moulder",
        "Clan Skryre",
    ]


@pytest.mark.parametrize("order", ["changed", "name", "made", "points"])
def test_the_game_of_most_armies_stands_first(
    charge_books: None, alice: User, alice_client: Client, order: str
) -> None:
    named(alice, "Clan Eshin")
    for _ in range(2):
        create(sample_army("mordheim-reikland-500"), alice)
    assert shelved(alice_client, sort=order) == ["mordheim", "charge"]
    for name in ("Clan Moulder", "Clan Skryre"):
        named(alice, name)
    assert shelved(alice_client, sort=order) == ["charge", "mordheim"]
    assert shelved(alice_client, sort=order, q="clan skryre") == ["charge"]
    games = alice_client.get(MINE).context["games"]
    assert [game.key for game in games[:2]] == ["charge", "mordheim"]


def shelved(client: Client, **query: str) -> list[str]:
    """Return the games of a list of armies, as they stand below each other."""
    return [shelf.game.key for shelf in client.get(MINE, query).context["shelves"]]


def test_a_sort_by_points_asks_as_much_for_many_armies_as_for_few(
    three: tuple[Army, ...],
    alice: User,
    alice_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    alice_client.get(MINE, {"sort": "points"})
    with CaptureQueriesContext(connection) as few:
        alice_client.get(MINE, {"sort": "points"})
    for number in range(4):
        named(alice, f"Clan {number}")
    with django_assert_num_queries(len(few)):
        alice_client.get(MINE, {"sort": "points"})

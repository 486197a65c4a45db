"""Previews of the builder: they follow what is ticked, and say how it was before."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains

from armybuilder.accounts.models import User
from armybuilder.armies.models import Army, Visibility
from armybuilder.armies.odds import loadout_odds
from armybuilder.armies.store import create
from armybuilder.books import editions
from rulesets.combats import combat_of
from rulesets.core.percent import percent
from rulesets.games import GAMES
from rulesets.legality import new_selection
from rulesets.matchups.best_loadout import choose_loadouts
from rulesets.matchups.fighter import book_fighter, fighter
from rulesets.odds.match_up import MatchUp
from rulesets.rosters.roster import Force, Roster, read_roster
from tests.armybuilder.armies.builder_forms import HTMX, address, edit
from tests.armybuilder.editions import publish_printed


def captain(owner: User) -> Army:
    publish_printed("warhammer-*")
    book = editions.load("warhammer-empire", 1)
    assert book is not None
    unit = new_selection(book, "captain", id="c1")
    force = Force("f1", book.key, 1, (unit,))
    return create(Roster("warhammer", "One", 500, forces=(force,)), owner)


GREAT_WEAPON = {
    "edit": "add",
    "parent": "c1",
    "selection": {"id": "new", "entry": "great-weapon", "count": 1},
}


CAPTAIN = {"unit": "f1/c1", "tab": "odds"}
OPEN = {**HTMX, "HX-Current-URL": "http://testserver/?unit=f1/c1&tab=odds"}


def test_an_edit_shows_the_new_odds_and_those_before(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    page = edit(alice_client, army, edits=[GREAT_WEAPON], headers=OPEN)
    card = page.context["builder"].open
    assert card.odds.against.changed
    assert card.odds.against.loadout == "Great weapon"
    assertContains(page, "wounds on average")
    assertContains(page, 'class="was"')


def test_a_card_says_exact_only_of_what_it_counts(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    bought = [
        {**GREAT_WEAPON, "selection": {"id": "new", "entry": entry, "count": 1}}
        for entry in ("laurels-of-victory", "general")
    ]
    page = edit(alice_client, army, edits=bought, headers=OPEN)
    card = page.context["builder"].open
    assert card.odds.against.left_out == ("Laurels of Victory",)
    assertContains(page, "exact, but for: Laurels of Victory (not worked out)")
    assertContains(page, "No dice: ")


def test_a_plain_form_leads_to_the_same_comparison(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    answer = edit(
        alice_client, army, edits=[GREAT_WEAPON], query="?unit=f1/c1&tab=odds"
    )
    assert answer.url.endswith("?unit=f1%2Fc1&tab=odds&since=1")
    page = alice_client.get(answer.url)
    card = page.context["builder"].open
    assert card.odds.against.changed
    assert len(card.odds.choices) == 2


def test_a_comparison_with_no_revision_compares_nothing(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    for since in ("1", "99", "x", "-1"):
        page = alice_client.get(address(army), {**CAPTAIN, "since": since})
        card = page.context["builder"].open
        assert not card.odds.against.changed


def test_what_is_in_hand_is_kept_for_the_army(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    edit(alice_client, army, edits=[GREAT_WEAPON])
    alice_client.get(address(army), {"hand": "c1:Great weapon", "unit": "f1/c1"})
    card = alice_client.get(address(army), CAPTAIN).context["builder"].open
    assert card.odds.against.loadout == "Great weapon"
    assert "a.loadout=Great+weapon" in card.preview
    assert alice_client.get(card.preview).status_code == 200


def test_a_unit_leads_to_its_comparisons_with_the_target_and_its_whole_book(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    edit(alice_client, army, edits=[GREAT_WEAPON])
    page = alice_client.get(address(army), CAPTAIN)
    card = page.context["builder"].open
    links = dict(card.comparisons)

    assert list(links) == ["its loadouts", "its changes", "the whole book"]
    for href in links.values():
        answer = alice_client.get(href)
        assert answer.status_code == 200
        assert answer.context["question"].a.title == "Captain"


@pytest.mark.parametrize("opening", ["charging", "charged"])
def test_a_unit_leads_to_the_match_up_of_the_fight_that_its_odds_tell_of(
    db: None, alice: User, alice_client: Client, opening: str
) -> None:
    army = captain(alice)
    page = alice_client.get(address(army), {**CAPTAIN, "opening": opening})
    card = page.context["builder"].open
    answer = alice_client.get(card.match_up)

    assertContains(page, ">Change how they meet</a>")
    assert answer.status_code == 200
    wins = answer.context["result"].headlines[1 if opening == "charged" else 0]
    assert card.fight.key == opening
    assert wins.text == percent(card.fight.wins)


# -- units of one's own armies as targets -------------------------------------------


def enemy_of(army: Army, owner: User) -> tuple[Army, str]:
    """Return another army with the same captain, and his address."""
    enemy = create(read_roster({**army.document, "name": "Two"}), owner)
    return enemy, f"army:{enemy.public_id}/f1/c1"


def test_a_unit_of_an_own_army_is_chosen_as_target_and_kept(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    enemy, captain_of_it = enemy_of(army, alice)
    page = alice_client.get(address(army), {"against": captain_of_it, "targets": "1"})
    groups = [group.name for group in page.context["targets"].groups]

    assert groups[-1] == "Your army Two"
    assertContains(page, "against <b>Captain of Two</b>")
    again = alice_client.get(address(army))
    assert again.context["targets"].chosen == captain_of_it
    enemy.delete()
    assert alice_client.get(address(army)).context["targets"].name != "Captain of Two"


def test_a_private_army_of_somebody_else_is_no_target(
    db: None, alice: User, bob: User, alice_client: Client
) -> None:
    army = captain(alice)
    enemy, captain_of_it = enemy_of(army, bob)
    page = alice_client.get(address(army), {**CAPTAIN, "against": captain_of_it})

    assertContains(page, "There is no such unit to tell odds against.")
    assertNotContains(page, "Captain of Two")
    Army.objects.filter(pk=enemy.pk).update(visibility=Visibility.UNLISTED)
    page = alice_client.get(address(army), {**CAPTAIN, "against": captain_of_it})
    assertContains(page, "There is no such unit to tell odds against.")
    shared = f"army:{enemy.share_token}/f1/c1"
    page = alice_client.get(address(army), {"against": shared})
    assert page.context["targets"].chosen == shared


def test_more_armies_to_choose_from_are_no_more_queries(
    db: None,
    alice: User,
    alice_client: Client,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    army = captain(alice)
    _, captain_of_it = enemy_of(army, alice)
    for _ in range(4):
        enemy_of(army, alice)
    alice_client.get(address(army), {"against": captain_of_it})
    with django_assert_max_num_queries(10):
        alice_client.get(address(army))


def test_the_open_odds_tell_what_decides_the_fight_and_no_other_tab_asks(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    shown = alice_client.get(address(army, "show"), CAPTAIN)
    card = shown.context["builder"].open
    table = card.decided.deciding
    words = re.sub(r"<[^>]*>|\s+", " ", shown.content.decode())
    assert "What decides it" in words
    for row in table.rows:
        assert re.search(rf"{row.label} +{row.a} +{row.b} ", words)
    assert card.decided.hint
    other = alice_client.get(address(army, "show"), {**CAPTAIN, "tab": "options"})
    assert other.context["builder"].open.decided is None


def test_the_parts_are_those_that_the_engine_tells_of_this_fight(
    db: None, alice: User, alice_client: Client
) -> None:
    army = captain(alice)
    asked = {**CAPTAIN, "opening": "charged"}
    builder = alice_client.get(address(army, "show"), asked).context["builder"]
    card = builder.open
    assert card.fight.name == "Charged"
    assert [name for name, _, is_it in card.openings if is_it] == ["Charged"]
    book, _, unit = card.preview.partition("&b=")[2].partition("%2F")
    edition = editions.load(book.partition("%40")[0], 1)
    assert edition is not None
    enemy = book_fighter(edition, unit)
    own = fighter(card.line, card.odds.against.loadout)
    match_up = MatchUp("warhammer", "charge", enemy, own, {}, {}, explained=True)
    _, answer = choose_loadouts(combat_of(GAMES["warhammer"]).odds, match_up)
    deciding = answer.deciding
    assert deciding is not None
    parts = {part.label: (part.b, part.a) for part in deciding.parts}
    rows = card.decided.deciding.rows
    assert [row.label.removesuffix(", on average") for row in rows] == [*parts]
    for row, means in zip(rows, parts.values(), strict=True):
        for told, mean in zip((row.a, row.b), means, strict=True):
            assert float(told.strip("<>%")) in (
                pytest.approx(mean, abs=0.051),
                pytest.approx(100 * mean, abs=0.1),
            )


def test_what_decides_a_fight_is_worked_out_once(
    db: None,
    alice: User,
    alice_client: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    army = captain(alice)
    first = alice_client.get(address(army, "show"), CAPTAIN)
    monkeypatch.setattr(loadout_odds, "opened", None)
    with django_assert_num_queries(6):
        again = alice_client.get(address(army, "show"), CAPTAIN)
    cards = [page.context["builder"].open for page in (first, again)]
    assert cards[0].decided == cards[1].decided

"""Plans on pages: make it legal, fill it up, and an army under other rules."""

import json
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from armybuilder.accounts.models import User
from armybuilder.armies import found_plans
from armybuilder.armies.models import Army
from armybuilder.armies.review import review_army
from armybuilder.armies.store import create
from armybuilder.books import editions
from rulesets.legality import new_selection
from rulesets.rosters.roster import Force, Roster
from tests.armybuilder.armies.books import skaven
from tests.armybuilder.editions import publish_printed
from tests.real_books import FIXTURES

ORCS = "warhammer-orcs-and-goblins@1"


@pytest.fixture
def books(db: None) -> None:
    publish_printed("warhammer-*")


def army_of(owner: User | None, *keys: str, limit: int = 1000) -> Army:
    book = editions.load("warhammer-bretonnia", 1)
    assert book is not None
    units = tuple(new_selection(book, k, id=f"u{i}") for i, k in enumerate(keys))
    force = Force("f1", book.key, 1, units)
    return create(Roster("warhammer", "Begun", limit, forces=(force,)), owner)


def planned(client: Client, army: Army, goal: str = "legal", **more: Any) -> Any:
    address = reverse("armies:plan", args=[army.public_id])
    headers = more.pop("headers", None)
    return client.get(address, {"goal": goal, **more}, headers=headers)


def taken(client: Client, army: Army, answer: Any, *left_out: int) -> Army:
    """Return the army after the ticked steps of a plan were sent, as a browser does."""
    steps = answer.context["plan"].steps
    ticked = [step.edits for n, step in enumerate(steps) if n not in left_out]
    form = {"revision": army.revision, "key": answer.context["key"]}
    form |= {"edit": "take-plan", "edits": ticked}
    sent = client.post(reverse("armies:edit", args=[army.public_id]), form)
    assert sent.status_code == 302
    army.refresh_from_db()
    return army


def test_a_plan_is_taken_whole_and_leaves_a_legal_army(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice, "knights-of-the-realm", "men-at-arms")

    answer = planned(alice_client, army)

    assert answer.status_code == 200
    assert "1 change and the army is legal" in answer.content.decode()
    army = taken(alice_client, army, answer)
    assert review_army(army).review.legal
    assert army.revision == 2


def test_a_step_that_is_not_ticked_is_not_taken(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice)
    answer = planned(alice_client, army)
    steps = answer.context["plan"].steps
    assert len(steps) == 3

    army = taken(alice_client, army, answer, 1)

    units = army.document["forces"][0]["units"]
    wanted = [json.loads(steps[n].edits)[0]["selection"]["id"] for n in (0, 2)]
    assert [unit["id"] for unit in units] == wanted
    assert not review_army(army).review.legal


def test_with_nothing_ticked_nothing_is_changed(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice)
    answer = planned(alice_client, army)

    army = taken(alice_client, army, answer, 0, 1, 2)

    assert army.revision == 1


def test_an_empty_army_is_filled_to_a_legal_one_and_ranked_by_odds(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice)

    answer = planned(alice_client, army, "fill", field=ORCS)

    text = answer.content.decode()
    assert "Orc Boyz" in answer.context["field"].name
    assert "gains " in text
    assert " by fighting, " in text
    assert " by shooting, " in text
    assert "3 volleys at 12 inches" in text
    army = taken(alice_client, army, answer)
    now = review_army(army).review
    assert "gone" not in army.revisions.get(number=2).label
    assert now.legal
    assert 900 <= now.points <= 1000


def test_one_purchase_is_taken_by_itself(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice, "knights-of-the-realm", "men-at-arms", "knights-errant")
    answer = planned(alice_client, army, "fill")
    offer = answer.context["plan"].offers[0]

    form = {"revision": army.revision, "edits": offer.edits, "key": "one"}
    alice_client.post(reverse("armies:edit", args=[army.public_id]), form)

    army.refresh_from_db()
    assert army.revision == 2


def test_a_plan_is_a_piece_of_the_builder_or_a_page(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice)

    page = planned(alice_client, army).content.decode()
    piece = planned(alice_client, army, headers={"HX-Request": "true"})

    assert "<html" in page
    assert 'hx-target="#builder"' not in page
    told = piece.content.decode()
    assert "<html" not in told
    assert 'hx-target="#builder"' in told
    assert "HX-Request" in piece["Vary"]


def test_a_legal_army_is_told_so_and_an_unknown_goal_is_refused(
    charge_books: None, alice: User, alice_client: Client
) -> None:
    army = skaven(alice)

    assert planned(alice_client, army, "peace").status_code == 404
    filled = planned(alice_client, army, "fill")
    assert filled.status_code == 200


def test_where_no_plan_is_found_the_page_says_what_is_left(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice, limit=60)

    answer = planned(alice_client, army)

    assert not answer.context["plan"].is_found
    text = answer.content.decode()
    assert "No way to a legal army was found" in text
    assert answer.context["plan"].left
    assert answer.context["plan"].why in text
    enough = int(answer.context["plan"].limit)
    assert f'?limit={enough}"' in text
    army = army_of(alice, limit=enough)
    assert planned(alice_client, army).context["plan"].is_found


# -- what is ticked -------------------------------------------------------------------


def ticked(
    client: Client, army: Army, answer: Any, *left_out: int, piece: bool = True
) -> Any:
    """Return the review of the ticked steps of a plan, as scripts or a button ask."""
    steps = answer.context["plan"].steps
    form = {"edits": [s.edits for n, s in enumerate(steps) if n not in left_out]}
    headers = {"HX-Request": "true", "HX-Target": "plan-then"} if piece else None
    address = reverse("armies:plan", args=[army.public_id])
    return client.post(f"{address}?{answer.context['again']}", form, headers=headers)


def test_what_is_ticked_is_reviewed_before_it_is_taken(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice)
    answer = planned(alice_client, army)

    told = ticked(alice_client, army, answer, 1)

    then = told.context["ticked"].review
    assert told.status_code == 200
    assert "<html" not in told.content.decode()
    assert told.context["ticked"].left
    army = taken(alice_client, army, answer, 1)
    now = review_army(army).review
    assert (now.points, now.errors) == (then.points, then.errors)
    assert now.errors > 0


def test_without_scripts_the_page_comes_back_with_the_same_ticks(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice)
    answer = planned(alice_client, army, "fill", field=ORCS)

    page = ticked(alice_client, army, answer, 0, 2, piece=False)

    text = page.content.decode()
    assert page.status_code == 200
    assert page.context["left_out"] == {"step-1", "step-3"}
    assert text.count("checked>") == len(answer.context["plan"].steps) - 2
    assert "What is ticked leads to" in text
    army.refresh_from_db()
    assert army.revision == 1


def test_a_step_for_a_unit_that_is_left_out_is_left_out_too(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice)
    answer = planned(alice_client, army, "fill", field=ORCS)
    steps = answer.context["plan"].steps
    paladin = next(n for n, step in enumerate(steps) if "Add Paladin" in step.text)
    assert any(step.text.startswith("Paladin: ") for step in steps)

    told = ticked(alice_client, army, answer, paladin)

    assert told.context["ticked"].without > 0
    assert "would be left out" in told.content.decode()
    army = taken(alice_client, army, answer, paladin)
    assert review_army(army).review.points == told.context["ticked"].review.points


@pytest.mark.parametrize("edits", ["{", "[]", "3", '[{"edit": "fly"}]'])
def test_what_is_no_step_gets_one_clear_error(
    books: None, alice: User, alice_client: Client, edits: str
) -> None:
    army = army_of(alice, "men-at-arms")
    address = reverse("armies:plan", args=[army.public_id])

    answer = alice_client.post(f"{address}?goal=legal", {"edits": edits})

    assert answer.status_code == 400
    assert answer.content.decode().count("These are no steps of a plan") == 1


def test_somebody_else_reviews_no_steps(
    books: None, alice: User, client: Client
) -> None:
    address = reverse("armies:plan", args=[army_of(alice).public_id])

    assert client.post(f"{address}?goal=legal", {}).status_code in (302, 404)


# -- what is kept ---------------------------------------------------------------------


def test_a_plan_is_found_once_for_an_army_as_it_is(
    books: None,
    alice: User,
    alice_client: Client,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    army = army_of(alice)
    first = planned(alice_client, army, "fill", field=ORCS)

    monkeypatch.setattr(found_plans, "fill_up", None)
    again = planned(alice_client, army, "fill", field=ORCS)

    assert again.context["plan"] == first.context["plan"]


@override_settings(BUILDER_AT_ONCE=0)
def test_who_had_too_much_worked_out_waits(
    books: None, alice: User, alice_client: Client
) -> None:
    assert planned(alice_client, army_of(alice)).status_code == 429


# -- other rules --------------------------------------------------------------------


def tried(client: Client, army: Army, **query: Any) -> Any:
    return client.get(reverse("armies:try", args=[army.public_id]), query)


def test_another_limit_is_tried_and_not_saved(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice, "knights-of-the-realm", "men-at-arms", limit=1000)
    before = deepcopy(army.document)

    answer = tried(alice_client, army, limit=150)

    then = answer.context["then"]
    assert (then.limit, then.points) == (150, 170)
    assert any(message.code == "points-limit" for message in then.messages)
    assert "New:" in answer.content.decode()
    army.refresh_from_db()
    assert (army.document, army.revision) == (before, 1)


def test_a_limit_that_was_tried_is_set_by_its_button(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice)
    answer = tried(alice_client, army, limit=1500)

    assert 'name="limit" value="1500"' in answer.content.decode()
    form = {"revision": 1, "edit": "set-limit", "limit": "1500"}
    alice_client.post(reverse("armies:edit", args=[army.public_id]), form)
    army.refresh_from_db()
    assert army.document["limit"] == 1500


def test_the_pack_of_an_event_is_tried(
    books: None, alice: User, alice_client: Client
) -> None:
    army = army_of(alice, "men-at-arms")
    pack = (FIXTURES / "packs" / "border-patrol.json").read_text(encoding="utf-8")
    address = reverse("armies:try", args=[army.public_id])

    answer = alice_client.post(address, {"pack": pack})

    then = answer.context["then"]
    assert answer.status_code == 200
    assert then.limit == 500
    assert any("a patrol is led by one Hero" in m.text for m in then.messages)
    army.refresh_from_db()
    assert army.revision == 1


@pytest.mark.parametrize("query", [{"limit": "many"}, {"limit": -1}, {"pack": "{"}])
def test_what_is_no_limit_or_pack_gets_one_clear_error(
    books: None, alice: User, alice_client: Client, query: dict[str, Any]
) -> None:
    answer = tried(alice_client, army_of(alice), **query)

    assert answer.status_code == 400
    assert len(answer.context["form"].errors) == 1
    assert answer.context["then"] is None

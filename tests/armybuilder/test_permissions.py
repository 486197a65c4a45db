"""Who may do what: every address of the site stands in one table.

A route without a row fails. An army of somebody else is 404, never 403: nobody learns
that it exists.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.accounts.roles import AUTHORS, grant_role
from armybuilder.armies.exports import EXPORTS
from armybuilder.armies.models import Army, SavedSetup, Visibility
from armybuilder.armies.store import create, set_secret_link
from armybuilder.events.exports import EXPORTS as EVENT_EXPORTS
from armybuilder.jobs.models import Job
from tests.armybuilder.armies.bulk_checks import begun_check, files, members
from tests.armybuilder.editions import publish_printed
from tests.armybuilder.events.scene import charge_event, handed, opened, placed
from tests.armybuilder.packs.packs import a_pack, a_version
from tests.real_books import sample_army

WHO = ("visitor", "other", "owner", "author")


@dataclass(frozen=True, slots=True)
class Row:
    """A request, and the status that each of WHO gets.

    `address` says what differs from the `address` fixture: a value of its own, or the
    name of another one there.
    """

    route: str
    statuses: tuple[int, int, int, int]
    method: str = "get"
    body: dict[str, Any] = field(default_factory=dict)
    address: dict[str, str | int] = field(default_factory=dict)
    tail: str = ""


def everybody(route: str, status: int = 200, method: str = "get", **more: Any) -> Row:
    return Row(route, (status,) * 4, method, **more)


def signed_in(route: str, status: int, method: str = "get", **more: Any) -> Row:
    """Visitors are sent to sign in."""
    return Row(route, (302, status, status, status), method, **more)


def owned(route: str, status: int, method: str = "get", **more: Any) -> Row:
    return Row(route, (404, 404, status, 404), method, **more)


def of_pack(
    route: str, status: int, method: str = "get", visitor: int = 302, **more: Any
) -> Row:
    """A pack of the owner: others get 404, visitors are sent to sign in."""
    address = {"key": "pack", **more.pop("address", {})}
    return Row(route, (visitor, 404, status, 404), method, address=address, **more)


ROWS = (
    signed_in("accounts:account", 200),
    Row("accounts:sign_in", (200, 302, 302, 302)),
    everybody("accounts:sign_up"),
    everybody("accounts:sign_out", 302, "post"),
    everybody("accounts:sign_out", 405),
    signed_in("accounts:renew_token", 302, "post"),
    signed_in("accounts:remove_token", 302, "post"),
    signed_in("accounts:change_password", 200),
    signed_in("accounts:change_email", 200),
    everybody("accounts:ask_reset"),
    everybody("accounts:reset_sent"),
    everybody("accounts:reset_password", address={"uidb64": "MQ"}),
    signed_in("accounts:delete_account", 200),
    signed_in("accounts:become_author", 200),
    signed_in("accounts:become_author", 400, "post"),
    everybody("admin_sign_in", 302),
    everybody("admin_change_password", 302),
    everybody("favicon", 302),
    everybody("books:index"),
    everybody("books:book"),
    everybody("books:open", 404, address={"token": "no-such-link"}),
    everybody("books:edition"),
    everybody("books:document"),
    everybody("books:unit"),
    everybody("books:report"),
    signed_in("books:invitation", 404, address={"token": "guessed"}),
    signed_in("books:invitation", 404, "post", address={"token": "guessed"}),
    everybody("schema", address={"name": "book"}),
    everybody("schema", 404, address={"name": "army"}),
    everybody("matchups:show"),
    everybody("matchups:preview", 400),
    everybody("matchups:decisions", 302),
    everybody("matchups:compare"),
    everybody("matchups:compare_csv", 302),
    everybody("matchups:compare_every", 302),
    everybody("matchups:compare_start", 302, "post"),
    everybody("matchups:compare_start", 405),
    owned("matchups:compare_progress", 302),
    owned("matchups:compare_cancel", 302, "post"),
    everybody("armies:home"),
    everybody("armies:help"),
    everybody("armies:sample", 404, "post", address={"game": "charge"}),
    everybody("armies:mine"),
    everybody("armies:new"),
    everybody("armies:import"),
    everybody("armies:public"),
    everybody("armies:deleted"),
    owned("armies:show", 200),
    owned("armies:edit", 400, "post"),
    owned("armies:what_if", 200, tail="?place=f1/s1&slot="),
    owned("armies:plan", 200, tail="?goal=legal"),
    owned("armies:try", 200, tail="?limit=1500"),
    owned("armies:choose_pack", 302, "post"),
    owned("armies:undo", 400, "post"),
    owned("armies:redo", 400, "post"),
    owned("armies:sharing", 400, "post"),
    owned("armies:duplicate", 302, "post"),
    owned("armies:history", 200),
    owned("armies:revision", 200),
    owned("armies:restore_revision", 302, "post"),
    owned("armies:changes", 200, tail="?from=1&to=1"),
    owned("armies:compare", 200),
    owned("armies:disagree", 200, address={"message": "gone"}),
    signed_in("armies:disagreements", 200),
    owned("armies:move_edition", 200),
    owned("armies:move_edition", 302, "post"),
    everybody("armies:keep_book_test", 404, "post"),
    owned("armies:share", 200),
    owned("armies:share", 400, "post"),
    owned("armies:share", 302, "post", body={"secret": "on"}),
    everybody("armies:secret", address={"token": "secret"}),
    everybody("armies:secret", 404, address={"token": "army"}),
    everybody("armies:secret", 404),
    owned("armies:file_away", 200),
    owned("armies:file_away", 302, "post", body={"folder": "", "tags": ""}),
    owned("armies:archive", 302, "post"),
    owned("armies:unarchive", 302, "post"),
    owned("armies:delete", 302, "post"),
    owned("armies:show", 404, address={"army": "deleted"}),
    owned("armies:restore", 302, "post", address={"army": "deleted"}),
    owned("armies:erase", 302, "post", address={"army": "deleted"}),
    owned("armies:print", 200),
    signed_in("armies:save_setup", 302, "post"),
    everybody("armies:save_setup", 405),
    Row(
        "armies:delete_setup", (302, 404, 302, 404), "post", address={"number": "setup"}
    ),
    owned("armies:pdf", 200),
    *(owned(f"armies:{one.key}", 200) for one in EXPORTS),
    everybody("armies:shared"),
    everybody("armies:copy_shared", 302, "post"),
    everybody("armies:shared_print"),
    everybody("armies:shared_pdf"),
    *(everybody(f"armies:shared_{one.key}") for one in EXPORTS),
    everybody("armies:shared", 404, address={"token": "no-such-link"}),
    everybody("armies:check"),
    everybody("armies:check_download", 400, "post"),
    everybody("armies:check_open", 400, "post"),
    everybody("events:index"),
    signed_in("events:new", 200),
    signed_in("events:new", 422, "post"),
    everybody("events:friendly"),
    everybody("events:friendly", 422, "post"),
    everybody("events:show"),
    owned("events:show", 200, address={"slug": "prepared"}),
    everybody("events:link", 404, address={"link": "guessed"}),
    Row("events:link", (302, 302, 403, 302)),
    everybody("events:join"),
    everybody("events:join", 422, "post"),
    owned("events:settings", 200),
    owned("events:settings", 422, "post"),
    owned("events:move", 302, "post", body={"state": "closed"}),
    owned("events:delete", 302, "post"),
    owned("events:people", 200),
    owned("events:people", 404, "post", body={"do": "nothing"}),
    everybody("events:mine", 404),
    everybody("events:choose", 404, "post"),
    everybody("events:hand_in", 404, "post"),
    everybody("events:answer", 404, "post"),
    everybody("events:withdraw", 404, "post"),
    owned("events:receipt", 200),
    owned("events:field", 200),
    owned("events:field_start", 302, "post"),
    owned("events:field_cancel", 302, "post"),
    owned("events:board", 200),
    owned("events:pulse", 200),
    owned("events:accept_chosen", 302, "post"),
    *(owned("events:export", 200, address={"kind": kind}) for kind in EVENT_EXPORTS),
    owned("events:rounds", 200),
    owned("events:rounds", 422, "post", body={"do": "random"}),
    owned("events:rounds", 404, "post", body={"do": "nothing"}),
    owned("events:papers", 200),
    owned("events:judge_pack", 409, address={"part": 7}),
    owned("events:judge_table", 200),
    owned("events:booklet", 409, address={"part": 7}),
    owned("events:table_sheets", 404),
    owned("events:list", 200),
    owned("events:pane", 200),
    owned("events:decide", 409, "post"),
    owned("events:hand_in_for", 422, "post"),
    owned("events:sent", 200),
    owned("events:sent", 422, "post"),
    owned("events:sent_one", 422, "post", body={"player": "1"}),
    owned("events:sent_one", 404, "post"),
    everybody("verify:find"),
    everybody("verify:find", 422, "post"),
    everybody("verify:code"),
    everybody("verify:code", 404, address={"code": "ABCDEFGH"}),
    everybody("packs:index"),
    signed_in("packs:begin", 200),
    signed_in("packs:begin", 422, "post"),
    signed_in("packs:read_in", 200),
    signed_in("packs:read_in", 422, "post"),
    *(
        everybody(f"packs:{page}", address={"key": "public_pack"})
        for page in ("pack", "document", "version", "version_document")
    ),
    *(
        of_pack(f"packs:{page}", 200, visitor=404)
        for page in ("pack", "document", "version", "version_document")
    ),
    *(of_pack(f"packs:{page}", 200) for page in ("edit", "rules", "give_up")),
    of_pack("packs:read_over", 200),
    of_pack("packs:read_over", 422, "post"),
    of_pack("armies:try_pack", 200),
    of_pack("armies:try_pack", 422, "post"),
    of_pack("packs:document", 200, visitor=404, tail="?draft=1"),
    everybody("packs:document", 404, address={"key": "public_pack"}, tail="?draft=1"),
    of_pack("packs:blank", 200, tail="?at=/limits"),
    of_pack("packs:rule_words", 200, tail="?at=/limits/unit-of-50"),
    of_pack("packs:rules", 409, "post"),
    of_pack("packs:parts", 404, "post"),
    of_pack("packs:form_part", 422, "post", address={"part": "basics"}),
    of_pack("packs:form_part", 404, "post", address={"part": "nothing"}),
    of_pack("packs:publish", 409, "post"),
    of_pack("packs:share", 404, "post"),
    of_pack("packs:leave", 302, "post"),
    of_pack("packs:copy", 302, "post"),
    of_pack("packs:copy_version", 302, "post"),
    signed_in("packs:copy_version", 302, "post", address={"key": "public_pack"}),
    of_pack("packs:give_up", 302, "post"),
    owned("armies:bulk_check", 200),
    owned("armies:check_verdict", 200, address={"number": 0}),
    owned("armies:export_check", 200, address={"what": "verdicts.csv"}),
    owned("armies:export_check", 404, address={"what": "verdicts.exe"}),
    owned("armies:change_check", 302, "post", body={"act": "delete"}),
    everybody("api:games"),
    everybody("api:game", address={"key": "charge"}),
    everybody("api:books"),
    everybody("api:book"),
    everybody("api:edition"),
    Row("api:drafts", (401, 200, 200, 200)),
    Row("api:drafts", (401, 403, 403, 400), "post"),
    Row("api:draft", (401, 404, 404, 404)),
    Row("api:draft", (401, 404, 404, 404), "put"),
    Row("api:draft_edits", (401, 404, 404, 404), "post"),
    Row("api:findings", (401, 404, 404, 404)),
    Row("api:publish", (401, 404, 404, 404), "post"),
    Row("api:revisions", (401, 404, 404, 404)),
    Row("api:revert", (401, 404, 404, 404), "post"),
    Row("api:step", (401, 404, 404, 404), "post"),
    Row("api:draft_tests", (401, 404, 404, 404)),
    Row("api:draft_tests", (401, 404, 404, 404), "post"),
    Row("api:draft_test", (401, 404, 404, 404)),
    Row("api:draft_test", (401, 404, 404, 404), "put"),
    Row("api:draft_test", (401, 404, 404, 404), "delete"),
    Row("api:sign_off", (401, 404, 404, 404)),
    Row("api:sign_off", (401, 404, 404, 404), "post"),
    Row("api:sign_off", (401, 404, 404, 404), "put"),
    Row("api:publication", (401, 404, 404, 404)),
    Row("api:publication", (401, 404, 404, 404), "post"),
    Row("api:publication", (401, 404, 404, 404), "delete"),
    Row("api:offer", (401, 404, 404, 404), "put"),
    Row("api:armies", (401, 200, 200, 200)),
    Row("api:armies", (401, 400, 400, 400), "post"),
    owned("api:army", 200),
    Row("api:army", (401, 404, 400, 404), "put"),
    Row("api:army", (401, 404, 400, 404), "patch"),
    Row("api:army", (401, 404, 428, 404), "delete"),
    Row("api:edits", (401, 404, 400, 404), "post"),
    Row("api:restore", (401, 404, 200, 404), "post"),
    Row("api:sharing", (401, 404, 400, 404), "put"),
    Row("api:filing", (401, 404, 400, 404), "put"),
    everybody("api:secret", address={"token": "secret"}),
    everybody("api:secret", 404, address={"token": "army"}),
    owned("api:army_review", 200),
    everybody("api:events"),
    everybody("api:event"),
    owned("api:event", 200, address={"slug": "prepared"}),
    everybody("api:open_lists"),
    Row("api:board", (401, 404, 200, 404)),
    Row("api:decisions", (401, 400, 400, 400), "post"),
    everybody("api:place", 404),
    everybody("api:hand_in", 400, "post"),
    everybody("api:verify_code"),
    everybody("api:verify_receipt", 400, "post"),
    everybody("api:packs"),
    *(
        everybody(f"api:{page}", address={"key": "public_pack"})
        for page in ("pack", "pack_version")
    ),
    *(
        owned(f"api:{page}", 200, address={"key": "pack"})
        for page in ("pack", "pack_version")
    ),
    everybody("api:reviews", 400, "post"),
    everybody("api:read_list", 400, "post"),
    everybody("api:plans", 400, "post"),
    everybody("api:checks", 400, "post"),
    everybody("api:odds", 400, "post"),
    everybody("api:odds_decisions", 400, "post"),
    Row("api:bulk_checks", (401, 200, 200, 200)),
    Row("api:bulk_checks", (401, 400, 400, 400), "post"),
    Row("api:bulk_check", (401, 404, 200, 404)),
    Row("api:bulk_check", (401, 404, 204, 404), "delete"),
    Row("api:bulk_verdicts", (401, 404, 200, 404)),
    Row("api:bulk_verdict_lines", (401, 404, 200, 404)),
    Row("api:comparisons", (401, 400, 400, 400), "post"),
    Row("api:comparison", (401, 404, 200, 404)),
    Row("api:comparison", (401, 404, 204, 404), "delete"),
    everybody("api:schema"),
    everybody("api:docs"),
    everybody("api:try"),
    everybody("api:root"),
    everybody("api:not_found", 404, tail="no-such-page/"),
)


def routes(
    resolver: URLResolver, space: str = "", *, admin: bool = False
) -> Iterator[tuple[str, list[str]]]:
    """Return every route's name and what its address is made of.

    The admin has tests of its own and is left out, unless it is asked for.
    """
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name}", list(pattern.pattern.converters)
        elif admin or pattern.namespace != "admin":
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from routes(pattern, inner, admin=admin)


def test_every_route_has_a_row() -> None:
    assert sorted(set(dict(routes(get_resolver()))) - {row.route for row in ROWS}) == []


def test_every_row_has_a_route() -> None:
    assert sorted({row.route for row in ROWS} - set(dict(routes(get_resolver())))) == []


@pytest.fixture
def people(alice: User, bob: User) -> dict[str, Client]:
    carol = User.objects.create_user("carol")
    grant_role(carol, AUTHORS)
    clients = {name: Client() for name in WHO}
    for name, user in (("other", bob), ("owner", alice), ("author", carol)):
        clients[name].force_login(user)
    return clients


@pytest.fixture
def address(alice: User) -> dict[str, str | int]:
    publish_printed("charge-skaven")
    roster = sample_army("skaven-500")
    private, shared, deleted = (create(roster, alice) for _ in range(3))
    Army.objects.filter(pk=shared.pk).update(visibility=Visibility.UNLISTED)
    set_secret_link(private, wanted=True)
    Army.objects.filter(pk=deleted.pk).update(deleted_at=timezone.now())
    job = Job.objects.create(
        kind="comparison", document={}, total=1, created=timezone.now()
    )
    job.askings.create(asker=f"user {alice.pk}")
    setup = SavedSetup.objects.create(owner=alice, name="Club", options={})
    event = opened(charge_event(alice, name="Spring"), alice, timezone.now())
    (entrant,) = placed(event, alice, "Anna")
    charge_event(alice, name="Prepared")
    a_version(a_pack(alice))
    bulk = begun_check(alice, files(members(1)))
    return {
        "slug": event.slug,
        "link": entrant.link,
        "code": handed(entrant, at=timezone.now()).code,
        "army": private.public_id,
        "bulk": bulk.public_id,
        "setup": setup.pk,
        "public_id": private.public_id,
        "deleted": deleted.public_id,
        "token": shared.share_token,
        "secret": str(private.secret_token),
        "key": "charge-skaven",
        "pack": "spring-open",
        "public_pack": "border-patrol",
        **dict.fromkeys(("number", "edition", "test", "part", "game_round"), 1),
        "unit": "ratmen",
        "job": job.pk,
    }


def url_of(row: Row, address: dict[str, str | int]) -> str:
    parts = dict(routes(get_resolver()))[row.route]
    named = {part: address.get(str(to), to) for part, to in row.address.items()}
    known = {**address, **named}
    return reverse(row.route, kwargs={part: known[part] for part in parts}) + row.tail


def ask(client: Client, row: Row, url: str) -> int:
    """Send a request and undo what it did."""
    with transaction.atomic():
        body = json.dumps(row.body)
        json_body = {"data": body, "content_type": "application/json"}
        once = Client()
        once.cookies = deepcopy(client.cookies)
        send = getattr(once, row.method)
        more = json_body if row.route.startswith("api:") else {"data": row.body}
        answer = send(url) if row.method == "get" else send(url, **more)
        if answer.streaming:
            answer.getvalue()
        transaction.set_rollback(True)
    status: int = answer.status_code
    return status


@pytest.mark.sweep(2)
@pytest.mark.parametrize("who", WHO)
def test_each_address_answers_as_the_table_says(
    who: str, people: dict[str, Client], address: dict[str, str | int]
) -> None:
    surprises = []
    for row in ROWS:
        url = url_of(row, address)
        expected = row.statuses[WHO.index(who)]
        got = ask(people[who], row, url)
        if got != expected:
            surprises.append(f"{row.method} {row.route}: {got}, not {expected}")
    assert not surprises, "\n".join(surprises)


@pytest.mark.parametrize("who", ["visitor", "other", "owner"])
def test_the_admin_is_closed_to_players(who: str, people: dict[str, Client]) -> None:
    for name in ("index", "books_book_changelist", "accounts_user_changelist"):
        answer = people[who].get(reverse(f"admin:{name}"))
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith("/admin/login/")


def test_an_author_sees_books_in_the_admin_and_no_people(
    people: dict[str, Client],
) -> None:
    author = people["author"]
    assert author.get(reverse("admin:books_book_changelist")).status_code == 200
    assert author.get(reverse("admin:accounts_user_changelist")).status_code == 403

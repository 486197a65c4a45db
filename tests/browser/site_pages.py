"""Every page of the site: where it stands and who looks at it.

``test_pages`` asks the resolver whether an address has no row here.
"""

from collections.abc import Callable
from functools import partial

from django.apps import apps
from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from armybuilder.accounts.models import User
from armybuilder.armies import store
from armybuilder.armies.folders import file_army
from armybuilder.armies.models import FOLDER_LENGTH, Army, Visibility
from armybuilder.armies.review import review_army
from armybuilder.armies.store import set_secret_link
from armybuilder.books.disagreements import message_name, send_disagreement
from armybuilder.books.forks import fork_edition
from armybuilder.books.invitations import invite
from armybuilder.books.models import (
    Book,
    Disagreement,
    Edition,
    OptionList,
    Role,
    Unit,
)
from armybuilder.events.models import Event, EventState, Submission
from armybuilder.events.pairings import pair_at_random
from armybuilder.events.states import move_event
from armybuilder.packs.drafts import bare_document, begin_pack
from armybuilder.packs.publications import publish_pack
from rulesets.packs.ready_rules import READY_RULES, with_ready_rule
from rulesets.rosters.roster import Force, Roster
from tests.armybuilder.armies.bulk_checks import begun_check, files, members

ADMIRAL = "The Admiral's Reckoning"
ILLEGAL = "One Rat Too Many"
COUNT = "The Count Rides Out"
BRETONNIA = "warhammer-bretonnia"
FIGHT = "a=charge-skaven@1/ratmen&b=charge-orcs@1/{orcs}"
STAFF = "staff"
LONG = "The Most Puissant and Everlasting Host of the Grand Duchess Wilhelmina"


def army(name: str) -> Army:
    return Army.objects.get(name=name)


def shared(name: str, page: str = "") -> str:
    found = army(name)
    Army.objects.filter(pk=found.pk).update(visibility=Visibility.UNLISTED)
    return f"/share/{found.share_token}/{page}"


def own(name: str, page: str = "") -> str:
    return f"/armies/{army(name).public_id}/{page}"


def bulk(page: str = "") -> str:
    """Have many lists checked: some legal, some not, some unread."""
    owner = User.objects.get(username="organiser")
    check = begun_check(owner, files(members(130)))
    return f"/check/{check.public_id}/{page}"


def beside(name: str, other: str) -> str:
    return own(name, f"compare/?with={army(other).public_id}")


def secret(name: str) -> str:
    found = army(name)
    set_secret_link(found, wanted=True)
    return f"/secret/{found.secret_token}/"


def armies_of(name: str, count: int) -> str:
    """Give a person as many armies, each with a long name, and return their list."""
    owner = User.objects.get(username=name)
    roster = army(ILLEGAL)
    Army.objects.bulk_create(
        Army(
            owner=owner,
            game=roster.game,
            document=roster.document,
            name=f"{LONG} {number}",
        )
        for number in range(count)
    )
    return "/armies/"


def armies_filed(name: str) -> str:
    """File each army of a person under a long folder and long tags of its own."""
    for number, filed in enumerate(Army.objects.filter(owner__username=name)):
        folder, tag = f"{LONG[: FOLDER_LENGTH - 3]} {number}", f"Border cup {number}"
        file_army(filed, folder, (tag, "painted"))
    return "/armies/"


def empty_army(book: str) -> str:
    """Return the builder of a new army of this book."""
    game = Book.objects.get(key=book).game
    roster = Roster(game, LONG, limit=1000, forces=(Force("f1", book, 1),))
    owner = User.objects.get(username="player")
    return f"/armies/{store.create(roster, owner).public_id}/"


def orcs() -> str:
    return Unit.objects.filter(book__key="charge-orcs").earliest("pk").key


def fight(page: str) -> str:
    return f"{page}?{FIGHT.format(orcs=orcs())}"


def reset_link() -> str:
    """Return the address that a mail about a forgotten password leads to."""
    person = User.objects.get(username="player")
    kwargs = {
        "uidb64": urlsafe_base64_encode(force_bytes(person.pk)),
        "token": default_token_generator.make_token(person),
    }
    return reverse("accounts:reset_password", kwargs=kwargs)


def book_change(key: str = "charge-skaven") -> str:
    return f"/admin/books/book/{Book.objects.get(key=key).pk}/change/"


def unit_change() -> str:
    unit = Unit.objects.filter(book__key="charge-skaven").earliest("pk")
    return f"/admin/books/unit/{unit.pk}/change/"


def list_change(key: str) -> str:
    named = OptionList.objects.get(book__key="warhammer-bretonnia", key=key)
    return f"/admin/books/optionlist/{named.pk}/change/"


def book_tool(tool: str) -> str:
    key = Book.objects.get(key="charge-skaven").pk
    return reverse(f"admin:books_book_{tool}", args=[key])


def fork_page() -> str:
    edition = Edition.objects.get(book__key="charge-skaven", number=1)
    return reverse("admin:books_book_fork", args=[edition.pk])


def forked() -> str:
    """Have an author fork a book, and return the page of its origin."""
    edition = Edition.objects.get(book__key="charge-skaven", number=1)
    author = User.objects.get(username="author")
    book = fork_edition(edition, LONG, author)
    return reverse("admin:books_book_origin", args=[book.pk])


def first_message() -> str:
    """Return the name of the first message about an illegal army."""
    return message_name(review_army(army(ILLEGAL)).review.messages[0])


def sent_disagreement() -> Disagreement:
    """Have a player disagree with the first message about an illegal army."""
    reviewed = review_army(army(ILLEGAL))
    said = reviewed.review.messages[0]
    book = Book.objects.get(key="charge-skaven")
    player = User.objects.get(username="player")
    return send_disagreement(book, 1, reviewed.review, said, player, f"{LONG} agrees.")


def disagreement() -> str:
    row = sent_disagreement()
    return reverse("admin:books_book_disagreement", args=[row.book_id, row.pk])


def sent_disagreements() -> str:
    sent_disagreement()
    return reverse("armies:disagreements")


def blank_of_rules() -> str:
    empire = Book.objects.get(key="warhammer-empire").pk
    address = reverse("admin:books_book_blank", args=[empire])
    return f"{address}?at=/limits"


def invitation() -> str:
    book = Book.objects.get(key="charge-skaven")
    author = User.objects.get(username="author")
    return reverse("books:invitation", args=[invite(book, Role.TESTER, author)])


def unit_desk(unit: str = "") -> str:
    empire = Book.objects.get(key="warhammer-empire").pk
    if not unit:
        return reverse("admin:books_book_units", args=[empire])
    return reverse("admin:books_book_unit", args=[empire, unit])


def pack_page(page: str = "") -> str:
    """Have a player begin a pack with all that one may have; return a page of it."""
    rules = [rule for rule in READY_RULES if rule.game in ("", "warhammer")]
    document = bare_document(LONG, "warhammer")
    for rule in rules:
        document = with_ready_rule(document, rule)
    player = User.objects.get(username="player")
    pack = begin_pack(player, document)
    publish_pack(pack, player)
    return reverse(f"packs:{page or 'pack'}", args=[pack.key])


EVENT = "/events/spring-open/"


def opened_event(page: str = "") -> str:
    """Reveal the event of the demonstration, paired; return a page of it."""
    event = Event.objects.get(slug="spring-open")
    organiser = User.objects.get(username="organiser")
    if event.state == EventState.OPEN:
        pair_at_random(event, 1)
        for state in (EventState.CLOSED, EventState.REVEALED):
            move_event(event, state, organiser)
    return f"{EVENT}{page}"


def code_page() -> str:
    return f"/v/{Submission.objects.earliest('pk').code}/"


Address = str | Callable[[], str]
Row = tuple[str, Address, str]
"""A word for it, where it stands, and who looks at it ("" for a visitor)."""

HOME: tuple[Row, ...] = (
    ("home", "/", ""),
    ("home-signed-in", "/", "player"),
    ("home-author", "/", "author"),
    ("help", "/help/", ""),
    ("check", "/check/", ""),
    ("check-organiser", "/check/", "organiser"),
    ("check-many", bulk, "organiser"),
    ("check-many-found", lambda: f"{bulk()}?word=illegal&sort=file", "organiser"),
    ("check-one-of-many", lambda: bulk("1/"), "organiser"),
    ("not-found", "/nothing/here/", ""),
    ("api", "/api/v1/docs/", ""),
    ("api-try", "/api/v1/docs/try/", "player"),
)
BOOKS: tuple[Row, ...] = (
    ("books", "/books/", ""),
    ("books-found", "/books/?q=knight", ""),
    ("books-none", "/books/?q=zeppelin", ""),
    ("book", "/books/charge-skaven/", ""),
    ("edition", "/books/charge-skaven/editions/1/", ""),
    ("unit", "/books/charge-skaven/units/ratmen/", ""),
    ("book-warhammer", "/books/warhammer-bretonnia/", ""),
    ("book-warband", "/books/mordheim-reikland/", ""),
    ("book-long", "/books/scrollhammer-saltmere-league/", ""),
    ("book-of-items", "/books/mordheim-armoury/", ""),
    ("invitation", invitation, "player"),
    ("invitation-gone", "/books/invitations/nothing/", "player"),
    ("book-rules", "/books/warhammer-bretonnia/rules/", ""),
)
ARMIES: tuple[Row, ...] = (
    ("armies", "/armies/", "player"),
    ("armies-visitor", "/armies/", ""),
    ("armies-none", "/armies/", "organiser"),
    ("armies-many", lambda: armies_of("organiser", 200), "organiser"),
    ("armies-filed", lambda: armies_filed("player"), "player"),
    ("armies-not-found", "/armies/?q=zeppelin", "player"),
    ("new", "/armies/new/", ""),
    ("new-of-a-book", "/armies/new/?book=warhammer-empire", ""),
    ("import", "/armies/import/", ""),
    ("public", "/armies/public/", ""),
    ("deleted", "/armies/deleted/", "player"),
)
CHARGED = "?unit=f1/s21&tab=odds&opening=charged"
REIKLAND = "Reikland Free Company"
WEAPON = "place=f1%2Fs1&slot=weapon"
BUILDER: tuple[Row, ...] = (
    ("builder", lambda: own("Under the Granary", "?unit=f1/s1"), "player"),
    ("builder-no-pane", lambda: own(COUNT), "player"),
    ("builder-illegal", lambda: own(ILLEGAL), "player"),
    ("builder-two-books", lambda: own("Unlikely Friends", "?add=1"), "player"),
    ("builder-unknown-edition", lambda: own("From the Future"), "player"),
    ("builder-targets", lambda: own(COUNT, "?targets=1"), "player"),
    ("builder-legal", lambda: own(COUNT, "?problems=1"), "player"),
    ("builder-rules", lambda: own(COUNT, "?unit=f1/s21&tab=rules"), "player"),
    ("builder-odds-charged", lambda: own(COUNT, CHARGED), "player"),
    ("builder-band", lambda: own(REIKLAND, "?unit=f1/u6"), "player"),
    ("builder-band-odds", lambda: own(REIKLAND, "?unit=f1/u1&tab=odds"), "player"),
    ("builder-band-shop", lambda: own(REIKLAND, "?add=1"), "player"),
    ("builder-sub-list", lambda: own("Nine Lamps", "?add=1"), "player"),
    ("builder-hero-odds", lambda: own("Nine Lamps", "?unit=f1/s2&tab=odds"), "player"),
    ("builder-problems", lambda: own(ILLEGAL, "?problems=1"), "player"),
    ("builder-hands", lambda: own("The Lady’s Own", "?unit=f1/s1"), "player"),
    ("builder-odds", lambda: own(COUNT, "?unit=f1/s1&tab=odds"), "player"),
    ("builder-shop", lambda: own(COUNT, "?add=1"), "player"),
    ("builder-groups", lambda: own(ADMIRAL, "?unit=f1/s53"), "player"),
    ("builder-empty", lambda: empty_army(BRETONNIA), "player"),
    ("builder-empty-band", lambda: empty_army("mordheim-reikland"), "player"),
    ("builder-empty-shop", lambda: f"{empty_army(BRETONNIA)}?add=1", "player"),
    ("builder-empty-said", lambda: f"{empty_army(BRETONNIA)}?problems=1", "player"),
    ("what-if", lambda: own(COUNT, f"what-if/?{WEAPON}"), "player"),
    ("plan-legal", lambda: own(ILLEGAL, "plan/?goal=legal"), "player"),
    ("plan-fill", lambda: own(COUNT, "plan/?goal=fill"), "player"),
    ("try", lambda: own(COUNT, "try/"), "player"),
)
AROUND: tuple[Row, ...] = (
    ("army-share", lambda: own(ADMIRAL, "share/"), "player"),
    ("army-history", lambda: own(ADMIRAL, "history/"), "player"),
    ("army-state", lambda: own(ADMIRAL, "history/1/"), "player"),
    ("army-filing", lambda: own(ADMIRAL, "filing/"), "player"),
    ("army-edition", lambda: own(ADMIRAL, "edition/"), "player"),
    ("army-changes", lambda: own(ADMIRAL, "changes/?from=1"), "player"),
    ("army-beside-none", lambda: own(ADMIRAL, "compare/"), "player"),
    ("army-beside-another", lambda: beside("Under the Granary", ILLEGAL), "player"),
    ("disagree", lambda: own(ILLEGAL, f"disagree/{first_message()}/"), "player"),
    ("disagreements", sent_disagreements, "player"),
    ("army-print", lambda: own(COUNT, "print/"), "player"),
    ("share-warband", lambda: shared("Reikland Free Company"), ""),
    ("share", lambda: shared("Under the Granary"), ""),
    ("print", lambda: shared(ILLEGAL, "print/"), ""),
    ("print-groups", lambda: shared(ADMIRAL, "print/"), ""),
    ("secret-list", lambda: secret("The Lady’s Own"), ""),
)
HEAT = "a=mordheim-reikland@1&b=mordheim-skaven@1"
HEAVY = "a=warhammer-empire@1&b=warhammer-bretonnia@1"
KNIGHTS = "a=warhammer-bretonnia@1/grail-knights&b=warhammer-empire@1/halberdiers"
BAND = "a=mordheim-reikland@1/warrior&b=mordheim-skaven@1/verminkin"
CROWD = "a=scrollhammer-saltmere-league@1/rowers&b=scrollhammer-falmer@1/chaurus"
BEST = "a=mordheim-reikland@1/warrior&b=mordheim-skaven@1"
MATCH_UPS: tuple[Row, ...] = (
    ("match-up-empty", "/match-ups/", ""),
    ("match-up", lambda: fight("/match-ups/"), ""),
    ("match-up-charged", f"/match-ups/?{KNIGHTS}", ""),
    ("match-up-band", f"/match-ups/?{BAND}", ""),
    ("match-up-crowd", f"/match-ups/?{CROWD}", ""),
    ("match-up-one-side", "/match-ups/?a=warhammer-empire@1/halberdiers", ""),
    ("match-up-wrong", "/match-ups/?a=nothing/at-all", ""),
    ("decisions", f"/match-ups/decisions/?{KNIGHTS}&side=b", ""),
    ("preview", lambda: fight("/match-ups/preview/"), ""),
    ("compare-list", f"/match-ups/compare/?{BEST}", ""),
    ("compare-empty", "/match-ups/compare/", ""),
    ("compare-heat", f"/match-ups/compare/?{HEAT}", ""),
    ("compare-changes", lambda: f"{fight('/match-ups/compare/')}&rows=changes", ""),
    ("compare-heavy", f"/match-ups/compare/?{HEAVY}", ""),
)
ACCOUNTS: tuple[Row, ...] = (
    ("sign-in", "/accounts/sign-in/", ""),
    ("sign-up", "/accounts/sign-up/", ""),
    ("account", "/accounts/", "organiser"),
    ("account-player", "/accounts/", "player"),
    ("password", "/accounts/password/", "player"),
    ("e-mail", "/accounts/email/", "organiser"),
    ("delete-account", "/accounts/delete/", "player"),
    ("become-author", "/accounts/author/", "player"),
    ("forgotten", "/accounts/forgotten/", ""),
    ("forgotten-sent", "/accounts/forgotten/sent/", ""),
    ("forgotten-link", reset_link, ""),
    ("forgotten-link-old", "/accounts/forgotten/MQ/abc-def/", ""),
)
DESK: tuple[Row, ...] = (
    ("admin", "/admin/", "author"),
    ("admin-books", "/admin/books/book/", "author"),
    ("admin-book", book_change, "author"),
    ("admin-unit", unit_change, "author"),
    ("admin-list", lambda: list_change("magic-weapons"), "author"),
    ("admin-import", "/admin/books/book/import/", "author"),
    ("admin-own-roles", "/admin/books/book/roles/", "author"),
    ("admin-check", lambda: book_tool("check"), "author"),
    ("admin-tests", lambda: book_tool("tests"), "author"),
    ("admin-examples", lambda: book_tool("examples"), "author"),
    ("admin-people", lambda: book_tool("people"), "author"),
    ("admin-prices", lambda: book_tool("prices"), "author"),
    ("admin-units", unit_desk, "author"),
    ("admin-unit-desk", lambda: unit_desk("knightly-orders"), "author"),
    ("admin-rules", lambda: book_tool("rules"), "author"),
    ("admin-blank", blank_of_rules, "author"),
    ("admin-translations", lambda: f"{book_tool('translations')}?to=de", "author"),
    ("admin-fork", fork_page, "author"),
    ("admin-origin", forked, "author"),
    ("admin-disagreements", lambda: book_tool("disagreements"), "author"),
    ("admin-disagreement", disagreement, "author"),
    ("admin-revisions", lambda: book_tool("revisions"), "author"),
    ("admin-preview", lambda: book_tool("preview"), "author"),
    ("admin-preview-odds", lambda: book_tool("preview_odds"), "author"),
    ("admin-fairness", lambda: book_tool("fairness"), "author"),
    ("admin-impact", lambda: book_tool("impact"), "author"),
    ("admin-sign-off", lambda: book_tool("sign_off"), "author"),
)


def in_admin(model: str, page: str) -> str:
    """Return an address of the admin: of its first row, where the page is of one."""
    app, name = model.split(".")
    found = apps.get_model(app, name)._default_manager
    args = [] if page in ("changelist", "add") else [found.earliest("pk").pk]
    return reverse(f"admin:{app}_{name}_{page}", args=args)


EVENTS: tuple[Row, ...] = (
    ("events", "/events/", ""),
    ("events-own", "/events/", "organiser"),
    ("event-new", "/events/new/", "organiser"),
    ("event-friendly", "/events/friendly/", ""),
    ("event", EVENT, ""),
    ("event-open-lists", opened_event, ""),
    ("event-join", f"{EVENT}join/", ""),
    ("event-mine", f"{EVENT}mine/", "player"),
    ("event-board", f"{EVENT}board/", "organiser"),
    ("event-list-illegal", f"{EVENT}lists/4/", "organiser"),
    ("event-list-none", f"{EVENT}lists/5/", "organiser"),
    ("event-list-open", lambda: opened_event("lists/1/"), ""),
    ("event-people", f"{EVENT}people/", "organiser"),
    ("event-settings", f"{EVENT}settings/", "organiser"),
    ("event-papers", f"{EVENT}papers/", "organiser"),
    ("event-rounds", lambda: opened_event("rounds/"), "organiser"),
    ("event-field", lambda: opened_event("field/"), "organiser"),
    ("event-sent", lambda: opened_event("sent/"), "organiser"),
    ("event-no-link", "/events/i/guessed/", ""),
    ("verify-find", "/v/", ""),
    ("verify-valid", code_page, ""),
    ("verify-unknown", "/v/ABCDEFGH/", ""),
)
PACKS: tuple[Row, ...] = (
    ("packs", "/packs/", ""),
    ("packs-own", lambda: pack_page() and "/packs/", "player"),
    ("pack-begin", "/packs/new/", "player"),
    ("pack-read-in", "/packs/read-in/", "player"),
    ("pack", "/packs/border-patrol/", ""),
    ("pack-version", lambda: f"{pack_page()}versions/1/", "player"),
    ("pack-edit", lambda: pack_page("edit"), "player"),
    ("pack-rules", lambda: pack_page("rules"), "player"),
    ("pack-blank", lambda: f"{pack_page('blank')}?at=/limits", "player"),
    ("pack-read-over", lambda: f"{pack_page()}read-in/", "player"),
    ("pack-try", lambda: f"{pack_page()}try/", "player"),
    ("pack-give-up", lambda: pack_page("give_up"), "player"),
)
WRITTEN = (
    *("book", "item", "specialrule", "printedrule", "limit", "unit", "modeltype"),
    *("slot", "optionlist", "option"),
)
"""The tables of the admin that authors write."""
ADDED = tuple(one for one in WRITTEN if one not in ("modeltype", "slot", "option"))
"""Those that are added at a table of their own, and not within a unit or a list."""

ADMIN: tuple[Row, ...] = tuple(
    (f"admin-{model}-{page}", partial(in_admin, model, page), user)
    for models, user, pages in (
        (
            tuple(f"books.{one}" for one in WRITTEN),
            "author",
            ("changelist", "change", "history", "delete"),
        ),
        (tuple(f"books.{one}" for one in ADDED), "author", ("add",)),
        (("books.edition",), "author", ("changelist", "change", "history")),
        (("accounts.user", "auth.group"), STAFF, ("changelist", "add", "change")),
        (("jobs.job", "authtoken.tokenproxy"), STAFF, ("changelist",)),
    )
    for model in models
    for page in pages
)
PAGES: tuple[Row, ...] = (
    *HOME,
    *BOOKS,
    *ARMIES,
    *BUILDER,
    *AROUND,
    *MATCH_UPS,
    *ACCOUNTS,
    *PACKS,
    *EVENTS,
    *DESK,
    *ADMIN,
)


def address_of(address: Address) -> str:
    return address if isinstance(address, str) else address()

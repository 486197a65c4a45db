"""The headers that every page carries."""

import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from rest_framework.authtoken.models import Token

from armybuilder.accounts.models import User
from armybuilder.security import HEADER, csp_override, policy_text

ROOT = Path(settings.BASE_DIR)


def test_a_page_forbids_what_is_not_ours(client: Client, db: None) -> None:
    policy = client.get("/accounts/sign-in/").headers[HEADER]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_a_page_says_what_else_a_browser_needs_to_know(
    client: Client, db: None
) -> None:
    headers = client.get("/accounts/sign-in/").headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.parametrize(
    "address", ["/", "/armies/", "/accounts/password/", "/api/v1/armies/", "/books/"]
)
def test_what_depends_on_who_asks_is_kept_nowhere(
    alice_client: Client, address: str
) -> None:
    answer = alice_client.get(address)
    assert answer.status_code == 200
    kept = answer.headers["Cache-Control"]
    assert "private" in kept
    assert "no-store" in kept


def test_what_a_token_opens_is_kept_nowhere(client: Client, alice: User) -> None:
    token = Token.objects.create(user=alice).key
    answer = client.get("/api/v1/armies/", headers={"Authorization": f"Token {token}"})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_an_army_built_without_an_account_is_kept_nowhere(
    client: Client, db: None
) -> None:
    session = client.session
    session["anonymous_armies"] = ["some-army"]
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    answer = client.get("/armies/")
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_what_is_the_same_for_everybody_may_be_kept(client: Client, db: None) -> None:
    answer = client.get("/api/v1/books/")
    assert answer.status_code == 200
    assert "Cache-Control" not in answer.headers


def test_a_missing_page_carries_the_headers_too(client: Client, db: None) -> None:
    answer = client.get("/no-such-page/")
    assert answer.status_code == 404
    assert "default-src 'none'" in answer.headers[HEADER]


def test_a_request_larger_than_any_upload_is_refused_unread(
    client: Client, db: None
) -> None:
    size = str(settings.MOST_REQUEST_BYTES + 1)
    answer = client.post("/accounts/sign-in/", {}, CONTENT_LENGTH=size)
    assert answer.status_code == 413
    assert HEADER in answer.headers


def test_a_form_that_is_not_utf_8_is_a_bad_request(db: None) -> None:
    kind = "application/x-www-form-urlencoded; charset=utf-16"
    client = Client(enforce_csrf_checks=True)
    client.get("/accounts/sign-in/")
    answer = client.post("/accounts/sign-in/", b"a=b", content_type=kind)
    assert answer.status_code == 400
    assert "could not be read" in answer.content.decode()


@pytest.mark.usefixtures("db")
def test_pages_are_compressed_and_documents_keep_their_mark(client: Client) -> None:
    asked = {"Accept-Encoding": "gzip"}
    page = client.get("/", headers=asked)
    assert page.headers["Content-Encoding"] == "gzip"
    assert b"Know" in gzip.decompress(page.content)
    # The answer's length varies, so that it tells nothing of what is in it.
    lengths = {len(client.get("/", headers=asked).content) for _ in range(8)}
    assert len(lengths) > 1
    schema = client.get("/api/v1/games/charge/", headers=asked)
    assert "Content-Encoding" not in schema.headers


def test_static_files_are_served_with_debug_off(client: Client, db: None) -> None:
    answer = client.get("/static/tokens.css")
    assert answer.status_code == 200
    assert b"--panel" in answer.getvalue()
    assert HEADER in answer.headers


def test_one_view_may_ask_for_more() -> None:
    @csp_override({"img-src": ["'self'", "blob:"]})
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    policy = view(RequestFactory().get("/")).headers[HEADER]
    assert "img-src 'self' blob:" in policy
    assert "default-src 'none'" in policy


def test_a_policy_is_written_as_browsers_read_it() -> None:
    assert policy_text({"a-src": ["'self'", "data:"], "b-src": ["'none'"]}) == (
        "a-src 'self' data:; b-src 'none'"
    )


INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|javascript:", re.IGNORECASE
)


@pytest.mark.parametrize(
    "template",
    sorted(
        path
        for path in (ROOT / "templates").rglob("*.html")
        # Sheets become PDFs: no browser reads them, and no policy.
        if not path.is_relative_to(ROOT / "templates" / "print")
    ),
    ids=lambda path: str(path.relative_to(ROOT / "templates")),
)
def test_no_template_holds_what_the_policy_blocks(template: Path) -> None:
    assert INLINE.findall(template.read_text(encoding="utf-8")) == []


def test_a_password_may_not_be_sent_to_another_site(client: Client, db: None) -> None:
    assert "form-action 'self'" in client.get("/accounts/sign-up/").headers[HEADER]


def ask_settings(code: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the settings as another machine would have them."""
    return subprocess.run(
        [sys.executable, "-c", f"from armybuilder import settings\n{code}"],
        cwd=ROOT,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def test_https_makes_cookies_secure_and_sends_everybody_there(tmp_path: Path) -> None:
    code = (
        "import json\nprint(json.dumps([settings.SESSION_COOKIE_SECURE,"
        "settings.CSRF_COOKIE_SECURE, settings.SECURE_SSL_REDIRECT,"
        "settings.SECURE_HSTS_SECONDS > 0, settings.DEBUG]))"
    )
    answer = ask_settings(code, HTTPS="1", VAR=str(tmp_path))
    assert json.loads(answer.stdout) == [True, True, True, True, False]


def test_the_secret_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    keys = {
        ask_settings("print(settings.SECRET_KEY)", VAR=str(tmp_path)).stdout
        for _ in range(2)
    }
    assert len(keys) == 1
    assert len(keys.pop().strip()) > 50
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_hashed_static_files_can_be_collected(tmp_path: Path) -> None:
    command = ["manage.py", "collectstatic", "--noinput", "-v", "0"]
    # These are not ours, and take long to compress.
    others = ("admin", "django_htmx", "drf_spectacular_sidecar", "rest_framework")
    answer = subprocess.run(
        [sys.executable, *command, *(f"--ignore={one}" for one in others)],
        cwd=ROOT,
        env={**os.environ, "HASHED_STATIC": "1", "VAR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    manifest = json.loads((tmp_path / "static" / "staticfiles.json").read_text())
    assert re.fullmatch(r"site\.[0-9a-f]{12}\.css", manifest["paths"]["site.css"])
    # What a module imports is found by its hashed name, so old and new never meet.
    paths = manifest["paths"]
    builder = (tmp_path / "static" / paths["armies/builder.js"]).read_text()
    queue = paths["armies/queue.js"].removeprefix("armies/")
    assert f'from "./{queue}"' in builder

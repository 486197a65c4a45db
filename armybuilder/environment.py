"""Variables of the environment, read for the settings."""

import contextlib
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

SQLITE_OPTIONS: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 5,
    "init_command": (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;"
        "PRAGMA mmap_size=134217728;PRAGMA cache_size=-16000;"
    ),
}
POSTGRES_OPTIONS = {"sslmode", "sslrootcert", "connect_timeout", "application_name"}


def flag(name: str, environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether a variable says yes; anything unclear is refused."""
    word = environ.get(name, "").strip().lower()
    if word in {"1", "true", "yes", "on"}:
        return True
    if word in {"", "0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {word!r}.")


def words(
    name: str, default: tuple[str, ...] = (), environ: Mapping[str, str] = os.environ
) -> list[str]:
    """Return the comma-separated values of a variable."""
    found = [word.strip() for word in environ.get(name, "").split(",")]
    return [word for word in found if word] or list(default)


def whole_number(
    name: str, default: int, environ: Mapping[str, str] = os.environ
) -> int:
    """Return the whole number, at least 1, that a variable holds."""
    text = environ.get(name, "").strip()
    if not text:
        return default
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}.")
    return int(text)


def database(url: str) -> dict[str, Any]:
    """Return Django's settings for the database that an address names."""
    parts = urlsplit(url)
    if parts.scheme in {"postgres", "postgresql"}:
        return _postgres(url)
    if parts.scheme == "sqlite" and not parts.netloc and len(parts.path) > 1:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": unquote(parts.path[1:]),
            "OPTIONS": SQLITE_OPTIONS,
            "CONN_MAX_AGE": 600,
        }
    raise ImproperlyConfigured(
        "DATABASE_URL must look like sqlite:///file, sqlite:////absolute/file or "
        "postgresql://user:password@host:5432/name; it starts with "
        f"{parts.scheme or 'nothing'!r}."
    )


def _postgres(url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    options = dict(parse_qsl(parts.query))
    unknown = sorted(set(options) - POSTGRES_OPTIONS)
    if unknown:
        raise ImproperlyConfigured(
            f"DATABASE_URL has an option that is not known: {', '.join(unknown)}."
        )
    try:
        port = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"DATABASE_URL: {error}") from error
    if len(parts.path) < 2:
        raise ImproperlyConfigured("DATABASE_URL names no database after the host.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        "OPTIONS": options,
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
    }


@dataclass(frozen=True, slots=True)
class Mail:
    """The way that mail leaves; `backend` is the dotted path of Django's."""

    backend: str
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    tls: bool = False
    ssl: bool = False


_MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
_BACKENDS = "django.core.mail.backends"


def mail(url: str) -> Mail:
    """Return the way that an address names: a server, or the console."""
    parts = urlsplit(url)
    if parts.scheme == "console":
        return Mail(f"{_BACKENDS}.console.EmailBackend")
    if parts.scheme not in _MAIL_PORTS or not parts.hostname:
        raise ImproperlyConfigured(
            "EMAIL_URL must be console: or look like smtp://user:password@host:25, "
            "smtp+tls://… or smtps://…; it starts with "
            f"{parts.scheme or 'nothing'!r}."
        )
    try:
        port = parts.port or _MAIL_PORTS[parts.scheme]
    except ValueError as error:
        raise ImproperlyConfigured(f"EMAIL_URL: {error}") from error
    return Mail(
        backend=f"{_BACKENDS}.smtp.EmailBackend",
        host=parts.hostname,
        port=port,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        tls=parts.scheme == "smtp+tls",
        ssl=parts.scheme == "smtps",
    )


def secret_key(
    file: Path, name: str = "SECRET_KEY", environ: Mapping[str, str] = os.environ
) -> str:
    """Return the secret key: the variable, or one made once and kept in a file."""
    given = environ.get(name)
    if given:
        return given
    if not file.exists():
        _write_once(file, secrets.token_urlsafe(64))
    return file.read_text(encoding="ascii").strip()


def _write_once(file: Path, text: str) -> None:
    """Put a private file in place whole; of two processes the first one wins."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    draft.touch(mode=0o600)
    draft.write_text(text, encoding="ascii")
    with contextlib.suppress(FileExistsError):
        file.hardlink_to(draft)
    draft.unlink()

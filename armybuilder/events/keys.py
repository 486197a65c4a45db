"""The key of an event: signs the lists that are handed in.

The private key is kept sealed (Fernet) under a key that is derived from the site's
secret key, so that a copy of the database alone signs nothing. Former secret keys
(`SECRET_KEY_FALLBACKS`) still open it.
"""

from base64 import urlsafe_b64encode
from hashlib import sha256

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings

from armybuilder.events.models import Event
from rulesets.receipts import new_key, public_key_of


def give_key(event: Event) -> None:
    """Give a new event its key; the event is not saved."""
    private = new_key()
    event.public_key = public_key_of(private)
    event.sealed_key = _seal().encrypt(private.encode()).decode()


def private_key(event: Event) -> str:
    """Return the private key of an event; it never leaves the process."""
    return _seal().decrypt(event.sealed_key.encode()).decode()


def _seal() -> MultiFernet:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(_derived(secret)) for secret in secrets])


def _derived(secret: str | bytes) -> bytes:
    raw = secret.encode() if isinstance(secret, str) else secret
    return urlsafe_b64encode(sha256(b"armybuilder.events.key" + raw).digest())

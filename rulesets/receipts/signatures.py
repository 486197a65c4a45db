"""Signatures of frozen lists: Ed25519 (RFC 8032) over the canonical document.

Keys and signatures are written in base 64: a private or public key has 32 bytes, a
signature 64.
"""

from base64 import b64decode, b64encode
from binascii import Error
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from rulesets.documents.json import canonical


def new_key() -> str:
    """Return a new private key."""
    return _text(Ed25519PrivateKey.generate().private_bytes_raw())


def public_key_of(private: str) -> str:
    """Return the public key that belongs to a private one."""
    return _text(_private(private).public_key().public_bytes_raw())


def sign(document: Any, private: str) -> str:
    """Return the signature of a document."""
    return _text(_private(private).sign(canonical(document)))


def is_signed(document: Any, signature: str, public: str) -> bool:
    """Return whether a signature is of exactly this document, by this key."""
    try:
        key = Ed25519PublicKey.from_public_bytes(b64decode(public, validate=True))
        key.verify(b64decode(signature, validate=True), canonical(document))
    except (InvalidSignature, ValueError, Error):
        return False
    return True


def _private(text: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(b64decode(text, validate=True))


def _text(raw: bytes) -> str:
    return b64encode(raw).decode()

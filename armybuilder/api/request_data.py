"""Requests read within bounds: bodies and parameters of the address.

JSON is read by the rules of all our documents.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import IO, Any

from django.conf import settings
from django.http import HttpResponseBase
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from armybuilder.accounts.models import User
from armybuilder.api.errors import Refused
from rulesets.documents.json import DocumentError, parse

View = Callable[..., HttpResponseBase]
NUMBERS = 9
"""Most digits of a number in an address."""


class DocumentParser(BaseParser):
    """Reads a JSON body; refuses bytes that no document of ours may be."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        raw = stream.read(most + 1)
        if len(raw) > most:
            text = f"The request is larger than {most:,} bytes."
            raise Refused("too-large", text)
        try:
            return parse(raw)
        except DocumentError as problem:
            raise Refused("not-json", problem.text, problem.where) from None


# -- who ----------------------------------------------------------------------------


def owner_of(request: Request) -> User:
    """Return the account; `IsAuthenticated` has let nobody else through."""
    user = request.user
    if not isinstance(user, User):
        raise TypeError("asked without an account")
    return user


# -- bodies -------------------------------------------------------------------------


def body(
    request: Request, required: tuple[str, ...], optional: tuple[str, ...] = ()
) -> Any:
    """Return the body of a request, an object with just these fields."""
    document = request.data
    if not isinstance(document, dict) or not document:
        wanted = ", ".join((*required, *optional))
        raise DocumentError("", f"expected an object with {wanted}")
    absent = [key for key in required if key not in document]
    if absent:
        raise DocumentError("", f"missing: {', '.join(absent)}")
    known = (*required, *optional)
    for key in document:
        if key not in known:
            where = "/" + str(key)[:80].replace("~", "~0").replace("/", "~1")
            raise DocumentError(where, f"unknown; expected only {', '.join(known)}")
    return document


def posted_yes_no(document: Mapping[str, Any], key: str, *, usual: bool) -> bool:
    """Return a yes or no of a body, the usual one where it is not sent."""
    value = document.get(key, usual)
    if not isinstance(value, bool):
        raise DocumentError(f"/{key}", "expected true or false")
    return value


def posted_text(document: Mapping[str, Any], key: str, most: int) -> str:
    """Return a text of a body, "" where it is not sent."""
    value = document.get(key, "")
    if isinstance(value, str) and len(value) <= most and "\x00" not in value:
        return value
    raise DocumentError(f"/{key}", f"expected a text of at most {most:,} characters")


def posted_whole(document: Mapping[str, Any], key: str) -> int:
    """Return a whole number of a body, from 0 on."""
    value = document[key]
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise DocumentError(f"/{key}", "expected a whole number")


def within(where: str, problem: DocumentError) -> DocumentError:
    """Return an error of a part of the body with its place in the whole."""
    return DocumentError(f"{where}{problem.where}", problem.text)


# -- parameters of the address ------------------------------------------------------


def takes(**names: tuple[str, ...]) -> Callable[[View], View]:
    """Decorate a view: of these methods these parameters are known, and no others.

    A name that stands twice is refused too.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def asked(request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
            refuse_others(request, names.get(str(request.method), ()))
            return view(request, *args, **kwargs)

        return asked

    return decorate


def refuse_others(request: Request, known: tuple[str, ...]) -> None:
    """Refuse parameters of the address that are not known, or stand twice."""
    given = request.query_params
    unknown = [name[:80] for name in given if name not in known]
    if unknown:
        told = ", ".join(known) or "there are none"
        text = f"Not known: {', '.join(unknown)}. Known here: {told}."
        raise Refused("unknown-parameter", text, parameters=unknown)
    twice = [name for name in given if len(given.getlist(name)) > 1]
    if twice:
        text = f"More than once: {', '.join(twice)}."
        raise Refused("bad-parameter", text, parameters=twice)


def whole_parameter(request: Request, name: str, default: int, most: int) -> int:
    """Return a number of the address from 1 on; raises Refused for anything else."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if text.isascii() and text.isdigit() and len(text) <= NUMBERS:
        number = int(text)
        if 1 <= number <= most:
            return number
    raise bad_parameter(name, f"a whole number from 1 to {most:,}")


def yes_no_parameter(request: Request, name: str) -> bool:
    """Return whether a parameter of the address says true; without it, false."""
    text = request.query_params.get(name, "false")
    if text not in ("true", "false"):
        raise bad_parameter(name, "true or false")
    return text == "true"


def text_parameter(request: Request, name: str, most: int) -> str:
    """Return a text of the address without needless spaces, "" without it."""
    text = request.query_params.get(name, "")
    if len(text) > most or "\x00" in text:
        raise bad_parameter(name, f"at most {most} characters")
    return " ".join(text.split())


def choice_parameter(
    request: Request, name: str, known: Iterable[str], usual: str
) -> str:
    """Return one of the known values of a parameter, the usual one without it."""
    text = request.query_params.get(name, usual)
    if text == usual or text in (choices := [*known]):
        return text
    raise bad_parameter(name, f"one of {', '.join(choices)}")


def bad_parameter(name: str, expected: str) -> Refused:
    """Return the refusal of a parameter, with the expected value."""
    return Refused("bad-parameter", f"{name}: expected {expected}.", parameters=[name])

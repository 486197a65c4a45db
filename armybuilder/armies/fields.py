"""The fields of the builder's forms, read as they were meant or refused by name."""

from django.http import QueryDict

from rulesets.documents.json import DocumentError


def text_field(post: QueryDict, name: str, most: int, *, least: int = 0) -> str:
    """Return the text of a field without characters that players cannot see."""
    text = post.get(name, "").replace("\r\n", "\n").replace("\x00", "").strip()
    if len(text) > most:
        raise DocumentError(f"/{name}", f"longer than {most} characters")
    if len(text) < least:
        raise DocumentError(f"/{name}", "expected a text that is not empty")
    return text


def whole_number(text: str, name: str, low: int, high: int) -> int:
    """Return the number that a field holds, of at most seven digits."""
    digits = text.strip()
    if digits.isascii() and digits.isdigit() and len(digits) < 8:
        number = int(digits)
        if low <= number <= high:
            return number
    raise DocumentError(
        f"/{name}", f"expected a whole number from {low} to {high:,}, not “{text[:20]}”"
    )

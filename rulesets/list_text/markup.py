"""Markup of chats, forums and documents, taken off a line before it is read."""

import re

_TAG = re.compile(
    r"\[/?(?:b|i|u|s|code|color|colour|size|font|url|quote|center|list|spoiler|indent)"
    r"(?:=[^\]]{0,80})?\]"
    r"|\[/\*\]|</?(?:b|i|u|em|strong|p|div|span|ul|ol|li|br|h[1-6])(?:\s[^>]{0,80})?/?>",
    re.IGNORECASE,
)
_ITEM = re.compile(
    r"^(\s*)(?:\[\*\]|<li>)\s*|(?:\[/\*\]|</li>|<br ?/?>)", re.IGNORECASE
)
_TEXT_MARKS = re.compile(r"\*\*|__|~~|`|\\(?=[\\`*_\[\]<>#|~.)+-])")
_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
_TIME = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?"
_SENT = re.compile(
    rf"^\s*\[?(?:{_DATE},? {_TIME}|{_TIME},? {_DATE})\]?\s*(?:[-–]\s*)?"
    r"[^:\n]{1,40}:\s+",
    re.IGNORECASE,
)
_LEADER = re.compile(r"\s*(?:\.{3,}|…|_{3,})\s*(?=\S)")


def without_markup(line: str) -> str:
    """Return a line without tags, marks of bold, and who sent it when.

    >>> without_markup("[b]20 Orcs[/b] ...... 150")
    '20 Orcs, 150'
    >>> without_markup("[19:02, 3/11/2026] Jo: **5 Knights**")
    '5 Knights'
    >>> without_markup("  [*]Musician")
    '  - Musician'
    """
    plain = _SENT.sub("", line, count=1)
    plain = _ITEM.sub(
        lambda found: f"{found[1]}- " if found[1] is not None else "", plain
    )
    plain = _TEXT_MARKS.sub("", _TAG.sub("", plain))
    head = len(plain) - len(plain.lstrip())
    return plain[:head] + _LEADER.sub(", ", plain[head:]).removeprefix(", ")

"""Names as subjects of sentences: Orc Boyz win, a Giant wins."""

import re
from dataclasses import dataclass
from functools import lru_cache

PLURAL_ENDINGS = ("oyz", "men", "folk", "kin", "ae", "ii", "tsi")
"""Endings of the names of several, beside an s."""

SINGULAR_ENDINGS = ("ss", "us", "is", "'s", "’s")
"""Endings in s of the name of one: a Boss, a Chaurus."""

EXCEPTIONS = {
    "brethren": True,
    "chaos": False,
    "cyclops": False,
    "dagi": True,
    "magi": True,
    "mice": True,
    "omen": False,
    "oxen": True,
    "reliquae": False,
    "skin": False,
}
"""Words that are of several, or of one, against the endings."""

AFTER = frozenset({"errant", "superior", "militant", "rampant", "reborn"})
"""Adjectives that stand behind what they tell of."""

PARTING = re.compile(r"\s+(?:of|for|with|from|in|on|at|to|under)\s+|-(?:at|of)-|,|\(")
"""Marks behind which a name is only told more about."""

VERBS = {
    "is": "are",
    "has": "have",
    "was": "were",
    "does": "do",
    "goes": "go",
    "lies": "lie",
    "rallies": "rally",
}
"""Verbs whose plural is no rule's."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A name with its verbs, for sentences that are kept as texts.

    Examples
    --------
    >>> "{own} {own[wins]}, {other} {other[loses]}".format(
    ...     own=Subject("Orc Boyz"), other=Subject("Giant")
    ... )
    'Orc Boyz win, Giant loses'
    """

    name: str

    def __str__(self) -> str:
        """Return the name."""
        return self.name

    def __getitem__(self, verb: str) -> str:
        """Return the verb of one as the name takes it."""
        return verb_of(self.name, verb)


def so_many(count: int, noun: str) -> str:
    """Return a number of things in words.

    Examples
    --------
    >>> so_many(1, "model"), so_many(20, "model")
    ('1 model', '20 models')
    >>> so_many(2, "entry"), so_many(2, "day")
    ('2 entries', '2 days')
    """
    if count == 1:
        return f"{count:,} {noun}"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{count:,} {noun[:-1]}ies"
    return f"{count:,} {noun}s"


def with_capital(text: str) -> str:
    """Return a text with its first letter as a capital; the others stay.

    Examples
    --------
    >>> with_capital("an Orc"), with_capital("")
    ('An Orc', '')
    """
    return f"{text[:1].upper()}{text[1:]}"


def as_sentence(text: str) -> str:
    """Return a text with a capital and a full stop, which it may have already.

    Examples
    --------
    >>> as_sentence("no Orc is left"), as_sentence("No Orc is left.")
    ('No Orc is left.', 'No Orc is left.')
    """
    return f"{with_capital(text).rstrip('.')}."


def clause(name: str, verb: str) -> str:
    """Return a name with a verb of one as it takes it.

    Examples
    --------
    >>> clause("Trolls", "stands"), clause("Hill-King", "stands")
    ('Trolls stand', 'Hill-King stands')
    """
    return f"{name} {verb_of(name, verb)}"


def verb_of(name: str, verb: str) -> str:
    """Return a verb of one, such as ``wins``, as a name takes it.

    Examples
    --------
    >>> verb_of("Knights of the Realm", "loses"), verb_of("Captain of the Gates", "is")
    ('lose', 'is')
    >>> verb_of("Trolls", "catches"), verb_of("Men-at-arms", "flies")
    ('catch', 'fly')
    """
    return verb_for(2 if is_plural(name) else 1, verb)


def verb_for(count: int, verb: str) -> str:
    """Return a verb of one, such as ``wins``, as a number of things takes it.

    Examples
    --------
    >>> verb_for(1, "shoots"), verb_for(4, "shoots")
    ('shoots', 'shoot')
    """
    if count == 1:
        return verb
    if verb in VERBS:
        return VERBS[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return verb[:-2]
    return verb[:-1]


@lru_cache(maxsize=1024)
def is_plural(name: str) -> bool:
    """Return whether a name is of several.

    The last word before a preposition counts; two names joined by "and" are several.
    A name that is not English may be taken for one.

    Examples
    --------
    >>> is_plural("Knights Errant"), is_plural("Sister Superior"), is_plural("Orc Boss")
    (True, False, False)
    """
    head = PARTING.split(name.strip(), maxsplit=1)[0].lower()
    words = re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)?", head)
    if "and" in words[1:-1] or ("&" in head and len(words) > 1):
        return True
    while len(words) > 1 and words[-1] in AFTER:
        words.pop()
    last = words[-1] if words else ""
    if last in EXCEPTIONS:
        return EXCEPTIONS[last]
    if last.endswith(PLURAL_ENDINGS):
        return True
    return last.endswith("s") and not last.endswith(SINGULAR_ENDINGS)

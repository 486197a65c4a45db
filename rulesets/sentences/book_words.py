"""The words that fill the blanks of a book: names by key, and how often each is used.

Names are those of `rulesets.books.book_names`; an author needs more than a reader:
which name two things share, and what there is to choose from.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rulesets.books.book import Book
from rulesets.books.book_names import BookNames, names, plain
from rulesets.books.entries import every_entry
from rulesets.core.query import RANGE, Limit
from rulesets.game import Game
from rulesets.legality import POINTS_AGREED

MANY, ONE, SOME = 0, 1, 2
"""Forms of a target: of several, of one, and of any."""

FORMS: Mapping[str, tuple[str, str, str]] = {
    "*": ("anything", "thing", "anything"),
    "same": ("the same thing", "the same thing", "the same thing"),
    "kind:unit": ("units", "unit", "a unit"),
    "kind:model": ("models", "model", "a model"),
    "kind:option": ("options", "option", "an option"),
    "kind:item": ("items", "item", "an item"),
    "kind:mount": ("mounts", "mount", "a mount"),
    "kind:spell": ("spells", "spell", "a spell"),
    "kind:single": ("single models", "single model", "a single model"),
    "kind:force": ("forces", "force", "a force"),
    "kind:ally": ("allied forces", "allied force", "an allied force"),
    "kind:companion": (
        "forces that serve the army",
        "force that serves the army",
        "a force that serves the army",
    ),
    "kind:own": ("the army's own force",) * 3,
    "kind:army": ("the army",) * 3,
    "rule": ("things with {name}", "thing with {name}", "anything with {name}"),
    "slot": ("things from {name}", "thing from {name}", "anything from {name}"),
    "": ("{name}", "{name}", "{name}"),
}
"""Words for targets in their three forms, by the target or its head."""


@dataclass(frozen=True, slots=True)
class BookWords:
    """The words of a book, of its game, and of the pack of the game.

    Parameters
    ----------
    names : BookNames
        Names by key.
    words : mapping
        By the kind of word (``target``, ``place``, ``figure``, ``gear``, ``category``,
        ``type``, ``tag``, ``rule``, ``switch``, ``bound``): names by key.
    needs : frozenset of str
        Keys of characteristics that are the lowest roll which succeeds.
    on_parts : frozenset of str
        Tags that options and items have, as targets: a unit that has one on it is
        none itself.
    uses : mapping
        How often sentences use a word, by kind and key.
    tags : mapping
        Names of tags by key, without ``#``.
    shows_keys : bool
        Whether the key is told where two words of a kind have one name: authors need
        that, readers do not.
    """

    names: BookNames
    words: Mapping[str, Mapping[str, str]]
    needs: frozenset[str] = frozenset()
    on_parts: frozenset[str] = frozenset()
    uses: Mapping[tuple[str, str], int] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    shows_keys: bool = True
    shared: frozenset[tuple[str, str, str]] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        """Find the names that several words of one kind have."""
        counted = Counter(
            _told_as(kind, key, name)
            for kind, words in self.words.items()
            for key, name in words.items()
        )
        shared = frozenset(name for name, count in counted.items() if count > 1)
        object.__setattr__(self, "shared", shared)

    def name(self, kind: str, key: str) -> str:
        """Return the name of a word, its key in brackets where others have the name.

        The one whose key is the name itself goes without: a unit, not its models.
        """
        name = self.words[kind].get(key)
        if name is None:
            return self._unknown(kind, key)
        if not self.shows_keys or plain(key).casefold() == name.casefold():
            return name
        return f"{name} ({key})" if _told_as(kind, key, name) in self.shared else name

    def is_army(self, target: str) -> bool:
        """Return whether a target is a book of the game, as its key begins."""
        start, _, rest = target.partition("-")
        known = self.names
        return bool(rest) and start == known.game and target not in known.entries

    def target(self, target: str, form: int = MANY) -> str:
        """Return the words for a target in one of its forms."""
        words = FORMS[_form(target)][form]
        return words.format(name=self.name("target", target))

    def _unknown(self, kind: str, key: str) -> str:
        """Return the name of a word that nothing here has: it may be another book's."""
        is_target = kind == "target"
        name = target_name(self.names, key, self.tags) if is_target else plain(key)
        if not self.shows_keys:
            return name
        told = _told_as(kind, key, name)
        words = self.words[kind].items()
        is_taken = told in (_told_as(kind, *word) for word in words)
        return f"{name} ({key})" if is_taken else name


def _form(target: str) -> str:
    """Return the key of the forms of a target."""
    head = target if target in FORMS else target.partition(":")[0]
    return head if head in FORMS else ""


def _told_as(kind: str, key: str, name: str) -> tuple[str, str, str]:
    """Return what two words must not have in common to be told apart."""
    return kind, _form(key) if kind == "target" else "", name.casefold()


def words_of_books(
    game: Game | None,
    books: Iterable[Book],
    targets: Iterable[str] = (),
    armies: Mapping[str, str] | None = None,
) -> BookWords:
    """Return the words of some books of a game.

    Parameters
    ----------
    game : Game, optional
    books : iterable of Book
        The book whose sentences are read, and others whose names they may need.
    targets : iterable of str
        Targets that documents ask for beside those that the books have.
    armies : mapping, optional
        Names of the game's books by key.
    """
    known = tuple(books)
    said = names(game, *known)
    entries = [entry for book in known for entry in every_entry(book)]
    found = {target for entry in entries for target in entry.keys}
    found |= {
        f"#{tag}" for book in known for i in book.items.values() for tag in i.tags
    }
    found |= {*said.entries, *(f"slot:{key}" for key in said.slots), *targets}
    found |= {f"rule:{key}" for key in said.rules} | {
        target for target in FORMS if target.startswith("kind:")
    }
    categories = {one.key: one.name for book in known for one in book.categories}
    types = {} if game is None else {k: t.name for k, t in game.unit_types.items()}
    named = {**types, **categories}
    tags = sorted({target[1:] for target in found if target.startswith("#")})
    others = {book.key: book.name for book in known} | dict(armies or {})
    return BookWords(
        names=said,
        words={
            "target": {
                key: others.get(key) or target_name(said, key, named)
                for key in sorted({*found, *others})
            },
            "figure": dict(said.figures),
            "gear": {i.key: i.name for book in known for i in book.items.values()},
            "category": categories,
            "type": types,
            "tag": {tag: plain(tag) for tag in tags},
            "rule": dict(said.rules),
            "switch": dict(said.switches),
            "bound": _bounds(game, known, entries),
        },
        needs=_needs(game),
        on_parts=_on_parts(known),
        tags=named,
    )


def reader_words(game: Game | None, *books: Book) -> BookWords:
    """Return the words of some books for their readers, who need no keys."""
    said = names(game, *books)
    entries = [entry for book in books for entry in every_entry(book)]
    return BookWords(
        names=said,
        words={
            "target": {},
            "figure": said.figures,
            "gear": said.entries,
            "category": said.tags,
            "type": said.tags,
            "tag": {},
            "rule": said.rules,
            "switch": said.switches,
            "bound": _bounds(game, books, entries),
        },
        needs=_needs(game),
        on_parts=_on_parts(books),
        tags=said.tags,
        shows_keys=False,
    )


def _needs(game: Game | None) -> frozenset[str]:
    figures = () if game is None else game.characteristics
    return frozenset(figure.key for figure in figures if figure.unit == "need")


def target_name(said: BookNames, target: str, tags: Mapping[str, str]) -> str:
    """Return the name of a target, by names of tags: an author's are his book's."""
    if target.startswith("#"):
        return tags.get(target[1:]) or plain(target[1:])
    kind, colon, key = target.partition(":")
    if not colon:
        return said.entry(target)
    known = {"slot": said.slots, "rule": said.rules}.get(kind, {})
    return known.get(key) or plain(key)


def _on_parts(books: Iterable[Book]) -> frozenset[str]:
    """Return the tags of everything in some books that is neither unit nor model."""
    found: set[str] = set()
    for book in books:
        found |= {f"#{tag}" for item in book.items.values() for tag in item.tags}
        for entry in every_entry(book):
            if entry.kind not in ("unit", "model"):
                found |= {key for key in entry.keys if key.startswith("#")}
    return frozenset(found)


def _bounds(
    game: Game | None, books: Iterable[Book], entries: Iterable[object]
) -> dict[str, str]:
    """Return the titles of the limits whose bounds a change may move, by key."""
    limits: list[Limit] = [POINTS_AGREED, *(game.pack.limits if game else ())]
    for book in books:
        limits += [*book.limits, *(x for i in book.items.values() for x in i.limits)]
        limits += [limit for entry in every_entry(book) for limit in entry.limits]
    titles: dict[str, set[str]] = {}
    for limit in limits:
        if limit.origin != RANGE:
            titles.setdefault(limit.key, set()).add(limit.title)
    return {
        key: min(these) if len(these) == 1 else plain(key)
        for key, these in titles.items()
    }

"""The parts that an author puts into a unit by their names: items, rules, options.

The book's own parts come before those of its library, and these before the rules of the
game. Names are read without regard to case; keys are names, too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rulesets.core.special_rule import SpecialRule
from rulesets.games import find_game
from rulesets.libraries import library_of


@dataclass(frozen=True)
class Stock:
    """The parts that units of a book may name, each a mapping of documents by key.

    ``options`` are those that units of the book have already, by what they are called;
    ``game_rules`` are the special rules of the game.
    """

    document: Any
    options: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def items(self) -> Mapping[str, Any]:
        """Return the items of the book and of its library."""
        return self.parts("items")

    @cached_property
    def rules(self) -> Mapping[str, Any]:
        """Return the special rules that the book or its library has."""
        return self.parts("rules")

    @cached_property
    def lists(self) -> Mapping[str, Any]:
        """Return the lists of options that a slot may offer."""
        return self.parts("lists")

    @cached_property
    def groups(self) -> Mapping[str, Any]:
        """Return the slots that are copied whole, such as a full command."""
        library = self._library()
        return library.groups if library else {}

    @cached_property
    def game_rules(self) -> Mapping[str, SpecialRule]:
        """Return the special rules of the game."""
        game = find_game(self.document["game"])
        return game.rules if game else {}

    def _library(self) -> Any:
        return library_of(self.document["game"], self.document.get("library", 0))

    def parts(self, of: str) -> Mapping[str, Any]:
        """Return the parts of one member: the book's own first, which overrule."""
        library = self._library()
        own = {part["key"]: part for part in self.document.get(of, ())}
        return {**own, **(library.parts(of) if library else {}), **own}

    def called(self, member: str, use: Any) -> str:
        """Return the name of an item, a special rule or a tag that a part uses."""
        key = use["key"] if isinstance(use, dict) else use
        parts = {"items": self.items, "rules": {**self.game_rules, **self.rules}}
        part = parts.get(member, {}).get(key)
        return str(key) if part is None else _name(part)

    def option_name(self, option: Any) -> str:
        """Return what an option is called: by itself, or by its item."""
        if "name" in option:
            return str(option["name"])
        item = option.get("item", "")
        return str(self.items.get(item, {}).get("name", item))


def stock_of(document: Any) -> Stock:
    """Return what units of a book may name."""
    bare = Stock(document)
    options: dict[str, Any] = {}
    for option in _options_of(document):
        options.setdefault(bare.option_name(option).casefold(), option)
    return Stock(document, options)


def _options_of(document: Any) -> Iterator[Any]:
    for unit in document["units"]:
        models = unit.get("models", ())
        yield from _in_slots(unit)
        for model in models if isinstance(models, list) else ():
            yield from _in_slots(model)


def _in_slots(owner: Any) -> Iterator[Any]:
    for slot in owner.get("slots", ()):
        yield from slot.get("options", ())


def find_named(parts: Mapping[str, Any], text: str) -> str | None:
    """Return the key of the part that a name or a key means, none where no part does.

    Examples
    --------
    >>> find_named({"long-bow": {"name": "Long bow"}}, "long BOW")
    'long-bow'
    """
    if text in parts:
        return text
    wanted = text.casefold()
    return next(
        (key for key, part in parts.items() if _name(part).casefold() == wanted), None
    )


def _name(part: Any) -> str:
    """Return the name of a part of a document, or of a rule of the game."""
    return str(part["name"] if isinstance(part, dict) else part.name)


def names(parts: Iterable[Any]) -> list[str]:
    """Return the names of parts, each once."""
    return list(dict.fromkeys(map(_name, parts)))

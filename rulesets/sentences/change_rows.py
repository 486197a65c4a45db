"""Sentences of changes, from special to general, the plain grammar at the end."""

from typing import Any

from rulesets.sentences.sentence import Sentence


def _row(key: str, text: str, attribute: str, op: str, **more: Any) -> Sentence:
    fragment = {"change": attribute, "op": op, "...": "?whom", **more}
    return Sentence(f"change-{key}", "change", text, fragment)


def _plain(key: str, text: str, op: str, **more: Any) -> Sentence:
    fragment = {"change": "?attribute", "op": op, "...": "?whom", **more}
    return Sentence(f"change-{key}", "change", text, fragment, is_ready=False)


def _rising(key: str, text: str, term: Any, most: Any) -> Sentence:
    """Return a sentence of prices that rise with what was taken before."""
    value = {"base": 1, "terms": [{"count": "earlier", **term}], **most}
    fragment = {"change": "points", "op": "multiply", "value": value}
    return Sentence(f"change-{key}", "change", text, fragment)


def _bound(side: str, word: str) -> tuple[Sentence, ...]:
    """Return the sentences of one side of a limit."""
    bound, whose = f"{side}:?bound", f"the {word} of “{{bound}}” for {{whom}}"
    return (
        _row(f"{side}-step", f"{whose} {{step}}", bound, "add", value="?step"),
        _row(f"{side}-more", f"{whose} goes up by {{n}}", bound, "add", value="?n"),
        _row(f"{side}-lifted", f"{whose} is lifted", bound, "remove"),
        _row(f"{side}-set", f"{whose} becomes {{n}}", bound, "set", value="?n"),
        _row(f"{side}-times", f"{whose} times {{n}}", bound, "multiply", value="?n"),
        _row(
            f"{side}-least",
            f"{whose} is never below {{n}}",
            bound,
            "at-least",
            value="?n",
        ),
        _row(
            f"{side}-most",
            f"{whose} is never above {{n}}",
            bound,
            "at-most",
            value="?n",
        ),
    )


FIGURE, NEED = "figure:?figure", "figure:?need"

CHANGE_ROWS: tuple[Sentence, ...] = (
    # figures
    _row(
        "figure-each",
        "{figure} of {whom} +1 for each {thing} taken here",
        FIGURE,
        "add",
        value={"terms": [{"of": "?thing", "in": "self"}]},
    ),
    _row(
        "need-better", "{need} of {whom} {better} better", NEED, "add", value="?better"
    ),
    _row("need-worse", "{need} of {whom} {worse} worse", NEED, "add", value="?worse"),
    _row("figure-step", "{figure} of {whom} {step}", FIGURE, "add", value="?step"),
    _row("need-set", "{need} of {whom} becomes {pips}", NEED, "set", value="?pips"),
    _row(
        "figure-text",
        "{figure} of {whom} becomes “{text}”",
        FIGURE,
        "set",
        value="?text",
    ),
    _row("figure-dash", "{figure} of {whom} becomes a dash", FIGURE, "set", value=None),
    _row("figure-gone", "{figure} of {whom} is taken away", FIGURE, "remove"),
    _row(
        "need-least",
        "{need} of {whom} never better than {pips}",
        NEED,
        "at-least",
        value="?pips",
    ),
    _row(
        "need-most",
        "{need} of {whom} never worse than {pips}",
        NEED,
        "at-most",
        value="?pips",
    ),
    _row("figure-set", "{figure} of {whom} becomes {n}", FIGURE, "set", value="?n"),
    _row(
        "figure-least",
        "{figure} of {whom} never below {n}",
        FIGURE,
        "at-least",
        value="?n",
    ),
    _row(
        "figure-most",
        "{figure} of {whom} never above {n}",
        FIGURE,
        "at-most",
        value="?n",
    ),
    # gear, categories, types, rules, tags
    _row(
        "gear-gone", "{whom} no longer carries {gear}", "gear", "remove", value="?gear"
    ),
    _row("gear", "{whom} also carries {gear}", "gear", "add", value="?gear"),
    _row(
        "category", "{whom} counts as {category}", "category", "set", value="?category"
    ),
    _row("category-gone", "{whom} counts as no category", "category", "remove"),
    _row("type", "{whom} becomes {type}", "type", "set", value="?type"),
    _row("rule", "{whom} has the rule {rule}", "rules", "add", value="?rule"),
    _row("rule-gone", "{whom} loses the rule {rule}", "rules", "remove", value="?rule"),
    _row("tag", "{whom} is also tagged “{tag}”", "tags", "add", value="?tag"),
    _row(
        "tag-gone", "{whom} is no longer tagged “{tag}”", "tags", "remove", value="?tag"
    ),
    # prices
    _rising(
        "second-double",
        "each {thing} {place} after the first costs double",
        {"of": "?thing", "in": "?place"},
        {"most": 2},
    ),
    _rising(
        "each-dearer",
        "{thing} {place}: the second costs twice its price, the third three times",
        {"of": "?thing", "in": "?place"},
        {},
    ),
    _row(
        "price-times",
        "{whom} costs {number} times as much",
        "points",
        "multiply",
        value="?number",
    ),
    _row(
        "price-more", "{whom} costs {more} {money} more", "points", "add", value="?more"
    ),
    _row(
        "price-less", "{whom} costs {less} {money} less", "points", "add", value="?less"
    ),
    _row("price", "{whom} costs {number} {money}", "points", "set", value="?number"),
    _row("price-gone", "{whom} costs nothing", "points", "remove"),
    # bounds of limits
    *_bound("min", "minimum"),
    *_bound("max", "maximum"),
    # the plain grammar
    _plain("plain-add", "{attribute} of {whom} goes up by {n}", "add", value="?n"),
    _plain(
        "plain-times",
        "{attribute} of {whom} is multiplied by {n}",
        "multiply",
        value="?n",
    ),
    _plain("plain-set", "{attribute} of {whom} becomes {n}", "set", value="?n"),
    _plain(
        "plain-least",
        "{attribute} of {whom} is never below {n}",
        "at-least",
        value="?n",
    ),
    _plain(
        "plain-most", "{attribute} of {whom} is never above {n}", "at-most", value="?n"
    ),
    _plain("plain-with", "{attribute} of {whom}: {op} {word}", "?op", value="?word"),
    _plain("plain-without", "{attribute} of {whom}: {op}", "?op"),
)

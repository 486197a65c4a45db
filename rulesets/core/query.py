"""The rule model: queries, amounts, conditions, limits and changes.

Everything that a book or a pack demands is made of these five values over the tree
of selections (army > force > unit > models > items, options, mounts, spells).
`legality` evaluates them. Documents write them as ``schemas/book.schema.json`` says;
`docs/formats.md` explains each with examples.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import ceil, floor, inf
from typing import Any

from rulesets.core.points import Points, to_points
from rulesets.core.special_rule import SpecialRule
from rulesets.core.values import RuleUse, Scalar

OwnRules = Mapping[str, SpecialRule]
"""Special rules of a book by key; uses of those that are written out hold them."""

NO_RULES: OwnRules = {}

JOINED = "joined"
"""The scope of the unit that the unit of who asks has joined."""


@dataclass(frozen=True, slots=True)
class Query:
    """A number read off the tree of selections.

    Parameters
    ----------
    count : str
        A row of `rulesets.legality.counts`, such as ``models``; of a characteristic
        ``highest:key`` or ``sum:key``. Limits and tallies see figures with all
        changes, changes see them as printed.
    of : tuple of str
        What to find; one of them is enough. An entry or item key, ``#tag``,
        ``kind:unit``, ``rule:key`` (carries that special rule), ``slot:key`` (chosen
        from that slot), ``same`` (the entry of this selection), or ``*``.
    within : str
        Where: ``self``, ``parent``, ``bearer`` (the nearest group of models or unit
        above), ``unit``, ``joined`` (the unit that this one joins, nothing where it
        joins none), ``force``, ``army``, or the key of an entry above. The selection
        that it names is itself part of what is searched.
    where : Condition, optional
        What each thing found must fulfil, asked with itself as ``self``.
    deep : bool
        False to look only at what was bought directly there, not further down.

    Models and points of what is found are counted with all that was bought for it.
    ``is_range`` is true where it counts one target among the options bought directly.
    """

    count: str = "selections"
    of: tuple[str, ...] = ("*",)
    within: str = "army"
    where: "Condition | None" = None
    deep: bool = True
    is_range: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Find out whether it is a range."""
        is_range = (
            not self.deep
            and self.within == "self"
            and self.count == "selections"
            and self.where is None
            and len(self.of) == 1
            and self.of[0] != "same"
        )
        object.__setattr__(self, "is_range", is_range)


@dataclass(frozen=True, slots=True)
class Term:
    """``times`` for every ``every`` of a query, rounded ``down``, ``up`` or ``no``."""

    query: Query
    times: Points = 1
    every: Points = 1
    round: str = "down"


@dataclass(frozen=True, slots=True)
class Amount:
    """A number that may depend on the army: ``base`` plus terms, kept in bounds."""

    base: Points = 0
    terms: tuple[Term, ...] = ()
    least: Points | None = None
    most: Points | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that holds or not.

    Exactly one of these is meant: ``all`` of several, ``any`` of several, ``none`` of
    several, a ``switch`` that is on, or a ``query`` compared with amounts.
    """

    all: tuple["Condition", ...] = ()
    any: tuple["Condition", ...] = ()
    none: tuple["Condition", ...] = ()
    switch: str = ""
    query: Query | None = None
    at_least: Amount | None = None
    at_most: Amount | None = None


RANGE, WRITTEN, ADDED = "range", "written", "added"
"""Origins of limits: implied by a printed range, of a game or book, added by a pack."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A query with a minimum, a maximum, or both.

    Parameters
    ----------
    key : str
        The code of its messages; stable.
    title, source : str
        The rule as the player knows it, and where it is printed.
    query : Query
    min, max : Amount, optional
    when : Condition, optional
        The limit holds only while this does.
    each : tuple of str
        Targets (as in `Query.of`): the limit is asked at each selection found below
        the place where the limit stands. Empty: at that place itself.
    message : str
        In a player's words; ``{count}``, ``{min}``, ``{max}``, ``{over}``, ``{under}``,
        ``{name}``, ``{size}`` are filled in. Empty: made from the title.
    severity : str
        ``error``, ``warning`` or ``info``.
    switchable : bool
        True if players may agree to leave it out.
    on : bool
        Whether it holds where nobody said; only for switchable limits.
    origin : str
        Where it comes from: ``range``, ``written`` or ``added``.
    span : tuple, optional
        Its bounds as numbers where it is always in force, at its place, and counts a
        range; none where more has to be asked.
    """

    key: str
    title: str
    query: Query
    min: Amount | None = None
    max: Amount | None = None
    source: str = ""
    when: Condition | None = None
    each: tuple[str, ...] = ()
    message: str = ""
    severity: str = "error"
    switchable: bool = False
    on: bool = True
    origin: str = WRITTEN
    span: tuple[float, float] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Find its bounds where they are numbers."""
        bounds = [bound for bound in (self.min, self.max) if bound is not None]
        is_plain = self.when is None and not self.each and not self.switchable
        if self.query.is_range and is_plain and not any(one.terms for one in bounds):
            low = -inf if self.min is None else ceil(self.min.base)
            high = inf if self.max is None else max(0, floor(self.max.base))
            object.__setattr__(self, "span", (low, high))
        else:
            object.__setattr__(self, "span", None)


@dataclass(frozen=True, slots=True)
class Change:
    """A change of an attribute of some selections.

    Parameters
    ----------
    attribute : str
        ``points`` (price of one), ``category``, ``type`` (of unit), ``tags``,
        ``rules``, ``gear``, ``figure:key`` (a characteristic), ``min:key`` or
        ``max:key`` (a limit's bound).
    op : str
        ``set``, ``add``, ``multiply``, ``at-least`` or ``at-most`` (which keep a number
        in bounds), or ``remove``.
    value : Amount, RuleUse or scalar
        An amount for points, bounds and numeric figures; a tag or an item key; a rule.
    to : tuple of str
        Whose attribute: targets as in `Query.of`.
    within : str
        Where these are sought, as in `Query.within`; ``bearer`` is the group of models
        or unit that the selection was bought for.
    when : Condition, optional
    title, source : str
        What the player is told has made the change.
    head : str
        The attribute up to its colon: ``figure``, ``min``.
    """

    attribute: str
    op: str
    value: Amount | RuleUse | Scalar
    to: tuple[str, ...] = ("*",)
    within: str = "self"
    when: Condition | None = None
    title: str = ""
    source: str = ""
    head: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Find the head of the attribute."""
        object.__setattr__(self, "head", self.attribute.partition(":")[0])


@dataclass(frozen=True, slots=True)
class SwitchRule:
    """A rule of a campaign or an event that players may have on or off.

    Conditions ask for it by its key; ``on`` is how it stands where nobody said.
    """

    key: str
    title: str
    source: str = ""
    on: bool = False


@dataclass(frozen=True, slots=True)
class TallyRule:
    """A named number of an army that every page shows, such as a warband's rating."""

    key: str
    title: str
    amount: Amount
    source: str = ""


# -- reading documents that were checked against their schema ---------------------


def read_query(document: Any) -> Query:
    """Return the query of a document's part."""
    where = document.get("where")
    return Query(
        count=document.get("count", "selections"),
        of=_targets(document.get("of", "*")),
        within=document.get("in", "army"),
        where=None if where is None else read_condition(where),
        deep=document.get("deep", True),
    )


def read_amount(document: Any) -> Amount:
    """Return the amount of a document's part: a number, or a base with terms."""
    if not isinstance(document, dict):
        return Amount(base=to_points(document))
    return Amount(
        base=to_points(document.get("base", 0)),
        terms=tuple(
            Term(
                query=read_query(term),
                times=to_points(term.get("times", 1)),
                every=to_points(term.get("every", 1)),
                round=term.get("round", "down"),
            )
            for term in document.get("terms", ())
        ),
        least=_optional_points(document.get("least")),
        most=_optional_points(document.get("most")),
    )


def read_condition(document: Any) -> Condition:
    """Return the condition of a document's part."""
    if "all" in document:
        return Condition(all=_conditions(document["all"]))
    if "any" in document:
        return Condition(any=_conditions(document["any"]))
    if "none" in document:
        return Condition(none=_conditions(document["none"]))
    if "switch" in document:
        return Condition(switch=document["switch"])
    return Condition(
        query=read_query(document),
        at_least=_optional_amount(document.get("at_least")),
        at_most=_optional_amount(document.get("at_most")),
    )


def _conditions(parts: Any) -> tuple[Condition, ...]:
    return tuple(read_condition(part) for part in parts)


def read_limit(document: Any) -> Limit:
    """Return the limit of a document's part."""
    when = document.get("when")
    return Limit(
        key=document["key"],
        title=document["title"],
        query=read_query(document),
        min=_optional_amount(document.get("min")),
        max=_optional_amount(document.get("max")),
        source=document.get("source", ""),
        when=None if when is None else read_condition(when),
        each=_targets(document.get("each", ())),
        message=document.get("message", ""),
        severity=document.get("severity", "error"),
        switchable=document.get("switchable", False),
        on=document.get("on", True),
    )


def read_limits(document: Any) -> tuple[Limit, ...]:
    """Return the limits of a book, a pack or a part of one."""
    return tuple(read_limit(part) for part in document.get("limits", ()))


def read_change(document: Any, own: OwnRules = NO_RULES) -> Change:
    """Return the change of a document's part."""
    when = document.get("when")
    return Change(
        attribute=document["change"],
        op=document["op"],
        value=_read_value(document["change"], document.get("value"), own),
        to=_targets(document.get("to", "*")),
        within=document.get("in", "self"),
        when=None if when is None else read_condition(when),
        title=document.get("title", ""),
        source=document.get("source", ""),
    )


def read_changes(document: Any, own: OwnRules = NO_RULES) -> tuple[Change, ...]:
    """Return the changes of a book, a pack or a part of one."""
    return tuple(read_change(part, own) for part in document.get("changes", ()))


def read_switch(document: Any) -> SwitchRule:
    """Return the switch of a document's part."""
    return SwitchRule(
        key=document["key"],
        title=document["title"],
        source=document.get("source", ""),
        on=document.get("on", False),
    )


def read_tallies(document: Any) -> tuple[TallyRule, ...]:
    """Return the tallies of a book or a pack."""
    return tuple(
        TallyRule(
            key=part["key"],
            title=part["title"],
            amount=read_amount(part["amount"]),
            source=part.get("source", ""),
        )
        for part in document.get("tallies", ())
    )


def read_rule_use(document: Any, own: OwnRules = NO_RULES) -> RuleUse:
    """Return a special rule as a unit carries it: a key, or a key with its X."""
    use: dict[str, Any] = {"key": document} if isinstance(document, str) else document
    rule = own.get(use["key"])
    written = rule if rule is not None and rule.is_written_out else None
    return RuleUse(use["key"], use.get("x"), written)


def read_rule_uses(document: Any, own: OwnRules = NO_RULES) -> tuple[RuleUse, ...]:
    """Return the special rules of a document's part."""
    return tuple(read_rule_use(part, own) for part in document.get("rules", ()))


def _read_value(attribute: str, value: Any, own: OwnRules) -> Amount | RuleUse | Scalar:
    if attribute == "rules":
        return read_rule_use(value, own)
    if isinstance(value, str) or value is None:
        return value
    return read_amount(value)


def _targets(document: Any) -> tuple[str, ...]:
    return (document,) if isinstance(document, str) else tuple(document)


def _optional_amount(document: Any) -> Amount | None:
    return None if document is None else read_amount(document)


def _optional_points(document: Any) -> Points | None:
    return None if document is None else to_points(document)

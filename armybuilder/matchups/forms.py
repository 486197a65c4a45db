"""Questions as a form asks them: in groups, each side for itself, the rare ones folded.

What cannot change a number where these two units meet is not asked, unless it was
answered otherwise than usual.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from armybuilder.matchups.answers import (
    READING,
    SITUATION,
    YES_NO,
    QueryError,
    answer_text,
    names,
)
from rulesets.odds.match_up import Choice, Fighter, Question
from rulesets.odds.posts import Encounter
from rulesets.odds.relevance import concerns_sides, offered
from rulesets.odds.settings import ACTS, MOST_UNITS, PLACE, SPECIAL_RULES
from rulesets.odds.sides import SIDES, Side

ORDER = (PLACE, ACTS, "a", "b", SPECIAL_RULES)
"""Groups in the order of the form; ``a`` and ``b`` are what is asked for each side."""

WIDE = 30
"""Letters of a choice that a select of a narrow column still shows whole."""

NARROW = 8
"""Letters of a choice up to which its control stands beside its question."""

Fighters = Mapping[Side, Sequence[Fighter]]
"""All who fight on each side, its first unit first."""

ALONE = Encounter()
"""Of two units that meet each other alone."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question with its control, or with one for its side.

    Parameters
    ----------
    name : str
        Its name in the query.
    label, help, source : str
    value : str
        What was entered, else the usual answer.
    choices : tuple of Choice
        Empty for a number from `low` to `high`.
    changed, seldom, wrong : bool
        Whether the answer is not the usual one; whether the question is folded;
        whether what was entered is no answer.
    idle : bool
        Whether it concerns nobody who fights here, so that no answer changes anything.
    """

    name: str
    label: str
    help: str
    source: str
    value: str
    choices: tuple[Choice, ...]
    low: int | None
    high: int | None
    changed: bool
    seldom: bool
    wrong: bool
    idle: bool = False

    @property
    def key(self) -> str:
        """Return the key of its answer: ``contact``, ``a.hates``."""
        return self.name.partition(".")[2]

    @property
    def side(self) -> Side | None:
        """Return the side that is asked about; none for a question of both."""
        side = self.key.partition(".")[0]
        return next((one for one in SIDES if side == one), None)

    @property
    def id(self) -> str:
        """Return the id of the control."""
        return f"ask-{self.name.replace('.', '-')}"

    @property
    def place(self) -> str:
        """Return the id that takes the focus: the control's, or its first choice's."""
        return f"{self.id}-{self.choices[0].key}" if self.wide else self.id

    @property
    def wide(self) -> bool:
        """Return whether a choice is too long for a select, which would cut it."""
        return any(len(choice.label) > WIDE for choice in self.choices)

    @property
    def narrow(self) -> bool:
        """Return whether the control takes little room: a number, yes or no."""
        return all(len(choice.label) <= NARROW for choice in self.choices)

    @property
    def answer(self) -> str:
        """Return the answer in words."""
        labels = {choice.key: choice.label for choice in self.choices}
        return labels.get(self.value, self.value)


@dataclass(frozen=True, slots=True)
class AskGroup:
    """Questions under one heading: those that are seen, and those that are folded."""

    key: str
    title: str
    asks: tuple[Ask, ...]
    seldom: tuple[Ask, ...]

    @property
    def differs(self) -> tuple[Ask, ...]:
        """Return the folded questions that are not answered as usual."""
        return tuple(ask for ask in self.seldom if ask.changed)

    @property
    def wrong(self) -> bool:
        """Return whether a folded question was answered wrongly."""
        return any(ask.wrong for ask in self.seldom)


@dataclass(frozen=True, slots=True)
class Form:
    """All that a question page asks about.

    Parameters
    ----------
    groups : tuple of AskGroup
        Of the situation.
    readings : tuple of Ask
    left_out : bool
        True if a question was left out, because it concerns neither unit.
    """

    groups: tuple[AskGroup, ...]
    readings: tuple[Ask, ...]
    left_out: bool

    @property
    def situation(self) -> tuple[Ask, ...]:
        """Return every question of the situation that is asked."""
        return tuple(ask for one in self.groups for ask in (*one.asks, *one.seldom))

    @property
    def asks(self) -> tuple[Ask, ...]:
        """Return every question that is asked."""
        return (*self.situation, *self.readings)

    @property
    def sources(self) -> dict[str, str]:
        """Return where the rule of each question of the situation stands."""
        return {ask.label: ask.source for ask in self.situation if ask.source}

    @property
    def changed(self) -> int:
        """Return how many answers are not the usual ones."""
        return sum(ask.changed for ask in self.asks)

    @property
    def changed_readings(self) -> int:
        """Return how many readings are not the usual ones."""
        return sum(ask.changed for ask in self.readings)

    @property
    def wrong_reading(self) -> bool:
        """Return whether a reading was answered wrongly."""
        return any(ask.wrong for ask in self.readings)

    def place(self, name: str) -> str:
        """Return the id of the question of a name; "" if it is not asked."""
        return next((ask.place for ask in self.asks if ask.name == name), "")

    def label(self, name: str) -> str:
        """Return the label of the question of a name; "" if it is not asked."""
        return next((ask.label for ask in self.asks if ask.name == name), "")


def form_of(
    situation: Iterable[Question],
    readings: Iterable[Question],
    query: Mapping[str, str],
    titles: Mapping[str, str],
    fighters: Fighters | None = None,
    error: QueryError | None = None,
    encounter: Encounter = ALONE,
) -> Form:
    """Return the form of a kind of match-up.

    Parameters
    ----------
    situation, readings : iterable of Question
    query : mapping
        What was entered, kept as it is even where it was wrong.
    titles : mapping
        What the sides ``a`` and ``b`` are called; "" for no name.
    fighters : mapping, optional
        All who fight; where they are not known yet, everything is asked.
    error : QueryError, optional
        What is wrong with the query.
    encounter : Encounter
    """
    refused = error.field if error else ""
    found: dict[str, list[Ask]] = {key: [] for key in ORDER}
    left_out = False
    for question in situation:
        for name, _ in names(SITUATION, question):
            ask = ask_of(name, question, query, refused)
            side: Side | None = ask.side if question.side else None
            enemies = encounter.enemies_of(side or "") if fighters else MOST_UNITS
            some = offered(question, enemies, ask.value)
            ask = replace(ask, choices=some.choices or ask.choices)
            counts = fighters is None or (
                concerns_sides(question, fighters, side)
                and is_called_for(question, side or "", encounter, query)
            )
            if counts or ask.changed or ask.wrong:
                ask = replace(ask, idle=not counts)
                found[side or question.group].append(ask)
            else:
                left_out = True
    return Form(
        groups=tuple(
            group_of(key, asks, _title(key, titles))
            for key, asks in found.items()
            if asks
        ),
        readings=tuple(
            ask_of(name, question, query, refused)
            for question in readings
            for name, _ in names(READING, question)
        ),
        left_out=left_out,
    )


def is_called_for(
    question: Question, key: str, encounter: Encounter, query: Mapping[str, str]
) -> bool:
    """Return whether a question counts, by whom a unit meets and what it depends on.

    Parameters
    ----------
    question : Question
    key : str
        Of a unit; "" for what is asked once.
    encounter : Encounter
    query : mapping
        What was entered.
    """
    needed = query.get(".".join(filter(None, (SITUATION, key, question.needs))), "")
    if question.needs and needed in ("", "1", "no"):
        return False
    return encounter.calls_for(question, key or "a")


def _title(key: str, titles: Mapping[str, str]) -> str:
    if key not in titles:
        return key
    return ": ".join(filter(None, (f"Side {key.upper()}", titles[key])))


def group_of(key: str, asks: Sequence[Ask], title: str) -> AskGroup:
    """Return questions as a group: those that are seen, and those that are folded."""
    seen = tuple(ask for ask in asks if not ask.seldom)
    seldom = tuple(ask for ask in asks if ask.seldom)
    return AskGroup(key.replace(" ", "-").replace(",", "").lower(), title, seen, seldom)


def ask_of(
    name: str, question: Question, query: Mapping[str, str], refused: str = ""
) -> Ask:
    """Return a question of a name; `refused` is the name whose answer is wrong."""
    entered = query.get(name, "")
    usual = answer_text(question.default)
    choices = question.choices
    if not choices and isinstance(question.default, bool):
        choices = YES_NO
    return Ask(
        name=name,
        label=question.label,
        help=question.help,
        source=question.source,
        value=entered or usual,
        choices=choices,
        low=question.low,
        high=question.high,
        changed=bool(entered) and entered != usual,
        seldom=question.seldom,
        wrong=name == refused,
    )

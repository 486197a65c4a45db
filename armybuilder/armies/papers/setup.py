"""The set-up of a printed paper, as an address says it."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from rulesets.game import Game

KINDS = {
    "sheet": "Sheet for play",
    "compact": "Compact list",
    "cards": "Cards",
    "blank": "Blank cards",
    "roster": "Warband roster",
}
"""Papers by the word in addresses; the first is the default."""

WITH_ODDS = frozenset({"sheet", "compact", "cards"})
"""Papers that tell odds where somebody asks for them."""

PAPERS = {"a4": "A4", "letter": "Letter"}
ORDERS = {
    "section": "By section",
    "army": "As in the army",
    "points": "By points",
    "space": "To save paper",
}


class SetupError(ValueError):
    """An address asks for a paper that there is not; says what there is."""


@dataclass(frozen=True, slots=True)
class PaperSetup:
    """The kind of paper and its options; `ink` is true for less of it."""

    kind: str = "sheet"
    paper: str = "a4"
    order: str = "section"
    points: bool = True
    secret: bool = False
    ink: bool = False

    @property
    def name(self) -> str:
        """Return what the paper is called: `sheet for play`."""
        return KINDS[self.kind].lower()

    @property
    def tells_odds(self) -> bool:
        return self.kind in WITH_ODDS

    @property
    def words(self) -> str:
        """Return the set-up in a line: `Compact list, A4, by points, less ink`."""
        said = [KINDS[self.kind], PAPERS[self.paper], ORDERS[self.order].lower()]
        said += ["no points"] * (not self.points)
        said += ["no secrets"] * self.secret
        said += ["less ink"] * self.ink
        return ", ".join(said)

    @property
    def without_paper(self) -> str:
        """Return the set-up but for its paper as the query of an address."""
        fields = self.fields
        return urlencode({key: fields[key] for key in fields if key != "paper"})

    @property
    def fields(self) -> dict[str, str]:
        """Return the set-up as fields of an address."""
        fields = {"kind": self.kind, "order": self.order, "paper": self.paper}
        fields |= {} if self.points else {"points": "hidden"}
        fields |= {"secret": "1"} if self.secret else {}
        return fields | ({"ink": "less"} if self.ink else {})

    @property
    def classes(self) -> str:
        """Return the classes that the style sheet reads."""
        return " ".join(
            word
            for word, is_on in (
                ("letter", self.paper == "letter"),
                ("ink", self.ink),
                ("cards", self.kind in ("cards", "blank")),
            )
            if is_on
        )


def kinds_of(game: Game) -> dict[str, str]:
    """Return the papers that a game has."""
    has_roster = game.paper.campaign is not None
    return {key: name for key, name in KINDS.items() if key != "roster" or has_roster}


def read_setup(asked: Mapping[str, str], game: Game) -> PaperSetup:
    """Return the set-up that an address asks for.

    Raises
    ------
    SetupError
        If it asks for what there is not.
    """
    return PaperSetup(
        kind=_one_of("kind of paper", asked.get("kind", "sheet"), kinds_of(game)),
        paper=_one_of("paper", asked.get("paper", "a4"), PAPERS),
        order=_one_of("order", asked.get("order", "section"), ORDERS),
        points=asked.get("points", "") != "hidden",
        secret=asked.get("secret", "") == "1",
        ink=asked.get("ink", "") == "less",
    )


def _one_of(name: str, word: str, words: Mapping[str, str]) -> str:
    if word not in words:
        raise SetupError(f"The {name} must be one of: {', '.join(words)}.")
    return word

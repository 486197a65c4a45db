"""The panes of the builder that are open: a unit, the shop, the problems, the targets.

The address says which; an edit keeps them open.
"""

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Self

from django.http import HttpRequest, QueryDict
from django.utils.http import urlencode

from armybuilder.armies.address import LONGEST

OPTIONS, ODDS, RULES = "options", "odds", "rules"
TABS = {OPTIONS: "Options", ODDS: "Odds", RULES: "Rules"}


@dataclass(frozen=True, slots=True)
class Panes:
    """The open panes: a unit by its path with a tab, the shop, problems, targets.

    `opening` is how the fight begins that the odds tell, "" for the first.
    """

    unit: str = ""
    tab: str = OPTIONS
    opening: str = ""
    add: bool = False
    problems: bool = False
    targets: bool = False

    @property
    def query(self) -> str:
        """Return the panes as the query of an address: `?unit=f1%2Fu1&tab=odds`."""
        return _query_of(self)

    @property
    def closed(self) -> str:
        """Return the query of the same page with what lies on top closed."""
        if self.problems or self.targets:
            return replace(self, problems=False, targets=False).query
        return Panes().query

    @property
    def with_problems(self) -> str:
        return replace(self, problems=True, targets=False).query

    @property
    def with_targets(self) -> str:
        return replace(self, targets=True, problems=False).query

    @property
    def without_more(self) -> str:
        """Return the query of the unit or the shop alone."""
        return replace(self, problems=False, targets=False).query

    @property
    def with_shop(self) -> str:
        return Panes(add=True).query

    @property
    def lies_over(self) -> bool:
        """Return whether another pane than that of a unit is open."""
        return self.add or self.problems or self.targets

    def of_tab(self, tab: str) -> str:
        """Return the query of another tab of the open unit."""
        return Panes(unit=self.unit, tab=tab).query

    def of_opening(self, key: str) -> str:
        """Return the query of the odds of the open unit in another fight."""
        return replace(self, opening=key, problems=False, targets=False).query

    @classmethod
    def of_unit(cls, path: str) -> Self:
        return cls(unit=path)


@lru_cache(maxsize=200)
def _query_of(panes: Panes) -> str:
    usual = Panes()
    said = {
        field.name: getattr(panes, field.name)
        for field in fields(panes)
        if getattr(panes, field.name) != getattr(usual, field.name)
    }
    if not said:
        return ""
    return f"?{urlencode({k: '1' if v is True else v for k, v in said.items()})}"


def read_panes(request: HttpRequest) -> Panes:
    """Return the panes that a request shows.

    A form that names an open unit says so; a page with scripts tells its own address;
    else the address that is asked for does.
    """
    shown = request.headers.get("HX-Current-URL", "")
    if request.method == "POST" and "?" in shown:
        query = QueryDict(shown.partition("?")[2].partition("#")[0][:1000])
    elif request.method == "POST" and shown:
        query = QueryDict()
    else:
        query = request.GET
    unit = request.POST.get("open", query.get("unit", ""))[:LONGEST]
    tab = query.get("tab", OPTIONS)
    return Panes(
        unit=unit,
        tab=tab if tab in TABS else OPTIONS,
        opening=query.get("opening", "")[:40] if tab == ODDS else "",
        add=bool(query.get("add")) and not unit,
        problems=bool(query.get("problems")),
        targets=bool(query.get("targets")),
    )

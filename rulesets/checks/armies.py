"""Judging armies for organisers: files in, verdicts out.

The check page and the API call `check_documents`, the commands `judged_files`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from rulesets.books.book import Books
from rulesets.books.bookshelf import Bookshelf, with_counting
from rulesets.checks.files import MOST_BYTES, ArmyFile
from rulesets.checks.plain_ids import with_own_ids, with_plain_ids
from rulesets.checks.texts import A_WORD, roster_of_text, words_in
from rulesets.checks.verdicts import FileVerdict
from rulesets.core.points import Points
from rulesets.documents.json import DocumentError, parse
from rulesets.games import find_game
from rulesets.legality import (
    Weights,
    brief_review,
    review,
    review_cost,
    with_fixes,
)
from rulesets.legality.cost import A_SELECTION
from rulesets.legality.fixes.search import MOST_WORK as MOST_TRIED
from rulesets.packs.pack import ANY, Pack
from rulesets.reviews.review import Review
from rulesets.rosters.roster import Roster, RosterError, read_roster, selections_of

MOST_SELECTIONS = 600
"""Most selections of an army that is checked, as of one that is saved."""

MOST_WORK = 4_000_000
"""Bound of the work of one call of a page or a script (see `review_cost`): 500 armies
of 2,000 points, some three seconds. Fixes are tried with the rest of it."""

TOO_LARGE = "more work than is done for one list"
"""The problem of a list that is not judged, where others are."""

A_MESSAGE = 40
"""The work of telling one message, in the same measure: words, a page, a download."""

A_REFUSAL = 15_000
"""The work of saying why a document is none, in the same measure."""

BYTES_READ = 32
"""The part of a document that is read in the time of one question [bytes]."""


@dataclass(frozen=True, slots=True)
class CheckTerms:
    """The terms of a check: pack, books, fixes, work.

    Parameters
    ----------
    pack : Pack, optional
        Composition rules; none for each game's own.
    limit : int or Decimal, optional
        Points limit for everybody; none for the pack's, or what each roster says.
    strict : bool
        True for the rules as printed: what armies have switched is ignored.
    editions : str
        Which editions of books count, as in `Pack`; empty for what the pack says.
    fixes : bool
        True to try fixes for every army.
    work : int, optional
        How much is judged in all (see `review_cost`); none for no bound.
    work_each : int, optional
        How much one army may be, where all of them have no bound; none for none.
    """

    pack: Pack | None = None
    limit: Points | None = None
    strict: bool = True
    editions: str = ""
    fixes: bool = False
    work: int | None = None
    work_each: int | None = None

    def editions_of(self, pack: Pack | None) -> str:
        """Return which editions count by these terms and a pack."""
        return self.editions or (ANY if pack is None else pack.editions)

    def pack_for(self, roster: Roster, bookshelf: Bookshelf) -> Pack | None:
        """Return the pack that a roster is judged by; none for an unknown game."""
        game = find_game(roster.game)
        pack = game.pack if self.pack is None and game is not None else self.pack
        if pack is None:
            return None
        keys = [force.book for force in roster.forces]
        return replace(
            pack,
            limit=pack.limit if self.limit is None else self.limit,
            fixed=pack.fixed or self.strict,
            counting=bookshelf.counting(self.editions_of(pack), keys),
        )


def check_documents(
    files: Iterable[ArmyFile], terms: CheckTerms, bookshelf: Bookshelf
) -> tuple[FileVerdict, ...]:
    """Judge every file, in order; a file past the bound of work is named as left."""
    desk = _Desk(terms, bookshelf, left=terms.work)
    read = [(file, desk.read(file)) for file in files]
    desk.fetch(roster for _, roster in read if isinstance(roster, Roster))
    verdicts = desk.with_fixes(desk.judge(file, roster) for file, roster in read)
    left = sum(verdict.is_left for verdict in verdicts)
    text = f"too much in one go; check these {left:,} separately, or use check_army"
    return tuple(replace(v, problem=text) if v.is_left else v for v in verdicts)


def judged_files(
    files: Iterable[ArmyFile], terms: CheckTerms, bookshelf: Bookshelf
) -> Iterator[FileVerdict]:
    """Yield the verdict on each file as soon as there is one, and keep none of them.

    Their reviews say nothing of what is below units, unless fixes are tried.
    """
    desk = _Desk(terms, bookshelf, left=terms.work, is_brief=not terms.fixes)
    for file in files:
        yield from desk.with_fixes((desk.judge(file, desk.read(file)),))


@dataclass(slots=True)
class _Desk:
    """The reading and judging of one call.

    ``left`` is how much work it may still do, ``ahead`` the least that judging what was
    read will take; ``is_brief`` says that verdicts are wanted, not what armies have.
    """

    terms: CheckTerms
    bookshelf: Bookshelf
    left: int | None
    ahead: int = 0
    is_brief: bool = False
    weights: Weights = field(default_factory=dict)

    def read(self, file: ArmyFile) -> Roster | DocumentError | None:
        """Return the verdicts on a file; none once there is no work left."""
        if file.problem:
            return DocumentError("", file.problem)
        if self.left is None:
            return _read(file, self.bookshelf)
        if self.ahead >= self.left:
            return None
        self._spend(len(file.raw) // BYTES_READ + values_in(file.raw))
        self._spend(A_WORD * words_in(file.raw))
        roster = _read(file, self.bookshelf)
        if isinstance(roster, Roster):
            self.ahead += A_SELECTION * selections_of(roster)
        else:
            self._spend(A_REFUSAL)
        return roster

    def fetch(self, rosters: Iterable[Roster]) -> None:
        """Load at once everything that reviews of these rosters need."""
        all_of_them = [*rosters]
        self.bookshelf.books_for(*all_of_them)
        keys = {force.book for roster in all_of_them for force in roster.forces}
        self.bookshelf.counting(self.terms.editions_of(self.terms.pack), keys)

    def judge(
        self, file: ArmyFile, roster: Roster | DocumentError | None
    ) -> FileVerdict:
        found = self._found(file, roster)
        return replace(found, same_as=file.same_as) if file.same_as else found

    def _found(
        self, file: ArmyFile, roster: Roster | DocumentError | None
    ) -> FileVerdict:
        if roster is None:
            return FileVerdict(file.name, is_left=True)
        try:
            if isinstance(roster, DocumentError):
                raise roster
            return self._judged(file.name, roster)
        except DocumentError as problem:
            return FileVerdict(
                file.name,
                where=problem.where,
                problem=problem.text,
                is_closed=bool(file.problem),
                is_list=file.is_list,
            )

    def _judged(self, name: str, roster: Roster) -> FileVerdict:
        pack = self.terms.pack_for(roster, self.bookshelf)
        books = with_counting(self.bookshelf, roster, pack)
        if not self._pays(roster, books, pack):
            return FileVerdict(name, problem=TOO_LARGE, is_left=True)
        plain, own = with_plain_ids(roster)
        judge = brief_review if self.is_brief else review
        now = with_own_ids(judge(plain, books, pack), own)
        self._spend(A_MESSAGE * len(now.messages))
        return FileVerdict(name, now)

    def _pays(self, roster: Roster, books: Books, pack: Pack | None) -> bool:
        """Spend the work of judging a roster; False where that is too much."""
        if pack is None or (self.left is None and self.terms.work_each is None):
            return True
        work = review_cost(roster, books, pack, self.weights)
        bounds = [self.left, self.terms.work_each]
        if any(bound is not None and work > bound for bound in bounds):
            return False
        self._spend(work)
        return True

    def with_fixes(self, verdicts: Iterable[FileVerdict]) -> list[FileVerdict]:
        """Return verdicts with fixes where they are wanted, an equal share for each."""
        these = [*verdicts]
        wrong = sum(bool(verdict.messages) for verdict in these)
        if not self.terms.fixes or not wrong:
            return these
        share = MOST_TRIED
        if self.left is not None:
            share = min(share, self.left // wrong)
        return [replace(one, review=self._fixed(one.review, share)) for one in these]

    def _fixed(self, now: Review | None, share: int) -> Review | None:
        if now is None or not now.messages:
            return now
        pack = self.terms.pack_for(now.roster, self.bookshelf)
        books = with_counting(self.bookshelf, now.roster, pack)
        return with_fixes(now, books, pack, share)

    def _spend(self, work: int) -> None:
        if self.left is not None:
            self.left = max(0, self.left - work)


def values_in(raw: bytes) -> int:
    """Return about how many values a document holds; reading one is a question.

    Of what is refused for its size none is read.
    """
    most = len(raw) if len(raw) <= MOST_BYTES else 0
    return sum(raw.count(mark, 0, most) for mark in (b"{", b"[", b","))


def _read(file: ArmyFile, bookshelf: Bookshelf) -> Roster | DocumentError:
    if len(file.raw) > MOST_BYTES:
        return DocumentError("", f"larger than {MOST_BYTES:,} bytes")
    try:
        of_text = roster_of_text(file.raw, bookshelf)
        if isinstance(of_text, DocumentError):
            return of_text
        roster = of_text or read_roster(parse(file.raw, RosterError))
    except DocumentError as problem:
        return problem
    size = selections_of(roster)
    if size > MOST_SELECTIONS:
        text = f"{size:,} selections; an army that is checked has at most"
        return RosterError("/forces", f"{text} {MOST_SELECTIONS:,}")
    return roster

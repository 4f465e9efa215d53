"""Checks a certificate's claim from the text of the board alone.

Every word of a verdict follows from what was checked: the words of a claim are made from the number
or the literals that its check takes, and a claim that says anything else is refused.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from os import PathLike
from typing import Any, TypeVar

from gridwise.verifier import boards
from gridwise.verifier.boards import Demands, minesweeper, queens, sliding, sudoku
from gridwise.verifier.file import Evidence, ProofText, read
from gridwise.verifier.proof import Checker, Step
from gridwise.verifier.refutation import CheckedRefutation
from gridwise.verifier.resolution import Derivation
from gridwise.verifier.resolution import check as check_resolution
from gridwise.verifier.second import accepts
from gridwise.verifier.stop import check_stop, stopped_by
from gridwise.verifier.words import ForeignError, UnprovedError, Words, msg

CHECKER = "strict RUP"
RESOLUTION = "resolution"
SECOND = "dratify"
INVARIANT = "invariant"
DISTANCE = "distance"
SEARCH = "search"
REPLAY = "replay"
LONG = 100_000
"""The most literals of a short proof: plain Python checks so many in the second that compiling
the checker of long proofs takes."""
_T = TypeVar("_T")
Compiler = Callable[[Callable[..., Any]], Callable[..., Any]]
_CHECKERS = CHECKER, RESOLUTION, INVARIANT, DISTANCE, SEARCH, SECOND
_RULES = {"sudoku": sudoku.rules, "minesweeper": minesweeper.rules, "queens": queens.rules}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The checker's verdict on a certificate.

    Parameters
    ----------
    puzzle, board
        The board, as its notation.
    claim
        The claim, as JSON and in words.
    proved
        Whether the evidence proves it.
    steps
        The clauses of proofs that were checked, or the boards that a search reached.
    line, why
        The line where the evidence fails, and the reason, if it fails.
    open
        Whether it is unproved only because the proof is too large: no evidence is wrong.
    checker
        The checkers, with commas: `strict RUP` and `resolution` checked proofs, and `dratify`
        checked them again; `invariant`, `distance` and `search` are about slides; `replay` means
        the rules alone.
    derivations
        The resolution refutations that it holds, checked; none if it holds DRAT proofs.
    clauses
        The number of clauses, of the board and against listed solutions; 0 without a proof.
    solution
        The solution that "this is a solution" means, as a notation.
    slides
        The tiles of the path that "this path" means, or of a shortest path.
    refutations
        The checked refutations, by RUP and by resolution.
    """

    puzzle: str
    board: str
    claim: dict[str, Any]
    text: Words
    proved: bool
    steps: int = 0
    line: int | None = None
    why: Words | None = None
    open: bool = False
    checker: str = REPLAY
    derivations: tuple[Derivation, ...] = field(default=(), repr=False)
    clauses: int = 0
    solution: str | None = None
    slides: tuple[int, ...] | None = None
    refutations: tuple[CheckedRefutation, ...] = field(default=(), repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "puzzle": self.puzzle,
            "notation": self.board,
            "claim": self.claim,
            "solution": self.solution,
            "slides": None if self.slides is None else list(self.slides),
            "text": str(self.text),
            "proved": self.proved,
            "checker": self.checker,
            "steps": self.steps,
            "clauses": self.clauses,
            "line": self.line,
            "why": None if self.why is None else str(self.why),
        }

    def __str__(self) -> str:
        if self.proved:
            return f"Proved: {self.text}."
        return f"Not proved: {self.text}: {self.why}."


def verify(
    path: str | PathLike[str],
    *,
    both: bool = False,
    board: str | None = None,
    stop: Callable[[], None] | None = None,
    compiler: Compiler | None = None,
) -> Verdict:
    """Check a certificate, with code that shares nothing with its maker.

    Parameters
    ----------
    path
        The file.
    both
        Ask a second checker, the package `dratify`, about every proof too.
    board
        The notation of the board that it has to speak of; by default any board will do.
    stop
        Called now and then; it ends the work by raising.
    compiler
        Compiles the function that checks long proofs, which takes a tenth of the time then.

    Raises
    ------
    ForeignError
        The file is no whole certificate, or one of another board.
    OSError
        It cannot be read.
    ModuleNotFoundError
        `both`, and `dratify` is not installed.
    """
    with stopped_by(stop):
        evidence = read(path)
        if board is not None and evidence.board != board:
            what = msg(
                "a certificate of another board: found {found}, expected {expected}",
                found=evidence.board,
                expected=board,
            )
            raise ForeignError(1, what)
        return _verdict(evidence, both, compiler)


def _verdict(found: Evidence, both: bool, compiler: Compiler | None) -> Verdict:
    claim = _Inspection(found, both, compiler)
    text, check = claim.kinds()
    about = found.puzzle, found.board, found.claim, text
    try:
        steps = check()
    except UnprovedError as error:
        why = error.line, error.what, error.open
        return Verdict(*about, False, 0, *why, claim.checker, clauses=claim.clauses)
    return Verdict(
        *about,
        True,
        steps,
        checker=claim.checker,
        derivations=tuple(claim.derivations),
        clauses=claim.clauses,
        solution=claim.solution,
        slides=claim.slides,
        refutations=tuple(claim.refutations),
    )


class _Inspection:
    """One claim, with its evidence."""

    def __init__(
        self,
        found: Evidence,
        both: bool,
        compiler: Compiler | None,
    ) -> None:
        self.found, self.both, self.compiler = found, both, compiler
        self.ran: set[str] = set()  # the checkers, by name
        self.derivations: list[Derivation] = []
        self.refutations: list[CheckedRefutation] = []
        self.clauses = 0
        self.solution: str | None = None
        self.slides: tuple[int, ...] | None = None
        self.given: set[frozenset[int]] = set()  # the clauses of the board, once they are needed

    @property
    def checker(self) -> str:
        """The names of the checkers that ran."""
        return ", ".join(name for name in _CHECKERS if name in self.ran) or REPLAY

    def kinds(self) -> tuple[Words, Callable[[], int]]:
        """Return the claim in words, and its check."""
        evidence, claim = self.found, self.found.claim
        kind, number, lits = (claim.get(name) for name in ("kind", "number", "literals"))
        names = claim.keys() - {"kind"}
        path, clauses = evidence.puzzle == "sliding", evidence.puzzle in _RULES
        if not names:
            match kind:
                case "solved" if path:
                    return msg("this path leads to the goal"), self.path
                case "solved" if clauses:
                    return msg("this is a solution"), self.solved
                case "minimal" if evidence.puzzle == "sudoku":
                    return msg("no given follows from the others"), self.minimal
                case "unsolvable" if path:
                    return msg("the goal cannot be reached"), self.unsolvable
        elif names == {"number"} and type(number) is int and number >= 0:
            match kind:
                case "solutions" if clauses:
                    text = msg("there are exactly {number} solutions", number=number)
                    if number < 2:
                        few = msg("there is no solution"), msg("there is exactly one solution")
                        text = few[number]
                    return text, partial(self.solutions, number)
                case "shortest" if path:
                    text = msg("no path has fewer than {number} slides", number=number)
                    return text, partial(self.shortest, number)
        elif names == {"literals"} and isinstance(lits, list):
            match kind:
                case "forced" if evidence.puzzle == "minesweeper":
                    literals = self._forced_literals(lits)
                    safe = sum(lit < 0 for lit in literals)
                    text = msg(
                        "safe cells: {safe}, mines: {mines}; no other cell is forced",
                        safe=safe,
                        mines=len(literals) - safe,
                    )
                    return text, partial(self.forced, literals)
        raise ForeignError(1, msg("a claim of an unknown kind"))

    def _forced_literals(self, listed: Sequence[object]) -> set[int]:
        """Return the literals of a claim, each of a covered cell that is named once."""
        width, covered = self._readable(minesweeper.covered)
        literals: set[int] = set()
        for lit in listed:
            if type(lit) is not int or abs(lit) not in covered:
                what = msg(
                    "found {found} among the forced cells, "
                    "expected the number of a covered cell, negative where it is safe",
                    found=str(lit)[:20],
                )
                raise ForeignError(1, what)
            if lit in literals or -lit in literals:
                row, column = divmod(abs(lit) - 1, width)
                what = msg(
                    "found r{row}c{column} again among the forced cells, expected each cell once",
                    row=row + 1,
                    column=column + 1,
                )
                raise ForeignError(1, what)
            literals.add(lit)
        return literals

    def _readable(self, of: Callable[[str], _T]) -> _T:
        """Return a function's reading of the text of the board."""
        try:
            return of(self.found.board)
        except (ValueError, IndexError, MemoryError):
            raise ForeignError(1, msg("the board cannot be read, or is too large")) from None

    def rules(self) -> Demands:
        return self._readable(_RULES[self.found.puzzle])

    def solved(self) -> int:
        """Check the solution: "this" is one."""
        rules = self.rules()
        if len(self.found.solutions) > 1:
            line, *_ = self.found.solutions[1]
            raise UnprovedError(line, msg("a second solution is listed"))
        self._models(rules, at_least=1)
        self.solution = self.found.solutions[0][1]
        return 0

    def solutions(self, number: int) -> int:
        """Check the solutions, and that there is no other."""
        rules = self.rules()
        models = self._models(rules, at_least=number)
        if len(models) != number or len(set(models)) != number:
            raise UnprovedError(1, msg("not so many different solutions are listed"))
        blocking = [tuple(-lit for lit in model) for model in models]
        clauses = self._same_clauses(rules, blocking)
        if len(self.found.refutations) != 1 or self.found.refutations[0].assumed:
            raise UnprovedError(1, msg("the proof is missing"))
        return self._refuted(rules, clauses, self.found.refutations[0])

    def minimal(self) -> int:
        """Check for every given a solution of the board without it that has another digit there."""
        left, board = self._readable(sudoku.without_given), self.found.board
        shown = {cell: board[-len_cells(board) + cell] for cell in left}
        wanted = set(left)
        for line, text, cell in self.found.solutions:
            check_stop()
            if cell not in wanted:
                raise UnprovedError(line, msg("no given is there, or it was shown before"))
            wanted.discard(cell)
            self._literals(partial(sudoku.literals, left[cell]), line, text)
            if text[-len_cells(text) + cell] == shown[cell]:
                raise UnprovedError(line, msg("this solution has the given"))
        if wanted:
            raise UnprovedError(1, msg("for some givens nothing is shown"))
        return 0

    def forced(self, literals: set[int]) -> int:
        """Check a refutation of the contrary of each literal, and two layouts for each other cell.

        The layouts also show that the board is consistent.
        """
        rules = self.rules()
        models = self._models(rules, at_least=1)
        clauses = self._same_clauses(rules, [])
        held = {lit for model in models for lit in model}
        for cell in minesweeper.covered(self.found.board)[1]:
            if cell not in literals and -cell not in literals and not {cell, -cell} <= held:
                what = msg("{cell} is not shown both safe and a mine", cell=rules.name(cell))
                raise UnprovedError(1, what)
        left, steps = set(literals), 0
        for proof in self.found.refutations:
            if len(proof.assumed) != 1 or -proof.assumed[0] not in left:
                raise UnprovedError(proof.line, msg("it refutes something else"))
            left.discard(-proof.assumed[0])
            steps += self._refuted(rules, clauses, proof)
        if left:
            raise UnprovedError(1, msg("the proof is missing"))
        return steps

    def path(self) -> int:
        self._checked_path()
        return 0

    def unsolvable(self) -> int:
        self.ran.add(INVARIANT)
        if not self._readable(sliding.is_unsolvable):
            raise UnprovedError(1, msg("no invariant of the slides excludes the goal"))
        return 0

    def shortest(self, length: int) -> int:
        """Check the path, and that the sum of distances or a search excludes shorter ones."""
        if self._checked_path() != length:
            raise UnprovedError(1, msg("the path has another length"))
        if self._readable(sliding.distance) == length:
            self.ran.add(DISTANCE)
            return 0
        if self.found.sizes is None:
            what = msg("the certificate has no account of a search: a large one is left out")
            raise UnprovedError(1, what, open_=True)
        self.ran.add(SEARCH)
        line, told = self.found.sizes
        try:
            sizes = sliding.search_sizes(self.found.board, length)
        except sliding.UnfinishedError:
            raise UnprovedError(1, msg("no small certificate is known"), open_=True) from None
        if sizes is None:
            raise UnprovedError(1, msg("there is a shorter path"))
        if sizes != told:
            raise UnprovedError(line, msg("a second search finds other sizes than the account"))
        return sum(first + second for _, first, second in sizes)

    def _checked_path(self) -> int:
        moves = self.found.moves
        leads = self._readable(lambda board: sliding.is_path(board, moves or ()))
        if moves is None:
            raise UnprovedError(1, msg("the path is missing"))
        if not leads:
            raise UnprovedError(1, msg("the path does not lead to the goal"))
        self.slides = tuple(moves)
        return len(moves)

    def _models(self, rules: Demands, *, at_least: int) -> list[tuple[int, ...]]:
        listed = self.found.solutions
        if len(listed) < at_least:
            raise UnprovedError(1, msg("not so many different solutions are listed"))
        models = []
        for line, text, _ in listed:
            check_stop()
            models.append(self._literals(rules.literals, line, text))
        return models

    def _literals(
        self, of: Callable[[str], tuple[int, ...]], line: int, text: str
    ) -> tuple[int, ...]:
        try:
            return of(text)
        except (ValueError, IndexError):
            raise UnprovedError(line, msg("this is not a solution of the board")) from None

    def _same_clauses(self, rules: Demands, more: Sequence[boards.Clause]) -> list[boards.Clause]:
        """Return the clauses made here, after comparing them with the file's as sets."""
        clauses = [*rules.clauses, *more]
        if _as_set(clauses) != _as_set(self.found.clauses):
            raise UnprovedError(1, msg("the clauses are not those of this board"))
        return clauses

    def _refuted(self, rules: Demands, clauses: Sequence[boards.Clause], one: ProofText) -> int:
        """Check a proof from the clauses made here, never from the file's."""
        self.clauses = len(clauses)
        listed: Sequence[Step]
        assumed = [(lit,) for lit in one.assumed]
        if one.resolution:
            self.ran.add(RESOLUTION)
            self.given = self.given or set(map(frozenset, rules.clauses))
            more = [*clauses[len(rules.clauses) :], *assumed]
            steps = check_resolution(self.given.union(map(frozenset, more)), one.resolution)
            leaves = frozenset(tuple(sorted(clause)) for clause in more)
            self.derivations.append(Derivation(tuple(one.resolution), leaves, rules.name))
            listed = [
                (step.line, True, step.clause)
                for step in one.resolution
                if step.parents and step.clause
            ]
        else:
            self.ran.add(CHECKER)
            every = [*clauses, *assumed]
            if self.compiler and sum(len(step[2]) for step in one.steps) > LONG:
                from gridwise.verifier import long_proof

                fast = self.compiler(long_proof.advance)
                steps = long_proof.check(rules.variables, every, one.steps, fast)
            else:
                steps = Checker(rules.variables, every).check(one.steps)
            listed = _checked(one.steps, steps)
        about = "".join(
            f"{rules.name(abs(lit))}-{'safe' if lit > 0 else 'mine'}" for lit in one.assumed
        )
        refutation = CheckedRefutation(
            about, rules.variables, clauses, tuple(one.assumed), tuple(listed)
        )
        self.refutations.append(refutation)
        if self.both:
            self.ran.add(SECOND)
            if not accepts(refutation):
                raise UnprovedError(one.line, msg("dratify does not accept the proof"))
        return steps


def _checked(steps: Sequence[Step], added: int) -> Sequence[Step]:
    """Return the steps up to the last addition that was checked."""
    for at, (_, is_added, _) in enumerate(steps):
        if not added:
            return steps[:at]
        added -= is_added
    return steps


def len_cells(text: str) -> int:
    """Return the number of cells of the notation of a Sudoku."""
    return len(text.rpartition(":")[2])


def _as_set(clauses: Iterable[Sequence[int]]) -> set[tuple[int, ...]]:
    return {tuple(sorted(set(clause))) for clause in clauses}

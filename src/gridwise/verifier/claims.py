"""Checks what a certificate claims, from the text of the board alone."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from os import PathLike
from typing import Any

from gridwise.verifier import boards
from gridwise.verifier.boards import Demands, minesweeper, queens, sliding, sudoku
from gridwise.verifier.file import Evidence, ProofText, read
from gridwise.verifier.proof import Checker
from gridwise.verifier.resolution import Derivation
from gridwise.verifier.resolution import check as check_resolution
from gridwise.verifier.second import accepts
from gridwise.verifier.stop import check_stop, stopped_by
from gridwise.verifier.words import ForeignError, UnprovedError, Words, msg

CHECKER = "strict RUP"
RESOLUTION = "resolution"
REPLAY = "replay"
LONG = 100_000
"""A proof of more literals is long: plain Python checks so many in the second that compiling the
checker of long proofs takes."""
Compiler = Callable[[Callable[..., Any]], Callable[..., Any]]
_RULES = {"sudoku": sudoku.rules, "minesweeper": minesweeper.rules, "queens": queens.rules}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checker says of a certificate.

    Parameters
    ----------
    puzzle, board
        The board, as its notation.
    claim
        What is claimed, as JSON and in words.
    proved
        Whether the evidence proves it.
    steps
        The clauses of proofs that were checked, or the boards that a search reached.
    line, why
        Where and why the evidence fails, where it does.
    open
        Not proved because no small proof is known, rather than because the evidence is wrong.
    checker
        What checked it: the strict checker of proofs, that of resolution, or the rules alone where
        there is no proof.
    derivations
        The resolution refutations that it holds, checked; none where it holds DRAT proofs.
    clauses
        The clauses of the board that were made to check proofs, with those that the claim adds.
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
    checker: str = CHECKER
    derivations: tuple[Derivation, ...] = ()
    clauses: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "puzzle": self.puzzle,
            "notation": self.board,
            "claim": self.claim,
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
            return f"proved: {self.text}"
        return f"not proved: {self.text}: {self.why}"


def verify(
    path: str | PathLike[str],
    *,
    both: bool = False,
    stop: Callable[[], None] | None = None,
    compiler: Compiler | None = None,
) -> Verdict:
    """Check a certificate, with code that shares nothing with what made it.

    Parameters
    ----------
    path
        The file.
    both
        Ask a second checker, the package `dratify`, about every proof too.
    stop
        Called now and then; it ends the work by raising.
    compiler
        Compiles the function that checks long proofs, which takes a tenth of the time then.

    Raises
    ------
    ForeignError
        The file is no whole certificate.
    OSError
        It cannot be read.
    ModuleNotFoundError
        `both`, and `dratify` is not installed.
    """
    with stopped_by(stop):
        return _verdict(read(path), both, compiler)


def _verdict(found: Evidence, both: bool, compiler: Compiler | None) -> Verdict:
    claim = _Inspection(found, both, compiler)
    text, check = claim.kinds()
    checker = REPLAY
    if found.refutations:
        resolved = all(one.resolution for one in found.refutations)
        checker = RESOLUTION if resolved else CHECKER
        checker += ", dratify" if both else ""
    try:
        steps = check()
    except UnprovedError as error:
        return Verdict(
            found.puzzle,
            found.board,
            found.claim,
            text,
            False,
            0,
            error.line,
            error.what,
            error.open,
            checker,
            clauses=claim.clauses,
        )
    return Verdict(
        found.puzzle,
        found.board,
        found.claim,
        text,
        True,
        steps,
        checker=checker,
        derivations=tuple(claim.derivations),
        clauses=claim.clauses,
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
        self.kind = found.claim.get("kind")
        self.derivations: list[Derivation] = []
        self.clauses = 0
        self.given: set[frozenset[int]] = set()  # the clauses of the board, once they are needed

    def kinds(self) -> tuple[Words, Any]:
        """Return the claim in words, and what checks it."""
        found, number = self.found, self.found.claim.get("number")
        path = found.puzzle == "sliding"
        match self.kind:
            case "solved" if path:
                return msg("this path leads to the goal"), self.path
            case "solved" if found.puzzle in _RULES:
                return msg("this is a solution"), self.solved
            case "solutions" if found.puzzle in _RULES and type(number) is int and number >= 0:
                text = msg("there are exactly {number} solutions", number=number)
                if number < 2:
                    text = (msg("there is no solution"), msg("there is exactly one solution"))[
                        number
                    ]
                return text, self.solutions
            case "minimal" if found.puzzle == "sudoku":
                return msg("every given is needed"), self.minimal
            case "forced" if found.puzzle == "minesweeper":
                lits = found.claim.get("literals")
                if isinstance(lits, list) and all(type(lit) is int for lit in lits):
                    safe, mines = sum(lit < 0 for lit in lits), sum(lit > 0 for lit in lits)
                    text = msg(
                        "safe cells: {safe}, mines: {mines}; no other cell is forced",
                        safe=safe,
                        mines=mines,
                    )
                    return text, self.forced
            case "unsolvable" if path:
                return msg("the goal cannot be reached"), self.unsolvable
            case "shortest" if path and type(number) is int and number >= 0:
                return msg("no path has fewer than {number} slides", number=number), self.shortest
        raise ForeignError(1, msg("a claim of an unknown kind"))

    def rules(self) -> Demands:
        try:
            return _RULES[self.found.puzzle](self.found.board)
        except (ValueError, IndexError, MemoryError):
            raise ForeignError(1, msg("the board cannot be read, or is too large")) from None

    def solved(self) -> int:
        self._models(self.rules(), at_least=1)
        return 0

    def solutions(self) -> int:
        """Check the solutions, and that there is no other."""
        number, rules = self.found.claim["number"], self.rules()
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
        try:
            left = sudoku.without_given(self.found.board)
            shown = {cell: self.found.board[-len_cells(self.found.board) + cell] for cell in left}
        except (ValueError, IndexError):
            raise ForeignError(1, msg("the board cannot be read, or is too large")) from None
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

    def forced(self) -> int:
        """Check a refutation of the contrary of each literal, and two layouts for each other cell.

        The layouts also show that the board is consistent.
        """
        rules = self.rules()
        open_ = set(minesweeper.covered(self.found.board))
        literals = set(self.found.claim["literals"])
        if not {abs(lit) for lit in literals} <= open_ or any(-lit in literals for lit in literals):
            raise UnprovedError(1, msg("a literal that is no covered cell"))
        models = self._models(rules, at_least=1)
        clauses = self._same_clauses(rules, [])
        held = {lit for model in models for lit in model}
        for cell in sorted(open_):
            if cell not in literals and -cell not in literals and not {cell, -cell} <= held:
                what = msg("cell {cell} is not shown both safe and a mine", cell=cell)
                raise UnprovedError(1, what)
        steps = 0
        for one in self.found.refutations:
            if len(one.assumed) != 1 or -one.assumed[0] not in literals:
                raise UnprovedError(one.line, msg("it refutes something else"))
            literals.discard(-one.assumed[0])
            steps += self._refuted(rules, [*clauses, tuple(one.assumed)], one)
        if literals:
            raise UnprovedError(1, msg("the proof is missing"))
        return steps

    def path(self) -> int:
        self._checked_path()
        return 0

    def unsolvable(self) -> int:
        if not self._read_sliding(sliding.is_unsolvable):
            raise UnprovedError(1, msg("the parity does not exclude the goal"))
        return 0

    def shortest(self) -> int:
        length = self.found.claim["number"]
        if self._checked_path() != length:
            raise UnprovedError(1, msg("the path has another length"))
        if self._read_sliding(sliding.distance) == length:
            return 0
        try:
            if self.found.sizes is None:
                raise sliding.UnfinishedError
            line, told = self.found.sizes
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
        if moves is None:
            raise UnprovedError(1, msg("the path is missing"))
        if not self._read_sliding(lambda board: sliding.is_path(board, moves)):
            raise UnprovedError(1, msg("the path does not lead to the goal"))
        return len(moves)

    def _read_sliding(self, of: Any) -> Any:
        try:
            return of(self.found.board)
        except (ValueError, IndexError):
            raise ForeignError(1, msg("the board cannot be read, or is too large")) from None

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
        """Return the clauses made here, after comparing them with those of the file as sets."""
        clauses = [*rules.clauses, *more]
        self.clauses = len(clauses)
        if _as_set(clauses) != _as_set(self.found.clauses):
            raise UnprovedError(1, msg("the clauses are not those of this board"))
        return clauses

    def _refuted(self, rules: Demands, clauses: Sequence[boards.Clause], one: ProofText) -> int:
        # The proof is about what was made here, never about the clauses of the file.
        listed = one.steps
        if one.resolution:
            self.given = self.given or set(map(frozenset, rules.clauses))
            more = clauses[len(rules.clauses) :]
            steps = check_resolution(self.given.union(map(frozenset, more)), one.resolution)
            assumed = frozenset(tuple(sorted(clause)) for clause in more)
            self.derivations.append(Derivation(tuple(one.resolution), assumed, rules.name))
            listed = [(step.line, True, step.clause) for step in one.resolution if step.parents]
        elif self.compiler and sum(len(step[2]) for step in one.steps) > LONG:
            from gridwise.verifier import long_proof

            fast = self.compiler(long_proof.advance)
            steps = long_proof.check(rules.variables, clauses, one.steps, fast)
        else:
            steps = Checker(rules.variables, clauses).check(one.steps)
        if self.both and not accepts(rules.variables, clauses, listed):
            raise UnprovedError(one.line, msg("dratify does not accept the proof"))
        return steps


def len_cells(text: str) -> int:
    """Return the number of cells of the notation of a Sudoku."""
    return len(text.rpartition(":")[2])


def _as_set(clauses: Iterable[Sequence[int]]) -> set[tuple[int, ...]]:
    return {tuple(sorted(set(clause))) for clause in clauses}

"""The input of somebody's own solver: the board as text, or its clauses as DIMACS."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gridwise.core import registry
from gridwise.core.views import CnfModel
from gridwise.solving.encoding.encode import encode
from gridwise.workers.own_solver.run import command_of

CNF_WORD, CNF_FILE = "{cnf}", "board.cnf"
"""The word that asks for clauses, and the file in the program's folder that it stands for."""


@dataclass(frozen=True, slots=True)
class SolverInput:
    """The input of one run.

    Parameters
    ----------
    command
        The words of the command.
    text
        For standard input: the notation of the board, or its clauses as DIMACS.
    clauses
        The clauses, if the solver was given them in place of the notation.
    """

    command: list[str]
    text: str
    clauses: CnfModel[Any] | None = None


def wants_clauses(words: Sequence[str]) -> bool:
    """Return whether a command takes clauses."""
    return any(CNF_WORD in word for word in words)


def solver_input(solver: str | Sequence[str], position: Any, folder: Path) -> SolverInput:
    """Return the input of a solver for a board; write the clauses if its command wants them.

    Parameters
    ----------
    solver
        A Python file, or the words of a command. The word `{cnf}` stands for a file with the
        clauses that `gridwise encode` writes, which standard input has as well.
    position
        The board.
    folder
        The folder in which the program will run.

    Raises
    ------
    NoSharedViewError
        The board has no clauses.
    """
    notation = registry.puzzle_of(position).format(position)
    command = command_of(solver, notation)
    if isinstance(solver, str) or not wants_clauses(solver):
        return SolverInput(command, notation + "\n")
    encoded = encode(position)
    text = encoded.to_dimacs()
    (folder / CNF_FILE).write_text(text, "utf-8")
    words = [word.replace(CNF_WORD, CNF_FILE) for word in command]
    return SolverInput(words, text, encoded.model)

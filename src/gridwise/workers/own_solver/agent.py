"""A policy in somebody's Python file: a process apart calls `decide(view)` for every move.

Each game has its own process, so that nothing is carried from one game to the next. The process
sees the board as the player does, never the layout or the seed behind it.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gridwise.core import registry
from gridwise.core.errors import GridwiseError
from gridwise.core.limits import Interrupted
from gridwise.core.message import Message, msg
from gridwise.core.method import Option
from gridwise.core.policy import Player, PlayerError, Policy
from gridwise.core.result import Stop
from gridwise.core.run import Run
from gridwise.process.stranger import Apart, RunLimits
from gridwise.workers.own_solver import driver
from gridwise.workers.own_solver.judge import why_ended
from gridwise.workers.own_solver.program import command_of, named_files, words_of

_GUESS = "?"  # after a claim that is a guess


@dataclass(frozen=True, slots=True)
class PolicyFiles:
    """A Python file with `decide(view)` and the files beside it, as they are sent to a process.

    Parameters
    ----------
    puzzle, name
        The puzzle that the policy plays, and the policy's name.
    file
        The name of the file.
    contents
        The contents of the files, by name.
    """

    puzzle: str
    name: str
    file: str
    contents: Mapping[str, bytes]

    def offer(self) -> None:
        """Register the policy in this process."""
        given = self

        class FilePolicy(OwnPolicy):
            name, files = given.name, given

        registry.offer_policy(self.puzzle, FilePolicy())


def offer(puzzle: str, policy: str | None) -> bool:
    """Make a Python file the policy of a puzzle, named by its path; return whether it is one.

    Parameters
    ----------
    puzzle, policy
        The policy is a path if it ends in `.py`; other names are left alone.

    Raises
    ------
    ParameterError
        The file does not exist.
    """
    if policy is None or not policy.endswith(".py"):
        return False
    words, folder = words_of(policy)
    _, files = named_files(words, folder)
    contents = {file.name: file.read_bytes() for file in files}
    PolicyFiles(puzzle, policy, words[0], contents).offer()
    return True


class OwnPolicy(Policy[Any, Any]):
    """The policy of a file; a subclass names it."""

    files: PolicyFiles

    title = "your own policy"
    source = "a Python file with decide(view)"
    guesses = True
    trusted = False
    counts = frozenset()
    options = (
        Option("time_s", 10, (), "the most seconds of a game"),
        Option("memory_mb", 512, (), "the most memory, MB"),
    )

    def start(self, position: Any, run: Run) -> "OwnPlayer":
        return OwnPlayer(self, registry.puzzle_of(position).name, run)


class OwnPlayer(Player[Any, Any]):
    """A process that plays one game; it starts with the first view."""

    def __init__(self, policy: OwnPolicy, kind: str, run: Run) -> None:
        self.policy, self.run = policy, run
        self.puzzle, self.referee = registry.puzzle(kind), registry.referee(kind)
        memory = int(policy.option(run, "memory_mb")) * 1_000_000
        self.limits = RunLimits(float(policy.option(run, "time_s")), memory)
        self._scratch = TemporaryDirectory(prefix="gridwise-", ignore_cleanup_errors=True)
        self._apart: Apart | None = None

    def decide(self, position: Any) -> Sequence[Any]:
        self.guess = None
        view = {"notation": self.puzzle.format(position), **self.referee.view(position)}
        apart = self._apart or self._start()
        line = apart.ask(json.dumps(view))
        if line is None:
            raise self._failed()
        claims = []
        for text in self._texts(line):
            claim = self._move(position, text.removesuffix(_GUESS))
            if text.endswith(_GUESS) and self.guess is None:
                self.guess = claim
            claims.append(claim)
        return claims

    def known(self) -> Sequence[Any]:
        return ()

    def close(self) -> None:
        if self._apart is not None:
            self._apart.ended()
            self._apart = None
        self._scratch.cleanup()

    def _start(self) -> Apart:
        folder = Path(self._scratch.name) / "policy"
        folder.mkdir()
        for name, content in self.policy.files.contents.items():
            (folder / name).write_bytes(content)
        command = [*command_of(self.policy.files.file, ""), "decide"]
        lines = driver.LINES_OF_POLICY
        self._apart = Apart(command, folder, self.limits, cancel=self.run.cancel, lines=lines)
        if self._apart.line() is None:
            raise self._failed()
        return self._apart

    def _failed(self) -> Exception:
        """End the process and return why it gave no answer."""
        assert self._apart is not None
        ended, self._apart = self._apart.ended(), None
        if ended.end == "cancelled":
            return Interrupted(Stop.CANCELLED)
        return PlayerError(why_ended(ended, self.limits) or msg("it gave no answer"))

    def _texts(self, line: bytes) -> list[str]:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, list):
            raise PlayerError(
                msg("its answer cannot be read: {why}", why=line[:200].decode("utf-8", "replace"))
            )
        return [str(text) for text in answer]

    def _move(self, position: Any, text: str) -> Any:
        try:
            return self.puzzle.parse_move(position, text)
        except GridwiseError as error:
            why: Message = error.message
            raise PlayerError(msg("illegal move {move}: {why}", move=text, why=why)) from None

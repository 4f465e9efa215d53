"""Hints over random positions of a puzzle, with players' mistakes: none unsound, none missing.

Run as::

    python benchmarks/hints.py queens --positions 10000
    python benchmarks/hints.py sudoku --boards hardest.txt

Positions are reached by random play through the puzzle's interaction: from a generated board (or a
game that is dealt) some moves of a solution, and at times a move that is none. A fifth comes from
the puzzle's sampler, which also makes boards without a solution. Boards of FILE are played on by
the easiest techniques alone until these find nothing more, so that the hint has to be a harder one.
Of every hint is checked:

- `wrong`: the board breaks a rule or has no solution, or the entry named is not in the only
  solution of the board as it was given;
- a step that claims to follow: with the opposite of each conclusion the clauses of the board have
  no model;
- an optimal move: the board after it is one move nearer to the goal; every other move is legal.

A hint is missing where it is unknown though the board has a solution and is not solved. Times are
processor time of the hint alone.
"""

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from gridwise.core import registry
from gridwise.core.capabilities import Generator, Sampler
from gridwise.core.errors import GridwiseError, ParameterError
from gridwise.core.interaction import Action
from gridwise.core.limits import Limits
from gridwise.core.policy import GameStatus
from gridwise.core.result import Status
from gridwise.core.run import Run
from gridwise.core.step import LEVELS
from gridwise.core.trace import Mark
from gridwise.core.views import CnfModel
from gridwise.questions.base_board import read_boards
from gridwise.questions.generate import generate
from gridwise.solving.explain import explain
from gridwise.solving.hint.stages import staged
from gridwise.solving.hint.step import contents
from gridwise.solving.instance import Instance
from gridwise.solving.solve import solve

BOARDS = 50
"""So many boards are generated, and played again and again."""
_LIMITS = Limits(time_s=20)


class Positions:
    """Random positions of one puzzle, each with the board as it was given."""

    def __init__(self, kind: str, size: str, random: Random, boards: Sequence[Any] = ()) -> None:
        self.kind, self.size, self.random = kind, size, random
        self.boards = list(boards)
        random.shuffle(self.boards)
        self.easiest = [t.name for t in registry.techniques(kind).values() if t.level == LEVELS[0]]
        self.rules = registry.puzzle(kind)
        self.interaction = registry.interaction(kind)
        self.sampler = registry.capability(kind, Sampler)
        self._kept: list[tuple[Any, tuple[Any, ...]]] = []

    def one(self) -> tuple[Any, Any]:
        """Return a position and its origin."""
        if self.boards:
            return self._stalled()
        if self.sampler is not None and self.random.random() < 0.2:
            position = self.sampler.sample(self.random)
            return position, position
        return self._dealt() if self.interaction.deals else self._played()

    def _played(self) -> tuple[Any, Any]:
        """Return a generated board with some moves of a solution, and perhaps wrong ones."""
        board, moves = self._board()
        state = self.interaction.begin(board)
        chosen = list(moves)
        if self.rules.countable:  # else the order of the moves matters
            self.random.shuffle(chosen)
        for move in chosen[: self.random.randint(0, len(chosen))]:
            state = self._put(state, move)
        wrong = list(self.rules.moves(board))
        if wrong and self.random.random() < 0.4:
            for _ in range(self.random.randint(1, 3)):
                state = self._put(state, self.random.choice(wrong))
        return self.interaction.position(state), self.interaction.origin(state)

    def _stalled(self) -> tuple[Any, Any]:
        """Return a given board from which the easiest techniques get no further."""
        board, moves = self._board()
        position = board
        for move in self.random.sample(moves, self.random.randint(0, 2)):
            position = self.rules.apply(position, move)
        steps = explain(position, techniques=self.easiest).steps
        found = {mark.cell for step in steps for mark in step.conclusions if mark.holds}
        for move in moves:
            if (after := self.rules.apply(board, move)) != board:
                before, now = (contents(self.rules.scene(one)) for one in (board, after))
                if any(before[cell] != now[cell] for cell in found):
                    position = self.rules.apply(position, move)
        wrong = list(self.rules.moves(position))
        if wrong and self.random.random() < 0.1:
            position = self.rules.apply(position, self.random.choice(wrong))
        return position, board

    def _board(self) -> tuple[Any, tuple[Any, ...]]:
        """Return a generated board and the moves of a solution."""
        if len(self._kept) == (len(self.boards) or BOARDS):
            return self.random.choice(self._kept)
        if self.boards:
            board = self.boards[len(self._kept) % len(self.boards)]
        else:
            made = generate(self.kind, self.size, seed=self.random.randrange(1 << 30), time_s=60)
            assert made is not None
            board = made.position
        result = solve(board, limits=_LIMITS)
        moves = result.answer.items[0].moves if result.answer is not None else ()
        self._kept.append((board, moves))
        return self._kept[-1]

    def _put(self, state: Any, move: Any) -> Any:
        position = self.interaction.position(state)
        try:
            text = self.rules.format_move(position, move)
            return self.interaction.apply(state, Action("put", value=text))
        except (GridwiseError, ParameterError):  # the rules forbid it here
            return state

    def _dealt(self) -> tuple[Any, Any]:
        """Return a dealt game after random clicks that did not lose, with random flags."""
        interaction, random = self.interaction, self.random
        board = interaction.empty(self.size or next(iter(interaction.sizes)))
        state = interaction.begin(board, seed=random.randrange(1 << 30))
        cells = len(interaction.scene(state).cells)
        for _ in range(random.randint(1, cells // 3)):
            action = interaction.secondary_click if random.random() < 0.1 else interaction.click
            try:
                after = interaction.apply(state, Action(action, random.randrange(cells)))
            except ParameterError:
                continue
            if interaction.verdict(after) is GameStatus.OPEN:
                state = after
        return interaction.position(state), interaction.origin(state)


class Checker:
    """Checks hints by other means than those that found them."""

    def __init__(self, kind: str) -> None:
        self.rules = registry.puzzle(kind)

    def fault(self, found: Any, position: Any, origin: Any) -> str | None:
        """Return what is wrong with a hint: `unsound ...` or `missing ...`; None for nothing."""
        if found.technique == "solved":
            return None if self.rules.is_solved(position) else "unsound: not solved"
        if found.technique == "wrong":
            return self._wrong(found, position, origin)
        if found.technique == "unknown":
            known = solve(position, limits=_LIMITS)
            return "missing" if known.status is Status.SOLVED else None
        if found.move is not None:
            try:
                after = self.rules.apply(position, found.move)
            except GridwiseError as error:
                return f"unsound: illegal move: {error}"
            if found.technique == "optimal_move":
                return self._nearer(position, after)
        elif not found.conclusions:
            return "missing: no step"
        return None if found.guess or not self.rules.countable else self._follows(found, position)

    def _wrong(self, found: Any, position: Any, origin: Any) -> str | None:
        if self.rules.violations(position):
            return None
        result = solve(position, limits=_LIMITS)
        if result.status is Status.UNSATISFIABLE:
            return None
        if result.status is Status.SOLVED and found.conclusions:
            given = solve(origin, limits=_LIMITS)
            if given.unique and given.answer is not None:
                right = contents(self.rules.scene(given.answer.items[0].position))
                if all(right[mark.cell] != mark.value for mark in found.conclusions):
                    return None
        return "unsound: nothing is wrong"

    def _nearer(self, before: Any, after: Any) -> str | None:
        lengths = []
        for board in (before, after):
            if self.rules.is_solved(board):
                lengths.append(0)
                continue
            result = solve(board, limits=_LIMITS)
            if result.answer is None or not result.optimal:
                return None  # not known
            lengths.append(len(result.answer.items[0].moves))
        return None if lengths[0] == lengths[1] + 1 else f"unsound: {lengths} moves"

    def _follows(self, found: Any, position: Any) -> str | None:
        """Return a fault where the opposite of a conclusion has a model."""
        view = Instance.of(position).offers[CnfModel].make()
        assert isinstance(view, CnfModel)
        literals: dict[Mark, int] = {}
        for variable in range(1, view.primary + 1):
            for literal in (variable, -variable):
                literals.update(dict.fromkeys(view.decoder.marks(literal), literal))
        sat = registry.method("sat")
        for mark in found.conclusions:
            opposite = view.without(literals[mark])
            run = Run(_LIMITS, options={option.name: option.default for option in sat.options})
            if next(iter(sat.models(opposite, run)), None) is not None:
                return f"unsound: {mark} does not follow"
        return None


def measure(asked: argparse.Namespace) -> dict[str, Any]:
    """Return the figures of a puzzle, and print each fault as it is found."""
    kind, positions, time_s = asked.puzzle, asked.positions, asked.time
    boards = (
        [board.position for board in read_boards(asked.boards, puzzle=kind)] if asked.boards else ()
    )
    source, checker = Positions(kind, asked.size, Random(asked.seed), boards), Checker(kind)
    times: list[float] = []
    kinds: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    for _ in range(positions):
        position, origin = source.one()
        began = time.process_time()
        start = origin if origin != position else None
        found = staged(position, origin=start, time_s=time_s).hint
        times.append(1000 * (time.process_time() - began))
        kinds[found.technique] += 1
        fault = checker.fault(found, position, origin)
        if fault is not None:
            faults[fault.split(":")[0]] += 1
            print(f"{checker.rules.format(position)}: {fault}: {found.text}", flush=True)
    times.sort()
    return {
        "puzzle": kind,
        "positions": positions,
        "unsound": faults["unsound"],
        "missing": faults["missing"],
        "techniques": dict(kinds.most_common()),
        "cpu_ms_mean": round(statistics.mean(times), 2),
        "cpu_ms_median": round(statistics.median(times), 2),
        "cpu_ms_99": round(times[int(0.99 * (len(times) - 1))], 2),
        "cpu_ms_most": round(times[-1], 2),
    }


def main() -> None:
    """Print the figures as JSON; exit with 1 where a hint was unsound or missing."""
    kinds = [k for k in registry.interactions() if registry.capability(k, Generator) is not None]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("puzzle", choices=kinds)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--size", default="", help="as generate takes it; the usual one by default")
    parser.add_argument("--boards", type=Path, metavar="FILE", help="play these boards")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time", type=float, default=2.0, help="budget of a hint, seconds")
    asked = parser.parse_args()
    found = measure(asked)
    print(json.dumps(found, indent=1))
    raise SystemExit(bool(found["unsound"] or found["missing"]))


if __name__ == "__main__":
    main()

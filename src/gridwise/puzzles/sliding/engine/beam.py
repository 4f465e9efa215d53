"""A beam search by compiled layers, with the pattern databases of the board.

The estimates of a board and of its reflection are added up to order a layer; their greater one at
the root is a lower bound, and the answer says how far it is from that at most.
"""

from typing import Any

from gridwise.compiled import jit
from gridwise.compiled.worth import CompiledCode
from gridwise.core.run import Run
from gridwise.puzzles.sliding.engine.automaton import automaton
from gridwise.puzzles.sliding.engine.ida_star import choose
from gridwise.puzzles.sliding.engine.searches import PatternSearch
from gridwise.puzzles.sliding.engine.turned import slides, turn
from gridwise.puzzles.sliding.position import Position

CODE = CompiledCode("gridwise.puzzles.sliding.engine.kernels.beam", "expand", compile_s=4.3)
_SEEN_BITS = 22  # 32 MB of hashes, so that boards of the layers before are known again
_PORTION = 512


def beam(position: Position, width: int, run: Run, tables: str = "auto") -> tuple[int, ...] | None:
    """Return the slides of a solution that is probably near the shortest, or None.

    Parameters
    ----------
    position
        A board that can be solved and has pattern databases.
    width
        The most boards of a layer that are kept.
    run
        One node is a board expanded. `run.report.bound` is set to the answer's length over the
        root's estimate.
    tables
        One of `ida_star.TABLES`, but not `none`.
    """
    import numpy as np

    board = turn(position)
    part = choose(board, tables)
    if part is None:
        raise ValueError("no pattern databases for this board")
    with jit.compiling(run):
        root = PatternSearch(board, part, automaton(run.check), run.check)
        kernels = jit.load("gridwise.puzzles.sliding.engine.kernels.beam")
        steps = root.fixed.steps
        cells = position.size
        run.count.generated += 1
        if root.estimate == 0:
            run.report.bound = 1.0
            return ()

        def layer() -> Any:
            return kernels.BeamLayer(
                np.zeros((width, cells), np.uint8),
                np.zeros((width, len(root.root.words)), np.uint64),
                np.zeros((width, 4), np.int64),
                np.zeros(width, np.uint64),
            )

        now, after = layer(), layer()
        now.boards[0] = board.tiles
        now.words[0] = root.root.words
        now.nodes[0] = board.tiles.index(0), -1, *root.root.lefts
        children = kernels.Children(
            np.zeros((4 * width, 6), np.uint64),
            np.zeros(4 * width, np.uint64),
            np.zeros(width, np.uint32),
            np.zeros(width, np.uint8),
        )
        seen = np.zeros(1 << _SEEN_BITS, np.uint64)
        history: list[tuple[Any, Any]] = []
        count = 1
        while count:
            state = np.zeros(2, np.int64)
            done = 0
            while done < count and not state[0]:
                room = run.room(min(_PORTION, count - done))
                if not room:
                    raise run.no_room()
                used = kernels.expand(
                    root.tables, root.fixed, now, children, state, done, done + room
                )
                done += used
                run.count.expanded += used
                run.spend(used)
            offspring_count = int(state[1])
            run.count.generated += offspring_count
            run.count.depth = len(history) + 1
            if state[0]:
                directions = _path_back(history, children.rows[offspring_count - 1])
                run.report.bound = len(directions) / root.estimate
                run.report.optimal = True if len(directions) == root.estimate else None
                cell = board.tiles.index(0)
                path = [cell]
                for direction in directions:
                    cell += int(steps[direction])
                    path.append(cell)
                return slides(position, board, path)
            count = kernels.select(root.fixed, now, children, offspring_count, seen, after)
            run.count.frontier_peak = max(run.count.frontier_peak, count)
            history.append((children.parents[:count].copy(), children.directions[:count].copy()))
            now, after = after, now
    return None


def _path_back(history: list[tuple[Any, Any]], child: Any) -> list[int]:
    """Return the blank's directions from the root to a child of the last layer."""
    out = [int(child[1])]
    node = int(child[0])
    for parents, directions in reversed(history):
        out.append(int(directions[node]))
        node = int(parents[node])
    return out[::-1]

"""A beam search by compiled layers, with the pattern databases of the board.

The estimates of a board and of its reflection are added up to order a layer; their greater one at
the root is a lower bound, and the answer says how far it is from that at most.
"""

from typing import Any

from gridwise.compiled import jit
from gridwise.core.limits import Run
from gridwise.puzzles.sliding.engine import ida_star as engine
from gridwise.puzzles.sliding.engine.automaton import automaton
from gridwise.puzzles.sliding.position import Position

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
        One node is a board expanded. `run.bound` is set to the answer's length over the root's
        estimate.
    tables
        One of `engine.TABLES`, but not `none`.
    """
    import numpy as np

    from gridwise.puzzles.sliding.engine.searches import PatternEngine

    board = engine.turn(position)
    part = engine.choose(board, tables)
    if part is None:
        raise ValueError("no pattern databases for this board")
    with jit.compiling(run):
        root = PatternEngine(board, part, automaton(run.check), run.check)
        kernels = jit.load("gridwise.puzzles.sliding.engine.kernels.beam")
        given = root.given[:10]
        pattern_of, steps = given[5], given[8]
        cells = position.size
        run.count.generated += 1
        if root.estimate == 0:
            run.bound = 1.0
            return ()

        def layer() -> tuple[Any, ...]:
            return (
                np.zeros((width, cells), np.uint8),
                np.zeros((width, len(root.root)), np.uint64),
                np.zeros((width, 4), np.int64),
                np.zeros(width, np.uint64),
            )

        now, after = layer(), layer()
        now[0][0] = board.tiles
        now[1][0] = root.root
        now[2][0] = board.tiles.index(0), -1, *root.lefts
        children = np.zeros((4 * width, 6), np.uint64)
        child_keys = np.zeros(4 * width, np.uint64)
        seen = np.zeros(1 << _SEEN_BITS, np.uint64)
        parents, ways = np.zeros(width, np.uint32), np.zeros(width, np.uint8)
        history: list[tuple[Any, Any]] = []
        count = 1
        while count:
            state = np.zeros(3, np.int64)
            done = 0
            while done < count and not state[0]:
                room = run.room(min(_PORTION, count - done))
                if not room:
                    raise run.no_room()
                used = kernels.expand(*given, *now, children, child_keys, state, done, done + room)
                done += used
                run.count.expanded += used
                run.spend(used)
            made = int(state[1])
            run.count.generated += made
            run.count.depth = len(history) + 1
            if state[0]:
                way = _way_back(history, children[made - 1])
                run.bound = len(way) / root.estimate
                run.optimal = True if len(way) == root.estimate else None
                cell = board.tiles.index(0)
                path = [cell]
                for step in way:
                    cell += int(steps[step])
                    path.append(cell)
                return engine.slides(position, board, path)
            count = kernels.select(
                pattern_of,
                steps,
                *now[:3],
                children,
                child_keys,
                made,
                seen,
                width,
                *after,
                parents,
                ways,
            )
            run.count.frontier_peak = max(run.count.frontier_peak, count)
            history.append((parents[:count].copy(), ways[:count].copy()))
            now, after = after, now
    return None


def _way_back(history: list[tuple[Any, Any]], child: Any) -> list[int]:
    """Return the blank's ways from the root to a child of the last layer."""
    out = [int(child[1])]
    node = int(child[0])
    for parents, ways in reversed(history):
        out.append(int(ways[node]))
        node = int(parents[node])
    return out[::-1]

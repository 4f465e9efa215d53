"""Slow, readable twins of the kernels."""

from collections import deque
from itertools import permutations, product

WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))  # the blank goes up, left, right, down


def play(word):
    """Return what a word leaves behind on an open board, and the box of the blank's way."""
    where, blank = {}, (0, 0)  # cell: the tile there, named by its own cell
    rows, cols = [0], [0]
    for way in word:
        row, col = blank[0] + WAYS[way][0], blank[1] + WAYS[way][1]
        where[blank] = where.get((row, col), (row, col))
        where.pop((row, col), None)
        blank = row, col
        rows.append(row)
        cols.append(col)
    moved = frozenset((cell, tile) for cell, tile in where.items() if cell != tile)
    return (moved, blank), (min(rows), max(rows), min(cols), max(cols))


def superfluous(longest):
    """Return the superfluous words without superfluous parts, by looking at all words."""
    met, bad = {}, set()
    for length in range(longest + 1):
        for word in product(range(4), repeat=length):
            if any(word[i:j] in bad for i in range(length) for j in range(i + 1, length + 1)):
                continue
            after, box = play(word)
            if any(
                box[0] <= b[0] and b[1] <= box[1] and box[2] <= b[2] and b[3] <= box[3]
                for b in met.get(after, ())
            ):
                bad.add(word)
            else:
                met.setdefault(after, []).append(box)
    return bad


def neighbours(width, height, cell):
    """Return for each way the cell that the blank goes to, None where it cannot."""
    row, col = divmod(cell, width)
    out = []
    for down, right in WAYS:
        r, c = row + down, col + right
        out.append(r * width + c if 0 <= r < height and 0 <= c < width else None)
    return out


def slides(width, height, board):
    """Yield (way, board) for each slide of a board with the blank 0."""
    blank = board.index(0)
    for way, cell in enumerate(neighbours(width, height, blank)):
        if cell is not None:
            after = list(board)
            after[blank], after[cell] = after[cell], 0
            yield way, tuple(after)


def all_depths(width, height, start):
    """Return the distance of every board from a start."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        board = queue.popleft()
        for _, after in slides(width, height, board):
            if after not in found:
                found[after] = found[board] + 1
                queue.append(after)
    return found


def reached_by_words(width, height, start, after, depth):
    """Return the boards that shortest ways without forbidden words lead to.

    `after[state][way]` is the automaton, -1 where a way is forbidden.
    """
    layer = {(start, 0)}
    reached = {start}
    while layer:
        deeper = set()
        for board, state in layer:
            for way, other in slides(width, height, board):
                if after[state][way] >= 0 and depth[other] == depth[board] + 1:
                    deeper.add((other, after[state][way]))
        reached.update(board for board, _ in deeper)
        layer = deeper
    return reached


def pattern_depths(width, height, homes, blank):
    """Return the distance of each (cells of the tiles, cell of the blank), tiles by their homes.

    Slides of other tiles cost nothing.
    """
    start = (tuple(homes), blank)
    found = {start: 0}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        at, hole = state
        for cell in neighbours(width, height, hole):
            if cell is None:
                continue
            moved = tuple(hole if x == cell else x for x in at)
            cost = found[state] + (moved != at)
            if cost < found.get((moved, cell), 1 << 30):
                found[moved, cell] = cost
                (queue.append if moved != at else queue.appendleft)((moved, cell))
    return found


def placings(cells, k):
    """Yield all ways that k tiles can lie."""
    return permutations(range(cells), k)

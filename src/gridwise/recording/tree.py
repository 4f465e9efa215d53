"""The search tree of a recording, with OPEN and CLOSED at each step."""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import nlargest, nsmallest

from gridwise.core.trace import Kind, TraceRow

_FAR = 1 << 30
_SPACE = frozenset({Kind.GENERATE, Kind.EXPAND})


@dataclass(frozen=True, slots=True)
class OpenNode:
    """A node of OPEN."""

    node: int
    g: int
    h: int

    @property
    def f(self) -> int:
        """G + h."""
        return self.g + self.h


class SearchTree:
    """The decisions or generated states of a trace as nodes; node 0 is the root.

    In a state space a node is a generated state, and the children of the root are the states at
    which searches begin; elsewhere a node is a decision. The step of a row is its index + 1.

    Attributes
    ----------
    parent, depth, born
        Attributes of each node; `born` is the step of its row.
    h
        The estimate, or 0.
    expanded, failed, solved
        The step at which it was expanded, contradicted or found to be a solution; a very large
        number if that never happened.
    """

    def __init__(self, rows: Iterable[TraceRow]) -> None:
        self.is_space = False
        self.parent, self.depth, self.born = array("i"), array("i"), array("i")
        self.h = array("i")
        self.expanded, self.failed, self.solved = array("i"), array("i"), array("i")
        self._current = array("i", [0])
        self._open, self._closed = array("i", [0]), array("i", [0])
        self._new(-1, 0, 0, 0)
        self._stack: list[tuple[int, int]] = [(0, 0)]
        self._numbers: dict[int, int] = {}
        self._node = 0
        self._roots: list[int] = [0]
        self._searches: dict[int, int] = {}
        waiting = done = 0
        for step, row in enumerate(rows, 1):
            kind = row.kind
            if kind in _SPACE:
                self.is_space = True
                was_open, was_closed = self._space(step, row)
                waiting, done = waiting + was_open, done + was_closed
            else:
                self._logic(step, row)
                if kind is Kind.BOUND or (kind is Kind.BACKTRACK and row.depth < 0):
                    waiting = done = 0
            self._current.append(self._node)
            self._open.append(waiting)
            self._closed.append(done)
        self._children: dict[int, list[int]] = {}
        for node in range(1, len(self.parent)):
            self._children.setdefault(self.parent[node], []).append(node)

    def __len__(self) -> int:
        return len(self.parent)

    def _new(self, parent: int, depth: int, h: int, step: int) -> int:
        self.parent.append(parent)
        self.depth.append(depth)
        self.h.append(h)
        self.born.append(step)
        for column in (self.expanded, self.failed, self.solved):
            column.append(_FAR)
        return len(self.parent) - 1

    def _space(self, step: int, row: TraceRow) -> tuple[int, int]:
        """Add a row of a state space; return the changes of the sizes of OPEN and CLOSED."""
        if row.kind is Kind.GENERATE:
            is_root = row.cause == 0
            parent = self._stack[-1][1] if is_root else self._numbers.get(row.cause - 1, 0)
            made = self._new(parent, row.depth, row.measure, step)
            self._numbers[row.subject] = made
            if is_root:
                self._node = made
                self._roots.append(made)
                self._searches[made] = len(self._searches) + 1
            return 1, 0
        node = self._numbers.get(row.subject, 0)
        self._node = node
        if self.expanded[node] != _FAR:
            return 0, 0
        self.expanded[node] = step
        return -1, 1

    def _logic(self, step: int, row: TraceRow) -> None:
        """Add any other row."""
        match row.kind:
            case Kind.DECIDE if row.depth > 0:
                while self._stack[-1][0] >= row.depth:
                    self._stack.pop()
                self._node = self._new(self._stack[-1][1], row.depth, 0, step)
                self._stack.append((row.depth, self._node))
            case Kind.BACKTRACK if row.depth < 0:
                self._numbers.clear()
                self._node = self._new(0, 0, 0, step)
                self._searches[self._node] = len(self._searches) + 1
                self._stack = [(0, self._node)]
            case Kind.BACKTRACK:
                while len(self._stack) > 1 and self._stack[-1][0] > row.depth:
                    self._stack.pop()
                self._node = self._stack[-1][1]
            case Kind.CONFLICT:
                self.failed[self._node] = min(step, self.failed[self._node])
            case Kind.SOLUTION:
                if row.value > 0:
                    self._node = self._numbers.get(row.value - 1, self._node)
                self.solved[self._node] = min(step, self.solved[self._node])
            case _:
                pass

    def current(self, step: int) -> int:
        """Return the current node of the search at a step."""
        return self._current[step]

    def sizes(self, step: int) -> tuple[int, int]:
        """Return the sizes of OPEN and CLOSED at a step."""
        return self._open[step], self._closed[step]

    def path(self, node: int) -> list[int]:
        """Return the nodes from the root, or from the start of its search, to this one."""
        nodes = [node]
        while self.parent[nodes[-1]] >= 0:
            nodes.append(self.parent[nodes[-1]])
        if self.is_space and len(nodes) > 1:
            nodes.pop()
        return nodes[::-1]

    def search_of(self, node: int) -> int:
        """Return the number of the search that begins at a node, from 1, or 0."""
        return self._searches.get(node, 0)

    def children(self, node: int, step: int) -> list[int]:
        """Return the children of a node at a step."""
        return [child for child in self._children.get(node, ()) if self.born[child] <= step]

    def closed(self, step: int, most: int) -> list[int]:
        """Return the nodes of CLOSED in this search, the last expanded first. O(nodes)."""
        begin = max(node for node in self._roots if self.born[node] <= step)
        done = (n for n in range(max(begin, 1), len(self.parent)) if self.expanded[n] <= step)
        return nlargest(most, done, key=lambda node: self.expanded[node])

    def frontier(self, step: int, most: int) -> list[OpenNode]:
        """Return the nodes of OPEN with the least f, ties by the greater g. O(nodes)."""
        begin = max(node for node in self._roots if self.born[node] <= step)
        nodes = (
            OpenNode(node, self.depth[node], self.h[node])
            for node in range(max(begin, 1), len(self.parent))
            if self.born[node] <= step < min(self.expanded[node], self.solved[node])
        )
        return nsmallest(most, nodes, key=lambda one: (one.f, -one.g, one.node))

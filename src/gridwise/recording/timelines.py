"""What a recorded search knew at each step: its tree, its bounds, its clauses.

Each class makes one pass over the rows of the trace; step k is the state after k rows.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import nlargest, nsmallest

from gridwise.core.message import Message
from gridwise.core.trace import Kind, TraceRow
from gridwise.recording.pack import MessageReader
from gridwise.solving.encoding.clauses import either

_FAR = 1 << 30
_SPACE = frozenset({Kind.GENERATE, Kind.EXPAND})
_FACTS = frozenset({Kind.PREMISE, Kind.IMPLY, Kind.DECIDE})

Clause = frozenset[int]


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
    expanded, failed, solved, valued, left_out
        The step at which it was expanded, contradicted, found to be a solution, or, in a game,
        given its value or left out; a very large number if that never happened.
    value
        The value of each node of a game, once it has one.
    """

    def __init__(self, rows: Iterable[TraceRow]) -> None:
        self.is_space = False
        self.parent, self.depth, self.born = array("i"), array("i"), array("i")
        self.h = array("i")
        self.expanded, self.failed, self.solved = array("i"), array("i"), array("i")
        self.valued, self.left_out, self.value = array("i"), array("i"), array("i")
        self.is_game = False
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
        self.value.append(0)
        for column in (self.expanded, self.failed, self.solved, self.valued, self.left_out):
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
            case Kind.EVALUATE:
                self.is_game = True
                self.valued[self._node], self.value[self._node] = step, row.value
            case Kind.ELIMINATE if self.is_game:  # a move that is cut
                self.left_out[self._new(self._node, row.depth, 0, step)] = step
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


@dataclass(frozen=True, slots=True)
class BoundStage:
    """A search under one bound, with its progress.

    Parameters
    ----------
    bound
        The bound; states with a greater f are cut.
    generated, expanded
        The numbers of states generated and expanded.
    above
        The least f beyond the bound so far, which is the next bound, or None.
    """

    bound: int
    generated: int
    expanded: int
    above: int | None


class BoundTimeline:
    """The searches of a trace with BOUND rows, at each of its steps.

    As in IDA*, the f of a state is the greatest g + h on its path.
    """

    def __init__(self, rows: Iterable[TraceRow]) -> None:
        self._begins, self._bounds = array("i"), array("i")
        self._first = array("i")  # by search: the first search of its series
        self._generated, self._expanded = array("i", [0]), array("i", [0])
        self._above = array("i", [0])
        tops: dict[int, int] = {}
        generated = expanded = above = first = 0
        for step, row in enumerate(rows, 1):
            match row.kind:
                case Kind.BOUND:
                    self._begins.append(step)
                    self._bounds.append(row.measure)
                    self._first.append(first)
                    generated = expanded = above = 0
                case Kind.BACKTRACK if row.depth < 0:
                    first = len(self._begins)
                case Kind.GENERATE:
                    generated += 1
                    top = max(row.depth + row.measure, tops.get(row.cause - 1, 0))
                    tops[row.subject] = top
                    if self._bounds and top > self._bounds[-1]:
                        above = min(above, top) if above else top
                case Kind.EXPAND:
                    expanded += 1
                case _:
                    pass
            self._generated.append(generated)
            self._expanded.append(expanded)
            self._above.append(above)

    def searches(self, step: int) -> list[BoundStage]:
        """Return the searches of this series up to a step, the running search last."""
        count = bisect_right(self._begins, step)
        stages = []
        for at in range(self._first[count - 1] if count else 0, count):
            end = min(step, self._begins[at + 1] - 1) if at + 1 < len(self._begins) else step
            made, above = self._generated[end], self._above[end]
            stages.append(BoundStage(self._bounds[at], made, self._expanded[end], above or None))
        return stages


class KnowledgeTimeline:
    """KB and KB0 after any number of rows.

    KB holds the learnt clauses without their literals that KB0 makes false. It leaves out clauses
    that KB0 makes true or that another clause subsumes.

    Parameters
    ----------
    rows
        The rows of the trace. The fact of a row is the literal of its subject, by its value.
    clauses
        The learnt clauses one after the other, each after its length.
    words
        The index of a literal's words in `texts`.
    texts
        The messages of the recording.

    Notes
    -----
    One pass over the rows: a clause that gets shorter ends, and its rest is born as a clause. The
    KB of a step are the clauses alive at it.
    """

    def __init__(
        self,
        rows: Iterable[TraceRow],
        clauses: "array[int]",
        words: Mapping[int, int],
        texts: MessageReader,
    ) -> None:
        self._words, self._texts = words, texts
        self._clauses: list[Clause] = []
        self._born, self._dead = array("i"), array("i")
        self._alive: dict[Clause, int] = {}
        self._by_literal: dict[int, set[int]] = {}
        self._true: set[int] = set()
        self._sizes, self._known = array("i", [0]), array("i", [0])
        at = 0
        for step, row in enumerate(rows, 1):
            if row.kind is Kind.LEARN:
                length = clauses[at]
                clause = frozenset(clauses[at + 1 : at + 1 + length])
                at += 1 + length
                self._learn(clause, step)
            elif row.kind in _FACTS:
                self._fact(row.subject if row.value else -row.subject, step)
            self._sizes.append(len(self._alive))
            self._known.append(len(self._true))

    def _learn(self, clause: Clause, step: int) -> None:
        if not self._true.isdisjoint(clause):
            return
        left = frozenset(literal for literal in clause if -literal not in self._true)
        if self._subsumed(left):
            return
        for other in self._subsumes(left):
            self._end(other, step)
        number = len(self._clauses)
        self._clauses.append(left)
        self._born.append(step)
        self._dead.append(_FAR)
        self._alive[left] = number
        for literal in left:
            self._by_literal.setdefault(literal, set()).add(number)

    def _subsumed(self, clause: Clause) -> bool:
        near = set().union(*(self._by_literal.get(literal, ()) for literal in clause))
        return any(self._clauses[number] <= clause for number in near)

    def _subsumes(self, clause: Clause) -> list[int]:
        sets = sorted((self._by_literal.get(literal, set()) for literal in clause), key=len)
        return sorted(set.intersection(*sets)) if sets else []

    def _end(self, number: int, step: int) -> None:
        clause = self._clauses[number]
        self._dead[number] = step
        del self._alive[clause]
        for literal in clause:
            self._by_literal[literal].discard(number)

    def _fact(self, literal: int, step: int) -> None:
        if literal in self._true:
            return
        self._true.add(literal)
        for number in sorted(self._by_literal.get(literal, ())):
            self._end(number, step)
        shorter = sorted(self._by_literal.get(-literal, ()))
        for number in shorter:
            self._end(number, step)
        for number in shorter:
            self._learn(self._clauses[number], step)

    def sizes(self, rows: int) -> tuple[int, int]:
        """Return the numbers of clauses in KB and of facts in KB0 after so many rows."""
        return self._sizes[rows], self._known[rows]

    def clauses(self, rows: int) -> list[Clause]:
        """Return KB after so many rows: the shortest first, then the oldest."""
        alive = [
            number
            for number in range(len(self._clauses))
            if self._born[number] <= rows < self._dead[number]
        ]
        return [self._clauses[n] for n in sorted(alive, key=lambda n: (len(self._clauses[n]), n))]

    def word(self, clause: Clause) -> Message:
        """Return a clause in words."""
        parts = [self._texts[self._words[literal]] for literal in sorted(clause, key=_by_variable)]
        return either(parts)


def _by_variable(literal: int) -> tuple[int, int]:
    return abs(literal), literal

"""The knowledge base of a policy that learns clauses at each step: KB, clauses; KB0, facts."""

from array import array
from collections.abc import Iterable, Mapping

from gridwise.core.message import Message
from gridwise.core.trace import Kind, TraceRow
from gridwise.recording.pack import MessageReader
from gridwise.solving.encoding.clauses import either

_FAR = 1 << 30
_FACTS = frozenset({Kind.PREMISE, Kind.IMPLY, Kind.DECIDE})

Clause = frozenset[int]


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

"""The strict checker of RUP proofs over arrays, for proofs that are long.

It answers as `proof.Checker` does, step for step; a test compares them. `advance` is plain Python
over NumPy arrays in one function, so that a caller can pass a compiler for it: nothing is imported
here for that.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwise.verifier.proof import Step
from gridwise.verifier.stop import check_stop
from gridwise.verifier.words import UnprovedError, msg

_SLICE = 64  # steps between two calls of `check_stop`

_ADD, _DELETE, _ABSENT, _OUTSIDE = range(4)  # what a step does
_MORE, _CONTRADICTION, _UNFOLLOWED, _NOT_THERE, _NO_LITERAL = range(5)  # how `advance` ends
_TRAIL, _STALE, _CONTRADICTORY, _UNITS, _BEGUN = range(5)  # places of `Arrays.counts`

Advance = Callable[["Arrays", int, int], tuple[int, int]]


class Arrays(NamedTuple):
    """Clauses, the steps of a proof, and what unit propagation has made of them so far.

    A literal is an index too: -v is the same as 2 * variables + 1 - v. Node 2 * c + s stands for
    the watched literal s (0 or 1) of clause c.
    """

    literals: NDArray[np.int32]  # of all clauses, one clause after the other
    starts: NDArray[np.int64]  # where each clause begins; the end of the last
    action: NDArray[np.int8]  # of each step
    target: NDArray[np.int64]  # the clause that a step adds or deletes
    given: int  # the clauses that are there before the first step
    value: NDArray[np.int8]  # of each literal: 1 true, -1 false, 0 open
    watched: NDArray[np.int64]  # the first node of each literal, -1 for none
    link: NDArray[np.int64]  # the next node of the same literal
    alive: NDArray[np.bool_]  # of each clause
    reason: NDArray[np.int64]  # of each literal that is true for good: the clause that made it so
    trail: NDArray[np.int32]  # the literals that are true, in order
    units: NDArray[np.int64]  # the clauses of one literal so far
    counts: NDArray[np.int64]


def check(
    variables: int,
    clauses: Sequence[Sequence[int]],
    steps: Sequence[Step],
    advance: Advance | None = None,
) -> int:
    """Check a proof and return the number of clauses that it added.

    Parameters
    ----------
    variables, clauses, steps
        As for `proof.Checker`.
    advance
        The function `advance` of this module, compiled; None for itself, which is slow.

    Raises
    ------
    UnprovedError
        A step that does not follow, or a proof that ends without a contradiction.
    """
    arrays = _arrays(variables, clauses, steps)
    run = advance or globals()["advance"]
    at, end = run(arrays, 0, 0)
    while end == _MORE and at < len(steps):
        check_stop()
        at, end = run(arrays, at, min(at + _SLICE, len(steps)))
    if end == _CONTRADICTION:
        return int((arrays.action[:at] == _ADD).sum())
    line = steps[min(at, len(steps) - 1)][0] if steps else 0
    raise UnprovedError(
        line,
        {
            _MORE: msg("the proof ends without a contradiction"),
            _UNFOLLOWED: msg("this clause does not follow by unit propagation"),
            _NOT_THERE: msg("it deletes a clause that is not there"),
            _NO_LITERAL: msg("a literal outside 1 to {last}", last=variables),
        }[end],
    )


def _arrays(variables: int, clauses: Sequence[Sequence[int]], steps: Iterable[Step]) -> Arrays:
    """Lay clauses and steps out; say of each deletion which clause it deletes."""
    literals: list[int] = []
    starts, action, target = [0], [], []
    places: dict[tuple[int, ...], list[int]] = {}

    def add(clause: Sequence[int]) -> int:
        distinct = list(dict.fromkeys(clause))
        literals.extend(distinct)
        starts.append(len(literals))
        place = len(starts) - 2
        places.setdefault(tuple(sorted(distinct)), []).append(place)
        return place

    for clause in clauses:
        add(clause)
    given = len(starts) - 1
    for at, (_, is_added, clause) in enumerate(steps):
        if at % 1024 == 0:
            check_stop()
        place = 0
        if any(not 0 < abs(lit) <= variables for lit in clause):
            what = _OUTSIDE
        elif is_added:
            what, place = _ADD, add(clause)
        elif there := places.get(tuple(sorted(set(clause)))):
            what, place = _DELETE, there.pop()
        else:
            what = _ABSENT
        action.append(what)
        target.append(place)
    number = len(starts) - 1
    return Arrays(
        np.array(literals, np.int32),
        np.array(starts, np.int64),
        np.array(action, np.int8),
        np.array(target, np.int64),
        given,
        np.zeros(2 * variables + 1, np.int8),
        np.full(2 * variables + 1, -1, np.int64),
        np.full(2 * number, -1, np.int64),
        np.zeros(number, np.bool_),
        np.full(2 * variables + 1, -1, np.int64),
        np.zeros(variables + 1, np.int32),
        np.zeros(number, np.int64),
        np.zeros(5, np.int64),
    )


def advance(p: Any, first: int, last: int) -> tuple[int, int]:
    """Check the steps from `first` up to, not including, `last`.

    Returns
    -------
    tuple of int
        The step where it ended, and how: there are more, the clauses contradict each other, or the
        error of that step.
    """
    counts, value, literals, starts = p.counts, p.value, p.literals, p.starts
    settle, test, learn = 0, 1, 2  # what values are for: for good, for a step, after a step
    trail = head = fixed = counts[_TRAIL]
    mode, step, holds, renew = settle, first, False, False
    if not counts[_BEGUN]:
        counts[_BEGUN] = 1
        renew = True
        for clause in range(p.given):  # the first two literals are watched
            p.alive[clause] = True
            begin, end = starts[clause], starts[clause + 1]
            if end - begin > 1:
                for side in range(2):
                    lit = literals[begin + side]
                    p.link[2 * clause + side] = p.watched[lit]
                    p.watched[lit] = 2 * clause + side
            elif begin == end:
                counts[_CONTRADICTORY] = 1
            else:
                p.units[counts[_UNITS]] = clause
                counts[_UNITS] += 1
    while True:
        if renew:
            # A clause that implied a literal was deleted: propagate again from the unit clauses.
            renew = False
            counts[_STALE] = 0
            while trail:
                trail -= 1
                value[p.trail[trail]] = value[-p.trail[trail]] = 0
            head = 0
            p.reason[:] = -1
            for at in range(counts[_UNITS]):
                clause = p.units[at]
                lit = literals[starts[clause]]
                if p.alive[clause] and value[lit] < 0:
                    counts[_CONTRADICTORY] = 1
                elif p.alive[clause] and value[lit] == 0:
                    p.reason[lit] = clause
                    value[lit], value[-lit] = 1, -1
                    p.trail[trail] = lit
                    trail += 1

        conflict = False
        while head < trail and not conflict:
            false = -p.trail[head]
            head += 1
            before, node = -1, p.watched[false]
            while node >= 0:
                after, clause, side = p.link[node], node >> 1, node & 1
                begin = starts[clause]
                new = 0
                if p.alive[clause]:
                    other = literals[begin + 1 - side]
                    if value[other] <= 0:
                        place = begin + 2
                        while place < starts[clause + 1] and value[literals[place]] < 0:
                            place += 1
                        if place < starts[clause + 1]:
                            new = literals[place]
                            literals[place], literals[begin + side] = false, new
                        elif value[other] < 0:
                            conflict = True
                            break
                        else:
                            value[other], value[-other] = 1, -1
                            p.trail[trail] = other
                            trail += 1
                            if mode != test:
                                p.reason[other] = clause
                if new or not p.alive[clause]:  # this literal is no longer watched there
                    if before < 0:
                        p.watched[false] = after
                    else:
                        p.link[before] = after
                    if new:
                        p.link[node] = p.watched[new]
                        p.watched[new] = node
                else:
                    before = node
                node = after

        if mode == test:
            while trail > fixed:
                trail -= 1
                value[p.trail[trail]] = value[-p.trail[trail]] = 0
            if not (conflict or holds):
                counts[_TRAIL] = trail
                return step, _UNFOLLOWED
            # The clause is added. Two literals that are not false are watched, if there are two.
            clause = p.target[step]
            begin, end = starts[clause], starts[clause + 1]
            p.alive[clause] = True
            for side in range(min(2, end - begin)):
                best = place = begin + side
                while place < end:
                    if value[literals[place]] > value[literals[best]]:
                        best = place
                    place += 1
                lit = literals[best]
                literals[best], literals[begin + side] = literals[begin + side], lit
                if end - begin > 1:
                    p.link[2 * clause + side] = p.watched[lit]
                    p.watched[lit] = 2 * clause + side
            if end - begin == 1:
                p.units[counts[_UNITS]] = clause
                counts[_UNITS] += 1
            head, mode = trail, learn
            if begin == end or value[literals[begin]] < 0:
                counts[_CONTRADICTORY] = 1
            elif end - begin == 1 or value[literals[begin + 1]] < 0:
                lit = literals[begin]
                if value[lit] == 0 or end - begin == 1:
                    # A clause of one is the better reason: solvers then delete the others.
                    p.reason[lit] = clause
                if value[lit] == 0:
                    value[lit], value[-lit] = 1, -1
                    p.trail[trail] = lit
                    trail += 1
            continue

        if conflict:
            counts[_CONTRADICTORY] = 1
        if mode == learn:
            mode = settle
            step += 1
        if counts[_CONTRADICTORY] or step == last:
            counts[_TRAIL] = trail
            return step, _CONTRADICTION if counts[_CONTRADICTORY] else _MORE
        what, clause = p.action[step], p.target[step]
        if what == _DELETE:
            p.alive[clause] = False  # the lists of nodes drop it when they meet it
            for place in range(starts[clause], starts[clause + 1]):
                if p.reason[literals[place]] == clause:
                    counts[_STALE] = 1
            step += 1
        elif what == _ADD and counts[_STALE]:
            renew = True
        elif what == _ADD:
            fixed, mode, holds = trail, test, False
            for place in range(starts[clause], starts[clause + 1]):
                lit = literals[place]
                if value[lit] > 0:
                    holds, head = True, trail
                    break
                if value[lit] == 0:
                    value[lit], value[-lit] = -1, 1
                    p.trail[trail] = -lit
                    trail += 1
            head = trail if holds else fixed
        else:
            counts[_TRAIL] = trail
            return step, _NOT_THERE if what == _ABSENT else _NO_LITERAL

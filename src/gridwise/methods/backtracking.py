"""Backtracking: try the values of one variable after another, go back if none is left."""

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any

from gridwise.core.message import msg
from gridwise.core.method import Method, Option
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind, Trace, searches_again
from gridwise.core.views import CnfModel, DomainModel, Model, View
from gridwise.methods._shared.best_first import in_order
from gridwise.methods._shared.clauses import depth_first

MOST_CALLS = 400
"""The deepest recursion, cells; Python's own limit is 1,000 calls, callers' included."""


class Backtracking(Method):
    """Chronological backtracking, without propagation in the search.

    On domains it first places naked and hidden singles, to the fixed point, then tries the
    remaining candidates variable by variable, in a loop or, with `walk` = recursion, by a function
    that calls itself; both make the same steps. With `singles` = none the search begins with what
    the values on the board leave. On clauses it skips the variables that a unit decides
    and those in no clause, tries the others in order, and undoes an assignment that makes a clause
    false. Models come in lexicographic order, with `order` = mine_first in its reverse. With
    `check` = leaf clauses are checked only when every variable has a value.
    """

    name = "backtracking"
    title = "Backtracking: walk cells forward and back, undo on conflict"
    source = "Knuth, The Art of Computer Programming 4B, section 7.2.2, algorithm B"
    views = (DomainModel, CnfModel)
    complete = True
    counts = frozenset(
        {"assignments", "decisions", "propagations", "conflicts", "depth", "layouts"}
    )
    node = "one value tried for one variable"
    emits = frozenset(
        {
            Kind.PREMISE,
            Kind.DECIDE,
            Kind.IMPLY,
            Kind.ELIMINATE,
            Kind.CONFLICT,
            Kind.BACKTRACK,
            Kind.SOLUTION,
        }
    )
    pseudocode = (
        CodeLine("search(board):", Kind.BACKTRACK, only=searches_again),
        CodeLine("    enter what is given, and what has one place left", Kind.PREMISE, Kind.IMPLY),
        CodeLine("        strike its value out where it fits no more", Kind.ELIMINATE),
        CodeLine("    if every cell has a value: return board", Kind.SOLUTION),
        CodeLine("    c ← next open cell"),
        CodeLine("    if a rule is broken, or no value fits c: fail", Kind.CONFLICT),
        CodeLine("    for each value v that fits c:"),
        CodeLine("        c ← v", Kind.DECIDE),
        CodeLine("        search(board)"),
        CodeLine("        take v out of c", Kind.BACKTRACK),
    )
    options = (
        Option(
            "order",
            "safe_first",
            ("safe_first", "mine_first"),
            "the value that is tried first; safe is the preferred sign of a variable",
            views=(CnfModel.kind,),
        ),
        Option(
            "check",
            "early",
            ("early", "leaf"),
            "when clauses are looked at: early: after every value; leaf: when all cells have one",
            views=(CnfModel.kind,),
        ),
        Option(
            "singles",
            "first",
            ("first", "none"),
            "first: naked and hidden singles are placed before the search; none: it begins at once",
            views=(DomainModel.kind,),
        ),
        Option(
            "walk",
            "loop",
            ("loop", "recursion"),
            "how cells are walked forward and back: in a loop, or by a function that calls itself",
            views=(DomainModel.kind,),
        ),
        Option(
            "marks",
            "values",
            ("values", "candidates"),
            "what a trace shows before the search: values placed, or also candidates struck out",
            views=(DomainModel.kind,),
        ),
    )
    rank = 50

    def models(self, view: View[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        mine_first = self.option(run, "order") == "mine_first"
        leaf = self.option(run, "check") == "leaf"
        if isinstance(view, DomainModel):
            marked = _marked(
                view,
                run,
                singles=self.option(run, "singles") == "first",
                strikes=self.option(run, "marks") == "candidates",
            )
            if marked is not None:
                recursive = self.option(run, "walk") == "recursion"
                yield from (_recursion if recursive else _loop)(view, run, *marked)
        elif isinstance(view, CnfModel):
            models = depth_first(
                view,
                run,
                propagate_all=False,
                by_shortest=False,
                contrary_first=mine_first,
                check_leaves=leaf,
            )
            yield from in_order(models, view, ordered and mine_first)


def _marked(
    view: DomainModel[Any], run: Run, *, singles: bool, strikes: bool
) -> tuple[list[int], list[int]] | None:
    """Return the candidates (bit v for value v) that the marking leaves, None if none fit.

    A value that is placed, given or a single, is struck out of the variables that it excludes.
    `singles` are naked and hidden ones, to the fixed point; O(sweeps * total size of the groups *
    values). With `strikes` the trace begins with all values for every open variable, and has a row
    for each that is struck out. Also returned: the variables
    that are still open.
    """
    count, trace = run.count, run.trace
    masks = [sum(1 << v for v in domain) for domain in view.domains]
    placed = [False] * len(masks)
    left = [sum(1 << v for v in view.values)] * len(masks) if strikes else []

    def place(var: int, mask: int, kind: Kind, cause: int) -> bool:
        placed[var] = True
        masks[var] = mask
        if kind is Kind.IMPLY:
            count.propagations += 1
        if trace is not None:
            trace.add(kind, 0, var, mask.bit_length() - 1, cause)
        if view.offsets:
            cuts: Iterable[tuple[int, int]] = view.excluded(var, mask.bit_length() - 1).items()
        else:
            cuts = zip(view.peers[var], repeat(mask))
        for peer, cut in cuts:
            masks[peer] &= ~cut
            if trace is not None and left and not (placed[peer] or view.is_given(peer)):
                struck, left[peer] = left[peer] & cut, left[peer] & ~cut
                _strike(view, trace, var, mask.bit_length() - 1, peer, struck)
            if not masks[peer]:
                count.conflicts += 1
                if trace is not None:
                    trace.add(Kind.CONFLICT, 0, peer, 0, view.groups_of[peer][0] + 1)
                return False
        return True

    if not all(masks):
        count.conflicts += 1
        return None
    for var in range(len(masks)):
        given = view.is_given(var) and not placed[var]
        if given and not (masks[var] and place(var, masks[var], Kind.PREMISE, 0)):
            return None
    changed = singles
    while changed:
        run.check()
        changed = False
        for var, mask in enumerate(masks):
            if not placed[var] and mask & (mask - 1) == 0:
                if not place(var, mask, Kind.IMPLY, 0):
                    return None
                changed = True
        for index in sorted(view.complete_groups):
            once = twice = 0
            for var in view.groups[index]:
                twice |= once & masks[var]
                once |= masks[var]
            if once.bit_count() < len(view.values):  # a value has no place left
                count.conflicts += 1
                if trace is not None:
                    trace.add(Kind.CONFLICT, 0, 0, 0, index + 1)
                return None
            hidden = once & ~twice
            for var in view.groups[index]:
                only = hidden & masks[var]
                if only and not placed[var]:
                    if only & (only - 1):  # two values have their only place here
                        count.conflicts += 1
                        if trace is not None:
                            trace.add(Kind.CONFLICT, 0, var, 0, index + 1)
                        return None
                    if not place(var, only, Kind.IMPLY, index + 1):
                        return None
                    changed = True
    return masks, [var for var, done in enumerate(placed) if not done]


def _strike(
    view: DomainModel[Any], trace: Trace, var: int, value: int, peer: int, struck: int
) -> None:
    """Add a row for each candidate of `peer` that the value of `var` excludes, with its group."""
    theirs = dict(view.places[peer])
    while struck:
        other = (struck & -struck).bit_length() - 1
        struck &= struck - 1
        group = next(
            group
            for group, offset in view.places[var]
            if group in theirs and other + theirs[group] == value + offset
        )
        trace.add(Kind.ELIMINATE, 0, peer, other, group + 1)


def _taken(view: DomainModel[Any], masks: list[int], cells: list[int]) -> list[int]:
    """Return for each group the values of its variables that are not open, offsets added."""
    used, still_open = [0] * len(view.groups), set(cells)
    for var, mask in enumerate(masks):
        if var not in still_open:
            for group, offset in view.places[var]:
                used[group] |= mask << offset
    return used


def _loop(view: DomainModel[Any], run: Run, masks: list[int], cells: list[int]) -> Iterator[Model]:
    count, trace = run.count, run.trace
    base, groups_of, places = view.base, view.groups_of, view.places
    shifted = bool(view.offsets)  # else the plain groups do, and quicker
    used = _taken(view, masks, cells)
    chosen = list(masks)
    left = [0] * (len(cells) + 1)
    at, solutions, depth = 0, 0, len(cells)
    entering = True
    while at >= 0:
        if at == depth:
            solutions += 1
            count.layouts += 1
            if trace is not None:
                trace.add(Kind.SOLUTION, depth, solutions)
            yield tuple(var * base + mask.bit_length() - 1 for var, mask in enumerate(chosen))
            at -= 1
            entering = False
            continue
        var = cells[at]
        if entering:
            taken = 0
            if shifted:
                for group, offset in places[var]:
                    taken |= used[group] >> offset
            else:
                for group in groups_of[var]:
                    taken |= used[group]
            left[at] = masks[var] & ~taken
            if not left[at]:
                count.conflicts += 1
                if trace is not None:
                    trace.add(Kind.CONFLICT, at, var)
        else:
            if shifted:
                for group, offset in places[var]:
                    used[group] ^= chosen[var] << offset
            else:
                for group in groups_of[var]:
                    used[group] &= ~chosen[var]
            if trace is not None:
                trace.add(Kind.BACKTRACK, at)
        choices = left[at]
        if not choices:
            at -= 1
            entering = False
            continue
        run.tick()
        count.assignments += 1
        count.decisions += entering
        bit = choices & -choices
        left[at] = choices ^ bit
        chosen[var] = bit
        if shifted:
            for group, offset in places[var]:
                used[group] |= bit << offset
        else:
            for group in groups_of[var]:
                used[group] |= bit
        if trace is not None:
            value = bit.bit_length() - 1
            trace.add(Kind.DECIDE, at + 1, var, value, 0, choices.bit_count())
        at += 1
        count.depth = max(count.depth, at)
        entering = True


def _recursion(
    view: DomainModel[Any], run: Run, masks: list[int], cells: list[int]
) -> Iterator[Model]:
    """Make the steps of `_loop` with the same work at each, but go forward by a call."""
    count, trace = run.count, run.trace
    base, groups_of, places = view.base, view.groups_of, view.places
    shifted = bool(view.offsets)
    used = _taken(view, masks, cells)
    chosen = list(masks)
    solutions, depth = 0, len(cells)

    def enter(at: int) -> Iterator[Model]:
        nonlocal solutions
        if at == depth:
            solutions += 1
            count.layouts += 1
            if trace is not None:
                trace.add(Kind.SOLUTION, depth, solutions)
            yield tuple(var * base + mask.bit_length() - 1 for var, mask in enumerate(chosen))
            return
        var, taken = cells[at], 0
        if shifted:
            for group, offset in places[var]:
                taken |= used[group] >> offset
        else:
            for group in groups_of[var]:
                taken |= used[group]
        choices = masks[var] & ~taken
        if not choices:
            count.conflicts += 1
            if trace is not None:
                trace.add(Kind.CONFLICT, at, var)
        count.decisions += bool(choices)
        while choices:
            run.tick()
            count.assignments += 1
            bit = choices & -choices
            chosen[var] = bit
            if shifted:
                for group, offset in places[var]:
                    used[group] |= bit << offset
            else:
                for group in groups_of[var]:
                    used[group] |= bit
            if trace is not None:
                value = bit.bit_length() - 1
                trace.add(Kind.DECIDE, at + 1, var, value, 0, choices.bit_count())
            choices ^= bit
            count.depth = max(count.depth, at + 1)
            yield from enter(at + 1)
            if shifted:
                for group, offset in places[var]:
                    used[group] ^= bit << offset
            else:
                for group in groups_of[var]:
                    used[group] &= ~bit
            if trace is not None:
                trace.add(Kind.BACKTRACK, at)

    if depth > MOST_CALLS:
        run.report.incomplete = True
        run.report.note = msg(
            "recursion over {n} open cells: at most {most}", n=depth, most=MOST_CALLS
        )
        return
    yield from enter(0)


METHOD = Backtracking()

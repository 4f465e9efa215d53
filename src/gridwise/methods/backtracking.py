"""Backtracking: try the values of one variable after another, go back if none is left."""

from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any

from gridwise.core.method import Method, Option
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind, searches_again
from gridwise.core.views import CnfModel, DomainModel, Model, View
from gridwise.methods._shared.best_first import in_order
from gridwise.methods._shared.clauses import depth_first


class Backtracking(Method):
    """Chronological backtracking, without recursion and without propagation in the search.

    On domains it first places naked and hidden singles, to the fixed point, then tries the
    remaining candidates variable by variable. On clauses it skips the variables that a unit decides
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
        {Kind.PREMISE, Kind.DECIDE, Kind.IMPLY, Kind.CONFLICT, Kind.BACKTRACK, Kind.SOLUTION}
    )
    pseudocode = (
        CodeLine("search(board):", Kind.BACKTRACK, only=searches_again),
        CodeLine("    enter what is given, and what has one place left", Kind.PREMISE, Kind.IMPLY),
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
    )
    rank = 50

    def models(self, view: View[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        mine_first = self.option(run, "order") == "mine_first"
        leaf = self.option(run, "check") == "leaf"
        if isinstance(view, DomainModel):
            yield from _walk(view, run)
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


def _singles(view: DomainModel[Any], run: Run) -> list[int] | None:
    """Return the candidates (bit v for value v) after naked and hidden singles, None if none fit.

    To the fixed point; O(sweeps * total size of the groups * values).
    """
    count, trace = run.count, run.trace
    masks = [sum(1 << v for v in domain) for domain in view.domains]
    placed = [False] * len(masks)

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
    changed = True
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
    return masks


def _walk(view: DomainModel[Any], run: Run) -> Iterator[Model]:
    count, trace = run.count, run.trace
    masks = _singles(view, run)
    if masks is None:
        return
    base, groups_of, places = view.base, view.groups_of, view.places
    shifted = bool(view.offsets)  # else the plain groups do, and quicker
    used = [0] * len(view.groups)
    for var, mask in enumerate(masks):
        if mask & (mask - 1) == 0:
            for group, offset in places[var]:
                used[group] |= mask << offset
    cells = [var for var, mask in enumerate(masks) if mask & (mask - 1)]
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


METHOD = Backtracking()

"""Exact cover by dancing links (Algorithm X)."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.method import Method
from gridwise.core.run import Run
from gridwise.core.trace import CodeLine, Kind, searches_again
from gridwise.core.views import ExactCover, Model


class DancingLinks(Method):
    """Algorithm X with dancing links, without recursion.

    Branches on an item with fewest options (ties: the first). For ordered questions it branches in
    the view's order, but still takes an item with at most one option first, which leaves no choice.
    """

    name = "exact_cover"
    title = "Exact cover: Algorithm X with dancing links"
    source = "Knuth 2000, Dancing links, arXiv cs/0011047; TAOCP 4B, section 7.2.2.1"
    views = (ExactCover,)
    complete = True
    counts = frozenset(
        {"assignments", "decisions", "propagations", "conflicts", "depth", "layouts"}
    )
    node = "one option tried"
    emits = frozenset(
        {Kind.PREMISE, Kind.DECIDE, Kind.IMPLY, Kind.CONFLICT, Kind.BACKTRACK, Kind.SOLUTION}
    )
    pseudocode = (
        CodeLine("choose the options that are given", Kind.PREMISE),
        CodeLine("search():", Kind.BACKTRACK, only=searches_again),
        CodeLine("    if no item is left: return the chosen options", Kind.SOLUTION),
        CodeLine("    i ← the item with the fewest options"),
        CodeLine("    if i has no option: fail", Kind.CONFLICT),
        CodeLine("    for each option o of i:"),
        CodeLine("        choose o, cover its items", Kind.DECIDE, Kind.IMPLY),
        CodeLine("        search()"),
        CodeLine("        give o back, uncover its items", Kind.BACKTRACK),
    )
    rank = 70

    def models(self, view: ExactCover[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        trace, count = run.trace, run.count
        links = _Links(view)
        base: list[int] = []
        for option in view.chosen:
            if option in view.excluded or not links.choose(option):
                count.conflicts += 1
                return
            base.append(option)
            if trace is not None:
                trace.add(Kind.PREMISE, 0, option, 1)
        order = view.order if ordered else None
        size, node_option = links.size, links.option
        picks: list[int] = []  # the node picked at each level
        solutions = 0
        forward = True
        while True:
            if forward:
                if not links.item_left():
                    solutions += 1
                    count.layouts += 1
                    if trace is not None:
                        trace.add(Kind.SOLUTION, len(picks), solutions)
                    yield tuple(sorted(base + [node_option[node] for node in picks]))
                    forward = False
                    continue
                item = links.pick_item(order)
                alternatives = size[item]
                if not alternatives:
                    count.conflicts += 1
                    if trace is not None:
                        trace.add(Kind.CONFLICT, len(picks), 0, 0, item + 1)
                    forward = False
                    continue
                links.cover(item)
                node = links.down[links.header(item)]
            else:
                if not picks:
                    return
                node = picks.pop()
                item = links.item[node]
                links.uncover_others(node)
                if trace is not None:
                    trace.add(Kind.BACKTRACK, len(picks))
                node = links.down[node]
                alternatives = 0
            if node == links.header(item):  # every option of this item was tried
                links.uncover(item)
                forward = False
                continue
            run.tick()
            count.assignments += 1
            kind = Kind.IMPLY if alternatives == 1 else Kind.DECIDE
            if alternatives == 1:
                count.propagations += 1
            elif alternatives:
                count.decisions += 1
            picks.append(node)
            count.depth = max(count.depth, len(picks))
            if trace is not None:
                trace.add(kind, len(picks), node_option[node], 1, item + 1, alternatives)
            links.cover_others(node)
            forward = True


class _Links:
    """Knuth's toroidal lists in plain arrays. Node `header(item)` heads the list of an item."""

    def __init__(self, view: ExactCover[Any]) -> None:
        items = view.items
        self.items = items
        # Header of item i is node i; node `items` is the root of the list of primary items.
        self.item = [*range(items), items]
        self.option = [-1] * (items + 1)
        self.up = list(range(items + 1))
        self.down = list(range(items + 1))
        self.size = [0] * (items + 1)
        self.row_of: list[tuple[int, int]] = [(0, 0)] * (items + 1)
        self.covered = [False] * items
        self.first: dict[int, int] = {}
        for index, option in enumerate(view.options):
            if index in view.excluded:
                continue
            start = len(self.item)
            self.first[index] = start
            for item in option:
                node = len(self.item)
                last = self.up[item]
                self.item.append(item)
                self.option.append(index)
                self.up.append(last)
                self.down.append(item)
                self.down[last] = self.up[item] = node
                self.size[item] += 1
                self.row_of.append((start, start + len(option)))
        ring = [items, *range(view.primary)]
        self.left = [0] * (items + 1)
        self.right = [0] * (items + 1)
        for at, item in enumerate(ring):
            self.left[item] = ring[at - 1]
            self.right[item] = ring[(at + 1) % len(ring)]
        for item in range(view.primary, items):
            self.left[item] = self.right[item] = item

    def header(self, item: int) -> int:
        return item

    def item_left(self) -> bool:
        return self.right[self.items] != self.items

    def pick_item(self, order: tuple[int, ...] | None) -> int:
        best, best_size = -1, 1 << 60
        item = self.right[self.items]
        while item != self.items:
            if self.size[item] < best_size:
                best, best_size = item, self.size[item]
                if best_size == 0:
                    break
            item = self.right[item]
        if order is None or best_size <= 1:
            return best
        return next((item for item in order if not self.covered[item]), best)

    def cover(self, item: int) -> None:
        left, right, up, down = self.left, self.right, self.up, self.down
        self.covered[item] = True
        right[left[item]], left[right[item]] = right[item], left[item]
        row = down[item]
        while row != item:
            first, end = self.row_of[row]
            for node in range(first, end):
                if node != row:
                    up[down[node]], down[up[node]] = up[node], down[node]
                    self.size[self.item[node]] -= 1
            row = down[row]

    def uncover(self, item: int) -> None:
        left, right, up, down = self.left, self.right, self.up, self.down
        row = up[item]
        while row != item:
            first, end = self.row_of[row]
            for node in range(end - 1, first - 1, -1):
                if node != row:
                    self.size[self.item[node]] += 1
                    up[down[node]] = down[up[node]] = node
            row = up[row]
        right[left[item]] = left[right[item]] = item
        self.covered[item] = False

    def cover_others(self, node: int) -> None:
        first, end = self.row_of[node]
        for other in range(first, end):
            if other != node:
                self.cover(self.item[other])

    def uncover_others(self, node: int) -> None:
        first, end = self.row_of[node]
        for other in range(end - 1, first - 1, -1):
            if other != node:
                self.uncover(self.item[other])

    def choose(self, option: int) -> bool:
        """Cover all items of a given option for good; return False if one is covered already."""
        first = self.first[option]
        first, end = self.row_of[first]
        items = [self.item[node] for node in range(first, end)]
        if any(self.covered[item] for item in items):
            return False
        for item in items:
            self.cover(item)
        return True


METHOD = DancingLinks()

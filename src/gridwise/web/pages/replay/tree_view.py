"""The part of a search tree around one node, drawn as SVG: its path, siblings and children."""

from collections.abc import Callable
from dataclasses import dataclass, field

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from gridwise.core import numbers
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.recording.recording import Recording
from gridwise.render.words import number
from gridwise.web.widgets.parts import box, text

_ABOVE, _BESIDE, _BELOW = 3, 5, 8
"""The most levels above the node, siblings at each level, and children."""
_LONGEST = 30
_NAMED = 5
_ROW, _INSET, _GAP = 24, 6, 32
_STEADY = 24
"""The step of column widths, so that few steps of a run move the columns."""
_LEAST = 0.78
"""The least scale of the drawing, before it is scrolled."""
_NARROW, _BOLD, _FULL = 7.3, 8.2, 13
"""The widths of a letter, of a bold letter and of a Chinese character."""

Words = Callable[[Message | Numeral], str]


@dataclass
class _DrawnNode:
    """A node of the drawing."""

    text: str
    look: str = ""
    children: list["_DrawnNode"] = field(default_factory=list)
    level: int = 0
    x: int = 0
    y: int = 0


def path_words(recording: Recording, step: int, words: Words) -> str:
    """Return the path from the root to the current node in words."""
    tree = recording.tree
    assert tree is not None
    path = tree.path(tree.current(step))
    names = [words(recording.name_of(node)) for node in path[-_NAMED:]]
    if len(path) > _NAMED:
        above = len(path) - _NAMED
        more = msg("{levels} levels above", levels=number(above))
        names.insert(0, words(msg("1 level above") if above == 1 else more))
    return words(msg("Level {level}: {path}", level=len(path) - 1, path=" › ".join(names)))


class TreeView:
    """The drawing, built inside the current slot. It sends only changes.

    `label` is its name for screen readers, unique on the page.
    """

    def __init__(self, recording: Recording, words: Words, label: Message) -> None:
        self._recording, self._words = recording, words
        self._texts: list[TextElement] = []
        self._width = 0
        with box("div", "gw-replay-scroll gw-replay-tree", tabindex=0, role="region") as around:
            around.props["aria-label"] = words(label)
            self._svg = box("svg", "", role="img")
            with self._svg:
                self._links = box("path", "gw-tree-links")

    def show(self, step: int) -> None:
        """Show the tree at a step."""
        root = drawn(self._recording, step, self._words)
        nodes: list[_DrawnNode] = []
        rows = _place(root, 0, 0, nodes)
        # It keeps its scale while it is played.
        width = self._width = max(self._width, _align(nodes))
        self._svg.style(f"min-width: {_LEAST * width:.0f}px")
        _set(self._svg, "viewBox", f"0 0 {width} {rows * _ROW}")
        _set(self._svg, "width", width)
        _set(self._svg, "height", rows * _ROW)
        _set(self._svg, "aria-label", path_words(self._recording, step, self._words))
        links = [_link(node, child) for node in nodes for child in node.children]
        _set(self._links, "d", "".join(links) or "M0 0")
        with self._svg:
            while len(self._texts) < len(nodes):
                self._texts.append(text("text", "", "gw-tree-node"))
        for element, node in zip(self._texts, nodes, strict=False):
            _set(element, "x", node.x)
            _set(element, "y", node.y)
            _set(element, "data-look", node.look)
            if element.text != node.text:
                element.text = node.text
        for element in self._texts[len(nodes) :]:
            if element.text:
                element.text = ""


def _set(element: ui.element, name: str, value: str | int) -> None:
    if element.props.get(name) != value:
        element.props[name] = value


def _place(node: _DrawnNode, level: int, row: int, into: list[_DrawnNode]) -> int:
    """Place a node and its descendants from a row on; return the row after them."""
    into.append(node)
    node.level = level
    after = row
    for child in node.children:
        after = _place(child, level + 1, after, into)
    if node.children:
        node.y = (node.children[0].y + node.children[-1].y) // 2
    else:
        node.y, after = row * _ROW + _ROW // 2 + 4, row + 1
    return after


def _align(nodes: list[_DrawnNode]) -> int:
    """Put each level into a column as wide as its widest node; return the width of all."""
    x = _INSET
    for level in range(max(node.level for node in nodes) + 1):
        column = [node for node in nodes if node.level == level]
        for node in column:
            node.x = x
        x += -(-max(map(_width, column)) // _STEADY) * _STEADY + _GAP
    return x - _GAP


def _width(node: _DrawnNode) -> int:
    """Return the approximate width of a node's text."""
    narrow = _BOLD if node.look in ("here", "solution") else _NARROW
    return round(sum(_FULL if ord(sign) >= 0x2E80 else narrow for sign in node.text))


def _link(node: _DrawnNode, child: _DrawnNode) -> str:
    """Return the line from the text of a node to the text of a child."""
    begin, end = node.x + _width(node) + 6, child.x - 6
    middle = (begin + end) // 2
    return f"M{begin} {node.y - 4}C{middle} {node.y - 4} {middle} {child.y - 4} {end} {child.y - 4}"


def drawn(recording: Recording, step: int, words: Words) -> _DrawnNode:
    """Return the root of the drawing at a step."""
    tree = recording.tree
    assert tree is not None
    here = tree.current(step)
    path = tree.path(here)
    last = path[-_ABOVE:]
    children = tree.children(here, step)
    below = [_node(recording, child, step, here, words) for child in _around(children, -1, _BELOW)]
    made = _node(recording, here, step, here, words)
    made.children = below + _rest(len(children), _BELOW, words)
    for parent, child in zip(reversed(last[:-1]), reversed(last[1:]), strict=True):
        beside = tree.children(parent, step)
        row = [
            made if sibling == child else _node(recording, sibling, step, here, words)
            for sibling in _around(beside, child, _BESIDE)
        ]
        above = _node(recording, parent, step, here, words)
        above.children = row + _rest(len(beside), _BESIDE, words)
        made = above
    return made


def _around(nodes: list[int], node: int, most: int) -> list[int]:
    """Return the nodes around this node, or the last if it is absent, at most so many."""
    if len(nodes) <= most:
        return nodes
    at = nodes.index(node) if node in nodes else len(nodes) - 1
    begin = max(0, min(at - most // 2, len(nodes) - most))
    return nodes[begin : begin + most]


def _rest(number: int, most: int, words: Words) -> list[_DrawnNode]:
    if number <= most:
        return []
    return [_DrawnNode(words(msg("and {more} more", more=numbers.number(number - most))), "rest")]


def _node(recording: Recording, node: int, step: int, here: int, words: Words) -> _DrawnNode:
    """Return a node to draw: the sign of its state, its name, and g + h in a state space.

    In a game its value follows, for the player who moves at the root, once it is known.
    """
    tree = recording.tree
    assert tree is not None
    name = words(recording.name_of(node))
    if len(name) > _LONGEST:
        name = name[: _LONGEST - 1] + "…"
    if tree.is_space and node:
        name += f" {tree.depth[node]}+{tree.h[node]}"
    if tree.left_out[node] <= step:
        sign, look = "✂\ufe0e", "rest"
    elif tree.valued[node] <= step:
        name += f" {tree.value[node]:+d}"
        sign, look = "●", "solution" if tree.value[node] > 0 else "conflict"
    elif tree.solved[node] <= step:
        sign, look = "★", "solution"
    elif tree.failed[node] <= step:
        sign, look = "✕", "conflict"
    elif tree.is_space and tree.expanded[node] > step:
        sign, look = "○", "waiting"
    else:
        sign, look = "●", "done"
    if node == here:
        sign, look = ("◆" if sign in "●○" else f"◆{sign}"), "here"
    return _DrawnNode(f"{sign} {name}", look)

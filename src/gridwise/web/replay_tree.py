"""The part of a search tree around one node, as ECharts options: plain data, no HTML in it."""

from collections.abc import Callable
from typing import Any

from gridwise.core.message import Message, msg
from gridwise.workbench.recording import Recording

_ABOVE, _BESIDE, _BELOW = 5, 6, 8
"""Levels shown above the node, siblings at each, and its children."""
_LONGEST = 22
_NAMED = 24

Words = Callable[[Message], str]


def way(recording: Recording, step: int, words: Words) -> str:
    """Return the way from the root to where the search is, in words."""
    tree = recording.tree
    assert tree is not None
    path = tree.path(tree.current(step))
    names = [words(recording.name_of(node)) for node in path[-_NAMED:]]
    if len(path) > _NAMED:
        left = len(path) - _NAMED
        names.insert(0, words(msg("{levels} levels above", levels=left)))
    return words(msg("Level {level}: {way}", level=len(path) - 1, way=" › ".join(names)))


def drawing(recording: Recording, step: int, words: Words) -> dict[str, Any]:
    """Return the options of the chart."""
    tree = recording.tree
    assert tree is not None
    here = tree.current(step)
    path = tree.path(here)
    shown = path[-_ABOVE:]
    children = tree.children(here, step)
    below: list[dict[str, Any]] = [
        _node(recording, one, step, here, words) for one in _around(children, -1, _BELOW)
    ]
    below += _rest(len(children), _BELOW, words)
    made = _node(recording, here, step, here, words, below)
    for parent, child in zip(reversed(shown[:-1]), reversed(shown[1:]), strict=True):
        beside = tree.children(parent, step)
        row = [
            made if one == child else _node(recording, one, step, here, words)
            for one in _around(beside, child, _BESIDE)
        ]
        row += _rest(len(beside), _BESIDE, words)
        made = _node(recording, parent, step, here, words, row)
    if len(path) > len(shown):
        above = words(msg("{levels} levels above", levels=len(path) - len(shown)))
        made = {"name": above, "symbol": "none", "children": [made]}
    return {
        "animation": False,
        "tooltip": {"show": False},
        "series": [
            {
                "type": "tree",
                "data": [made],
                "orient": "LR",
                "roam": False,
                "expandAndCollapse": False,
                "initialTreeDepth": -1,
                "left": 12,
                "right": 130,
                "top": 8,
                "bottom": 8,
                "symbolSize": 9,
                "itemStyle": {"color": "var(--gw-muted)", "borderColor": "var(--gw-muted)"},
                "lineStyle": {"color": "var(--gw-line)", "width": 1.5, "curveness": 0.4},
                "label": _label("top", "middle"),
                "leaves": {"label": _label("right", "left")},
                "emphasis": {"disabled": True},
            }
        ],
    }


def _label(position: str, align: str) -> dict[str, Any]:
    return {
        "position": position,
        "align": align,
        "verticalAlign": "middle" if position == "right" else "bottom",
        "distance": 7,
        "fontSize": 12,
        "color": "var(--gw-ink)",
        "fontFamily": "inherit",
    }


def _around(nodes: list[int], node: int, most: int) -> list[int]:
    """Return at most so many of the nodes, those about this one; the last where it is not there."""
    if len(nodes) <= most:
        return nodes
    at = nodes.index(node) if node in nodes else len(nodes) - 1
    begin = max(0, min(at - most // 2, len(nodes) - most))
    return nodes[begin : begin + most]


def _rest(number: int, shown: int, words: Words) -> list[dict[str, Any]]:
    if number <= shown:
        return []
    return [{"name": words(msg("and {more} more", more=number - shown)), "symbol": "none"}]


def _node(
    recording: Recording,
    node: int,
    step: int,
    here: int,
    words: Words,
    children: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Return one node: a sign, its name, and its f where it has one."""
    tree = recording.tree
    assert tree is not None
    name = words(recording.name_of(node))
    if len(name) > _LONGEST:
        name = name[: _LONGEST - 1] + "…"
    if tree.is_space and node:
        name += f"  {tree.depth[node]}+{tree.h[node]}"
    sign = ""
    if tree.solved[node] <= step:
        sign = "★ "
    elif tree.failed[node] <= step:
        sign = "✕ "
    waits = tree.is_space and tree.expanded[node] > step and tree.solved[node] > step
    out: dict[str, Any] = {"name": sign + name, "symbol": "emptyCircle" if waits else "circle"}
    if node == here:
        out["symbol"], out["symbolSize"] = "diamond", 15
        out["itemStyle"] = {"color": "var(--gw-accent)", "borderColor": "var(--gw-accent)"}
        out["label"] = {"fontWeight": "bold"}
    if children:
        out["children"] = children
    return out

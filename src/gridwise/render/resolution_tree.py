"""Draws a resolution refutation as a tree: its leaves above, the empty clause at the bottom."""

from collections.abc import Sequence

from gridwise.core.errors import ParameterError
from gridwise.core.message import msg
from gridwise.render.palette import LIGHT, Theme
from gridwise.render.svg import FONT, MARGIN, escaped
from gridwise.render.words import Catalogue

MOST_NODES = 250
"""The most clauses of a tree that is drawn."""
_LINE, _LETTER, _GAP, _RISE, _PAD = 18, 8.2, 14, 34, 7


def resolution_tree(
    clauses: Sequence[Sequence[str]],
    parents: Sequence[tuple[int, int] | None],
    *,
    theme: Theme = LIGHT,
    catalogue: Catalogue | None = None,
) -> str:
    """Return the tree as an SVG document: each clause with its literals, one a line.

    Parameters
    ----------
    clauses
        The literals of each clause in words.
    parents
        The numbers of two clauses before it, from 1; None for a leaf. The last clause is the root.
    theme
        The colours.
    catalogue
        The language of title and description.

    Raises
    ------
    ParameterError
        The tree has more than `MOST_NODES` clauses. One that several clauses follow from is drawn
        for each of them.
    """
    sizes: list[int] = []
    for pair in parents:
        sizes.append(1 if pair is None else 1 + sizes[pair[0] - 1] + sizes[pair[1] - 1])
    if sizes[-1] > MOST_NODES:
        raise ParameterError(
            msg(
                "the tree has {number} clauses, and at most {most} are drawn",
                number=sizes[-1],
                most=MOST_NODES,
            )
        )
    placed: list[tuple[int, int, float, int]] = []  # clause, depth, middle, node below or -1
    right: dict[int, float] = {}

    def width(number: int) -> float:
        longest = max(map(len, clauses[number - 1]), default=1)
        return longest * _LETTER + 2 * _PAD

    def place(number: int, depth: int) -> tuple[int, float]:
        pair = parents[number - 1]
        half = width(number) / 2
        at = len(placed)
        placed.append((number, depth, 0.0, -1))
        middle = right.get(depth, 0.0) + half
        if pair is not None:
            above = [place(parent, depth + 1) for parent in pair]
            middle = max(middle, sum(x for _, x in above) / 2)
            for child, x in above:
                one, level, _, _ = placed[child]
                placed[child] = (one, level, x, at)
        right[depth] = middle + half + _GAP
        placed[at] = (number, depth, middle, -1)
        return at, middle

    place(len(clauses), 0)
    deepest = max(depth for _, depth, _, _ in placed)
    heights = [
        max(len(clauses[number - 1]) or 1 for number, level, _, _ in placed if level == depth)
        * _LINE
        + 2 * _PAD
        for depth in range(deepest + 1)
    ]
    # A level's boxes stand on its floor; the root's floor is the lowest.
    floor = [sum(heights[depth:]) + _RISE * (deepest - depth) for depth in range(deepest + 1)]
    lines, boxes = [], []
    for number, depth, middle, below in placed:
        literals = clauses[number - 1] or ("□",)
        wide, high = width(number), len(literals) * _LINE + 2 * _PAD
        top = floor[depth] - high
        if below >= 0:
            under, level, x, _ = placed[below]
            start = floor[level] - max(1, len(clauses[under - 1])) * _LINE - 2 * _PAD
            lines.append(
                f'<path d="M{middle:.1f} {floor[depth]}L{x:.1f} {start}" '
                f'stroke="{theme.muted}" fill="none"/>'
            )
        leaf = parents[number - 1] is None
        boxes.append(
            f'<rect x="{middle - wide / 2:.1f}" y="{top}" width="{wide:.1f}" height="{high}" '
            f'rx="{2 if leaf else 10}" fill="{theme.page}" stroke="{theme.ink}" '
            f'stroke-width="{1 if leaf else 2}"/>'
        )
        boxes += [
            f'<text x="{middle:.1f}" y="{top + _PAD + _LINE * at + 14}" font-size="14" '
            f'fill="{theme.ink}">{escaped(text)}</text>'
            for at, text in enumerate(literals)
        ]
    across = max(middle + width(number) / 2 for number, _, middle, _ in placed)
    title = msg("Resolution refutation").words(catalogue)
    description = msg(
        "{leaves} clauses of the board above, {steps} resolvents below; the empty clause is last.",
        leaves=sum(pair is None for pair in parents),
        steps=sum(pair is not None for pair in parents),
    ).words(catalogue)
    family = escaped(FONT).replace("&#39;", "'")
    box = f"{-MARGIN} {-MARGIN} {across + 2 * MARGIN:.1f} {floor[0] + 2 * MARGIN}"
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
            f'width="{across + 2 * MARGIN:.0f}" aria-label="{escaped(title)}" '
            f'font-family="{family}" text-anchor="middle" color-scheme="{theme.scheme}">',
            f"<title>{escaped(title)}</title>",
            f"<desc>{escaped(description)}</desc>",
            f'<rect x="{-MARGIN}" y="{-MARGIN}" width="100%" height="100%" fill="{theme.page}"/>',
            *lines,
            *boxes,
            "</svg>",
            "",
        )
    )

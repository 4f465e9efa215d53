"""Latin squares: fill an n x n grid so that each row and column holds every number 1 to n once.

A whole small puzzle, to copy from: what a position is (`position.py`), how it is written
(`notation.py`), what methods work on (`views.py`), and here the rules and the drawing. Inside the
package it would be the folder `gridwise/puzzles/latin`; from outside it is added by
`gridwise.core.registry.register(template_puzzle)`. Its oracle is `tests/oracles/latin.py`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from gridwise.core.capabilities import Features, Sampler
from gridwise.core.errors import ParameterError, ParseError
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.message import msg
from gridwise.core.puzzle import Offer, Puzzle, Violation, clause_offer
from gridwise.core.scene import NO_OVERLAY, Highlight, Overlay, Role, Scene, SceneCell
from gridwise.core.trace import Mark
from gridwise.core.views import CnfModel, DomainModel, ExactCover, View
from gridwise.reading.choose import boards_of
from template_puzzle import notation
from template_puzzle.position import Move, Position
from template_puzzle.views import cnf_model, domain_model, exact_cover, lines


class Latin(Puzzle[Position, Move]):
    """Latin square completion (NP-complete: Colbourn 1984, Discrete Applied Math. 8, 25-30)."""

    # What menus, `--help` and the tests read.
    name = "latin"
    title = "Latin square: every number once in each row and column"
    position_type = Position
    extensions = ()
    styles = notation.STYLES
    wants_unique = True
    examples = ("latin:3:1../.../..2", "latin:4:1..4/..../.2../4..1", "latin:2:1./.1", "latin:1:.")

    # Text in, text out.
    read = boards_of
    parse_notation = staticmethod(notation.parse_notation)
    interpret = staticmethod(notation.interpret)
    format = staticmethod(notation.format_square)

    def format_move(self, position: Position, move: Move) -> str:
        return f"{cell_name(move.cell, position.size)}={move.value}"

    def parse_move(self, position: Position, text: str) -> Move:
        name, _, value = text.strip().partition("=")
        cell = parse_cell_name(name, position.size, position.size)
        if cell is None or value not in [str(v + 1) for v in range(position.size)]:
            raise ParseError(repr(text[:20]), f"a move such as r1c1={position.size}")
        return Move(cell, int(value))

    # The rules. Any number may be written into an empty cell; `violations` says what is wrong then.
    def violations(self, position: Position) -> tuple[Violation, ...]:
        for line in lines(position.size):
            for value in range(1, position.size + 1):
                cells = tuple(cell for cell in line.cells if position.cells[cell] == value)
                if len(cells) > 1:
                    text = msg("{value} twice in {line}", value=value, line=line.text)
                    return (Violation(text, cells),)
        return ()

    def moves(self, position: Position) -> Iterable[Move]:
        empty = [cell for cell, value in enumerate(position.cells) if not value]
        return (Move(cell, v) for cell in empty for v in range(1, position.size + 1))

    def apply(self, position: Position, move: Move) -> Position:
        cells = list(position.cells)
        fits = 0 <= move.cell < len(cells) and 1 <= move.value <= position.size
        if not fits or cells[move.cell]:
            raise ParameterError(f"{self.format_move(position, move)} is not a move here")
        cells[move.cell] = move.value
        return replace(position, cells=tuple(cells))

    def is_solved(self, position: Position) -> bool:
        return all(position.cells) and not self.violations(position)

    # What methods work on: nothing is made until a method asks for it.
    def views(self, position: Position) -> Mapping[type[View[Any]], Offer[Move]]:
        return {
            DomainModel: Offer(partial(domain_model, position)),
            ExactCover: Offer(partial(exact_cover, position)),
            CnfModel: clause_offer(partial(cnf_model, position)),
        }

    def scene(
        self,
        position: Position,
        *,
        origin: Position | None = None,
        marks: Iterable[Mark] = (),
        highlights: Mapping[int, Highlight] | None = None,
        overlay: Overlay = NO_OVERLAY,
    ) -> Scene:
        given = (origin or position).cells
        values = list(position.cells)
        for mark in marks:
            if mark.holds and not values[mark.cell]:
                values[mark.cell] = int(mark.value)
        cells = [
            SceneCell(Role.GIVEN if g else Role.FILLED if v else Role.EMPTY, str(v or ""))
            for g, v in zip(given, values, strict=True)
        ]
        size = position.size
        title = f"Latin square {size}x{size}"
        return Scene(
            size, size, tuple(cells), highlights=highlights or {}, title=title, overlay=overlay
        )

    # The order of solutions: any, but the same for all views.
    def order_key(self, position: Position) -> tuple[int, ...]:
        return position.cells


PUZZLE = Latin()


# What not every puzzle has is a capability: a constant beside PUZZLE, or in a module of the package
# (`generate.py` holds GENERATOR). These two are numbers about a position and boards to test with.
def features(position: Position) -> Mapping[str, int]:
    empty = position.cells.count(0)
    return {"givens": len(position.cells) - empty, "empty_cells": empty}


def sample(random: Random) -> Position:
    """Clear a few cells of two rows, so that one, several or no squares are left."""
    size = random.choice((2, 3, 4, 4, 5, 5))
    r, c, v = (random.sample(range(size), size) for _ in range(3))
    # At 4x4 the square made by "exclusive or" is the one with the most smaller squares in it.
    at = [[i ^ j if size == 4 else (i + j) % size for j in c] for i in r]
    cells = [v[i] + 1 for row in at for i in row]
    few = random.sample(range(size), 3 if size in (3, 4) and random.random() < 0.5 else 2)
    if size == 4 and random.random() < 0.3:
        few = c  # two whole rows: two such squares that can be turned: four squares in all
    empty = [row * size + col for row in random.sample(range(size), 2) for col in few]
    for cell in empty:
        cells[cell] = 0
    if random.random() < 0.5:  # often a contradiction, seen at once or only when solved
        seen = {cells[o] for line in lines(size) if empty[0] in line.cells for o in line.cells}
        unseen = sorted(set(range(1, size + 1)) - seen)
        loud = random.random() < 0.2
        cells[empty[0]] = random.choice(range(1, size + 1) if loud else unseen)
    return Position(size, tuple(cells))


FEATURES = Features(features)
SAMPLER = Sampler(sample)

"""The clauses of one cell of a board: those of a shown number or a given."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from gridwise.core.errors import ParameterError
from gridwise.core.message import Message, msg
from gridwise.core.views import Clause, CnfModel, CountModel, Premise
from gridwise.core.views.cardinality import encode
from gridwise.solving.instance import Instance

OR, NOT = " ∨ ", "¬"


@dataclass(frozen=True, slots=True)
class FamilyClauses:
    """The clauses of one family.

    Parameters
    ----------
    name
        The family's key.
    premise
        The premise of all of them.
    clauses
        Literals as in DIMACS.
    """

    name: str
    premise: Premise
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class CellClauses:
    """The clauses whose premise names a cell; `model` holds them and their decoder."""

    cell: int
    families: tuple[FamilyClauses, ...]
    model: CnfModel[Any]

    def name(self, literal: int) -> str:
        """Return a literal as a name: `r1c2`, `¬r1c2`, or `r1c2=5` where cells hold numbers."""
        marks = self.model.decoder.marks(abs(literal))
        sign = NOT if literal < 0 else ""
        if not marks:
            return f"{sign}x{abs(literal)}"  # auxiliary: it means nothing on the board
        mark = marks[0]
        value = f"={mark.value}" if isinstance(mark.value, int) else ""
        return f"{sign}{self.model.decoder.cell_name(mark.cell)}{value}"

    def text(self, clause: Clause) -> str:
        """Return a clause in signs: `r1c1 ∨ ¬r1c2`."""
        return OR.join(map(self.name, clause))

    def words(self, clause: Clause) -> Message:
        """Return a clause in words."""
        marks = (self.model.decoder.marks(literal) for literal in clause)
        words = [
            self.model.decoder.word(mark[0]) if mark else msg("{name}", name=self.name(literal))
            for literal, mark in zip(clause, marks, strict=True)
        ]
        return either(words)


EMPTY = msg("empty clause")


def either(parts: Sequence[Message]) -> Message:
    """Return the words of a clause, from those of its literals."""
    if not parts:
        return msg("contradiction")
    return reduce(lambda one, other: msg("{one} or {other}", one=one, other=other), parts)


def cell_clauses(position: object, cell: int) -> CellClauses:
    """Return the clauses whose premise names a cell.

    Where the puzzle offers sums, only those of the cell are encoded, so that a total over the
    whole board costs nothing.

    Raises
    ------
    ParameterError
        The cell is not on the board; the puzzle has no clauses.
    """
    instance = Instance.of(position)
    offers = instance.offers
    scene = instance.puzzle.scene(instance.position)
    if not 0 <= cell < len(scene.cells):
        raise ParameterError(msg("choose a cell of the board first"))
    if CnfModel not in offers:
        name = instance.puzzle.name
        raise ParameterError(msg("{puzzle} is not written as clauses", puzzle=name))
    if CountModel in offers:
        sums = offers[CountModel].make()
        assert isinstance(sums, CountModel)
        own = tuple(one for one in sums.sums if _names(one.family.premise, cell))
        model: CnfModel[Any] = encode(replace(sums, sums=own))
    else:
        made = offers[CnfModel].make()
        assert isinstance(made, CnfModel)
        model = made
    found: dict[int, list[Clause]] = {
        at: [] for at, family in enumerate(model.families) if _names(family.premise, cell)
    }
    for clause, at in zip(model.clauses, model.family_of, strict=True):
        if at in found:
            found[at].append(clause)
    families = []
    for at, clauses in found.items():
        family = model.families[at]
        assert family.premise is not None
        families.append(FamilyClauses(family.name, family.premise, tuple(clauses)))
    return CellClauses(cell, tuple(families), model)


def as_json(found: CellClauses) -> dict[str, Any]:
    """Return the JSON object; `words` and `from` are messages."""
    return {
        "cell": found.cell,
        "name": found.model.decoder.cell_name(found.cell),
        "number": sum(len(family.clauses) for family in found.families),
        "families": [
            {
                "name": family.name,
                "from": family.premise.text.as_json(),
                "clauses": [
                    {
                        "literals": list(clause),
                        "text": found.text(clause),
                        "words": found.words(clause).as_json(),
                    }
                    for clause in family.clauses
                ],
            }
            for family in found.families
        ],
    }


def _names(premise: Premise | None, cell: int) -> bool:
    return premise is not None and cell in premise.cells

"""The clauses of a position: raw or simplified, by family, and as DIMACS."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from gridwise.core.errors import NoSharedViewError
from gridwise.core.message import msg
from gridwise.core.views import Clause, CnfModel
from gridwise.solving.encoding import dimacs
from gridwise.solving.instance import Instance, read_options


@dataclass(frozen=True, slots=True, repr=False)
class Encoded:
    """The clauses of one position.

    Parameters
    ----------
    puzzle, notation
        The kind of puzzle, and the position as text.
    model
        The clause set that is written: `clauses`, and the family of each.
    """

    puzzle: str
    notation: str
    model: CnfModel[Any]

    @property
    def variables(self) -> int:
        """The number of variables, auxiliary ones included."""
        return self.model.variables

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """The clauses, literals signed as in DIMACS."""
        return self.model.clauses

    @property
    def families(self) -> dict[str, int]:
        """The number of clauses of each family, in the order of their first clause."""
        families = self.model.families
        return dict(Counter(families[index].name for index in self.model.family_of))

    def to_dimacs(self) -> str:
        """Return DIMACS text: one comment a variable, and one a family with its count."""
        return dimacs.dumps(self.model, cells=True, counts=True)

    def __str__(self) -> str:
        return self.to_dimacs().removesuffix("\n")

    def __repr__(self) -> str:
        size = f"{self.variables} variables, {len(self.clauses)} clauses"
        return f"<Encoded {self.notation}: {size}>"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object."""
        return {
            "puzzle": self.puzzle,
            "notation": self.notation,
            "variables": self.variables,
            "clauses": len(self.clauses),
            "families": self.families,
        }


def encode(
    position: object,
    *,
    simplified: bool = False,
    options: Mapping[str, str | int] | None = None,
) -> Encoded:
    """Return the clauses of a position; parameters and errors are those of `questions.encode`.

    Simplified clauses have the same models as the raw ones. O(total length of the clauses).
    """
    instance = Instance.of(position)
    puzzle, offer = instance.puzzle, instance.offers.get(CnfModel)
    if offer is None:
        raise NoSharedViewError(msg("this board of {puzzle} has no clauses", puzzle=puzzle.name))
    chosen = read_options(
        msg("option of the clauses of {puzzle}", puzzle=puzzle.name), offer.options, options
    )
    model = offer.make(**chosen)
    assert isinstance(model, CnfModel)
    if simplified:
        model = _simplified(model)
    return Encoded(puzzle.name, puzzle.format(instance.position), model)


def _simplified(model: CnfModel[Any]) -> CnfModel[Any]:
    """Return the units and what they leave; where they contradict, also the clause they break."""
    found = model.simplified
    clauses = [*((unit,) for unit in found.units), *found.clauses]
    origin = [*found.unit_origin, *found.origin]
    if found.contradiction is not None:
        clauses.append(model.clauses[found.contradiction])
        origin.append(found.contradiction)
    return replace(
        model,
        clauses=tuple(clauses),
        family_of=tuple(model.family_of[index] for index in origin),
    )

"""A player's notes as text: `r1c2=5,r3c4=7` says that r1c2 is not 5 and r3c4 not 7."""

from collections.abc import Iterable

from gridwise.core.errors import InputError
from gridwise.core.grid import cell_name, parse_cell_name
from gridwise.core.message import msg
from gridwise.core.trace import Mark
from gridwise.core.views import CnfModel
from gridwise.solving.instance import Instance


def marks_of(text: str, instance: Instance) -> tuple[Mark, ...]:
    """Return the marks that do not hold by a text.

    Raises
    ------
    InputError
        A part names no cell of this board, or no value that the cell could have.
    """
    scene = instance.puzzle.scene(instance.position)
    offer = instance.offers.get(CnfModel)
    if offer is None:
        raise InputError(msg("nothing can be ruled out on this board"))
    model = offer.make()
    assert isinstance(model, CnfModel)
    facts = (-variable for variable in range(1, model.primary + 1))
    known = {mark: None for fact in facts for mark in model.decoder.marks(fact) if not mark.holds}
    found = []
    for part in filter(None, text.replace(" ", "").split(",")):
        name, _, value = part.partition("=")
        cell = parse_cell_name(name, scene.width, scene.height)
        mark = Mark(-1 if cell is None else cell, _value(value), holds=False)
        if mark not in known:
            example = "".join(as_text([next(iter(known), mark)], scene.width))
            raise InputError(
                msg(
                    "found {found}, expected a cell of the board with a value that it could "
                    "have, such as {example}",
                    found=repr(part),
                    example=example,
                )
            )
        found.append(mark)
    return tuple(found)


def _value(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text


def as_text(marks: Iterable[Mark], width: int) -> str:
    """Return the text of marks that do not hold, on a board of this width."""
    return ",".join(f"{cell_name(mark.cell, width)}={mark.value}" for mark in marks)

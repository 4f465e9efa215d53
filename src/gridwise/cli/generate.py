"""`gridwise generate`: new positions, seeded, with what is claimed of them."""

from typing import Annotated

from cyclopts import Parameter

from gridwise.cli.shared import params as _params
from gridwise.cli.shared.params import Ascii, Json, Settings

_NOT_FOUND = 20

Number = Annotated[
    int | None, _params.valued("-n", "N", "How many, with seeds SEED, SEED + 1, ...", _params.whole)
]
Seed = Annotated[
    int | None, _params.valued("--seed", "S", "Same seed, same board.", _params.natural)
]
Budget = Annotated[
    float | None, _params.valued("--time", "S", "Seconds for each; 5 without.", _params.amount)
]
Givens = Annotated[
    int | None, _params.valued("--givens", "N", "How many cells are given (Sudoku).", _params.whole)
]
Minimal = Annotated[bool, _params.flag("--minimal", "Only boards whose every given is needed.")]
Symmetry = Annotated[
    str | None, _params.valued("--symmetry", "NAME", "The pattern of givens (Sudoku).")
]
Walk = Annotated[
    int | None,
    _params.valued("--walk", "K", "K random steps from the goal (sliding).", _params.whole),
]
Depth = Annotated[
    int | None,
    _params.valued("--depth", "D", "Exactly D moves from the goal (sliding 3x3).", _params.whole),
]
Board = Annotated[str, Parameter(name="PARAMS", help="The size, such as 3x3, 9x9x10 or 8.")]
KindName = Annotated[str, Parameter(name="KIND", help="The puzzle.")]


def generate(
    kind: KindName,
    params: Board = "",
    *,
    number: Number = None,
    seed: Seed = None,
    time: Budget = None,
    givens: Givens = None,
    minimal: Minimal = False,
    symmetry: Symmetry = None,
    walk: Walk = None,
    depth: Depth = None,
    settings: Settings = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Make new puzzles; what is claimed of them is checked."""
    from random import SystemRandom

    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.job import CANCELLED
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core import registry
    from gridwise.core.limits import Interrupted
    from gridwise.render import text
    from gridwise.solving import generate as workbench

    puzzle = registry.puzzle(kind)
    options: dict[str, str | int] = dict(_params.settings(settings or (), None))
    if minimal:
        options["minimal"] = "yes"
    named = {"givens": givens, "symmetry": symmetry, "walk": walk, "depth": depth}
    options.update({name: value for name, value in named.items() if value is not None})
    terminal = Terminal(json=json, ascii=ascii)
    first = SystemRandom().randrange(1_000_000_000) if seed is None else seed
    budget = workbench.DEFAULT_S if time is None else time
    status = 0
    with Cancel() as cancel:
        for at in range(number or 1):
            try:
                made = workbench.generate(
                    kind, params, seed=first + at, time_s=budget, cancel=cancel, options=options
                )
            except Interrupted:
                return CANCELLED
            value = workbench.record(made, kind, first + at, budget)
            terminal.record(value)
            if made is None:
                status = _NOT_FOUND
                terminal.line(str(value["error"]))
                continue
            if (number or 1) == 1 and not json:
                scene = puzzle.scene(made.position, origin=made.position)
                terminal.drawing(text.draw(scene, ascii=terminal.ascii))
            terminal.line(str(value["notation"]))
            claims = " · ".join(_claim(name, claim) for name, claim in made.claims.items())
            terminal.line(
                f"  {claims} · seed {first + at}" if claims else f"  seed {first + at}", "dim"
            )
    return status


def _claim(name: str, value: object) -> str:
    words = name.replace("_", " ")
    if value is True:
        return words
    return f"not {words}" if value is False else f"{words} {value}"

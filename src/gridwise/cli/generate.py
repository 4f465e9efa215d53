"""`gridwise generate`: new positions, seeded, with claims that were checked."""

from collections.abc import Mapping
from random import SystemRandom
from typing import Annotated, Any

from cyclopts import Parameter

from gridwise.batch.boards import generate_shared
from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import LIMIT
from gridwise.cli.shared.language import words
from gridwise.cli.shared.options import KindName, settings_of
from gridwise.cli.shared.terminal import Terminal
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.limits import time_limits
from gridwise.core.message import msg
from gridwise.core.question import Arg
from gridwise.questions.generate import SEEDS
from gridwise.questions.generate import generate as new_board
from gridwise.render import text
from gridwise.render.spoken import spoken
from gridwise.render.words import number
from gridwise.solving.generate import (
    DEFAULT_S,
    as_json,
    daily_seed,
    game_levels,
    not_found,
    of_level,
    read_date,
)


@takes_options(
    new_board,
    order="number seed time_s cpu_s givens minimal symmetry difficulty walk depth level daily "
    "settings workers cluster ascii json",
    also={
        "givens": Annotated[
            int | None, Arg("How many cells are given (Sudoku).", least=1, metavar="N")
        ],
        "minimal": Annotated[bool, Arg("Only boards whose every given is needed.")],
        "symmetry": Annotated[
            str | None, Arg("The symmetry of the pattern of givens (Sudoku).", metavar="NAME")
        ],
        "difficulty": Annotated[
            str | None,
            Arg("easy, medium, hard, fiendish, extreme, or a band: se:3.0-4.5.", metavar="D"),
        ],
        "walk": Annotated[
            int | None, Arg("K random steps from the goal (sliding).", least=1, metavar="K")
        ],
        "depth": Annotated[
            int | None, Arg("Exactly D moves from the goal (sliding 3x3).", least=1, metavar="D")
        ],
    },
)
def generate(
    kind: KindName,
    params: Annotated[
        str, Parameter(name="PARAMS", help="The size, such as 3x3, 9x9x10 or 8.")
    ] = "",
    /,
    *,
    number: Annotated[
        int | None,
        Arg("How many, with seeds SEED, SEED + 1, ...", option="-n", least=1, metavar="N"),
    ] = None,
    seed: int | None = None,
    time_s: float | None = None,
    cpu_s: float | None = None,
    level: str | None = None,
    daily: Annotated[
        str | None,
        Arg(
            "The puzzle of a day (YYYY-MM-DD, UTC; today without), the same for everybody.",
            metavar="[DATE]",
        ),
    ] = None,
    settings: tuple[str, ...] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    ascii: bool = False,
    json: bool = False,
    **asked: Any,
) -> int:
    """Make new puzzles, and check what they are claimed to be."""
    puzzle = registry.puzzle(kind)
    options: dict[str, str | int] = dict(settings_of(settings))
    options |= {name: "yes" if value is True else value for name, value in asked.items()}
    if daily is not None:
        if params or options or level or number or seed is not None:
            raise ParameterError(
                msg("--daily takes no size, level, seed, number or option: the date decides all")
            )
        seed, level = daily_seed(kind, read_date(daily)), game_levels(kind).daily
    if level is not None:
        params, options = of_level(kind, level, params, options)
    terminal = Terminal(json=json, ascii=ascii)
    first = SystemRandom().randrange(SEEDS) if seed is None else seed
    limits = time_limits(time_s, cpu_s, DEFAULT_S)
    status = 0
    with Cancel() as cancel:
        seeds = range(first, first + (number or 1))
        boards = generate_shared(
            *(kind, params, seeds),
            workers=workers,
            cluster=cluster,
            time_s=time_s,
            cpu_s=cpu_s,
            cancel=cancel,
            options=options,
        )
        for its_seed, made, near in boards:
            value = as_json(made, kind, its_seed, limits, near)
            terminal.json_line(value)
            if made is None:
                status = LIMIT
                terminal.line(not_found(limits, near))
                continue
            if (number or 1) == 1 and not json:
                scene = puzzle.scene(made.position, origin=made.position)
                terminal.drawing(text.draw(scene, ascii=terminal.ascii))
            terminal.line(str(value["notation"]))
            terminal.line(_claims(made.claims, its_seed), "dim")
    return status


def _claims(claims: Mapping[str, object], seed: int) -> str:
    its_seed = words(msg("seed {seed}", seed=seed))
    return "  " + " · ".join([*(_claim(*claim) for claim in claims.items()), its_seed])


def _claim(name: str, value: object) -> str:
    said = words(spoken(name))
    if value is True:
        return said
    if value is False:
        return words(msg("not {what}", what=said))
    return f"{said} {number(value) if isinstance(value, int) else words(spoken(str(value)))}"

"""`gridwise generate`: new positions, seeded, with claims that were checked."""

from collections.abc import Mapping
from typing import Annotated

from cyclopts import Parameter

from gridwise.cli.shared.options import (
    Ascii,
    Cluster,
    Cpu,
    Json,
    KindName,
    Settings,
    Workers,
    flag,
    natural,
    settings_of,
    time_limit,
    valued,
    whole,
)
from gridwise.core import registry
from gridwise.core.capabilities import GameLevels
from gridwise.core.errors import ParameterError
from gridwise.core.limits import time_limits
from gridwise.core.message import msg

Number = Annotated[int | None, valued("-n", "N", "How many, with seeds SEED, SEED + 1, ...", whole)]
Seed = Annotated[int | None, valued("--seed", "S", "The same seed makes the same board.", natural)]
Budget = Annotated[float | None, time_limit("Time limit for each, seconds; 5 by default.")]
Givens = Annotated[int | None, valued("--givens", "N", "How many cells are given (Sudoku).", whole)]
Minimal = Annotated[bool, flag("--minimal", "Only boards whose every given is needed.")]
Symmetry = Annotated[
    str | None, valued("--symmetry", "NAME", "The symmetry of the pattern of givens (Sudoku).")
]
Difficulty = Annotated[
    str | None,
    valued("--difficulty", "D", "easy, medium, hard, fiendish, extreme, or a band: se:3.0-4.5."),
]
Walk = Annotated[
    int | None,
    valued("--walk", "K", "K random steps from the goal (sliding).", whole),
]
Depth = Annotated[
    int | None,
    valued("--depth", "D", "Exactly D moves from the goal (sliding 3x3).", whole),
]
Level = Annotated[
    str | None,
    valued(
        "--level",
        "NAME",
        "A level of the game, which sets size and options; `gridwise puzzles --json` lists them.",
        values=lambda: dict.fromkeys(
            name for one in registry.capabilities(GameLevels).values() for name in one.by_name
        ),
    ),
]
Daily = Annotated[
    str | None,
    valued(
        "--daily",
        "[DATE]",
        "The puzzle of a day (YYYY-MM-DD, UTC; today without), the same for everybody.",
    ),
]
Board = Annotated[str, Parameter(name="PARAMS", help="The size, such as 3x3, 9x9x10 or 8.")]


def generate(
    kind: KindName,
    params: Board = "",
    /,
    *,
    number: Number = None,
    seed: Seed = None,
    time: Budget = None,
    cpu: Cpu = None,
    givens: Givens = None,
    minimal: Minimal = False,
    symmetry: Symmetry = None,
    difficulty: Difficulty = None,
    walk: Walk = None,
    depth: Depth = None,
    level: Level = None,
    daily: Daily = None,
    settings: Settings = None,
    workers: Workers = None,
    cluster: Cluster = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Make new puzzles, and check what they are claimed to be."""
    from random import SystemRandom

    from gridwise.batch.boards import generate_shared
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import LIMIT
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.render import text
    from gridwise.solving.generate import (
        DEFAULT_S,
        as_json,
        daily_seed,
        game_levels,
        not_found,
        of_level,
        read_date,
    )

    puzzle = registry.puzzle(kind)
    options: dict[str, str | int] = dict(settings_of(settings))
    if minimal:
        options["minimal"] = "yes"
    named = {
        "givens": givens,
        "symmetry": symmetry,
        "difficulty": difficulty,
        "walk": walk,
        "depth": depth,
    }
    options.update({name: value for name, value in named.items() if value is not None})
    if daily is not None:
        if params or options or level or number or seed is not None:
            raise ParameterError(
                msg("--daily takes no size, level, seed, number or option: the date decides all")
            )
        seed, level = daily_seed(kind, read_date(daily)), game_levels(kind).daily
    if level is not None:
        params, options = of_level(kind, level, params, options)
    terminal = Terminal(json=json, ascii=ascii)
    first = SystemRandom().randrange(1_000_000_000) if seed is None else seed
    limits = time_limits(time, cpu, DEFAULT_S)
    status = 0
    with Cancel() as cancel:
        seeds = range(first, first + (number or 1))
        boards = generate_shared(
            *(kind, params, seeds),
            workers=workers,
            cluster=cluster,
            time_s=time,
            cpu_s=cpu,
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
    from gridwise.cli.shared.language import words

    its_seed = words(msg("seed {seed}", seed=seed))
    return "  " + " · ".join([*(_claim(*claim) for claim in claims.items()), its_seed])


def _claim(name: str, value: object) -> str:
    from gridwise.cli.shared.language import words
    from gridwise.render.spoken import spoken
    from gridwise.render.words import number

    said = words(spoken(name))
    if value is True:
        return said
    if value is False:
        return words(msg("not {what}", what=said))
    return f"{said} {number(value) if isinstance(value, int) else words(spoken(str(value)))}"

"""`gridwise simulate`: a policy plays many games, and the numbers are compared."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from gridwise.cli.shared.options import (
    Ascii,
    Cluster,
    Json,
    Settings,
    Workers,
    completer,
    flag,
    natural,
    read_whole,
    refused,
    settings_of,
    valued,
    whole,
)
from gridwise.core.message import msg
from gridwise.solving import listing

if TYPE_CHECKING:
    from gridwise.agents.plan import SimulationPlan
    from gridwise.agents.play import PlayedGame
    from gridwise.agents.simulate import Simulation
    from gridwise.agents.statistics import GameCounts
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.limits import CancelToken

_GAMES, _LEVEL_GAMES = 100, 50
_SHARED = 500  # from so many games a row on, processes are worth their start


def _factors(kind: Any, tokens: Sequence[Any]) -> tuple[int, ...]:
    """Read whole numbers with commas between."""
    found = tuple(read_whole(part) for part in tokens[0].value.split(","))
    if min(found) < 0:
        raise ValueError(refused(msg("whole numbers such as 1,2,3"), tokens[0].value))
    return found


def simulate(
    kind: Annotated[
        str,
        Parameter(
            name="KIND",
            help="The puzzle to play: minesweeper.",
            completer=completer(lambda: [kind for kind, _ in listing.policies_of(None)]),
        ),
    ],
    /,
    *,
    board: Annotated[
        str | None,
        valued(
            "--board", "WxHxM", "Width, height, mines; or easy, medium, hard. 9x9x10 by default."
        ),
    ] = None,
    levels: Annotated[bool, flag("--levels", "Play every named board, easy to hard.")] = False,
    policy: Annotated[
        str | None,
        valued(
            "--policy",
            "NAME",
            "One of `gridwise policies`, or a Python file; resolution by default.",
            values=lambda: [policy.name for _, policy in listing.policies_of(None)],
        ),
    ] = None,
    first_click: Annotated[
        str | None,
        valued(
            "--first-click",
            "any|safe|zero",
            "The first cell: any, never a mine (the default), or with no mine around it either.",
            values=lambda: ("any", "safe", "zero"),
        ),
    ] = None,
    free_cells: Annotated[
        tuple[int, ...],
        Parameter(
            name="--free-cells",
            metavar="S",
            converter=_factors,
            consume_multiple=False,
            negative="",
            n_tokens=1,
            show_default=False,
            help="Reveal S x round(sqrt(cells)) safe cells at the start; 1,2,3 plays all three.",
        ),
    ] = (0,),
    games: Annotated[
        int | None,
        valued("--games", "N", "Games in a row of the table; 100, with --levels 50.", whole),
    ] = None,
    repeat: Annotated[
        int, valued("--repeat", "R", "Play every setting R times: R rows of the table.", whole)
    ] = 1,
    seed: Annotated[int, valued("--seed", "S", "All games are made from it.", natural)] = 0,
    guess: Annotated[
        str,
        valued(
            "--guess",
            "never|random",
            "What a player does who can conclude nothing more: stop, or guess.",
            values=lambda: ("never", "random"),
        ),
    ] = "never",
    show: Annotated[
        int | None,
        valued("--show", "K", "Show how game K of the first row ended.", whole),
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    settings: Settings = None,
    json: Json = False,
    ascii: Ascii = False,
) -> int:
    """Play many games and count how they end."""
    from gridwise.agents.plan import planned
    from gridwise.agents.simulate import Simulation, rows, stopped
    from gridwise.agents.simulation_display import legend
    from gridwise.batch.games import sharing
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import CANCELLED
    from gridwise.cli.shared.progress import GamesLine
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core import registry
    from gridwise.core.errors import ParameterError
    from gridwise.core.result import Stop
    from gridwise.core.views import compile_notice
    from gridwise.workers.own_solver.agent import offer

    own = offer(kind, policy)
    if levels and board is not None:
        raise ParameterError(msg("{a} and {b} exclude each other", a="--levels", b="--board"))
    referee = registry.referee(kind)
    plan = planned(
        kind,
        board=tuple(referee.levels) if levels else board,
        policy=policy,
        first_click=first_click,
        free_cells=free_cells,
        games=games if games is not None else _LEVEL_GAMES if levels else _GAMES,
        repeat=repeat,
        seed=seed,
        guess=guess,
        options=settings_of(settings),
    )
    if show is not None and show > plan.games:
        raise ParameterError(msg("--show {k} of {n} games", k=show, n=plan.games))
    terminal = Terminal(json=json, ascii=ascii)
    done: list[GameCounts] = []
    shown: PlayedGame | None = None
    size = len(plan.boards) * len(plan.free_cells) * plan.repeats
    if workers is None and cluster is None and plan.games >= _SHARED and not own:
        workers = os.cpu_count()
    line = GamesLine(terminal)
    with (
        Cancel() as cancel,
        compile_notice.heard_by(line.compiling),
        sharing(workers, cluster, cancel) as share,
    ):
        try:
            for row in rows(plan, cancel=cancel, progress=line, workers=workers, share=share):
                done.append(row)
                value = {**row.as_dict(), **plan.as_dict()}
                if show is not None and len(done) == 1 and row.games == plan.games:
                    shown = plan.game(row.board, row.free_cells, 1, show, cancel=cancel)
                    value["game"] = _game_as_json(shown, show)
                if len(done) == size:
                    ended = Simulation(plan, tuple(done))
                    value["conclusion"] = [c.as_dict() for c in ended.comparisons]
                terminal.json_line(value)
        finally:
            terminal.clear()
        result = Simulation(plan, tuple(done), stopped(plan, done))
        _table(terminal, result)
        for what in legend(result):
            terminal.line(what, "dim")
        for sentence in result.conclusion:
            terminal.line(sentence)
        if len(plan.free_cells) > 1 and result.stop is Stop.COMPLETED and not terminal.json:
            result = _times(terminal, plan, tuple(referee.levels), cancel)
        if shown is not None and show is not None and not terminal.json:
            _show(terminal, shown, show)
    return 0 if result.stop is Stop.COMPLETED else CANCELLED


def _times(
    terminal: "Terminal", plan: "SimulationPlan", levels: tuple[str, ...], cancel: "CancelToken"
) -> "Simulation":
    """Measure the time of a game on each named board; return how that ended."""
    from gridwise.agents.plan import planned
    from gridwise.agents.simulate import Simulation, rows, stopped
    from gridwise.cli.shared.progress import GamesLine

    timed = planned(
        plan.puzzle,
        board=levels,
        policy=plan.policy,
        first_click=plan.first_click,
        free_cells=plan.free_cells[:1],
        games=_LEVEL_GAMES,
        seed=plan.seed,
        guess=plan.guess,
        options=plan.options,
    )
    done: list[GameCounts] = []
    try:
        done.extend(rows(timed, cancel=cancel, progress=GamesLine(terminal)))
    finally:
        terminal.clear()
    terminal.line()
    terminal.heading(msg("times of {boards}", boards=levels))
    result = Simulation(timed, tuple(done), stopped(timed, done))
    _table(terminal, result)
    return result


def _table(terminal: "Terminal", simulation: "Simulation") -> None:
    """Print the rows of every setting, and under several the row of them all."""
    from gridwise.agents.simulation_display import result_table
    from gridwise.cli.shared.language import words

    table = result_table(simulation)
    terminal.heading(table.title)
    for line, style in table.lines(words):
        terminal.line(line, style)


def _array(game: "PlayedGame", cells: int) -> list[int | None]:
    """Return what the player knows of each cell: 1 for a mine, 0 for none, None for unknown."""
    from gridwise.comparing.worked_examples import literals

    array: list[int | None] = [None] * cells
    for cell, mine in literals(game, game.known):
        array[cell] = int(mine)
    return array


def _game_as_json(game: "PlayedGame", number: int) -> dict[str, Any]:
    """Return the JSON object of a game, for that of its row."""
    from gridwise.comparing.worked_examples import literals
    from gridwise.core import registry

    puzzle = registry.puzzle(game.puzzle)
    scene = puzzle.scene(game.begin)
    array = _array(game, len(scene.cells))

    def marks(claims: Sequence[Any]) -> list[dict[str, Any]]:
        said = literals(game, claims)
        return [{"cell": cell, "value": "mine", "holds": mine} for cell, mine in said]

    return {
        "number": number,
        "seed": game.seed,
        "outcome": None if game.outcome is None else game.outcome.value,
        "guesses": game.guesses,
        "facts": dict(game.facts),
        "known": marks(game.known),
        "clauses": [marks(clause) for clause in game.clauses],
        "array": [array[at : at + scene.width] for at in range(0, len(array), scene.width)],
        "board": puzzle.format(game.position, "grid"),
        "answer": puzzle.format(game.answer, "grid"),
    }


def _show(terminal: "Terminal", game: "PlayedGame", number: int) -> None:
    """Print KB0, KB, the player's board, and the player's array beside the answer of one game."""
    from gridwise.cli.shared.language import named
    from gridwise.comparing.worked_examples import literals
    from gridwise.core import registry
    from gridwise.core.grid import cell_name
    from gridwise.core.scene import Role, Scene, SceneCell
    from gridwise.render import text

    puzzle = registry.puzzle(game.puzzle)
    outcome = "" if game.outcome is None else game.outcome.value
    terminal.line()
    ends = {"won": msg("won"), "lost": msg("lost"), "stuck": msg("stuck")}
    end = ends.get(outcome, msg("{what}", what=outcome))
    terminal.heading(msg("Game {n} of {board}: {end}", n=number, board=game.board, end=end))
    facts = [f"{named(name)} {value}" for name, value in game.facts.items()]
    terminal.line("  " + " · ".join([*facts, f"{named('guesses')} {game.guesses}"]), "dim")
    answer = puzzle.scene(game.answer, origin=game.answer)

    def signs(claims: Sequence[Any]) -> list[str]:
        return [
            ("+" if mine else "-") + cell_name(cell, answer.width)
            for cell, mine in literals(game, claims)
        ]

    width = min(terminal.width, 100)
    known = signs(game.known)
    terminal.line(
        msg("KB0, {n} literals in the order they were decided (+ mine, - safe)", n=len(known))
    )
    for line in _wrapped(known, width):
        terminal.line(line)
    if game.clauses:
        n = len(game.clauses)
        terminal.line(msg("KB, {n} clauses; of each at least one literal is true", n=n))
        places = len(str(len(game.clauses)))
        for index, clause in enumerate(game.clauses, 1):
            for line in _wrapped([f"{index:{places}}", *signs(clause)], width):
                terminal.line(line)
    terminal.heading(msg("Player's board"))
    board = puzzle.scene(game.position, origin=game.position)
    terminal.drawing(text.draw(board, ascii=terminal.ascii))
    title = msg("Player's array (1 mine, 0 safe, ? unknown) and the answer board")
    terminal.heading(title)
    array = Scene(
        answer.width,
        answer.height,
        tuple(
            SceneCell(Role.NUMBER, "?" if value is None else str(value))
            for value in _array(game, len(answer.cells))
        ),
    )
    left, right = (text.draw(scene, ascii=terminal.ascii) for scene in (array, answer))
    terminal.drawing(
        text.beside(left, right, width=terminal.width, ascii=terminal.ascii, arrow=False)
    )


def _wrapped(words: Sequence[str], width: int) -> list[str]:
    import textwrap

    return textwrap.wrap(
        " ".join(words), width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
    )

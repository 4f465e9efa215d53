"""`gridwise simulate`: a policy plays many games, and the numbers are compared."""

import os
import textwrap
from collections.abc import Sequence
from typing import Annotated, Any

from cyclopts import Parameter

from gridwise.agents.plan import SimulationPlan, planned
from gridwise.agents.play import PlayedGame
from gridwise.agents.simulate import Simulation, rows, stopped
from gridwise.agents.simulate import simulate as played
from gridwise.agents.simulation_display import legend, result_table
from gridwise.agents.statistics import GameCounts
from gridwise.batch.games import sharing
from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.cancel import Cancel
from gridwise.cli.shared.exit_status import CANCELLED
from gridwise.cli.shared.language import named
from gridwise.cli.shared.options import completer, settings_of
from gridwise.cli.shared.progress import ProgressLine
from gridwise.cli.shared.terminal import Terminal
from gridwise.comparing.worked_examples import literals
from gridwise.core import registry
from gridwise.core.errors import ParameterError
from gridwise.core.grid import cell_name
from gridwise.core.limits import CancelToken
from gridwise.core.message import msg
from gridwise.core.question import Arg
from gridwise.core.result import Stop
from gridwise.core.scene import Role, Scene, SceneCell
from gridwise.core.views import compile_notice
from gridwise.render import text
from gridwise.workers.own_solver.agent import offer

_GAMES, _LEVEL_GAMES = 100, 50
_SHARED = 500  # from so many games a row on, processes are worth their start


@takes_options(
    played,
    order="board levels policy first_click free_cells games repeat seed guess show workers cluster "
    "settings json ascii",
)
def simulate(
    kind: Annotated[
        str,
        Parameter(
            name="KIND",
            help="The puzzle to play: minesweeper.",
            completer=completer(registry.referees),
        ),
    ],
    /,
    *,
    board: str | None = None,
    levels: Annotated[bool, Arg("Play every named board, easy to hard.")] = False,
    policy: str | None = None,
    games: Annotated[
        int | None, Arg("Games in a row of the table; 100, with --levels 50.", least=1, metavar="N")
    ] = None,
    show: Annotated[
        int | None, Arg("Show how game K of the first row ended.", least=1, metavar="K")
    ] = None,
    workers: int | None = None,
    cluster: str | None = None,
    settings: tuple[str, ...] | None = None,
    json: bool = False,
    ascii: bool = False,
    **asked: Any,
) -> int:
    """Play many games and count how they end."""
    own = offer(kind, policy)
    if levels and board is not None:
        raise ParameterError(msg("{a} and {b} exclude each other", a="--levels", b="--board"))
    referee = registry.referee(kind)
    plan = planned(
        kind,
        board=tuple(referee.levels) if levels else board,
        policy=policy,
        games=games if games is not None else _LEVEL_GAMES if levels else _GAMES,
        options=settings_of(settings),
        **asked,
    )
    if show is not None and show > plan.games:
        raise ParameterError(msg("--show {k} of {n} games", k=show, n=plan.games))
    terminal = Terminal(json=json, ascii=ascii)
    done: list[GameCounts] = []
    shown: PlayedGame | None = None
    size = len(plan.boards) * len(plan.free_cells) * plan.repeats
    if workers is None and cluster is None and plan.games >= _SHARED and not own:
        workers = os.cpu_count()
    line = ProgressLine(terminal)
    with (
        Cancel() as cancel,
        compile_notice.heard_by(line.compiling),
        sharing(workers, cluster, cancel) as share,
    ):
        try:
            for row in rows(plan, cancel=cancel, progress=line.games, workers=workers, share=share):
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
        terminal.result_table(result_table(result))
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
    terminal: Terminal, plan: SimulationPlan, levels: tuple[str, ...], cancel: CancelToken
) -> Simulation:
    """Measure the time of a game on each named board; return how that ended."""
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
        done.extend(rows(timed, cancel=cancel, progress=ProgressLine(terminal).games))
    finally:
        terminal.clear()
    terminal.line()
    terminal.heading(msg("times of {boards}", boards=levels))
    result = Simulation(timed, tuple(done), stopped(timed, done))
    terminal.result_table(result_table(result))
    return result


def _array(game: PlayedGame, cells: int) -> list[int | None]:
    """Return what the player knows of each cell: 1 for a mine, 0 for none, None for unknown."""
    array: list[int | None] = [None] * cells
    for cell, mine in literals(game, game.known):
        array[cell] = int(mine)
    return array


def _game_as_json(game: PlayedGame, number: int) -> dict[str, Any]:
    """Return the JSON object of a game, for that of its row."""
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


def _show(terminal: Terminal, game: PlayedGame, number: int) -> None:
    """Print KB0, KB, the player's board, and the player's array beside the answer of one game."""
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
    return textwrap.wrap(
        " ".join(words), width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
    )

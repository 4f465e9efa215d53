"""The views of a simulation: its table with the conclusions below, and its chart."""

from collections.abc import Iterator

from gridwise.agents.simulate import Simulation
from gridwise.agents.statistics import GameCounts, percent
from gridwise.core.message import Message, msg
from gridwise.core.numbers import number
from gridwise.render.charts import Axis, Chart, Point, Series
from gridwise.render.screen import Text
from gridwise.render.tables import ResultTable
from gridwise.render.words import duration


def result_table(simulation: Simulation) -> ResultTable:
    """Return a row for each row of counts, and one for all repeats of a setting."""
    plan = simulation.plan
    head: list[Text] = [msg("board"), msg("free cells"), msg("run"), msg("games")]
    head += [msg("finished"), msg("stuck"), msg("lost")]
    head += [msg("won"), msg("guesses")] if plan.guessing else []
    head += [msg("win rate"), msg("95 % interval"), msg("cpu"), msg("cpu/game")]
    rows: list[tuple[Text, ...]] = []
    strong = set()
    for setting in simulation.pooled:
        key = (setting.board, setting.free_cells)
        mine = [row for row in simulation.rows if (row.board, row.free_cells) == key]
        together = [setting] if plan.repeats > 1 else []
        rows += [_cells(row, guessing=plan.guessing) for row in (*mine, *together)]
        strong |= {len(rows) - 1} if together else set()
    title = msg(
        "{puzzle}: policy {policy}, first click {click}, guess {guess}, seed {seed}",
        puzzle=plan.puzzle,
        policy=plan.policy,
        click=plan.first_click,
        guess=plan.guess,
        seed=plan.seed,
    )
    notes = (*legend(simulation), *simulation.conclusion)
    return ResultTable(title, tuple(head), tuple(rows), notes=notes, strong=frozenset(strong))


def _cells(row: GameCounts, *, guessing: bool) -> tuple[Text, ...]:
    low, high = row.ci95 or (0.0, 0.0)
    counts = [row.games, row.finished, row.stuck, row.lost]
    counts += [row.wins, row.guesses] if guessing else []
    return (
        row.board,
        f"x{row.free_cells} = {row.revealed}",
        msg("all") if row.repeat is None else str(row.repeat),
        *(number(count) for count in counts),
        "-" if row.win_rate is None else percent(row.win_rate),
        "-" if row.ci95 is None else msg("{low} to {high}", low=percent(low), high=percent(high)),
        duration(row.cpu_s),
        duration(row.cpu_s / row.games) if row.games else "-",
    )


def legend(simulation: Simulation) -> Iterator[Message]:
    """Yield the meaning of two of the columns."""
    if simulation.plan.guessing:
        yield msg("finished: won without a guess")
        yield msg("stuck:    at some point nothing could be concluded: it guessed")
    else:
        yield msg("finished: every safe cell was opened by conclusions alone")
        yield msg("stuck:    nothing more could be concluded")
    faults = [row.fault for row in simulation.rows if row.fault is not None]
    if faults:
        failed = sum(row.failed for row in simulation.rows)
        yield msg(
            "lost:     {n} of these, as the policy failed; the first time: {why}",
            n=failed,
            why=faults[0],
        )


def charts(simulation: Simulation) -> tuple[Chart]:
    """Return one chart: the shares of games won by setting."""
    settings = simulation.pooled
    points, ticks = [], []
    for place, row in enumerate(settings, 1):
        ticks.append((float(place), f"{row.board}, x{row.free_cells}"))
        if row.ci95 is not None and row.win_rate is not None:
            low, high = row.ci95
            points.append(Point(place, 100 * row.win_rate, 100 * low, 100 * high))
    chart = Chart(
        "won",
        msg("Games won"),
        Axis(msg("board, and how many units of free cells"), tuple(ticks)),
        msg("games won, %"),
        (Series(simulation.plan.policy, 0, tuple(points)),),
        len(settings),
        kind="shares",
        log=False,
    )
    return (chart,)

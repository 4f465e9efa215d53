"""`gridwise probabilities`: how likely each covered cell is to hold a mine."""

from typing import TYPE_CHECKING, Any

from gridwise.cli.shared import params as _params
from gridwise.cli.shared.params import Ascii, Inputs, Json, Kind, Memory, Time

if TYPE_CHECKING:
    from gridwise.cli.shared.terminal import Terminal


def probabilities(
    *inputs: Inputs,
    puzzle: Kind = None,
    time: Time = None,
    memory: Memory = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Give the exact chance of every covered cell to be a mine."""
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.job import CANCELLED, exit_status
    from gridwise.cli.shared.progress import ProgressLine
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import UsageError
    from gridwise.solving import probabilities as workbench
    from gridwise.solving.inputs import read_inputs
    from gridwise.solving.result_json import error_record

    if not inputs:
        raise UsageError("no input: name a file, a notation such as minesweeper:2x1x1:--, or -")
    terminal = Terminal(json=json, ascii=ascii)
    limits = _params.limits(time, None, memory, None)
    line = ProgressLine(terminal)
    status = 0
    with Cancel() as cancel:
        try:
            for item in read_inputs(_params.unshielded(inputs), puzzle=puzzle):
                if item.entry.error is not None:
                    error = item.entry.error
                    terminal.error(str(error))
                    terminal.record(error_record(error, index=item.index))
                    status = max(status, error.exit_status)
                    continue
                line.begin(workbench.METHOD, limits.time_s)
                position = item.entry.position
                found = workbench.probabilities(
                    position, limits=limits, cancel=cancel, progress=line
                )
                terminal.clear()
                terminal.record(workbench.record(found, index=item.index))
                if not json:
                    _show(terminal, found, limits.time_s)
                status = max(status, exit_status(found))
                if cancel.is_set():
                    status = max(status, CANCELLED)
                    break
        finally:
            terminal.clear()
    terminal.flush()
    return status


def _show(terminal: "Terminal", found: Any, time_s: float | None) -> None:
    """Print the chances as percents, a row of the board a line, and what is known."""
    from gridwise.cli.shared.show import details
    from gridwise.cli.shared.terminal import table
    from gridwise.render.words import duration, in_words, number, outcome

    if found.answer is None:
        known = in_words(outcome(found, time_s=time_s))
    else:
        rows = found.answer.chances.tolist()
        width = len(rows[0])
        head = ["", *(f"c{col + 1}" for col in range(width))]
        body = [
            [f"r{row + 1}", *(percent(chance) for chance in chances)]
            for row, chances in enumerate(rows)
        ]
        for index, text in enumerate(table(head, body, right=range(1, width + 1))):
            terminal.line(text, "dim" if index == 0 else "")
        layouts = found.answer.layouts
        many = number(layouts) if layouts < 10**15 else f"about {power(layouts)}"
        known = f"percent of mines over {many} layout{'' if layouts == 1 else 's'}"
    terminal.line(f"{known} · {found.method} · {duration(found.statistics.wall_s)}", "bold")
    details(terminal, found)


def percent(chance: Any) -> str:
    """Return a chance as a percentage; only what is certain shows as 0 or 100."""
    if chance is None:
        return "·"
    if chance.denominator == 1:
        return str(100 * chance.numerator)
    tenths = min(999, max(1, round(1000 * chance)))
    return f"{tenths // 10}.{tenths % 10}"


def power(whole: int) -> str:
    """Return a long number with four digits and a power of ten, cut and not rounded."""
    digits = str(whole)
    return f"{digits[0]}.{digits[1:4]}e{len(digits) - 1}"

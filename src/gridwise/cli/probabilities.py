"""`gridwise probabilities`: how likely each covered cell is to hold a mine."""

from typing import TYPE_CHECKING, Any

from gridwise.cli.shared.options import Ascii, Inputs, Json, Kind, Memory, Time, limits_of

if TYPE_CHECKING:
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.solving.inputs import Item


def probabilities(
    *inputs: Inputs,
    puzzle: Kind = None,
    time: Time = None,
    memory: Memory = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Compute the exact mine probability of every covered cell."""
    from gridwise.cli.shared.boards import answer_boards, needed
    from gridwise.cli.shared.cancel import Cancel
    from gridwise.cli.shared.exit_status import exit_status
    from gridwise.cli.shared.progress import ProgressLine
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import ParseError
    from gridwise.solving import probabilities as chances

    needed(inputs, "minesweeper:2x1x1:--")
    terminal = Terminal(json=json, ascii=ascii)
    limits = limits_of(time, None, memory, None)
    line = ProgressLine(terminal)

    def answer(item: "Item") -> int:
        line.begin(chances.METHOD, limits.time_s)
        position = item.entry.position
        found = chances.probabilities(position, limits=limits, cancel=cancel, progress=line)
        terminal.clear()
        terminal.json_line(chances.as_json(found, index=item.index))
        if not json:
            _show(terminal, found, limits.time_s)
        return exit_status(found)

    with Cancel() as cancel:
        try:
            status = answer_boards(
                terminal, inputs, puzzle, answer, reported=ParseError, cancel=cancel
            )
        finally:
            terminal.clear()
    terminal.flush()
    return status


def _show(terminal: "Terminal", found: Any, time_s: float | None) -> None:
    """Print the chances as percents, a row of the board a line, and what is known."""
    from gridwise.cli.shared.result_text import details
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
        known = f"mine probability in percent, over {many} layout{'' if layouts == 1 else 's'}"
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

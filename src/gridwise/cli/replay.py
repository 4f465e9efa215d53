"""`gridwise replay`: the steps of a run or of another program, from the trace that it wrote."""

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from gridwise.cli.shared import options
from gridwise.cli.shared.options import Ascii, Json, valued

if TYPE_CHECKING:
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.recording.replay import Replay


def replay(
    trace: Annotated[
        Path,
        Parameter(name="TRACE", help="A file of JSON lines, or - for standard input."),
    ],
    /,
    *,
    step: Annotated[
        int | None,
        valued("--step", "K", "Draw the board after step K; 0 is the start.", options.natural),
    ] = None,
    index: Annotated[
        int | None,
        valued("--index", "K", "The run of puzzle K, in a file of several runs.", options.natural),
    ] = None,
    html: Annotated[
        Path | None,
        valued(
            "--html", "FILE", "Write a page that plays it and loads nothing.", options.file_name
        ),
    ] = None,
    ascii: Ascii = False,
    json: Json = False,
) -> int:
    """Play a trace, of `solve --trace` or your own program, step by step; the page does too."""
    from gridwise.cli.shared import language, menu
    from gridwise.cli.shared.terminal import Terminal
    from gridwise.core.errors import ParameterError
    from gridwise.core.message import msg
    from gridwise.core.playback import Playback
    from gridwise.recording.frames import START
    from gridwise.recording.read_trace import read_trace
    from gridwise.recording.replay import of_program
    from gridwise.recording.trace_file import events
    from gridwise.render.catalogue import catalogue
    from gridwise.render.words import in_sentence, number
    from gridwise.solving.files import write_whole

    terminal = Terminal(json=json, ascii=ascii)
    found = read_trace("-" if str(trace) == options.STDIN else trace, index=index)
    run = of_program(found)
    if step is not None and step > run.steps:
        raise ParameterError(
            msg("--step: found {step}, expected 0 to {most}", step=step, most=run.steps)
        )
    if html is not None:
        tag = language.of_documents()
        write_whole(html, [run.page(catalogue=catalogue(tag), language=tag)])
        terminal.note(msg("{path} written", path=str(html)))
        return 0
    for event in events(found.trace) if json else ():
        if step is None or event["step"] + 1 == step:
            terminal.json_line({**event, "step": event["step"] + 1})
    if json:
        return 0
    terminal.heading(run.title)
    if step is not None:
        _show(terminal, run, step)
    elif menu.possible():
        _play(terminal, run)
    else:
        lines = chain((START,), (event.text for event in Playback[Any](found.trace).events()))
        for at, said in enumerate(lines):
            terminal.line(f"{at}  {in_sentence(said, language.current())}")
        _draw(terminal, run, run.steps)
    if run.dropped:
        terminal.note(
            msg(
                "recorded the first {steps} of {total} steps",
                steps=number(run.steps),
                total=number(run.steps + run.dropped),
            )
        )
    if found.more and index is None:
        terminal.note(msg("the file has more runs: choose one with --index"))
    return 0


def _show(terminal: "Terminal", run: "Replay", step: int) -> None:
    from gridwise.cli.shared import language
    from gridwise.render.words import in_sentence

    said = in_sentence(run[step].text, language.current())
    terminal.line(f"{step}/{run.steps}  {said}")
    _draw(terminal, run, step)


def _draw(terminal: "Terminal", run: "Replay", step: int) -> None:
    from gridwise.render.text import draw

    terminal.drawing(draw(run[step].scene, ascii=terminal.ascii))


def _play(terminal: "Terminal", run: "Replay") -> None:
    """Show a step for each line that is typed, until the person leaves."""
    from gridwise.core.message import msg

    step = 0
    _show(terminal, run, step)
    terminal.line(msg("Enter: the next step; b: back; a number: that step; q: leave"), "dim")
    for typed in _typed():
        if typed == "q":
            return
        if typed.isascii() and typed.isdigit():
            wanted = int(typed[:9])
        elif typed in ("", "b"):
            wanted = step - 1 if typed else step + 1
        else:
            wanted = -1
        if not 0 <= wanted <= run.steps:
            if not typed:
                return  # Enter after the last step
            expected = msg("a step from 0 to {most}, b or q", most=run.steps)
            terminal.error(
                msg("found {found}, expected {expected}", found=repr(typed), expected=expected)
            )
            continue
        step = wanted
        _show(terminal, run, step)


def _typed() -> Iterator[str]:
    """Yield the lines that a person types."""
    try:
        while True:
            print("> ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                return
            yield line.strip().lower()
    except KeyboardInterrupt:
        print()

"""`gridwise replay`: the steps of a run or of another program, from the trace that it wrote."""

import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from gridwise.cli.shared import language, menu, options
from gridwise.cli.shared.asking import takes_options
from gridwise.cli.shared.terminal import Terminal
from gridwise.core.errors import ParameterError
from gridwise.core.files import write_whole
from gridwise.core.message import Message, msg
from gridwise.core.playback import Playback
from gridwise.core.question import Arg
from gridwise.core.trace import Trace
from gridwise.recording.frames import START
from gridwise.recording.replay import Replay, game_in, of_program
from gridwise.recording.trace_file import events, read_trace
from gridwise.render.catalogue import catalogue
from gridwise.render.text import draw
from gridwise.render.words import in_sentence, in_words, number


@takes_options()
def replay(
    trace: Annotated[
        Path,
        Parameter(
            name="TRACE",
            help="A file of JSON lines, a Minesweeper replay, or - for standard input.",
        ),
    ],
    /,
    *,
    step: Annotated[
        int | None, Arg("Draw the board after step K; 0 is the start.", metavar="K")
    ] = None,
    index: Annotated[
        int | None, Arg("The run of puzzle K, in a file of several runs.", metavar="K")
    ] = None,
    html: Annotated[
        Path | None, Arg("Write a page that plays it and loads nothing.", metavar="FILE")
    ] = None,
    ascii: bool = False,
    json: bool = False,
) -> int:
    """Play a trace, of `solve --trace` or your own program, step by step; the page does too."""
    terminal = Terminal(json=json, ascii=ascii)
    source = "-" if str(trace) == options.STDIN else trace
    run, trace_rows, more = game_in(source, index=index), None, False
    if run is None:
        found = read_trace(source, index=index)
        run, trace_rows, more = of_program(found), found.trace, found.more
    if step is not None and step > run.steps:
        raise ParameterError(
            msg("--step: found {step}, expected 0 to {most}", step=step, most=run.steps)
        )
    if html is not None:
        tag = language.of_documents()
        write_whole(html, [run.page(catalogue=catalogue(tag), language=tag)])
        terminal.note(msg("{path} written", path=str(html)))
        return 0
    for event in _events(run, trace_rows) if json else ():
        if step is None or event["step"] == step:
            terminal.json_line(event)
    if json:
        return 0
    terminal.heading(run.title)
    if step is not None:
        _show(terminal, run, step)
    elif menu.possible():
        _play(terminal, run)
    else:
        for at, said in enumerate(chain((START,), _texts(run, trace_rows))):
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
    if more and index is None:
        terminal.note(msg("the file has more runs: choose one with --index"))
    return 0


def _events(run: Replay, trace: Trace | None) -> Iterator[dict[str, Any]]:
    """Yield the steps of a trace, or else of a game, as JSON; the first is 1."""
    from dataclasses import asdict

    for event in events(trace):
        yield {**event, "step": event["step"] + 1}
    for step, played in enumerate(run.played, 1):
        yield {"step": step, **asdict(played), "text": in_words(run[step].text)}


def _texts(run: Replay, trace: Trace | None) -> Iterator[Message]:
    """Yield the steps of a trace, or else of a game, in words."""
    if trace is None:
        yield from (run[step].text for step in range(1, len(run)))
    else:
        yield from (event.text for event in Playback[Any](trace).events())


def _show(terminal: Terminal, run: Replay, step: int) -> None:
    said = in_sentence(run[step].text, language.current())
    terminal.line(f"{step}/{run.steps}  {said}")
    _draw(terminal, run, step)


def _draw(terminal: Terminal, run: Replay, step: int) -> None:
    terminal.drawing(draw(run[step].scene, ascii=terminal.ascii))


def _play(terminal: Terminal, run: Replay) -> None:
    """Show a step for each line that is typed, until the person leaves."""
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

"""A command made of a question to one board: its options, its output, its exit status."""

import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_origin

import cyclopts

from gridwise.cli.shared.options import (
    COMMON,
    Inputs,
    amount,
    completer,
    file_name,
    limits_of,
    name_completer,
    natural,
    number,
    read_names,
    read_numbers,
    refused,
)
from gridwise.core.question import (
    Arg,
    ArgumentError,
    Parameter,
    QuestionFunction,
    alternatives,
    parameters_of,
)

if TYPE_CHECKING:
    from gridwise.core.errors import GridwiseError
    from gridwise.solving.inputs import Item

Command = Callable[..., int]

_PLACED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL)

_LISTS = {Iterable, Sequence}


def option(name: str, annotation: Any) -> Any:
    """Return the option of a parameter: its type as the parser reads it, and how."""
    if get_origin(annotation) is Annotated and isinstance(
        annotation.__metadata__[0], cyclopts.Parameter
    ):
        return annotation
    return Annotated[option_of(Parameter(name, annotation))]


def option_of(parameter: Parameter) -> tuple[Any, cyclopts.Parameter]:
    """Return the type of the value of a parameter's option, and the option."""
    arg = parameter.arg
    kinds = [kind for kind, _ in alternatives(parameter.annotation)]
    known = arg.completions or arg.names
    kind: Any = next((kind for kind in (bool, int, float) if kind in kinds), str)
    read: Any = {int: natural, float: amount}.get(kind)
    listed: dict[str, Any] = {"n_tokens": 1, "consume_multiple": False}
    complete = completer(known)
    if read is not None and (arg.least, arg.above, arg.most) != (None, None, None):
        read = number(parameter.annotation)
    if any((get_origin(kind) or kind) in (Path, os.PathLike) for kind in kinds):
        kind, read = Path, file_name
    elif known is not None and {get_origin(kind) for kind in kinds} & _LISTS:
        kind, read, complete = tuple[str, ...], read_names, name_completer(known)
    elif Sequence[int] in kinds:
        kind, read = tuple[int, ...], read_numbers
    else:
        listed = {}
    return kind if kind is bool else kind | None, cyclopts.Parameter(
        name=parameter.option,
        metavar=None if kind is bool else arg.metavar or parameter.name.upper(),
        help=arg.description,
        converter=read,
        negative="",
        show_default=False,
        completer=complete,
        **listed,
    )


def takes_options(
    *functions: Callable[..., Any], order: str = "", also: Mapping[str, Any] | None = None
) -> Callable[[Command], Command]:
    """Give a command the options of functions, and those of many commands; a decorator.

    The option of a parameter is made of its `Arg`, else of that which the function's parameter of
    its name has, else of that in `COMMON`. The command takes as keywords what the order names and
    it does not.

    Parameters
    ----------
    order
        The names of the options in their order, with spaces between; by default those that the
        command has.
    also
        Further options by name.
    """

    def marked(command: Command) -> Command:
        taken = {name: one for each in functions for name, one in parameters_of(each).items()}
        kinds = {name: one.annotation for name, one in taken.items() if one.arg != Arg()}
        kinds = {**COMMON, **kinds, **(also or {})}
        signed = inspect.signature(command)
        own = dict(signed.parameters)
        made = []
        placed = [name for name, one in own.items() if not order or one.kind in _PLACED]
        for name in (*placed, *order.split()):
            needed = name in taken and taken[name].needed
            has = name in own and get_origin(own[name].annotation) is Annotated
            kind = option(name, own[name].annotation if has else kinds[name])
            one = own.get(name) or _keyword(name, kind, needed=needed)
            made.append(one.replace(annotation=kind))
        command.__annotations__ = {one.name: one.annotation for one in made} | {"return": int}
        command.__signature__ = signed.replace(parameters=made)  # type: ignore[attr-defined]
        return command

    return marked


def _keyword(name: str, kind: Any, *, needed: bool = False) -> inspect.Parameter:
    without = False if kind.__origin__ is bool else None
    default = inspect.Parameter.empty if needed else without
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def command_of(
    question: QuestionFunction,
    summary: str,
    *,
    example: str = "sudoku:2x2:1...",
    goal: bool = True,
    label: str = "",
    default_s: float | None = None,
    time_help: str = "",
    record: Callable[[Any], dict[str, Any]] | None = None,
    reported: "type[GridwiseError] | None" = None,
    also: Mapping[str, tuple[Any, QuestionFunction]] | None = None,
) -> Command:
    """Return the command that asks a question about each of its boards.

    Parameters
    ----------
    question
        The question; its parameters are options.
    summary
        The first line of the help.
    example
        A notation for the error if no board is named.
    goal
        Whether the command takes another goal of sliding boards.
    label
        The words before the progress of the run.
    default_s
        The limit of time where neither it nor one of processor time is named.
    time_help
        The help of the limit of time, instead of that of the question.
    record
        A function that returns the JSON object of a result; by default its `to_dict`.
    reported
        The errors of one board that do not end the others; all of ours by default.
    also
        Options that ask another question instead: the option and that question.
    """
    taken, own = question.parameters, question.own
    known = {name: one.annotation for name, one in own.items()}
    known |= {name: kind for name, (kind, _) in (also or {}).items()}
    order = [*known, "puzzle", *(["goal"] if goal else [])]
    order += [name for name in ("time_s", "cpu_s") if name in taken]
    order += [*(["memory"] if "limits" in taken else []), "ascii", "json"]
    if time_help:
        arg = replace(taken["time_s"].arg, description=time_help)
        known["time_s"] = Annotated[float | None, arg]

    def run(*inputs: Inputs, **given: Any) -> int:
        from gridwise.cli.shared.boards import answer_boards, needed
        from gridwise.cli.shared.cancel import Cancel
        from gridwise.cli.shared.exit_status import exit_status
        from gridwise.cli.shared.progress import ProgressLine
        from gridwise.cli.shared.terminal import Terminal
        from gridwise.core.errors import GridwiseError, InputError, ParameterError, ParseError
        from gridwise.core.limits import time_or
        from gridwise.core.message import msg
        from gridwise.questions.base_board import BaseBoard
        from gridwise.render.display import show

        needed(inputs, example)
        terminal = Terminal(json=given.pop("json", False), ascii=given.pop("ascii", False))
        puzzle, wanted_goal = given.pop("puzzle", None), given.pop("goal", None)
        asked = question
        for name, (_, other) in (also or {}).items():
            if given.pop(name, False):
                asked = other
                for option_name in own:
                    if given.pop(option_name, None) is not None:
                        one, two = f"--{name}", taken[option_name].option
                        raise ParameterError(msg("{a} and {b} exclude each other", a=one, b=two))
        if default_s is not None and asked is question:
            given["time_s"] = time_or(given.get("time_s"), given.get("cpu_s"), default_s)
        given = {name: value for name, value in given.items() if value is not None}
        line = ProgressLine(terminal)
        if "limits" in taken:
            given["limits"] = limits_of(None, None, memory_mb=given.pop("memory", None))
        if "progress" in taken:
            given["progress"] = line

        def answer(item: "Item") -> int:
            assert item.puzzle is not None
            line.begin(label, given.get("time_s"))
            board = BaseBoard.of(item.puzzle, item.entry.position)
            try:
                result = asked.function(board, **given)
            except ParseError:
                raise
            except ArgumentError as error:
                if error.parameter not in own:
                    raise
                why = refused(error.wanted, str(error.value))
                at = own[error.parameter].option
                raise ParameterError(msg("{option}: {why}", option=at, why=why)) from error
            except InputError as error:
                raise item.at_its_place(error) from error
            terminal.clear()
            value = result.to_dict() if record is None else record(result)
            terminal.json_line({"index": item.index, **value} | {"index": item.index})
            if not terminal.json:
                show(terminal, result)
            return exit_status(result)

        with Cancel() as cancel:
            if "cancel" in taken:
                given["cancel"] = cancel
            try:
                return answer_boards(
                    terminal,
                    inputs,
                    puzzle,
                    answer,
                    goal=wanted_goal,
                    reported=reported or GridwiseError,
                    cancel=cancel,
                )
            finally:
                terminal.clear()

    run.__name__, run.__doc__ = question.name, summary
    return takes_options(question.function, order=" ".join(order), also=known)(run)

"""The tasks that check somebody's own clauses of a board: for a page, and for a class."""

from dataclasses import dataclass
from typing import Annotated

from gridwise.core.limits import part_of
from gridwise.core.question import Arg
from gridwise.questions.check_encoding import check_encoding as checked
from gridwise.render.catalogue import catalogue
from gridwise.solving.encoding.check import DEFAULT_S
from gridwise.solving.encoding.check_display import as_page, in_one_line
from gridwise.solving.encoding.given_clauses import FileText
from gridwise.workers.arguments import OnBoard
from gridwise.workers.protocol import Call, TaskAnswer, TaskKind

MOST_BYTES = 4_000_000
"""Bytes of a file of clauses, and of a map."""
_SHARE = 0.8
"""The share of the time for the search; the rest is for drawing and sending its result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckEncodingArguments(OnBoard):
    """Arguments of `check_encoding`."""

    cnf: Annotated[str, Arg("The clauses, as DIMACS.", most=MOST_BYTES)]
    name: str = "encoding.cnf"
    map: Annotated[str, Arg("What the variables mean, as JSON.", most=MOST_BYTES)] | None = None
    map_name: str = "map.json"
    lang: Annotated[str, Arg("The language of the drawings' titles.")] = "en"


def check_encoding(call: Call, args: CheckEncodingArguments) -> TaskAnswer:
    """Return the JSON object of a check that a page shows."""
    position = args.position()
    left = call.left_s()
    time_s = DEFAULT_S if left is None else min(DEFAULT_S, _SHARE * left)
    with call.measured():
        check = checked(
            FileText(args.name, args.cnf),
            position,
            map=None if args.map is None else FileText(args.map_name, args.map),
            time_s=time_s,
            cpu_s=part_of(call.left_cpu_s(), _SHARE),
            cancel=call.cancel,
        )
    return TaskAnswer(as_page(check, catalogue(args.lang)))


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeEncodingArguments(OnBoard):
    """Arguments of `judge_encoding`."""

    cnf_file: Annotated[str, Arg("The file of the clauses.", remote=False)]
    map_file: Annotated[str, Arg("The file of the variables.", remote=False)] | None = None
    time_s: Annotated[float, Arg("Seconds of the search.", above=0, remote=False)]


def judge_encoding(call: Call, args: JudgeEncodingArguments) -> TaskAnswer:
    """Return whether the clauses in a file are right, why in one line, and a counterexample."""
    position = args.position()
    with call.measured():
        check = checked(
            args.cnf_file, position, map=args.map_file, time_s=args.time_s, cancel=call.cancel
        )
    shows = check.accepted or check.rejected
    return TaskAnswer(
        {
            "right": bool(check.right),
            "why": in_one_line(check, args.time_s).as_json(),
            "marks": [] if shows is None else [[mark.cell, mark.value] for mark in shows.marks],
            "cells": [] if shows is None else list(shows.cells),
        }
    )


TASKS = (
    TaskKind("check_encoding", CheckEncodingArguments, check_encoding),
    TaskKind("judge_encoding", JudgeEncodingArguments, judge_encoding),
)

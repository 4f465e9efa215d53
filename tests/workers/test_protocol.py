"""The schema of arguments: what fits, what is refused and how, and what requests may ask for."""

import sys
from dataclasses import dataclass, field
from types import ModuleType
from typing import Annotated, Any

import pytest

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.core.question import Arg, read_arguments
from gridwise.workers.kinds import task_kinds
from gridwise.workers.protocol import Arguments, TaskAnswer, TaskKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Example(Arguments):
    text: Annotated[str, Arg(least=1)]
    level: Annotated[int, Arg(least=0, most=4)] = 4
    seconds: Annotated[float, Arg(above=0)] | None = None
    colour: Annotated[str, Arg(what="colour", names=lambda: ("red", "blue"))] | None = None
    sizes: int | list[Annotated[int, Arg(least=1)]] = 3
    options: dict[str, str | int] = field(default_factory=dict)
    echo: Any = None


def test_arguments_are_read() -> None:
    args = read_arguments(Example, {"text": "x"})
    assert (args.level, args.seconds, args.options, args.heap) == (4, None, {}, False)
    given = {"text": "x", "level": None, "seconds": 2, "colour": "red", "sizes": [1, 2]}
    args = read_arguments(Example, {**given, "options": {"a": 1, "b": "c"}, "echo": [None]})
    assert (args.level, args.seconds, args.colour, args.sizes) == (4, 2, "red", [1, 2])
    assert (args.options, args.echo) == ({"a": 1, "b": "c"}, [None])


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"text": None}, "text: Found NoneType None, expected a text that is not empty."),
        ({"text": ""}, "text: Found str '', expected a text that is not empty."),
        ({"text": "x" * 500, "level": "x" * 500}, "level: Found str 'xxx"),
        ({"level": 5}, "level: Found int 5, expected a whole number from 0 to 4."),
        ({"level": True}, "level: Found bool True, expected a whole number from 0 to 4."),
        ({"level": 1.0}, "level: Found float 1.0, expected a whole number from 0 to 4."),
        ({"seconds": 0}, "seconds: Found int 0, expected a number above 0."),
        ({"seconds": float("nan")}, "seconds: Found float nan, expected a number above 0."),
        ({"seconds": "2"}, "seconds: Found str '2', expected a number above 0."),
        ({"sizes": "1"}, "sizes: Found str '1', expected a whole number or a list."),
        ({"sizes": [1, 0]}, "sizes, item 2: Found int 0, expected a whole number above 0."),
        ({"options": ["a"]}, r"options: Found list \['a'\], expected a dict."),
        ({"options": {"a": 1.5}}, "options.a: Found float 1.5, expected a text or a whole number."),
        ({"heap": 1}, "heap: Found int 1, expected True or False."),
    ],
)
def test_what_does_not_fit_is_said(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ParameterError, match=words) as error:
        read_arguments(Example, {"text": "x", **wrong})
    assert len(str(error.value)) < 200


def test_unknown_names_are_refused_with_near_ones() -> None:
    with pytest.raises(UnknownNameError, match="Unknown argument 'levle'; did you mean level"):
        read_arguments(Example, {"text": "x", "levle": 1})
    with pytest.raises(UnknownNameError, match="Unknown colour 'rde'; did you mean red"):
        read_arguments(Example, {"text": "x", "colour": "rde"})


def test_two_tasks_cannot_share_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("second_ping")
    module.TASKS = (TaskKind("ping", Arguments, lambda call, args: TaskAnswer(None)),)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "second_ping", module)
    with pytest.raises(ValueError, match="a second task named 'ping'"):
        task_kinds(("second_ping",))
    assert "ping" in task_kinds()

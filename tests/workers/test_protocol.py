"""The schema of arguments: what fits, what is refused and how, and what requests may ask for."""

import sys
from dataclasses import dataclass, field
from types import ModuleType
from typing import Annotated, Any

import pytest

from gridwise.core.errors import ParameterError, UnknownNameError
from gridwise.workers.kinds import task_kinds
from gridwise.workers.protocol import Arg, Arguments, TaskAnswer, TaskKind, read_arguments


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
        ({"text": None}, "Text is a text that is not empty, not None."),
        ({"text": ""}, "Text is a text that is not empty, not ''."),
        ({"text": "x" * 500, "level": "x" * 500}, "from 0 to 4, not 'xxx"),
        ({"level": 5}, "Level is a whole number from 0 to 4, not 5."),
        ({"level": True}, "Level is a whole number from 0 to 4, not True."),
        ({"level": 1.0}, "Level is a whole number from 0 to 4, not 1.0."),
        ({"seconds": 0}, "Seconds is a number above 0, not 0."),
        ({"seconds": float("nan")}, "Seconds is a number above 0, not nan."),
        ({"seconds": "2"}, "Seconds is a number above 0, not '2'."),
        ({"sizes": "1"}, "Sizes is a whole number or a list, not '1'."),
        ({"sizes": [1, 0]}, "Sizes, item 2, is a whole number from 1 on, not 0."),
        ({"options": ["a"]}, r"Options is values by name, not \['a'\]"),
        ({"options": {"a": 1.5}}, "options.a is a text or a whole number, not 1.5"),
        ({"heap": 1}, "Heap is true or false, not 1."),
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

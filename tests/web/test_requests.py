"""What the server itself does with a request before it is a task."""

import pytest

from every import every
from gridwise.core import registry
from gridwise.core.errors import GridwiseError

LARGE = [f"1000x{1000 - n}x200000" for n in range(10)]


def arguments(given: dict[str, object]) -> dict[str, object]:
    from gridwise.web.api.models import request_model
    from gridwise.web.api.routes import task_arguments

    asked = request_model("simulate", 1.0).model_validate({"puzzle": "minesweeper", **given})
    checked = asked.model_dump(exclude_none=True)
    del checked["time_s"]
    return task_arguments("simulate", checked)


@pytest.fixture
def no_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    def deal(*_: object, **__: object) -> None:
        raise AssertionError("a board was dealt")

    monkeypatch.setattr(type(registry.referee("minesweeper")), "deal", deal)


@pytest.mark.usefixtures("no_deal")
def test_no_board_is_dealt_before_there_is_a_task() -> None:
    asked = {"board": LARGE, "free_cells": list(range(10)), "first_click": "any"}
    assert arguments(asked)["board"] == LARGE


@pytest.mark.usefixtures("no_deal")
@pytest.mark.parametrize(
    "wrong",
    [
        {"board": "1001x1000x5"},
        {"board": "9x9x82"},
        {"board": "1000x1000x999999", "first_click": "zero"},
        {"board": "9x9x80", "free_cells": 1},
        {"board": "9x9x10", "first_click": "never"},
        {"board": "9x9"},
    ],
)
def test_what_cannot_be_dealt_is_refused_all_the_same(wrong: dict[str, object]) -> None:
    with pytest.raises(GridwiseError, match=r"cells|mines|rule|[Aa] board is"):
        arguments(wrong)


def every_kind() -> list[str]:
    from gridwise.web.api.models import TIMES_S

    return [*TIMES_S, *(name for name, one in registry.questions().items() if one.remote)]


@every("name", every_kind)
def test_whatever_a_stranger_may_ask_for_is_bounded(name: str) -> None:
    from gridwise.web.api.models import request_model

    found = request_model(name, 1.0).model_json_schema()["properties"]
    assert "heap" not in found and "messages" not in found

    def check(schema: dict[str, object], field: str) -> None:
        for several in schema.get("anyOf", ()):  # type: ignore[attr-defined]
            check(several, field)
        bound = {"string": "maxLength", "integer": "maximum", "array": "maxItems"}
        kind = bound.get(str(schema.get("type")))
        assert kind is None or kind in schema or "enum" in schema, (name, field, schema)
        if "items" in schema:
            check(schema["items"], field)  # type: ignore[arg-type]

    for field, schema in found.items():
        check(schema, field)

"""The functions that show results, registered by the type of the result.

A result does not import its views: it looks them up here once it is printed or drawn. A view
imports the type of the result, so that no two modules import each other.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gridwise.core.message import Message
from gridwise.core.scene import Scene
from gridwise.render.screen import PlainScreen, Screen
from gridwise.render.svg import to_svg

if TYPE_CHECKING:
    from gridwise.render.charts import Chart
    from gridwise.render.tables import ResultTable

Registered = Mapping[str, tuple[str, str]]
"""The module and the function for each type, by the name of its class."""

TABLES: Registered = {
    "Comparison": ("gridwise.comparing.tables", "result_table"),
    "Simulation": ("gridwise.agents.simulation_display", "result_table"),
}
CHARTS: Registered = {
    "Comparison": ("gridwise.comparing.charts", "charts"),
    "Simulation": ("gridwise.agents.simulation_display", "charts"),
}
VERDICTS: Registered = {"Comparison": ("gridwise.comparing.verdict", "verdict")}
SCREENS: Registered = {
    "Answer": ("gridwise.board_display", "show_answer"),
    "BaseBoard": ("gridwise.board_display", "show_board"),
    "BoardExplanation": ("gridwise.board_display", "show_explanation"),
    "BoardHint": ("gridwise.board_display", "show_hint"),
    "BoardRatings": ("gridwise.board_display", "show_ratings"),
    "EncodingCheck": ("gridwise.solving.encoding.check_display", "show"),
    "HeuristicTable": ("gridwise.board_display", "show_heuristics"),
    "SetterBench": ("gridwise.board_display", "show_setter_bench"),
}
"""The function that prints a result of each type to a screen: a terminal, or plain text."""
BUNDLES: Registered = {
    "Answer": ("gridwise.board_display", "answer_bundle"),
    "BaseBoard": ("gridwise.board_display", "board_bundle"),
    "BoardExplanation": ("gridwise.board_display", "explanation_bundle"),
    "BoardHint": ("gridwise.board_display", "hint_bundle"),
}


def table_of(result: object, **options: Any) -> "ResultTable":
    """Return the table of a result; the options go to the function that makes it."""
    table: ResultTable = _function(TABLES, result)(result, **options)
    return table


def charts_of(result: object) -> "tuple[Chart, ...]":
    """Return the charts of a result, the first of them the usual one."""
    charts: tuple[Chart, ...] = _function(CHARTS, result)(result)
    return charts


def verdict_of(result: object) -> tuple[Message, ...]:
    """Return the conclusions from a result, in sentences."""
    sentences: tuple[Message, ...] = _function(VERDICTS, result)(result)
    return sentences


def show(screen: Screen, result: object) -> None:
    """Print a result."""
    if any(kind.__name__ in SCREENS for kind in type(result).__mro__):
        _function(SCREENS, result)(screen, result)
    else:
        screen.line(str(result))


def text_of(result: object) -> str:
    """Return a result as plain text."""
    screen = PlainScreen()
    show(screen, result)
    return screen.text


def bundle_of(result: object) -> dict[str, str]:
    """Return what a notebook shows of a result, by MIME type."""
    forms: dict[str, str] = _function(BUNDLES, result)(result)
    return forms


def bundle(scene: Scene, text: str) -> dict[str, str]:
    """Return a picture for notebooks, and a text for what shows no pictures."""
    return {"image/svg+xml": to_svg(scene), "text/plain": text}


def _function(among: Registered, result: object) -> Callable[..., Any]:
    names = (kind.__name__ for kind in type(result).__mro__)
    module, function = next((among[name] for name in names if name in among), (None, ""))
    if module is None:
        raise TypeError(f"nothing shows a {type(result).__name__}")
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found

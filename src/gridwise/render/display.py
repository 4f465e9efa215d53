"""The functions that show results, registered by the type of the result.

A result does not import its views: it looks them up here once it is printed or drawn. A view
imports the type of the result, so that no two modules import each other.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gridwise.core.message import Message
from gridwise.render.screen import PlainScreen

if TYPE_CHECKING:
    from gridwise.render.charts import Chart
    from gridwise.render.tables import ResultTable

Registered = Mapping[str, tuple[str, str]]
"""The module and the function for each type, by the name of its class."""

TABLES: Registered = {
    "Comparison": ("gridwise.comparing.result_table", "result_table"),
    "Simulation": ("gridwise.agents.simulation_display", "result_table"),
}
CHARTS: Registered = {
    "Comparison": ("gridwise.comparing.charts", "charts"),
    "Simulation": ("gridwise.agents.simulation_display", "charts"),
}
VERDICTS: Registered = {"Comparison": ("gridwise.comparing.verdict", "verdict")}
TEXTS: Registered = {"EncodingCheck": ("gridwise.solving.encoding.check_display", "show")}


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


def text_of(result: object) -> str:
    """Return a result as plain text."""
    screen = PlainScreen()
    _function(TEXTS, result)(screen, result)
    return screen.text


def _function(among: Registered, result: object) -> Callable[..., Any]:
    names = (kind.__name__ for kind in type(result).__mro__)
    module, function = next(among[name] for name in names if name in among)
    found: Callable[..., Any] = getattr(import_module(module), function)
    return found

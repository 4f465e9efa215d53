"""Charts of a comparison."""

from typing import Any

import pytest

from comparing.test_results import MANIFEST, row
from gridwise.comparing.results import Comparison
from gridwise.core.errors import UnknownNameError

WHOLE: dict[str, Any] = {
    **MANIFEST,
    "title": "Four & five <queens>",
    "measurement_class": "indicative",
}


def found(*rows: Any, **more: Any) -> Comparison:
    made = rows or (
        row(0.012, peak_bytes=20_000),
        row(0.5, subject="b", peak_bytes=30_000),
        row(0.02, contender="y", peak_bytes=10_000),
        row(None, "time_limit", subject="b", contender="y"),
    )
    return Comparison({**WHOLE, **more}, tuple(made))


def test_a_chart_is_a_figure_that_a_notebook_shows() -> None:
    pytest.importorskip("matplotlib")
    one = found()
    assert one.plots[0] == "time_by_size" and "cactus" in one.plots
    drawn = one.plot("cactus")
    assert drawn.axes[0].get_title() == "Boards solved within a time"
    assert one.plot()._repr_svg_().rstrip().endswith("</svg>")  # type: ignore[attr-defined]
    assert one.plot()._repr_svg_() == one.plot()._repr_svg_()  # type: ignore[attr-defined]
    with pytest.raises(UnknownNameError, match="cactus"):
        one.plot("kaktus")

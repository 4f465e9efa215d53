"""Charts as data, in no form yet.

A page, a file and a notebook draw the same charts. A run that a limit ended is no point of a line:
it is drawn as an open triangle at the amount used until then.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from gridwise.core.message import Message, msg

COLOURS = (
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#CC79A7",
    "#000000",
    "#56B4E9",
    "#E69F00",
    "#7F7F7F",
)
"""The colours of Okabe and Ito, for any colour vision; each series also has its own marker."""


@dataclass(frozen=True, slots=True)
class Point:
    """A value at a place on the x-axis, with the least and the largest of its runs if known.

    `joined` says whether the line comes to it from the point before.
    """

    x: float
    y: float
    low: float | None = None
    high: float | None = None
    joined: bool = True


@dataclass(frozen=True, slots=True)
class Series:
    """The points of one contender; `index` chooses its colour, marker and line.

    `censored` are the places where a limit was reached before an answer, each with the least amount
    that a run had used until then. `answered` says whether any run had an answer.
    """

    label: str
    index: int
    points: tuple[Point, ...]
    censored: tuple[tuple[float, float], ...] = ()
    answered: bool = True

    @property
    def name(self) -> Message:
        """The name in the legend."""
        if self.answered:
            return msg("{name}", name=self.label)
        return msg("{name}: no answer", name=self.label)


@dataclass(frozen=True, slots=True)
class Axis:
    """The x-axis of a chart.

    Parameters
    ----------
    label
        The quantity.
    ticks
        The labels of the boards by place; empty if the places are plain numbers.
    by_size
        Whether the places are numbers of cells, on a logarithmic scale.
    """

    label: Message | None = None
    ticks: tuple[tuple[float, str], ...] = ()
    by_size: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """One chart.

    Parameters
    ----------
    name, title
        The name of its file, and the subject.
    x, unit
        The x-axis, and the unit of the y-axis.
    series
        The series, at least one.
    boards
        The number of boards.
    kind
        `lines`, `points`, or `shares` (of games in per cent, with 95 % intervals).
    log
        Whether the y-axis is logarithmic.
    """

    name: str
    title: Message
    x: Axis
    unit: Message
    series: tuple[Series, ...]
    boards: int
    kind: str = "lines"
    log: bool = True

    def stopped(self, series: Series) -> Iterator[tuple[float, float, float]]:
        """Yield the stopped runs of a series: the place, the amount used, and a shift.

        The signs of several series at a place stand side by side: the shift is in widths of a sign.
        """
        for place, used in series.censored:
            here = [one.index for one in self.series if place in dict(one.censored)]
            yield place, used, here.index(series.index) - (len(here) - 1) / 2

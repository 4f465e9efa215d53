"""Windows: a path built by a rule or by beams, pieces of which are replaced by shortest paths."""

from collections.abc import Iterator
from typing import Any

from gridwise.core.message import msg
from gridwise.core.method import Method, Option
from gridwise.core.run import Run
from gridwise.core.views import Model, Shortening


class Windows(Method):
    """Builds a path by a rule or by beams, then solves windows of it optimally, wider and wider.

    A window is a piece of the path; if a shorter path leads from its beginning to its end, that
    replaces the piece. The method ends when no window can be shortened within the nodes allowed for
    one, or at the time limit. It never claims a shortest path: the result says how far from a lower
    bound the path is.
    """

    name = "windows"
    title = "Windows: build a path, then shorten it piece by piece"
    source = "Ratner and Pohl 1986, Joint and LPA*: combination of approximation and search, AAAI"
    views = (Shortening,)
    complete = False
    counts = frozenset({"expanded", "generated", "layouts"})
    node = "one state expanded in a beam or a window"
    options = (
        Option("window", 48, (), "the most steps of a window"),
        Option("seconds", 4, (), "be content with what there is then; a time limit may come first"),
    )
    rank = 10

    def models(self, view: Shortening[Any], run: Run, *, ordered: bool = False) -> Iterator[Model]:
        widest, seconds = int(self.option(run, "window")), float(self.option(run, "seconds"))
        run.report.incomplete = True
        remaining = run.remaining_s()
        if remaining is not None:  # so that there is an answer before the limit
            seconds = min(seconds, 0.8 * remaining)
        run.check()
        built = False
        for model in view.shorten(run, widest, seconds):
            built = True
            run.count.layouts += 1
            yield model
        if not built and run.report.note is None:
            run.report.note = msg("the rule does not fit this position")


METHOD = Windows()

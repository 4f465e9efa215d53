"""The one table of a comparison: methods as rows, best first, with bars in the cells."""

import math
from collections.abc import Mapping

from nicegui import ui

from gridwise.comparing.measures import name_of
from gridwise.comparing.results import Comparison
from gridwise.comparing.significance import TIME, ranked
from gridwise.comparing.verdict import Standing, standings, times_words
from gridwise.core.message import msg
from gridwise.documents.report.build import measures
from gridwise.documents.report.tables import NOTHING, brief_words, cell_words
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.live import announce
from gridwise.web.widgets.parts import Select, box, text

_ALL = ""
"""The choice of all boards."""


class MethodTable:
    """The table, and the two lists that choose what it shows; it can be filled again.

    Parameters
    ----------
    visitor
        Whose language it has.
    """

    def __init__(self, visitor: Visitor) -> None:
        self._visitor, self._words = visitor, visitor.words
        self._found: Comparison | None = None
        self._shown: ui.element | None = None
        self._measure, self._board = TIME, _ALL

    def show(self, found: Comparison) -> None:
        """Build it here."""
        self._found, words = found, self._words
        kept = _measured(found)
        boards = {_ALL: words(msg("all boards"))} | {s.id: s.label for s in found.subjects}
        with box("div", "gw-row"):
            if len(kept) > 1:
                Select(
                    words(msg("Show")),
                    {name: words(name_of(name)) for name in kept},
                    self._measure,
                    self._choose_measure,
                    framed=True,
                ).mark("measure")
            if len(found.subjects) > 1:
                Select(
                    words(msg("Boards")), boards, self._board, self._choose_board, framed=True
                ).mark("board")
        self._shown = box("div", "gw-standing")
        self._fill()

    def _choose_measure(self, name: str) -> None:
        self._measure = name
        self._fill()
        announce(self._words(name_of(name)))

    def _choose_board(self, ident: str) -> None:
        self._board = ident
        self._fill()

    def _fill(self) -> None:
        found, words = self._found, self._words
        assert found is not None and self._shown is not None
        subjects = [s for s in found.subjects if self._board in (_ALL, s.id)]
        order = _ordered(found, [s.id for s in subjects], self._measure)
        least = {s.id: _least(found, s.id, self._measure) for s in subjects}
        overall = len(subjects) > 1
        marked = {who for one in found.disagreements() for who in one.contenders}
        marked |= {row.contender for row in found.faults()}
        about = msg("{what} by method, best first", what=name_of(self._measure))
        heads = [words(msg("method")), words(msg("boards answered") if overall else msg("runs"))]
        if overall and self._measure == TIME:
            heads.append(words(msg("times the best")))
        heads += [s.label for s in subjects]
        self._shown.clear()
        with self._shown:
            outer = box("div", "gw-scroll", tabindex=0, role="region", aria_label=words(about))
            with outer, box("table", "gw-table gw-bars", aria_label=words(about)):
                with box("thead"), box("tr"):
                    for at, head in enumerate(heads):
                        text("th", head, "gw-number" if at else "", scope="col")
                with box("tbody"):
                    for one in order:
                        with box("tr", "gw-marked" if one.contender in marked else ""):
                            self._row(found, one, [s.id for s in subjects], least)
            text("p", words(_BARS), "gw-small")
            self._key(found)

    def _row(
        self,
        found: Comparison,
        one: Standing,
        subjects: list[str],
        least: Mapping[str, float | None],
    ) -> None:
        words = self._words
        text("th", found.labels[one.contender], scope="row")
        if len(subjects) > 1:
            counts = f"{len(one.answered)}/{len(one.boards)}"
        else:
            cell = found.runs_of(one.contender, subjects[0])
            counts = f"{cell.answered}/{cell.runs}"
        text("td", counts, "gw-number")
        if len(subjects) > 1 and self._measure == TIME:
            ratio = NOTHING if math.isnan(one.slower) else times_words(one.slower)
            text("td", ratio, "gw-number")
        for subject in subjects:
            said = (cell_words if len(subjects) == 1 else brief_words)(
                found, one.contender, subject, self._measure
            )
            middle = found.runs_of(one.contender, subject).median(self._measure)
            best = least[subject]
            attributes = {}
            if middle is not None and best is not None:
                part = 1.0 if middle <= best else best / middle
                attributes["style"] = f"--part: {100 * part:.1f}%"
            shown = said if isinstance(said, str) else words(said)
            text("td", shown, "gw-number", **attributes)

    def _key(self, found: Comparison) -> None:
        named = [(s.label, s.source or s.notation) for s in found.subjects]
        named = [(label, source) for label, source in named if label != source]
        if not named:
            return
        with box("details"):
            text("summary", self._words(msg("The boards by their short names")))
            with box("dl", "gw-board-key"):
                for label, source in named:
                    text("dt", label)
                    text("dd", source, "gw-code-inline")


_BARS = msg(
    "The longer the bar, the better: the best on a board has a full one, a method with twice its "
    "value half of one."
)


def _measured(found: Comparison) -> list[str]:
    """Return the measures that any run has, CPU time first."""
    pairs = [(c.id, s.id) for c in found.contenders for s in found.subjects]
    return [
        name
        for name in measures(found)
        if name == TIME or any(found.runs_of(*pair).median(name) is not None for pair in pairs)
    ]


def _least(found: Comparison, subject: str, name: str) -> float | None:
    order = ranked(found, subject, name)
    return order[0][1] if order else None


def _ordered(found: Comparison, subjects: list[str], name: str) -> list[Standing]:
    """Return the standings, sorted by one board's values where only one is shown."""
    order = list(standings(found))
    if len(subjects) == 1:
        places = {who: at for at, (who, _) in enumerate(ranked(found, subjects[0], name))}
        order.sort(key=lambda one: places[one.contender])
    return order

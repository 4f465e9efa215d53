"""The one table of a comparison: methods as rows, best first, with bars in the cells."""

from nicegui import ui

from gridwise.comparing.measures import name_of
from gridwise.comparing.method_table import SHARE, MethodRow, first_measure, method_table
from gridwise.comparing.results import Comparison
from gridwise.comparing.significance import TIME
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.documents.report.build import measures
from gridwise.render.screen import Text
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.live import announce
from gridwise.web.widgets.parts import Select, box, text

_ALL = ""
"""The choice of all boards."""


class MethodTableView:
    """The table, and the two lists that choose its content; it can be filled again.

    Parameters
    ----------
    visitor
        The visitor, for the language.
    """

    def __init__(self, visitor: Visitor) -> None:
        self._visitor, self._words = visitor, visitor.words
        self._found: Comparison | None = None
        self._shown: ui.element | None = None
        self._measure, self._board = "", _ALL

    def show(self, found: Comparison) -> None:
        """Build the table here."""
        self._found, words = found, self._words
        self._measure = self._measure or first_measure(found)
        kept = _measured(found)
        boards = {_ALL: words(msg("all boards"))} | {s.id: s.label for s in found.subjects}
        with box("div", "gw-row"):
            if len(kept) > 1:
                Select(
                    words(msg("Show")),
                    {name: words(_title(name)) for name in kept},
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
        announce(self._words(_title(name)))

    def _choose_board(self, ident: str) -> None:
        self._board = ident
        self._fill()

    def _fill(self) -> None:
        found, words = self._found, self._words
        assert found is not None and self._shown is not None
        boards = [s.id for s in found.subjects if self._board in (_ALL, s.id)]
        made = method_table(found, self._measure, boards, spread=len(boards) == 1)
        about = words(made.caption)
        self._shown.clear()
        with self._shown:
            outer = box("div", "gw-scroll", tabindex=0, role="region", aria_label=about)
            with outer, box("table", "gw-table gw-bars", aria_label=about):
                with box("thead"), box("tr"):
                    for at, head in enumerate(made.head):
                        text("th", self._said(head), "gw-number" if at else "", scope="col")
                with box("tbody"):
                    for row in made.rows:
                        with box("tr", "gw-marked" if row.marked else ""):
                            self._row(row)
            if self._measure != SHARE:  # the bar of a share is as long as its number says
                text("p", words(_BARS), "gw-small")
            self._key(found)

    def _row(self, one: MethodRow) -> None:
        name, *cells = one.cells
        text("th", self._said(name), scope="row")
        for said, part in zip(cells, one.parts[1:], strict=True):
            attributes = {} if part is None else {"style": f"--part: {100 * part:.1f}%"}
            text("td", self._said(said), "gw-number", **attributes)

    def _said(self, said: Text) -> str:
        return self._words(said) if isinstance(said, Message | Numeral) else said

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


def _title(name: str) -> Message:
    return msg("Share finished") if name == SHARE else name_of(name)


_BARS = msg(
    "The longer the bar, the better: the best on a board has a full one, a method with twice its "
    "value half of one."
)


def _measured(found: Comparison) -> list[str]:
    """Return the measures that any run has, CPU time first."""
    pairs = [(c.id, s.id) for c in found.contenders for s in found.subjects]
    return [
        name
        for name in (*([SHARE] if found.of_games else []), *measures(found))
        if name in (TIME, SHARE)
        or any(found.runs_of(*pair).median(name) is not None for pair in pairs)
    ]

"""The panels that solve by any method, list the solutions, and show a heuristic's estimates."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from nicegui import ui

from gridwise.core import registry
from gridwise.core.errors import GridwiseError
from gridwise.core.interaction import Action
from gridwise.core.message import Message, as_message, from_json, msg
from gridwise.core.method import Option
from gridwise.core.numbers import Numeral
from gridwise.core.puzzle import Question
from gridwise.core.result import MEASURES, Status
from gridwise.core.scene import Highlight
from gridwise.core.views import StateSpace
from gridwise.process.supervisor import TaskOutcome
from gridwise.render.spoken import about, label, spoken
from gridwise.render.words import before_colon, duration, number
from gridwise.solving.listing import options_on
from gridwise.web.pages.play.certificate import ProofSeal
from gridwise.web.pages.play.side_panels import (
    IN_SIGHT,
    BoardStatistics,
    ClausesPanel,
    RunTables,
    SidePanel,
)
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.keys import WALK_KEYS
from gridwise.web.widgets.parts import (
    Button,
    Select,
    box,
    buttons,
    group,
    link,
    panel,
    text,
    tool,
)
from gridwise.workers.tasks.solutions import MOST_NTH

MOST_WALKED = 1000
"""The most moves of a solution that is walked through; a longer one is shown as a whole."""


class SolutionWalk:
    """The bar, built in the current slot; it takes the place of the pad.

    A solution is shown in place of the game's board, which does not change: the board is marked as
    a solution, and one step, by a button, a key or undo, shows the game again.
    """

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        self._whole: Any = None
        self._moves: Sequence[str] = ()
        self._positions: list[Any] = []
        self._at = 0
        self._shown = False
        words = page.words
        title = words(msg("A solution, not your moves"))
        with box("section", "gw-panel gw-solution", aria_label=title) as self.root:
            with box("div", "gw-solution-title"):
                self.place = text("strong", "", "gw-solution-place")
                text("span", title, "gw-small")
            with group(words(msg("Move by move")), "gw-solution-walk") as self._walk:
                self._first = tool(words(msg("To the start")), "first_page", partial(self.go, 0))
                self._back = tool(words(msg("Step back")), "navigate_before", self.back)
                self._count = text("span", "", "gw-solution-count")
                self._on = tool(words(msg("Step forward")), "navigate_next", self.forward)
                self._last = tool(words(msg("To the end")), "last_page", self._to_end)
            with buttons():
                Button(words(msg("Restore")), page.undo, icon="undo")
                Button(words(msg("Take this solution")), self._take)
        self.root.set_visibility(False)
        keys = (self.back, self.forward, page.undo)
        page.solution_keys = dict(zip(WALK_KEYS, keys, strict=True))
        page.board.set_keys(page.keys)
        page.on_change.append(self.refresh)

    def show(self, notation: str, moves: Sequence[str], place: Message) -> None:
        """Show a solution of the game's board, with the moves that lead to it, as a whole."""
        page = self.page
        self._whole = self._loaded(notation)
        self._positions = [page.session.position]
        self._moves = moves if len(moves) <= MOST_WALKED else ()
        self._at = len(self._moves)
        self.place.set_text(page.visitor.heading(place))
        page.highlights = {}
        self._shown = True
        page.show_state(self._whole)

    def _loaded(self, notation: str) -> Any:
        page = self.page
        return page.interaction.apply(page.session.state, Action("load", value=notation))

    def _position(self, at: int) -> Any:
        """Return the board after so many moves."""
        puzzle, known = self.page.puzzle, self._positions
        while len(known) <= at:
            before = known[-1]
            move = puzzle.parse_move(before, self._moves[len(known) - 1])
            known.append(puzzle.apply(before, move))
        return known[at]

    def go(self, at: int) -> None:
        """Show the board after so many moves of the solution, the last one marked."""
        page = self.page
        if page.other_state is None or not 0 <= at <= len(self._moves):
            return
        try:
            after = self._position(at)
            before = self._position(max(0, at - 1))
            state = self._loaded(page.puzzle.format(after))
        except GridwiseError as error:
            page.say(error.message)
            return
        self._at = at
        drawn = zip(page.puzzle.scene(before).cells, page.puzzle.scene(after).cells, strict=True)
        cells = (cell for cell, (old, new) in enumerate(drawn) if old != new)
        page.highlights = dict.fromkeys(cells, Highlight.TARGET)
        page.show_state(state)
        if at:
            page.say(msg("{what}", what=self._moves[at - 1]))

    def back(self) -> None:
        """Take the last move of the solution away."""
        self.go(self._at - 1)

    def forward(self) -> None:
        """Show one more move of the solution."""
        self.go(self._at + 1)

    def _to_end(self) -> None:
        self.go(len(self._moves))

    def _take(self) -> None:
        """Enter the whole solution as one step of the game."""
        page = self.page
        if page.other_state is None or self._whole is None:
            return
        notation = page.puzzle.format(page.interaction.position(self._whole))
        page.do(Action("load", value=notation))

    def refresh(self) -> None:
        """Follow the page: the bar stays as long as a solution of ours is shown."""
        page = self.page
        on_view = self._shown and page.other_state is not None
        self.root.set_visibility(on_view)
        page.board.classes(**{"add" if on_view else "remove": "gw-solution-shown"})
        if self._shown and not on_view:
            self._shown = False
            if page.highlights:
                page.highlights = {}
                page.draw()
        if not on_view:
            return
        self._walk.set_visibility(len(self._moves) > 1)
        done = msg("{nth} of {total}", nth=number(self._at), total=number(len(self._moves)))
        self._count.set_text(page.words(done))
        ends: tuple[tuple[Callable[[bool], Any], bool], ...] = (
            (self._first.set_enabled, self._at > 0),
            (self._back.set_enabled, self._at > 0),
            (self._on.set_enabled, self._at < len(self._moves)),
            (self._last.set_enabled, self._at < len(self._moves)),
        )
        for enable, is_open in ends:
            enable(is_open)


DEFAULT_S, MOST_S = 30, 600
ESTIMATE_S = 60.0
_MEASURES = MEASURES.keys() - {"branching_factor"}
"""The statistics beside the method's counters."""
_UNIQUE: Mapping[bool | None, Message] = {
    True: msg("exactly one"),
    False: msg("more than one"),
    None: msg("at least one"),
}
WALK_S = 0.16
"""Seconds between two moves of a solution path on the board."""


class SolvePanel:
    """The panel that solves, built in the current slot."""

    def __init__(
        self,
        page: PlayPage,
        solution: SolutionWalk,
        tables: RunTables,
        clauses: ClausesPanel,
        numbers: BoardStatistics,
        setter: SidePanel,
        players: SidePanel,
    ) -> None:
        self.page, self.solution, self.tables = page, solution, tables
        self.nth = 0
        """The number of the shown solution in the defined order, or 0 if unknown."""
        self.total: int | None = None
        self.exact = False
        self._path: list[Action] = []
        self._at = 0
        words = page.words
        with panel(words(msg("Solve"))):
            methods = {"auto": words(msg("the method that suits best"))}
            methods.update((m.name, words(as_message(m.title))) for m in self._methods())
            self.method = Select(
                words(msg("Method")), methods, "auto", lambda _: self._options(), framed=True
            )
            self.options = box("div", "gw-options")
            self.time = ui.number(words(msg("Seconds at most")), value=DEFAULT_S, min=1, max=MOST_S)
            self.time.props("outlined dense").classes("gw-entry")
            with buttons():
                solve = Button(words(msg("Solve")), self.solve, main=True)
                link(words(msg("Watch a method work")), f"/replay/{page.kind}", "gw-button")
                link(words(msg("Compare this board")), f"/compare?game={page.kind}", "gw-button")
            page.task.block_while_busy(solve)
            self.known = text("div", "", "gw-known")
            self.facts = box("dl", "gw-proof-facts gw-run-facts")
            if page.puzzle.countable:
                self._solution_bar()
            with buttons():
                numbers.button()
                clauses.button()
                setter.button()
                players.button()
            numbers.counted = self._counted
            self.walk = ui.timer(WALK_S, self._walked, active=False)
        with (
            page.answers,
            ui.element("div").classes("gw-job").props('role="group"') as self.walking,
        ):
            self.progress = text("div", "", "gw-job-counters")
            Button(words(msg("Stop")), self._stop, icon="stop")
        self.walking.set_visibility(False)
        self.proof = ProofSeal(page, lambda: self.time_s)
        self._fields: dict[str, Select | ui.number | ui.input] = {}
        self._options()
        page.on_board_change.append(self._moved)
        page.on_change.append(self.refresh)
        self.refresh()

    def _methods(self) -> tuple[Any, ...]:
        return registry.methods_for(self.page.session.origin)

    def _solution_bar(self) -> None:
        words = self.page.words
        with group(words(msg("Solutions")), "gw-turner"):
            self.back = tool(words(msg("Backward")), "navigate_before", lambda: self._turn(-1))
            self.where = text("div", "", "gw-where")
            self.forward = tool(words(msg("Forward")), "navigate_next", lambda: self._turn(1))
        with box("div", "gw-jump"):
            self.wanted = ui.number(words(msg("Solution number")), min=1, precision=0)
            self.wanted.props("outlined dense").classes("gw-entry").on("keydown.enter", self._jump)
            jump = Button(words(msg("Go to it")), self._jump)
        self.page.task.block_while_busy(self.back, self.forward, jump)

    def refresh(self) -> None:
        """Update the buttons and the solution's number."""
        page = self.page
        if not page.puzzle.countable:
            return
        looking = page.other_state is not None
        if not looking:
            self.nth = 0
        self.back.set_enabled(looking and self.nth > 1)
        end = self.exact and self.total is not None and self.nth >= self.total
        self.forward.set_enabled(not (looking and end))
        self.where.set_text(page.visitor.heading(self._place()))

    def _place(self) -> Message:
        if self.page.other_state is not None and not self.nth:
            return msg("a solution")
        if self.page.other_state is None:
            if self.total is None:
                return msg("solutions not counted")
            shown = number(self.total)
            if self.exact and self.total == 1:
                return msg("1 solution")
            if self.exact:
                return msg("{number} solutions", number=shown)
            return msg("at least {number} solutions", number=shown)
        return self._number()

    def _number(self) -> Message:
        """Return the number of the shown solution, and of all."""
        nth = number(self.nth)
        if self.total is None:
            return msg("{nth} of at least {total}", nth=nth, total=nth)
        if self.exact:
            return msg("{nth} of {total}", nth=nth, total=number(self.total))
        return msg("{nth} of at least {total}", nth=nth, total=number(max(self.total, self.nth)))

    def _moved(self) -> None:
        self._halt_quietly()
        if self.page.other_state is None:
            self.nth, self.total, self.exact = 0, None, False
            self.known.set_text("")
            self.facts.clear()

    # The method's options.

    def _options(self) -> None:
        self.options.clear()
        self._fields = {}
        if self.method.value == "auto":
            return
        words = self.page.words
        with self.options:
            for option in self._takes():
                name, hint = label(option.name, words), words(as_message(option.text))
                hint = about(hint, option.choices, words)
                field: Select | ui.number | ui.input
                if option.choices:
                    names = {choice: words(spoken(choice)) for choice in option.choices}
                    field = Select(name, names, str(option.default), framed=True)
                elif isinstance(option.default, int):
                    field = ui.number(name, value=option.default, min=1)
                else:
                    field = ui.input(name, value=option.default)
                if isinstance(field, Select):
                    field.props["title"] = hint
                else:
                    field.props("outlined dense").classes("gw-entry").tooltip(hint)
                self._fields[option.name] = field

    def _takes(self) -> tuple[Option, ...]:
        """Return the options of the method and of its view on this board."""
        method = registry.method(str(self.method.value))
        return options_on(method, self.page.puzzle.views(self.page.session.origin))

    def _chosen(self) -> dict[str, str | int]:
        chosen: dict[str, str | int] = {}
        for name, field in self._fields.items():
            value = field.value
            if value is not None and value != "":
                chosen[name] = int(value) if isinstance(value, float) else value
        return chosen

    @property
    def time_s(self) -> float:
        """The time limit."""
        return float(min(MOST_S, max(1, self.time.value or DEFAULT_S)))

    # Solving.

    async def solve(self) -> None:
        """Ask for one solution of the current board, and show the result."""
        page = self.page
        page.show_game()
        args = self._args()
        outcome = await self._ask(msg("solving"), "answer", args)
        if outcome is None or outcome.value is None:
            return
        value = outcome.value
        if not page.helped():
            return
        actions = [Action("put", value=move) for move in value["moves"] or ()]
        if not actions:
            self._conflict(value)
            self._tell(value)
        elif not page.puzzle.countable:
            self._tell(value)
            self._path, self._at = actions, 0
            self.walking.set_visibility(True)
            self.walk.activate()
        elif value["question"] == Question.SOLUTION.value:
            if value["unique"]:
                self.nth, self.total, self.exact = 1, 1, True
            else:
                self.nth = 0
            self._look(value)
            self._tell(value)
        else:
            page.do(*actions, by_method=True)
            self._tell(value)
        if value["status"] != Status.UNKNOWN.value:
            self.proof.offer("solve", args)
        self.tables.show(value["tables"])
        ui.run_javascript(IN_SIGHT)

    def _args(self) -> dict[str, Any]:
        if self.method.value == "auto":
            return self.page.args()
        return self.page.args(method=self.method.value, options=self._chosen())

    def _look(self, value: Mapping[str, Any]) -> None:
        """Show a solution instead of the game's state."""
        place = msg("a solution")
        if self.nth:
            place = msg("Solution {place}", place=self._number())
        self.solution.show(value["board_notation"], value["moves"], place)

    def _conflict(self, value: Mapping[str, Any]) -> None:
        """Mark the cells that contradict each other, if that is why there is no solution."""
        conflict = value.get("conflict")
        if conflict:
            self.page.mark_conflicts(conflict["cells"])

    async def _ask(self, title: Message, name: str, args: Mapping[str, Any]) -> TaskOutcome | None:
        return await self.page.ask(title, name, args, time_s=self.time_s)

    def _tell(self, value: Mapping[str, Any]) -> None:
        """Show the result and its time."""
        page = self.page
        outcome = self._outcome(value)
        self.known.set_text(page.sentence(outcome))
        self._show_facts(value)
        page.say(outcome)

    def _show_facts(self, value: Mapping[str, Any]) -> None:
        """Show the method, the number of known solutions, the time, and the counters."""
        page, words = self.page, self.page.words
        statistics = {k: v for k, v in value["statistics"].items() if isinstance(v, int | float)}
        facts = [(msg("Method"), words(as_message(registry.method(value["method"]).title)))]
        is_one = value["question"] == Question.SOLUTION.value and page.puzzle.countable
        if is_one and value["status"] == Status.SOLVED.value:
            facts.append((msg("Solutions"), words(_UNIQUE[value["unique"]])))
        facts.append((msg("Processor time"), words(duration(statistics.get("cpu_s", 0.0)))))
        counted = {k: v for k, v in statistics.items() if k not in _MEASURES}
        if any(counted.values()):
            facts.append((msg("Counted"), page.visitor.counters(counted)))
        self.facts.clear()
        with self.facts:
            for name, what in facts:
                text("dt", words(name))
                text("dd", what)

    def _outcome(self, value: Mapping[str, Any]) -> Message:
        moves = len(value["moves"] or ())
        if value["status"] != "SOLVED" or value["question"] != Question.SOLUTION.value:
            return from_json(value["said"])
        if value.get("optimal"):
            return msg("solved in {number} moves, which is the fewest possible", number=moves)
        if value.get("bound") is not None:
            bound = Numeral(f"{value['bound']:g}")
            return msg(
                "solved in {number} moves, at most {bound} times the fewest",
                number=moves,
                bound=bound,
            )
        if not self.page.puzzle.countable:
            return msg("solved in {number} moves", number=moves)
        if value.get("unique"):
            return msg("solved; it is the only solution")
        method = self._named(str(value["method"]))
        if value.get("unique") is False:
            return msg("a solution, found by {method}; there are others", method=method)
        return msg("a solution, found by {method}", method=method)

    def _named(self, method: str) -> str:
        """Return the short name of a method in the visitor's language."""
        return before_colon(self.page.words(as_message(registry.method(method).title)))

    # A solution path, played on the board.

    def _walked(self) -> None:
        """Show the next state of the path; at the end the game takes the path as one step."""
        page = self.page
        state = page.session.state if self._at == 0 else page.other_state
        if state is None:  # the board was used meanwhile
            self._halt_quietly()
            return
        page.show_state(page.interaction.apply(state, self._path[self._at]))
        self._at += 1
        self.progress.set_text(
            page.visitor.heading(msg("move {at} of {total}", at=self._at, total=len(self._path)))
        )
        if self._at == len(self._path):
            self._halt()

    def _halt(self) -> None:
        """Stop the animation here; the game takes the moves so far."""
        walked, known = self._path[: self._at], self.known.text
        self._halt_quietly()
        if walked:
            with self.proof.kept():
                moved = self.page.do(*walked, by_method=True)
            if moved:
                self.known.set_text(known)

    def _stop(self) -> None:
        self._halt()
        self.page.say(msg("stopped"))

    def _halt_quietly(self) -> None:
        self._path = []
        self.walk.deactivate()
        self.walking.set_visibility(False)

    # One solution after another.

    async def _turn(self, by: int) -> None:
        await self._show_nth(max(1, self.nth + by))

    async def _jump(self) -> None:
        """Show the solution with the entered number."""
        number = self.wanted.value
        if not number or number < 1:
            self.page.say(msg("found no number, expected the number of a solution, from 1"))
            return
        await self._show_nth(min(int(number), MOST_NTH))

    async def _show_nth(self, wanted: int) -> None:
        page = self.page
        args = self._args() | {"nth": wanted}
        outcome = await self._ask(
            msg("looking for solution {nth}", nth=wanted), "nth_solution", args
        )
        if outcome is None or outcome.value is None:
            return
        value = outcome.value
        if value.get("count") is not None:
            self.total, self.exact = int(value["count"]), bool(value["exact"])
        if value["board_notation"] is None:
            self._none(value)
            return
        if not page.helped():
            return
        self.nth = wanted
        self._look(value)
        place, used = self._place(), str(value["method"])
        self.facts.clear()
        if self.method.value in ("auto", used):
            self.known.set_text("")
        else:
            other = msg(
                "{method} does not find the solutions in order; {other} does",
                method=self._named(str(self.method.value)),
                other=self._named(used),
            )
            self.known.set_text(page.sentence(other))
            place = msg("{place}: {why}", place=place, why=other)
        page.say(place)

    def _none(self, value: Mapping[str, Any]) -> None:
        said = from_json(value["said"])
        if self.exact and self.total:
            said = msg("there are {number} solutions, and no more", number=number(self.total))
        self._conflict(value)
        self.known.set_text(self.page.sentence(said))
        self.page.say(said)
        self.refresh()

    def _counted(self, total: int, exact: bool) -> None:
        """Take over the number of solutions from the board statistics."""
        if exact or not self.exact:
            self.total, self.exact = max(total, self.nth), exact
        if exact:
            self.proof.offer("count", self.page.args())
        if self.page.puzzle.countable:
            self.refresh()


class Estimates:
    """The numbers f, g and h of the current state, for puzzles solved by a path."""

    def __init__(self, page: PlayPage) -> None:
        self.page = page
        words = page.words
        offers: Mapping[Any, Any] = page.puzzle.views(page.session.origin)
        offer = offers.get(StateSpace)
        space = None if offer is None else offer.make()
        names = list(space.heuristics) if isinstance(space, StateSpace) else []
        with panel(words(msg("Estimate"))) as self.panel:
            offered = {name: words(spoken(name)) for name in names}
            self.wanted = Select(
                words(msg("Heuristic")), offered, next(iter(names), None), framed=True
            )
            self.line = text("div", "", "gw-estimate")
        self.panel.set_visibility(bool(names))
        self.wanted.on_change = lambda _: self.refresh()
        page.on_change.append(self._again)
        self._asked: object = None
        # Kept, as a list rebuilt at each change may vanish under the pointer.
        self.timer = ui.timer(0.02, self.refresh)

    def _again(self) -> None:
        self.timer.activate()

    async def refresh(self) -> None:
        """Show the estimates of the current state."""
        self.timer.deactivate()
        page = self.page
        if self.wanted.value is None:
            return
        state = page.shown_state
        question = (state, self.wanted.value)
        if question == self._asked:
            return
        self._asked = question
        notation = page.puzzle.format(page.interaction.position(state))
        args = page.args(notation=notation, heuristic=self.wanted.value)
        outcome = await page.server.ask(
            "estimates",
            args,
            owner=page.visitor.owner,
            time_s=ESTIMATE_S,
            cancel=page.closed,
        )
        if page.closed.is_set() or question != self._asked or outcome.value is None:
            return
        if not outcome.value["estimates"]:
            return
        estimates = outcome.value["estimates"][0]
        g, h = page.interaction.moves_made(state), int(estimates["h"])
        self.line.set_text(
            page.words(
                msg("g = {g} moves so far, h = {h} still to come, f = {f}", g=g, h=h, f=g + h)
            )
        )

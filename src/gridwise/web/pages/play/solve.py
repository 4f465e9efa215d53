"""Solving on the page: by any method and its options, turning through the solutions, estimates."""

from collections.abc import Mapping
from typing import Any

from nicegui import ui

from gridwise.core import registry
from gridwise.core.interaction import Action
from gridwise.core.message import Message, from_json, msg
from gridwise.core.method import Option
from gridwise.core.puzzle import Question
from gridwise.core.views import StateSpace
from gridwise.render.words import number
from gridwise.solving.listing import options_on
from gridwise.web.pages.play.bar import heading
from gridwise.web.pages.play.beside import IN_SIGHT, Clauses, Tables
from gridwise.web.pages.play.numbers import Numbers
from gridwise.web.pages.play.table import Table
from gridwise.web.widgets.parts import Choice, link
from gridwise.web.widgets.push import Push, tool
from gridwise.workers.supervisor import Outcome

DEFAULT_S, MOST_S = 30, 600
ESTIMATE_S = 60.0
WALK_S = 0.16
"""Between two moves of a way that is played on the board."""


class Solver:
    """The panel that solves, built inside the current slot."""

    def __init__(self, table: Table, tables: Tables, clauses: Clauses, numbers: Numbers) -> None:
        self.table, self.tables = table, tables
        self.nth = 0
        """Which solution is looked at, in the defined order; 0 where that is not known."""
        self.total: int | None = None
        self.exact = False
        self._way: list[Action] = []
        self._at = 0
        words = table.words
        with ui.element("section").classes("gw-panel") as panel:
            panel.props["aria-label"] = words(msg("Solve"))
            heading(words(msg("Solve")), 2)
            methods = {"auto": words(msg("the method that suits best"))}
            methods.update((one.name, one.name) for one in self._methods())
            self.method = Choice(words(msg("Method")), methods, "auto")
            self.method.on_choice(self._options)
            self.options = ui.element("div").classes("gw-options")
            self.time = ui.number(words(msg("Seconds at most")), value=DEFAULT_S, min=1, max=MOST_S)
            self.time.props("outlined dense").classes("gw-entry")
            with ui.element("div").classes("gw-buttons"):
                solve = Push(words(msg("Solve")), self.solve, main=True)
                link(words(msg("Watch a method work")), f"/replay/{table.kind}", "gw-button")
            table.job.needed_by(solve)
            self.known = ui.label().classes("gw-known")
            if table.puzzle.countable:
                self._turner()
            with ui.element("div").classes("gw-buttons"):
                numbers.button()
                clauses.button()
            numbers.counted = self._counted
            self.walk = ui.timer(WALK_S, self._walked, active=False)
        with table.said, ui.element("div").classes("gw-job").props('role="group"') as self.walking:
            self.progress = ui.label().classes("gw-job-counters")
            Push(words(msg("Stop")), self._stop, icon="stop")
        self.walking.set_visibility(False)
        self._fields: dict[str, Choice | ui.number | ui.input] = {}
        self._options()
        table.movers.append(self._moved)
        table.watchers.append(self.refresh)
        self.refresh()

    def _methods(self) -> tuple[Any, ...]:
        return registry.methods_for(self.table.session.origin)

    def _turner(self) -> None:
        words = self.table.words
        with ui.element("div").classes("gw-turner") as row:
            row.props["role"] = "group"
            row.props["aria-label"] = words(msg("Solutions"))
            self.back = tool(words(msg("Backward")), "navigate_before", lambda: self._turn(-1))
            self.where = ui.label().classes("gw-where")
            self.forward = tool(words(msg("Forward")), "navigate_next", lambda: self._turn(1))
        with ui.element("div").classes("gw-buttons"):
            self.restore = Push(words(msg("Restore")), self._restore)
            self.take = Push(words(msg("Take this solution")), self._take)
        self.table.job.needed_by(self.back, self.forward)

    def refresh(self) -> None:
        """Show what can be done now."""
        table = self.table
        if not table.puzzle.countable:
            return
        looking = table.shown is not None
        self.restore.show(looking)
        self.take.show(looking)
        self.back.open(looking and self.nth > 1)
        end = self.exact and self.total is not None and self.nth >= self.total
        self.forward.open(not (looking and end))
        self.where.set_text(table.words(self._place()))

    def _place(self) -> Message:
        if self.table.shown is not None and not self.nth:
            return msg("a solution")
        if self.table.shown is None:
            if self.total is None:
                return msg("solutions")
            shown = number(self.total)
            if self.exact:
                return msg("{number} solutions", number=shown)
            return msg("at least {number} solutions", number=shown)
        nth = number(self.nth)
        if self.total is None:
            return msg("{nth} of at least {total}", nth=nth, total=nth)
        if self.exact:
            return msg("{nth} of {total}", nth=nth, total=number(self.total))
        return msg("{nth} of at least {total}", nth=nth, total=number(max(self.total, self.nth)))

    def _moved(self) -> None:
        self._halt_quietly()
        if self.table.shown is None:
            self.nth, self.total, self.exact = 0, None, False
            self.known.set_text("")

    # The method's options.

    def _options(self) -> None:
        self.options.clear()
        self._fields = {}
        if self.method.value == "auto":
            return
        words = self.table.words
        with self.options:
            for option in self._takes():
                label = words(msg("{name}: {text}", name=option.name, text=option.text))
                field: Choice | ui.number | ui.input
                if option.choices:
                    names = {choice: choice for choice in option.choices}
                    field = Choice(option.name, names, str(option.default))
                elif isinstance(option.default, int):
                    field = ui.number(option.name, value=option.default, min=1)
                else:
                    field = ui.input(option.name, value=option.default)
                if isinstance(field, Choice):
                    field.props["title"] = label
                else:
                    field.props("outlined dense").classes("gw-entry").tooltip(label)
                self._fields[option.name] = field

    def _takes(self) -> tuple[Option, ...]:
        """Return the options of the method, and of the view that it works on here."""
        method = registry.method(str(self.method.value))
        return options_on(method, self.table.puzzle.views(self.table.session.origin))

    def _chosen(self) -> dict[str, str | int]:
        chosen: dict[str, str | int] = {}
        for name, field in self._fields.items():
            value = field.value
            if value is not None and value != "":
                chosen[name] = int(value) if isinstance(value, float) else value
        return chosen

    @property
    def time_s(self) -> float:
        """How long it may take."""
        return float(min(MOST_S, max(1, self.time.value or DEFAULT_S)))

    # Solving.

    async def solve(self) -> None:
        """Solve the board as it stands, by asking for a solution, and show what came of it."""
        table = self.table
        table.look_away()
        outcome = await self._ask(msg("solving"), "answer", self._args())
        if outcome is None or outcome.value is None:
            return
        value = outcome.value
        if not table.helped():
            return
        actions = [Action("put", value=move) for move in value["moves"] or ()]
        if not actions:
            self._conflict(value)
            self._tell(value)
        elif not table.puzzle.countable:
            self._tell(value)
            self._way, self._at = actions, 0
            self.walking.set_visibility(True)
            self.walk.activate()
        elif value["question"] == Question.SOLUTION.value:
            if value["unique"]:
                self.nth, self.total, self.exact = 1, 1, True
            else:
                self.nth = 0
            self._look(value["board_notation"])
            self._tell(value)
        else:
            table.do(*actions)
            self._tell(value)
        self.tables.show(value["tables"])
        self._in_sight()

    def _args(self) -> dict[str, Any]:
        table = self.table
        args: dict[str, Any] = {
            "notation": table.puzzle.format(table.session.position),
            "puzzle": table.kind,
        }
        if self.method.value != "auto":
            args.update(method=self.method.value, options=self._chosen())
        return args

    def _look(self, notation: str) -> None:
        """Show a solution in place of the game."""
        state = self.table.interaction.apply(
            self.table.session.state, Action("load", value=notation)
        )
        self.table.highlights = {}
        self.table.look_at(state)

    def _in_sight(self) -> None:
        """Bring the board, or what is said beside it, back into the window where it is not."""
        ui.run_javascript(IN_SIGHT)

    def _conflict(self, value: Mapping[str, Any]) -> None:
        """Mark what contradicts, where that is why there is no solution."""
        conflict = value.get("conflict")
        if conflict:
            self.table.mark(conflict["cells"])

    async def _ask(self, title: Message, name: str, args: Mapping[str, Any]) -> Outcome | None:
        return await self.table.ask(title, name, args, time_s=self.time_s)

    def _tell(self, value: Mapping[str, Any]) -> None:
        """Say what is known and what it took; no answer looks like another."""
        table = self.table
        said = self._outcome(value)
        counters = table.visitor.counters(
            {k: v for k, v in value["statistics"].items() if isinstance(v, int | float)}
        )
        self.known.set_text(" · ".join(part for part in (table.words(said), counters) if part))
        table.say(said)

    def _outcome(self, value: Mapping[str, Any]) -> Message:
        moves = len(value["moves"] or ())
        if value["status"] != "SOLVED" or value["question"] != Question.SOLUTION.value:
            return from_json(value["said"])
        if value.get("optimal"):
            return msg("solved in {number} moves, which is the fewest possible", number=moves)
        if value.get("bound") is not None:
            bound = f"{value['bound']:g}"
            return msg(
                "solved in {number} moves, at most {bound} times the fewest",
                number=moves,
                bound=bound,
            )
        if not self.table.puzzle.countable:
            return msg("solved in {number} moves", number=moves)
        if value.get("unique"):
            return msg("solved; it is the only solution")
        method = str(value["method"])
        if value.get("unique") is False:
            return msg("a solution, found by {method}; there are others", method=method)
        return msg("a solution, found by {method}", method=method)

    # A way, played on the board.

    def _walked(self) -> None:
        """Show the next state of the way; the game takes all of it over as one step at the end."""
        table = self.table
        state = table.session.state if self._at == 0 else table.shown
        if state is None:  # something else was done meanwhile
            self._halt_quietly()
            return
        table.look_at(table.interaction.apply(state, self._way[self._at]))
        self._at += 1
        self.progress.set_text(
            table.words(msg("move {at} of {total}", at=self._at, total=len(self._way)))
        )
        if self._at == len(self._way):
            self._halt()

    def _halt(self) -> None:
        """End the walk where it is."""
        walked, known = self._way[: self._at], self.known.text
        self._halt_quietly()
        if walked and self.table.do(*walked):
            self.known.set_text(known)

    def _stop(self) -> None:
        self._halt()
        self.table.say(msg("stopped"))

    def _halt_quietly(self) -> None:
        self._way = []
        self.walk.deactivate()
        self.walking.set_visibility(False)

    # Solutions, turned through.

    async def _turn(self, by: int) -> None:
        table = self.table
        wanted = max(1, self.nth + by)
        args = self._args() | {"nth": wanted}
        outcome = await self._ask(msg("looking for solution {nth}", nth=wanted), "turn", args)
        if outcome is None or outcome.value is None:
            return
        value = outcome.value
        if value.get("count") is not None:
            self.total, self.exact = int(value["count"]), bool(value["exact"])
        if value["board_notation"] is None:
            self._none(value)
            return
        if not table.helped():
            return
        self.nth = wanted
        self._look(value["board_notation"])
        said, used = self._place(), str(value["method"])
        if self.method.value in ("auto", used):
            self.known.set_text("")
        else:
            other = msg(
                "{method} finds a solution and knows no order of them; {other} turns through them",
                method=str(self.method.value),
                other=used,
            )
            self.known.set_text(table.words(other))
            said = msg("{place}: {why}", place=said, why=other)
        table.say(said)

    def _none(self, value: Mapping[str, Any]) -> None:
        said = from_json(value["said"])
        if self.exact and self.total:
            said = msg("there are {number} solutions, and no more", number=number(self.total))
        self._conflict(value)
        self.known.set_text(self.table.words(said))
        self.table.say(said)
        self.refresh()

    def _restore(self) -> None:
        self.table.look_away()
        self.nth = 0
        self.table.changed(moved=False)
        self.table.say(msg("back at your game"))

    def _take(self) -> None:
        state = self.table.shown
        if state is None:
            return
        notation = self.table.puzzle.format(self.table.interaction.position(state))
        self.table.do(Action("load", value=notation))

    def _counted(self, total: int, exact: bool) -> None:
        """Take over a number of solutions that was counted elsewhere on the page."""
        if exact or not self.exact:
            self.total, self.exact = max(total, self.nth), exact
        if self.table.puzzle.countable:
            self.refresh()


class Estimates:
    """The numbers f, g and h of a way that is walked: for puzzles whose answer is a way."""

    def __init__(self, table: Table) -> None:
        self.table = table
        words = table.words
        offers: Mapping[Any, Any] = table.puzzle.views(table.session.origin)
        offer = offers.get(StateSpace)
        space = None if offer is None else offer.make()
        names = list(space.heuristics) if isinstance(space, StateSpace) else []
        with ui.element("section").classes("gw-panel") as self.panel:
            self.panel.props["aria-label"] = words(msg("Estimate"))
            heading(words(msg("Estimate")), 2)
            offered = {name: name for name in names}
            self.wanted = Choice(words(msg("Heuristic")), offered, next(iter(names), None))
            self.line = ui.label().classes("gw-estimate")
        self.panel.set_visibility(bool(names))
        self.wanted.on_choice(self.refresh)
        table.watchers.append(self._again)
        self._asked: object = None
        # Not made anew at each change: the button that was pressed may be gone by then.
        self.timer = ui.timer(0.02, self.refresh)

    def _again(self) -> None:
        self.timer.activate()

    async def refresh(self) -> None:
        """Show the numbers of the board as it stands."""
        self.timer.deactivate()
        table = self.table
        if self.wanted.value is None:
            return
        state = table.session.state if table.shown is None else table.shown
        asked = (state, self.wanted.value)
        if asked == self._asked:
            return
        self._asked = asked
        args = {
            "notation": table.puzzle.format(table.interaction.position(state)),
            "puzzle": table.kind,
            "heuristic": self.wanted.value,
        }
        outcome = await table.server.ask(
            "estimates",
            args,
            owner=table.visitor.owner,
            time_s=ESTIMATE_S,
            cancel=table.gone,
        )
        if table.gone.is_set() or asked != self._asked or outcome.value is None:
            return
        if not outcome.value["estimates"]:
            return
        found = outcome.value["estimates"][0]
        g, h = table.interaction.moves_made(state), int(found["h"])
        self.line.set_text(
            table.words(
                msg("g = {g} moves so far, h = {h} still to come, f = {f}", g=g, h=h, f=g + h)
            )
        )

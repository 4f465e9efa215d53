"""The form before a recording: a method or a policy, its options and its limits."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from nicegui import ui

from gridwise.core.message import Message, msg
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.parts import box, text

METHOD, DEALT, CURRENT, HERE = "method", "dealt", "current", "here"

_SOURCES: Mapping[str, Message] = {
    METHOD: msg("A method on this board"),
    DEALT: msg("A player, in a new game"),
    CURRENT: msg("A player, in this game from its start"),
    HERE: msg("A player, in this game from here"),
}
_QUESTIONS: Mapping[str, Message] = {
    "solution": msg("a first solution"),
    "forced": msg("what every solution has in common"),
}
_STEPS = (1_000, 5_000, 20_000)
_SECONDS = (2, 10, 60)
_DRAWING_S = 20.0
"""Seconds for drawing and describing the steps, after the method itself."""
_LONGEST = 40


class RecordingForm:
    """The choices for one recording, built inside the current slot.

    Parameters
    ----------
    visitor
        Who chooses.
    offered
        The answer of the task `recordable`.
    board
        Returns the notations of the board and of the board as given, which may be None.
    game
        Returns the saved state of the visitor's game, None where there is none.
    chosen
        The method to begin with; where it is empty, the first that can be recorded.
    """

    def __init__(
        self,
        visitor: Visitor,
        offered: Mapping[str, Any],
        board: Callable[[], tuple[str, str | None]],
        game: Callable[[], Mapping[str, Any] | None],
        chosen: str = "",
    ) -> None:
        self._words, self._offered, self._board, self._game = visitor.words, offered, board, game
        self._methods = {one["name"]: one for one in offered["methods"]}
        plays = offered["game"]
        self._policies = {one["name"]: one for one in plays["policies"]} if plays else {}
        watched = [name for name, one in self._methods.items() if one["watched"]]
        self._values: dict[str, str] = {
            "method": chosen if chosen in watched else next(iter(watched), ""),
            "policy": next(iter(self._policies), ""),
            "question": offered["questions"][0],
            "steps": str(_STEPS[1]),
            "seconds": str(_SECONDS[1]),
            "seed": "0",
        }
        if plays:
            self._values["level"] = next(iter(plays["levels"].values()))
            self._values["first_click"] = next(iter(plays["first_clicks"]))
            self._values["guess"] = list(plays["guesses"])[-1]
        self._options: dict[str, dict[str, str]] = {}
        self._source = METHOD
        with box("div", "gw-replay-form"):
            if plays:
                sources = {METHOD: _SOURCES[METHOD], DEALT: _SOURCES[DEALT]}
                if game() is not None:
                    sources |= {CURRENT: _SOURCES[CURRENT], HERE: _SOURCES[HERE]}
                names = {key: self._words(name) for key, name in sources.items()}
                self._field(msg("Watch"), names, METHOD, self._watch, "source")
            self._rest = box("div", "gw-replay-fields")
            self._more = box("details", "gw-replay-more")
        self._fill()

    def can_watch(self) -> bool:
        """Return whether there is a method or policy to record."""
        return bool(self._values["method"]) or self._source != METHOD

    @property
    def title(self) -> str:
        """The name of the chosen method or policy."""
        return self._values["method" if self._source == METHOD else "policy"]

    def task(self) -> tuple[str, dict[str, Any], float]:
        """Return the name of the task, its arguments and its time limit."""
        values = self._values
        seconds = float(values["seconds"])
        args: dict[str, Any] = {"max_steps": int(values["steps"]), "run_s": seconds}
        options = dict(self._options.get(f"{self._source == METHOD}:{self.title}", {}))
        args["options"] = options
        if self._source == METHOD:
            notation, origin = self._board()
            args |= {"notation": notation, "origin": origin, "method": self.title}
            args |= {"puzzle": self._offered["puzzle"], "question": values["question"]}
            return "record_method", args, seconds + _DRAWING_S
        args |= {
            "puzzle": self._offered["puzzle"],
            "policy": self.title,
            "guess": values["guess"],
            "seed": self._seed(),
        }
        if self._source == DEALT:
            args |= {"board": values["level"], "first_click": values["first_click"]}
        else:
            args |= {"state": self._game(), "from_start": self._source == CURRENT}
        return "record_game", args, seconds + _DRAWING_S

    def _seed(self) -> int:
        text = self._values["seed"].strip()
        return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0

    def _watch(self, source: str) -> None:
        self._source = source
        self._fill()

    def _set(self, name: str, value: str) -> None:
        self._values[name] = value

    def _fill(self) -> None:
        """Make the fields for a method or a policy."""
        values = self._values
        self._rest.clear()
        with self._rest:
            if self._source == METHOD:
                names = {name: self._named(one) for name, one in self._methods.items()}
                refused = {name for name, one in self._methods.items() if not one["watched"]}
                self._field(msg("Method"), names, values["method"], self._choose, "method", refused)
            else:
                names = {name: self._named(one) for name, one in self._policies.items()}
                self._field(msg("Player"), names, values["policy"], self._choose, "policy")
                if self._source == DEALT:
                    levels = {
                        board: f"{name} ({board})"
                        for name, board in self._offered["game"]["levels"].items()
                    }
                    change = partial(self._set, "level")
                    self._field(msg("Board"), levels, values["level"], change, "level")
                    self._entry(msg("Seed"), values["seed"], partial(self._set, "seed"), "seed")
        self._fill_more()

    def _fill_more(self) -> None:
        """Make the options of the choice; its own field stays, and keeps the focus."""
        self._more.clear()
        with self._more:
            text("summary", self._words(msg("Options and limits")))
            with box("div", "gw-replay-fields"):
                self._own_options()
                self._limits()

    def _choose(self, name: str) -> None:
        self._values["method" if self._source == METHOD else "policy"] = name
        self._fill_more()

    def _named(self, one: Mapping[str, Any]) -> str:
        title = self._words(Message(_escaped(one["title"])))
        if one["watched"] or self._source != METHOD:
            return title
        what = msg("{method} (cannot be watched: it records no steps)", method=title)
        return self._words(what)

    def _own_options(self) -> None:
        words, values = self._words, self._values
        known = self._methods if self._source == METHOD else self._policies
        one = known.get(self.title)
        if one is None:
            return
        own = self._options.setdefault(f"{self._source == METHOD}:{self.title}", {})
        for option in one["options"]:
            name, label = option["name"], Message(_escaped(option["name"].replace("_", " ")))
            now = own.get(name, str(option["default"]))
            hint = words(Message(_escaped(option["text"])))
            change = partial(own.__setitem__, name)
            if option["choices"]:
                choices = {choice: choice for choice in option["choices"]}
                self._field(label, choices, now, change, f"option={name}", hint=hint)
            else:
                self._entry(label, now, change, f"option={name}", hint)
        questions = self._offered["questions"]
        if self._source == METHOD and len(questions) > 1:
            names = {key: words(_QUESTIONS[key]) for key in questions}
            change = partial(self._set, "question")
            self._field(msg("Question"), names, values["question"], change, "question")
        if self._source != METHOD:
            for field, label in (("first_click", msg("First click")), ("guess", msg("Guessing"))):
                if field == "first_click" and self._source != DEALT:
                    continue
                offered = self._offered["game"][f"{field}s" if field != "guess" else "guesses"]
                names = {key: words(Message(_escaped(said))) for key, said in offered.items()}
                self._field(label, names, values[field], partial(self._set, field), field)

    def _limits(self) -> None:
        values = self._values
        steps = {str(number): f"{number:,}" for number in _STEPS}
        change = partial(self._set, "steps")
        self._field(msg("Steps kept at most"), steps, values["steps"], change, "steps")
        seconds = {str(number): str(number) for number in _SECONDS}
        change = partial(self._set, "seconds")
        self._field(msg("Seconds at most"), seconds, values["seconds"], change, "seconds")

    def _field(
        self,
        label: Message,
        options: Mapping[str, str],
        value: str,
        on_change: Callable[[str], Any],
        mark: str,
        refused: frozenset[str] | set[str] = frozenset(),
        hint: str = "",
    ) -> None:
        with box("label", "gw-field"):
            text("span", self._words(label))
            name = self._words(label)
            made = box("select", "gw-select", value=value, aria_label=name).mark(mark)
            with made:
                for key, name in options.items():
                    text("option", name, value=key, disabled=key in refused)
            if hint:
                text("span", hint, "gw-small")

        def changed(event: Any) -> None:
            if event.args in options and event.args not in refused:
                made.props["value"] = event.args
                on_change(event.args)

        made.on("change", changed, js_handler="(event) => emit(event.target.value)")

    def _entry(
        self, label: Message, value: str, on_change: Callable[[str], Any], mark: str, hint: str = ""
    ) -> None:
        with box("label", "gw-field"):
            text("span", self._words(label))
            made: ui.element = box(
                "input",
                "gw-select",
                type="text",
                # Not `value`: every change of the page sets that again, also during typing.
                defaultValue=value,
                maxlength=_LONGEST,
                aria_label=self._words(label),
            )
            made.mark(mark)
            if hint:
                text("span", hint, "gw-small")

        def changed(event: Any) -> None:
            if isinstance(event.args, str) and len(event.args) <= _LONGEST:
                on_change(event.args)

        made.on("change", changed, js_handler="(event) => emit(event.target.value)")


def _escaped(words: str) -> str:
    return words.replace("{", "{{").replace("}", "}}")

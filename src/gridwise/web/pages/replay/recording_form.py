"""The form before a recording: a method or a policy, its options and its limits."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from nicegui import events

from gridwise.core import numbers
from gridwise.core.errors import ParseError
from gridwise.core.message import Message, as_message, msg
from gridwise.core.scene import Scene
from gridwise.documents.report.subjects import QUESTIONS
from gridwise.render.spoken import about, label, spoken
from gridwise.render.words import printable
from gridwise.solving.inputs import decoded
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.parts import box, text
from gridwise.web.widgets.upload import upload
from gridwise.workers.tasks.record import MOST_TRACE

METHOD, DEALT, CURRENT, HERE, FILE = "method", "dealt", "current", "here", "file"
OWN = "own"

_SOURCES: Mapping[str, Message] = {
    OWN: msg("Your game, as you played it"),
    METHOD: msg("A method on this board"),
    DEALT: msg("A player, in a new game"),
    CURRENT: msg("A player, in this game from its start"),
    HERE: msg("A player, in this game from here"),
    FILE: msg("A trace of your own program, or a replay"),
}
_STEPS = (1_000, 5_000, 20_000)
_SECONDS = (2, 10, 60)
_DRAWING_S = 20.0
"""Seconds for drawing and describing the steps, after the method itself."""
_LONGEST = 40
_TRACE_NOTE = msg(
    "A file in which your program wrote down its steps, on any board; the documentation says how, "
    "under Replay your own program."
)


@dataclass(frozen=True, slots=True)
class RecordedBoard:
    """The board of a replay.

    Parameters
    ----------
    notation, origin
        The board, and the board as given; `origin` is None without entries.
    scene
        The drawing before anything is recorded.
    game
        The saved state (`Interaction.dump`) of a game that a policy may go on with, or None.
    offered
        The answer of the task `recordable`.
    played
        Returns the game as the visitor played it (`GameSession.played`); None without a move.
    """

    notation: str
    origin: str | None
    scene: Scene
    game: Mapping[str, Any] | None
    offered: Mapping[str, Any]
    played: Callable[[], Mapping[str, Any]] | None = None


class RecordingForm:
    """The choices for one recording on a board, built inside the current slot.

    It begins with the source `source`, and with the method `chosen` or the first that can be
    recorded. `on_file` is called after the visitor chose a file, `say` with an error about it.
    """

    def __init__(
        self,
        visitor: Visitor,
        board: RecordedBoard,
        chosen: str = "",
        source: str = METHOD,
        *,
        on_file: Callable[[], Awaitable[None]],
        say: Callable[[Message], None],
    ) -> None:
        self._visitor, self._words, self._board = visitor, visitor.words, board
        self._on_file, self._say = on_file, say
        self._file: tuple[str, str] | None = None
        """Name and text of the chosen file."""
        self._offered = offered = board.offered
        self._methods = {method["name"]: method for method in offered["methods"]}
        plays = offered["game"]
        self._policies = {policy["name"]: policy for policy in plays["policies"]} if plays else {}
        watched = [name for name, method in self._methods.items() if method["watched"]]
        self._values: dict[str, str] = {
            "method": chosen if chosen in watched else next(iter(watched), ""),
            "policy": next(iter(self._policies), ""),
            "question": "",
            "steps": str(_STEPS[1]),
            "seconds": str(_SECONDS[1]),
            "seed": "0",
        }
        if plays:
            self._values["level"] = next(iter(plays["levels"].values()))
            self._values["first_click"] = next(iter(plays["first_clicks"]))
            self._values["guess"] = list(plays["guesses"])[-1]
        self._options: dict[tuple[str, str], dict[str, str]] = {}
        self._source = source
        with box("div", "gw-replay-form"):
            played = (DEALT, CURRENT, HERE) if board.game is not None else (DEALT,)
            own = (OWN,) if board.played is not None else ()
            sources = (METHOD, *own, *(played if plays else ()), FILE)
            names = {key: self._words(_SOURCES[key]) for key in sources}
            self._control(msg("Watch"), source, self._watch, "source", names)
            self._rest = box("div", "gw-replay-fields")
            self._more = box("details", "gw-replay-more")
        self._fill()

    @property
    def _kind(self) -> str:
        return "method" if self._source == METHOD else "policy"

    @property
    def _known(self) -> Mapping[str, Any]:
        if self._source in (FILE, OWN):
            return {}
        return self._methods if self._source == METHOD else self._policies

    def missing(self) -> Message | None:
        """Return the missing condition of a recording, or None."""
        if self._source == METHOD and not self._values["method"]:
            return msg("No method that works on this board can be watched.")
        if self._source == FILE and self._file is None:
            return msg("Choose the file of the trace first.")
        return None

    @property
    def title(self) -> str:
        """The name of the chosen method or policy, or of the file."""
        if self._source == FILE:
            return self._file[0] if self._file else ""
        return "" if self._source == OWN else self._values[self._kind]

    def name_of(self, name: str) -> str:
        """Return the title of a recorded method or player; another name unchanged."""
        if not name:
            return self._words(_SOURCES[OWN])
        one = self._methods.get(name) or self._policies.get(name)
        return name if one is None else self._in_words(one["title"])

    def task(self) -> tuple[str, dict[str, Any], float]:
        """Return the name of the task, its arguments and its time limit."""
        args: dict[str, Any]
        values = self._values
        seconds = float(values["seconds"])
        if self._source == FILE:
            assert self._file is not None
            name, text = self._file
            args = {"name": name, "text": text, "max_steps": int(values["steps"])}
            return "record_trace", args, seconds + _DRAWING_S
        if self._source == OWN:
            assert self._board.played is not None
            args = {**self._board.played(), "max_steps": int(values["steps"])}
            return "record_played", args, seconds + _DRAWING_S
        args = {
            "puzzle": self._offered["puzzle"],
            self._kind: self.title,
            "options": dict(self._options.get((self._kind, self.title), {})),
            "max_steps": int(values["steps"]),
            "run_s": seconds,
        }
        if self._source == METHOD:
            args |= {"notation": self._board.notation, "origin": self._board.origin}
            args["question"] = self._question()
            return "record_method", args, seconds + _DRAWING_S
        args |= {"guess": values["guess"], "seed": self._seed()}
        if self._source == DEALT:
            args |= {"board": values["level"], "first_click": values["first_click"]}
        else:
            args |= {"state": self._board.game, "from_start": self._source == CURRENT}
        return "record_game", args, seconds + _DRAWING_S

    def _question(self) -> str:
        """Return the chosen question if the method answers it, else the first that it does."""
        answered: Sequence[str] = self._methods[self.title]["questions"]
        chosen = self._values["question"]
        return chosen if chosen in answered else answered[0]

    def _seed(self) -> int:
        text = self._values["seed"].strip()
        return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0

    def _watch(self, source: str) -> None:
        self._source = source
        self._fill()

    def _fill(self) -> None:
        """Make the fields for a method or a policy."""
        self._rest.clear()
        if self._source == FILE:
            with self._rest:
                self._file_field()
            self._fill_more()
            return
        if self._source == OWN:
            self._fill_more()
            return
        with self._rest:
            label = msg("Method") if self._source == METHOD else msg("Player")
            names = {name: self._named(choice) for name, choice in self._known.items()}
            refused = [name for name, choice in self._known.items() if self._is_refused(choice)]
            self._control(label, self.title, self._choose, self._kind, names, refused)
            if self._source == DEALT:
                levels = self._offered["game"]["levels"]
                boards = {board: f"{name} ({board})" for name, board in levels.items()}
                self._value(msg("Board"), "level", boards)
                self._value(msg("Seed"), "seed")
        self._fill_more()

    def _file_field(self) -> None:
        words = self._words

        async def uploaded(sent: events.UploadEventArguments) -> None:
            data = await sent.file.read()
            sent.sender.run_method("reset")
            name = printable(sent.file.name)[:_LONGEST]
            try:
                self._file = name, decoded(data, name)
            except ParseError as error:
                self._say(error.message)
                return
            chosen.text = self._visitor.sentence(msg("chosen: {name}", name=name))
            await self._on_file()

        def rejected(event: events.UiEventArguments) -> None:
            event.sender.run_method("reset")
            self._say(msg("The file has more than {n} MB.", n=MOST_TRACE // 10**6))

        with box("div"):
            upload(
                words(msg("Choose a trace (JSON lines) or a replay, or drop it here")),
                most_bytes=MOST_TRACE,
                on_upload=uploaded,
                on_rejected=rejected,
            ).mark("trace")
            chosen = text("p", "", "gw-quiet")
            text("p", words(_TRACE_NOTE), "gw-small")

    def _fill_more(self) -> None:
        """Make the options of the choice; its own field stays, and keeps the focus."""
        self._more.clear()
        with self._more:
            text("summary", self._words(msg("Options and limits")))
            with box("div", "gw-replay-fields"):
                if self.title in self._known:
                    self._own_options(self._known[self.title]["options"])
                steps = {str(number): numbers.number(number) for number in _STEPS}
                self._value(msg("Steps kept at most"), "steps", steps)
                seconds = {str(number): str(number) for number in _SECONDS}
                self._value(msg("Seconds at most"), "seconds", seconds)

    def _choose(self, name: str) -> None:
        self._values[self._kind] = name
        self._fill_more()

    def _is_refused(self, one: Mapping[str, Any]) -> bool:
        return self._source == METHOD and not one["watched"]

    def _named(self, one: Mapping[str, Any]) -> str:
        title = self._in_words(one["title"])
        if not self._is_refused(one):
            return title
        what = msg("{method} (cannot be watched: it records no steps)", method=title)
        return self._words(what)

    def _own_options(self, options: Sequence[Mapping[str, Any]]) -> None:
        words, offered = self._words, self._offered
        own = self._options.setdefault((self._kind, self.title), {})
        for option in options:
            name = option["name"]
            self._control(
                label(name, words),
                own.get(name, str(option["default"])),
                partial(own.__setitem__, name),
                f"option={name}",
                {choice: words(spoken(choice)) for choice in option["choices"]},
                hint=about(self._in_words(option["text"]), option["choices"], words),
            )
        if self._source == METHOD:
            if len(answered := self._methods[self.title]["questions"]) > 1:
                self._values["question"] = self._question()
                names = {key: words(QUESTIONS[key]) for key in answered}
                self._value(msg("Question"), "question", names)
            return
        if self._source == DEALT:
            rules = offered["game"]["first_clicks"]
            names = {key: self._in_words(said) for key, said in rules.items()}
            self._value(msg("First click"), "first_click", names)
        names = {key: self._in_words(said) for key, said in offered["game"]["guesses"].items()}
        self._value(msg("Guessing"), "guess", names)

    def _in_words(self, template: str) -> str:
        return self._words(as_message(template))

    def _value(self, label: Message, name: str, names: Mapping[str, str] | None = None) -> None:
        """Make the field of one of the values."""
        change = partial(self._values.__setitem__, name)
        self._control(label, self._values[name], change, name, names)

    def _control(
        self,
        label: Message | str,
        value: str,
        on_change: Callable[[str], Any],
        mark: str,
        names: Mapping[str, str] | None = None,
        refused: Collection[str] = (),
        hint: str = "",
    ) -> None:
        """Make a list of names to choose from, or without names an entry for text."""
        said = label if isinstance(label, str) else self._words(label)
        with box("label", "gw-field"):
            text("span", said)
            if names:
                made = box("select", "gw-select", value=value, aria_label=said)
                with made:
                    for key, name in names.items():
                        text("option", name, value=key, disabled=key in refused)
            else:
                # Not `value`: every change of the page sets it again, also during typing.
                made = box(
                    "input",
                    "gw-select",
                    type="text",
                    defaultValue=value,
                    maxlength=_LONGEST,
                    aria_label=said,
                )
            made.mark(mark)
            if hint:
                text("span", hint, "gw-small")

        def changed(event: Any) -> None:
            if names:
                if event.args not in names or event.args in refused:
                    return
                made.props["value"] = event.args
            elif not isinstance(event.args, str) or len(event.args) > _LONGEST:
                return
            on_change(event.args)

        made.on("change", changed, js_handler="(event) => emit(event.target.value)")

"""The dialog for a new game: size, seed, what the generators offer, or an empty board."""

from typing import Any

from nicegui import ui

from gridwise.core import registry
from gridwise.core.capabilities.generation import Generator
from gridwise.core.errors import GridwiseError
from gridwise.core.interaction import Mode
from gridwise.core.message import Message, msg
from gridwise.core.policy import GameStatus
from gridwise.web.pages.play.bar import titled
from gridwise.web.pages.play.job import BUSY, failed
from gridwise.web.pages.play.table import Table, fresh_seed, told
from gridwise.web.widgets.choices import chosen
from gridwise.web.widgets.parts import Choice
from gridwise.web.widgets.push import Push

GENERATE_S = 60
OTHER = "other"
MOST_SEED = 2**53 - 1
LONGEST_SIZE = 20


class New:
    """The dialog; `open` shows it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._warned = False
        words = table.words
        self.plays = table.interaction.deals
        with ui.dialog() as self.dialog, ui.card().classes("gw-dialog"):
            titled(self.dialog, words(msg("New game")))
            sizes = {size: words(name) for size, name in table.interaction.sizes.items()}
            sizes[OTHER] = words(msg("another size"))
            self.size = Choice(words(msg("Size")), sizes, next(iter(sizes)))
            self.custom = ui.input(words(msg("Size, written {form}", form=self._form())))
            self.custom.props(f"outlined maxlength={LONGEST_SIZE}")
            self.custom.bind_visibility_from(self.size, "value", lambda value: value == OTHER)
            self.choices: dict[str, Choice] = {}
            for name, (label, values) in table.interaction.choices.items():
                chosen = {key: words(value) for key, value in values.items()}
                first = table.visitor.settings.get(f"{table.kind}.{name}")
                default = first if first in chosen else next(iter(chosen))
                self.choices[name] = Choice(words(label), chosen, default)
            with ui.expansion(words(msg("More"))).classes("gw-expand"):
                seed = words(msg("Seed (the same one makes the same board)"))
                self.seed = ui.number(seed, min=0, max=MOST_SEED, step=1).props("outlined")
                self.options: dict[str, Choice | ui.number | ui.input] = {}
                generator = registry.capability(table.kind, Generator)
                for option in () if self.plays or generator is None else generator.options:
                    self._option(option)
            self.trouble = ui.label().classes("gw-trouble")
            self.trouble.props["role"] = "alert"
            with ui.element("div").classes("gw-buttons"):
                Push(words(msg("Cancel")), self.dialog.close)
                Push(words(msg("Empty board to type into")), self._empty)
                Push(words(msg("Start")), self._start, main=True)

    def _form(self) -> str:
        return next(iter(self.table.interaction.sizes))

    def _option(self, option: Any) -> None:
        words = self.table.words
        label = words(Message(option.text))
        field: Choice | ui.number | ui.input
        if option.choices:
            names = {choice: choice for choice in option.choices}
            field = Choice(label, names, str(option.default))
        elif isinstance(option.default, int):
            field = ui.number(label, min=1).props("outlined clearable")
        else:
            field = ui.input(label).props("outlined clearable")
        self.options[option.name] = field

    def open(self) -> None:
        """Show it."""
        self.trouble.set_text("")
        self._warned = False
        self.dialog.open()

    def _sure(self) -> bool:
        """Return whether to go on; the first time say what becomes of a game that is going on."""
        session = self.table.session
        going = session.step > 0 and session.verdict is GameStatus.OPEN
        ask = chosen(self.table.visitor, "confirm") == "ask"
        if self._warned or not (going and ask):
            return True
        self._warned = True
        self.trouble.set_text(
            self.table.words(
                msg(
                    "The game on the table is not finished. It stays among your games; "
                    "press once more to begin another."
                )
            )
        )
        return False

    def _wanted(self) -> str:
        if self.size.value == OTHER:
            return str(self.custom.value or "").strip()
        return str(self.size.value)

    def _seed(self) -> int:
        value = self.seed.value
        return fresh_seed() if value is None else max(0, min(MOST_SEED, int(value)))

    def _begin(self, position: Any, mode: Mode, seed: int) -> None:
        chosen = {name: str(field.value) for name, field in self.choices.items()}
        for name, value in chosen.items():
            self.table.visitor.set(f"{self.table.kind}.{name}", value)
        self.table.begin(position, mode=mode, seed=seed, options=chosen)
        self.dialog.close()
        if mode is Mode.EDIT:
            self.table.say(msg("an empty board; type the puzzle, then choose Play it"))
        else:
            self.table.say(msg("a new game; seed {seed}", seed=seed))

    def _empty(self) -> None:
        if not self._sure():
            return
        try:
            position = self.table.interaction.empty(self._wanted())
            self._begin(position, Mode.EDIT, self._seed())
        except GridwiseError as error:
            self.trouble.set_text(self.table.words(told(error)))

    async def _start(self) -> None:
        table, seed, size = self.table, self._seed(), self._wanted()
        if table.job.busy and not self.plays:
            self.trouble.set_text(table.words(BUSY))
            return
        if not self._sure():
            return
        self.trouble.set_text("")
        if self.plays:
            try:
                self._begin(table.interaction.empty(size), Mode.PLAY, seed)
            except GridwiseError as error:
                self.trouble.set_text(self.table.words(told(error)))
            return
        options: dict[str, str | int] = {}
        for name, field in self.options.items():
            if field.value not in (None, ""):
                options[name] = int(field.value) if isinstance(field.value, float) else field.value
        args = {"puzzle": table.kind, "params": size, "seed": seed, "options": options}
        self.dialog.close()
        outcome = await table.job.ask(msg("making a puzzle"), "generate", args, time_s=GENERATE_S)
        if outcome is None:
            return
        trouble = failed(outcome)
        value = outcome.value or {}
        notation = value.get("notation")
        if trouble is None and notation is None:
            trouble = msg("none of that kind was found; try another seed or other wishes")
        if trouble is not None:
            if outcome.end != "cancelled":
                self.trouble.set_text(table.words(trouble))
                self.dialog.open()
            table.say(trouble)
            return
        self._begin(table.puzzle.parse(str(notation)), Mode.PLAY, seed)

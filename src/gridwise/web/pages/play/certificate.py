"""The button that proves a claim of the page about a board, and the seal that it becomes."""

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from nicegui import ui

from gridwise.core.message import Message, from_json, msg
from gridwise.core.numbers import Numeral
from gridwise.render.words import byte_size, duration, number
from gridwise.solving.certificates.checking import checker_words
from gridwise.web.pages.play.running_task import BUSY, failed
from gridwise.web.pages.play.state import PlayPage
from gridwise.web.widgets.parts import Button, box, buttons, dialog_heading, heading, text

NOTHING = msg("solved, not proved: a limit was reached before the certificate was whole")

TOO_LARGE = msg("too large to be sent: gridwise solve --certificate DIR writes it")


class ProofSeal:
    """A button in the line of messages: *Prove it*, then the seal that opens the account.

    Parameters
    ----------
    page
        The page; its line of messages has been built.
    time_s
        Returns the time limit.
    """

    def __init__(self, page: PlayPage, time_s: Callable[[], float]) -> None:
        self.page, self._time_s = page, time_s
        self._claim: tuple[str, Mapping[str, Any]] | None = None
        self._found: Sequence[Mapping[str, Any]] | None = None
        self._working = self._kept = False
        with page.answers:
            self.button = Button("", self._press, "gw-button gw-proof", icon="verified_user")
        self.button.move(target_index=1)  # after the message, before the running task
        with ui.dialog() as self.dialog, ui.card().classes("gw-dialog gw-wide") as self.card:
            dialog_heading(self.dialog, page.words(msg("Proof")))
        page.on_board_change.append(self._left)
        self.withdraw()

    def offer(self, task: str, args: Mapping[str, Any]) -> None:
        """Offer to prove the answer of a task, `solve` or `count`, to these arguments."""
        self.withdraw()
        self._claim = task, {**args, "certificate": True, "messages": True}
        self.button.set_visibility(True)

    def withdraw(self) -> None:
        """Hide the button: the page claims nothing about the shown board."""
        if self._working:
            self.page.task.stop()
        self._claim = self._found = None
        self._look(msg("Prove it"), "verified_user")
        self.button.set_visibility(False)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep it while the answer itself is entered on the board."""
        self._kept = True
        try:
            yield
        finally:
            self._kept = False

    @property
    def _whole(self) -> bool:
        """Whether every claim is proved."""
        return bool(self._found) and all(claim["proved"] for claim in self._found or ())

    def _left(self) -> None:
        if not self._kept:
            self.withdraw()

    def _look(self, name: Message, icon: str) -> None:
        self.button.text = self.page.words(name)
        self.button.set_icon(icon)
        self.button.classes(**{"add" if self._whole else "remove": "gw-seal"})
        self.button.set_attribute("aria-haspopup", None if self._found is None else "dialog")

    async def _press(self) -> None:
        if self._found is None:
            await self._prove()
        else:
            self._open()

    async def _prove(self) -> None:
        page, claim = self.page, self._claim
        self.dialog.close()
        if claim is None:
            return
        if page.task.busy:
            page.say(BUSY)
            return
        self._working = True
        try:
            outcome = await page.task.ask(msg("proving it"), *claim, time_s=self._time_s())
        finally:
            self._working = False
        if outcome is None or claim is not self._claim:  # the board changed meanwhile
            return
        trouble = failed(outcome)
        if trouble is not None or outcome.value is None:
            page.say(trouble or NOTHING)
            return
        if outcome.end == "cancelled":
            page.say(msg("stopped"))
            return
        self._show(outcome.value["certificate"])

    def _show(self, found: Sequence[Mapping[str, Any]]) -> None:
        """Turn the button into the verdict of the checker."""
        self._found = found
        proved = sum(bool(claim["proved"]) for claim in found)
        if self._whole:
            self._look(msg("Proved"), "verified")
        elif proved:
            name = msg("Proved: {proved} of {all}", proved=proved, all=len(found))
            self._look(name, "verified_user")
        else:
            self._look(msg("Not proved"), "gpp_maybe")
        self.page.say(from_json(found[0]["message"]) if found else NOTHING)

    # The account.

    def _open(self) -> None:
        """Show the account of the check."""
        words, found = self.page.words, self._found or ()
        proved = any(claim["proved"] for claim in found)
        title = self.button.text if proved else words(msg("Solved, not proved"))
        self.card.clear()
        with self.card:
            dialog_heading(self.dialog, title)
            if self._claim is not None:
                text("div", self._claim[1]["notation"], "gw-mono gw-proof-board", tabindex=0)
            if not found:
                text("p", words(NOTHING))
            for one in found:
                with box("section", "gw-part"):
                    self._account(one)
            if proved:
                how = msg(
                    "The checker shares no code with the solvers: it read the board above and "
                    "checked all of this by a program of its own. Anyone can check it again: "
                    "gridwise verify FILE"
                )
                text("p", words(how), "gw-small")
            with buttons():
                if not self._whole:
                    Button(words(msg("Try again")), self._prove)
                Button(words(msg("Close")), self.dialog.close, main=True)
        self.dialog.open()

    def _account(self, one: Mapping[str, Any]) -> None:
        words = self.page.words
        verdict = words(from_json(one["said"] if one["proved"] else one["message"]))
        heading(verdict[:1].upper() + verdict[1:], 3)
        if one["path"] is None:
            return
        with box("dl", "gw-proof-facts"):
            for label, value in self._facts(one):
                text("dt", words(label))
                text("dd", words(value) if isinstance(value, Message | Numeral) else value)
        if one["data"] is None:
            text("p", words(TOO_LARGE), "gw-small")
            return
        name = f"gridwise-{self.page.kind}-{one['claim']['kind']}.jsonl.gz"
        save = partial(ui.download.content, base64.b64decode(one["data"]), name)
        Button(words(msg("Download certificate")), save, icon="download")

    def _facts(self, one: Mapping[str, Any]) -> Iterator[tuple[Message, Message | str]]:
        yield msg("Checked by"), checker_words(one["checker"])
        if one["clauses"]:
            yield msg("Clauses"), number(one["clauses"])
            alone = msg("0: unit propagation alone refutes the clauses")
            yield msg("Steps of the proof"), number(one["steps"]) if one["steps"] else alone
        elif one["steps"]:
            yield msg("Boards of the search"), number(one["steps"])
        yield (
            msg("Time"),
            msg(
                "made in {made}, checked in {checked}",
                made=duration(one["made_s"]),
                checked=duration(one["checked_s"]),
            ),
        )
        yield msg("File"), byte_size(one["bytes"])
        yield (
            msg("Versions"),
            ", ".join(
                f"gridwise {version}" if name == "gridwise" else version
                for name, version in one["versions"].items()
            ),
        )

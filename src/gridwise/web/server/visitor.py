"""The visitor of a page: language, settings, and the owner of saved games."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from gridwise.core.message import Message
from gridwise.core.numbers import Numeral
from gridwise.render.catalogue import LANGUAGES, catalogue, language_of
from gridwise.render.words import counter_words, in_heading, in_sentence, in_words

if TYPE_CHECKING:
    from gridwise.games.store import Store
    from gridwise.web.server.context import ServerContext


class Visitor:
    """One browser, known by its session cookie.

    Parameters
    ----------
    owner
        The key of this browser's games and settings in the store.
    settings
        The stored settings; the others have their defaults.
    accepted
        The header Accept-Language, for the first visit.
    store
        The store of the settings; without one they last as long as the page.
    """

    def __init__(
        self,
        owner: str,
        settings: Mapping[str, Any],
        accepted: str = "",
        store: "Store | None" = None,
    ) -> None:
        self.owner = owner
        self.settings = dict(settings)
        self._accepted = accepted
        self._store = store

    @property
    def language(self) -> str:
        """One of `LANGUAGES`."""
        chosen = self.settings.get("language")
        if isinstance(chosen, str) and chosen in LANGUAGES:
            return chosen
        return negotiated(self._accepted)

    def set(self, name: str, value: Any) -> None:
        """Store a setting; its value is JSON."""
        self.settings[name] = value
        if self._store is not None:
            self._store.set(self.owner, name, value)

    def words(self, message: Message | Numeral) -> str:
        """Return a message or a number in the visitor's language, as one safe line."""
        return in_words(message, catalogue(self.language))

    def sentence(self, message: Message) -> str:
        """Return a message in the visitor's language, as one safe line that is a sentence."""
        return in_sentence(message, catalogue(self.language))

    def heading(self, message: Message) -> str:
        """Return a message in the visitor's language, as one safe line with a capital."""
        return in_heading(message, catalogue(self.language))

    def counters(self, counters: Mapping[str, int | float]) -> str:
        """Return counters as one line in the visitor's language."""
        return counter_words(counters, catalogue(self.language))


def visitor_here(server: "ServerContext") -> Visitor:
    """Return the visitor of the page that is being built.

    The session cookie is renewed on every day with a visit, so that it lasts a year from the last
    visit and not from the first.
    """
    from nicegui import app, ui

    session = app.storage.browser
    owner, today = str(session["id"]), datetime.now(UTC).date().isoformat()
    if session.get("seen") != today:
        session["seen"] = today
    accepted = ui.context.client.request.headers.get("accept-language", "")
    return Visitor(owner, server.store.settings(owner), accepted, server.store)


def negotiated(accepted: str) -> str:
    """Return the language of `LANGUAGES` that an Accept-Language header prefers."""
    wishes: list[tuple[float, int, str]] = []
    for at, part in enumerate(accepted.split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), at, tag))
        except ValueError:
            continue
    for _, _, tag in sorted(wishes):
        language = language_of(tag)
        if language is not None:
            return language
    return "en"

"""Who looks at a page: the language, the look, and where the games belong that they play."""

from collections.abc import Mapping
from typing import Any

from gridwise.core.message import Message
from gridwise.render.catalogue import LANGUAGES, catalogue
from gridwise.render.words import in_words


class Visitor:
    """One browser.

    Parameters
    ----------
    owner
        What the games and settings of this browser are kept under.
    settings
        What was chosen; what is not there has its default.
    accepted
        The header Accept-Language, for the first visit.
    """

    def __init__(self, owner: str, settings: Mapping[str, Any], accepted: str = "") -> None:
        self.owner = owner
        self.settings = dict(settings)
        self._accepted = accepted

    @property
    def language(self) -> str:
        """One of `LANGUAGES`."""
        chosen = self.settings.get("language")
        return chosen if chosen in LANGUAGES else negotiated(self._accepted)

    def words(self, message: Message) -> str:
        """Return a message in the visitor's language, as one safe line."""
        return in_words(message, catalogue(self.language))


def negotiated(accepted: str) -> str:
    """Return the language of `LANGUAGES` that an Accept-Language header likes best."""
    wishes: list[tuple[float, int, str]] = []
    for at, part in enumerate(accepted.split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            wishes.append((-float(quality or 1), at, tag.lower()))
        except ValueError:
            continue
    for _, _, tag in sorted(wishes):
        if tag.split("-")[0] == "zh":
            return "zh-Hant"
        for name in LANGUAGES:
            if tag.split("-")[0] == name:
                return name
    return "en"

"""Text for people: a template and its parameters, made where the fact is known.

The template is the key of the message catalogue (gettext); `str()` gives the English words.
"""

from collections.abc import Mapping
from dataclasses import dataclass

LIST_SEPARATOR = ", "
"""What stands between the items of a tuple; a template like any other."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with named parameters, not yet put into any language.

    Parameters
    ----------
    template
        English text with `{name}` fields: the catalogue's key.
    params
        (name, value) pairs; a value is an int, a str, a `Message` or a tuple of these.
    """

    template: str
    params: tuple[tuple[str, object], ...] = ()

    def words(self, catalogue: Mapping[str, str] | None = None) -> str:
        """Return the text, by the given catalogue of templates (English without one)."""
        template = (catalogue or {}).get(self.template, self.template)
        return template.format(**{name: _words(value, catalogue) for name, value in self.params})

    def __str__(self) -> str:
        return self.words()


def _words(value: object, catalogue: Mapping[str, str] | None) -> object:
    if isinstance(value, Message):
        return value.words(catalogue)
    if isinstance(value, tuple):
        between = (catalogue or {}).get(LIST_SEPARATOR, LIST_SEPARATOR)
        return between.join(str(_words(item, catalogue)) for item in value)
    return value


def msg(template: str, /, **params: object) -> Message:
    """Make a `Message`. Catalogue tools look for calls of this name."""
    for value in params.values():
        if not isinstance(value, int | str | Message | tuple):
            raise TypeError(f"a parameter is an int, a str, a Message or a tuple, not {value!r}")
    return Message(template, tuple(params.items()))

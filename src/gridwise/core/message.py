"""Text for people: a template and its parameters, translated when it is shown.

The template is the key of the message catalogue (gettext); `str()` gives the English words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gridwise.core.numbers import Numeral, is_long, number

LIST_SEPARATOR = ", "
"""The separator between the items of a tuple; a template like any other."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with named parameters, in no language yet.

    Parameters
    ----------
    template
        English text with `{name}` fields: the catalogue's key.
    params
        (name, value) pairs; a value is an int, a str, a `Message` or a tuple of these. A `Numeral`
        is a number in the language of the text; an int is one without separators.
    """

    template: str
    params: tuple[tuple[str, object], ...] = ()

    def words(self, catalogue: Mapping[str, str] | None = None) -> str:
        """Return the text in the language of a catalogue of templates, by default in English."""
        template = (catalogue or {}).get(self.template, self.template)
        return template.format(**{name: _words(value, catalogue) for name, value in self.params})

    def __str__(self) -> str:
        return self.words()

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON, for another process or for storage; see `from_json`."""
        return {"msg": self.template, "with": {n: _as_json(v) for n, v in self.params}}


def _words(value: object, catalogue: Mapping[str, str] | None) -> object:
    if isinstance(value, Message):
        return value.words(catalogue)
    if isinstance(value, tuple):
        between = (catalogue or {}).get(LIST_SEPARATOR, LIST_SEPARATOR)
        return between.join(str(_words(item, catalogue)) for item in value)
    if isinstance(value, int) and is_long(value):
        value = number(value)
    if isinstance(value, Numeral) and catalogue:
        return value.in_language(catalogue)
    return value


def msg(template: str, /, **params: object) -> Message:
    """Make a `Message`. Catalogue tools look for calls of this name."""
    for value in params.values():
        if not isinstance(value, int | str | Message | tuple):
            raise TypeError(f"a parameter is an int, a str, a Message or a tuple, not {value!r}")
    return Message(template, tuple(params.items()))


def _as_json(value: object) -> object:
    if isinstance(value, Message):
        return value.as_json()
    if isinstance(value, tuple):
        return [_as_json(item) for item in value]
    return {"number": str(value)} if isinstance(value, Numeral) else value


def from_json(value: object) -> Message:
    """Return the message that `Message.as_json` made this of; raise `ValueError` at others."""
    read = _from_json(value)
    if not isinstance(read, Message):
        raise ValueError(f"this is no message: {value!r}")
    return read


def _from_json(value: object) -> object:
    if isinstance(value, list):
        return tuple(_from_json(item) for item in value)
    if isinstance(value, Mapping) and isinstance(written := value.get("number"), str):
        return Numeral(written)
    if isinstance(value, Mapping):
        template, params = value.get("msg"), value.get("with")
        if not isinstance(template, str) or not isinstance(params, Mapping):
            raise ValueError(f"this is no message: {value!r}")
        return Message(template, tuple((str(n), _from_json(v)) for n, v in params.items()))
    if isinstance(value, int | str):
        return value
    raise ValueError(f"this is no part of a message: {value!r}")

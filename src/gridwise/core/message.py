"""Text for people: a template and its parameters, translated when it is shown.

The template is the key of the message catalogue (gettext); `str()` gives the English words.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gridwise.core.numbers import Numeral, is_long, number

LIST_SEPARATOR = ", "
"""The separator between the items of a tuple; a template like any other."""
FULL_STOP = "{text}."
"""A sentence with its full stop; a template like any other."""

_WORD = re.compile(r"[(]?[^\W\d_]+(?=[\s,;!?'’-]|[:.](?:\s|$)|：|$)")
"""A plain word. Ids with an underscore and paths are none."""
_ENDED = re.compile(r"[.!?:…。！？：][\"'”’」』)）\]]*$")
_PLACE = re.compile(r"\{\w+\}(?:[:=]\{\w+\})*(?:: |：|\. )")
"""The begin of a template that names what its sentence is about."""
_COPIED = re.compile(r"[:：][^:：]*\{(?:command|option|address|moves|literals)\}$|--help$")
"""The end of a template that gives something to copy."""
_FIGURE = re.compile(r"[:：] ?\{(\w+)\}$")
_VALUE = re.compile(r"\{(\w+)\}")
_LAST = re.compile(r"\{(\w+)\}$")
_FIGURES = " · "
_CHINESE = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")
_LABELS = frozenset({"line", "column", "row", "index", "port", "seed", "tile", "v"})
"""The parameters whose integers label a line, a port or a tile: these have no separators."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with named parameters, in no language yet.

    Parameters
    ----------
    template
        English text with `{name}` fields: the catalogue's key.
    params
        (name, value) pairs; a value is an int, a str, a `Message` or a tuple of these. An int and a
        `Numeral` are written in the language of the text, a line's number without separators.
    """

    template: str
    params: tuple[tuple[str, object], ...] = ()

    def words(self, catalogue: Mapping[str, str] | None = None) -> str:
        """Return the text in the language of a catalogue of templates, by default in English."""
        template = (catalogue or {}).get(self.template, self.template)
        if (figure := _figure(self)) is not None and not is_long(figure):
            return str(figure)  # data: `gridwise count` prints it for programs too
        return template.format(
            **{name: _words(value, catalogue, name) for name, value in self.params}
        )

    def sentence(self, catalogue: Mapping[str, str] | None = None) -> str:
        """Return the text as a sentence: it begins with a capital and ends with a full stop.

        For the outermost text only, never for one that is put into another. A text that begins with
        a parameter other than a message (an option, a name, a number, a square) begins as that
        does; after it and a colon, as after FILE:LINE:COLUMN, the sentence begins. There is no full
        stop after a value or values alone, after a command to copy, after a figure and its name
        (`solutions: 3`), or after figures with ` · ` between them. Nothing is done to a row, which
        begins with a space.
        """
        template = (catalogue or {}).get(self.template, self.template)
        params = dict(self.params)
        if place := _place(template, params):
            rest = Message(template[len(place) :], self.params).sentence(catalogue)
            return Message(place, self.params).words(catalogue) + rest
        if alone := _VALUE.fullmatch(template):
            value = params[alone[1]]
            return (
                value.sentence(catalogue) if isinstance(value, Message) else self.words(catalogue)
            )
        text = self.heading(catalogue)
        if not text or text[0].isspace() or _ENDED.search(text) or _FIGURES in text:
            return text
        figure = _FIGURE.search(template)
        if self._is_copied(catalogue) or (figure and isinstance(params[figure[1]], int | Numeral)):
            return text
        return _stop(text, catalogue).format(text=text)

    def _is_copied(self, catalogue: Mapping[str, str] | None) -> bool:
        """Return whether the text ends with something to copy."""
        template = (catalogue or {}).get(self.template, self.template)
        last = _LAST.search(template)
        value = dict(self.params)[last[1]] if last else ""
        if isinstance(value, Message):
            return value._is_copied(catalogue)
        return isinstance(value, str | tuple) and bool(_COPIED.search(template))

    def heading(self, catalogue: Mapping[str, str] | None = None) -> str:
        """Return the text with a capital, as `sentence` does, and no full stop."""
        text = self.words(catalogue)
        place, head = _head(self, catalogue)
        word = _WORD.match(head)
        # Where the full stop is 。, letters that have capitals are names and literals.
        if not word or not _stop(text, catalogue).isascii():
            return text
        at = len(place) + word[0].startswith("(")
        return text[:at] + text[at].upper() + text[at + 1 :]

    def __str__(self) -> str:
        return self.words()

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON, for another process or for storage; see `from_json`."""
        return {"msg": self.template, "with": {n: _as_json(v) for n, v in self.params}}


def _stop(text: str, catalogue: Mapping[str, str] | None) -> str:
    """Return the template of a sentence, in English if the words are not translated."""
    stop = (catalogue or {}).get(FULL_STOP, FULL_STOP)
    return stop if stop.isascii() or _CHINESE.search(text) else FULL_STOP


def _head(whole: Message, catalogue: Mapping[str, str] | None) -> tuple[str, str]:
    """Return the template of the first word of a text, and the place that an inner text has first.

    The template is "" if a parameter gives the first word.
    """
    value: object = whole
    before = ""
    while isinstance(value, Message | tuple) and value:
        if isinstance(value, tuple):
            value = value[0]
            continue
        template, params = (catalogue or {}).get(value.template, value.template), dict(value.params)
        place = None if value is whole else _place(template, params)
        if place:
            before += Message(place, value.params).words(catalogue)
            template = template[len(place) :]
        if not (field := re.match(r"\{(\w+)\}", template)):
            return before, template
        value = params[field[1]]
    return before, ""


def _place(template: str, params: Mapping[str, object]) -> str:
    """Return the begin of a template that names its place, or "" if a message fills it."""
    place = _PLACE.match(template)
    if not place or any(_speaks(params[name]) for name in re.findall(r"\w+", place[0])):
        return ""
    return place[0]


def _speaks(value: object) -> bool:
    """Return whether a parameter holds a message."""
    return isinstance(value, Message) or (isinstance(value, tuple) and any(map(_speaks, value)))


def _figure(text: Message) -> int | None:
    """Return the integer of a text that is nothing else."""
    if len(text.params) != 1 or not _VALUE.fullmatch(text.template):
        return None
    value = text.params[0][1]
    return value if isinstance(value, int) else None


def _words(value: object, catalogue: Mapping[str, str] | None, name: str = "") -> object:
    if isinstance(value, Message):
        figure = _figure(value)
        if figure is None:
            return value.words(catalogue)
        value = figure
    if isinstance(value, tuple):
        between = (catalogue or {}).get(LIST_SEPARATOR, LIST_SEPARATOR)
        return between.join(str(_words(item, catalogue, name)) for item in value)
    if isinstance(value, int) and abs(value) > 999 and (name not in _LABELS or is_long(value)):
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


def as_message(text: str) -> Message:
    """Return a text of the registry, of a file or of Python as a message; its braces stay."""
    return Message(text.replace("{", "{{").replace("}", "}}"))


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

"""Lines of JSON, each an object: the places of its fields, and its errors."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NoReturn

from gridwise.core import registry
from gridwise.core.errors import ParseError, Phrase
from gridwise.core.message import Message, msg
from gridwise.core.reading import TextLine, quoted
from gridwise.solving.inputs import decoded, parse

MOST_LINE = 65_536
"""The most bytes of a line."""
MOST_BYTES = 1 << 32
"""The most bytes of a file whose end is only counted; a stream without end is refused too."""
MOST_NUMBER = 2**31 - 1
_BLOCK = 1 << 20


class JsonLine:
    """A line of JSON: an object, and the places of its fields."""

    def __init__(self, data: bytes, here: TextLine) -> None:
        self.here = here
        try:
            self.text = decoded(data.rstrip(b"\r\n"), here.source)
        except ParseError as error:
            raise here.error(*error.phrases, error.column - 1) from None
        self.fields = self._object()

    def _object(self) -> dict[str, Any]:
        text = self.text
        try:
            value = _DECODER.decode(text)
        except json.JSONDecodeError as error:
            rest = text[error.pos :].strip()
            raise self.here.error(
                quoted(rest) if rest else msg("the end"), msg("JSON"), error.pos
            ) from None
        except _NoFieldError as error:
            raise self.here.error(
                quoted(error.token), error.expected, max(0, text.find(error.token))
            ) from None
        except RecursionError:
            raise self.here.error(msg("JSON that is nested too deeply"), _AN_OBJECT) from None
        if not isinstance(value, dict):
            raise self.here.error(quoted(text.strip()), _AN_OBJECT)
        return value

    def at(self, name: str) -> int:
        """Return the offset of a field's value; 0 if the line lacks it."""
        match = re.search(re.escape(json.dumps(name, ensure_ascii=False)) + r"\s*:\s*", self.text)
        return match.end() if match else 0

    def fail(self, name: str, expected: Phrase) -> NoReturn:
        """Raise the error of a field."""
        raise self.here.error(self.shown(name), expected, self.at(name))

    def shown(self, name: str) -> Phrase:
        """Return the content of a field, as errors show it."""
        if name not in self.fields:
            return msg("no {name}", name=name)
        text = json.dumps(self.fields[name], ensure_ascii=False)
        return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."

    def only(self, known: Iterable[str]) -> None:
        """Refuse fields of other names, as a misspelt field would be lost silently."""
        names = tuple(known)
        for name in self.fields:
            if name not in names:
                match = self.text.find(json.dumps(name, ensure_ascii=False))
                expected = msg("one of these fields: {names}", names=names)
                raise self.here.error(quoted(name), expected, max(0, match))

    def whole(self, name: str, least: int, most: int, expected: Phrase) -> int:
        """Return a field that is a whole number from `least` to `most`."""
        value = self.fields.get(name)
        if type(value) is not int or not least <= value <= most:
            self.fail(name, expected)
        return value

    def words(self, name: str, most: int) -> str:
        """Return a field that is a text, on one line; an empty text if the line lacks it."""
        value = self.fields.get(name, "")
        if not isinstance(value, str) or len(value) > most:
            self.fail(name, msg("a text of at most {most} characters", most=most))
        return " ".join(value.split())

    def position(self, name: str) -> Any:
        """Return the position whose text is in a field; the field `puzzle` may name its kind."""
        board, kind = self.fields.get(name), self.fields.get("puzzle")
        if not isinstance(board, str):
            self.fail(name, msg("a board as text, such as queens:6:"))
        if kind is not None and kind not in registry.puzzles():
            self.fail("puzzle", msg("one of these: {names}", names=tuple(registry.puzzles())))
        try:
            return parse(board, puzzle=kind)
        except ParseError as error:
            at = self.at(name) + (error.column if error.line == 1 else 0)
            raise self.here.error(*error.phrases, at) from None


class _NoFieldError(ValueError):
    """A part of JSON that is not allowed in a field."""

    def __init__(self, token: str, expected: Message) -> None:
        super().__init__(token)
        self.token, self.expected = token, expected


def _integer(token: str) -> int:
    if len(token) > _LONGEST_NUMBER:
        raise _NoFieldError(token, msg("a whole number of at most {n} digits", n=_LONGEST_NUMBER))
    return int(token)


def _constant(token: str) -> NoReturn:
    raise _NoFieldError(token, msg("a number"))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise _NoFieldError(name, msg("each field once"))
        fields[name] = value
    return fields


_SHOWN = 40
_LONGEST_NUMBER = 10
_DECODER = json.JSONDecoder(parse_int=_integer, parse_constant=_constant, object_pairs_hook=_once)
A_NUMBER = msg("a whole number from 0 to {most}", most=MOST_NUMBER)
_AN_OBJECT = msg("a JSON object on a line of its own")


def json_lines(stream: BinaryIO, source: str) -> Iterator[JsonLine]:
    """Yield the lines that are not blank."""
    number = 0
    while data := stream.readline(MOST_LINE + 1):
        number += 1
        here = TextLine(source, number)
        if len(data) > MOST_LINE:
            raise here.too_large(
                msg("a line of more than {most} bytes", most=MOST_LINE),
                msg("one event a line"),
                MOST_LINE,
            )
        if data.strip():
            yield JsonLine(data, here)


def lines_left(stream: BinaryIO, source: str, line: int) -> int:
    """Return the number of unread lines."""
    number = size = 0
    last = b"\n"
    while block := stream.read(_BLOCK):
        number += block.count(b"\n")
        size += len(block)
        last = block[-1:]
        if size > MOST_BYTES:
            raise TextLine(source, line + number).too_large(
                msg("more than {most} bytes", most=MOST_BYTES), msg("fewer")
            )
    return number + (last != b"\n")

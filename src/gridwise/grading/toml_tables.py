"""Tables of a TOML file, read strictly: an error names the line, the key and the right values."""

import difflib
import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Any

from gridwise.core.errors import ParseError, Phrase, either
from gridwise.core.message import msg
from gridwise.core.question import Arg, expected, fits

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?\Z")
_KEY = re.compile(r"(?:\A|[{,])\s*([\w-]+|\"[^\"]*\"|'[^']*')(?=\s*[=.])")
_PLACE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)\Z", re.DOTALL)

Keys = tuple[str | int, ...]
"""The keys and places in arrays that lead to a value."""


class TomlTable:
    """One table of a TOML file; its methods return values, or raise `ParseError` at their line.

    Parameters
    ----------
    value
        The table.
    known
        Its keys; any other is refused, and the error names the nearest key.
    text, source
        The file's text and its name, for errors.
    path
        The keys that lead to the table.
    """

    def __init__(
        self,
        value: Mapping[str, Any],
        known: Collection[str],
        *,
        text: str,
        source: str,
        path: Keys = (),
    ) -> None:
        self.value, self.text, self.source, self.path = value, text, source, path
        for key in value:
            if known and key not in known:
                near = difflib.get_close_matches(key, known, n=1)
                names: Phrase = either(near) if near else msg("{names}", names=tuple(known))
                fault = msg("an unknown key {key}", key=self._name(key))
                raise self._error(key, fault, names)

    def has(self, key: str) -> bool:
        """Return whether the table has a key."""
        return key in self.value

    def text_of(self, key: str, default: str | None = None) -> str:
        """Return a text that is not empty."""
        value = self._get(key, default, msg("a text"))
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, msg("a text"))
        return value

    def choice(self, key: str, default: str, known: Sequence[str]) -> str:
        """Return one of several words."""
        word = self.text_of(key, default)
        if word not in known:
            near = difflib.get_close_matches(word, known, n=1)
            raise self.wrong(key, either(near or known))
        return word

    def choices(self, key: str, default: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
        """Return several words of these, in a list."""
        words = self.value.get(key, list(default))
        if not isinstance(words, list) or not all(word in known for word in words):
            raise self.wrong(key, msg("a list of some of {names}", names=tuple(known)))
        return tuple(words)

    def truth(self, key: str) -> bool:
        """Return true or false; false if it is missing."""
        value = self.value.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, msg("true or false"))
        return value

    def number(
        self, key: str, default: float | None = None, *, least: float = 0.0, most: float = 1e9
    ) -> float:
        """Return a number from `least` to `most`."""
        return float(self._checked(key, default, Annotated[float, Arg(least=least, most=most)]))

    def whole(self, key: str, default: int, *, least: int = 0, most: int = 10**9) -> int:
        """Return a whole number from `least` to `most`."""
        return int(self._checked(key, default, Annotated[int, Arg(least=least, most=most)]))

    def table(self, key: str, known: Collection[str] = ()) -> "TomlTable":
        """Return a table in this one, empty if missing; without `known` any keys will do."""
        value = self.value.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, msg("a table"))
        return TomlTable(value, known, text=self.text, source=self.source, path=(*self.path, key))

    def tables(self, key: str, known: Collection[str]) -> Iterator["TomlTable"]:
        """Yield the tables of an array, none if it is missing."""
        values = self.value.get(key, [])
        if not isinstance(values, list) or not all(isinstance(item, dict) for item in values):
            raise self.wrong(key, msg("tables, each below a line [[{key}]]", key=key))
        for at, one in enumerate(values):
            path = (*self.path, key, at)
            yield TomlTable(one, known, text=self.text, source=self.source, path=path)

    def wrong(self, key: str, expected: Phrase) -> ParseError:
        """Return the error for a key's value."""
        if key not in self.value:
            return self.missing(key, expected)
        shown = _shown(self.value[key])
        return self._error(key, msg("{key} = {value}", key=self._name(key), value=shown), expected)

    def missing(self, key: str, expected: Phrase) -> ParseError:
        """Return the error for a missing key."""
        return self._error("", msg("no {key}", key=self._name(key)), expected)

    def _checked(self, key: str, default: Any, hint: Any) -> Any:
        """Return the value of a key that an annotation allows."""
        value = self._get(key, default, expected(hint))
        if not fits(value, hint):
            raise self.wrong(key, expected(hint))
        return value

    def _get(self, key: str, default: Any, expected: Phrase) -> Any:
        if key not in self.value and default is None:
            raise self.missing(key, expected)
        return self.value.get(key, default)

    def _name(self, key: str) -> str:
        words = [str(part) for part in self.path if isinstance(part, str)]
        return ".".join([*words, key])

    def _error(self, key: str, found: Phrase, expected: Phrase) -> ParseError:
        line, column = _position(self.text, (*self.path, *([key] if key else [])))
        return ParseError(found, expected, source=self.source, line=line, column=column)


def read_toml(text: str, source: str, known: Collection[str]) -> TomlTable:
    """Return the tables of a text; raise `ParseError` if it is no TOML."""
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _PLACE.match(str(error))
        why = place[1] if place else str(error)
        ends = text.count("\n") + 1
        line = int(place[2]) if place and place[2] else ends
        column = int(place[3]) if place and place[3] else 1
        raise ParseError(
            msg("no TOML ({why})", why=why), "TOML", source=source, line=line, column=column
        ) from None
    except RecursionError:
        raise ParseError(msg("deep nesting"), "TOML", source=source) from None
    return TomlTable(value, known, text=text, source=source)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "{...}" if isinstance(value, dict) else "[...]"
    return repr(value)[:60]


def _position(text: str, path: Keys) -> tuple[int, int]:
    """Return line and column of the deepest part of a path that the text names, from 1.

    `tomllib` keeps no places. Headers and keys are found line by line, so a multi-line string
    that looks like a header may lead it astray: to a wrong line, never to a wrong value.
    """
    best, depth = (1, 1), 0
    here: Keys = ()
    counts: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        header = _HEADER.match(line)
        if header is not None:
            names = [part.strip().strip("\"'") for part in header[2].split(".")]
            if header[1] == "[[":
                counts[header[2]] = counts.get(header[2], -1) + 1
            here = tuple(
                part
                for at, name in enumerate(names)
                for part in (name, *_index(counts, names[: at + 1]))
            )
            length = _common(here, path)
            if length == len(here) > depth:
                best, depth = (number, line.index("[") + 1), length
            continue
        if line.lstrip().startswith("#"):
            continue
        inner = here
        for key in _KEY.finditer(line):
            name = key[1].strip("\"'")
            whole = _deeper(inner, name, path) or (*here, name)
            length = _common(whole, path)
            if length == len(whole) > depth:
                best, depth, inner = (number, key.start(1) + 1), length, whole
    return best


def _deeper(inner: Keys, name: str, path: Keys) -> Keys | None:
    """Return the path of a key of an inline table, if the wanted path goes that way."""
    candidate = (*inner, name)
    return candidate if _common(candidate, path) == len(candidate) else None


def _index(counts: Mapping[str, int], names: Sequence[str]) -> tuple[int, ...]:
    at = counts.get(".".join(names))
    return () if at is None else (at,)


def _common(one: Keys, other: Keys) -> int:
    length = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        length += 1
    return length

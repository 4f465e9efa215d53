"""The language of what the command line says. Files, JSON, options and statuses know none."""

import os
import sys
from collections.abc import Mapping, Sequence

from gridwise.core.errors import MOVE, Fault, GridwiseError, ParameterError, ParseError
from gridwise.core.message import Message, msg
from gridwise.core.numbers import Numeral
from gridwise.render.catalogue import LANGUAGES, catalogue, language_of
from gridwise.render.words import in_heading, in_sentence, in_words

OPTION = "--lang"
DEFAULT = "en"
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


class _Languages:
    """The language of this process: of messages, and the one that was asked for by option."""

    messages = DEFAULT
    asked: str | None = None


def choose(args: Sequence[str], environment: Mapping[str, str] = os.environ) -> list[str]:
    """Choose the language by `--lang`, else by the environment; return the other arguments.

    Raises
    ------
    ParameterError
        No language, or one that there is not, follows `--lang`.
    """
    rest, asked = list[str](), list[str | None]()
    words = iter(args)
    for word in words:
        if word == OPTION:
            asked.append(next(words, None))
        elif word.startswith(f"{OPTION}="):
            asked.append(word.removeprefix(f"{OPTION}="))
        else:
            rest.append(word)
        if word == "--":  # all that follows is input
            rest.extend(words)
    _Languages.asked, _Languages.messages = None, _from(environment)
    for name in asked:
        if name is None:
            raise ParameterError(msg("{option} needs a value", option=OPTION))
        if name not in LANGUAGES:
            known = " | ".join(LANGUAGES)
            raise ParameterError(
                msg("--lang takes {known}, not {name}", known=known, name=repr(name))
            )
        _Languages.asked, _Languages.messages = name, _shown(name)
    return rest


def _from(environment: Mapping[str, str]) -> str:
    """Return the language of the first variable that is set, English where it has none of ours."""
    locale = next((value for name in _VARIABLES if (value := environment.get(name))), "")
    return _shown(language_of(locale) or DEFAULT)


def _shown(name: str) -> str:
    """Return the language, English where standard output cannot show its letters."""
    try:
        LANGUAGES[name].encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return DEFAULT
    return name


def asked() -> str | None:
    """Return the language that was asked for by option, None without one."""
    return _Languages.asked


def of_documents() -> str:
    """Return the language of what a command writes: the one asked for, never the environment's."""
    return _Languages.asked or DEFAULT


def current() -> Mapping[str, str]:
    """Return the catalogue of the chosen language."""
    return catalogue(_Languages.messages)


def words(text: Message | str) -> str:
    """Return a message as one safe line in the chosen language; a string as it is."""
    return in_words(text, current()) if isinstance(text, Message | Numeral) else text


def sentence(text: Message | str) -> str:
    """Return a message as one safe line that is a sentence; a string or a number as it is."""
    return in_sentence(text, current()) if isinstance(text, Message | Numeral) else text


def heading(text: Message | str) -> str:
    """Return a message as one safe line that begins with a capital; a string as it is."""
    return in_heading(text, current()) if isinstance(text, Message | Numeral) else text


def named(text: str) -> str:
    """Return a text of the registry, a title or the name of a counter, in the chosen language."""
    return current().get(text, text)


def error_words(error: GridwiseError) -> str:
    """Return an error as a sentence; a parse error begins FILE:LINE:COLUMN in every language."""
    if isinstance(error, Fault):
        return sentence(msg("internal fault: {what}", what=error.placed))
    typed = isinstance(error, ParseError) and error.source == MOVE
    return sentence(error.message if typed else error.placed)

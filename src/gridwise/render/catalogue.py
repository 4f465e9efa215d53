"""The message catalogue: translations of the templates of `core.message`.

The templates are English. The other languages are GNU gettext catalogues, one `.po` each under
`locale/`, translated by hand, and read as they are. This adds new templates to them, and lists
those without a translation, which are shown in English::

    python tests/catalogue/update.py

They hold every template of `msg("...")` in the sources, the texts in the registry, and the
definitions of counters and measures.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from gridwise.core.errors import UnknownNameError

LANGUAGES: Mapping[str, str] = {"en": "English", "vi": "Tiếng Việt", "zh-Hant": "繁體中文"}
"""The supported languages: BCP 47 tag and own name."""

DOMAIN = "gridwise"
_SOURCE = "en"
_ENTRY = re.compile(r'^msgid (".*"(?:\n".*")*)\nmsgstr (".*"(?:\n".*")*)$', re.MULTILINE)
"""A template and its translation; a long one stands in several lines."""


class Catalogue(Mapping[str, str]):
    """The templates of one language by the English ones.

    Parameters
    ----------
    language
        One of `LANGUAGES`.
    words
        The templates.
    """

    def __init__(self, language: str, words: Mapping[str, str]) -> None:
        self.language = language
        self._words = dict(words)

    def __getitem__(self, template: str) -> str:
        return self._words[template]

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


@cache
def catalogue(language: str) -> Catalogue:
    """Return the translations into a language; English has none.

    Raises
    ------
    UnknownNameError
        The language does not exist.
    """
    if language not in LANGUAGES:
        raise UnknownNameError("language", language, LANGUAGES)
    if language == _SOURCE:
        return Catalogue(language, {})
    path = f"locale/{language.replace('-', '_')}/LC_MESSAGES/{DOMAIN}.po"
    file = resources.files("gridwise.render").joinpath(path).read_text("utf-8")
    words = {_text(key): _text(value) for key, value in _ENTRY.findall(file)}
    return Catalogue(language, {key: value for key, value in words.items() if key and value})


def _text(quoted: str) -> str:
    """Return the text of one quoted line of a `.po` file, or of several."""
    text = quoted.replace('"\n"', "")
    return str(json.loads(text)) if "\\" in text else text[1:-1]


def language_of(tag: str) -> str | None:
    """Return the language of `LANGUAGES` that a BCP 47 tag or a POSIX locale stands for, or None.

    `vi_VN.UTF-8` is Vietnamese, `zh_TW`, `zh-HK` and `zh` are Traditional Chinese; of Simplified
    Chinese (`zh-CN`, `zh-Hans`) there is no catalogue.
    """
    parts = re.split(r"[-_]", re.split(r"[.@]", tag, maxsplit=1)[0].casefold())
    if parts[0] == "zh" and not {"hans", "cn", "sg", "my"} & set(parts[1:2]):
        return "zh-Hant"
    return next((name for name in LANGUAGES if name == parts[0]), None)

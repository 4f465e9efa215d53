"""The message catalogue: translations of the templates of `core.message`.

The templates are English. The other languages are GNU gettext catalogues, one `.po` each under
`locale/`, translated by hand, updated and compiled by::

    python tests/catalogue/update.py

They hold every template of `msg("...")` in the sources, the texts in the registry, and the
definitions of counters and measures; a test checks that they are complete.
"""

import gettext
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from gridwise.core.errors import UnknownNameError

LANGUAGES: Mapping[str, str] = {"en": "English", "vi": "Tiếng Việt", "zh-Hant": "繁體中文"}
"""The supported languages: BCP 47 tag and own name."""

DOMAIN = "gridwise"
_SOURCE = "en"


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
    """Return the catalogue of a language; that of English is empty.

    Raises
    ------
    UnknownNameError
        No such language.
    """
    if language not in LANGUAGES:
        raise UnknownNameError("language", language, LANGUAGES)
    if language == _SOURCE:
        return Catalogue(language, {})
    path = f"locale/{language.replace('-', '_')}/LC_MESSAGES/{DOMAIN}.mo"
    with resources.files("gridwise.render").joinpath(path).open("rb") as file:
        read = gettext.GNUTranslations(file)
    words = vars(read)["_catalog"]  # the class has no public access to the whole table
    return Catalogue(language, {key: value for key, value in words.items() if key})


def language_of(tag: str) -> str | None:
    """Return the language of `LANGUAGES` that a BCP 47 tag or a POSIX locale stands for, or None.

    `vi_VN.UTF-8` is Vietnamese, `zh_TW`, `zh-HK` and `zh` are Traditional Chinese; of Simplified
    Chinese (`zh-CN`, `zh-Hans`) there is no catalogue.
    """
    parts = re.split(r"[-_]", re.split(r"[.@]", tag, maxsplit=1)[0].casefold())
    if parts[0] == "zh" and not {"hans", "cn", "sg", "my"} & set(parts[1:2]):
        return "zh-Hant"
    return next((name for name in LANGUAGES if name == parts[0]), None)

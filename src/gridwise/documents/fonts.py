"""The fonts of a PDF, and the package to install if no font has the letters of its language."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping

from gridwise.core.errors import InputError

LATIN = ("Libertinus Serif", "DejaVu Sans Mono")
"""Fonts of typst itself; the first has all letters of Vietnamese."""
CHINESE: Mapping[str, tuple[str, ...]] = {
    "serif": (
        "Noto Serif CJK TC",
        "Noto Serif TC",
        "Source Han Serif TC",
        "Source Han Serif",
        "Songti TC",
        "LiSong Pro",
        "PMingLiU",
        "MingLiU",
    ),
    "sans": (
        "Noto Sans CJK TC",
        "Noto Sans TC",
        "Source Han Sans TC",
        "Source Han Sans",
        "PingFang TC",
        "Heiti TC",
        "Microsoft JhengHei",
        "Noto Serif CJK SC",
        "Noto Sans CJK SC",
        "Noto Sans CJK JP",
        "AR PL UMing TW",
        "WenQuanYi Zen Hei",
    ),
}
"""Families with the letters of Traditional Chinese, in order of preference."""


class MissingFontError(InputError):
    """No font on this machine has the letters of a text."""


def needs_chinese(texts: Iterable[str]) -> bool:
    """Return whether any text holds Chinese letters or full-width signs."""
    return any(_wide(c) for text in texts for c in text)


def _wide(char: str) -> bool:
    return ord(char) >= 0x2E80 and unicodedata.east_asian_width(char) in "WF"


def is_bundled(text: str) -> bool:
    """Return whether typst's own fonts have every character: Latin letters and punctuation."""
    return all(
        code < 0x250 or 0x1E00 <= code < 0x1F00 or 0x2010 <= code < 0x2040
        for code in map(ord, text)
    )


def chosen(texts: Iterable[str], known: Callable[[], Iterable[str]]) -> list[str]:
    """Return the families for texts, the first choice first; `known` returns the installed ones."""
    families = list(LATIN)
    if needs_chinese(texts):
        families.insert(1, chinese_family(known()))
    return families


def chinese_family(families: Iterable[str]) -> str:
    """Return the preferred installed family with Chinese letters.

    Raises
    ------
    MissingFontError
        No family has them; the message names the package to install.
    """
    have = {family.lower(): family for family in families}
    for wanted in (*CHINESE["serif"], *CHINESE["sans"]):
        if wanted.lower() in have:
            return have[wanted.lower()]
    raise MissingFontError(
        "no font with Traditional Chinese letters was found on this machine: install the package "
        "fonts-noto-cjk (Debian, Ubuntu), google-noto-serif-cjk-fonts (Fedora), noto-fonts-cjk "
        "(Arch) or the formula font-noto-serif-cjk-tc (Homebrew); HTML and DOCX need none"
    )

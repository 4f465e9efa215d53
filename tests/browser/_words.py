"""The English words and ids on a page in another language."""

import re
from collections.abc import Iterable

from catalogue.update import missing, read, templates

LANGUAGES = {"en": "", "vi": "vi", "zh-Hant": "zh_Hant"}
WORD = re.compile(r"(?<![A-Za-z0-9_À-ỹ.:/=-])[A-Za-z]{3,}(?![A-Za-z0-9_À-ỹ:/=])")
FIELD = re.compile(r"\{\w*\}")
ID = re.compile(r"(?<![\w=])[a-z0-9]+(?:_[a-z0-9]+)+(?![\w=]|:\w)")

READ = """
() => {
  const names = ["aria-label", "title", "placeholder", "alt"];
  const aside = "script, style, textarea, code, kbd, cite, [lang], #popup, "
    + "#too_long_message_popup, .gw-code, .gw-code-inline, "
    + "i, .material-icons, .gw-mono, .gw-sources, .gw-licence, .gw-language";
  const out = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) { out.push(node.textContent.trim()); return; }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    for (const name of names) {
      const text = node.getAttribute(name);
      if (text && node.tagName !== "HTML") out.push(text);
    }
    if (node.tagName !== "HTML" && node.matches(aside)) return;
    for (const child of node.childNodes) walk(child);
  };
  walk(document.body);
  return out.filter(Boolean);
}
"""


def vocabulary(texts: Iterable[str]) -> set[str]:
    return {word.lower() for text in texts for word in WORD.findall(FIELD.sub(" ", text))}


def english(language: str) -> set[str]:
    """Return the words of our English texts that our texts in a language do not have.

    A text without a translation is a text in that language: it is shown in English.
    """
    if not LANGUAGES[language]:
        return set()
    file = read(LANGUAGES[language])
    entries = [entry for entry in file if entry.id]
    theirs = vocabulary(str(entry.string) for entry in entries)
    untranslated = vocabulary(missing(file, templates()[0]))
    return vocabulary(str(entry.id) for entry in entries) - theirs - untranslated


def strange(texts: Iterable[str], foreign: set[str]) -> list[str]:
    """Return the words of these and the ids that stand in texts, with the text around."""
    return sorted(
        {
            f"{word}: {text[:90]}"
            for text in texts
            for word in (*WORD.findall(text), *ID.findall(text))
            if word.lower() in foreign or ID.fullmatch(word)
        }
    )

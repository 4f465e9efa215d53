"""Names of keys for people, from the browser's codes for them."""

from collections.abc import Callable, Mapping, Sequence

from gridwise.core.message import Message, msg

_NAMES: Mapping[str, Message] = {
    "ArrowUp": msg("↑"),
    "ArrowDown": msg("↓"),
    "ArrowLeft": msg("←"),
    "ArrowRight": msg("→"),
    "Space": msg("Space bar"),
    "Enter": msg("Enter"),
    "Escape": msg("Esc"),
    "Backspace": msg("Backspace"),
    "Delete": msg("Delete"),
    "ContextMenu": msg("Menu key"),
    "Home": msg("Home key"),
    "End": msg("End key"),
    "PageUp": msg("Page up"),
    "PageDown": msg("Page down"),
    "Tab": msg("Tab"),
    "Shift": msg("Shift"),
    "Control": msg("Ctrl"),
    "Alt": msg("Alt"),
}
_SIGNS: Mapping[str, str] = {
    "Minus": "-",
    "Equal": "=",
    "Comma": ",",
    "Period": ".",
    "Slash": "/",
    "Semicolon": ";",
    "Quote": "'",
    "BracketLeft": "[",
    "BracketRight": "]",
    "Backslash": "\\",
    "Backquote": "`",
}
_SKIPPED = "Numpad"


def key_words(code: str, words: Callable[[Message], str]) -> str:
    """Return one key with those held down before it: `Shift + 1` of `Shift+Digit1`."""
    return " + ".join(_one(part, words) for part in code.split("+"))


def keys_words(codes: Sequence[str], words: Callable[[Message], str]) -> str:
    """Return the names of keys with one meaning, without those of the number pad."""
    plain = [code for code in codes if _SKIPPED not in code] or list(codes)
    return ", ".join(dict.fromkeys(key_words(code, words) for code in plain))


def _one(part: str, words: Callable[[Message], str]) -> str:
    if part in _NAMES:
        return words(_NAMES[part])
    for head in ("Digit", "Key", "Numpad"):
        if part.startswith(head) and len(part) > len(head):
            return part[len(head) :]
    return _SIGNS.get(part, part)

"""Names of keys for people, from the browser's codes for them, and the keys of a game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gridwise.core.interaction import Interaction
from gridwise.core.message import Message, msg
from gridwise.web.widgets.parts import box, text

UNDO_KEYS = ("Control+KeyZ", "Meta+KeyZ")
REDO_KEYS = ("Control+KeyY", "Control+Shift+KeyZ", "Meta+Shift+KeyZ")
WALK_KEYS = ("Comma", "Period", "Escape")
"""The keys that walk back and on through a shown solution, and back to the game."""
SHEET_KEY = "?"
"""The key of the sheet, by its sign, as its place on keyboards differs."""
ZOOM_KEYS = (
    (msg("Zoom in"), "Plus", "+"),
    (msg("Zoom out"), "Minus", "-"),
    (msg("Usual size"), "Digit0", "0"),
)
"""The signs for the board in the browser, unless a game takes their keys itself."""

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
    """Return the names of keys with one meaning, without the keys of the number pad."""
    plain = [code for code in codes if _SKIPPED not in code] or list(codes)
    return ", ".join(dict.fromkeys(key_words(code, words) for code in plain))


def key_table(
    interaction: Interaction[Any, Any],
    state: Any,
    words: Callable[[Message], str],
    named_by: str,
    commands: Sequence[tuple[Message, Sequence[str]]] = (),
) -> None:
    """Build a table of the actions in a game with their keys, in the interaction's words.

    `commands` are the page's labels and keys.
    """
    rows: list[tuple[Message, str]] = [
        (msg("Move from cell to cell"), words(msg("arrow keys"))),
    ]
    if interaction.selects_many:
        rows += [
            (msg("Select several cells"), words(msg("Shift and the arrow keys, or drag"))),
            (msg("Select all cells"), keys_words(("Control+KeyA",), words)),
            (msg("Select one cell again"), keys_words(("Escape",), words)),
        ]
    inputs = interaction.pad_buttons(state)
    if interaction.click and not any({"Enter", "Space"} & set(entry.keys) for entry in inputs):
        rows.append((msg("Do what a click does"), keys_words(("Enter", "Space"), words)))
    if interaction.secondary_click:
        does = msg("Do what the other mouse button or a long press does")
        rows.append((does, keys_words(("ContextMenu", "Shift+F10"), words)))
    for pen in interaction.pens(state):
        if pen.keys:
            rows.append((msg("Choose: {pen}", pen=pen.label), keys_words(pen.keys, words)))
    values = [entry for entry in inputs if entry.pen and entry.keys]
    if len(values) > 2:
        ends = (values[0].keys[0], values[-1].keys[0])
        rows.append((msg("Enter a value"), " – ".join(keys_words((k,), words) for k in ends)))
    for one in inputs:
        if one.keys and one not in values:
            rows.append((one.label, keys_words(one.keys, words)))
    for label, codes in ((msg("Undo"), UNDO_KEYS), (msg("Redo"), REDO_KEYS)):
        rows.append((label, keys_words([k for k in codes if "Meta" not in k], words)))
    taken = {key for entry in inputs for key in entry.keys}
    for label, code, sign in ZOOM_KEYS:
        if code not in taken:
            rows.append((label, sign))
    rows += [(label, keys_words(codes[:1], words)) for label, codes in commands]
    back, on, leave = (keys_words((key,), words) for key in WALK_KEYS)
    rows.append((msg("Walk back and on through a solution that is shown"), f"{back}  {on}"))
    rows.append((msg("Leave a solution that is shown"), leave))
    rows.append((msg("Show the keys"), SHEET_KEY))
    with box("table", "gw-table gw-keys", aria_labelledby=named_by):
        with box("thead"), box("tr"):
            for head in (msg("What it does"), msg("Key")):
                text("th", words(head), scope="col")
        with box("tbody"):
            for what, keys in rows:
                with box("tr"):
                    text("th", words(what), scope="row")
                    with box("td"):
                        text("kbd", keys)


def _one(part: str, words: Callable[[Message], str]) -> str:
    if part in _NAMES:
        return words(_NAMES[part])
    for head in ("Digit", "Key", "Numpad"):
        if part.startswith(head) and len(part) > len(head):
            return part[len(head) :]
    return _SIGNS.get(part, part)

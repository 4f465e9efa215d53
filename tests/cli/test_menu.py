"""The menu of `gridwise solve` without a board, asked in this process."""

import pytest

from gridwise.cli.shared import menu
from gridwise.core import registry


def test_examples_too_long_for_a_line_are_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "1")
    examples = registry.puzzle("sudoku").examples
    assert menu.ask("sudoku", "dpll") == ((examples[0],), "dpll")
    rows = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    shown = [row[1] for row in rows if row[0].isdigit()]
    cut = [text for text in shown if text.endswith("...")]
    assert cut and max(map(len, shown)) == 60
    for text, example in zip(shown, examples, strict=True):
        assert example.startswith(text.removesuffix("..."))

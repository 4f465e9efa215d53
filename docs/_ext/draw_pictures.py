"""Draws the pictures of the README and the pages from real answers.

`python docs/_ext/draw_pictures.py`
"""

from pathlib import Path

import gridwise
from gridwise.render.palette import LIGHT, THEMES, Theme
from gridwise.render.svg import to_svg

ROOT = Path(__file__).parents[2]
PICTURES = {
    "minesweeper.svg": "examples/minesweeper/Input2.txt",
    "sudoku.svg": "examples/sudoku/easy.txt",
}
THEMED = "examples/minesweeper/Input1.txt"
"""Drawn in every theme."""


def picture(example: str, theme: Theme = LIGHT) -> str:
    """Return the drawing of an example's answer."""
    position = gridwise.parse((ROOT / example).read_text("utf-8"))
    result = gridwise.solve(position)
    assert result.answer is not None
    solved = result.answer.items[0].position
    return to_svg(gridwise.puzzle_of(position).scene(solved, origin=position), theme=theme)


def main() -> None:
    folder = ROOT / "docs" / "images"
    folder.mkdir(exist_ok=True)
    for name, example in PICTURES.items():
        (folder / name).write_text(picture(example), "utf-8", newline="\n")
    for name, theme in THEMES.items():
        text = picture(THEMED, theme)
        (folder / f"theme-{name}.svg").write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()

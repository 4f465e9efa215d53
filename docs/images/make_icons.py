"""Draws the app's icons from its mark: `python docs/images/make_icons.py`. Needs typst and Pillow.

`maskable` is cut to a shape by the system and fills its square; so does the icon of iOS.
"""

import io
from pathlib import Path

import typst
from PIL import Image

STATIC = Path(__file__).parents[2] / "src/gridwise/web/static"
ICONS = {"icon-192": 192, "icon-512": 512, "maskable-512": 512, "apple-touch-icon": 180}
PAGE = """\
#set page(width: 1pt * int(sys.inputs.side), height: 1pt * int(sys.inputs.side), margin: 0pt, fill: none)
#image(bytes(sys.inputs.svg), format: "svg", width: 100%)
"""  # noqa: E501


def main() -> None:
    mark = (STATIC / "mark.svg").read_text("utf-8")
    (STATIC / "icons").mkdir(exist_ok=True)
    for name, side in ICONS.items():
        svg = mark if name.startswith("icon") else mark.replace(' rx="8"', "")
        drawn = typst.compile(
            PAGE.encode(), format="png", ppi=72.0, sys_inputs={"side": str(side), "svg": svg}
        )
        picture = Image.open(io.BytesIO(drawn))
        picture.quantize(64).save(STATIC / "icons" / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()

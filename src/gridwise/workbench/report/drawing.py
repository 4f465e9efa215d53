"""What needs typst: pictures turned into dots, and the check that it is there."""

import tempfile
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from types import ModuleType

from gridwise.core.errors import UsageError

PPI = 200.0


def typst_module() -> ModuleType:
    """Return the package typst; raise `UsageError` where it is not installed."""
    try:
        import typst
    except ImportError:
        raise UsageError('this needs typst: pip install "gridwise[report]"') from None
    return typst


def template() -> str:
    """Return the layout of a report in typst."""
    return resources.files(__package__).joinpath("report.typ").read_text("utf-8")


def to_png(svgs: Sequence[str], *, width_mm: float = 80.0) -> list[bytes]:
    """Return drawings as dots, each `width_mm` wide at 200 dots an inch; one call for them all."""
    if not svgs:
        return []
    typst = typst_module()
    with tempfile.TemporaryDirectory(prefix="gridwise-") as name:
        root = Path(name)
        for at, svg in enumerate(svgs):
            (root / f"{at}.svg").write_text(svg, encoding="utf-8")
        pages = "#pagebreak()\n".join(
            f'#image("{at}.svg", width: {width_mm}mm)\n' for at in range(len(svgs))
        )
        head = "#set page(width: auto, height: auto, margin: 0pt)\n"
        (root / "main.typ").write_text(head + pages, encoding="utf-8")
        found = typst.compile(str(root / "main.typ"), root=name, format="png", ppi=PPI)
    return [found] if isinstance(found, bytes) else list(found)

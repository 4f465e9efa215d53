"""The about page: version, promises, data folder, sources, libraries."""

from collections.abc import Mapping
from importlib import metadata

from gridwise.core import registry
from gridwise.core.message import Message, msg
from gridwise.web.server.context import ServerContext
from gridwise.web.server.visitor import Visitor
from gridwise.web.widgets.parts import box, text

_LIBRARIES: Mapping[str, tuple[str, Message]] = {
    "numpy": ("NumPy", msg("numbers in arrays")),
    "numba": ("Numba", msg("Python compiled while it runs")),
    "python-sat": ("PySAT", msg("SAT solvers")),
    "nicegui": ("NiceGUI", msg("this page, with Vue, Quasar and ECharts")),
    "fastapi": ("FastAPI", msg("the server and its interface for programs")),
    "uvicorn": ("Uvicorn", msg("the server's engine")),
    "pillow": ("Pillow", msg("pictures")),
    "python-docx": ("python-docx", msg("Word documents")),
    "typst": ("Typst", msg("PDF documents")),
    "matplotlib": ("Matplotlib", msg("the plots of reports")),
    "rich": ("Rich", msg("the command line's colours")),
    "cyclopts": ("Cyclopts", msg("the command line")),
}
"""Name and use of each library, by its distribution."""


_LEAD = msg(
    "Gridwise solves, proves, explains, compares and plays grid puzzles with the classical methods "
    "of artificial intelligence. This is version {version}.",
    version=metadata.version("gridwise"),
)
_PROMISES = (
    msg(
        "No solution, unique, safe and gave up never look alike: every answer says what is known "
        "and why the method stopped."
    ),
    msg(
        "One engine, many faces: this page, the command line, the Python library and the interface "
        "for programs give the same answers."
    ),
)
_DATA = msg(
    "Games, settings and comparisons stay on the machine that Gridwise runs on. This page contacts "
    "no other machine."
)
_LICENCE = msg(
    "Gridwise is free software under the {licence} licence. It comes without any warranty.",
    licence=metadata.metadata("gridwise")["License-Expression"],
)


def show(server: ServerContext, visitor: Visitor) -> None:
    """Show the page; the folder of the data only on a server without a token."""
    words = visitor.words
    with box("article", "gw-page gw-prose"):
        text("h1", words(msg("About Gridwise")))
        text("p", words(_LEAD), "gw-lead")
        text("h2", words(msg("Two promises")))
        with box("ul"):
            for promise in _PROMISES:
                text("li", words(promise))
        text("h2", words(msg("Your data")))
        text("p", words(_DATA))
        if server.config.token is None:
            text("p", words(msg("They lie in this folder:")))
            text("p", str(server.config.folder), "gw-code")
        _sources(visitor)
        _libraries(visitor)
        text("h2", words(msg("Licence")))
        text("p", words(_LICENCE))


def _sources(visitor: Visitor) -> None:
    words = visitor.words
    text("h2", words(msg("The methods and where they come from")))
    with box("dl", "gw-sources"):
        for name, method in registry.methods().items():
            text("dt", name, "gw-code-inline")
            with box("dd"):
                text("span", words(Message(method.title)))
                text("cite", words(Message(method.source)))


def _libraries(visitor: Visitor) -> None:
    words = visitor.words
    text("h2", words(msg("Made with")))
    with box("ul", "gw-made"):
        for name, (called, use) in _LIBRARIES.items():
            try:
                version = metadata.version(name)
            except metadata.PackageNotFoundError:
                continue
            with box("li"):
                text("strong", f"{called} {version}")
                text("span", words(use))

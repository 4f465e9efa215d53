"""Sphinx settings. Built by `sphinx-build -W -n docs OUT`; needs the extra `docs`."""

import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

import gridwise  # noqa: E402  (after the path)

project = "Gridwise"
author = "the Gridwise authors"
copyright = "the Gridwise authors, MIT licence"
version = release = gridwise.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "registry_tables",
    "technique_pages",
]
exclude_patterns = ["_build", "schema/README.md"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "fieldlist"]
myst_heading_anchors = 3

default_role = "code"  # docstrings write names in single backticks
napoleon_google_docstring = False
napoleon_use_rtype = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
python_use_unqualified_type_names = True
# No inventories are fetched, so that the build needs no network: names from outside and type
# variables have no target here.
nitpick_ignore_regex = [
    (
        "py:.*",
        r"(collections|concurrent|contextlib|datetime|enum|os|fractions|pathlib|random|re|abc|typing|types|numpy|np)\..*",
    ),
    ("py:.*", r"NDArray|Arrays|(Export|Games|Batch)Progress|Figure"),
    ("py:.*", r"(.*\.)?[AFPMST]"),
    # What the parts of a game's record are made of is described in the module's own text.
    (
        "py:class",
        r"gridwise\.(checkup|solving|agents|games|recording|comparing|documents|grading|workers|batch|questions|process|core\.policy)\..*",
    ),
]

html_theme = "furo"
html_title = f"Gridwise {version}"
html_static_path: list[str] = []
html_copy_source = False


def _say_language(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object
) -> None:
    """Name the language of a translated page, so that browsers choose its letters and hyphens."""
    folder = page.partition("/")[0]
    if folder in ("vi", "zh-Hant"):
        context["language"] = folder


def setup(app: Sphinx) -> None:
    """Connect what is above."""
    app.connect("html-page-context", _say_language)

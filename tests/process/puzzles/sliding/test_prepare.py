"""All searches are compiled ahead."""

import subprocess
import sys


def test_all_searches_are_compiled_ahead():
    """In a process of its own, where nothing has been called before."""
    code = (
        "from gridwise.compiled import jit\n"
        "from gridwise.core.run import Run\n"
        "from gridwise.puzzles.sliding import prepare\n"
        "prepare.PREPARE.make('kernels', Run())\n"
        "for name, functions in {\n"
        "    'transitions': 'search16', 'patterns': 'search descend',\n"
        "    'lines': 'search_lines leaving', 'beam': 'expand select',\n"
        "    'a_star': 'distances begin enter search path_back',\n"
        "    'windows': 'shorten facts_of', 'line_beam': 'start expand',\n"
        "}.items():\n"
        "    module = 'gridwise.puzzles.sliding.engine.kernels.' + name\n"
        "    for function in functions.split():\n"
        "        assert jit.is_ready(module, function), (name, function)\n"
    )
    out = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert out.returncode == 0, out.stderr

"""The command that repeats a comparison."""

import shlex

from gridwise.comparing.results import Comparison, Contender
from gridwise.comparing.suites import suites


def command(comparison: Comparison) -> str | None:
    """Return the command that makes the same comparison, or None."""
    manifest = comparison.manifest
    limits, suite = manifest["limits"], manifest.get("suite")
    if suite is None and manifest.get("question") == "games":
        return None  # only ready-made suites compare players
    boards = [subject.notation for subject in comparison.subjects]
    methods = [":".join([c.method, *_set(c)]) for c in comparison.contenders]
    words = ["gridwise", "compare", *([str(suite)] if suite else boards)]
    known = suites().get(str(suite))
    own = () if known is None else known.contenders
    if [c.id for c in own] != [c.id for c in comparison.contenders]:
        words += ["--methods", ",".join(methods)]
    if suite is None and manifest.get("question"):
        words += ["--question", str(manifest["question"])]
    words += ["--repeats", str(manifest["repeats"]), "--seed", str(manifest["seed"])]
    words += ["--time", f"{float(limits['time_s']):g}"]
    if "cpu_s" in limits:
        words += ["--cpu", f"{float(limits['cpu_s']):g}"]
    words += ["--memory", f"{float(limits['memory_bytes']) / 1e6:g}", "-o", "DIR"]
    return shlex.join(words)


def _set(contender: Contender) -> list[str]:
    return [f"{key}={value}" for key, value in contender.options.items()]

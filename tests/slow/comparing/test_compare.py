"""Whole comparisons, with what the command prints and draws of them."""

import json
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import pytest

import gridwise
from comparing.planned import (
    BOARDS,
    opened,
    planted,
)
from gridwise.comparing.measures import name_of
from gridwise.comparing.plan import plan_comparison
from gridwise.comparing.results import Comparison
from gridwise.comparing.suites import suites

__all__ = ["planted"]


def test_the_command_shows_it_and_fails(
    planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    import gridwise.comparing.run as module
    from gridwise.cli.main import run

    monkeypatch.setattr(module, "_opened", opened)
    words = ["compare", *BOARDS, "--methods", f"sat,{planted}", "--repeats", "2", "-o"]
    assert run([*words, str(tmp_path / "bad")]) == 31
    out = capsys.readouterr().out
    assert "disagree on" in out or "failed on" in out
    assert run(["compare", *BOARDS, "--methods", "sat,dpll", "-o", str(tmp_path / "good")]) == 0
    out = capsys.readouterr().out
    assert "disagree" not in out and "3/3" in out and "plots/ (time_by_size" in out


def recomputed(folder: Path) -> dict[tuple[str, str], tuple[int, int, float | None]]:
    """Runs, answers and the median CPU time of each pair, from the lines of the file alone."""
    found: dict[tuple[str, str], list[float]] = {}
    for text in (folder / "runs.jsonl").read_text().splitlines():
        line = json.loads(text)
        if line["kind"] != "heap":
            spent = line["cpu_s"] if line["end"] == "answered" else float("inf")
            found.setdefault((line["subject"], line["contender"]), []).append(spent)
    out = {}
    for pair, times in found.items():
        middle = median(times)
        ended = sum(spent < float("inf") for spent in times)
        out[pair] = (len(times), ended, middle if middle < float("inf") else None)
    return out


@pytest.mark.parametrize("name", suites())
def test_the_table_of_a_suite_is_what_its_runs_say(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """A short form of each suite, run as it is: supervised, printed, read again."""
    from gridwise.cli.main import run
    from gridwise.comparing.suites import suite

    whole = suite(name)
    short = replace(whole, boards=whole.boards[:2], time_s=10.0)
    if whole.games:
        games = {**whole.games, "levels": {"free_cells": 1, "games": 1}}
        games["boards"] = [{"board": "8x8x8", "free_cells": [1, 2], "games": 3}]
        short = replace(short, games=games)
    for where in ("plan", "run"):
        monkeypatch.setattr(f"gridwise.comparing.{where}.suite", lambda _: short)
    out = tmp_path / "out"
    assert run(["compare", name, "--repeats", "2", "--json", "-o", str(out)]) == 0
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    wanted = recomputed(out)
    assert len(wanted) == len(printed) >= 6
    for record in printed:
        runs, ended, middle = wanted[record["subject"], record["contender"]]
        assert (record["runs"], record["answered"]) == (runs, ended) and runs == 2
        assert record["median"]["cpu_s"] == middle
        assert not record["disagreements"]
    words = ["compare", name, "--repeats", "2", "--rows", "-o", str(out)]
    assert run(words) == 0  # all of it is there
    table = capsys.readouterr().out
    assert all(contender.label in table for contender in short.contenders)
    assert all(f"  {name_of(metric)}: " in table for metric in short.metrics)
    assert len((out / "runs.jsonl").read_text().splitlines()) >= len(wanted) * 2
    plots = {path.name for path in (out / "plots").iterdir()}
    assert {
        f"{'success' if whole.games else 'time_by_size'}.{end}" for end in ("svg", "png")
    } <= plots


def test_long_names_of_boards_are_short_in_tables_and_plots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    import gridwise.comparing.run as module
    from gridwise.cli.main import run
    from gridwise.documents.report import loaded
    from gridwise.documents.report.build import document

    boards = ["sudoku:2x2:1.......3......4", "sudoku:2x2:12......3......4"]
    plan = plan_comparison(boards, methods=["sat"])
    assert [(s.label, s.source) for s in plan.subjects] == list(
        zip(("B1", "B2"), boards, strict=True)
    )
    kept = plan_comparison(["queens:4:", "queens:5:"], methods=["sat"]).subjects
    assert [(s.label, s.source) for s in kept] == [("queens:4:", ""), ("queens:5:", "")]

    monkeypatch.setattr(module, "_opened", opened)
    out = tmp_path / "out"
    assert run(["compare", *boards, "--methods", "sat", "--repeats", "1", "-o", str(out)]) == 0
    printed = capsys.readouterr().out.splitlines()
    at = printed.index(f"B1: {boards[0]}")
    assert printed[at + 1] == f"B2: {boards[1]}"
    assert all(boards[0] not in line for line in printed[:at])
    drawing = (out / "plots/time_by_size.svg").read_text()
    assert "B1" in drawing and boards[0] not in drawing
    texts = [str(text) for text in document(loaded(out), out).texts()]
    assert boards[0] in texts and "B1" in texts


def test_the_python_twin_does_what_the_command_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import gridwise.comparing.run as module

    monkeypatch.setattr(module, "_opened", opened)
    out, target = tmp_path / "out", tmp_path / "in"
    found = gridwise.compare("queens:4:", out, methods=["sat"], repeats=1, hand_in=target)
    assert found == Comparison.load(out) and found.rows[0].end == "answered"
    assert (out / "plots/time_by_size.svg").is_file() and (target / "REPORT.docx").is_file()

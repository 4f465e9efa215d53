"""A small comparison folder, made up: every number is chosen, none is measured."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

BOARDS = {
    "3x3": "minesweeper:3x3:---/-1-/---",
    "4x3": "minesweeper:4x3:--1-/2-2-/--1-",
    "5x5": "minesweeper:5x5:-----/-2121/-2000/-2110/--X10",
}
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="60" viewBox="0 0 100 60">'
    '<path d="M0 60L100 0" stroke="#0072B2"/></svg>'
)
PNG = (
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0:~\x9bU"
    b"\0\0\0\nIDATx\x9cc`\0\0\0\2\0\1H\xaf\xa4q\0\0\0\0IEND\xaeB`\x82"
)
"""The smallest one there is."""

Runs = Mapping[tuple[str, str], Sequence[float | str]]
"""By contender and subject: seconds of each run, or how it ended without an answer."""

RUNS: Runs = {
    ("a_star", "3x3"): [0.010, 0.011, 0.012, 0.013, 0.014],
    ("a_star", "4x3"): [0.10, 0.11, 0.12, 0.13, 0.14],
    ("a_star", "5x5"): ["time_limit"] * 5,
    ("sat", "3x3"): [0.001, 0.002, 0.003, 0.004, 0.005],
    ("sat", "4x3"): [0.0001, 0.0002, 0.0003, 0.0004, 0.0005],
    ("sat", "5x5"): [0.02, 0.03, 0.04, 0.05, 0.06],
    ("backtracking", "3x3"): [0.001, 0.002, 0.003, 0.004, 0.006],
    ("backtracking", "4x3"): [0.0001, 0.0002, 0.0003, 0.0005, 0.0004],
    ("backtracking", "5x5"): [0.02, 0.03, 0.04, "time_limit", "memory_limit"],
}


def row(contender: str, subject: str, repeat: int, value: float | str) -> dict[str, Any]:
    """Return a row of `runs.jsonl` for a time or for an end."""
    answered = not isinstance(value, str)
    claims = {
        "question": "forced",
        "status": "SOLVED" if answered else "UNKNOWN",
        "stop": "COMPLETED" if answered else "TIME_LIMIT",
        "unique": None,
        "optimal": None,
        "bound": None,
        "count": None,
        "exact": None,
        "moves": 3 if answered else None,
        "answer": "0123456789abcdef" if answered else None,
    }
    return {
        "subject": subject,
        "contender": contender,
        "repeat": repeat,
        "kind": "time",
        "end": "answered" if answered else value,
        "status": claims["status"],
        "stop": claims["stop"],
        "cpu_s": value if answered else 2.0,
        "wall_s": value if answered else 2.0,
        "compile_s": 0.0,
        "peak_bytes": int(1e6 * (1 + value)) if answered else 9_000_000,
        "heap_bytes": None,
        "counters": {"expanded": 7 * repeat} if answered else {},
        "claims": claims,
        "error": None,
    }


def manifest(runs: Runs, **changes: Any) -> dict[str, Any]:
    """Return the manifest of the runs."""
    contenders = list(dict.fromkeys(contender for contender, _ in runs))
    subjects = list(dict.fromkeys(subject for _, subject in runs))
    found: dict[str, Any] = {
        "suite": None,
        "title": "Comparison of methods",
        "question": "forced",
        "seed": 1,
        "repeats": 5,
        "limits": {"time_s": 2.0, "memory_bytes": 1_000_000_000},
        "subjects": [
            {
                "id": name,
                "puzzle": "minesweeper",
                "notation": BOARDS.get(name, BOARDS["3x3"]),
                "label": name,
                "size": 9 + at,
                "options": {},
            }
            for at, name in enumerate(subjects)
        ],
        "contenders": [
            {"id": name, "method": name, "options": {}, "label": name} for name in contenders
        ],
        "metrics": ["expanded"],
        "gridwise": "0.1.0",
        "commit": "0" * 40,
        "python": "3.11.0",
        "platform": "Linux",
        "cpu": "A processor & <more>",
        "cores": 2,
        "packages": {"numpy": "2.0.0"},
        "date": "2026-01-02T03:04:05+00:00",
        "measurement_class": "indicative: fewer than five runs of each pair, one at a time, "
        "warm processes",
    }
    return found | changes


def folder(where: Path, runs: Runs = RUNS, *, plots: bool = True, **changes: Any) -> Path:
    """Write a comparison's folder and return it."""
    rows = [
        row(contender, subject, repeat, value)
        for (contender, subject), values in runs.items()
        for repeat, value in enumerate(values, 1)
    ]
    return written(where, manifest(runs, **changes), rows, plots=plots)


def written(
    where: Path, head: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], *, plots: bool = False
) -> Path:
    """Write a manifest and rows."""
    where.mkdir(parents=True, exist_ok=True)
    (where / "manifest.json").write_text(json.dumps(head), "utf-8")
    text = "".join(json.dumps(one) + "\n" for one in rows)
    (where / "runs.jsonl").write_text(text, "utf-8")
    if plots:
        (where / "plots").mkdir(exist_ok=True)
        (where / "plots" / "time_by_size.svg").write_text(SVG, "utf-8")
        (where / "plots" / "time_by_size.png").write_bytes(PNG)
    return where


GAMES = {("subset", "x1"): (40, 5), ("subset", "x2"): (40, 30), ("single_point", "x1"): (40, 4)}
"""Games played and finished."""


def games(where: Path) -> Path:
    """Write the folder of a comparison of players."""
    head = manifest({key: [] for key in GAMES}, question="games", metrics=["finished"], repeats=1)
    for one in head["subjects"]:
        one["notation"] = "9x9x10"
    rows = [
        row(contender, subject, 1, 0.5)
        | {
            "kind": "games",
            "claims": {},
            "status": None,
            "stop": None,
            "counters": {"games": played, "finished": finished, "wins": finished},
        }
        for (contender, subject), (played, finished) in GAMES.items()
    ]
    return written(where, head, rows)

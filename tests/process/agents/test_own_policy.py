"""Policies in somebody's own Python file: their games, and each way in which they can fail."""

import os
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import gridwise as gw
from cli.running import Command, gridwise
from every import every
from gridwise.agents.plan import Setting, planned
from gridwise.batch.games import play_part
from gridwise.core import registry
from gridwise.core.policy import GameStatus
from gridwise.workers.own_solver.agent import offer

__all__ = ["gridwise"]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are run apart on POSIX")

DOCS = Path(__file__).parents[3] / "docs/own-solver.md"
SINGLE = re.findall(r"```python\n(def decide.*?)```", DOCS.read_text("utf-8"), re.DOTALL)[0]
"""The example of the documentation: it does what the policy `single_point` does."""


def written(folder: Path, text: str) -> str:
    path = folder / "mine.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


def played(folder: Path, text: str, **asked: Any) -> Any:
    asked = {"board": "9x9x10", "seed": 1} | asked
    return gw.play("minesweeper", policy=written(folder, text), **asked)


def test_it_plays_the_games_as_the_policy_of_the_same_rule(tmp_path: Path) -> None:
    asked = {"board": "9x9x10", "games": 8, "seed": 3}
    own = gw.simulate("minesweeper", policy=written(tmp_path, SINGLE), **asked).rows[0]
    ours = gw.simulate("minesweeper", policy="single_point", **asked).rows[0]
    assert own.games == 8
    assert 0 < own.wins < 8
    assert (own.finished, own.stuck, own.lost) == (ours.finished, ours.stuck, ours.lost)
    assert own.failed == 0
    assert "failed" not in own.as_dict()


@pytest.mark.parametrize("more", [{"workers": 2}, {"cluster": "local:2"}])
def test_other_processes_play_the_same_games(more: Any, tmp_path: Path) -> None:
    if "cluster" in more:
        pytest.importorskip("distributed")
    (tmp_path / "rule.py").write_text(SINGLE, "utf-8")
    asked = {"board": "9x9x10", "games": 8, "seed": 3}
    path = written(tmp_path, "from rule import decide\n")
    here, there = (
        gw.simulate("minesweeper", policy=path, **asked, **how).rows[0] for how in ({}, more)
    )
    assert 0 < there.wins < 8
    assert there.failed == 0
    one, other = here.as_dict(), there.as_dict()
    for name in ("games", "wins", "finished", "stuck", "lost", "guesses"):
        assert one[name] == other[name], name


def test_a_machine_without_the_file_is_sent_it(tmp_path: Path) -> None:
    path = written(tmp_path, SINGLE)
    assert offer("minesweeper", path)
    plan = planned("minesweeper", board="9x9x10", policy=path, games=2)
    policy: Any = registry.policy("minesweeper", path)
    sent = pickle.loads(pickle.dumps(policy.files))
    Path(path).unlink()
    counts, _ = play_part(Setting(plan, "9x9x10", 0, 1), [1, 2], False, sent)
    assert (counts.games, counts.failed) == (2, 0)


def test_the_view_is_what_the_player_sees(tmp_path: Path) -> None:
    text = "\n".join(
        [
            "import json, sys",
            "seen = []",
            "def decide(view):",
            "    seen.append(vars(view))",
            "    if len(seen) == 1:",
            "        return ['r1c1=s']",
            "    raise SystemExit(json.dumps(seen[0]) + '|' + json.dumps(seen[1]['rows'][0]))",
        ]
    )
    game = played(tmp_path, text, board="4x2x1", seed=0)
    first, second = str(game.fault).removeprefix("it failed: ").split("|")
    assert first == (
        '{"notation": "minesweeper:4x2x1:----/----", '
        '"rows": [["-", "-", "-", "-"], ["-", "-", "-", "-"]], "mines": 1}'
    )
    assert re.fullmatch(r'\["[0-8]", ("[0-8-]"(, )?){3}\]', second)
    assert game.outcome is GameStatus.LOST
    assert len(game.turns) == 1


def test_a_guess_is_marked_and_counted(tmp_path: Path) -> None:
    text = """
def decide(view):
    for r, row in enumerate(view.rows):
        for c, sign in enumerate(row):
            if sign == "-":
                return f"r{r + 1}c{c + 1}=s?"
"""
    ends = [played(tmp_path, text, board="4x3x2", seed=seed) for seed in (0, 7, 8)]
    ways = [GameStatus.LOST, GameStatus.FINISHED, GameStatus.WON]
    assert [game.outcome for game in ends] == ways  # the second was won by its first click
    for game in ends:
        assert game.fault is None
        assert game.guesses == len(game.turns) - 1  # the first click is none


def test_each_game_has_a_process_of_its_own(tmp_path: Path) -> None:
    text = (
        "calls = []\ndef decide(view):\n    calls.append(1)\n    assert len(calls) < 2, 'again'\n"
    )
    done = gw.simulate("minesweeper", policy=written(tmp_path, text), board="9x9x80", games=3)
    assert [row.failed for row in done.rows] == [0]


@every(
    "text, why",
    [
        ("def decide(view):\n    return ['r99c1=s']", "illegal move r99c1=s: "),
        ("def decide(view):\n    return ['nonsense']", "illegal move nonsense: "),
        ("def decide(view):\n    return ['r1c1=3']", "illegal move r1c1=3: the referee says"),
        (
            "def decide(view):\n    return ['r1c1=X', 'r1c1=s']",
            "illegal move r1c1=s: r1c1 is marked",
        ),
        ("def decide(view):\n    return ['r1c1=s']", "it claims only what is seen already"),
        ("def decide(view):\n    return 3", "it failed: TypeError: 'int' object is not iterable"),
        ("def decide(view):\n    raise ValueError('oh')", "it failed: ValueError: oh"),
        ("def solve(board):\n    pass", "it failed: AttributeError: module 'solver' has no"),
        ("syntax error", "it failed: SyntaxError: invalid syntax"),
        ("import os\ndef decide(view):\n    os._exit(0)", "it gave no answer"),
        ("import os\ndef decide(view):\n    os.kill(os.getpid(), 9)", "signal 9 ended it"),
        (
            "def decide(view):\n    print('x' * 2_000_000)\n    input()",
            "it printed more than 1.0 MB",
        ),
        ("def decide(view):\n    while True: pass", "no answer within 1 s"),
        (
            "def decide(view):\n    kept = [bytes(range(250)) * 40_000_000]",
            "MemoryError|more than .* of memory",
        ),
    ],
    ids=lambda case: case[1],
)
def test_a_policy_that_fails_loses_and_the_reason_is_said(
    text: str, why: str, tmp_path: Path
) -> None:
    game = played(tmp_path, text, time_s=1 if "while" in text else 60)
    assert re.search(why, str(game.fault)), game.fault
    assert game.outcome is GameStatus.LOST
    assert not game.won


def test_what_is_printed_and_read_from_beside_it_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("NAME = 'r1c1=s'\n", encoding="utf-8")
    text = "import beside\nprint('hello')\ndef decide(view):\n    print(view)\n"
    text += "    return beside.NAME if view.rows[0][0] == '-' else None\n"
    game = played(tmp_path, text)
    assert game.fault is None
    assert game.turns


def test_the_command_says_how_games_failed(gridwise: Command, tmp_path: Path) -> None:
    path = written(tmp_path, "def decide(view):\n    raise ValueError('oh')\n")
    words = ("simulate", "minesweeper", "--board", "9x9x10", "--games", "2", "--policy", path)
    ran = gridwise(*words)
    assert ran.status == 0
    assert "Lost:     2 of these, as the policy failed; the first time: it failed: " in ran.out
    record = gridwise(*words, "--json").record
    assert (record["lost"], record["failed"]) == (2, 2)
    assert record["fault"] == "it failed: ValueError: oh"
    again = gridwise(*words, "--set", "time_s=30", "--set", "memory_mb=100")
    assert again.status == 0

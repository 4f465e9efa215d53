"""What a killed server leaves of a game."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import latin_interaction
from gridwise.core import registry
from gridwise.core.interaction import Action
from gridwise.games.session import GameSession
from gridwise.games.store import Store
from latin_interaction import INTERACTION, LATIN, OPEN


@pytest.fixture(scope="module", autouse=True)
def _desk() -> Iterator[None]:
    """Put the small interaction among the real ones."""
    known = {**registry.interactions(), "latin": INTERACTION}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "interactions", lambda: known)
        yield


_PLAYED = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
import template_puzzle
from gridwise.core import registry
registry.register(template_puzzle)
from latin_interaction import INTERACTION, LATIN, OPEN
registry.interactions = lambda: {{"latin": INTERACTION}}
from gridwise.core.interaction import Action
from gridwise.games.session import GameSession
from gridwise.games.store import Store
game = GameSession.begin(Store(Path({path!r})), "ann", "latin", LATIN.parse(OPEN))
print(game.game_id, flush=True)
number = 0
while True:
    number += 1
    assert game.apply(Action("write", 1, str(number % 3)))
    if number % 5 == 0:
        game.mark(str(number))
    print(number, flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills")
def test_a_killed_server_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    tests = str(Path(latin_interaction.__file__).parent)
    child = subprocess.Popen(
        [sys.executable, "-c", _PLAYED.format(tests=tests, path=str(path))],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    with closing(child.stdout) as lines:
        game_id = lines.readline().strip()
        seen = [int(lines.readline()) for _ in range(50)]
        os.kill(child.pid, signal.SIGKILL)
        seen += [int(line) for line in lines.read().split("\n")[:-1]]
    child.wait()
    with Store(path) as kept:
        assert kept.notice is None
        game = GameSession.resume(kept, "ann", game_id)
        assert game is not None
        last = seen[-1]
        assert game.steps in (last, last + 1), "what was said to be done is there"
        assert game.position.cells[1] == game.step % 3
        assert [step for step, _ in game.marks][:10] == list(range(5, 55, 5))
        assert game.undo()
        assert game.apply(Action("write", 2, "3"))
        game.go(0)
        assert LATIN.format(game.position) == OPEN

"""The task that checks a certificate, with the board that it has to speak of."""

import base64
import threading
from pathlib import Path
from typing import Any

import pytest

import gridwise as gw
from gridwise.core.errors import InputError
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import Call


def test_a_certificate_of_another_board_is_refused(tmp_path: Path) -> None:
    gw.solve("queens:3:", method="dpll", certificate=tmp_path)
    (path,) = tmp_path.iterdir()

    def asked(board: str) -> Any:
        given = {"certificate": base64.b64encode(path.read_bytes()).decode(), "board": board}
        return task_kind("verify").run(given, Call(threading.Event(), time_s=60.0)).value

    assert asked("queens:3:")["proved"]
    assert asked("queens:3")["notation"] == "queens:3:"
    with pytest.raises(InputError, match="certificate:1: A certificate of another board: found q"):
        asked("queens:4:")

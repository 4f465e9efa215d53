"""The task that writes a report out of the text of a comparison's files."""

import base64
import threading
from typing import Any

import pytest

import samples
from every import every
from gridwise.core.errors import GridwiseError
from gridwise.workers.kinds import task_kind
from gridwise.workers.protocol import Call

MANIFEST = (
    '{"subjects": [{"id": "s", "puzzle": "queens", "notation": "queens:4:", "label": "four", '
    '"size": 16}], "contenders": [{"id": "sat", "method": "sat", "label": "sat"}], '
    '"limits": {"time_s": 2.0, "memory_bytes": 1000000}, "repeats": 1, "seed": 0, '
    '"question": "solution", "title": "Comparison of methods"}'
)
ROW = (
    '{"subject": "s", "contender": "sat", "repeat": 1, "kind": "time", "end": "answered", '
    '"status": "SOLVED", "stop": "COMPLETED", "cpu_s": 0.5, "wall_s": 0.5, "peak_bytes": 1000}\n'
)


def asked(**more: Any) -> Any:
    args = {"manifest": MANIFEST, "runs": ROW, "ending": ".html", "language": "en"} | more
    return task_kind("report").run(args, Call(threading.Event()))


@every("language, tag", [("vi", 'lang="vi"'), ("en", 'lang="en"')][: 2 if samples.THOROUGH else 1])
def test_a_report_comes_back_whole(language: str, tag: str) -> None:
    (file,) = asked(language=language).value["files"]
    assert file["name"] == f"gridwise-comparison-{language}.html"
    page = base64.b64decode(file["data"]).decode("utf-8")
    assert tag in page
    assert "four" in page


@pytest.mark.parametrize(
    "more",
    [
        {"ending": ".exe"}, {"ending": "/../x.html"}, {"language": "xx"}, {"runs": ""},
        {"runs": "nonsense\n"}, {"manifest": "{}"}, {"folder": "/tmp"},
    ],
)  # fmt: skip
def test_what_makes_no_report_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(GridwiseError):
        asked(**more)

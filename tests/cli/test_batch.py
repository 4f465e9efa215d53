"""`gridwise batch` and its twin in Python."""

from pathlib import Path

from cli.boards import HARD
from cli.running import Command
from every import every

LINE = HARD.rpartition(":")[2]


@every(
    "words, status, said",
    [
        (("in.txt",), 2, "gridwise: gridwise batch needs -o OUT; see gridwise batch --help"),
        (("in.txt", "-o", "x.doc"), 2, "gridwise: x.doc: A batch does not write .doc files; "),
        (("in.txt", "-o", "x.csv", "--do", "dance"), 2, "gridwise: Unknown question of a batch"),
        (("none.txt", "-o", "x.csv"), 30, "none.txt:1:1: Found no such file, expected a file of"),
        (("in.txt", "-o", "x/x.csv"), 30, "x/x.csv: Cannot be written: no such directory"),
        (("in.txt", "-o", "x.csv", "--workers", "0"), 2, "gridwise: --workers: Expected a whole"),
    ],
)
def test_wrong_words(gridwise: Command, words: tuple[str, ...], status: int, said: str) -> None:
    Path("in.txt").write_text(f"{LINE}\n")
    ran = gridwise("batch", *words)
    assert (ran.status, ran.out) == (status, "")
    assert ran.err.startswith(said)
    assert ran.err.count("\n") == 1

"""`gridwise techniques`."""

from cli.running import Command
from gridwise.core import registry


def test_techniques(gridwise: Command) -> None:
    ran = gridwise("techniques", "--puzzle", "sudoku")
    assert ran.status == 0
    head, *lines = ran.out.splitlines()
    assert head.split() == ["technique", "puzzle", "level", "ratings", "title"]
    known = registry.techniques("sudoku")
    assert [line.split()[0] for line in lines] == list(known)
    records = gridwise("techniques", "--puzzle", "sudoku", "--json").records
    assert [record["technique"] for record in records] == list(known)
    assert records[0] == {
        "technique": (first := next(iter(known.values()))).name,
        "puzzle": "sudoku",
        "title": str(first.title),
        "level": first.level,
        "ratings": dict(first.ratings),
    }


def test_no_such_puzzle(gridwise: Command) -> None:
    ran = gridwise("techniques", "--puzzle", "sudku")
    assert (ran.status, ran.out) == (2, "")
    assert "sudoku" in ran.err

"""The goal that is taken, the goal that is asked for, and what is said where it is out of reach."""

from collections.abc import Callable
from itertools import pairwise, permutations
from pathlib import Path

import pytest

import gridwise as gw
from gridwise.cli.main import run
from gridwise.puzzles.sliding import rules
from gridwise.puzzles.sliding.position import Position, blank_first, blank_last, snail
from gridwise.solving.inputs import parse_many

ODD = "sliding:3x3:1,2,3,4,5,6,8,7,0"
"""Cannot be led to the blank last."""


def write(folder: Path, text: str, name: str = "board.txt") -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def test_a_snail_winds_round_to_the_blank() -> None:
    assert snail(3, 3) == (1, 2, 3, 8, 0, 4, 7, 6, 5)
    assert snail(4, 4) == (1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7)
    assert snail(4, 2) == (1, 2, 3, 4, 0, 7, 6, 5)
    assert snail(2, 3) == (1, 2, 0, 3, 5, 4)
    for width in range(1, 7):
        for height in range(1, 7):
            goal = snail(width, height)
            assert sorted(goal) == list(range(width * height))
            # Each tile lies beside the one before it.
            at = [goal.index(tile) for tile in [*range(1, len(goal)), 0]]
            for one, other in pairwise(at):
                rows, cols = (
                    abs(a - b)
                    for a, b in zip(divmod(one, width), divmod(other, width), strict=True)
                )
                assert rows + cols == 1


def test_what_is_said_of_a_goal_out_of_reach_is_true() -> None:
    """Of every 2x3 and 3x2 board: what it names, and whether the other goal can be reached."""
    said = set()
    for width, height in ((2, 3), (3, 2), (3, 1), (2, 2)):
        size = width * height
        for goal in (blank_first(size), blank_last(size), snail(width, height)):
            reached, todo = {goal}, [Position(width, height, goal)]
            for board in todo:
                for move in rules.moves(board):
                    after = rules.apply(board, move)
                    if after.tiles not in reached:
                        reached.add(after.tiles)
                        todo.append(after)
            if goal == blank_last(size):
                last = reached
            by_goal = {goal: reached}
            for tiles in list(permutations(range(size)))[:: 1 if size < 6 else 7]:
                why = rules.unsolvable(Position(width, height, tiles, goal))
                assert (why is None) == (tiles in by_goal[goal])
                if why is not None:
                    text = str(why)
                    default = goal == blank_first(size)
                    assert ("as where none is named" in text) == default
                    if default:
                        other = rules.unsolvable(Position(width, height, tiles, blank_last(size)))
                        assert ("--goal last" in text) == (other is None)
                        said.add(other is None)
    assert said == {True, False}
    assert last


def test_the_goal_in_python(tmp_path: Path) -> None:
    board = gw.Board("sliding:3x3:1,2,3,4,5,6,7,0,8")
    assert len(gw.solve(board, goal="last").moves) == 1
    assert gw.Board(board, goal="last").notation.endswith("@last")
    assert gw.Board(board, goal="1,2,3,4,5,6,0,7,8").solve().moves == ("7",)
    assert gw.Board(board, goal="snail").position.goal == snail(3, 3)
    path = write(tmp_path, "1 2 3\n4 5 6\n0 7 8\n", "goal.txt")
    assert gw.solve(board, goal=path).moves == ("7",)
    assert gw.solve(board, goal=Path(path)).moves == ("7",)
    assert gw.parse("sliding:3x3:1,2,3,4,5,6,7,0,8@snail").goal == snail(3, 3)
    with pytest.raises(gw.ParameterError, match="no goal"):
        gw.solve("queens:4:", goal="last")
    with pytest.raises(gw.ParseError, match="first, last, snail"):
        gw.solve(board, goal="lost")
    with pytest.raises(gw.InputError, match="2x2"):
        gw.solve(board, goal=write(tmp_path, "1 2\n3 0\n", "small.txt"))
    with pytest.raises(gw.ParseError, match="no such file"):
        gw.solve(board, goal=str(tmp_path / "none.txt"))


def asked(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str]:
    status = run(list(args))
    said = capsys.readouterr()
    return status, said.out + said.err


def test_the_goal_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = "sliding:4x4:1,2,3,4,5,6,7,8,9,10,11,12,13,14,0,15"
    status, text = asked(capsys, "solve", board)
    assert status == 10
    assert "the goal is the blank first, then 1, 2 and so on, as where none is named" in text
    assert "the goal with the blank last can be reached, by `--goal last`" in text
    status, text = asked(capsys, "solve", board, "--goal", "last")
    assert (status, "1 move: 15" in text) == (0, True)
    path = write(tmp_path, "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 0 14 15\n", "goal.txt")
    for command in ("solve", "hint", "rate", "explain", "heuristics"):
        status, text = asked(capsys, command, board, "--goal", path, "--json")
        assert status == 0, (command, text)
        assert "@1,2,3,4,5,6,7,8,9,10,11,12,13,0,14,15" in text
    status, text = asked(capsys, "solve", "queens:4:", "--goal", "last")
    assert (status, "Boards of queens have no goal" in text) == (2, True)
    status, text = asked(capsys, "solve", board, "--goal", "lost")
    assert status == 30
    status, text = asked(capsys, "solve", ODD, "--goal", "last")
    assert status == 10
    assert "named" not in text


def notations(text: str) -> list[str]:
    kind = gw.puzzles()["sliding"]
    return [kind.format(entry.position) for entry in parse_many(text, puzzle="sliding")]


def test_a_file_of_start_and_goal() -> None:
    start, last = "7 2 4\n5 0 6\n8 3 1\n", "1 2 3\n4 5 6\n7 8 0\n"
    board = "sliding:3x3:7,2,4,5,0,6,8,3,1"
    first = "0,1,2\n3,4,5\n6,7,8\n"
    assert notations(f"{start}\n{last}") == [f"{board}@last"]
    assert notations(f"{start}\n{first}") == [board]
    assert notations(f"# start\n{start}\n# goal\n{last}") == [f"{board}@last"]
    two: tuple[Callable[[], str], ...] = (
        lambda: f"{last}\n{start}",  # the first is in order: two boards
        lambda: f"{start}\n{last}\n{start}",  # three boards
        lambda: f"{start}\n8 2 4\n5 0 6\n7 3 1\n",  # the second is in no order
        lambda: f"# goal: last\n{start}\n{last}",  # the goal is named
        lambda: f"{start}\n1 2\n3 0\n",  # another size
    )
    for text in two:
        assert len(notations(text())) >= 2

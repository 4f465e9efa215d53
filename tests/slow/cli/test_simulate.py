"""A whole experiment of `gridwise simulate`."""

from cli.running import Command

MINES = ("simulate", "minesweeper")


def test_the_experiment(gridwise: Command) -> None:
    words = "--board 8x8x10 --policy resolution --free-cells 1,2,3 --games 10 --repeat 2 --seed 1"
    ran = gridwise(*MINES, *words.split())
    lines = ran.out.splitlines()
    assert (ran.status, ran.err) == (0, "")
    assert lines[0].startswith("minesweeper: policy resolution, first click safe, guess never")
    assert lines[1].split()[:3] == ["board", "free", "cells"]
    assert len([line for line in lines if line.startswith("8x8x10  ")]) == 9
    assert [line.split()[4] for line in lines[2:11]] == ["1", "2", "all"] * 3
    assert sum("8x8x10: Free cells x" in line for line in lines) == 3
    times = lines[lines.index("Times of easy, medium, hard") :]
    assert [line.split()[0] for line in times[3:]] == ["9x9x10", "16x16x25", "30x16x99"]
    assert [line.split()[5] for line in times[3:]] == ["50"] * 3
    assert all(line == line.rstrip() for line in lines)

"""Hints of sliding boards, against tables of the length of every shortest solution."""

from random import Random

from gridwise.core import registry
from gridwise.puzzles.sliding.generate import random_position
from gridwise.puzzles.sliding.position import Position as Tiles
from gridwise.puzzles.sliding.position import blank_last, unchecked
from gridwise.solving.hint import hint
from oracles import sliding
from samples import sample


def boards(seed: int) -> Tiles:
    """Small boards of all sorts, 3x3 boards of any depth, and some whose tiles were swapped."""
    random = Random(seed)
    if seed % 3 == 0:
        return sample(registry.puzzle("sliding"), random)
    goal = blank_last(9) if seed % 2 else None
    board = random_position(3, 3, seed, goal)
    if seed % 10 == 1:
        tiles = list(board.tiles)
        a, b = (tiles.index(tile) for tile in random.sample(range(1, 9), 2))
        tiles[a], tiles[b] = tiles[b], tiles[a]
        board = unchecked(board, tuple(tiles))
    return board


def depth_of(board: Tiles) -> int | None:
    """The slides of a shortest solution; the tiles renamed, so that few tables are made."""
    blank = board.goal.index(0)
    wanted = [*range(1, board.size)]
    wanted.insert(blank, 0)
    names = dict(zip(board.goal, wanted, strict=True))
    table = sliding.depths(board.width, board.height, tuple(wanted))
    return table.get(tuple(names[tile] for tile in board.tiles))


def test_every_sliding_hint_begins_a_shortest_solution() -> None:
    puzzle = registry.puzzle("sliding")
    seen: dict[str, int] = {}
    positions = 300
    for seed in range(positions):
        board = boards(seed)
        depth = depth_of(board)
        found = hint(board, time_s=600)
        seen[found.technique] = seen.get(found.technique, 0) + 1
        if found.technique == "wrong":
            assert depth is None, seed
            continue
        assert depth is not None, seed
        if found.technique == "solved":
            assert depth == 0, seed
            continue
        assert found.technique == "optimal_move", (seed, found)
        after = puzzle.apply(board, found.move)
        assert depth_of(after) == depth - 1, seed
        (mark,) = [mark for mark in found.conclusions if mark.value != 0]
        assert after.tiles[mark.cell] == mark.value == board.tiles[after.tiles.index(0)], seed
        assert f" {depth} move" in str(found.text), seed
        rows = {row["move"]: row for row in found.details}
        assert sorted(map(int, rows)) == sorted(move.tile for move in puzzle.moves(board)), seed
        for move in puzzle.moves(board):
            row = rows[puzzle.format_move(board, move)]
            assert row["f"] == row["g"] + row["h"] and row["g"] == 1
            assert row["h"] <= depth_of(puzzle.apply(board, move))
    assert seen["wrong"] >= positions // 20, seen
    assert seen["optimal_move"] >= 3 * positions // 4 and seen["solved"], seen

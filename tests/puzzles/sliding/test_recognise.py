"""What is taken for a sliding puzzle, and what for another."""

from every import every
from gridwise.core import registry
from gridwise.puzzles.sliding import PUZZLE, random_position


@every(
    "text, name, score",
    [
        ("sliding:2x2:0,1,2,3", "", 100),
        ("# hello\nsliding:", "", 100),
        ("1 2 3\n4 5 6\n7 8 0", "", 80),
        ("1 2 3\n4 5 6\n7 8 _", "", 90),
        ("1,2,3\n4,5,6\n7,8,", "", 80),
        ("1 2 3\n4 5 6\n7 8 0", "puzzle8.txt", 95),
        ("0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15", "", 90),
        ("1 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", "", 90),
        ("1 | 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", "", 95),
        ("0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 14", "", 30),
        ("0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 14", "15-puzzle.txt", 60),
        ("0", "", 0),
        ("8", "", 0),
        ("1 0", "", 0),
        ("", "", 0),
        ("# only this", "", 0),
        ("- 1 -\n1 2 1\n- 1 -", "", 0),
        ("Q . .\n. . Q\n. Q .", "", 0),
        ("0 1 1\n1 2 1\n0 1 1", "", 0),
        ("5 3 _ _ 7 _ _ _ _\n6 _ _ 1 9 5 _ _ _", "", 0),
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "",
            0,
        ),
        (
            "530070000600195000098000060800060003400803001700020006060000280000419005000080079",
            "",
            0,
        ),
    ],
)
def test_scores(text, name, score):
    assert PUZZLE.recognise(text, name) == score


@every(
    "style, width, height",
    lambda: [
        (style, *width_height)
        for style in list(PUZZLE.styles)
        for width_height in [(2, 2), (3, 3), (4, 4), (5, 3), (9, 9), (30, 20)]
    ],
)
def test_boards_are_no_other_puzzle_s(style, width, height):
    text = PUZZLE.format(random_position(width, height, 3), style)
    scores = {name: puzzle.recognise(text) for name, puzzle in registry.puzzles().items()}
    ours = scores.pop("sliding")
    assert ours >= 80
    assert all(score < ours for score in scores.values()), scores

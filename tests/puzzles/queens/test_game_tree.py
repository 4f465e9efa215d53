"""The game of two players: its moves, its symmetries, and who wins."""

from random import Random

import gridwise
from every import every
from gridwise.core.trace import Kind, Trace
from gridwise.core.views import GameTree
from gridwise.puzzles.queens import PUZZLE, Position
from gridwise.recording.timelines import SearchTree
from oracles.queens import grundy

# OEIS A344227, from n = 1: the Sprague-Grundy values of the game on an empty board, 0 where the
# player to move loses. It names Noon and Van Brummelen 2006, The College Mathematics Journal.
PUBLISHED = (1, 1, 2, 1, 3, 1, 2, 3, 1)


def game(position):
    return PUZZLE.views(position)[GameTree].make()


def winner(position, **how):
    return gridwise.solve(position, question="winner", **how).answer


def board(seed):
    """Return a board of 2 to 5 rows with some squares blocked, and perhaps a queen."""
    random = Random(seed)
    n = random.randint(2, 5)
    cells = random.sample(range(n * n), random.randint(1, n))
    queens = tuple(cells[:1]) if random.random() < 0.4 else ()
    return Position(n, queens, tuple(sorted(set(cells) - set(queens))))


@every("seed", range(60))
def test_blocked_boards_have_the_value_of_every_order_of_moves(seed):
    position = board(seed)
    expected = 1 if grundy(PUZZLE.format(position)) else -1
    for method in ("minimax", "alpha_beta"):
        assert winner(position, method=method).value == expected, method


@every("seed", range(60))
def test_the_moves_are_those_of_the_rules(seed):
    position, random = board(seed), Random(seed)
    view = game(position)
    state = view.initial()
    while True:
        after = dict(view.moves(state))
        assert list(after) == [move.cell for move in PUZZLE.moves(position)]
        if not after:
            return
        cell = random.choice(list(after))
        (move,) = view.decoder.moves((cell,))
        position, state = PUZZLE.apply(position, move), after[cell]


@every("n", [1, 2, 3, 4, 5])
def test_images_of_a_position_have_one_key(n):
    view, random = game(Position(n)), Random(n)
    images = view._images
    assert len(set(images)) == (1 if n == 1 else 8)
    assert all(sorted(image) == list(range(n * n)) for image in images)
    lines = {frozenset(cell for cell in range(n * n) if taken >> cell & 1) for taken in view._taken}
    for image in images:  # what a queen attacks goes to what its image attacks
        assert {frozenset(image[cell] for cell in line) for line in lines} == lines
    state = random.getrandbits(n * n)
    cells = [cell for cell in range(n * n) if state >> cell & 1]
    keys = set()
    for image in images:
        key, moves = view.canonical(sum(1 << image[cell] for cell in cells))
        keys.add(key)
        assert sum(1 << moves[image[cell]] for cell in cells) == key
    assert len(keys) == 1


def test_published_values():
    for n, value in enumerate(PUBLISHED, 1):
        assert winner(Position(n), options={"symmetry": "no"}).value == (1 if value else -1), n
        if n < 6:
            assert grundy(f"queens:{n}:") == value


def test_a_game_that_is_over_is_lost():
    play = winner(gridwise.parse("queens:3:r2c2"))
    assert (play.value, play.items[0].moves) == (-1, ())
    said = gridwise.solve("queens:3:r2c2", question="winner").text
    assert said == "The game is over: the player to move has no move left."


def test_the_tree_of_a_recording_has_values_and_cut_branches():
    result = gridwise.solve("queens:3:", method="alpha_beta", trace=True, symmetry="no", table="no")
    trace = result.trace
    assert isinstance(trace, Trace)
    tree = SearchTree(trace)
    cut = trace.rows[:, 0] == Kind.ELIMINATE
    made = trace.rows[:, 0] == Kind.DECIDE
    assert len(tree) == 1 + cut.sum() + made.sum()
    end = len(trace)
    left_out = [node for node in range(len(tree)) if tree.left_out[node] <= end]
    assert len(left_out) == cut.sum() > 0
    values = [tree.value[node] for node in tree.children(0, end) if tree.valued[node] <= end]
    assert values == [-1, -1, -1, -1, 1]  # the fifth square, the middle, wins; the rest is cut
    assert [tree.parent[node] for node in left_out].count(0) == 4

"""The subtrees of one board: they hold a shortest solution, and start where their paths lead."""

import pytest

from gridwise.core.run import Run
from gridwise.puzzles.sliding.batch import cut, search
from gridwise.puzzles.sliding.engine.automaton import automaton
from gridwise.puzzles.sliding.engine.ida_star import choose, search_of
from gridwise.puzzles.sliding.engine.turned import turn
from gridwise.puzzles.sliding.generate import random_position
from gridwise.puzzles.sliding.position import Position
from samples import THOROUGH


@pytest.mark.parametrize("tables", ["none", "default", "6-6-3"])
def test_a_subtree_starts_where_its_path_leads(tables):
    position = random_position(4, 4, 2)
    made = cut(position, tables, 100, Run())
    after = automaton(lambda: None)
    board = turn(position)
    steps = {-4: 0, -1: 1, 1: 2, 4: 3}
    assert len(made.subtrees) >= 100
    assert len({one.root.tiles for one in made.subtrees}) == len(made.subtrees)
    for at, (one, least) in enumerate(zip(made.subtrees, made.least, strict=True)):
        tiles, entry = list(board.tiles), 15
        for blank, cell in zip(one.path, one.path[1:], strict=False):
            tiles[blank], tiles[cell] = tiles[cell], 0
            assert entry >> steps[cell - blank] & 1, "the automaton forbids it"
            entry = int(after[(entry >> 4) * 4 + steps[cell - blank]])
        assert one.root.tiles == tuple(tiles)
        if at % (40 if THOROUGH else 100):  # the tables of another board take a second
            continue
        turned = [0] * 16  # the same board by itself has the same estimate
        for cell, tile in enumerate(tiles):
            turned[board.back[cell]] = position.goal[board.back[board.home(tile)]] if tile else 0
        alone = search_of(turn(Position(4, 4, tuple(turned))), tables, lambda: None)
        assert least == len(one.path) - 1 + alone.estimate


def test_all_subtrees_of_every_bound_below_have_no_solution():
    position = random_position(4, 4, 4)
    made = cut(position, "default", 50, Run())
    bound, found = made.bound, None
    while found is None:
        found = search(made.common, made.subtrees, bound, Run()).found
        bound += 2
    assert len(found) == bound - 2
    one_by_one = [search(made.common, [one], bound - 2, Run()).found for one in made.subtrees]
    assert found == next(one for one in one_by_one if one is not None)


def test_the_tables_have_a_name_that_means_the_same_elsewhere():
    position = random_position(4, 4, 1)
    made = cut(position, "auto", 10, Run())
    assert made.common.tables == choose(turn(position), "auto").name
    assert cut(random_position(3, 5, 1), "auto", 10, Run()).common.tables == "auto"


def test_an_answer_near_the_board_is_found_while_cutting():
    near = Position(3, 3, (1, 0, 2, 3, 4, 5, 6, 7, 8))
    made = cut(near, "auto", 1000, Run())
    assert (made.bound, len(made.found), made.subtrees) == (1, 1, ())

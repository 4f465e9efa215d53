"""The automaton and the compiled searches on many boards."""

from random import Random

from every import every
from gridwise.puzzles.sliding import walked
from gridwise.puzzles.sliding.engine.automaton import automaton, make
from gridwise.puzzles.sliding.engine.ida_star import choose
from gridwise.puzzles.sliding.engine.searches import LinesSearch, PatternSearch, TransitionSearch
from gridwise.puzzles.sliding.engine.turned import turn
from oracles import sliding as oracle
from puzzles.sliding import twins
from puzzles.sliding.support import nothing, search
from samples import THOROUGH


@every("blank", range(9) if THOROUGH else (0, 1, 4))
def test_no_optimal_solution_of_the_3x3_is_lost(blank):
    after = make(12, nothing)[0].tolist()
    start = [*range(1, 9)]
    start.insert(blank, 0)
    depth = oracle.depths(3, 3, tuple(start))
    assert len(twins.reached_by_words(3, 3, tuple(start), after, depth)) == len(depth)


@every("blank", range(16) if THOROUGH else (0, 2, 7, 9, 12))
def test_three_engines_agree_on_every_goal_of_the_4x4(blank):
    goal = [*range(1, 16)]
    random = Random(blank)
    random.shuffle(goal)
    goal.insert(blank, 0)
    for seed in range(2):
        board = walked(4, 4, 32, 10 * blank + seed, tuple(goal))
        turned, words = turn(board), automaton(nothing)
        part = choose(turned, "default")
        assert part.name == "4-4-4-3"
        found = [
            search(TransitionSearch(turned, part, words, nothing), board),
            search(PatternSearch(turned, part, words, nothing), board),
            search(LinesSearch(turned, words, nothing), board),
        ]
        assert len({len(path) for path in found}) == 1

"""Beam search: near the optimum, honest about it, and lost where the beam is too narrow."""

import pytest

import gridwise
from gridwise.core.limits import Limits
from gridwise.core.result import Status, Stop
from gridwise.core.run import Run
from gridwise.puzzles.sliding import random_position, walked
from gridwise.puzzles.sliding.engine.beam import beam
from gridwise.puzzles.sliding.engine.ida_star import shortest
from oracles import sliding as oracle
from samples import THOROUGH, seeds


@pytest.mark.parametrize(
    ("width", "boards"), [(1, (5, 20)), (3, (5, 20)), (50, (5, 20)), (10_000, (1, 8))]
)
def test_on_the_3x3(width, boards):
    """The plain search, by linear conflicts; a beam that loses nothing on fewer boards."""
    lost = exact = 0
    for seed in seeds(*boards):
        board = random_position(3, 3, seed)
        best = oracle.depths(3, 3, tuple(range(9)))[board.tiles]
        result = gridwise.solve(board, method="beam", options={"width": width})
        if result.status is Status.UNKNOWN:
            assert result.stop is Stop.INCOMPLETE
            assert "lost" in str(result.note)
            lost += 1
            continue
        found = len(result.answer.items[0].moves)
        assert best <= found <= result.bound * best + 1e-9
        assert not result.optimal or found == best
        exact += found == best
    if width == 1:
        assert lost > 0
    if width == 10_000:
        assert exact == len(seeds(*boards))


@pytest.mark.parametrize(("width", "height"), [(4, 4), (4, 3), (5, 4), (3, 6)])
def test_by_compiled_layers(width, height):
    ratios = []
    for seed in seeds(1, 6):
        board = walked(width, height, 50, seed)
        run = Run()
        best = len(shortest(board, run, "default"))
        result = gridwise.solve(board, method="beam", options={"width": 2000})
        found = len(result.answer.items[0].moves)  # replayed by `solve`
        assert best <= found <= result.bound * best + 1e-9
        assert not result.optimal or found == best
        ratios.append(found / best)
    assert sum(ratios) / len(ratios) < 1.1


def test_a_wider_beam_is_nearer():
    boards = [random_position(5, 5, seed) for seed in range(2)]
    few, some, many = (30, 300, 3000) if THOROUGH else (10, 70, 500)
    lengths = {w: sum(len(beam(b, w, Run())) for b in boards) for w in (few, some, many)}
    assert lengths[few] > lengths[some] > lengths[many]


def test_limits_of_compiled_layers():
    board = random_position(4, 4, 3)
    free = Run()
    path = beam(board, 500, free)
    assert free.count.frontier_peak == 500
    assert beam(board, 500, Run(Limits(nodes=free.nodes))) == path
    for nodes in (1, 700, free.nodes - 1):
        result = gridwise.solve(
            board, method="beam", options={"width": 500}, limits=Limits(nodes=nodes)
        )
        assert (result.status, result.stop) == (Status.UNKNOWN, Stop.NODE_LIMIT)
        assert result.statistics.counters["expanded"] == nodes
    narrow = gridwise.solve(board, method="beam", options={"width": 1})
    assert narrow.status is Status.SOLVED or narrow.stop is Stop.INCOMPLETE
    assert beam(walked(4, 4, 0, 1), 5, Run()) == ()

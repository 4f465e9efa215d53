"""Ways built line by line by beams, on larger boards."""

from gridwise.core.run import Run
from gridwise.puzzles.sliding import PUZZLE, random_position
from gridwise.puzzles.sliding.engine import line_beam
from gridwise.puzzles.sliding.row_by_row import construct
from puzzles.sliding.support import play


def never():
    return False


def test_every_recipe_halves_the_way():
    board = random_position(6, 6, 5)
    built = len(construct(board, Run()))
    lengths = set()
    for recipe in line_beam.RECIPES:
        path = line_beam.build(board, recipe, Run(), never)
        assert path is not None
        assert len(path) < 0.6 * built
        assert path == line_beam.build(board, recipe, Run(), never)
        lengths.add(len(path))
    assert len(lengths) > len(line_beam.RECIPES) // 2


def test_a_beam_that_is_lost_begins_the_block_again(monkeypatch):
    """Narrow layers lose their way; the block then counts more, and the way is one all the same."""
    monkeypatch.setattr(line_beam, "_WIDEST", 150)
    tried = []
    fill = line_beam._LineBeam.fill

    def counted(self, block, lines, boost, number, enough):
        done = fill(self, block, lines, boost, number, enough)
        tried.append((boost, done))
        return done

    monkeypatch.setattr(line_beam._LineBeam, "fill", counted)
    found = 0
    for seed in range(2):
        board = random_position(20, 20, seed)
        path = line_beam.build(board, line_beam.RECIPES[0], Run(), never)
        if path is not None:
            found += 1
            assert PUZZLE.is_solved(play(board, path))
    assert found
    assert (1, False) in tried
    assert any(done for boost, done in tried if boost > 1)

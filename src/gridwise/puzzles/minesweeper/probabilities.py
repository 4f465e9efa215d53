"""How likely each covered cell is to hold a mine, and which cell to open where none is safe."""

from gridwise.core.capabilities import ProbabilityModel
from gridwise.puzzles.minesweeper.engine import advice, counting

PROBABILITIES = ProbabilityModel(counting.probabilities, advice.best_guess)

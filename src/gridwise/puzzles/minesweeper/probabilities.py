"""The chance of a mine in each covered cell, and the cell to open if none is safe."""

from gridwise.core.capabilities import ProbabilityModel
from gridwise.puzzles.minesweeper.engine import advice, counting

PROBABILITIES = ProbabilityModel(counting.probabilities, advice.best_guess)

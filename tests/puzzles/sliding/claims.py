"""What search finds of the heuristics, on all boards of a size."""

from functools import cache

from gridwise.puzzles.sliding import Position
from gridwise.puzzles.sliding.pdb import exact
from gridwise.puzzles.sliding.views import SlidingSpace


def space(width, height, goal=()):
    goal = goal or tuple(range(width * height))
    return SlidingSpace(Position(width, height, goal, goal))


@cache
def truth(width, height, goal):
    """Return what search finds of each heuristic: whether it is admissible, and consistent."""
    made = space(width, height, goal)
    distance = exact.depths(width, height, goal)
    edges = [
        (state, after)
        for state in distance
        for _, after, _ in made.successors(state)
        if state < after
    ]
    found = {}
    for name, heuristic in made.heuristics.items():
        values = {state: heuristic.estimate(state) for state in distance}
        assert values[bytes(goal)] == 0, name
        assert min(values.values()) >= 0, name
        found[name] = (
            all(values[state] <= depth for state, depth in distance.items()),
            all(-1 <= values[a] - values[b] <= 1 for a, b in edges),
        )
    return found

"""The views of a position, which a puzzle offers and a method works on.

Every view codes statements about the position as *facts*, plain ints. A *model* is a tuple of
facts: one solution, as a method found it. The view's decoder turns facts into moves.
"""

from gridwise.core.views.base import Backbone, Clause, Family, Model, Premise, Question, View
from gridwise.core.views.cnf import CnfModel, Simplified, simplify
from gridwise.core.views.constructive import Construction, LocalSearch, Shortening, Stage
from gridwise.core.views.counts import CountModel, Sum
from gridwise.core.views.deduction import Deduction
from gridwise.core.views.domains import DomainModel
from gridwise.core.views.engine import CompiledPart, EngineView, ModelCount
from gridwise.core.views.exact_cover import ExactCover
from gridwise.core.views.game_tree import GameTree
from gridwise.core.views.states import Claims, Heuristic, StateSpace

__all__ = [
    "Backbone",
    "Claims",
    "Clause",
    "CnfModel",
    "CompiledPart",
    "Construction",
    "CountModel",
    "Deduction",
    "DomainModel",
    "EngineView",
    "ExactCover",
    "Family",
    "GameTree",
    "Heuristic",
    "LocalSearch",
    "Model",
    "ModelCount",
    "Premise",
    "Question",
    "Shortening",
    "Simplified",
    "Stage",
    "StateSpace",
    "Sum",
    "View",
    "simplify",
]

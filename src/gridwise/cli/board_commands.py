"""The commands that are made of questions to one board, with what only the commands have."""

from importlib import import_module
from typing import Annotated, Any

from gridwise.cli.shared.asking import Command, command_of
from gridwise.core.question import Arg, QuestionFunction

SUMMARIES = {
    "explain": "Explain a solution step by step, each step by the easiest technique.",
    "rate": "Rate the difficulty of boards by the measures of their puzzle.",
    "probabilities": "Compute the exact mine probability of every covered cell.",
    "heuristics": "Show the value of every heuristic on a board, and whether it is admissible.",
}
"""The first line of the help of each; of others it is that of the question's docstring."""


def board_command(name: str) -> Command:
    """Return the command of a question; `name` is that of its module."""
    question = _question(name)
    summary = SUMMARIES.get(name) or (question.function.__doc__ or "").split("\n")[0]
    return command_of(question, summary, **_further(name))


def _question(name: str) -> QuestionFunction:
    function = getattr(import_module(f"gridwise.questions.{name}"), name)
    question: QuestionFunction = function.question
    return question


def _further(name: str) -> dict[str, Any]:
    """Return the parameters of `command_of` for a command."""
    if name == "rate":
        help = (
            "Show what the givens do instead: true candidates, givens not needed, "
            "nearest solutions."
        )
        return {
            "also": {"bench": (Annotated[bool, Arg(help)], _question("setter_bench"))},
            "default_s": 60.0,
            "time_help": "Time limit for each board and model, seconds; 60 by default, 5 with "
            "--bench.",
        }
    if name == "probabilities":
        from gridwise.core.errors import ParseError
        from gridwise.solving.probabilities import METHOD

        example = "minesweeper:2x1x1:--"
        return {"example": example, "goal": False, "label": METHOD, "reported": ParseError}
    if name == "heuristics":
        return {
            "example": "sliding:2x2:3,1,2,0",
            "record": lambda table: {
                "notation": table.asked.notation,
                "heuristics": table.to_dict(),
            },
        }
    return {}

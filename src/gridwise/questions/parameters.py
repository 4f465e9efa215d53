"""The types of parameters that several questions share: values, bounds, and the words of help."""

from collections.abc import Collection, Iterable
from typing import Annotated

from gridwise.core import registry
from gridwise.core.question import Arg, Names

Time = Annotated[
    float | None, Arg("Time limit for each board, seconds.", option="--time", metavar="S")
]
Cpu = Annotated[
    float | None,
    Arg("Limit of the CPU time for each board, seconds.", option="--cpu", metavar="S"),
]


def _techniques() -> Iterable[str]:
    return (name for kind in registry.puzzles() for name in registry.techniques(kind))


TECHNIQUES = Arg(
    "Use only these techniques; `gridwise techniques` lists them.",
    most_remote=200,
    metavar="A,B",
    completions=_techniques,
)
TechniqueNames = Annotated[Names | None, TECHNIQUES]


def _models() -> Iterable[str]:
    from gridwise.core.capabilities import Ratings

    kinds = (registry.capability(kind, Ratings) for kind in registry.puzzles())
    return (name for ratings in kinds if ratings is not None for name in ratings.models)


MODELS = Arg(
    "Rate by these models only.",
    most_remote=20,
    option="--model",
    metavar="A,B",
    completions=_models,
)
ModelNames = Annotated[Names | None, MODELS]


def _themes() -> Collection[str]:
    from gridwise.render.palette import THEMES

    return THEMES


ThemeName = Annotated[
    str,
    Arg(
        "light (the default), dark, high-contrast or colour-blind.",
        remote_description="The colours.",
        names=_themes,
        what="theme",
        metavar="T",
    ),
]
RuledOut = Annotated[
    str,
    Arg(
        "Values that you have ruled out already, such as r1c2=5,r3c4=7.",
        remote_description="What is ruled out already, as r1c2=5,r3c4=7.",
        metavar="CELL=VALUE,...",
    ),
]

"""The functions that show results, registered by type."""

from importlib import import_module
from inspect import get_annotations
from typing import get_origin

from every import every
from gridwise.render.display import BUNDLES, CHARTS, SCREENS, TABLES, VERDICTS

FORMS = (BUNDLES, CHARTS, TABLES, SCREENS, VERDICTS)
REGISTERED = [item for among in FORMS for item in among.items()]


@every("kind, where", REGISTERED)
def test_a_function_shows_the_type_that_it_is_registered_for(
    kind: str, where: tuple[str, str]
) -> None:
    module, function = where
    taken = get_annotations(getattr(import_module(module), function)).values()
    types = [get_origin(one) or one for one in taken]
    assert kind in {one.__name__ for one in types if isinstance(one, type)}

"""The pictures that come with the page, for the tiles of a sliding puzzle.

The project made them: `docs/images/make_pictures.py` paints them anew.
"""

from collections.abc import Mapping
from pathlib import Path

from gridwise.core.message import Message, msg

FOLDER = Path(__file__).parent / "static" / "pictures"
PICTURES: Mapping[str, Message] = {
    "dusk": msg("Mountains at dusk"),
    "waves": msg("Waves"),
    "hills": msg("Hills"),
    "planets": msg("Planets"),
    "mosaic": msg("Mosaic"),
}
"""The names of the files, without `.webp`, and what they show."""

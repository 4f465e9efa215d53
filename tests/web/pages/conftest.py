"""Pages shown to a simulated user."""

from web.pages.fixtures import server, visit
from without_children import nicegui, no_git

__all__ = ["nicegui", "no_git", "server", "visit"]

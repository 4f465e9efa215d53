"""The import of the fork server of `local`: it loads the engines of its processes."""

import os

from gridwise.batch.local import PRELOAD
from gridwise.batch.work import warm

warm([kind for kind in os.environ.get(PRELOAD, "").split(",") if kind])

"""What the fork server of `local` imports: it loads the engines that its processes will need."""

import os

from gridwise.batch.local import PRELOAD
from gridwise.batch.work import warm

warm([kind for kind in os.environ.get(PRELOAD, "").split(",") if kind])

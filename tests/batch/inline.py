"""An executor without processes."""

from concurrent.futures import Future

from gridwise.process.sharing import WorkerLost


class Inline:
    """Runs work when it is submitted; loses the calls whose numbers are given."""

    workers, slice_s, slice_bytes = 2, 1.0, 1000

    def __init__(self, lost=(), never=()):
        self.lost, self.never, self.calls = set(lost), set(never), 0

    def submit(self, function, /, *arguments):
        self.calls += 1
        future = Future()
        if self.calls in self.lost:
            future.set_exception(WorkerLost())
        elif self.calls not in self.never:
            future.set_result(function(*arguments))
        return future

    def close(self):
        """There is nothing to end."""

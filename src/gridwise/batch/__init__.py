"""Many puzzles: a journal, workers on this machine or on a cluster, results in order."""

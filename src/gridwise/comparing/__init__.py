"""Many methods on the same boards: the plan, its run, the results and the charts."""

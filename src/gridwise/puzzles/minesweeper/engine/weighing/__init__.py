"""Weighs the risks of a board in play, in plain Python: the twin of `kernels.play`.

It adds the same numbers in the same order as the compiled code, so that both choose the same cell.
`chains` counts the layouts of one component, `board` puts components together, `probes` foresees
the number of a cell, `outlook` the guesses that will be forced, and `choice` says what to do.
"""

"""Kernels: functions that Numba compiles, and the records of arrays that they work on."""

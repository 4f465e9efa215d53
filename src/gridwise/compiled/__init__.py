"""Loading, caching and locking of Numba's compiled code; SIMD values and records for kernels."""

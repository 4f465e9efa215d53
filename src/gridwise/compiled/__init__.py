"""Loading, caching and locking of Numba's compiled code, and SIMD values for kernels."""

"""Jitted code only, one topic per file. Kernels work on arrays, never on classes of the package."""

"""Jitted code only, one topic a file. Kernels know arrays, never the classes of the package."""

"""User-defined problems, and the kernels that call their functions."""

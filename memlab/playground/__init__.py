"""The playground: one page with the jitted kernels as WebAssembly, which needs nothing installed.

The page comes with memlab; ``data/playground/build.py`` makes it, and is not part of the package.
"""

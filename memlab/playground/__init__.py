"""The playground: one page with the jitted kernels as WebAssembly, which needs nothing installed.

The page comes with memlab; `memlab.playground.build` makes it.
"""

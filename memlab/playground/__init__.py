"""The playground: the jitted kernels as WebAssembly, in one page that needs nothing installed."""

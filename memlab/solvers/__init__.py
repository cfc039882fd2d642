"""What a run is compared with: solvers, simple methods, networks, other libraries."""

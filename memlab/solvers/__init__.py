"""What a run is compared with: solvers, simple methods, other libraries."""

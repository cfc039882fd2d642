"""What a run is compared with: solvers, simple methods and networks. Each can be deleted."""

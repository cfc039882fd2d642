"""What a run is compared with: methods that are no evolutionary algorithms."""

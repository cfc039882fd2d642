"""memlab: the laboratory for memetic evolution."""

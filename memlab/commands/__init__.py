"""The commands: argument parsing, and nothing else."""

"""Graphs: in memory, from files, from random models."""

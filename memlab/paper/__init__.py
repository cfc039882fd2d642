"""The paper: its published numbers, its study, and what becomes of its claims."""

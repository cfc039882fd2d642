"""The explorer's views, each with its controls."""

"""The explorer's four views, each with its controls."""

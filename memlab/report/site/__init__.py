"""The book as a web site: chapters, how-to pages, results, and a reference of all public names."""

__all__ = []      # nobody calls it but `python3 -m memlab book`

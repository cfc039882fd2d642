"""The book as a web site: chapters, how-to pages, results, and a reference of all public names."""

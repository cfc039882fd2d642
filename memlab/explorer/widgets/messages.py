"""Errors and notes in words, where people look."""

import contextlib
from html import escape
from types import SimpleNamespace

import ipywidgets as W


class Wanted(ValueError):
    """Something is still to be given, which is no mistake."""


def words(error):
    """Return the message of an exception for people.

    Examples
    --------
    >>> words(ValueError("mu must be an integer of at least 1, not 0"))
    'mu must be an integer of at least 1, not 0'
    >>> words(ZeroDivisionError("division by zero"))
    'This should not have happened: ZeroDivisionError, division by zero'
    """
    if isinstance(error, ValueError) and ".txt:" in str(error):
        return (f"{error}. The suffix .txt means Gset, 'n m' and then edges: a list of edges only "
                "has the suffix .edges, .edgelist or .el")
    if isinstance(error, ValueError | TypeError | OSError | ImportError):
        return str(error)
    return f"This should not have happened: {type(error).__name__}, {error}"


class Message(W.HTML):
    """A line for what went wrong; empty as long as nothing did."""

    def say(self, error):
        """An exception, in words."""
        if isinstance(error, Wanted):
            return self.note(str(error))
        self._put(words(error), "memlab-message", "alert")

    def note(self, text):
        """Something to know."""
        self._put(text, "memlab-message memlab-note", "status")

    def _put(self, text, classes, role):
        self.value = f'<div class="{classes}" role="{role}">{escape(text)}</div>'

    @contextlib.contextmanager
    def attempt(self):
        """Clear the message, and show the exception of the block, if any.

        Yields an object whose attribute `succeeded` tells whether the block finished.
        """
        attempt, self.value = SimpleNamespace(succeeded=False, error=None), ""
        try:
            yield attempt
            attempt.succeeded = True
        except Exception as error:      # in the browser a traceback would not be visible
            self.say(error)
            attempt.error = error

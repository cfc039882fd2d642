"""A text file as integers with line numbers, for the readers of graph files.

The whole file is split and parsed with a few NumPy operations per digit rather than per line, so
that a million edges take less than a second and the line of every number is still known.
"""

import re
from functools import cached_property

import numpy as np

from ..support import memory
from ..support.files import content, unpacked

_MOST_DIGITS = 19  # any integer of 19 digits fits uint64
_DECIMAL = re.compile(rb"[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?").fullmatch
_BLANK = np.isin(np.arange(256), list(b" \t\n\v\f"))


class FormatError(ValueError):
    """A file does not follow its format: names the file, the line, the error and what is allowed.

    Parameters
    ----------
    path : path-like
        The file.
    line : int or None
        Counted from 1; None if the error concerns the whole file.
    message : str
        What is wrong and what is allowed.
    """

    def __init__(self, path, line, message):
        super().__init__(f"{path}:{line}: {message}" if line else f"{path}: {message}")
        self.path, self.line, self.message = path, line, message

    def __reduce__(self):
        return type(self), (self.path, self.line, self.message)


def told(read, what=""):
    """Return a reader that names the file in an error of code that is not ours, of any type."""
    def told_read(path, **options):
        try:
            return read(path, **options)
        except OSError:
            raise
        except Exception as error:
            raise FormatError(path, None, f"{what}{error}") from None
    return told_read


def named_after(path):
    """Return the name of what a file holds: without its suffixes, but ``C125.9`` has none."""
    path = unpacked(path)
    return path.name if path.suffix[1:].isdigit() else path.stem


class Text:
    """The words of a text file outside comments, and the rows that they form.

    Line ends may be LF, CRLF or CR; a byte order mark is skipped.

    Parameters
    ----------
    path : path-like
        The file, which error messages name.
    comment : bytes
        One letter, or several in brackets. A row whose first word begins with it is a comment.
    inline : bool
        Whether a comment may also follow other words on a line.
    empty_allowed : bool
        Whether a file without words is allowed.
    blank : bytes
        Another letter that separates words.

    Attributes
    ----------
    lines : int
        Number of lines in the file.
    data : bytes
        Its content, comments included, line ends LF.
    line : ndarray of int64, shape (w,)
        The line of every word, ascending.
    row_first, row_size, row_line : ndarray of int64, shape (r,)
        Every row (a line with words): its first word, number of words, and line.
    """

    def __init__(self, path, comment, *, inline=False, empty_allowed=False, blank=b" "):
        self.path = path
        data = content(path).removeprefix(b"\xef\xbb\xbf")
        memory.check(6 * len(data), "the text")
        self.data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        newlines = np.flatnonzero(np.frombuffer(self.data, np.uint8) == ord("\n"))
        self.lines = len(newlines) + (not self.data.endswith(b"\n"))
        # the first word of a line, or any word
        opening = rb"%b(?<!\S.).*" if inline else rb"(?m:^)[ \t\v\f]*%b.*"
        plain = re.sub(opening % comment, lambda match: b" " * len(match[0]), self.data)
        self._bytes = np.frombuffer(plain.replace(blank, b" "), np.uint8)
        word = np.diff(~_BLANK[self._bytes], prepend=False, append=False).nonzero()[0]
        # as measured, with the graph
        memory.check(120 * (len(word) // 2), f"the text, of {len(word) // 2} words,")
        self._start, self._stop = word[::2], word[1::2]
        self.line = np.searchsorted(newlines, self._start) + 1
        self.row_first = np.flatnonzero(np.diff(self.line, prepend=0))
        self.row_size = np.diff(self.row_first, append=len(self.line))
        self.row_line = self.line[self.row_first]
        if not len(self.line) and not empty_allowed:
            raise self.error(None, "the file is empty")

    def error(self, line, message):
        """Return the FormatError to raise about a line of this file."""
        return FormatError(self.path, None if line is None else int(line), message)

    def fault(self, row, message):
        """Return the FormatError to raise about a row."""
        return self.error(self.row_line[row], message)

    def word(self, i):
        """Return word i as a string, shortened if it is long."""
        word = self.data[self._start[i]:self._stop[i]]
        return word[:30].decode("utf-8", "replace") + "..." * (len(word) > 30)

    def letters(self):
        """The first word of every row as a byte: uint8 (r,), 0 if it is longer than one byte."""
        start, stop = self._start[self.row_first], self._stop[self.row_first]
        return np.where(stop - start == 1, self._bytes[start], 0)

    def head(self, *forms, row=0):
        """Return the words of a row that is like one of some forms; from n on, integers.

        Parameters
        ----------
        *forms : str
            Such as "p col n m", of which the first two words before n are as in the row.
        row : int
            The row.

        Returns
        -------
        list of str and int

        Raises
        ------
        FormatError
            If the row is like none of them.
        """
        if row == len(self.row_line):
            raise self.error(self.lines, "the file ends too early")
        words = self.row_first[row] + np.arange(self.row_size[row])
        texts = [self.word(i) for i in words[:9]]
        for form in map(str.split, forms):
            begin = form.index("n")
            if len(form) == len(words) and form[:begin][:2] == texts[:begin][:2]:
                return texts[:begin] + self.integers(words[begin:]).tolist()
        raise self.fault(row, f"the line must be {' or '.join(map(repr, forms))}")

    def table(self, rows, wanted, sizes):
        """Return the words of rows, which must be equally many, and one of some sizes.

        Parameters
        ----------
        rows : ndarray of int64, shape (r,)
            The rows.
        wanted : str
            What a row must hold, for error messages.
        sizes : sequence of int
            The numbers of words that are allowed.

        Returns
        -------
        ndarray of int64, shape (r, size)
            Their positions.

        Raises
        ------
        FormatError
            About the first row of another size.
        """
        size = self.row_size[rows]
        right = size[0] if len(rows) and size[0] in sizes else sizes[0]
        for row in rows[size != right][:1]:
            raise self.fault(row, f"{self.row_size[row]} words; the line must hold {wanted}")
        return self.row_first[rows, None] + np.arange(right)

    def integers(self, words, fractions=False):
        """Return the given words as integers.

        Parameters
        ----------
        words : ndarray of int64
            Positions of words, of any shape.
        fractions : bool
            Whether other decimal numbers are allowed. If there are some, all become floats.

        Returns
        -------
        ndarray of int64 or float64, of the same shape

        Raises
        ------
        FormatError
            About the first word that is not an integer below 2**63 in absolute value, or such as
            2.0 or 1e3, below 2**53: above, some integers are no floats.
        """
        number, is_integer = self._parsed
        found, others = number[words], words[~is_integer[words]]
        if not len(others):
            return found
        texts = [self.data[start:stop] for start, stop in zip(
            self._start[others].tolist(), self._stop[others].tolist(), strict=True)]
        values = np.array([float(text) if _DECIMAL(text) else np.nan for text in texts])
        whole = (values == np.rint(values)) & (abs(values) < 2.0**53)
        for word in others[np.isnan(values) if fractions else ~whole][:1]:
            raise self.error(self.line[word], f"{self.word(word)!r} is not " + (
                "a number" if fractions else "an integer; allowed are those from -(2**63 - 1) to "
                "2**63 - 1"))
        found = found if whole.all() else found.astype(float)
        found[~is_integer[words]] = values
        return found

    @cached_property
    def _parsed(self):
        """Parse every word: its integer, int64 (w,), and whether it is one, bool (w,)."""
        sign = self._bytes[self._start]
        first = self._start + np.isin(sign, list(b"+-"))
        digits = self._stop - first
        is_integer = (digits > 0) & (digits <= _MOST_DIGITS)
        number = np.zeros(len(first), np.uint64)
        for place in range(min(digits.max(initial=0), _MOST_DIGITS)):
            here = np.flatnonzero(digits > place)
            digit = self._bytes[first[here] + place] - np.uint8(ord("0"))  # wraps below "0"
            is_integer[here] &= digit <= 9
            number[here] = 10 * number[here] + digit
        is_integer &= number <= np.iinfo(np.int64).max
        number = number.astype(np.int64)
        return np.where(sign == ord("-"), -number, number), is_integer

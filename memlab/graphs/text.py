"""A text file as integers with line numbers: what the readers of graph files are written in.

The whole file is split and parsed with a few NumPy operations per digit rather than per line, so
that a million edges take less than a second and every number still knows its line.
"""

from functools import cached_property

import numpy as np

_MOST_DIGITS = 19  # any integer of 19 digits fits uint64
_BLANK = np.isin(np.arange(256), list(b" \t\n\v\f"))
_BINARY = np.isin(np.arange(256), [*range(9), *range(14, 32)])
_NEWLINE, _PLUS, _MINUS, _ZERO = b"\n+-0"


class FormatError(ValueError):
    """A file that is not what its format allows: says file, line, what is wrong, what is allowed.

    Parameters
    ----------
    path : path-like
    line : int or None
        Counted from 1; None where the file as a whole is at fault.
    message : str
    """

    def __init__(self, path, line, message):
        super().__init__(f"{path}:{line}: {message}" if line else f"{path}: {message}")
        self.path, self.line, self.message = path, line, message

    def __reduce__(self):
        return type(self), (self.path, self.line, self.message)


class Text:
    """The words of a text file, outside comments, and the rows that they form.

    Line ends may be LF, CRLF or CR; a byte order mark is skipped.

    Parameters
    ----------
    path : path-like
        Read, and named in errors.
    comment : bytes
        One letter. A row whose first word begins with it is a comment.
    inline : bool
        Whether a comment may also follow other words on a line.
    empty_allowed : bool
        Whether a file without words is not an error.

    Attributes
    ----------
    lines : int
        Number of lines in the file.
    comment_lines : ndarray of int64, shape (c,)
        The lines, counted from 1, on which a comment begins.
    line : ndarray of int64, shape (w,)
        The line of every word, ascending.
    row_first, row_size, row_line : ndarray of int64, shape (r,)
        Every row (a line with words): its first word, number of words, and line.
    """

    def __init__(self, path, comment, *, inline=False, empty_allowed=False):
        self.path = path
        data = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
        self.data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        self._bytes = np.frombuffer(self.data, np.uint8)
        newlines = np.flatnonzero(self._bytes == _NEWLINE)
        self.lines = len(newlines) + (not self.data.endswith(b"\n"))
        binary = _BINARY[self._bytes]
        if binary.any():
            at = int(binary.argmax())
            raise self.error(np.searchsorted(newlines, at) + 1, "not a text file: it holds the "
                             f"byte 0x{self.data[at]:02x}")
        word = np.diff(~_BLANK[self._bytes], prepend=False, append=False).nonzero()[0]
        self._start, self._stop = word[::2], word[1::2]
        self.line = np.searchsorted(newlines, self._start) + 1
        self._set_rows()
        self._drop_comments(comment, inline)
        if not len(self.line) and not empty_allowed:
            raise self.error(None, "the file is empty")

    def _set_rows(self):
        self.row_first = np.flatnonzero(np.diff(self.line, prepend=0))
        self.row_size = np.diff(self.row_first, append=len(self.line))
        self.row_line = self.line[self.row_first]

    def _drop_comments(self, comment, inline):
        opens = self._bytes[self._start] == ord(comment)
        if not inline:
            first = np.zeros(len(opens), bool)
            first[self.row_first] = True
            opens &= first
        self.comment_lines = np.unique(self.line[opens])
        # lines ascend, so the last comment to open before a word is on its line or on none after
        keep = np.maximum.accumulate(np.where(opens, self.line, 0)) != self.line
        self._start, self._stop, self.line = self._start[keep], self._stop[keep], self.line[keep]
        self._set_rows()

    def error(self, line, message):
        """The FormatError to raise about a line of this file."""
        return FormatError(self.path, None if line is None else int(line), message)

    def word(self, i):
        """Word i as a string, cut short if it is long."""
        word = self.data[self._start[i]:self._stop[i]]
        return word.decode("utf-8", "replace") if len(word) <= 30 else (
            word[:30].decode("utf-8", "replace") + "...")

    def letters(self):
        """The first word of every row as a byte: uint8 (r,), 0 where it is longer than one."""
        start, stop = self._start[self.row_first], self._stop[self.row_first]
        return np.where(stop - start == 1, self._bytes[start], 0)

    def integers(self, words):
        """The given words as integers.

        Parameters
        ----------
        words : ndarray of int64
            Positions of words, of any shape.

        Returns
        -------
        ndarray of int64, of the same shape

        Raises
        ------
        FormatError
            About the first of them that is not an integer of 64 bits.
        """
        number, is_integer = self._parsed
        wrong = ~is_integer[words]
        if wrong.any():
            word = int(words[wrong][0])
            raise self.error(self.line[word], f"{self.word(word)!r} is not an integer; allowed are "
                             "integers of 64 bits")
        return number[words]

    @cached_property
    def _parsed(self):
        """Every word as an integer, and whether it is one: int64 (w,) and bool (w,)."""
        sign = self._bytes[self._start]
        signed = (sign == _PLUS) | (sign == _MINUS)
        first = self._start + signed
        digits = self._stop - first
        is_integer = (digits > 0) & (digits <= _MOST_DIGITS)
        number = np.zeros(len(first), np.uint64)
        for place in range(min(digits.max(), _MOST_DIGITS)):
            here = np.flatnonzero(digits > place)
            digit = self._bytes[first[here] + place] - np.uint8(_ZERO)  # wraps below "0"
            is_integer[here] &= digit <= 9
            number[here] = 10 * number[here] + digit
        is_integer &= number <= np.iinfo(np.int64).max
        number = number.astype(np.int64)
        return np.where(sign == _MINUS, -number, number), is_integer

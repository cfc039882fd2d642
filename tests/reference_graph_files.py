"""A slow and obvious reader of graph files: DIMACS, PACE, Gset, edge lists and MatrixMarket."""

import re
from collections import Counter

COMMENTS = {".mis": "c", ".gr": "c", ".txt": "#", ".edges": "#%", ".mtx": "%"}


def read(path):
    """The number of vertices, None if it is not stated, and the weight of every pair from 0."""
    text = path.read_bytes().decode("latin-1").removeprefix("\xef\xbb\xbf")
    first, suffix, rows = text.partition("\n")[0].split(), path.suffix, []
    for line in re.split(r"\r\n?|\n", text):
        words = re.findall(r"[^ \t\v\f]+", line)
        opening = [i for i, word in enumerate(words) if word[0] in COMMENTS[suffix]]
        if suffix in (".txt", ".edges"):      # where a comment may follow other words
            words = words[:min(opening, default=None)]
        if suffix == ".edges":
            words = [part for word in words for part in word.split(",") if part]
        if words and 0 not in opening:
            rows.append(words)
    head = [] if suffix == ".edges" else rows.pop(0)
    if suffix == ".mis":
        rows = [words for words in rows if words[0] == "e"]
    lettered = suffix == ".mis" or head[1:2] == ["sp"]
    weights = Counter()
    for words in rows:
        u, v, weight = (*map(number, words[lettered:]), 1)[:3]
        pair = frozenset((u - (suffix != ".edges"), v - (suffix != ".edges")))
        both = suffix == ".mtx" and first[4].lower() == "general"      # and so there are two halves
        weights[pair] = weight / (1 + both) + (weights[pair] if suffix == ".mtx" else 0)
    if suffix == ".mtx":      # entries add up, and 0 is none
        pattern = first[3].lower() == "pattern"
        weights = {pair: 1 if pattern else weight for pair, weight in weights.items()
                   if len(pair) == 2 and weight}
    return number(head[2 * lettered or 2 * (suffix == ".gr")]) if head else None, dict(weights)


def number(word):
    value = int(word) if re.fullmatch(r"[+-]?\d+", word) else float(word)
    return int(value) if value == int(value) else value

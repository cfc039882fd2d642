"""The (1+1) EA on functions of the number of ones, in rational arithmetic: slow, and without error.

A state is (ones of the genome, fitness). Nothing is shared with memlab.
"""

from fractions import Fraction
from math import comb


def mutation(n, chi, ones):
    """Chances of each number of ones after flipping each bit with probability chi / n."""
    flip, chances = Fraction(chi) / n, {}
    for lost in range(ones + 1):
        for won in range(n - ones + 1):
            flips, ways = lost + won, comb(ones, lost) * comb(n - ones, won)
            after = ones - lost + won
            chances[after] = chances.get(after, 0) + ways * flip**flips * (1 - flip)**(n - flips)
    return chances


def search(values, ones, most, method):
    """Chances of (ones, steps, scans) at the end of a local search of at most `most` steps."""
    n = len(values) - 1
    ways = {ones + 1: n - ones} if ones < n else {}
    ways |= {ones - 1: ones} if ones > 0 else {}
    ways = {after: bits for after, bits in ways.items() if values[after] > values[ones]}
    if method == "best":
        best = max((values[after] for after in ways), default=None)
        ways = {after: bits for after, bits in ways.items() if values[after] == best}
    if most == 0:
        return {(ones, 0, 0): Fraction(1)}
    if not ways:
        return {(ones, 0, 1): Fraction(1)}
    ends = {}
    for after, bits in ways.items():
        for (end, steps, scans), chance in search(values, after, most - 1, method).items():
            key = end, steps + 1, scans + 1
            ends[key] = ends.get(key, 0) + chance * Fraction(bits, sum(ways.values()))
    return ends


def judged(values, ones, rate, inherits, most, method):
    """Chances of the states that an offspring becomes, and its expected steps and scans."""
    states, cost = {}, [Fraction(0), Fraction(0)]

    def add(genome, fitness, chance):
        if chance:
            states[genome, fitness] = states.get((genome, fitness), 0) + chance

    add(ones, values[ones], 1 - rate)
    for (end, steps, scans), chance in search(values, ones, most, method).items():
        cost[0] += rate * chance * steps
        cost[1] += rate * chance * scans
        add(ones, values[end], rate * chance * (1 - inherits))
        add(end, values[end], rate * chance * inherits)
    return states, cost


def solve(rows, sides):
    """Solve a system of equations by elimination; `rows` are lists, `sides` lists of lists."""
    rows = [[*row, *side] for row, side in zip(rows, sides, strict=True)]
    size = len(rows)
    for place in range(size):
        pivot = next(row for row in range(place, size) if rows[row][place])
        rows[place], rows[pivot] = rows[pivot], rows[place]
        factor = rows[place][place]
        rows[place] = [entry / factor for entry in rows[place]]
        for row in range(size):
            if row != place and (factor := rows[row][place]):
                rows[row] = [one - factor * other
                             for one, other in zip(rows[row], rows[place], strict=True)]
    return [row[size:] for row in rows]


def exact(values, inherits, rate=1, chi=1, most=None, method="best", strict=False):
    """Mean and variance of the runtime, expected steps and scans: four fractions."""
    values = [int(value) for value in values]
    n, rate, inherits = len(values) - 1, Fraction(rate), Fraction(inherits)
    most = n if most is None else most
    becomes = [judged(values, ones, rate, inherits, most, method) for ones in range(n + 1)]
    offspring, cost = [], []
    for ones in range(n + 1):
        states, costs = {}, [Fraction(0), Fraction(0)]
        for after, chance in mutation(n, chi, ones).items():
            for state, share in becomes[after][0].items():
                states[state] = states.get(state, 0) + chance * share
            costs = [a + chance * b for a, b in zip(costs, becomes[after][1], strict=True)]
        offspring.append(states)
        cost.append(costs)
    everything = {state for states in offspring for state in states}
    everything |= {(ones, values[ones]) for ones in range(n + 1)}
    top, done = max(values), {}
    for level in sorted({fitness for _, fitness in everything}, reverse=True):
        here = sorted(state for state in everything if state[1] == level)
        if level == top:
            done |= {state: [Fraction(0)] * 4 for state in here}
            continue
        rows, sides = [], []
        for ones, fitness in here:
            row, side = [Fraction(state == (ones, fitness)) for state in here], [1, 0, *cost[ones]]
            for state, chance in offspring[ones].items():
                if state[1] > level:
                    side = [a + chance * b for a, b in zip(side, done[state], strict=True)]
                elif state[1] == level and not strict:
                    row[here.index(state)] -= chance
                else:
                    row[here.index((ones, fitness))] -= chance
            rows.append(row)
            sides.append(side)
        means = [one[0] for one in solve(rows, [[side[0]] for side in sides])]
        sides = [[mean, 2 * mean - 1 + side[1], *side[2:]]
                 for mean, side in zip(means, sides, strict=True)]
        squares = solve(rows, [side[1:] for side in sides])
        done |= {state: [mean, *square]
                 for state, mean, square in zip(here, means, squares, strict=True)}
    total = [sum(Fraction(comb(n, ones), 2**n) * done[ones, values[ones]][item]
                 for ones in range(n + 1)) for item in range(4)]
    mean, square, steps, scans = total
    return mean, square - mean**2, steps, scans

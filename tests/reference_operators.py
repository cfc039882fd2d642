"""Algorithm 1 with every operator that memlab has, one offspring at a time: slow and obvious.

Written as the papers describe them. Nothing here is shared with memlab's kernels, but the table of
modes; NumPy's generator makes all random choices.
"""

import itertools

import numpy as np
from reference import UNBOUNDED, mean_distance, note_best

from memlab.evolution.modes import MODES


def flip_bits(x, probability, rng):
    """Flip each bit with a probability."""
    return x ^ (rng.random(len(x)) < probability).astype(np.uint8)


def masks(crossover, n):
    """All sets of bits that a crossover may take from the second parent: a list of bool arrays."""
    at = np.arange(n)
    if crossover == "uniform":
        return [np.array(mask) for mask in itertools.product((False, True), repeat=n)]
    if crossover == "one-point":        # a point between two bits
        return [at < point for point in range(1, n)]
    return [(begin <= at) & (at < end)      # the genome is a ring with a point before each bit
            for begin, end in itertools.combinations(range(n), 2)]


def mix(first, second, crossover, rng):
    """A crossover of two genomes."""
    n = len(first)
    if crossover == "uniform":
        mask = rng.random(n) < 0.5
    elif crossover == "one-point":
        mask = np.arange(n) < rng.integers(1, n)
    else:
        begin, end = sorted(rng.choice(n, 2, replace=False))
        mask = (begin <= np.arange(n)) & (np.arange(n) < end)
    return np.where(mask, second, first)


def tournament(fitness, size, rng):
    """The number of the fittest of so many that are drawn with replacement; of ties any."""
    drawn = rng.integers(0, len(fitness), size)
    return rng.choice(drawn[fitness[drawn] == fitness[drawn].max()])


def farthest_pairs(genomes):
    """All ordered pairs of numbers whose genomes differ in as many bits as those of any pair."""
    apart = (genomes[:, None] != genomes).sum(axis=2)
    return np.argwhere(apart == apart.max())


def choose(genomes, fitness, parents, tournament_size, distant_probability, rng):
    """The numbers of the two parents of a crossover."""
    if parents == "distant" and rng.random() < distant_probability:
        return rng.choice(farthest_pairs(genomes))
    size = tournament_size if parents == "tournament" else 1
    return [tournament(fitness, size, rng) for _ in range(2)]


def inherited(genome, phenotype, probability, inherits, rng):
    """The genome that is passed on."""
    if inherits == "whole":
        return phenotype if rng.random() < probability else genome
    return np.where(rng.random(len(genome)) < probability, phenotype, genome)


def inserted(order, fitness, mu, lambda_, ties, comma, below):
    """The slots after survivor selection: survivors, best first, and the rest; a slot at a time.

    `order` and `mu`, as in the kernel: the sorted parents, then the offspring. `ties` is one of
    "random", "offspring" and "parents". ``below(k)`` draws a number in 0..k-1.
    """
    kept, dropped = ([], list(order[:mu])) if comma else (list(order[:mu]), [])
    for slot in order[mu:mu + lambda_]:
        if len(kept) >= mu and fitness[slot] < fitness[kept[mu - 1]]:
            dropped.append(slot)
            continue
        place = len(kept)
        while place and (fitness[kept[place - 1]] < fitness[slot]
                         or (ties == "offspring" and fitness[kept[place - 1]] == fitness[slot])):
            place -= 1
        kept.insert(place, slot)
    tied = [place for place, slot in enumerate(kept) if fitness[slot] == fitness[kept[mu - 1]]]
    if ties == "random":
        for last in range(tied[-1], mu - 1, -1):
            other = tied[0] + below(last + 1 - tied[0])
            kept[last], kept[other] = kept[other], kept[last]
    return kept[:mu], kept[mu:] + dropped


def adapted(lambda_, success, fewest, most, update_strength, success_rate):
    """The next number of offspring by the one-(s + 1)-th rule, not rounded."""
    if success:
        return max(fewest, lambda_ / update_strength)
    return fewest if lambda_ == most else min(most, lambda_ * update_strength**(1 / success_rate))


def evolve(problem, mode, mu, lambda_, crossover_rate, lb_probability, budget, seed,
           inherits="whole", expected_flips=1.0, crossover="uniform",
           survivors="plus", parents="uniform", tournament_size=2, distant_probability=0.5,
           lambda_rule="fixed", update_strength=1.5, success_rate=1.0):
    """A run, of which the dictionary says what memlab's `Run` reports.

    `problem` is one of those of the other references. Ties are broken at random.
    """
    rng, n = np.random.default_rng(seed), problem.n
    learns, probability = MODES[mode].learns, MODES[mode].inheritance(lb_probability)
    genomes = rng.integers(0, 2, (mu, n)).astype(np.uint8)
    fitness = problem.fitness(genomes)
    best, met = fitness.max(), set()
    note_best(met, best, fitness, genomes)
    fewest = mu if survivors == "comma" else 1
    number = lambda_ if lambda_rule == "fixed" else fewest
    steps, evaluations = 0, mu
    while evaluations + int(number + 0.5) <= budget:
        born, children = int(number + 0.5), []
        for _ in range(born):
            if rng.random() < crossover_rate:
                one, other = choose(genomes, fitness, parents, tournament_size,
                                    distant_probability, rng)
                child = mix(genomes[one], genomes[other], crossover, rng)
            else:       # without a second parent, distance says nothing
                size = tournament_size if parents == "tournament" else 1
                child = genomes[tournament(fitness, size, rng)]
            children.append(flip_bits(child, expected_flips / n, rng))
        learned = children = np.array(children)
        if learns:
            learned, taken = problem.local_search(children, rng, UNBOUNDED)
            steps += taken
            children = np.array([inherited(*pair, probability, inherits, rng)
                                 for pair in zip(children, learned, strict=True)])
        scores = problem.fitness(learned)
        evaluations += born
        if scores.max() > best:
            best, met = scores.max(), set()
        note_best(met, best, scores, learned)
        if lambda_rule == "success":
            number = adapted(number, scores.max() > fitness.max(), fewest, lambda_,
                             update_strength, success_rate)
        everyone, everyones = children, scores
        if survivors == "plus":
            everyone = np.concatenate((genomes, everyone))
            everyones = np.concatenate((fitness, everyones))
        order = np.lexsort((rng.random(len(everyones)), -everyones))[:mu]
        genomes, fitness = everyone[order], everyones[order]
    return {"best_fitness": best, "mean_fitness": fitness.mean(), "unique_best": len(met),
            "local_search_steps": steps, "diversity": mean_distance(genomes),
            "evaluations": evaluations}

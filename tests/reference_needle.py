"""Hinton and Nowlan's experiment as their paper's figure caption tells it, in plain Python.

Alleles are the letters "0" (wrong), "1" (right) and "?". Nothing is shared with memlab.
"""

import random


def course(population, genes, trials, generations, seed):
    """Counts of "0", "1" and "?", and of those who succeed, in every generation."""
    chance = random.Random(seed)
    people = ["".join(chance.choice("01??") for _ in range(genes)) for _ in range(population)]
    counts = []
    for _ in range(generations):
        fitness = []
        for person in people:
            fitness.append(1.0)
            for trial in range(max(trials, 1)):
                guess = person
                if trials:
                    guess = "".join(chance.choice("01") if a == "?" else a for a in person)
                if guess == "1" * genes:
                    fitness[-1] += (genes - 1) * (max(trials, 1) - trial) / max(trials, 1)
                    break
        counts.append([sum(person.count(letter) for person in people) for letter in "01?"]
                      + [sum(value > 1 for value in fitness)])
        children = []
        for _ in range(population):
            mother, father = chance.choices(people, weights=fitness, k=2)
            cut = chance.randrange(1, genes)
            children.append(mother[:cut] + father[cut:])
        people = children
    return counts

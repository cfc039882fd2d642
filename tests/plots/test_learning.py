"""Populations as pictures: every bit is where it belongs."""

import numpy as np
import pandas as pd
import pytest
from drawn import compiled, decoded, rows, texts

from memlab import plots
from memlab.plots.learning import png


@pytest.mark.parametrize("shape", [(1, 1), (3, 8), (5, 9), (50, 243)])
def test_an_image_has_the_bits_and_nothing_else(shape):
    bits = np.random.default_rng(0).integers(0, 2, shape, dtype=np.uint8)
    pixels, chunks = decoded(png(bits, "#0a141e"))
    assert (pixels == bits).all()
    assert chunks[b"PLTE"][3:] == bytes([10, 20, 30])
    assert chunks[b"tRNS"] == bytes([0, 255]), "zeros are transparent on any page"


def test_a_population_is_two_pictures_side_by_side():
    genomes = np.random.default_rng(1).integers(0, 2, (6, 40), dtype=np.uint8)
    learned = genomes & np.roll(genomes, 1, axis=1)
    chart = plots.population(genomes, learned, "baldwinian", title="Noise and order")
    assert compiled(chart)
    assert {"Noise and order", "genomes", "after local search", "vertices"} <= set(texts(chart))
    images = [row["image"] for row in rows(chart)]
    assert [decoded(image)[0].tolist() for image in images] == [genomes.tolist(), learned.tolist()]


def test_the_optimum_is_a_line_of_its_own():
    frame = pd.DataFrame({"mode": ["lb", "lb"], "evaluations": [10, 100], "best_fitness": [7, 9]})
    with_line, without = (plots.convergence(frame, optimum=o) for o in (12, None))
    assert compiled(with_line)
    assert {"best_fitness": 12} in rows(with_line)
    assert len(rows(with_line)) == len(rows(without)) + 1

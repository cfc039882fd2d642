"""Inside a population: genomes as bit maps, and one individual on its graph."""

import functools

import ipywidgets as W
import traitlets

from ..evolution.modes import MODES
from ..plots import graphs
from .controls import classed
from .race import Individuals
from .widgets.pictures import Maps, Network

_MOST_COLUMNS = 4_000      # maximum width of a picture: browsers fail to draw much wider ones


@functools.lru_cache(maxsize=4)
def drawing(graph):
    """Return the vertices of a graph to draw, the graph between them, and their positions.

    The first time, this takes a moment.
    """
    vertices, part = graphs.part(graph)
    return vertices, part, graphs.places(part)


class Inside:
    """Pictures of a population of a race, and of one of its individuals.

    Parameters
    ----------
    individual : ipywidgets.IntSlider
        Who is shown on the graph.

    Attributes
    ----------
    box : ipywidgets.Widget
    """

    def __init__(self, individual):
        self._shown = self._problem = self._part = None
        self.individual, self.maps, self.network = individual, Maps(), Network()
        self.box = classed("pages", W.Box([self.maps, self.network]))
        traitlets.link((self.maps, "chosen"), (individual, "value"))
        individual.observe(lambda _: self.show_individual(), "value")

    def show(self, race, mode):
        """Show the population of a mode of a race, if it takes part, else another one."""
        one = race.evolutions.get(mode, next(iter(race.evolutions.values())))
        self._problem, self._shown = problem, shown = race.problem, Individuals.of(one)
        vertices, part, places = drawing(problem.graph)
        if vertices is not self._part:
            self._part = vertices
            self.network.set_graph(part, places)
        self.individual.max = len(shown.genomes)
        columns, seen = shown.columns()[:_MOST_COLUMNS], self._stages(shown)
        captions = [f"{what}, {len({row.tobytes() for row in side})} different"
                    for side, what in zip(seen, (f"{MODES[shown.mode].label} genomes",
                                                 "after local search"), strict=False)]
        if len(columns) < problem.n:
            captions[0] += f"; {len(columns):,} of {problem.n:,} vertices"
        self.maps.show([side[:, columns] for side in seen], MODES[shown.mode].colour, captions)
        self.show_individual()

    def _stages(self, shown):
        """Return what there is to see: genomes, and what is learned in modes that learn."""
        return [shown.genomes, shown.phenotypes] if MODES[shown.mode].learns else [shown.genomes]

    def show_individual(self):
        """Show the chosen individual on the graph."""
        if self._shown is None:
            return
        problem, shown, part = self._problem, self._shown, self._part
        rank = min(self.individual.value, len(shown.genomes)) - 1
        one = [side[rank] for side in self._stages(shown)]
        raw, *learned = (_in_words(problem, problem.fitness(bits)) for bits in one)
        captions = [f"individual {rank + 1}: {raw}"]
        if len(part) < problem.n:
            captions[0] += f"; here {len(part)} of its {problem.n:,} vertices"
        for words in learned:
            changed = (one[0] != one[1]).sum()
            captions.append(f"after local search: {words}; {changed} bits changed")
        self.network.show([bits[part] for bits in one], not problem.are_sets, captions)


def _in_words(problem, fitness):
    """Describe a fitness by what it counts.

    Examples
    --------
    >>> from memlab import Graph, MaxCut, MaxIndependentSet
    >>> graph = Graph.from_edges(3, [(0, 1), (1, 2)])
    >>> _in_words(MaxIndependentSet(graph), -3), _in_words(MaxIndependentSet(graph), 4)
    ('3 conflicts', '4 vertices')
    >>> _in_words(MaxCut(graph), 12)
    '12 edges cut'
    """
    if not problem.are_sets:
        weighted = problem.graph.is_weighted
        return f"a cut of weight {fitness:,}" if weighted else f"{fitness:,} edges cut"
    return f"{-fitness:,} conflicts" if fitness < 0 else f"{fitness:,} vertices"

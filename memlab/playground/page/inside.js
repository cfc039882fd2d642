// Inside a population: what is inherited, and what becomes of it by learning.

// Genomes or phenotypes as a bit map: rows are individuals, columns bits, those of most solutions first.
function drawPopulation(canvas, population, name, n, mode) {
  const share = new Int32Array(n), bits = population[name];
  population.phenotypes.forEach((bit, i) => share[i % n] += bit);
  const columns = Array.from(share.keys()).sort((a, b) => share[b] - share[a] || a - b);
  const sorted = bits.map((_, i) => bits[i - i % n + columns[i % n]]);
  drawPixels(canvas, sorted, bits.length / n, n, [null, property(mode)]);
}

const differentRows = (bits, n) =>
  new Set(Array.from({ length: bits.length / n }, (_, i) => bits.subarray(i * n, (i + 1) * n).join(""))).size;

const inside = {
  ...race,
  lead: values => functionsOf(values) ? "inside_functions" : "inside",
  controls: ["mode", "problem", "graph", "seed", "lb"],
  row: 0,
  rows: () => race.now.modes[app.values.mode].inside?.fitness.length ?? 1,

  async start(values) {
    await race.start(values);
    await race.go(0, values);
  },

  build(stage) {
    stage.append(find("scene-inside").content.cloneNode(true));
    stage.querySelector(".note").hidden = functionsOf(app.values);
    for (const map of stage.querySelectorAll(".map")) {
      map.onpointerdown = map.onpointermove = ({ clientY, buttons, type }) => {      // a finger slides over rows
        const { top, height } = map.getBoundingClientRect();
        if (buttons || type === "pointerdown") inside.choose(Math.floor((clientY - top) / height * inside.rows()));
      };
      map.onkeydown = event => {
        const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
        if (by) inside.choose(inside.row + by), event.preventDefault();
      };
    }
    for (const [id, by] of [["row-up", -1], ["row-down", 1]])
      stage.querySelector(`#${id}`).onclick = () => inside.choose(inside.row + by);
  },
  choose(row) {
    inside.row = Math.min(Math.max(row, 0), inside.rows() - 1);
    draw();
  },

  draw(stage, values) {
    const { mode } = values, population = race.now.modes[mode].inside, mu = inside.rows();
    if (!population) return;      // of another mode, a moment ago
    const graph = app.graphs[values.graph], { n } = graph;
    const row = Math.min(inside.row, mu - 1), of = (bits, i) => bits.subarray(i * n, (i + 1) * n);
    const counts = {};      // of different rows
    for (const name of ["genomes", "phenotypes"]) {
      const bits = population[name], one = of(bits, row), words = inside.words(graph, values.problem, one);
      const map = stage.querySelector(`#${name}`), canvas = stage.querySelector(`#one-${name}`);
      drawPopulation(map.firstElementChild, population, name, n, mode);
      map.lastElementChild.style.cssText = `top:${100 * row / mu}%;height:${100 / mu}%`;
      drawGraph(canvas, graph, values.problem, one, name === "phenotypes" ? of(population.genomes, row) : null);
      canvas.nextElementSibling.textContent = words;
      describe(canvas, words);
      for (const [key, value] of Object.entries({ label: `${label(mode)} ${name}, fittest first: individual`,
        valuemax: mu, valuenow: row + 1, valuetext: `${row + 1} of ${mu}: ${words}` }))
        map.setAttribute(`aria-${key}`, value);
      counts[name] = differentRows(bits, n);
    }
    stage.querySelector(".verdict").innerHTML = `${label(mode)}: ${counted(counts.genomes, "different genome", "b")}, `
      + `${counted(counts.phenotypes, "different solution", "b")} ${inside.origin(mode)}`
      + (counts.phenotypes > counts.genomes ? `. ${app.facts.texts.both.again}` : "");
  },

  origin: mode => app.facts.modes[mode].learns && race.unlearned(mode)
    ? "(the first generation has not learned yet)" : app.facts.texts.both[mode] ?? "learned from them",

  words(graph, problem, bits) {
    const { functions } = graph;
    if (functions) {
      const fitness = fitnessOf(functions, bits);
      return `${scored(functions, fitness)} ${told(functions, fitness)}`;
    }
    if (problem === "maxcut") return `${number(cut(graph, bits).length)} lines join the two colours`;
    const chosen = bits.reduce((sum, bit) => sum + bit, 0), bad = conflicts(graph, bits).length;
    return `${number(chosen)} dots chosen, ${bad ? number(bad) : "no"} conflict${bad === 1 || !bad ? "" : "s"}`;
  },
};

// Inside a population: what is inherited, and what becomes of it by learning.

const inside = {
  controls: ["mode", "problem", "graph", "seed"],
  more: race.more,
  unit: race.unit,
  rate: race.rate,
  row: 0,

  mode: values => values.modes.includes(values.mode) ? values.mode : values.modes[0],
  async start(values) {
    await race.start(values);
    await race.go(0, values);
  },
  go: race.go,
  step: race.step,
  again: race.again,
  status: race.status,

  build(stage) {
    const half = (name, title) => element("figure.card", {}, element("figcaption", {}, title),
      element("div.map", { tabIndex: 0, id: name, onclick: inside.click, onkeydown: inside.key },
        element("canvas"), element("i.chosen")));
    const one = (name, title) => element("figure.card", {}, element("figcaption", {}, title),
      element("canvas.graph", { id: `one-${name}` }), element("p.score"));
    stage.append(element("p.verdict"), element("div.pair", {},
      half("genomes", "Inherited: the genomes"), half("phenotypes", "Learned: what is judged")),
    element("div.pair", {}, one("genomes", "This individual, as it was born"), one("phenotypes", "… and after learning")));
  },

  click(event) {
    const box = event.currentTarget.getBoundingClientRect();
    inside.choose(Math.floor((event.clientY - box.top) / box.height * app.values.mu));
  },
  key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    if (!by) return;
    event.preventDefault();
    inside.choose(inside.row + by);
  },
  choose(row) {
    inside.row = Math.min(Math.max(row, 0), app.values.mu - 1);
    draw();
  },

  draw(stage, values) {
    const mode = inside.mode(values), graph = app.graphs[values.graph], { n } = graph, { mu } = values;
    const own = race.now.modes[mode].inside, label = app.facts.modes[mode].label;
    if (!own) return;      // of another mode, a moment ago
    const share = new Int32Array(n);
    own.phenotypes.forEach((bit, i) => share[i % n] += bit);
    const columns = Array.from(share.keys()).sort((a, b) => share[b] - share[a] || a - b);
    const row = Math.min(inside.row, mu - 1), counts = {};
    for (const name of ["genomes", "phenotypes"]) {
      const map = stage.querySelector(`#${name}`), bits = own[name], sorted = new Uint8Array(bits.length);
      for (let i = 0; i < mu; i++) columns.forEach((v, j) => sorted[i * n + j] = bits[i * n + v]);
      drawPixels(map.firstChild, sorted, mu, n, [null, property(mode)]);
      map.lastChild.style.cssText = `top:${100 * row / mu}%;height:${100 / mu}%`;
      const one = bits.subarray(row * n, row * n + n), other = own.genomes.subarray(row * n, row * n + n);
      counts[name] = new Set(Array.from({ length: mu }, (_, i) => bits.subarray(i * n, i * n + n).join(""))).size;
      const canvas = stage.querySelector(`#one-${name}`), words = inside.words(graph, values.problem, one);
      drawGraph(canvas, graph, values.problem, one, name === "phenotypes" ? other : null);
      canvas.nextSibling.textContent = words;
      describe(canvas, words);
      map.setAttribute("role", "slider");
      for (const [key, value] of Object.entries({ label: `${label} ${name}, fittest first: individual`,
        valuemin: 1, valuemax: mu, valuenow: row + 1, valuetext: `${row + 1} of ${mu}: ${words}` }))
        map.setAttribute(`aria-${key}`, value);
    }
    const plural = (count, one) => `<b>${number(count)}</b> different ${one}${count === 1 ? "" : "s"}`;
    stage.querySelector(".verdict").innerHTML = `${label}: ${plural(counts.genomes, "genome")}, `
      + `${plural(counts.phenotypes, "solution")} ${app.facts.texts.both[mode] ?? "learned from them"}`;
  },

  words(graph, problem, bits) {
    const chosen = bits.reduce((sum, bit) => sum + bit, 0);
    if (problem === "maxcut") return `${number(cut(graph, bits).length)} edges${graph.weighted ? " (whatever they weigh)" : ""} join the two colours`;
    const bad = conflicts(graph, bits).length;
    return `${number(chosen)} vertices chosen, ${bad ? `${number(bad)} conflicts` : "no conflict"}`;
  },
};

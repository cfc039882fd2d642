// The deceptive walk, bit by bit.

const walk = {
  controls: ["n", "k", "seed"],
  // children a second, ever more: the axis is logarithmic
  rate: values => 2 ** (values.speed - 3) * (5 + walk.slowest()),

  start: values => anew(walk, walk.controls, values, async given => {
    const { walkers } = app.facts.texts;
    walk.course = Object.fromEntries(Object.keys(walkers).map(mode => [mode, { x: [], y: [] }]));
    walk.take(await call("startWalk", given));
  }),
  async go(amount) {
    walk.take(await call("goWalk", { until: walk.slowest() + amount }));
  },
  again() { walk.key = null; },
  finished: () => Object.values(walk.now).every(({ done }) => done),
  async step() { walk.take(await call("goWalk", { events: true })); },
  slowest() {
    const underway = Object.values(walk.now).filter(({ done }) => !done);
    return Math.min(...underway.map(({ iterations }) => iterations));
  },

  take(news) {
    walk.now = news;
    for (const [mode, { iterations, fitness }] of Object.entries(news)) {
      const { x, y } = walk.course[mode], level = Math.floor(fitness / app.values.k);
      if (level === y.at(-1) && level === y.at(-2)) x.pop(), y.pop();
      x.push(iterations);
      y.push(level);
    }
  },

  build(stage) {
    const { walkers, states } = app.facts.texts;
    for (const [mode, words] of Object.entries(walkers))
      stage.append(element("article.card.walker", { id: `walk-${mode}` },
        element("div.name", {}, swatch(mode), element("b", {}, label(mode))),
        element("p.inherits", {}, words), element("canvas.bits"), element("p.score")));
    stage.append(element("p.key", {}, ...Object.entries(states).map(
      ([state, words]) => element("span", {}, element(`i.bit.${state}`), words))));
    stage.append(find("scene-walk").content.cloneNode(true));
  },

  draw(stage, values) {
    const { expected } = app.facts.walks[values.n], blocks = values.n / values.k;
    for (const [mode, { iterations, fitness, bits, done }] of Object.entries(walk.now)) {
      const card = stage.querySelector(`#walk-${mode}`), level = Math.floor(fitness / values.k);
      walk.drawBits(card.querySelector(".bits"), bits, Number(values.k), level);
      describe(card.querySelector(".bits"), `${label(mode)}: ${level} of ${blocks} blocks solved`);
      card.querySelector(".score").innerHTML = `<b>${number(iterations)}</b> children ${done ? "to the end" : "so far"};
        expected: <b>${number(expected[values.k][mode])}</b> · ${level} of ${blocks} blocks`;
    }
    const times = Object.values(walk.now).map(({ iterations }) => iterations);
    drawCurves(stage.querySelector(".level"), {
      series: Object.entries(walk.course).map(([mode, course]) => ({ ...look(mode), ...course })), log: true,
      steps: true,
      x: [1, Math.max(1000, ...Object.values(expected[values.k]), ...times), "children"], y: [0, blocks + 0.5] });
    describe(stage.querySelector(".level"), "Blocks solved over the number of children, of the modes");
  },

  drawBits(canvas, bits, k, level) {      // in two lines where there is no room for one
    const { pen, width, height } = paper(canvas), n = bits.length;
    const lines = width < 12 * n ? 2 : 1, blocks = Math.ceil(n / k / lines), gap = Math.min(8, width / n / 2);
    const side = Math.min(24, height / lines - 4, width / blocks / k - gap / k);
    bits.forEach((bit, i) => {
      const block = Math.floor(i / k), y = 2 + Math.floor(block / blocks) * (side + 4);
      const x = (i % (k * blocks)) * side + (block % blocks) * gap + 1;
      const state = block > level ? "random" : block === level ? "critical" : bit ? "full" : "damaged";
      pen.fillStyle = pen.strokeStyle = property(state === "random" ? "soft" : state);
      pen.globalAlpha = state === "random" ? 0.45 : 1;
      pen.lineWidth = 1.5;
      if (bit) pen.fillRect(x, y, side - 2, side - 2);
      else pen.strokeRect(x + 0.75, y + 0.75, side - 3.5, side - 3.5);
    });
  },

  status() {
    const most = Math.max(...Object.values(walk.now).map(({ iterations }) => iterations));
    return `${number(most)} ${most === 1 ? "child" : "children"}`;
  },
};

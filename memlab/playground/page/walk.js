// The deceptive walk, bit by bit.

const walk = {
  controls: ["n", "k", "seed"],
  rate: values => 2 ** (values.speed - 3) * (5 + walk.slowest()),      // ever faster: the axis is logarithmic

  async start(values) {
    walk.course = Object.fromEntries(Object.keys(app.facts.texts.walkers).map(mode => [mode, { x: [], y: [] }]));
    walk.take(await call("startWalk", { n: values.n, k: values.k, seed: values.seed }));
  },
  async go(amount) {
    walk.take(await call("goWalk", { until: walk.slowest() + amount }));
    return Object.values(walk.now).every(({ done }) => done);
  },
  async step() { walk.take(await call("goWalk", { events: true })); },
  slowest() {
    return Math.min(...Object.values(walk.now).filter(({ done }) => !done).map(({ iterations }) => iterations));
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
    const key = Object.entries(app.facts.texts.states).map(([state, words]) => element("span", {}, element(`i.bit.${state}`), words));
    stage.append(...Object.entries(app.facts.texts.walkers).map(([mode, words]) => element("article.card.walker", { id: `walk-${mode}` },
      element("div.name", {}, swatch(mode), element("b", {}, app.facts.modes[mode].label)),
      element("p.inherits", {}, words), element("canvas.bits"), element("p.score"))),
    element("p.key", {}, ...key),
    element("div.charts", {}, element("figure", {},
      element("figcaption", {}, "Blocks solved; each mark below stands for ten times as many children as the one before"),
      element("canvas.curve.level"))));
  },

  draw(stage, values) {
    const n = Number(values.n), k = Number(values.k), { expected } = app.facts.walks[n];
    for (const [mode, now] of Object.entries(walk.now)) {
      const card = stage.querySelector(`#walk-${mode}`), canvas = card.querySelector(".bits"), level = Math.floor(now.fitness / k);
      const { pen, width, height } = paper(canvas), rows = width < 12 * n ? 2 : 1, line = Math.ceil(n / k / rows);
      const gap = Math.min(8, width / n / 2), side = Math.min(24, height / rows - 4, width / line / k - gap / k);
      now.bits.forEach((bit, i) => {
        const block = Math.floor(i / k), x = (i % (k * line)) * side + (block % line) * gap + 1;
        const y = 2 + Math.floor(block / line) * (side + 4);
        const state = block > level ? "random" : block === level ? "critical" : bit ? "full" : "damaged";
        pen.fillStyle = pen.strokeStyle = property(state === "random" ? "soft" : state);
        pen.globalAlpha = state === "random" ? 0.45 : 1;
        pen.lineWidth = 1.5;
        if (bit) pen.fillRect(x, y, side - 2, side - 2);
        else pen.strokeRect(x + 0.75, y + 0.75, side - 3.5, side - 3.5);
      });
      const time = number(expected[k][mode]);
      card.querySelector(".score").innerHTML = `<b>${number(now.iterations)}</b> ${now.done ? "children to the end" : "children so far"};
        <span>in theory exactly <b>${time}</b> on average</span> · ${level} of ${n / k} blocks`;
      describe(canvas, `${app.facts.modes[mode].label}: ${level} of ${n / k} blocks solved after ${number(now.iterations)} children`);
    }
    const most = Math.max(1000, ...Object.values(expected[k]), ...Object.values(walk.now).map(({ iterations }) => iterations));
    drawCurves(stage.querySelector(".level"), { log: true, x: [1, most, "children"], y: [0, n / k + 0.5],
      series: Object.entries(walk.course).map(([mode, { x, y }]) => ({ x, y, colour: property(mode), dash: app.facts.modes[mode].dash })) });
    describe(stage.querySelector(".level"), "Blocks solved over the number of children, of the three modes");
  },

  status: () => `${number(Math.max(...Object.values(walk.now).map(({ iterations }) => iterations)))} children`,
};

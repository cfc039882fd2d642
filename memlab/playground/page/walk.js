// Walks of one parent and one child: on deceptive blocks bit by bit, or on a function of the ones.

const BLOCKS = "blocks", DRAWN = "drawn";      // choices of a function that are none of the list
const MARKS = ["circle", "square", "diamond"];      // of walkers, for those who do not see colours

const walk = {
  controls: ["function", "n", "k", "seed"],
  more: ["values"],
  lead: values => values.function === BLOCKS ? "walk" : "walk_ones",
  // children a second, ever more: the axis is logarithmic
  rate: values => 2 ** (values.speed - 3) * (5 + walk.slowest()),
  goal: values => walk.values ? Math.max(...walk.values) : Number(values.n),

  start: values => anew(walk, [...walk.controls, ...walk.more], values, async given => {
    const { walkers } = app.facts.texts;
    walk.course = Object.fromEntries(Object.keys(walkers).map(mode => [mode, { x: [], y: [] }]));
    walk.take(await call("startWalk", { ...given, values: walk.values }));
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
      const { x, y } = walk.course[mode], level = walk.values ? fitness : Math.floor(fitness / app.values.k);
      if (level === y.at(-1) && level === y.at(-2)) x.pop(), y.pop();
      x.push(iterations);
      y.push(level);
    }
  },

  build(stage, values) {
    const { walkers, inherits, states } = app.facts.texts, { n, k } = values, modes = Object.keys(walkers);
    const { values: listed, expected } = app.facts.walks[n];
    walk.values = values.function === BLOCKS ? null
      : values.function === DRAWN ? drawn(values.values, n) : listed[values.function][k];
    walk.expected = Object.fromEntries(modes.map(mode => [mode, walk.values
      ? expectedChildren(walk.values, app.facts.modes[mode]) : expected[k][mode]]));
    stage.classList.toggle("ones", Boolean(walk.values));
    if (walk.values) walk.buildCurve(stage, values);
    for (const [place, mode] of modes.entries())
      stage.append(element("article.card.walker", { id: `walk-${mode}` },
        element("div.name", {}, swatch(mode), element("b", {}, label(mode)), ...walk.values ? [mark(place, mode)] : []),
        element("p.inherits", {}, walk.values ? inherits[mode] : walkers[mode]),
        ...walk.values ? [] : [element("canvas.bits")], element("p.score")));
    if (!walk.values) stage.append(element("p.key", {}, ...Object.entries(states).map(
      ([state, words]) => element("span", {}, element(`i.bit.${state}`), words))));
    stage.append(find("scene-walk").content.cloneNode(true));
    stage.querySelector(".level").previousElementSibling.prepend(walk.values ? "Fitness" : "Blocks solved");
  },

  draw(stage, values) {
    const blocks = values.n / values.k, times = [], series = [];
    for (const [mode, now] of Object.entries(walk.now)) {
      const card = stage.querySelector(`#walk-${mode}`), level = Math.floor(now.fitness / values.k);
      const where = walk.values ? `<b>${ones(now.bits)}</b> ones inherited, <b>${ones(now.learned)}</b> after learning`
        : `${level} of ${blocks} blocks solved`;
      card.querySelector(".score").innerHTML = `<b>${large(now.iterations)}</b> children ${now.done ? "to the end" : "so far"};
        expected: <b>${large(walk.expected[mode])}</b> children${walk.values ? "<br>" : " · "}${where}`;
      times.push(now.iterations);
      series.push({ ...look(mode), ...walk.course[mode] });
      if (walk.values) continue;
      walk.drawBits(card.querySelector(".bits"), now.bits, Number(values.k), level);
      describe(card.querySelector(".bits"), `${label(mode)}: ${level} of ${blocks} blocks solved`);
    }
    if (walk.values) walk.drawCurve(stage.querySelector(".function"), values);
    const lowest = walk.values ? Math.min(...walk.values) : 0, end = walk.goal(values) / (walk.values ? 1 : values.k);
    const patience = Math.max(...Object.values(walk.expected).filter(time => time < 1e7));      // none waits longer
    drawCurves(stage.querySelector(".level"), { series, log: true, steps: true,
      x: [1, Math.max(1000, patience, ...times), "children"],
      y: [lowest, end + 0.5 + 0.04 * (end - lowest)] });
    describe(stage.querySelector(".level"),
      `${walk.values ? "Fitness" : "Blocks solved"} over the number of children, of the modes`);
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

  // ---- functions of the number of ones ------------------------------------------------------------

  buildCurve(stage, values) {
    stage.append(find("scene-function").content.cloneNode(true));
    const canvas = stage.querySelector(".function"), own = values.function === DRAWN;
    stage.querySelector(".key").append(...[["darwinian", "fitness as it is"], ["baldwinian", "as learning makes it"]].map(
      ([mode, words]) => element("span.name", {}, swatch(mode), words)));
    stage.querySelector(".own").hidden = !own;
    canvas.classList.toggle("own", own);
    if (!own) return;
    let stroke = null;
    const move = event => {
      const { left, top } = canvas.getBoundingClientRect(), { places, heights } = walk.scales(canvas);
      const to = [Math.round(places.back(event.clientX - left)), Math.round(heights.back(event.clientY - top))];
      const [x, y] = [Math.min(values.n, Math.max(0, to[0])), Math.min(HIGHEST, Math.max(0, to[1]))];
      const [from, height] = stroke ?? [x, y], steps = Math.abs(x - from) || 1;
      for (let i = 0; i <= steps; i++)      // a fast hand leaves no gaps
        walk.values[from + (x - from) * i / steps] = Math.round(height + (y - height) * i / steps);
      stroke = [x, y];
      walk.drawCurve(canvas, values);
    };
    canvas.onpointerdown = event => {
      pause();
      canvas.setPointerCapture(event.pointerId);
      walk.values = [...walk.values];
      move(event);
    };
    canvas.onpointermove = event => stroke && move(event);
    canvas.onpointerup = canvas.onpointercancel = () => {
      if (stroke) change({ values: walk.values.join(" ") });
      stroke = null;
    };
  },

  scales(canvas) {      // from numbers to pixels and back
    const scale = (from, to, begin, end) => Object.assign(
      value => begin + (end - begin) * (value - from) / (to - from),
      { back: pixel => from + (to - from) * (pixel - begin) / (end - begin) });
    const all = app.values.function === DRAWN ? [0, HIGHEST] : walk.values;
    const [least, most] = [Math.min(...all), Math.max(...all)];
    return { least, most, places: scale(0, walk.values.length - 1, 44, canvas.clientWidth - 16),
             heights: scale(least, most, canvas.clientHeight - 40, 16) };
  },

  drawCurve(canvas, values) {
    const { pen, height } = paper(canvas), { places, heights, least, most } = walk.scales(canvas);
    const f = walk.values, after = f.map((_, ones) => learned(f, ones).reduce(
      (sum, [end, chance]) => sum + chance * f[end], 0));
    write(pen);
    pen.fillStyle = property("soft");
    pen.textAlign = "center";
    for (const tick of ticks(0, f.length - 1, Math.min(canvas.clientWidth / 60, f.length - 1)))
      pen.fillText(tick, places(tick), height - 20);
    pen.fillText("ones", (places(0) + places(f.length - 1)) / 2, height - 5);
    pen.textAlign = "right";
    for (const tick of ticks(least, most, 5)) pen.fillText(compact(tick), 38, heights(tick) + 4);
    for (const [mode, curve] of [["darwinian", f], ["baldwinian", after]]) {
      pen.strokeStyle = look(mode).colour;
      pen.setLineDash(look(mode).dash[1] ? look(mode).dash : []);
      pen.lineWidth = 2;
      pen.beginPath();
      curve.forEach((value, ones) => pen.lineTo(places(ones), heights(value)));
      pen.stroke();
    }
    pen.setLineDash([]);
    const words = Object.entries(walk.now).map(([mode, { bits, learned: found }], place) => {
      const colour = look(mode).colour, spots = [bits, found].map(ones).map(at => [places(at), heights(f[at])]);
      pen.strokeStyle = colour;
      pen.lineWidth = 1.5;
      pen.beginPath();
      spots.forEach(spot => pen.lineTo(...spot));
      pen.stroke();
      spots.forEach(([x, y], judged) => {
        pen.beginPath();
        outline(pen, MARKS[place], x, y, judged ? 7 : 5);
        pen.fillStyle = judged ? colour : property("card");
        pen.fill();
        pen.stroke();
      });
      return `${label(mode)}: ${ones(bits)} ones inherited, ${ones(found)} after learning`;
    });
    describe(canvas, `Fitness over the number of ones, as it is and after learning. ${words.join("; ")}.`);
  },

  status() {
    const most = Math.max(...Object.values(walk.now).map(({ iterations }) => iterations));
    return `${number(most)} ${most === 1 ? "child" : "children"}`;
  },
};

const ones = bits => bits.reduce((sum, bit) => sum + bit, 0);
const large = value => value < 1e9 ? number(value, value < 10 ? 1 : 0)
  : value.toExponential(1).replace(/e\+(\d+)/, "\u00a0×\u00a010<sup>$1</sup>");

function drawn(text, n) {      // the values of a drawing, whatever the number of bits was then
  const heights = text.split(" ").map(Number), last = heights.length - 1;
  return Array.from({ length: Number(n) + 1 }, (_, place) => {
    const at = place * last / n, left = Math.floor(at), right = Math.min(last, left + 1);
    return Math.round(heights[left] + (at - left) * (heights[right] - heights[left]));
  });
}

function outline(pen, shape, x, y, size) {
  if (shape === "circle") return pen.arc(x, y, size, 0, 7);
  if (shape === "square") return pen.rect(x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8);
  [[0, -1.2], [1.2, 0], [0, 1.2], [-1.2, 0]].forEach(([right, down]) => pen.lineTo(x + size * right, y + size * down));
  pen.closePath();
}

function mark(place, mode) {      // as it is drawn on the curve
  const canvas = element("canvas.mark", { width: 40, height: 40 }), pen = canvas.getContext("2d");
  pen.fillStyle = look(mode).colour;
  pen.beginPath();
  outline(pen, MARKS[place], 20, 20, 13);
  pen.fill();
  canvas.setAttribute("aria-hidden", "true");
  return canvas;
}

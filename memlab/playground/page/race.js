// The race: modes side by side on one graph, or on one sum of functions.

const RACE_SETTINGS = ["graph", "problem", "modes", "setup", "mu", "lambda", "crossover", "lb", "coin", "rate", "depth",
                       "price", "budget", "seed"];
const COSTS = {      // what a run has spent, as a chart's axis
  evaluations: ({ x, steps }, price = 0) => x.map((spent, i) => spent + price * steps[i]), steps: ({ steps }) => steps, both: ({ x, steps }) => x.map((spent, i) => spent + steps[i]) };
const HEADROOM = 0.65;      // of the best that is known: a chart of scores begins there

const race = {
  lead: values => `race_${values.problem}`,
  controls: ["problem", "graph", "seed", "lb"],
  more: ["rate", "depth", "price", "axis", "setup", "mu", "lambda", "crossover", "coin", "budget"],
  unit: values => values.lambda,
  rate: values => [100, 500, 2500, 6000, 1e9][values.speed - 1],      // evaluations a second

  start(values) {
    return anew(race, RACE_SETTINGS, values, async given => {      // “Inside” looks into this race too
      await drawDots(app.graphs[given.graph]);
      race.most = { best: 0, genomes: 0, phenotypes: 0, steps: 0 };
      race.scale = functionsOf(values)?.unit ?? 1;      // that one of fitness stands for
      race.curves = Object.fromEntries(values.modes.map(
        mode => [mode, { x: [], best: [], genomes: [], phenotypes: [], steps: [] }]));
      race.take(await call("startRace", race.wanted(given)));
    });
  },
  wanted(given) {
    const { model, index } = app.graphs[given.graph];
    return { ...given, graph: model ?? index, depth: Number(given.depth), price: Number(given.price),
             setups: setupsOf(given) };
  },
  async go(amount, values) {
    race.take(await call("goRace", { evaluations: race.now.evaluations + amount,
                                     inside: values.view === "inside" ? [values.mode] : [] }));
  },
  step: values => race.go(values.lambda, values),
  again() { race.key = null; },
  finished: () => race.now.done,

  take(news) {
    race.now = news;
    for (const [mode, { curves }] of Object.entries(news.modes)) {
      const { x, ...mine } = race.curves[mode];
      for (const time of curves.x) x.push(time);
      for (const name in mine) for (const value of curves[name]) {
        mine[name].push(name === "best" ? inUnits(value, race.scale) : value);
        race.most[name] = Math.max(race.most[name], value);
      }
    }
  },

  build(stage, values) {
    const goal = race.goal(values), { inherits } = app.facts.texts, curves = race.titles(values), setups = setupsOf(values);
    const cards = Object.keys(app.facts.modes).map(mode => {
      const on = values.modes.includes(mode), onchange = () => race.choose(mode), id = `choose-${mode}`;
      return element(`article.card.mode${on ? "" : ".off"}`, { id: `card-${mode}` },
        element("label.mode", {}, element("input", { type: "checkbox", id, checked: on, onchange }),
          swatch(mode), element("b", {}, label(mode))),
        element("p.inherits", {}, inherits[mode]), ...setups[mode] ? [element("p.setup", {}, inWords(setups[mode]))] : [],
        ...on ? [element("canvas.graph"), element("div.score"), element("p.price")] : []);
    });
    const charts = Object.entries(curves).map(([name, title]) => element(`figure.of-${name}`, {},
      element("figcaption", {}, title + (name === "best" && goal ? `; dotted: ${goal[1]}` : "")),
      element(`canvas.curve.${name}`)));
    const strip = values.modes.map(mode => element("span", {}, swatch(mode), label(mode), " ", element("b", { id: `strip-${mode}` })));
    stage.append(...placeOf(values) ? [plane.note(values)] : [], element("div", { id: "strip", "aria-hidden": "true" }, ...strip),
      element("section.card", { id: "verdict", hidden: true, "aria-live": "polite", "aria-label": "Result" }),
      element("div.cards", {}, ...cards), element("div.charts", {}, ...charts));
  },

  choose(mode) {
    const modes = Object.keys(app.facts.modes).filter(
      other => app.values.modes.includes(other) !== (other === mode));
    change({ modes: modes.length ? modes : app.values.modes });
  },

  unlearned: mode => race.curves[mode].x.length === 1,      // founders are judged as they are

  titles(values) {
    const { curves, curves_functions: others } = app.facts.texts;
    return functionsOf(values) ? { ...curves, ...others } : curves;
  },

  goal(values) {      // what is known of the best possible: value and words
    const most = functionsOf(values)?.most;
    if (most) return [most, app.facts.texts.own.all];
    const { optimum, best } = app.graphs[values.graph].problems[values.problem];
    return optimum ? [optimum, "optimum, proved"] : best ? [best, "best known"] : null;
  },

  draw(stage, values) {
    for (const mode of values.modes) race.drawCard(stage.querySelector(`#card-${mode}`), mode, values);
    for (const [name, title] of Object.entries(race.titles(values)))
      race.drawChart(stage.querySelector(`canvas.${name}`), name, title, values);
    drawVerdict(find("verdict"), values);
  },

  drawCard(card, mode, values) {
    const { best, solution } = race.now.modes[mode], goal = race.goal(values), functions = functionsOf(values);
    const canvas = card.querySelector(".graph"), steps = race.curves[mode].steps.at(-1);
    const bad = best < 0 && (!functions || functions.constrained);
    drawGraph(canvas, app.graphs[values.graph], values.problem, solution);
    const yet = app.facts.modes[mode].learns && race.unlearned(mode) ? "; nobody has learned yet" : "";
    const clash = `conflict${best < -1 ? "s" : ""}, no solution yet`;
    const words = (functions ? told(functions, best) : bad ? clash : goal ? `of ${number(goal[0])}, ${goal[1]}`
      : values.problem === "mis" ? "dots" : "lines cut") + yet;
    const shown = functions ? scored(functions, best) : number(Math.abs(best));
    card.querySelector(".score").replaceChildren(element(`b${bad ? ".bad" : ""}`, {}, shown), ` ${words}`);
    card.querySelector(".price").textContent = `${number(steps)} steps of learning`;
    find(`strip-${mode}`).textContent = bad ? "–" : shown;
    describe(canvas, `${label(mode)}: ${shown} ${words}`);
  },

  drawChart(canvas, name, title, values) {
    const runs = Object.entries(race.curves), isBest = name === "best";
    const line = isBest ? race.goal(values)?.[0] ?? null : null;
    let [bottom, top] = [0, Math.max(1, line ?? 0, race.most[name])];
    if (isBest && functionsOf(values)) [bottom, top] = rangeOf(functionsOf(values), runs);
    else if (isBest && values.problem === "maxcut") bottom = Math.min(...runs.map(([, { best }]) => best[0]));
    else if (isBest) bottom = Math.min(Math.floor(HEADROOM * top), ...runs.filter(([mode]) => app.facts.modes[mode].learns)
      .map(([, { best }]) => best.at(-1)).filter(least => least > 0));
    const costs = runs.map(([, run]) => COSTS[values.axis](run, values.price)), spent = Math.max(...costs.map(cost => cost.at(-1)));
    drawCurves(canvas, {
      series: runs.map(([mode, { [name]: y }], i) => ({ ...look(mode), x: costs[i], y })), line,
      x: [0, values.axis === "evaluations" ? values.budget : Math.max(spent, values.mu), SETTINGS.axis.options[values.axis]
        + (values.axis === "evaluations" && values.price > 0 ? app.facts.texts.plane.included : "")],
      y: [bottom, top + 0.06 * (top - bottom)] });
    describe(canvas, `${title}: ${runs.map(
      ([mode, { [name]: y }]) => `${label(mode)} ${number(y.at(-1), 1)}`).join(", ")}`);
  },

  status: () => `${number(race.now.evaluations)} evaluation${race.now.evaluations === 1 ? "" : "s"}`,
};

// The race: modes side by side on one graph.

const RACE_SETTINGS = ["graph", "problem", "modes", "mu", "lambda", "crossover", "lb", "budget", "seed"];

const race = {
  lead: values => `race_${values.problem}`,
  controls: ["problem", "graph", "seed"],
  more: ["mu", "lambda", "crossover", "lb", "budget"],
  unit: values => values.lambda,
  rate: values => [100, 500, 2500, 10_000, 1e9][values.speed - 1],      // evaluations a second

  async start(values) {
    const key = JSON.stringify(RACE_SETTINGS.map(name => values[name]));
    if (race.key === key) return;      // the race that “Inside” looks into
    race.key = null;
    race.curves = Object.fromEntries(values.modes.map(mode => [mode, { x: [], best: [], genomes: [], phenotypes: [] }]));
    const given = Object.fromEntries(RACE_SETTINGS.map(name => [name, values[name]]));
    race.take(await call("startRace", { ...given, graph: app.graphs[values.graph].index }));
    race.key = key;
  },
  async go(amount, values) {
    race.take(await call("goRace", { evaluations: race.now.evaluations + amount,
                                     inside: values.view === "inside" ? inside.mode(values) : null }));
    return race.now.done;
  },
  step: values => race.go(values.lambda, values),
  again() { race.key = null; },

  take(news) {
    race.now = news;
    for (const [mode, { curves }] of Object.entries(news.modes)) {
      const mine = race.curves[mode], { mu, lambda } = app.values;
      curves.best.forEach((_, i) => mine.x.push(mu + lambda * (news.first + i)));
      for (const name in app.facts.texts.curves) mine[name].push(...curves[name]);
    }
  },

  build(stage, values) {
    const goal = race.goal(values), cards = Object.keys(SETTINGS.modes.options).map(mode => {
      const style = app.facts.modes[mode], on = values.modes.includes(mode);
      const toggle = element("input", { type: "checkbox", checked: on, onchange: () => race.choose(mode) });
      return element(`article.card.mode${on ? "" : ".off"}`, { id: `card-${mode}` },
        element("label.mode", {}, toggle, swatch(mode), element("b", {}, style.label)),
        element("p.inherits", {}, app.facts.texts.inherits[mode]),
        ...on ? [element("canvas.graph"), element("div.score"), element("div.bar", {}, element("i"))] : []);
    });
    stage.append(element("div.cards", {}, ...cards), element("div.charts", {},
      ...Object.entries(app.facts.texts.curves).map(([name, title]) =>
        element("figure", {}, element("figcaption", {},
          name === "best" && goal ? `${title}; dotted: ${goal[1]}` : title), element(`canvas.curve.${name}`)))));
    stage.style.setProperty("--modes", values.modes.length);
  },

  choose(mode) {
    const modes = Object.keys(SETTINGS.modes.options).filter(
      other => app.values.modes.includes(other) !== (other === mode));
    change("modes", modes.length ? modes : app.values.modes);
  },

  goal(values) {      // what is known of the best possible: value and words
    const { optimum, best } = app.graphs[values.graph].problems[values.problem];
    return optimum ? [optimum, "optimum, proved"] : best ? [best, "best known"] : null;
  },

  draw(stage, values) {
    const graph = app.graphs[values.graph], goal = race.goal(values), mis = values.problem === "mis";
    for (const [mode, { best, solution }] of Object.entries(race.now.modes)) {
      const card = stage.querySelector(`#card-${mode}`), canvas = card.querySelector(".graph");
      drawGraph(canvas, graph, values.problem, solution);
      const score = best < 0 ? [`${number(-best)}`, "conflicts at best, no solution yet"]
        : [number(best), goal ? `of ${number(goal[0])}, ${goal[1]}` : mis ? "vertices" : "edges cut"];
      card.querySelector(".score").replaceChildren(element(`b${best < 0 ? ".bad" : ""}`, {}, score[0]), ` ${score[1]}`);
      const share = goal ? Math.max(0, Math.min(1, best / goal[0])) : 0;
      card.querySelector(".bar").hidden = !goal;
      card.querySelector(".bar i").style.cssText = `width:${100 * share}%;background:${property(mode)}`;
      describe(canvas, `${app.facts.modes[mode].label}: ${score.join(" ")}`);
    }
    for (const name in app.facts.texts.curves) {
      const of = Object.entries(race.curves).map(([mode, curves]) => ({
        colour: property(mode), dash: app.facts.modes[mode].dash, x: curves.x, y: curves[name] }));
      const values_ = of.flatMap(({ y }) => [Math.max(...y), y.at(-1)]), canvas = stage.querySelector(`.${name}`);
      const most = Math.max(1, ...values_, name === "best" && goal ? goal[0] : 0);
      const least = name !== "best" || mis ? 0 : Math.min(...of.map(({ y }) => y[0]));
      drawCurves(canvas, { series: of, x: [0, values.budget, "children judged (evaluations)"], y: [least, most + 0.06 * (most - least)],
        line: name === "best" && goal ? goal[0] : null });
      describe(canvas, `${app.facts.texts.curves[name]} over evaluations: ${Object.entries(race.curves).map(
        ([mode, curves]) => `${app.facts.modes[mode].label} ${number(curves[name].at(-1), 1)}`).join(", ")}`);
    }
  },

  status: () => `${number(race.now.evaluations)} evaluations`,
};

function swatch(mode) {      // a piece of the mode's line
  const canvas = element("canvas.swatch", { width: 52, height: 8, "aria-hidden": "true" }), pen = canvas.getContext("2d");
  pen.strokeStyle = property(mode);
  pen.lineWidth = 5;
  const { dash } = app.facts.modes[mode];
  pen.setLineDash(dash[1] ? dash.map(part => 2 * part) : []);
  pen.beginPath();
  pen.moveTo(0, 4);
  pen.lineTo(52, 4);
  pen.stroke();
  return canvas;
}

// Who won a race, in words, and why: with a picture of what each population inherits.

function drawVerdict(panel, values) {
  panel.hidden = !race.finished() || values.modes.length < 2;
  if (panel.hidden || panel.childElementCount) return;
  const { modes } = race.now, { n } = app.graphs[values.graph];
  const pictures = values.modes.filter(mode => app.facts.modes[mode].learns).map(mode => {
    const { genomes, phenotypes } = modes[mode].inside, canvas = element("canvas.population");
    const [born, found] = [genomes, phenotypes].map(bits => differentRows(bits, n));
    const words = `${label(mode)}: ${counted(born, "different genome")}, ${counted(found, "solution")}`
      + (found > born ? `. ${app.facts.texts.both.again}` : "");
    drawPopulation(canvas, modes[mode].inside, "genomes", n, mode);
    describe(canvas, `What is inherited. ${words}`);
    return element("figure", {}, canvas, element("figcaption", {}, words));
  });
  panel.append(element("h2", { innerHTML: outcome(values) }),
    element("p", { innerHTML: [guessed(values), because(values)].filter(Boolean).join(" ") }));
  if (pictures.length) panel.append(element("p.note", {}, app.facts.texts.verdict.pictures), element("div.pictures", {}, ...pictures));
  if (!values.tour) panel.append(element("div.buttons", {},
    element("button", { type: "button", onclick: () => change({ view: "inside" }) }, "Look inside"),
    element("button", { type: "button", onclick: () => change({ view: "sample" }) }, "Is that luck? Run 30 seeds")));
}

// The modes by their results, the best first: pairs of a result and its modes.
function standings(values) {
  const results = new Map();
  for (const mode of values.modes) {
    const { best } = race.now.modes[mode];
    results.set(best, [...results.get(best) ?? [], mode]);
  }
  return [...results].sort(([a], [b]) => b - a);
}

const result = (values, best) => functionsOf(values) ? scored(functionsOf(values), best)
  : best < 0 ? "no solution" : number(best);

function outcome(values) {
  const [[best, winners], ...others] = standings(values), names = joined(winners.map(label));
  if (!others.length) return `A tie: ${winners.length === 2 ? "both" : "all"} reach <b>${result(values, best)}</b>.`;
  const rest = others.map(([less, modes]) => `${joined(modes.map(label))} <b>${result(values, less)}</b>`).join(", ");
  return `${names} <b>${result(values, best)}</b>, ${rest}: ${winners.length > 1 ? "a shared victory" : `${names} wins`}.`;
}

function guessed(values) {      // what the reader expected, if it was asked
  const { modes } = race.now, { right, wrong, guesses } = app.facts.texts.verdict;
  if (!app.guess || !values.tour || !modes.baldwinian || !modes.lamarckian) return "";
  const difference = Math.sign(modes.baldwinian.best - modes.lamarckian.best);
  const truth = { 1: "baldwinian", 0: "tie", [-1]: "lamarckian" }[difference];
  return `You guessed ${guesses[app.guess]}. ${app.guess === truth ? right : wrong}`;
}

function because(values) {
  const { baldwinian, lamarckian } = race.now.modes, { ahead, unmixed, tie, easy, inherited, anecdote } = app.facts.texts.verdict;
  if (!baldwinian || !lamarckian) return anecdote;
  const unlike = mode => race.curves[mode].genomes.at(-1), [[best, winners]] = standings(values);
  if (baldwinian.best < lamarckian.best) return inherited;
  if (baldwinian.best > lamarckian.best) {
    if (!values.crossover) return unmixed;
    if (values.problem !== "mis" || unlike("baldwinian") <= unlike("lamarckian")) return anecdote;
    return filled(ahead, { baldwinian: number(unlike("baldwinian"), 1), lamarckian: number(unlike("lamarckian"), 1) });
  }
  const goal = race.goal(values);
  return goal && inUnits(best, race.scale) >= goal[0] && winners.includes("baldwinian") ? easy.replace("{goal}", goal[1]) : tie;
}

// A sample, not an anecdote: the same race from many seeds, on all cores; results as a table that a class can join.

const HEADER = "settings,seed,mode,best,steps";
const MOST_WORKERS = 16, MOST_ROWS = 20_000;
const NUMBER = /^-?\d{1,16}(\.\d{1,20})?(e[+-]?\d{1,3})?$/;

const sample = {
  lead: () => "sample",
  controls: ["problem", "graph", "seed", "seeds", "lb"],
  more: race.more.filter(name => name !== "axis"),
  rate: () => 1000,
  crew: [], results: new Map(), busy: new Map(),

  start: values => anew(sample, [...RACE_SETTINGS.filter(name => name !== "seed")], values, async given => {
    Object.assign(sample, { results: new Map(), busy: new Map(), given });
    sample.settings = settingsOf(values);
  }),
  seeds({ seed, seeds }) {
    return Array.from({ length: seeds }, (_, i) => String(BigInt(seed) + BigInt(i)));
  },
  missing: values => sample.seeds(values).filter(seed => values.modes.some(mode => !(mode in (sample.results.get(seed) ?? {})))),

  hire() {      // a worker for every core; the page's own reads files and runs the other views
    while (sample.crew.length < Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS)) {
      const one = hire();
      one.ready = one.call("adopt", app.opened);
      sample.crew.push(one);
    }
  },
  async go(amount, values, most = Infinity) {
    sample.hire();
    const { results, busy } = sample, { own } = app.graphs[values.graph];
    for (const seed of sample.missing(values)) {
      const idle = sample.crew.find(one => ![...busy.values()].some(task => task.one === one));
      if (!idle || busy.size >= most) break;
      if (busy.has(seed)) continue;
      const given = { ...race.wanted(sample.given), seed, own };
      const done = idle.ready.then(() => idle.call("wholeRace", given)).then(found => {
        results.set(seed, { ...results.get(seed), ...found });
      }).finally(() => busy.delete(seed));
      busy.set(seed, { one: idle, done });
    }
    if (busy.size) await Promise.race([...busy.values()].map(({ done }) => done));
  },
  step: values => sample.missing(values).length ? sample.go(1, values, 1) : null,
  again() { sample.key = null; },
  finished: () => !sample.missing(app.values).length,
  status() {
    const { seeds } = app.values, done = seeds - sample.missing(app.values).length;
    return `${number(done)} of ${number(seeds)} seeds`;
  },

  build(stage, values) {
    const { sample: texts } = app.facts.texts, button = (words, id, onclick) => element("button", { type: "button", id, onclick }, words);
    const text = element("textarea", { id: "join", rows: 3, placeholder: HEADER, "aria-label": texts.join });
    stage.append(element("section.card", {}, element("h2", { id: "finding", "aria-live": "polite" }),
        element("canvas.dots"), element("div", { id: "table" })),
      element("section.card", {}, element("div.buttons", {}, button(texts.copy, "copy-table", () => copyText(sample.table(), texts.copied)),
        button(texts.save, "save-table", sample.save),
        button(texts.add, "add-table", () => { join(text.value); text.value = ""; })), text,
        element("p.note", {}, texts.join)));
    stage.querySelector("canvas").style.height = `${2.5 + 6 * values.modes.length}em`;
  },

  complete: values => [...sample.results.values()].filter(one => values.modes.every(mode => mode in one)),
  table() {
    const { unit = 1 } = functionsOf(app.values) ?? {};
    const rows = [...sample.results].flatMap(([seed, modes]) => Object.entries(modes).map(
      ([mode, { best, steps }]) => [sample.settings, seed, mode, inUnits(best, unit), steps].map(cell).join()));
    return [HEADER, ...rows].join("\n") + "\n";
  },
  save() {
    const link = element("a", { download: "results.csv", href: URL.createObjectURL(new Blob([sample.table()], { type: "text/csv" })) });
    link.click();
    URL.revokeObjectURL(link.href);
  },

  draw(stage, values) {
    const all = sample.complete(values), unit = functionsOf(values)?.unit ?? 1;
    const scores = Object.fromEntries(values.modes.map(mode => [mode, all.map(one => inUnits(one[mode].best, unit))]));
    sample.drawDots(stage.querySelector("canvas"), scores);
    find("finding").innerHTML = sample.words(values, scores, all.length, unit);
    const head = ["", "mean", "lowest", "highest", "best of its seed", "steps of learning, mean"];
    const rows = values.modes.map(mode => [element("span.name", {}, swatch(mode), label(mode)),
      ...all.length ? [number(mean(scores[mode]), 1), number(Math.min(...scores[mode]), 3), number(Math.max(...scores[mode]), 3),
        `${number(all.filter(one => values.modes.every(other => one[mode].best >= one[other].best)).length)} of ${number(all.length)}`,
        number(mean(all.map(one => one[mode].steps)))] : ["–", "–", "–", "–", "–"]]);
    find("table").replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...head.map(words =>
      words ? element("th", { scope: "col" }, words) : element("td")))),
      element("tbody", {}, ...rows.map(([name, ...cells]) =>
        element("tr", {}, element("th", { scope: "row" }, name), ...cells.map(cell => element("td", {}, cell)))))));
  },

  // Who is best on average, and how often it beats the others on the same seed.
  words(values, scores, count, unit) {
    if (!count) return app.facts.texts.sample.empty;
    const ranking = [...values.modes].sort((a, b) => Math.sign(unit) * (mean(scores[b]) - mean(scores[a])));
    const [first, ...others] = ranking, all = sample.complete(values);
    const means = ranking.map(mode => `${label(mode)} <b>${number(mean(scores[mode]), 1)}</b>`);
    const duels = others.map(other => {
      const wins = all.filter(one => one[first].best > one[other].best).length;
      const ties = all.filter(one => one[first].best === one[other].best).length;
      return `${label(other)} ${wins === 1 ? "once" : `${number(wins)} times`}` + (ties ? ` (${number(ties)} tie${ties > 1 ? "s" : ""})` : "");
    });
    return `Means of ${number(count)} seed${count > 1 ? "s" : ""}: ${joined(means)}.`
      + (others.length ? ` On the same seed, ${label(first)} beats ${joined(duels)}.` : "");
  },

  drawDots(canvas, scores) {
    const { pen, width, height } = paper(canvas), size = letters(), all = Object.values(scores).flat();
    if (!width) return;
    const [low, high] = all.length ? [Math.min(...all), Math.max(...all)] : [0, 1];
    const margin = Math.max(1, 0.05 * (high - low)), left = 1.5 * size, bottom = height - 2.4 * size;
    const across = score => left + (width - 2 * left) * (score - low + margin) / (high - low + 2 * margin);
    const modes = Object.keys(scores), lane = bottom / modes.length, unit = (width - 2 * left) / (high - low + 2 * margin);
    const alike = Object.fromEntries(modes.map(mode => [mode, new Map()]));      // how many runs have a score
    for (const mode of modes) for (const score of scores[mode]) alike[mode].set(score, 1 + (alike[mode].get(score) ?? 0));
    const highest = Math.max(1, ...modes.flatMap(mode => [...alike[mode].values()]));
    const columnsOf = radius => Math.max(1, Math.floor(0.8 * unit / (2 * radius)));      // for the dots of one score
    let radius = 0.5 * size;
    while (radius > 1.5 && Math.ceil(highest / columnsOf(radius)) * 2 * radius > lane - size - 8) radius -= 0.25;
    write(pen);
    pen.textAlign = "center";
    pen.fillStyle = property("soft");
    for (const tick of ticks(low - margin, high + margin, width / (6 * size)))
      if (Number.isInteger(tick) && all.length) pen.fillText(compact(tick), across(tick), bottom + 1.3 * size);
    modes.forEach((mode, i) => {
      const base = lane * (i + 1) - 3, stack = new Map();
      pen.strokeStyle = property("line");
      pen.lineWidth = 1;
      pen.beginPath();
      pen.moveTo(left, base);
      pen.lineTo(width - left, base);
      pen.stroke();
      pen.fillStyle = property(mode);
      for (const score of scores[mode]) {
        const place = stack.get(score) ?? 0, columns = columnsOf(radius);
        const aside = place % columns - (Math.min(columns, alike[mode].get(score)) - 1) / 2;
        stack.set(score, place + 1);
        pen.beginPath();
        pen.arc(across(score) + 2 * radius * aside, base - radius - 2 * radius * Math.floor(place / columns), radius, 0, 7);
        pen.fill();
      }
      pen.textAlign = "left";
      pen.fillStyle = property("text");
      pen.fillText(label(mode), left, base - lane + size + 4);
      if (!scores[mode].length) return;
      const middle = across(mean(scores[mode]));
      pen.strokeStyle = property("text");
      pen.lineWidth = 2;
      pen.beginPath();
      pen.moveTo(middle, base + 3);
      pen.lineTo(middle, base - lane + size + 8);      // below the label
      pen.stroke();
    });
    describe(canvas, modes.map(mode => `${label(mode)}: ${scores[mode].map(score => number(score, 3)).join(", ") || "no runs yet"}`).join("; "));
  },
};

// What a result depends on beside seed and mode, as a link has it; own files may have the same name.
function settingsOf(values) {
  const names = RACE_SETTINGS.filter(name => !["seed", "modes"].includes(name)), { reading } = app.graphs[values.graph];
  return new URLSearchParams([...names.map(name => [name, values[name]]), ...reading ? [["content", reading.digest]] : []]).toString();
}

// A cell of a CSV file: spreadsheets would compute a text that begins like a formula.
function cell(content) {
  const text = typeof content === "string" && /^[=+\-@\t\r]/.test(content) ? `'${content}` : String(content);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const isTable = text => text.trimStart().startsWith(HEADER);

// What a run can have found, and the steps that learning can have taken it.
function possible({ graph, problem, budget, depth, rate }) {
  const { n, m = n * (n - 1) / 2, weights, functions, problems } = app.graphs[graph], add = (a, b) => a + b;
  const sum = which => {
    const ends = functions.tables.map(table => table.reduce((a, b) => which(a, b)));
    return functions.which.map(table => ends[table]).reduce(add, 0);
  };
  const cut = sign => weights ? Array.from(weights, Number).filter(weight => sign * weight > 0).reduce(add, 0) : sign > 0 ? m : 0;
  const [least, most] = functions ? [sum(Math.min), sum(Math.max)] : problem === "mis" ? [-m, n] : [cut(-1), cut(1)];
  const life = Math.min(problem === "mis" ? n : most - least, depth === "all" ? Infinity : depth);      // a step gains, or drops a dot
  return { least, most: problems[problem].optimum ?? most, steps: rate > 0 ? budget * life : 0 };
}

// Adds results that others have copied; says how many there were, and why others were left out.
function join(text) {
  const lines = text.split(/\r?\n/).filter(line => line.trim() && line.trim() !== HEADER), { values } = app;
  const { unit = 1 } = functionsOf(values) ?? {}, bounds = possible(values), impossible = [];
  const kept = [...sample.results.values()].reduce((sum, modes) => sum + Object.keys(modes).length, 0);
  if (kept + lines.length > MOST_ROWS)
    return say(`these are ${number(lines.length)} rows; the page takes ${number(MOST_ROWS)} in all`);
  let others = 0, wrong = 0, added = 0;
  for (const line of lines) {
    const [settings, seed, mode, ...found] = line.split(",").map(word => word.trim());
    if (!/^\d{1,40}$/.test(seed ?? "") || !Object.hasOwn(app.facts.modes, mode ?? "") || found.length !== 2) wrong++;
    else if (settings !== sample.settings) others++;
    else {
      const one = { seed: String(BigInt(seed)), mode, best: found[0], steps: found[1] }, flaw = flawOf(one, bounds, unit);
      if (flaw) impossible.push(`${label(mode)}, seed ${seed.slice(0, 20)}: ${flaw}`);
      else {
        sample.results.set(one.seed, { ...sample.results.get(one.seed), [mode]: { best: one.best / unit, steps: Number(one.steps) } });
        added++;
      }
    }
  }
  draw();
  const rows = count => `${number(count)} row${count === 1 ? "" : "s"}`;
  say([`${rows(added)} added`, ...others ? [`${rows(others)} left out, because the settings were others`] : [],
    ...wrong ? [`${rows(wrong)} left out, because “${HEADER}” was not what was in them`] : [],
    ...impossible.length ? [`${rows(impossible.length)} left out as impossible. ${listed(impossible)}`] : []].join("; "));
}

// What is wrong with a pasted result: a sentence, or nothing.
function flawOf({ seed, mode, best, steps }, bounds, unit) {
  const limits = [bounds.least, bounds.most].map(value => inUnits(value, unit)).sort((a, b) => a - b), most = app.facts.modes[mode].learns ? bounds.steps : 0;
  const within = (name, text, [least, largest], size) => {
    const value = NUMBER.test(text) ? Number(text) : NaN, right = Number.isSafeInteger(value / size) && value >= least && value <= largest;
    return right ? "" : `${name} must be a ${size % 1 ? "" : "whole "}number from ${number(least, 3)} to ${number(largest, 3)}, not “${text.slice(0, 20)}”`;
  };
  const known = sample.results.get(seed)?.[mode], flaw = within("best", best, limits, unit) || within("steps", steps, [0, most], 1);
  if (flaw || !known || known.best === best / unit && known.steps === Number(steps)) return flaw;
  return `best ${best} and steps ${steps} contradict what is here, ${inUnits(known.best, unit)} and ${known.steps}`;
}

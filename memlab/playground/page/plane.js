// The map: who leads on random graphs of twelve sizes and twelve probabilities, at three prices of learning.
// A place is a graph that the page draws from a model: "er-330-0.1-7" has the dots, the probability, the seed.

const MANY_DOTS = 800;      // with which a race takes minutes
const MODEL = /^er-([1-9]\d{0,3})-(0\.\d{0,3}[1-9])-(\d{1,15})$/, MOST_DOTS = 2000;
const RIVALS = ["baldwinian", "lamarckian"];

function modelOf(name) {
  const [, n, p, seed] = MODEL.exec(name) ?? [];
  return n > 1 && n <= MOST_DOTS ? { n: Number(n), p: Number(p), seed } : null;
}
const named = mode => app.facts.texts.verdict.guesses[mode];
const nameOf = ({ n, p, seed }) => `er-${n}-${p}-${seed}`;
const filled = (text, given) => text.replace(/\{(\w+)\}/g, (_, name) => given[name]);

// What is known of such a graph before it is drawn; in the list it takes the place of the last one.
function announced(name) {
  const model = modelOf(name), title = filled(app.facts.texts.plane.title, model), known = { optimum: null, best: null };
  const others = Object.entries(SETTINGS.graph.options).filter(([other]) => !modelOf(other));
  SETTINGS.graph.options = Object.fromEntries([[name, title], ...others]);
  return { name, title, n: model.n, model, problems: { mis: known, maxcut: known } };
}

async function drawDots(graph) {
  if (graph.model && !graph.edges) Object.assign(graph, await call("drawn", graph.model));
}

// Where on the map a graph is, if it is there: rows are probabilities, columns numbers of dots.
function placeOf({ graph }) {
  const { n, p } = app.facts.plane, model = modelOf(graph);
  const column = n.indexOf(model?.n), row = p.indexOf(model?.p);
  return column < 0 || row < 0 ? null : { ...model, column, row };
}

// What the study found there: the lead, half its interval, Baldwin's result, and every mode's best setup.
function foundAt({ column, row }, { problem, price }) {
  const { p, leads, setups } = app.facts.plane, found = leads[problem][price], at = column * p.length + row;
  return { lead: found.lead[at], half: found.half[at], result: found.result[at], sure: found.sure[at] === "1",
    setups: Object.fromEntries(Object.entries(found.chosen).map(([mode, which]) => [mode, setups[mode][which[at]]])) };
}

function setupsOf(values) {      // of the modes, where each has its own
  const place = values.setup === "map" && placeOf(values);
  return place ? foundAt(place, values).setups : {};
}

function inWords({ mu, lambda, crossover, lb }) {
  const { setup, crossed, uncrossed, inherited } = app.facts.texts.plane;
  return filled(setup, { mu, lambda }) + (crossover ? filled(crossed, { crossover }) : uncrossed)
    + (lb === undefined ? "" : filled(inherited, { share: Math.round(100 * lb) }));
}

const plane = {
  controls: ["problem", "price"], still: true, first: "er-330-0.1-1",
  rate: () => 1, async start() {}, async go() {}, step() {}, again() {},
  finished: () => true, status: () => "",

  build(stage, { problem }) {
    const { n, p, leads } = app.facts.plane, { plane: texts } = app.facts.texts, last = p.length - 1;
    const header = (role, words) => element("span", { role }, words);
    const grid = element("div.plane", { role: "grid", "aria-label": texts.grid, onpointerleave: () => plane.tell() },
      ...p.map((_, i) => element("div", { role: "row" }, header("rowheader", p[last - i]),
        ...n.map((_, column) => plane.cell(column, last - i)))),
      element("div", { role: "row" }, header("columnheader", "p, n"), ...n.map(size => header("columnheader", size))));
    const key = Object.entries(texts.key).map(([look, words]) => element("span", {}, element(`i.lead.${look}`), words));
    const top = number(leads[problem].top), scale = element("span.scale", {}, `−${top}`, element("i"), `+${top} ${texts.units[problem]}`);
    stage.append(element("div.atlas", {},
      element("section.card", {}, element("p.axis", {}, texts.p), grid, element("p.axis", {}, texts.n),
        element("p.key", {}, ...key, scale)),
      element("section.card.found", {}, element("div", { id: "found", "aria-live": "polite" }),
        element("p", {}, element("button.primary", { id: "race-there", type: "button", onclick: plane.race }, texts.race)),
        element("p.note", { innerHTML: texts.about }))));
  },

  cell(column, row) {
    const moves = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] };
    return element("button", { id: `place-${column}-${row}`, type: "button", role: "gridcell",
      onpointerenter: () => plane.tell(plane.name(column, row)),
      onclick: ({ pointerType }) => {
        const chosen = app.values.graph === plane.name(column, row);
        plane.choose(column, row);
        if (chosen || pointerType !== "touch") return plane.race();
        find("found").scrollIntoView({ block: "nearest" });      // a finger cannot point before it clicks
      },
      onkeydown: event => {
        const [right, up] = moves[event.key] ?? [];
        if (right === undefined) return;
        event.preventDefault();
        plane.choose(column + right, row + up);
      } }, element("i.lead"));
  },
  name: (column, row) => nameOf({ n: app.facts.plane.n[column], p: app.facts.plane.p[row], seed: modelOf(app.values.graph).seed }),

  choose(column, row) {
    const cell = find(`place-${column}-${row}`);
    if (!cell) return;      // at the edge
    app.values = { ...app.values, graph: plane.name(column, row) };
    reconcile(app.values, app.graphs);
    remember();
    plane.draw();
    cell.focus();
  },

  // All modes, each in its best setup there.
  race() {
    return change({ view: "race", setup: "map", modes: Object.keys(app.facts.modes) }).then(() => {
      find("play").focus({ preventScroll: true });
      if (!calm()) play();
    });
  },

  draw() {
    const { values } = app, { n, p, leads } = app.facts.plane, { top } = leads[values.problem], here = placeOf(values);
    n.forEach((_, column) => p.forEach((_, row) => {
      const place = placeOf({ graph: plane.name(column, row) }), { lead, sure } = foundAt(place, values);
      const cell = find(`place-${column}-${row}`), mark = cell.firstElementChild;
      mark.className = `lead ${lead ? RIVALS[Number(lead < 0)] : "none"} ${sure ? "sure" : ""}`;
      mark.style.setProperty("--strength", `${100 * Math.min(1, Math.log1p(Math.abs(lead)) / Math.log1p(top))}%`);
      const chosen = column === here.column && row === here.row;
      cell.tabIndex = chosen ? 0 : -1;
      cell.setAttribute("aria-selected", String(chosen));
      cell.setAttribute("aria-label", `n = ${place.n}, p = ${place.p}: ${plane.headline(lead, sure, values)}`);
    }));
    plane.tell();
  },

  headline(lead, sure, { problem }) {
    const { ahead, nobody, units } = app.facts.texts.plane;
    return sure ? filled(ahead, { first: named(RIVALS[Number(lead < 0)]), lead: amount(Math.abs(lead)), unit: units[problem] })
      : nobody;
  },

  // Says what was found at a place: at that of a name, or the chosen one.
  tell(name = app.values.graph) {
    const { plane: texts } = app.facts.texts, { values } = app, place = placeOf({ graph: name });
    const { lead, half, result, sure, setups } = foundAt(place, values), sign = lead < 0 ? -1 : 1;
    const [first, second] = lead < 0 ? ["lamarckian", "baldwinian"] : RIVALS;
    const results = { baldwinian: result, lamarckian: result - lead };
    const given = { n: number(place.n), p: place.p, unit: texts.units[values.problem], costs: texts.costs[values.price],
      first: named(first), second: named(second), lead: amount(sign * lead), setup: inWords(setups[first]),
      rival: inWords(setups[second]), low: amount(sign * lead - half), high: amount(sign * lead + half),
      most: amount(results[first]), less: amount(results[second]) };
    const words = filled(texts.place, given) + filled(lead ? texts.more : texts.equal, given);
    find("found").innerHTML = `<h2>${plane.headline(lead, sure, values)}</h2><p>${words}</p>`
      + (sure || !lead ? "" : `<p>${texts.chance}</p>`);
  },

  // Above a race on a graph of the map: which one it is, and ways back and on.
  note(values) {
    const { plane: texts } = app.facts.texts, place = placeOf(values);
    const another = nameOf({ ...place, seed: String(BigInt(place.seed) + 1n) });
    return element("p.place", {}, element("button", { id: "to-map", type: "button", onclick: () => change({ view: "map" }) }, texts.back),
      element("button", { id: "another", type: "button", onclick: () => change({ graph: another }) }, texts.another),
      element("span", { innerHTML: filled(texts.fresh, { ...place, n: number(place.n), costs: texts.costs[values.price] })
        + (place.n > MANY_DOTS ? texts.patience : "") }));
  },
};

function amount(value) {      // with the digits that mean something
  const digits = Math.abs(value) < 1 ? 2 : Math.abs(value) < 1000 ? 1 : 0;
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");
}

// What can be set, and links that hold it all.

let SETTINGS;
const HIGHEST = 100, MOST_VALUES = 201;      // of a drawn function

function specify({ texts, modes, graphs, walks, plane: { prices } }) {      // what depends on the page's data
  const pairs = entries => Object.fromEntries(entries);
  SETTINGS = texts.settings;
  SETTINGS.view.options = texts.views;
  SETTINGS.graph.options = pairs(graphs.map(({ name, title }) => [name, title]));
  SETTINGS.n.options = pairs(Object.keys(walks).map(n => [n, n]));
  SETTINGS.mode.options = SETTINGS.modes.options = pairs(
    Object.entries(modes).map(([mode, { label }]) => [mode, label]));
  SETTINGS.modes.value = Object.keys(modes);
  SETTINGS.graph.value = graphs[0].name;
  SETTINGS.price.options = pairs(prices.map(price => [price, texts.plane.prices[price]]));
  for (const spec of Object.values(SETTINGS)) spec.value ??= Object.keys(spec.options)[0];
}

const defaults = () => Object.fromEntries(Object.entries(SETTINGS).map(([name, { value }]) => [name, value]));

// The value that a text stands for; throws a sentence that says what is allowed.
function understood(name, text) {
  const spec = Object.hasOwn(SETTINGS, name) && SETTINGS[name];
  const shown = text.length > 30 ? `${text.slice(0, 30)}…` : text;
  if (!spec) throw new Error(`there is nothing called “${name.slice(0, 30)}” to set`);
  const refuse = allowed => { throw new Error(`${spec.label} must be ${allowed}, not “${shown}”`); };
  if (spec.list) {
    const chosen = Object.keys(spec.options).filter(option => text.split(",").includes(option));
    if (text.split(",").some(part => !Object.hasOwn(spec.options, part)))
      refuse(`one or more of ${Object.keys(spec.options).join(", ")}`);
    return chosen;
  }
  if (spec.models && modelOf(text)) return text;
  if (spec.options)
    return Object.hasOwn(spec.options, text) ? text : refuse(`one of ${Object.keys(spec.options).join(", ")}`);
  if (spec.drawing) {
    const numbers = text.trim().split(/[\s,;]+/);
    const fits = numbers.every(one => /^\d{1,3}$/.test(one) && one <= HIGHEST);
    return fits && numbers.length > 1 && numbers.length <= MOST_VALUES ? numbers.map(Number).join(" ")
      : refuse(`2 to ${MOST_VALUES} whole numbers from 0 to ${HIGHEST}, with spaces between them`);
  }
  if (spec.seed) return /^\d{1,40}$/.test(text) ? String(BigInt(text)) : refuse("a whole number, not below 0");
  const digits = plain(text.trim(), spec.step < 1), value = Number(Number(digits).toFixed(6));      // no 1e-7, which
  const range = `from ${number(spec.least, 2)} to ${number(spec.most, 2)}`;      // a link could not hold
  const fits = /^\d*\.?\d+$/.test(digits) && value >= spec.least && value <= spec.most;
  const right = fits && (spec.step < 1 || Number.isInteger(value));
  return right ? value : refuse(`a ${spec.step < 1 ? "" : "whole "}number ${range}`);
}

// A number as people write it, such as 0,5 or 40,000 or 40 000, with a point and without separators.
function plain(text, fraction) {
  if (fraction) return text.replace(",", ".");
  return /^\d{1,3}([.,'’\s]\d{3})+$/.test(text) ? text.replace(/\D/g, "") : text;
}

// What is wrong with settings that are right one by one; mends them.
function reconcile(values, graphs) {
  const complaints = [];
  if (!values.modes.includes(values.mode)) values.mode = values.modes[0];
  if (values.view === "map" && !placeOf(values)) values.graph = plane.first;
  if (!placeOf(values)) values.setup = "same";
  graphs[values.graph] ??= announced(values.graph);
  const { weighted, functions } = graphs[values.graph];
  if (functions) values.problem = "functions";
  else if (values.problem === "functions") values.problem = weighted ? "maxcut" : "mis";
  if (values.problem === "mis" && weighted) {
    values.problem = "maxcut";
    complaints.push("this graph has weights, which independent sets do not: it is cut instead");
  }
  if (values.budget < values.mu + values.lambda) {
    values.budget = Math.min(200_000, 100 * (values.mu + values.lambda));
    complaints.push(
      `evaluations must be at least μ + λ, for one generation: they are ${number(values.budget)} now, for a hundred`);
  }
  return complaints;
}

function readLink(fragment, graphs) {
  const values = defaults(), complaints = [], given = new URLSearchParams(fragment);
  for (const [name, text] of given) {
    try {
      values[name] = understood(name, text);
    } catch (error) {
      complaints.push(error.message);
    }
  }
  if (!given.has("problem") && graphs[values.graph]?.weighted) values.problem = "maxcut";
  complaints.push(...reconcile(values, graphs));
  return { values, complaints };
}

function writeLink(values) {
  const usual = defaults(), left = app.graphs[values.graph].own ? ["graph", "problem"] : [];
  return new URLSearchParams(Object.entries(values).filter(([name, value]) => !left.includes(name)
    && (["view", "graph"].includes(name) || String(value) !== String(usual[name])))).toString();
}

// What can be set, and links that hold it all.

const VIEW_NAMES = { race: "Race", inside: "Inside", walk: "Deceptive walk", needle: "Hinton & Nowlan" };
const PROBLEMS = { mis: "Independent set", maxcut: "Maximum cut" };
let SETTINGS;

function specify(facts) {
  const labels = Object.fromEntries(Object.entries(facts.modes).map(([mode, { label }]) => [mode, label]));
  const graphs = Object.fromEntries(facts.graphs.map(({ name, title }) => [name, title]));
  const whole = (label, value, least, most) => ({ label, value, least, most, step: 1 });
  const real = (label, value, least, most) => ({ label, value, least, most, step: 0.01 });
  const choice = (label, options, value = Object.keys(options)[0]) => ({ label, options, value });
  const same = (...names) => Object.fromEntries(names.map(name => [name, String(name)]));
  SETTINGS = {
    view: choice("view", VIEW_NAMES),
    problem: choice("Problem", PROBLEMS),
    graph: choice("Graph", graphs, facts.first),
    modes: { label: "modes", options: labels, list: true, value: Object.keys(labels) },
    mode: choice("Population", labels, "baldwinian"),
    seed: { label: "Seed", value: "1", seed: true },
    mu: whole("Parents μ", 250, 1, 1000),
    lambda: whole("Offspring λ", 50, 1, 1000),
    crossover: real("Crossover", 0.9, 0, 1),
    lb: real("LB probability", 0.5, 0.01, 0.99),
    budget: whole("Evaluations", 40_000, 10, 200_000),
    n: choice("Bits", same(...Object.keys(facts.walks)), "36"),
    k: choice("Block length", same(2, 3, 4), "3"),
    population: whole("Individuals", 1000, 10, 2000),
    trials: whole("Trials in a life", 1000, 1, 10_000),
    speed: whole("Speed", 3, 1, 5),
    tour: whole("step of the tour", 0, 0, TOUR.length),
  };
}

const defaults = () => Object.fromEntries(Object.entries(SETTINGS).map(([name, { value }]) => [name, value]));

// The value that a text stands for; throws a sentence that says what is allowed.
function understood(name, text) {
  const spec = SETTINGS[name], shown = text.length > 30 ? `${text.slice(0, 30)}…` : text;
  if (!spec) throw new Error(`there is nothing called “${name.slice(0, 30)}” to set`);
  const refuse = allowed => { throw new Error(`${spec.label} must be ${allowed}, not “${shown}”`); };
  if (spec.list) {
    const chosen = Object.keys(spec.options).filter(option => text.split(",").includes(option));
    if (!chosen.length || text.split(",").some(part => !spec.options[part]))
      refuse(`one or more of ${Object.keys(spec.options).join(", ")}`);
    return chosen;
  }
  if (spec.options)
    return Object.hasOwn(spec.options, text) ? text : refuse(`one of ${Object.keys(spec.options).join(", ")}`);
  if (spec.seed) return /^\d{1,40}$/.test(text) ? String(BigInt(text)) : refuse("a whole number, not below 0");
  const value = Number(text), range = `from ${number(spec.least)} to ${number(spec.most)}`;
  const right = text.trim() && value >= spec.least && value <= spec.most && (spec.step < 1 || Number.isInteger(value));
  const limits = spec.step < 1 ? `a number from ${spec.least} to ${spec.most}` : `a whole number ${range}`;
  return right ? value : refuse(limits);
}

// What is wrong with settings that are right one by one; mends them.
function reconcile(values, graphs) {
  if (values.problem === "mis" && graphs[values.graph].weighted) {
    values.problem = "maxcut";
    return "this graph has weights, which independent sets do not: it is cut instead";
  }
  if (values.budget < values.mu + values.lambda) {
    values.budget = Math.min(200_000, 100 * (values.mu + values.lambda));
    return `evaluations must be at least μ + λ, for one generation: they are ${number(values.budget)} now`;
  }
}

function readLink(fragment, graphs) {
  const values = defaults(), complaints = [];
  for (const [name, text] of new URLSearchParams(fragment)) {
    try {
      values[name] = understood(name, text);
    } catch (error) {
      complaints.push(error.message);
    }
  }
  complaints.push(...[reconcile(values, graphs)].filter(Boolean));
  return { values, complaints };
}

function writeLink(values) {
  const usual = defaults();
  return new URLSearchParams(Object.entries(values).filter(
    ([name, value]) => name === "view" || String(value) !== String(usual[name]))).toString();
}

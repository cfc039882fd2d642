// A reader's own graph or problem: a file that is chosen or dropped anywhere, or a text that is pasted.
// Nothing leaves the browser: the worker reads it.

const MOST_MEGABYTES = 20;
const shows = (values, part) => part.controls.includes("graph") && app.graphs[values.graph].own;

function problemsOf({ graph }) {      // what can be chosen: of a weighted graph all, and it says why not
  return app.graphs[graph].functions ? ["functions"] : ["mis", "maxcut"];
}

// ---- sums of functions --------------------------------------------------------------------------

const functionsOf = ({ graph }) => app.graphs[graph].functions;      // of other graphs, undefined
const inUnits = (fitness, unit) => fitness * unit + 0;      // + 0: no "-0"
const feasible = ({ constrained }, fitness) => !constrained || fitness >= 0;
const scored = (functions, fitness) =>
  feasible(functions, fitness) ? number(inUnits(fitness, functions.unit), 3) : app.facts.texts.own.infeasible;

function told({ most, unit, constrained }, fitness) {      // what the score means
  const { all, value, least, unsolved } = app.facts.texts.own;
  return !feasible({ constrained }, fitness) ? unsolved : most ? `of ${number(most)}, ${all}` : unit < 0 ? least : value;
}

function fitnessOf({ subsets, tables, which }, bits) {
  const key = subset => subset.reduce((sum, bit, place) => sum + bits[bit] * 2 ** place, 0);
  return subsets.reduce((sum, subset, i) => sum + tables[which[i]][key(subset)], 0);
}

function rangeOf({ constrained, unit, most }, runs) {      // the values that a chart must show
  const values = runs.flatMap(([, { best }]) =>
    [best.find(value => feasible({ constrained }, value * unit)), best.at(-1)]).filter(
    value => value !== undefined && feasible({ constrained }, value * unit));
  const [least, largest] = [Math.min(...values, most ?? Infinity), Math.max(...values, most ?? -Infinity)];
  if (!values.length) return [0, most ?? 1];
  return largest > least ? [least, largest] : [least - 1, largest + 1];
}

// ---- files --------------------------------------------------------------------------------------

function ownButton() {
  const input = element("input", { type: "file", multiple: true, hidden: true, onchange: () => receive(input.files) });
  const { button, title } = app.facts.texts.own;
  return element("span", {}, input,
    element("button", { type: "button", id: "own", title, onclick: () => input.click() }, button));
}

// Reads files, or a text as a file without a name, as `given` says; the last one is shown.
async function receive(files, given) {
  pause();
  for (const file of files) {
    try {
      await raceOn(file, given);
    } catch (error) {
      return say(`This cannot be read: ${error.message}`, ...readingButtons(file, error.choices));
    }
  }
}

function readingButtons(file, choices = [], id = "read") {      // what else a file can be read as
  return choices.flatMap((given, i) => [" ", element("button", { type: "button", id: `${id}-${i}`,
    onclick: () => receive([file], given) }, app.facts.texts.own.read + inFormat(given))]);
}

function inFormat({ format, base, relabel }) {      // in words
  const { formats, layouts, counts, occur } = app.facts.texts.own;
  return formats[format] + (relabel ? occur : base === undefined ? "" : counts + base) + (layouts[format] ?? "");
}

function tellReading(panel, graph) {      // how a file was read, and what else it may mean
  panel.hidden = !graph?.reading;
  if (panel.hidden) return;
  const { n, m, functions, reading: { given, choices }, file } = graph, { read, alone, others } = app.facts.texts.own;
  const sizes = functions ? [counted(n, "bit"), counted(functions.subsets.length, "function")]
    : [`${number(n)} ${n === 1 ? "vertex" : "vertices"}`, counted(m, "edge")];
  const fromOne = choices.some(({ format, base, relabel }) => format === "edgelist" && base === 1 && !relabel);
  panel.replaceChildren(`${read}${inFormat(given)}: ${sizes.join(", ")}.`,
    given.format === "edgelist" && !given.base && !given.relabel && fromOne ? ` ${alone}` : choices.length ? ` ${others}` : "",
    ...readingButtons(file, choices, "read-again"));
}

async function raceOn(file, given) {
  if (file.size > MOST_MEGABYTES * 1e6)
    throw new Error(`${file.name} is too large for the page, which takes files of up to ${MOST_MEGABYTES} MB`);
  const content = new Uint8Array(await file.arrayBuffer()), text = new TextDecoder().decode(content.subarray(0, HEADER.length + 8));
  if (isTable(text)) return receiveTable(await file.text());
  const graph = await call("read", { name: file.name, content, given });
  app.graphs[graph.name] = { ...graph, file };
  SETTINGS.graph.options = { [graph.name]: graph.title, ...SETTINGS.graph.options };
  race.key = sample.key = null;      // a file of the same name may have run before
  const there = view().controls.includes("graph") ? app.values.view : "race";
  await change({ graph: graph.name, view: there });
  if (graph.note) say(graph.note);
}

async function receiveTable(text) {      // results of others
  if (app.values.view !== "sample") await change({ view: "sample" });
  join(text);
}

function given(transfer) {      // the files, or the text, that were dropped or pasted
  const text = transfer.getData("text/plain");
  return transfer.files.length ? [...transfer.files] : text ? [new Blob([text])] : [];
}

function welcomeFiles() {
  const mark = on => document.body.classList.toggle("drop", on);
  ondragover = event => { event.preventDefault(); mark(true); };
  ondragleave = () => mark(false);
  ondrop = event => {
    event.preventDefault();
    mark(false);
    receive(given(event.dataTransfer));
  };
  document.onpaste = event => {
    if (event.target.closest?.("input, select, textarea")) return;
    receive(given(event.clipboardData));
  };
}

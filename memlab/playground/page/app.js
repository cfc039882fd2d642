// The page: its parts, its one state, and the loop that plays.

const VIEWS = { start: puzzle, race, inside, sample, walk, needle, landscape, map: plane };
const SPEEDLESS = ["speed", "tour", "mode", "view", "axis"];      // settings that leave the run as it is
const app = { values: null, facts: null, graphs: null, playing: false, ready: false, drawing: false };
const find = id => document.getElementById(id);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const view = () => VIEWS[app.values.view];

// ---- the worker ---------------------------------------------------------------------------------

let call, last = Promise.resolve();      // asks the page's own worker

function hire() {
  const worker = new Worker(URL.createObjectURL(new Blob([find("worker").textContent]))), waiting = new Map();
  let asked = 0;
  worker.onmessage = ({ data: { id, result, error, choices } }) => {
    if (error) waiting.get(id).reject(Object.assign(new Error(error), { choices })); else waiting.get(id).resolve(result);
    waiting.delete(id);
  };
  worker.onerror = event => fail(new Error(event.message));
  return { call: (name, given) => new Promise((resolve, reject) => {
    waiting.set(++asked, { resolve, reject });
    worker.postMessage({ id: asked, name, given });
  }) };
}

// Begins the run of these settings, unless it is the one already there.
async function anew(part, names, values, begin) {
  const given = Object.fromEntries(names.map(name => [name, values[name]])), key = JSON.stringify(given);
  if (part.key === key) return;
  part.key = null;
  await begin(given);
  part.key = key;
}

function alone(task) {      // one thing after the other
  return last = last.then(task).catch(fail);
}

function fail(error) {
  pause();
  const advice = app.facts ? "" : " This page needs a browser of 2023 or later.";
  say(`Something went wrong: ${error.message}${advice}`);
}

function say(complaint = "", ...buttons) {
  find("message").hidden = !complaint;
  find("message").replaceChildren(complaint.slice(0, 1).toUpperCase() + complaint.slice(1), ...buttons);
}

// ---- showing ------------------------------------------------------------------------------------

function slider(name, { label, least: min, most: max, step, ends, says }, value, set) {
  const shown = element("output");
  const tell = target => {
    shown.textContent = `${Math.round(100 * target.value)} %`;
    target.title = says.replace("{}", shown.textContent);
    target.setAttribute("aria-valuetext", target.title);
  };
  const asked = app.values.view === "inside" ? [app.values.mode] : app.values.modes;
  const input = element("input", { id: `set-${name}`, type: "range", min, max, step, value, onchange: set,
    disabled: app.values.setup === "map" || asked.every(mode => app.facts.modes[mode].inherits !== null),
    oninput: event => tell(event.target) });
  tell(input);
  return element("label.slider", {}, element("span", {}, `${label}: ${ends[0]}`), input,
    element("span", {}, ends[1]), shown);
}

function field(name) {
  const spec = SETTINGS[name], value = app.values[name], set = event => enter(name, event.target);
  if (spec.ends) return slider(name, spec, value, set);
  const offered = { mode: app.values.modes, problem: problemsOf(app.values), price: app.facts.plane.prices.map(String) }[name] ?? Object.keys(spec.options ?? {});
  const input = spec.options
    ? element("select", { onchange: set }, ...offered.map(option =>
        element("option", { value: option, selected: option === value }, spec.options[option])))
    : element("input", { type: "text", inputMode: "decimal", size: 6, onchange: set, value });
  input.id = `set-${name}`;
  input.disabled = app.values.setup === "map" && ["mu", "lambda", "crossover"].includes(name);      // each mode has its own
  const row = element("label", {}, element("span", {}, spec.label), input);
  return spec.seed ? element("span.seed", {}, row, element("button", { type: "button", id: "dice", title: spec.dice,
    ariaLabel: spec.dice, onclick: throwDice }, "⚄")) : row;
}

function enter(name, input) {
  try {
    change({ [name]: understood(name, input.value) });
  } catch (error) {
    say(error.message);
    input.value = app.values[name];      // which the run goes on with
  }
}

function change(changes) {
  const others = ["graph", "problem", "mode"].some(name => name in changes);      // of the tour's
  const left = others && app.values.tour < app.facts.texts.tour.length ? { tour: 0 } : {};
  app.values = { ...app.values, ...left, ...changes };
  const complaints = reconcile(app.values, app.graphs);
  if (changes.setup === "map" && app.values.setup !== "map")
    complaints.push("the best configuration of each mode is known on graphs of the map only");
  if (Object.keys(changes).some(name => !SPEEDLESS.includes(name))) pause();
  return show().then(() => complaints.length && say(complaints.join("; ")));
}

function enterView(name) {
  if (name === app.values.view) return;
  pause();
  change({ view: name, tour: 0 });
}

function show() {      // everything anew, as the values say
  const { values } = app, part = view(), open = find("more")?.open, focused = document.activeElement?.id;
  remember();
  say();
  tourPanel(values.tour);
  find("views").replaceChildren(...Object.entries(app.facts.texts.views).map(([name, title]) =>
    element("button", { type: "button", role: "tab", id: `tab-${name}`, onclick: () => enterView(name),
                        "aria-selected": String(name === values.view) }, title)));
  find("panel").hidden = Boolean(part.still) && !part.controls.length;
  find("player").hidden = Boolean(part.still);
  document.body.classList.toggle("touring", Boolean(values.tour) && values.tour < app.facts.texts.tour.length);
  find("lead").innerHTML = app.facts.texts.leads[part.lead?.(values) ?? values.view]
    + (shows(values, part) ? ` ${app.facts.texts.own.shown}` : "");
  tellReading(find("reading"), shows(values, part) && app.graphs[values.graph]);
  const more = element("details", { id: "more", open: Boolean(open) }, element("summary", {}, "More settings"),
    element("div.fields", {}, ...(part.more ?? []).map(field)));
  find("settings").replaceChildren(...part.controls.map(field),
    ...part.controls.includes("graph") ? [ownButton()] : [], ...part.more ? [more] : []);
  find("speed").value = values.speed;
  find("stage").className = values.view;
  find("stage").replaceChildren();
  part.build(find("stage"), values);
  if (focused) (find(focused) ?? (part.still ? find("tour-on") ?? find("take") : find("play"))).focus({ preventScroll: true });
  app.ready = false;      // the runs are not yet those of this page
  return alone(async () => {
    await part.start(values);
    app.ready = values === app.values;
    draw();
  });
}

function draw() {
  if (app.drawing) return;
  app.drawing = true;
  requestAnimationFrame(() => {
    app.drawing = false;
    if (!app.ready) return;
    try {
      view().draw(find("stage"), app.values);
    } catch (error) {
      return fail(error);
    }
    find("status").textContent = view().status() + (view().finished() ? ", finished" : "");
    document.body.dataset.frames = 1 + Number(document.body.dataset.frames ?? 0);
  });
}

// ---- playing ------------------------------------------------------------------------------------

const frame = () => new Promise(done => calm() ? setTimeout(done, 500) : requestAnimationFrame(done));

function pause() {
  app.playing = false;
  find("play").textContent = "▶ Play";
  find("play").setAttribute("aria-pressed", "false");
}

async function play() {
  if (app.playing) return pause();
  if (app.ready && view().finished()) again();
  const mine = app.playing = Symbol("a turn of playing");
  find("play").textContent = "❚❚ Pause";
  find("play").setAttribute("aria-pressed", "true");
  const part = view();
  await last;      // until there is a run
  let owed = part.unit?.(app.values) ?? 1, before = performance.now();
  while (app.playing === mine && part === view()) {
    await frame();
    const now = performance.now(), unit = part.unit?.(app.values) ?? 1;
    owed += part.rate(app.values) * Math.min((now - before) / 1000, 0.6);
    before = now;
    if (owed < unit) continue;
    const amount = Math.floor(owed / unit) * unit;
    await alone(() => app.playing === mine && part.go(amount, app.values));
    owed %= unit;
    draw();
    if (app.playing === mine && part.finished()) pause();
  }
}

function step() {
  pause();
  const part = view(), { values } = app;
  return alone(async () => {
    if (values !== app.values || !app.ready) return;      // another view since, or no run
    await part.step(values);
    draw();
  });
}

function again() {
  pause();
  view().again();
  return show();
}

function press(event) {
  const key = event.key.toLowerCase(), presses = [" ", "enter"].includes(key);
  if (event.target.closest(`input, select, textarea, dialog${presses ? ", button, summary" : ""}`)) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const views = Object.keys(VIEWS), { tour } = app.values, turn = by => () => tour && visit(tour + by);
  const action = { " ": play, arrowright: step, r: again, n: turn(1), pagedown: turn(1), b: turn(-1), pageup: turn(-1) }[key]
    ?? (views[key - 1] && (() => enterView(views[key - 1])));
  if (!action) return;
  event.preventDefault();
  if (!event.repeat) action();
}

const listed = (all, most = 3) => all.slice(0, most).join("; ")
  + (all.length > most ? `; and ${all.length - most} more` : "");

function follow() {      // the address
  const { values, complaints } = readLink(location.hash.slice(1), app.graphs);
  pause();
  const short = !location.hash.slice(1) || location.hash === `#tour=${values.tour}`;      // a link to a step
  if (short) return visit(values.tour || 1);
  app.values = values;
  return show().then(() => complaints.length && say(`the link is not quite right: ${listed(complaints)}`));
}

async function begin() {
  call = hire().call;
  app.opened = await call("open", { packed: find("data").textContent });
  const { facts, bytes } = app.opened;
  app.facts = facts;
  const numbers = ([offset, length]) => new Uint16Array(bytes.slice(offset, offset + length).buffer);
  app.graphs = Object.fromEntries(facts.graphs.map((graph, index) => [graph.name,
    { ...graph, index, spots: numbers(graph.spots), edges: numbers(graph.edges),
      weights: graph.weights && new BigInt64Array(numbers(graph.weights).buffer) }]));
  specify(facts);
  const { memlab, numba } = facts.versions;
  find("versions").textContent = `memlab ${memlab}, Numba ${numba}`;
  for (const [id, action] of Object.entries({ play, step, again, take: () => visit(1), tell: share, reset }))
    find(id).onclick = action;
  find("speed").oninput = ({ target }) => {
    app.values.speed = Number(target.value);
    remember();
  };
  welcomeFiles();
  onkeydown = press;
  onhashchange = follow;
  onresize = draw;
  matchMedia("(prefers-color-scheme: dark)").onchange = () => { inks.clear(); draw(); };
  await follow();
  document.body.dataset.ready = "yes";
}

begin().catch(fail);

// The page: its parts, its one state, and the loop that plays.

const VIEWS = { race, inside, walk, needle };
const SPEEDLESS = ["speed", "tour", "mode", "view"];      // settings that leave the run as it is
const app = { values: null, facts: null, graphs: null, playing: false, ready: false, drawing: false };
const find = id => document.getElementById(id);
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const view = () => VIEWS[app.values.view];

// ---- the worker ---------------------------------------------------------------------------------

const waiting = new Map();
let worker, asked = 0, last = Promise.resolve();

function call(name, given) {
  return new Promise((resolve, reject) => {
    waiting.set(++asked, { resolve, reject });
    worker.postMessage({ id: asked, name, given });
  });
}

function hire() {
  worker = new Worker(URL.createObjectURL(new Blob([find("worker").textContent])));
  worker.onmessage = ({ data: { id, result, error } }) => {
    if (error) waiting.get(id).reject(new Error(error)); else waiting.get(id).resolve(result);
    waiting.delete(id);
  };
  worker.onerror = event => fail(new Error(event.message));
}

function alone(task) {      // one thing after the other
  return last = last.then(task).catch(fail);
}

function fail(error) {
  pause();
  say(`Something went wrong: ${error.message} This page needs a browser of 2023 or later.`);
}

function say(complaint = "") {
  find("message").hidden = !complaint;
  find("message").textContent = complaint.slice(0, 1).toUpperCase() + complaint.slice(1);
}

// ---- showing ------------------------------------------------------------------------------------

function field(name) {
  const spec = SETTINGS[name], value = app.values[name], set = event => enter(name, event.target);
  const input = spec.options
    ? element("select", { onchange: set }, ...Object.entries(spec.options).map(([option, text]) =>
        element("option", { value: option, selected: option === value }, text)))
    : element("input", { type: "text", inputMode: "decimal", size: 6, onchange: set, value });
  input.id = `set-${name}`;
  return element("label", {}, element("span", {}, spec.label), input);
}

function enter(name, input) {
  try {
    change(name, understood(name, input.value));
  } catch (error) {
    say(error.message);
    input.setAttribute("aria-invalid", "true");
  }
}

function change(name, value) {
  app.values = { ...app.values, [name]: value };
  const complaint = reconcile(app.values, app.graphs);
  if (!SPEEDLESS.includes(name)) pause();
  return show().then(() => complaint && say(complaint));
}

function enterView(name) {
  pause();
  change("view", name);
}

function show() {      // everything anew, as the values say
  const { values } = app, part = view(), open = find("more")?.open, focused = document.activeElement?.id;
  history.replaceState(null, "", `#${writeLink(values)}`);
  say();
  tourPanel(values.tour);
  find("views").replaceChildren(...Object.entries(app.facts.texts.views).map(([name, title]) =>
    element("button", { type: "button", role: "tab", id: `tab-${name}`, onclick: () => enterView(name),
                        "aria-selected": String(name === values.view) }, title)));
  find("lead").innerHTML = app.facts.texts.leads[part.lead?.(values) ?? values.view];
  const more = element("details", { id: "more", open: Boolean(open) }, element("summary", {}, "More settings"),
    element("div.fields", {}, ...(part.more ?? []).map(field)));
  find("settings").replaceChildren(...part.controls.map(field), ...part.more ? [more] : []);
  find("speed").value = values.speed;
  find("stage").className = values.view;
  find("stage").replaceChildren();
  part.build(find("stage"), values);
  if (focused) find(focused)?.focus();
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
    view().draw(find("stage"), app.values);
    find("status").textContent = view().status();
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
  const mine = app.playing = Symbol("a turn of playing");
  find("play").textContent = "❚❚ Pause";
  find("play").setAttribute("aria-pressed", "true");
  const part = view();
  let owed = part.unit?.(app.values) ?? 1, before = performance.now();
  while (app.playing === mine && part === view()) {
    await frame();
    const now = performance.now(), unit = part.unit?.(app.values) ?? 1;
    owed += part.rate(app.values) * Math.min((now - before) / 1000, 0.6);
    before = now;
    if (owed < unit) continue;
    const amount = Math.floor(owed / unit) * unit;
    const done = await alone(() => app.playing === mine && part.go(amount, app.values));
    owed %= unit;
    draw();
    if (done) pause();
  }
}

function step() {
  pause();
  return alone(async () => {
    await view().step(app.values);
    draw();
  });
}

function again() {
  pause();
  view().again?.();
  return show();
}

function press(event) {
  if (event.target.closest("input, select, button, summary, .map")) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const views = Object.keys(VIEWS), action = { " ": play, ArrowRight: step, r: again }[event.key]
    ?? (views[event.key - 1] && (() => enterView(views[event.key - 1])));
  if (!action) return;
  event.preventDefault();
  action();
}

function follow() {      // the address
  const { values, complaints } = readLink(location.hash.slice(1), app.graphs);
  pause();
  if (values.tour && location.hash === `#tour=${values.tour}`) return visit(values.tour);      // a short link
  app.values = values;
  return show().then(() => complaints.length && say(`the link is not quite right: ${complaints.join("; ")}`));
}

async function begin() {
  hire();
  const { facts, bytes } = await call("open", { packed: find("data").textContent });
  app.facts = facts;
  const numbers = ([offset, length]) => new Uint16Array(bytes.slice(offset, offset + length).buffer);
  app.graphs = Object.fromEntries(facts.graphs.map((graph, index) => [graph.name,
    { ...graph, index, spots: numbers(graph.spots), edges: numbers(graph.edges) }]));
  specify(facts);
  const { memlab, numba } = facts.versions;
  find("versions").textContent = `memlab ${memlab}, Numba ${numba}`;
  for (const [id, action] of Object.entries({ play, step, again, take: () => visit(1) }))
    find(id).onclick = action;
  find("speed").oninput = ({ target }) => {
    app.values.speed = Number(target.value);
    history.replaceState(null, "", `#${writeLink(app.values)}`);
  };
  onkeydown = press;
  onhashchange = follow;
  onresize = draw;
  matchMedia("(prefers-color-scheme: dark)").onchange = () => { inks.clear(); show(); };
  await follow();
  document.body.dataset.ready = "yes";
}

begin().catch(fail);

// Pictures on canvas: graphs with a solution, curves, bit maps.
"use strict";

const inks = new Map();      // the style sheet's colours, until the page turns dark or light
function property(name) {
  if (!inks.has(name))
    inks.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  return inks.get(name);
}
const number = (value, digits = 0) => value.toLocaleString("en", { maximumFractionDigits: digits });
const counted = (count, thing, tag) => `${tag ? `<${tag}>${number(count)}</${tag}>` : number(count)} ${thing}${count === 1 ? "" : "s"}`;

// An element: element("p.lead", { id: "x", onclick }, "text", child ...)
function element(kind, properties = {}, ...children) {
  const [tag, ...classes] = kind.split("."), node = document.createElement(tag);
  node.className = classes.join(" ");
  for (const [name, value] of Object.entries(properties))
    if (name in node && !name.includes("-")) node[name] = value; else node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function paper(canvas) {      // a clean canvas as large as it is shown, in the screen's own pixels
  const ratio = devicePixelRatio || 1, { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio))
    Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  return { pen, width, height };
}

function describe(canvas, text) {      // for those who do not see it
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", text);
}

const label = mode => app.facts.modes[mode].label;
const look = mode => ({ colour: property(mode), dash: app.facts.modes[mode].dash });

const joined = parts => parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;

const swatch = mode => element("span.swatch", { innerHTML:      // a piece of the mode's line
  `<svg aria-hidden="true" width="100%" height="8"><line x2="200" y1="4" y2="4" stroke-width="4"
    stroke="${look(mode).colour}" stroke-dasharray="${look(mode).dash.map(part => 1.7 * part)}"/></svg>` });

// The size of letters on canvas: it grows with those of the page, for the last row of a hall.
const letters = () => 0.75 * parseFloat(getComputedStyle(document.body).fontSize);
const write = pen => { pen.font = `${letters()}px system-ui, sans-serif`; };

// ---- graphs -------------------------------------------------------------------------------------

const MOST_LINES = 1200, MOST_CONFLICTS = 300;      // more cannot be told apart
const backgrounds = new WeakMap();

function edgesOf(graph, bits, marked) {
  const found = [];
  for (let e = 0; e < graph.edges.length; e += 2)
    if (marked(bits[graph.edges[e]], bits[graph.edges[e + 1]])) found.push(e);
  return found;
}
const conflicts = (graph, bits) => edgesOf(graph, bits, (u, v) => u && v);
const cut = (graph, bits) => edgesOf(graph, bits, (u, v) => u !== v);

function drawGraph(canvas, graph, problem, bits, before = null) {
  if (graph.functions) return drawField(canvas, bits, before);
  const { pen, width, height } = paper(canvas);
  if (!width) return;
  const size = Math.min(width, height), wide = Math.min(width, 1.5 * size), high = Math.min(height, 1.5 * size);
  const radius = Math.max(2.2, Math.min(9, 0.22 * size / Math.sqrt(graph.n))), border = 1.5 * radius + 3;
  const place = (spot, length) => border + (length - 2 * border) * spot / 65535;
  const x = v => (width - wide) / 2 + place(graph.spots[2 * v], wide);
  const y = v => (height - high) / 2 + place(graph.spots[2 * v + 1], high);
  const lines = (pen, list, most) => {
    const stride = Math.ceil(list.length / most) || 1;
    pen.beginPath();
    for (let i = 0; i < list.length; i += stride) {
      const u = graph.edges[list[i]], v = graph.edges[list[i] + 1];
      pen.moveTo(x(u), y(u));
      pen.lineTo(x(v), y(v));
    }
    pen.stroke();
  };
  const crowded = graph.m > 800, key = [graph.name, canvas.width, canvas.height, property("line")].join();
  let background = backgrounds.get(canvas);
  if (background?.key !== key) {      // all edges, drawn once
    const sheet = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const pencil = sheet.getContext("2d");
    pencil.setTransform(pen.getTransform());
    pencil.strokeStyle = property("line");
    pencil.lineWidth = crowded ? 0.3 : 1.5;
    lines(pencil, Array.from({ length: graph.m }, (_, e) => 2 * e), MOST_LINES);
    backgrounds.set(canvas, background = { key, sheet });
  }
  pen.drawImage(background.sheet, 0, 0, width, height);
  pen.strokeStyle = property(problem === "mis" ? "conflict" : "ink");
  pen.lineWidth = crowded ? 0.8 : 2;
  if (problem === "mis") lines(pen, conflicts(graph, bits), MOST_CONFLICTS);
  else if (!crowded) lines(pen, cut(graph, bits), MOST_LINES);
  for (const chosen of [0, 1]) {      // the chosen ones on top
    for (let v = 0; v < graph.n; v++) if (bits[v] === chosen) {
      const changed = before && before[v] !== chosen, other = problem === "mis" && !chosen;
      pen.beginPath();
      pen.arc(x(v), y(v), radius * (other ? 0.5 : crowded && problem === "mis" ? 1.5 : 1), 0, 7);
      pen.fillStyle = property(chosen ? "chosen" : problem === "mis" ? "vertex" : "other");
      pen.fill();
      if (!changed) continue;
      pen.strokeStyle = property("conflict");
      pen.lineWidth = Math.max(1.4, 0.25 * radius);
      pen.stroke();
    }
  }
}

// Bits as squares in rows; those that differ from `before` are framed.
function drawField(canvas, bits, before = null) {
  const { pen, width, height } = paper(canvas), n = bits.length;
  if (!width) return;
  let columns = 1;
  while (Math.ceil(n / columns) * width / columns > height && columns < n) columns++;
  const size = Math.min(width / columns, height / Math.ceil(n / columns), 26), gap = size > 5 ? 1 : 0;
  const left = (width - columns * size) / 2, top = (height - Math.ceil(n / columns) * size) / 2;
  const frame = Math.max(1, 0.12 * size);
  bits.forEach((bit, i) => {
    const x = left + i % columns * size, y = top + Math.floor(i / columns) * size;
    pen.fillStyle = property(bit ? "chosen" : "blank");
    pen.fillRect(x, y, size - gap, size - gap);
    if (!before || before[i] === bit) return;
    pen.strokeStyle = property("conflict");
    pen.lineWidth = frame;
    pen.strokeRect(x + frame / 2, y + frame / 2, size - gap - frame, size - gap - frame);
  });
}

// ---- curves -------------------------------------------------------------------------------------

function ticks(least, most, about) {
  const raw = (most - least) / about, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find(factor => factor * power >= raw) * power, found = [];
  for (let tick = Math.ceil(least / step) * step; tick <= most + 1e-9; tick += step) found.push(tick);
  return found;
}

// series: colour, dash, x, y; x: [least, most, label]; y: [least, most]; line: dotted, at this y
function drawCurves(canvas, { series, x, y, line = null, log = false, steps = false }) {
  const { pen, width, height } = paper(canvas), size = letters();
  const left = 3.4 * size, right = 10, top = 8, bottom = 2.9 * size;
  if (!width) return;
  const scale = value => log ? Math.log10(Math.max(value, x[0])) : value;
  const across = value => left + (width - left - right) * (scale(value) - scale(x[0])) / (scale(x[1]) - scale(x[0]));
  const down = value => height - bottom - (height - top - bottom) * (value - y[0]) / (y[1] - y[0]);
  write(pen);
  pen.fillStyle = property("soft");
  pen.strokeStyle = property("line");
  pen.lineWidth = 1;
  pen.textAlign = "right";
  pen.textBaseline = "middle";
  for (const tick of ticks(...y, height / (4 * size))) {
    pen.fillText(compact(tick), left - 5, down(tick));
    pen.beginPath();
    pen.moveTo(left, down(tick));
    pen.lineTo(width - right, down(tick));
    pen.stroke();
  }
  pen.textAlign = "center";
  pen.textBaseline = "top";
  const powers = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9].filter(power => power <= x[1]);
  for (const tick of log ? powers : ticks(x[0], x[1], Math.min(width / (7 * size), x[1] - x[0])))
    pen.fillText(compact(tick), Math.min(Math.max(across(tick), left + 4), width - 14), height - bottom + 5);
  pen.fillText(x[2], (left + width - right) / 2, height - 1.2 * size);
  pen.save();
  pen.beginPath();
  pen.rect(left, top - 2, width - left - right + 2, height - top - bottom + 4);
  pen.clip();
  const dotted = { colour: property("text"), dash: [1, 3], x: x.slice(0, 2), y: [line, line] };
  for (const one of line === null ? series : [dotted, ...series]) {
    pen.strokeStyle = one.colour;
    pen.lineWidth = 2;
    pen.setLineDash(one.dash[1] ? one.dash : []);
    pen.beginPath();
    const end = one.y.length - 1, stride = Math.ceil(end / (2 * width)) || 1;      // two points a pixel
    for (let i = 0; i < end + stride; i += stride) {
      const at = Math.min(i, end);
      if (steps && i) pen.lineTo(across(one.x[at]), down(one.y[i - stride]));
      pen.lineTo(across(one.x[at]), down(one.y[at]));
    }
    pen.stroke();
  }
  pen.restore();
}

function compact(value) {
  const [size, unit] = [[1e9, "G"], [1e6, "M"], [1e4, "k"], [0, ""]].find(([least]) => Math.abs(value) >= least);
  return unit ? `${+(value / (unit === "k" ? 1e3 : size)).toFixed(1)}${unit}` : String(+value.toFixed(2));
}

// ---- bit maps -----------------------------------------------------------------------------------

// values of rows x columns as pixels; colours by value, null where nothing is drawn
function drawPixels(canvas, values, rows, columns, colours) {
  Object.assign(canvas, { width: columns, height: rows });
  const pen = canvas.getContext("2d"), image = pen.createImageData(columns, rows);
  const shades = colours.map(colour => colour
    && [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16)));      // of "#rrggbb"
  values.forEach((value, i) => {
    if (shades[value]) image.data.set([...shades[value], 255], 4 * i);
  });
  pen.putImageData(image, 0, 0);
}

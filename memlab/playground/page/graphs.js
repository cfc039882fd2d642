// Graphs from text files: the formats, rules and sentences of memlab/graphs/readers.py.

const MOST_VERTICES = 2n ** 31n - 1n;      // that memlab takes
const STATED = /^[ \t]*#[ \t]*n[ \t]*=[ \t]*(\d+)[ \t]*$/m;      // how many there are, in a comment of an edge list

function readDimacs(file, { base = 1 } = {}) {
  const text = new Text(file, "c"), { rows } = text, first = rows[0];
  const strange = rows.find(row => !"pendvx".includes(text.letter(row) || "?"));
  if (strange) throw text.error(strange.line, `line begins with ${quoted(shown(strange.words[0]))}; allowed `
    + "are c, p, e, n, d, v, x");
  if (rows.findLastIndex(row => row.words[0] === "p") !== 0)
    throw text.error(first.line, "'p edge n m' must come once, before all other lines");
  const [, , n, m] = text.head("p edge n m", "p edges n m", "p col n m", "p clq n m");
  checkVertices(text, first.line, n);
  const beginning = letter => rows.filter(row => row.words[0] === letter);
  const vertices = beginning("n"), edges = beginning("e");
  const heavy = text.table(vertices, "n, a vertex and its weight").findIndex(([, weight]) => weight !== 1n);
  if (heavy >= 0)
    throw text.error(vertices[heavy].line, "vertex weights are not supported; allowed is 1");
  return graphOf(text, n, text.table(edges, "e and two vertices"), edges.map(({ line }) => line), BigInt(base), { m });
}

function readGset(file, { base = 1 } = {}) {
  const text = new Text(file, "#", { inline: true });
  const [n, m] = text.head("n m"), rows = text.rows.slice(1);
  checkVertices(text, text.rows[0].line, n);
  return graphOf(text, n, edgeTable(text, rows), rows.map(({ line }) => line), BigInt(base), { m });
}

function readEdgeList(file, { base = 0, relabel = false } = {}) {
  const text = new Text(file, "#%", { inline: true, emptyAllowed: true, blank: "," });
  const other = /^%+[ \t]*(asym|bip|MatrixMarket)\b/.exec(text.letters);
  if (other) throw text.error(1, `${other[1]} is no edge list of an undirected graph: asym are arcs, and bip has two `
    + "kinds of vertices with the same numbers; format='matrixmarket' reads MatrixMarket");
  const stated = [...text.letters.matchAll(new RegExp(STATED, "gm"))];
  const rows = edgeTable(text, text.rows), lines = text.rows.map(({ line }) => line);
  let n = 0n;
  if (relabel && rows.length) {      // the numbers that occur, in ascending order
    const ids = [...new Set(rows.flatMap(([u, v]) => [u, v]))].sort((a, b) => a < b ? -1 : 1);
    const places = new Map(ids.map((id, place) => [id, BigInt(place + base)]));
    for (const row of rows) [row[0], row[1]] = [places.get(row[0]), places.get(row[1])];
    n = BigInt(ids.length);
  } else if (stated.length) {
    const all = stated.map(match => BigInt(match[1].slice(0, 30))), place = stated[0];
    const digits = place.index + place[0].lastIndexOf(place[1]);
    const line = text.letters.slice(0, digits).split("\n").length;
    checkVertices(text, line, n = all[0]);
    const others = all.filter(other => other !== n);
    if (others.length) throw text.error(line,
      `n is ${n} here, and ${others.reduce((a, b) => b < a ? b : a)} in another such comment`);
  } else if (rows.length) {
    const most = rows.map(([u, v]) => u > v ? u : v), largest = most.reduce((a, b) => b > a ? b : a);
    n = largest + 1n - BigInt(base);
    checkVertices(text, lines[most.indexOf(largest)], n > 1n ? n : 1n,
      "; relabel=True numbers only the vertices that occur");
  } else {
    throw text.error(null, "the file holds no edges; a graph without edges needs a line such as '# n = 10'");
  }
  return graphOf(text, n > 1n ? n : 1n, rows, lines, BigInt(base));
}

function readMetis(file, { base = 1 } = {}) {
  const text = new Text(file, "%"), [first, ...others] = text.rows;
  const [n, m] = text.head("n m", "n m fmt", "n m fmt ncon");
  checkVertices(text, first.line, n);
  const format = first.words.length > 2 ? shown(first.words[2]) : "000";
  const code = (/^[+-]/.test(format) ? "" : "0".repeat(Math.max(0, 3 - format.length))) + format;
  if (code !== "000" && code !== "001") throw text.error(first.line, `fmt ${quoted(format)} is not supported; `
    + "allowed are 0 and 1 (edge weights); memlab.read_graph reads others");
  const vertices = new Map();
  for (let line = first.line + 1; line <= text.lines; line++)
    if (!text.comments.has(line)) vertices.set(line, BigInt(vertices.size + base));
  if (vertices.size < n) throw text.error(text.lines, `the file ends too early: the header (line ${first.line}) `
    + `says ${n} vertices, but only ${vertices.size} have a line`);
  const size = 1 + Number(code), odd = others.find(({ words }) => words.length % size);
  if (odd) throw text.error(odd.line,
    "a weight is missing: fmt 1 wants pairs of a neighbour and the weight of its edge");
  const rows = [], lines = [];
  for (const row of others) {
    const numbers = text.integers(text.part(row, 0));
    for (let i = 0; i < numbers.length; i += size) {
      rows.push([vertices.get(row.line), ...numbers.slice(i, i + size)]);
      lines.push(row.line);
    }
  }
  return graphOf(text, n, rows, lines, BigInt(base), { m, bothEnds: true });
}

function checkVertices(text, line, n, advice = "") {
  if (n < 1n || n > MOST_VERTICES) throw text.error(line,
    `the number of vertices must be an integer from 1 to ${MOST_VERTICES}, not ${n}${advice}`);
}

const edgeTable = (text, rows) => text.table(rows, "two vertices, and a weight on every line or on none"
  + (rows[0]?.words.length === 4 ? "; of four, weight=3 or weight=4 names the column, or weight=None none" : ""), [2, 3], 0);

// The graph of rows (u, v) or (u, v, weight): edges once, u < v, sorted; weights unless all are 1.
function graphOf(text, n, rows, lines, base, { m = null, bothEnds = false } = {}) {
  const last = n - 1n + base, outside = vertex => vertex < base || vertex > last;
  const key = (u, v) => u * n + v, once = ([u, v]) => u < v ? key(u - base, v - base) : key(v - base, u - base);
  const strange = rows.findIndex(([u, v]) => outside(u) || outside(v));
  const loop = rows.findIndex(([u, v]) => u === v), wrong = strange < 0 ? loop : strange;
  if (wrong >= 0) throw text.error(lines[wrong], `(${rows[wrong][0]}, ${rows[wrong][1]}) ` + (strange < 0
    ? "is a self-loop; an edge joins two different vertices" : `names a vertex outside ${base}..${last}`));
  if (bothEnds) {
    const all = new Set(rows.map(([u, v]) => key(u, v))), one = rows.findIndex(([u, v]) => !all.has(key(v, u)));
    if (one >= 0) {
      const [u, v] = rows[one];
      throw text.error(lines[one], `vertex ${u} lists vertex ${v}, but vertex ${v} does not list vertex ${u}; `
        + "every edge must be listed from both ends");
    }
  }
  const edges = new Map(), weighted = rows[0]?.length === 3;
  rows.forEach((row, i) => {
    const number = once(row), earlier = edges.get(number);
    if (earlier === undefined) edges.set(number, i);
    else if (weighted && rows[earlier][2] !== row[2]) throw text.error(lines[i],
      `pair (${row[0]}, ${row[1]}) has another value on line ${lines[earlier]}`);
  });
  const listed = bothEnds ? rows.filter(([u, v]) => u < v) : rows;
  const total = weighted ? summed(listed.map(([, , weight]) => Math.abs(Number(weight)))) : 0;
  if (total >= 2 ** 62) throw text.error(null, "weights must be smaller: the sum of their absolute values must "
    + `stay below 2**62, and is ${Number(total.toPrecision(3)).toExponential()}`);
  if (m !== null && m !== BigInt(listed.length) && m !== BigInt(edges.size)) throw text.error(text.rows[0].line,
    `the header says ${m} edges, but the file lists ${listed.length}`
    + (edges.size === listed.length ? "" : ` (${edges.size} different ones)`));
  const extra = listed.length - edges.size, { name, stem } = text.file;
  checkSize(name, ["vertices", "edges"], [n, BigInt(edges.size)]);
  const order = [...edges.keys()].sort((a, b) => a < b ? -1 : 1);
  const weights = weighted ? order.map(number => rows[edges.get(number)][2]) : [];
  const graph = { n: Number(n), edges: Uint16Array.from(order.flatMap(number =>
    [Number(number / n), Number(number % n)])) };
  if (weights.some(weight => weight !== 1n)) {
    graph.weights = BigInt64Array.from(weights);
    const sum = weights.reduce((all, weight) => all + (weight < 0n ? -weight : weight), 0n);
    if (sum >= 2n ** 40n) throw text.error(null, "graph must have smaller weights: their absolute values must add "
      + `up to less than 2**40, and do to ${sum}`);
  }
  if (extra) graph.note = `graph ${quoted(stem)}: merged ${extra} duplicate edge${extra > 1 ? "s" : ""} (listed `
    + "more than once, or in both directions)";
  return graph;
}

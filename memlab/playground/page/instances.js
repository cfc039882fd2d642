// The arrays of a race on a graph or a sum of functions, as memlab's problems prepare them.
//
// `facts.programs` has a manifest for every kind of instance, made of a small example; what depends
// on the problem is put in here. An entry has a shape, as in a manifest, and `values` or `fill`.

const VECTOR_WORDS = 8, BLOCK = 4, CUT_WORDS = 4, DENSE_DEGREE = 8;
const LEAST = -(2n ** 63n);
const upTo = (value, unit) => Math.ceil(value / unit) * unit, padded = words => upTo(words, VECTOR_WORDS);

// Dimensions: a length, or [constant, by mu, by lambda, by generations].
const slots = (times = 1, constant = 0) => [constant, times, times, 0];
const array = (shape, fill = 0) =>
  ({ shape: shape.map(length => Array.isArray(length) ? length : [length]), fill: String(fill) });
const held = (values, columns = null) =>
  ({ shape: columns === null ? [[values.length]] : [[values.length / columns], [columns]], values });
const whole = values => BigInt64Array.from(values, BigInt);

// What `Block` takes to race: the program, its kernels, and the manifest of this problem's arrays.
function racing(source, problem) {
  const { kind, layout, ...own } = { mis: setsOf, maxcut: cutsOf, functions: functionsOf }[problem](source);
  const { manifest, ...program } = facts.programs[kind], words = layout["layout.valid"].values.length;
  const given = { ...layout, ...own, "trace.sets": { value: String(Number(problem === "mis")) },
    "population.genomes": array([slots(), words]), "population.phenotypes": array([slots(), words]),
    "population.flipped": array([layout["layout.flips"].values.length]),
    "ledger.columns": array([1, 64 * layout["layout.words"].value]),
    "ledger.champion": array([1, words]) };
  const unknown = Object.keys(given).filter(name => !(name in manifest));
  if (unknown.length) throw new Error(`the kernels have no ${unknown}`);
  return { ...program, manifest: Object.fromEntries(Object.entries(manifest).map(
    ([name, entry]) => [name, given[name] ? { dtype: entry.dtype, ...given[name] } : entry])) };
}

function layoutOf(positions, words) {      // of genomes whose bits are at `positions`
  const n = positions.length, valid = new BigUint64Array(words), flips = [];
  for (const position of positions) valid[position >> 6] |= 1n << BigInt(position & 63);
  // P(at most i bits flip): the powers with which this begins are in the page, since browsers
  // round logarithms and exponentials differently
  let probability = new Float64Array(bytes.slice(...span(facts.unflipped)).buffer)[n - 1], total = 0;
  for (let i = 0; i < Math.min(n, 32); i++) {
    total += probability;
    flips.push(total < 1 ? BigInt(Math.trunc(total * 2 ** 64)) : 2n ** 64n - 1n);
    probability *= n > 1 ? (n - i) / ((i + 1) * (n - 1)) : 0;
  }
  return { "layout.positions": held(whole(positions)), "layout.valid": held(valid),
    "layout.flips": held(BigUint64Array.from(flips)),
    "layout.words": { value: (positions.reduce((a, b) => Math.max(a, b), 0) >> 6) + 1 } };
}
const plainLayout = n => layoutOf(Array.from({ length: n }, (_, i) => i), padded(Math.ceil(n / 64)));
const span = ([offset, length]) => [offset, offset + length];

// ---- graphs -------------------------------------------------------------------------------------

function listsOf({ n, edges, weights }) {      // the neighbours of every vertex, in ascending order
  const lists = Array.from({ length: n }, () => []), beside = lists.map(() => []);
  for (let e = 0; e < edges.length; e += 2) {
    const u = edges[e], v = edges[e + 1], weight = weights?.[e / 2];
    lists[u].push(v);
    lists[v].push(u);
    beside[u].push(weight);
    beside[v].push(weight);
  }
  return { lists, beside, degrees: lists.map(({ length }) => length) };
}

function starts(lengths) {      // where each of several lists begins, and where the last one ends
  const bounds = [0];
  for (const length of lengths) bounds.push(bounds.at(-1) + length);
  return bounds;
}

function rowsOf(lists, positions, count, words) {      // packed: bit positions[u] of row positions[v]
  const rows = new BigUint64Array(count * words);
  lists.forEach((list, v) => {
    for (const u of list) rows[positions[v] * words + (positions[u] >> 6)] |= 1n << BigInt(positions[u] & 63);
  });
  return held(rows, words);
}

const largestOf = values => values.reduce((a, b) => Math.max(a, b), 0);

function setsOf(graph) {
  const { lists, degrees } = listsOf(graph), { n } = graph, layout = plainLayout(n);
  const words = Math.ceil(n / (64 * BLOCK)) * BLOCK, columns = padded(Math.ceil(n / 64));
  return { kind: largestOf(degrees) < 255 ? "sets8" : "sets16", layout,
    "instance.rows": rowsOf(lists, lists.map((_, v) => v), n, columns),
    "workspace.counts": array([64 * words]), "workspace.matches": array([padded(words)]),
    "workspace.tied": array([64 * words + 2]), "workspace.removed": array([64 * words]),
    "workspace.edges": array([slots()]),
    "workspace.sizes": array([slots()]) };
}

function cutsOf(graph) {
  const { n, edges, weights } = graph;
  if (weights) return weightedCuts(graph);
  return edges.length >= DENSE_DEGREE * n ? denseCuts(graph) : sparseCuts(graph);
}

function denseCuts(graph) {
  const { lists, degrees } = listsOf(graph), odd = degrees.map(degree => degree % 2);
  const oddWord = Math.ceil(odd.filter(one => !one).length / 64), next = [0, 64 * oddWord];
  const positions = odd.map(one => next[one]++), columns = padded(Math.ceil(next[1] / 64));
  const lanes = 64 * ((largestOf(positions) >> 6) + 1), blocked = Math.ceil(lanes / (64 * BLOCK)) * BLOCK;
  const [kind, Type, most] = largestOf(degrees) < 255 ? ["cuts8", Int8Array, 127] : ["cuts16", Int16Array, 32767];
  const halves = new Type(lanes).fill(-most), standing = new Array(lanes).fill(0);
  degrees.forEach((degree, v) => {
    standing[positions[v]] = degree;
    halves[positions[v]] = degree >> 1;
  });
  return { kind, layout: layoutOf(positions, columns),
    "instance.rows": rowsOf(lists, positions, lanes, columns), "instance.positions": held(whole(positions)),
    "instance.degrees": held(whole(standing)), "instance.halves": held(halves),
    "instance.odd_word": { value: oddWord },
    "workspace.gains": array([slots(1, 1), lanes], most), "workspace.same": array([1, lanes]),
    "workspace.minus": array([64 * blocked]), "workspace.matches": array([blocked]),
    "workspace.selected": array([lanes + 2]), "workspace.walker": array([1, columns]),
    "workspace.cuts": array([slots()]) };
}

function bucketsOf(degrees) {      // empty ones for keys up to the degree of each vertex
  const holders = new Array(largestOf(degrees) + 1).fill(0);
  for (const degree of degrees) holders[degree]++;
  for (let key = holders.length - 1; key > 0; key--) holders[key - 1] += holders[key];
  return starts(holders);      // of which the last is the number of cells
}

function sparseCuts(graph) {
  const { lists, degrees } = listsOf(graph), { n } = graph, start = bucketsOf(degrees), cells = start.pop();
  return { kind: "lists", layout: plainLayout(n),
    "instance.indptr": held(whole(starts(degrees))), "instance.indices": held(Int32Array.from(lists.flat())),
    "workspace.gains": array([slots(1, 1), n]),
    "workspace.buckets.start": held(whole(start)), "workspace.buckets.end": held(whole(start)),
    "workspace.buckets.items": array([cells]), "workspace.buckets.place": array([n]),
    "workspace.walker": array([1, padded(Math.ceil(n / 64))]), "workspace.cuts": array([slots()]) };
}

function weightedCuts(graph) {
  const { lists, beside, degrees } = listsOf(graph), { n } = graph;
  return { kind: "weights", layout: plainLayout(n),
    "instance.indptr": held(whole(starts(degrees))), "instance.indices": held(Int32Array.from(lists.flat())),
    "instance.weights": held(BigInt64Array.from(beside.flat())), ...blocksOf(n) };
}

function blocksOf(n) {      // gains that are taken in blocks
  const blocks = Math.ceil(n / (64 * CUT_WORDS));
  return { "workspace.gains": array([slots(1, 1), blocks * 64 * CUT_WORDS], LEAST),
    "workspace.best": array([blocks]), "workspace.ties": array([blocks]), "workspace.stale": array([blocks]),
    "workspace.matches": array([blocks * CUT_WORDS]), "workspace.walker": array([1, padded(Math.ceil(n / 64))]),
    "workspace.cuts": array([slots()]) };
}

// ---- sums of functions --------------------------------------------------------------------------

function functionsOf({ n, subsets, tables, which }) {
  const members = subsets.flat(), sizes = subsets.map(({ length }) => length);
  const tableStarts = starts(tables.map(({ length }) => length));
  const halves = starts(tables.map(({ length }) => Math.log2(length) * length / 2));
  const differences = tables.flatMap(table => differencesOf(table)), lists = recordsOf(n, subsets, which, halves);
  const indptr = starts(lists.map(({ length }) => length));
  return { kind: "functions", layout: plainLayout(n),
    "instance.members": held(Int32Array.from(members)), "instance.bounds": held(whole(starts(sizes))),
    "instance.starts": held(Int32Array.from(which, table => tableStarts[table])),
    "instance.tables": held(whole(tables.flat())), "instance.differences": held(whole(differences)),
    "instance.indptr": held(whole(indptr)), "instance.records": held(Int32Array.from(lists.flat())),
    ...blocksOf(n), "workspace.bytes": array([64 * Math.ceil(n / 64)]) };
}

function differencesOf(table) {      // what each bit adds when it becomes 1, by the key of the others
  const differences = [];
  for (let own = 1; own < table.length; own *= 2)
    for (let others = 0; others < table.length / 2; others++) {
      const at = 2 * others - (others & own - 1);
      differences.push(table[at + own] - table[at]);
    }
  return differences;
}

function recordsOf(n, subsets, which, halves) {      // of every bit, one after the other
  const lists = Array.from({ length: n }, () => []);
  subsets.forEach((subset, i) => {
    const others = subset.length - 1;
    subset.forEach((bit, place) => lists[bit].push(
      halves[which[i]] + place * 2 ** others, others, ...subset.filter(other => other !== bit)));
  });
  return lists;
}

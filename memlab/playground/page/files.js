// A reader's own file: what it holds, by its suffix or, if that names no format, by its content.

const FORMATS = [      // as Python calls them, the suffix of a text without a name, all suffixes, what they hold, reader
  ["dimacs", ".mis", ".clq .col .mis .dimacs", "graph", readDimacs], ["metis", ".metis", ".graph .metis", "graph", readMetis],
  ["gset", ".gset", ".txt .rud .rudy .mc .gset", "graph", readGset], ["edgelist", ".edges", ".edges .edgelist .el", "graph", readEdgeList],
  ["cnf", ".cnf", ".cnf .wcnf", "functions", readCnf], ["qubo", ".qubo", ".qubo .sparse", "functions", readQubo],
  ["ising", ".sg", ".sg", "functions", readIsing]];
const EDGE_LIST = [{ base: 0 }, { base: 1 }, { base: 0, relabel: true }];      // the ways to count its vertices
const MOST_GUESSED = 5e6;      // letters: a longer text is held against the likeliest format only

const suffixOf = name => /^.+?(\.(?!\d+$)[^.]*)?$/s.exec(name)?.[1] ?? "";      // "C125.9" has none
const formatOf = suffix => FORMATS.find(([, , suffixes]) => suffixes.split(" ").includes(suffix.toLowerCase()));

// Reads a file of a name, or a text without one, as `given` says: { format, base, relabel }. Returns { name, graph }
// or { name, functions }, and `choices`: what else could have been given.
function readFile(name, content, given = {}) {
  let letters = "", first, failure;
  for (let i = 0; i < content.length; i += 8192) letters += String.fromCharCode(...content.subarray(i, i + 8192));
  const file = { name, letters }, own = formatOf(suffixOf(name ?? "")), likely = formatOf(guessed(letters));
  const format = FORMATS.find(([one]) => one === given.format) ?? own;
  try {
    if (format) first = readAs(file, format, given);
  } catch (error) {
    failure = error;
  }
  const free = !first || format !== own;      // no suffix says how to read it, or it says something else
  const others = readings(file, !free ? [format] : letters.length > MOST_GUESSED ? [likely] : [formatOf(".metis"), likely, ...FORMATS], first);
  if (!format && others.length && !others[0].given.relabel) first = others.shift();
  const choices = others.map(({ given }) => given);
  if (first) return { ...first, choices };
  failure ??= suffixOf(name ?? "") && new FileError(`${name}: the suffix ${quoted(suffixOf(name))} names no `
    + `format; allowed are ${FORMATS.map(([, , suffixes]) => suffixes).join(" ")}`) || refusal(file, likely);
  throw Object.assign(failure, { choices });
}

function refusal(file, format) {      // what is wrong with a file
  try {
    readAs(file, format);
  } catch (error) {
    return error;
  }
}

function readAs({ name, letters }, [format, usual, , kind, read], { base, relabel } = {}) {
  name ??= `pasted${format === "cnf" ? guessed(letters) : usual}`;
  if (format === "edgelist") base ??= 0;
  const stem = name.slice(0, name.length - suffixOf(name).length);
  return { name, given: { format, base, relabel }, [kind]: read({ name, stem, letters }, { base, relabel }) };
}

// All that a file can be read as, the likeliest first, without what is equal to another or to what is known.
function readings(file, formats, known) {
  const found = [], seen = new Set(known && [contentOf(known)]);
  for (const format of new Set(formats)) {
    const many = format[0] === "edgelist" && !STATED.test(file.letters);
    for (const given of many ? EDGE_LIST : [{}, { base: 0 }, { base: 1 }]) try {
      const one = readAs(file, format, given), content = contentOf(one);
      if (!seen.has(content)) found.push(one);
      seen.add(content);
      if (!many) break;      // otherwise only files that are wrong count from another number
    } catch (error) {
      if (!(error instanceof FileError)) throw error;      // it is not of this format
    }
  }
  return found;
}

// What two readings are compared by.
const contentOf = ({ graph, functions }) => functions ? JSON.stringify(functions) : [graph.n, graph.edges, graph.weights ?? ""].join(";");

function guessed(letters) {      // the suffix that a text should have had
  const lines = letters.split(/\r\n?|\n/), all = lines.filter(line => line.trim()).map(line => line.trim().split(/\s+/));
  const [text = [""]] = all.filter(([word]) => !/^[c#%]/.test(word));
  if (text[0] === "p") return { cnf: ".cnf", wcnf: ".wcnf", qubo: ".qubo" }[text[1]] ?? ".mis";
  if (text[0] === "h" || text.length > 3 && text.at(-1) === "0") return ".wcnf";
  const [[n, m, ...more] = [], ...rows] = all.filter(([word]) => !/^[#%]/.test(word)).map(words => words.map(Number));
  const inside = [0, 1].some(base => rows.every(([u, v]) => Math.min(u, v) >= base && Math.max(u, v) < n + base));
  if (!more.length && m === rows.length && inside) return ".gset";
  const uneven = rows.some(({ length }) => length !== rows[0].length);
  return uneven && more.length < 3 && lines.length > n ? ".metis" : ".edges";
}

// Refuses what is too large for the page; sizes are BigInt.
function checkSize(name, things, sizes, allowed = [facts.most.vertices, facts.most.edges]) {
  if (sizes.every((size, i) => size <= allowed[i])) return;
  const grouped = number => number.toLocaleString("en");
  const [most, have] = [allowed, sizes].map(all => all.map(grouped));
  throw new FileError(`${name} is too large for the page, which takes ${things[0] === "vertices" ? "graphs" : "problems"} `
    + `of up to ${most[0]} ${things[0]} and ${most[1]} ${things[1]}: it has ${have[0]} and ${have[1]}`);
}
